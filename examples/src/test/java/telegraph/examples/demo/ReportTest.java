package telegraph.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.sql.Event;

class ReportTest {
    @Test
    void aQuestionIsToldWithItsReasonAndItsSql() {
        Question question = new Question("1-x", "Why?", "It is hard.", "SELECT 1\nORDER BY 1");
        assertEquals(
                """

                Question 2 of 3: Why?
                It is hard.

                    SELECT 1
                    ORDER BY 1

                """,
                told(report -> report.question(2, 3, question)));
    }

    @Test
    void theCostAddsUpTheSourcesAndNamesEachChangeOfMind() {
        Progress flights =
                new Progress(
                        "flights", 48_110, 50, 19_000_000, 49, 0, 1, 0, -1, -1, -1, "", "", true);
        Progress holidays = new Progress("h", 1, 0, 984, 1, 0, 0, 0, -1, -1, -1, "", "", true);
        Routes.Change change =
                new Routes.Change(1_234, "flights", List.of("probe h", "probe a"), "pass 1 %");
        Answer answer = answer(List.of(flights, holidays), List.of(change));
        assertEquals(
                """
                1 row in 2.5 s: 50 requests, 48,111 rows fetched
                The eddy changed its mind once:
                  once about rows of flights; from 1.23 s on they go to probe h, then probe a (pass 1 %)
                """,
                told(report -> report.cost(answer)));
    }

    @Test
    void anEarlyAnswerTellsHowMuchItDidNotRead() {
        Progress flights =
                new Progress(
                        "flights", 64_000, 64, 19_000_000, 64, 0, 0, 0, -1, 337, -1, "", "", true);
        Progress states = new Progress("s", 51, 0, 984, 1, 0, 0, 0, -1, -1, -1, "", "", true);
        assertEquals(
                """
                Read 64 of 337 pages of flights (19 %).
                  JFK miles: exactly 3
                """,
                told(report ->
                        report.unread(
                                answer(List.of(flights, states), List.of()),
                                List.of("JFK miles: exactly 3"))));
    }

    @Test
    void changesAreToldByKindOfRowsWithTheLastOrder() {
        List<Routes.Change> changes = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            changes.add(new Routes.Change(i, "f" + i % 8, List.of("m" + i), "w"));
        }
        List<String> lines =
                told(report -> report.cost(answer(List.of(), changes))).lines().toList();
        assertEquals("The eddy changed its mind 16 times:", lines.get(1));
        assertEquals("  twice about rows of f0; from 0.01 s on they go to m8 (w)", lines.get(2));
        assertEquals("  and about 2 more kinds of rows", lines.getLast());
        assertEquals(2 + 6 + 1, lines.size());
    }

    private static Answer answer(List<Progress> progress, List<Routes.Change> changes) {
        Answer answer = new Answer(event -> {});
        answer.accept(new Event.Rows(List.<Object[]>of(new Object[] {1})));
        answer.accept(
                new Event.End(
                        "SELECT 1",
                        1,
                        2_500_000_000L,
                        progress,
                        List.of(new Routes(List.of(), List.of(), changes))));
        return answer;
    }

    private static String told(java.util.function.Consumer<Report> telling) {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            telling.accept(new Report(out));
        }
        return text.toString();
    }
}
