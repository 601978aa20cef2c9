package telegraph.cli.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.Basis;
import telegraph.sql.Event;
import telegraph.sql.Mark;
import telegraph.sql.ResultColumn;

final class EstimateTableTest {
    private static final List<ResultColumn> COLUMNS =
            List.of(
                    new ResultColumn("carrier", "TEXT"),
                    new ResultColumn("flights", "BIGINT"),
                    new ResultColumn("delay", "DOUBLE PRECISION"),
                    new ResultColumn("longest", "INTEGER"));
    private static final double NONE = Double.NaN;

    private final Event.Snapshot snapshot =
            snapshot(
                    List.of(
                            new Object[] {"AA", 32_729L, 8.586, 1_014},
                            new Object[] {"UA", 58_665L, 12.106, 483},
                            new Object[] {"OO", 29L, 12.586207, 154},
                            new Object[] {"HA", 342L, null, null}),
                    List.of(
                            mark(Basis.SAMPLED, 304, 0.117, 1_014),
                            mark(Basis.SAMPLED, 1_180, 0.98, 483),
                            mark(Basis.SO_FAR, NONE, NONE, 154),
                            mark(Basis.ASSUMED, 22, NONE, Double.NEGATIVE_INFINITY)));

    @Test
    void pointsStandBelowEachOtherAndTheBasisAtTheRight() {
        EstimateTable table = EstimateTable.of(snapshot, COLUMNS, "∅", 80);
        assertEquals(
                """
                 carrier |       flights |        delay | longest | basis
                ---------+---------------+--------------+---------+---------
                 AA      | 32730 ±   310 |  8.59 ± 0.12 |  ≥ 1014 | sampled
                 UA      | 58700 ±  1200 | 12.11 ± 0.98 |   ≥ 483 | sampled
                 OO      |    29         | 12.59        |   ≥ 154 | so-far
                 HA      |   342 ±?   22 |  ∅           |       ∅ | assumed\
                """,
                text(table));
        assertEquals(0, table.hidden());
        assertEquals("", table.basis());
    }

    @Test
    void halfWidthsThatDoNotFitAreLeftOutFromTheRight() {
        EstimateTable table = EstimateTable.of(snapshot, COLUMNS, "∅", 55);
        assertEquals(
                """
                 carrier |       flights | delay | longest | basis
                ---------+---------------+-------+---------+---------
                 AA      | 32730 ±   310 |  8.59 |  ≥ 1014 | sampled
                 UA      | 58700 ±  1200 | 12.11 |   ≥ 483 | sampled
                 OO      |    29         | 12.59 |   ≥ 154 | so-far
                 HA      |   342 ±?   22 |  ∅    |       ∅ | assumed\
                """,
                text(table));
        assertEquals(1, table.hidden());
        assertEquals(60, table.needed());
    }

    @Test
    void theBasisGoesLast() {
        EstimateTable narrow = EstimateTable.of(snapshot, COLUMNS, "∅", 47);
        assertEquals(" carrier | flights | delay | longest | basis", narrow.lines().getFirst());
        EstimateTable narrower = EstimateTable.of(snapshot, COLUMNS, "∅", 40);
        assertEquals(
                """
                 carrier | flights | delay | longest
                ---------+---------+-------+---------
                 AA      |   32730 |  8.59 |  ≥ 1014
                 UA      |   58700 | 12.11 |   ≥ 483
                 OO      |      29 | 12.59 |   ≥ 154
                 HA      |     342 |  ∅    |       ∅\
                """,
                text(narrower));
        assertEquals(2, narrower.hidden());
        assertEquals("", narrower.basis());
    }

    @Test
    void aBasisThatAllRowsShareGoesBeforeTheirHalfWidths() {
        EstimateTable table = EstimateTable.of(EstimateTable.first(snapshot, 2), COLUMNS, "∅", 55);
        assertEquals(
                """
                 carrier |      flights |        delay | longest
                ---------+--------------+--------------+---------
                 AA      | 32730 ±  310 |  8.59 ± 0.12 |  ≥ 1014
                 UA      | 58700 ± 1200 | 12.11 ± 0.98 |   ≥ 483\
                """,
                text(table));
        assertEquals("sampled", table.basis());
        assertEquals(0, table.hidden());
    }

    @Test
    void noLineIsWiderThanTheTerminalWhileTheNumbersFit() {
        for (int width = 38; width < 80; width++) {
            for (String line : EstimateTable.of(snapshot, COLUMNS, "∅", width).lines()) {
                assertTrue(CellWidth.of(line) <= width, width + ": " + line);
            }
        }
    }

    @Test
    void rangesGoBeforeHalfWidths() {
        Mark first = mark(Basis.SO_FAR, NONE, NONE, 3);
        first.lows()[1] = 12;
        first.highs()[1] = 240_000;
        Mark second = mark(Basis.SAMPLED, NONE, 1.4, 700);
        second.lows()[1] = 3;
        second.highs()[1] = 90;
        Event.Snapshot ranges =
                snapshot(
                        List.of(
                                new Object[] {"AA", 12L, 8.5, 3},
                                new Object[] {"UA", 31L, 12.5, 700}),
                        List.of(first, second));
        assertEquals(
                """
                 carrier |      flights |      delay | longest | basis
                ---------+--------------+------------+---------+---------
                 AA      | 12 …  240000 |  8.5       |     ≥ 3 | so-far
                 UA      | 31 in 3 … 90 | 12.5 ± 1.4 |   ≥ 700 | sampled\
                """,
                text(EstimateTable.of(ranges, COLUMNS, "∅", 80)));
        assertEquals(
                """
                 carrier | flights |      delay | longest | basis
                ---------+---------+------------+---------+---------
                 AA      |    ≥ 12 |  8.5       |     ≥ 3 | so-far
                 UA      |      31 | 12.5 ± 1.4 |   ≥ 700 | sampled\
                """,
                text(EstimateTable.of(ranges, COLUMNS, "∅", 56)));
    }

    @Test
    void aRowThatMayNotBelongThereIsMarked() {
        Mark sampled = mark(Basis.SAMPLED, 2, 1.4, 700);
        Mark open =
                new Mark(
                        sampled.basis(),
                        true,
                        sampled.errors(),
                        sampled.lows(),
                        sampled.highs(),
                        "");
        Event.Snapshot snapshot =
                snapshot(
                        List.of(
                                new Object[] {"UA", 31L, 12.5, 700L},
                                new Object[] {"AA", 30L, 12.5, 700L}),
                        List.of(sampled, open));
        assertEquals(
                """
                 carrier |  flights |      delay | longest | basis
                ---------+----------+------------+---------+--------------------
                 UA      | 31 ± 2.0 | 12.5 ± 1.4 |   ≥ 700 | sampled
                 AA      | 30 ± 2.0 | 12.5 ± 1.4 |   ≥ 700 | sampled, undecided\
                """,
                text(EstimateTable.of(snapshot, COLUMNS, "∅", 80)));
    }

    @Test
    void columnsThatSayTheSameAreNotShownTwice() {
        double none = Double.NEGATIVE_INFINITY;
        double most = Double.POSITIVE_INFINITY;
        Mark mark =
                new Mark(
                        Basis.SAMPLED,
                        new double[] {NONE, 304, NONE, NONE},
                        new double[] {none, none, none, none},
                        new double[] {most, most, most, most},
                        "");
        Event.Snapshot stopping =
                new Event.Snapshot(
                        List.<Object[]>of(new Object[] {"AA", 32_729L, 304.0, "sampled"}),
                        List.of(mark),
                        new boolean[] {false, true, false, false},
                        1,
                        0.12,
                        "");
        List<ResultColumn> columns =
                List.of(
                        new ResultColumn("carrier", "TEXT"),
                        new ResultColumn("flights", "BIGINT"),
                        new ResultColumn("flights_error", "DOUBLE PRECISION"),
                        new ResultColumn("basis", "TEXT"));
        assertEquals(
                """
                 carrier |     flights | basis
                ---------+-------------+---------
                 AA      | 32730 ± 310 | sampled\
                """,
                text(EstimateTable.of(stopping, columns, "∅", 80)));
    }

    @Test
    void whatSomethingIsClaimedOfStandsOut() {
        List<String> lines = EstimateTable.of(snapshot, COLUMNS, "∅", 80).lines();
        assertEquals(
                " <AA     > | <32730 ±   310> | < 8.59 ± 0.12> | < ≥ 1014> | <sampled>",
                Emphasis.render(lines.get(2), "<", ">"));
        assertEquals(
                " OO      |    29         | 12.59        | <  ≥ 154> | so-far ",
                Emphasis.render(lines.get(4), "<", ">"));
    }

    @Test
    void aSnapshotWithoutAggregatesHasNoEstimates() {
        assertTrue(EstimateTable.hasEstimates(snapshot));
        assertFalse(
                EstimateTable.hasEstimates(
                        new Event.Snapshot(
                                snapshot.rows(),
                                snapshot.marks(),
                                new boolean[4],
                                1,
                                Double.NaN,
                                "")));
    }

    @Test
    void textsFromASourceSendNothingToTheTerminal() {
        Event.Snapshot wild =
                snapshot(
                        List.<Object[]>of(new Object[] {"\u001b[2J\u0001", 1L, 2.0, 3}),
                        List.of(mark(Basis.SAMPLED, 1, 1, 3)));
        String line = EstimateTable.of(wild, COLUMNS, "∅", 80).lines().get(2);
        assertTrue(line.contains("\\u001b[2J\\u0001"), line);
    }

    private static Event.Snapshot snapshot(List<Object[]> rows, List<Mark> marks) {
        boolean[] estimated = {false, true, true, true};
        return new Event.Snapshot(rows, marks, estimated, 1, 0.12, "");
    }

    private static Mark mark(Basis basis, double flights, double delay, double longest) {
        double none = Double.NEGATIVE_INFINITY;
        double most = Double.POSITIVE_INFINITY;
        return new Mark(
                basis,
                new double[] {NONE, flights, delay, NONE},
                new double[] {none, none, none, longest},
                new double[] {most, most, most, most},
                "");
    }

    private static String text(EstimateTable table) {
        StringBuilder text = new StringBuilder();
        for (String line : table.lines()) {
            text.append(Emphasis.render(line, "", "").stripTrailing()).append('\n');
        }
        return text.toString().stripTrailing();
    }
}
