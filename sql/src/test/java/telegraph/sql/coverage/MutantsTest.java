package telegraph.sql.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate.Function;

/// Samples that are none are found out by the same measurement that finds the others right.
class MutantsTest {
    private static final int RUNS = 40;
    private static final int RUNS_MAX = 320;

    @Test
    void pagesInTheOrderOfTheirValuesAreNoticed() throws Exception {
        requireNoticed(Pages.Draw.IN_ORDER);
    }

    @Test
    void pagesInTheOrderOfTheirArrivalAreNoticed() throws Exception {
        requireNoticed(Pages.Draw.BY_ARRIVAL);
    }

    @Test
    void rowsOfAPageTakenForUnitsAreNoticed() throws Exception {
        requireNoticed(Pages.Draw.IN_RUNS);
    }

    @Test
    void listsOfAUnionReadInTheSameOrderAreNoticed() throws Exception {
        requireNoticed("the same order", alike(Pages.Draw.AS_OTHERS, 1), true);
        requireNoticed("orders of their own", alike(Pages.Draw.AT_RANDOM, 1), false);
    }

    @Test
    void aListOfAUnionThatIsSmallerThanItSaysIsNoticed() throws Exception {
        requireNoticed("a fifth more units", alike(Pages.Draw.AT_RANDOM, 1.2), true);
    }

    /// Three lists sorted by the value, of equally many pages.
    private static Question alike(Pages.Draw draw, double claimed) {
        return sorted("a", draw, 1).and(sorted("b", draw, claimed)).and(sorted("c", draw, 1));
    }

    private static Question sorted(String name, Pages.Draw draw, double claimed) {
        List<Object[]> rows = Population.sorted(Population.rows(9_000, 51, Population::oneGroup));
        rows.removeIf(row -> row[2] == null);
        Pages pages = new Pages(name, Population.COLUMNS, Population.even(rows, 30), 3);
        pages.draw = draw;
        pages.claimed = claimed;
        return new Question()
                .from(pages)
                .units(Math.round(claimed * pages.size()))
                .withFilter(Function.COUNT, "x", "c", 50)
                .with(Function.COUNT, "x")
                .with(Function.SUM, "x");
    }

    private static void requireNoticed(String what, Question question, boolean noticed)
            throws Exception {
        try (Experiment experiment = new Experiment(question, 7)) {
            List<Tally.Line> lines = experiment.run(200).lines(experiment.names());
            assertEquals(
                    noticed,
                    lines.stream().anyMatch(line -> line.tooLow() < 1e-6),
                    () -> what + ": " + lines);
        }
    }

    /// What arrives late on a crowded machine says less of its value, so more runs are looked at
    /// then, not all of them always.
    private static void requireNoticed(Pages.Draw draw) throws Exception {
        Question question = Cases.sortedPages(draw).with(Function.SUM, "x").with(Function.AVG, "x");
        List<Tally.Line> lines = List.of();
        for (int runs = RUNS; runs <= RUNS_MAX; runs *= 2) {
            try (Experiment experiment = new Experiment(question, 9)) {
                lines = experiment.run(runs).lines(experiment.names());
            }
            if (lines.stream().anyMatch(line -> line.tooLow() < 1e-6)) {
                return;
            }
        }
        fail(draw + " was not noticed: " + lines);
    }
}
