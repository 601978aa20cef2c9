package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// Queries over declared web sources, from the statement to the requests it makes.
class WebTest {
    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;

    @BeforeEach
    void openTheWeb() {
        web = new FaultServer();
        web.on("/planes", request -> planes(request.parameter("tailnum")));
        web.on("/flights", request -> flights(Integer.parseInt(request.parameter("page"))));
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        Answer declared =
                ask(
                        """
                        CREATE SOURCE planes (
                          tailnum TEXT REQUIRED,
                          year INTEGER PATH 'td.year',
                          maker TEXT PATH 'td.maker'
                        ) WITH (connector = 'http', url = '%s?tailnum={tailnum}', format = 'html', rows = 'table.results tr');
                        CREATE SOURCE flights (id INTEGER, tailnum TEXT, delay INTEGER)
                        WITH (connector = 'http', url = '%s?page={page}', format = 'json', rows = '$.results', page_count = '$.pages', retries = 1)
                        """
                                .formatted(web.url("/planes"), web.url("/flights")));
        assertNull(declared.error(), () -> declared.error());
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
        assertTrue(web.faults().isEmpty(), () -> "the test's own server failed: " + web.faults());
    }

    private static Reply planes(String tailnum) {
        int number = Integer.parseInt(tailnum.substring(1));
        String row =
                number == 3
                        ? ""
                        : "<tr><td class=year>"
                                + (2000 + number)
                                + "</td><td class=maker>BOEING</td></tr>";
        return Reply.html("<table class=results>" + row + "</table>");
    }

    private static Reply flights(int page) {
        String rows =
                IntStream.range(0, 4)
                        .map(i -> page * 10 + i)
                        .mapToObj(id ->
                                "{\"id\":%d,\"tailnum\":\"N%d\",\"delay\":%d}"
                                        .formatted(id, id % 4, id % 7))
                        .collect(Collectors.joining(","));
        return Reply.json("{\"pages\":3,\"results\":[" + rows + "]}");
    }

    private Answer ask(String script) {
        try {
            Answer answer = Answer.of(telegraph, script);
            return answer;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> rows(String query) {
        Answer answer = ask(query);
        assertNull(answer.error(), () -> String.valueOf(answer.error()));
        return answer.rows().subList(1, answer.rows().size()).stream().sorted().toList();
    }

    @Test
    void aPagedSourceIsReadToItsLastPage() {
        assertEquals(List.of("12"), rows("SELECT count(*) FROM flights"));
        assertEquals(3, web.requests("/flights"));
    }

    @Test
    void aFormIsAskedOnceForEachValueThatAJoinBinds() {
        assertEquals(
                List.of("2000,3", "2001,3", "2002,3"),
                rows(
                        "SELECT p.year, count(*) FROM flights f JOIN planes p ON f.tailnum ="
                                + " p.tailnum GROUP BY p.year"));
        assertEquals(4, web.requests("/planes"));
    }

    @Test
    void aFormIsNotAskedForRowsThatAFilterDrops() {
        assertEquals(
                List.of("2001"),
                rows(
                        "SELECT p.year FROM flights f JOIN planes p ON f.tailnum = p.tailnum"
                                + " WHERE f.id = 13"));
        assertEquals(1, web.requests("/planes"));
    }

    @Test
    void aFileWhoseConnectionBreaksHasEachRowOnce() {
        String lines =
                IntStream.range(0, 50_000)
                        .mapToObj(i -> i + ",x" + i)
                        .collect(Collectors.joining("\n"));
        Reply csv = Reply.csv("n,t\n" + lines + "\n");
        web.on(
                "/f.csv",
                request ->
                        request.number() % 3 != 0 ? csv.cutAfter(300_000 + request.number()) : csv);
        Reply json =
                Reply.json(
                        "["
                                + lines.replaceAll("(\\d+),x\\d+", "{\"n\":$1}").replace("\n", ",")
                                + "]");
        web.on("/f.json", request -> request.number() % 3 != 0 ? json.cutAfter(200_000) : json);
        for (String file :
                List.of(
                        "read_csv('" + web.url("/f.csv") + "')",
                        "read_json('" + web.url("/f.json") + "')")) {
            assertEquals(
                    List.of("50000,50000,1249975000"),
                    rows("SELECT count(*), count(DISTINCT n), sum(n) FROM " + file));
        }
        assertTrue(web.requests("/f.csv") > 2 && web.requests("/f.json") > 2);
        web.on("/f.csv", request -> csv.cutAfter(300_000));
        String error = ask("SELECT count(*) FROM read_csv('" + web.url("/f.csv") + "')").error();
        assertTrue(error.contains("a file must be readable to its end"), error);
        assertTrue(error.contains("4 times at byte 300000"), error);
    }

    @Test
    void aConstantBindsAForm() {
        assertEquals(
                List.of("N2,2002"), rows("SELECT tailnum, year FROM planes WHERE tailnum = 'N2'"));
        assertEquals(
                List.of("2000", "2002"),
                rows("SELECT year FROM planes WHERE tailnum IN ('N2', 'N0', 'N3')"));
    }

    @Test
    void aFormInAnOuterJoinIsGivenTheKeysOfTheOtherSide() {
        assertEquals(
                List.of("10,2002", "11,", "12,2000", "13,2001"),
                rows(
                        "SELECT f.id, p.year FROM flights f LEFT JOIN planes p ON f.tailnum ="
                                + " p.tailnum WHERE f.id BETWEEN 10 AND 13"));
        assertEquals(3, web.requests("/flights"), "the other side is read once");
        assertEquals(4, web.requests("/planes"));
    }

    @Test
    void aFormInACorrelatedSubqueryIsGivenTheKeysOutside() {
        assertEquals(
                List.of("10,2002", "11,"),
                rows(
                        "SELECT f.id, (SELECT p.year FROM planes p WHERE p.tailnum = f.tailnum) FROM"
                                + " flights f WHERE f.id IN (10, 11)"));
    }

    @Test
    void aFormThatNothingBindsIsRefusedBeforeAnyRequest() {
        String error = ask("SELECT * FROM planes").error();
        assertTrue(error.contains("source \"planes\" needs tailnum"), error);
        assertTrue(error.contains("tailnum = '"), error);
        assertEquals(0, web.requests());
    }

    @Test
    void aFailedRequestFailsTheQueryAndNamesIt() {
        web.on("/planes", Reply.status(500));
        String error = ask("SELECT * FROM planes WHERE tailnum = 'N1'").error();
        assertTrue(error.contains("/planes?tailnum=N1"), error);
        assertTrue(error.contains("500"), error);
    }

    @Test
    void skippedRequestsAreCountedInANotice() {
        web.on(
                "/planes",
                request ->
                        request.parameter("tailnum").equals("N1")
                                ? Reply.status(500)
                                : planes(request.parameter("tailnum")));
        Answer answer =
                ask(
                        "SET on_error = 'skip'; SELECT DISTINCT p.year FROM flights f JOIN planes p ON"
                                + " f.tailnum = p.tailnum");
        assertNull(answer.error());
        assertEquals(List.of("2000", "2002"), answer.rows().stream().skip(1).sorted().toList());
        assertTrue(
                answer.events().stream()
                        .anyMatch(e ->
                                e instanceof Event.Notice notice
                                        && notice.text().startsWith("planes: 1 of ")),
                () -> answer.events().toString());
    }

    @Test
    void explainAnalyzeTellsWhatWasAsked() {
        List<String> lines =
                ask("EXPLAIN ANALYZE SELECT p.year FROM flights f JOIN planes p ON"
                                + " f.tailnum = p.tailnum WHERE f.delay > 3")
                        .rows();
        String text = String.join("\n", lines);
        assertTrue(text.contains("lookup by tailnum"), text);
        assertTrue(text.contains("filter flights.delay > 3"), text);
        assertTrue(text.matches("(?s).*planes +\\d+ +\\d+ +0 +0 +0.*"), text);
    }
}
