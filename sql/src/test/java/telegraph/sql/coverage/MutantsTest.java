package telegraph.sql.coverage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate.Function;

/// Samples that are none are found out by the same measurement that finds the others right.
class MutantsTest {
    private static final int RUNS = 40;

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

    private static void requireNoticed(Pages.Draw draw) throws Exception {
        Question question = Cases.sortedPages(draw).with(Function.SUM, "x").with(Function.AVG, "x");
        try (Experiment experiment = new Experiment(question, 9)) {
            List<Tally.Line> lines = experiment.run(RUNS).lines(experiment.names());
            assertTrue(
                    lines.stream().anyMatch(line -> line.tooLow() < 1e-6),
                    () -> draw + " was not noticed: " + lines);
        }
    }
}
