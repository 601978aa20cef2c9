package telegraph.sql.coverage;

import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate.Function;

class CoverageTest {
    @Test
    void tryOut() throws Exception {
        Question q =
                new Question()
                        .from(
                                new Pages(
                                        "t",
                                        Population.COLUMNS,
                                        Population.uneven(
                                                Population.rows(12_000, 1, Population::oneGroup),
                                                30,
                                                2),
                                        3))
                        .count()
                        .withAll("x")
                        .withFilter(Function.SUM, "x", "c", 30);
        long t = System.nanoTime();
        try (Experiment e = new Experiment(q, 7)) {
            Tally tally = e.run(1000);
            System.out.println((System.nanoTime() - t) / 1e9);
            List<Tally.Line> lines = tally.lines(e.names());
            lines.forEach(System.out::println);
            System.out.println(tally.details(e.names()));
        }
    }
}
