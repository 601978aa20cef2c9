package telegraph.cli.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.cli.FakeTerminal;
import telegraph.cli.FakeTicker;
import telegraph.cli.format.TableStyle;
import telegraph.engine.Basis;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.Progress;
import telegraph.engine.meter.RequestBudget;
import telegraph.engine.meter.Terms;
import telegraph.ground.TelegraphException;
import telegraph.sql.Event;
import telegraph.sql.Mark;
import telegraph.sql.ResultColumn;

final class LiveDisplayTest {
    private static final Event COLUMNS =
            new Event.Columns(
                    List.of(
                            new ResultColumn("carrier", "TEXT"),
                            new ResultColumn("flights", "BIGINT")));

    private final FakeTerminal terminal = new FakeTerminal(80, 12);
    private final FakeTicker ticker = new FakeTicker();
    private final LiveDisplay display =
            new LiveDisplay(terminal.screen(), TableStyle.PLAIN, "95 %", ticker);

    @Test
    void aSnapshotIsRefinedInPlaceAndGivesWayToTheExactResult() {
        display.accept(COLUMNS);
        display.accept(new Event.Sources(List.of(flights(61_000, 61, "", false))));
        display.accept(snapshot(1, "UA", 12_331L));
        ticker.pass(1_000);
        display.tick();
        assertEquals(
                """
                 carrier | flights
                ---------+---------
                 UA      |   12331
                (1 row so far, 1.0 s)
                flights  61,000 rows  61 requests  7.1 MB  [█·········]  18 %\
                """
                        .stripTrailing(),
                terminal.text());
        ticker.pass(500);
        display.accept(new Event.Sources(List.of(flights(122_000, 122, "retry in 3 s", false))));
        assertTrue(terminal.text().contains("[███·······]  36 %  retry in 3 s"), terminal.text());
        assertFalse(terminal.text().contains("61,000"), terminal.text());

        display.accept(rows(2, "AA", 32_729L));
        display.accept(end(2, flights(336_776, 337, "", true)));
        assertEquals(
                """
                 carrier | flights
                ---------+---------
                 AA      |   32729
                 AA      |   32729
                (2 rows)
                flights  336,776 rows  337 requests  7.1 MB  done\
                """,
                terminal.text());
        assertTrue(terminal.isRestored());
    }

    @Test
    void estimatesStandWithWhatIsClaimedOfThem() {
        display.accept(COLUMNS);
        display.accept(new Event.Sources(List.of(flights(41_000, 41, "", false))));
        display.accept(
                estimates(
                        "",
                        estimate(Basis.SAMPLED, 1_180, ""),
                        estimate(Basis.SO_FAR, Double.NaN, "too few rows")));
        ticker.pass(1_000);
        display.tick();
        assertEquals(
                """
                 carrier |      flights | basis
                ---------+--------------+---------
                 UA      | 58700 ± 1200 | sampled
                 UA      | 58665        | so-far
                (2 rows so far, 1.0 s, from 12 %, snapshot 3, ± at 95 %, each on its own,
                 1 row without ±: too few rows)
                flights  41,000 rows  41 requests  7.1 MB  [█·········]  12 %\
                """,
                terminal.text());
        display.accept(rows(1, "UA", 58_665L));
        display.accept(end(1));
        assertEquals(
                " carrier | flights\n---------+---------\n UA      |   58665\n(1 row)",
                terminal.text());
    }

    @Test
    void theRunningAnswerOfACancelledStatementStays() {
        display.accept(COLUMNS);
        display.accept(new Event.Sources(List.of(flights(41_000, 41, "", false))));
        display.accept(estimates("", estimate(Basis.SAMPLED, 1_180, "")));
        ticker.pass(1_000);
        display.tick();
        ticker.pass(10);
        display.accept(new Event.Failed(TelegraphException.cancelled("cancelled")));
        String kept =
                """
                 carrier |      flights | basis
                ---------+--------------+---------
                 UA      | 58700 ± 1200 | sampled
                (stopped: 1 row so far, 1.0 s, from 12 %, snapshot 3, ± at 95 %,
                 each on its own)
                flights  41,000 rows  41 requests  7.1 MB  [█·········]  12 %\
                """;
        assertEquals(kept, terminal.text());
        assertTrue(terminal.isRestored());
        display.close();
        assertEquals(kept, terminal.text(), "whoever closes it takes nothing away");
    }

    @Test
    void rowsThatCameBeforeACancelStay() {
        display.accept(COLUMNS);
        display.accept(rows(2, "AA", 32_729L));
        display.accept(new Event.Failed(TelegraphException.cancelled("cancelled")));
        assertEquals(
                " carrier | flights\n---------+---------\n AA      |   32729\n AA      |   32729\n"
                        + "(stopped: 2 rows so far, 0.0 s)",
                terminal.text());
        assertTrue(terminal.isRestored());
    }

    @Test
    void beforeTheFirstGroupThereIsNothingToExplain() {
        display.accept(COLUMNS);
        display.accept(estimates("flights: nothing is known of its order"));
        ticker.pass(1_000);
        display.tick();
        assertEquals(
                " carrier | flights | basis\n---------+---------+-------\n(0 rows so far, 1.0 s)",
                terminal.text());
    }

    @Test
    void whatIsAssumedSaysWhatOf() {
        display.accept(COLUMNS);
        display.accept(estimates("", estimate(Basis.ASSUMED, 1_180, "")));
        ticker.pass(1_000);
        display.tick();
        assertEquals(
                """
                 carrier |       flights | basis
                ---------+---------------+---------
                 UA      | 58700 ±? 1200 | assumed
                (1 row so far, 1.0 s, from 12 %, snapshot 3, ±? at 95 %, each on its own,
                 if arrival order is unrelated to the value)\
                """,
                terminal.text());
    }

    @Test
    void withoutIntervalsTheReasonIsGiven() {
        display.accept(COLUMNS);
        String reason = "pages of flights cannot be read in random order";
        display.accept(estimates(reason, estimate(Basis.SO_FAR, Double.NaN, "")));
        ticker.pass(1_000);
        display.tick();
        assertEquals(
                """
                 carrier | flights | basis
                ---------+---------+--------
                 UA      |   58665 | so-far
                (1 row so far, 1.0 s, from 12 %, snapshot 3,
                 no ±: pages of flights cannot be read in random order)\
                """,
                terminal.text());
    }

    @Test
    void aLongReasonGoesOnInTheNextLine() {
        terminal.resize(50, 12);
        display.accept(COLUMNS);
        String reason =
                "the order has to do with the values: the second half of the units differs from"
                        + " the first";
        display.accept(estimates(reason, estimate(Basis.SO_FAR, Double.NaN, "")));
        ticker.pass(1_000);
        display.tick();
        assertTrue(
                terminal.text()
                        .endsWith(
                                """
                                (1 row so far, 1.0 s, from 12 %, snapshot 3, no ±:
                                 the order has to do with the values: the second
                                 half of the units differs from the first)\
                                """),
                terminal.text());
    }

    @Test
    void aLineAsWideAsTheTerminalIsWhole() {
        terminal.resize(44, 12);
        display.accept(COLUMNS);
        display.accept(estimates("", estimate(Basis.SAMPLED, 1_180, "")));
        ticker.pass(1_000);
        display.tick();
        assertTrue(
                terminal.text().contains("(1 row so far, 1.0 s, from 12 %, snapshot 3,\n"),
                terminal.text());
    }

    @Test
    void aNarrowTerminalLeavesHalfWidthsOutAndSaysSo() {
        terminal.resize(24, 12);
        display.accept(COLUMNS);
        display.accept(
                estimates(
                        "",
                        estimate(Basis.SAMPLED, 1_180, ""),
                        estimate(Basis.SO_FAR, Double.NaN, "")));
        ticker.pass(1_000);
        display.tick();
        assertEquals(
                """
                 carrier | flights
                ---------+---------
                 UA      |   58700
                 UA      |   58665
                (2 rows so far, 1.0 s,
                 from 12 %, snapshot 3,
                 ± at 95 %,
                 each on its own, ± of …\
                """,
                terminal.text());
    }

    @Test
    void aLongStatusTakesRoomFromTheRowsAndNotFromTheSources() {
        terminal.resize(80, 8);
        display.accept(COLUMNS);
        display.accept(new Event.Sources(List.of(flights(41_000, 41, "", false))));
        Mark[] marks = new Mark[9];
        Arrays.fill(marks, estimate(Basis.ASSUMED, 1_180, ""));
        display.accept(estimates("", marks));
        ticker.pass(1_000);
        display.tick();
        assertEquals(7, terminal.text().lines().count());
        assertTrue(terminal.text().contains("unrelated to the value)\nflights  41,000 rows"));
    }

    @Test
    void onlyWhatSomethingIsClaimedOfIsBright() {
        StringWriter out = new StringWriter();
        Screen color = new Screen(out, () -> 80, () -> 12, true, true);
        LiveDisplay colored = new LiveDisplay(color, TableStyle.PLAIN, "95 %", ticker);
        colored.accept(COLUMNS);
        ticker.pass(1_000);
        colored.accept(
                estimates(
                        "",
                        estimate(Basis.SAMPLED, 1_180, ""),
                        estimate(Basis.SO_FAR, Double.NaN, "")));
        String bright = "\u001b[0m58700 ± 1200\u001b[2m";
        assertTrue(out.toString().contains(bright), out::toString);
        assertTrue(out.toString().contains("| 58665        |"), out::toString);
        assertFalse(out.toString().contains("\u0001"), out::toString);
    }

    @Test
    void aQuickStatementShowsItsResultAlone() {
        display.accept(COLUMNS);
        display.accept(new Event.Sources(List.of(flights(1, 1, "", false))));
        display.accept(rows(1, "UA", null));
        ticker.pass(100);
        display.accept(end(1, flights(1, 1, "", true)));
        assertEquals(
                " carrier | flights\n---------+---------\n UA      |       ∅\n(1 row)",
                terminal.text());
        assertEquals(1, terminal.flushes());
    }

    @Test
    void aStatementWithoutResultShowsWhatItDid() {
        display.accept(new Event.End("CREATE SOURCE", 0, 1, List.of(), List.of()));
        assertEquals("CREATE SOURCE", terminal.text());
    }

    @Test
    void noMoreThanTenFramesASecond() {
        display.accept(COLUMNS);
        int before = terminal.flushes();
        for (int i = 0; i < 2_000; i++) {
            ticker.pass(1);
            display.accept(snapshot(1, "UA", (long) i));
        }
        int frames = terminal.flushes() - before;
        assertTrue(frames >= 15 && frames <= 20, "frames=" + frames);
    }

    @Test
    void rowsAsTheyComeFillTheScreenAndNoMore() {
        display.accept(COLUMNS);
        for (int i = 0; i < 100; i++) {
            display.accept(rows(1, "row " + i, (long) i));
        }
        display.accept(new Event.Sources(List.of(flights(100, 1, "", false))));
        ticker.pass(1_000);
        display.tick();
        assertEquals(11, terminal.text().lines().count());
        assertTrue(terminal.text().contains("row 99"));
        assertFalse(terminal.text().contains("row 92 "));
        assertTrue(terminal.text().contains("(100 rows so far, 1.0 s)"));
        display.accept(end(100, flights(100, 1, "", true)));
        assertEquals(104, terminal.text().lines().count());
    }

    @Test
    void aLargeResultIsPrintedAsItComes() {
        display.accept(COLUMNS);
        display.accept(rows(900, "x", 1L));
        ticker.pass(1_000);
        display.tick();
        display.accept(rows(400, "y", 2L));
        ticker.pass(1_000);
        display.tick();
        assertEquals(1 + 1 + 1300 + 1, terminal.text().lines().count());
        assertTrue(terminal.text().endsWith("(running, 2.0 s)"), terminal.text());
        display.accept(rows(1, "z", 3L));
        display.accept(end(1301, flights(1, 1, "", true)));
        assertTrue(terminal.text().contains(" z       |       3\n(1301 rows)\nflights"));
        assertTrue(terminal.isRestored());
    }

    @Test
    void longCellsAndNarrowTerminalsAreCut() {
        terminal.resize(30, 6);
        display.accept(COLUMNS);
        display.accept(snapshot(9, "東京".repeat(200), 7L));
        display.accept(new Event.Sources(List.of(flights(1_000, 1, "waiting for host", false))));
        ticker.pass(300);
        display.tick();
        assertEquals(5, terminal.text().lines().count(), terminal.text());
        assertTrue(terminal.text().contains("…"), terminal.text());
    }

    @Test
    void theSmallestTerminalStillWorks() {
        terminal.resize(1, 1);
        display.accept(COLUMNS);
        display.accept(snapshot(9, "x", 7L));
        display.accept(new Event.Sources(List.of(flights(1_000, 1, "", false))));
        ticker.pass(300);
        display.tick();
        assertEquals("", terminal.text());
    }

    @Test
    void afterTheTerminalBecameNarrowerNothingOfTheFrameBeforeIsLeft() {
        display.accept(COLUMNS);
        display.accept(snapshot(2, "x", 7L));
        ticker.pass(300);
        display.tick();
        terminal.resize(40, 8);
        ticker.pass(300);
        display.tick();
        display.accept(rows(1, "y", 8L));
        display.accept(end(1));
        assertEquals(
                " carrier | flights\n---------+---------\n y       |       8\n(1 row)",
                terminal.text());
    }

    @Test
    void aFailureLeavesNothingOfTheFrame() {
        display.accept(COLUMNS);
        display.accept(snapshot(3, "x", 7L));
        ticker.pass(300);
        display.tick();
        assertFalse(terminal.isCursorShown());
        display.accept(new Event.Failed(TelegraphException.input("no")));
        assertEquals("", terminal.text());
        assertTrue(terminal.isRestored());
        ticker.pass(300);
        assertFalse(display.tick());
        assertEquals("", terminal.text());
    }

    @Test
    void aPlainScreenGetsTheResultThenTheSources() {
        StringWriter out = new StringWriter();
        LiveDisplay plain = new LiveDisplay(Screen.plain(out), TableStyle.PLAIN, "95 %", ticker);
        plain.accept(COLUMNS);
        plain.accept(snapshot(3, "x", 7L));
        ticker.pass(10_000);
        plain.accept(new Event.Notice("2 requests failed"));
        assertEquals("", out.toString());
        plain.accept(rows(1, "y", 8L));
        plain.accept(end(1, flights(5, 2, "", true)));
        assertEquals(
                " carrier | flights\n---------+---------\n y       |       8\n(1 row)\n"
                        + "flights  5 rows  2 requests  7.1 MB  done\nnotice: 2 requests failed\n",
                out.toString());
    }

    @Test
    void aSourceOfWhichNotAllWasNeededIsNotDone() {
        display.accept(COLUMNS);
        ticker.pass(1_000);
        display.tick();
        display.accept(rows(1, "UA", 7L));
        Progress part =
                new Progress(
                        "flights",
                        262_776,
                        271,
                        80_100_000,
                        263,
                        0,
                        0,
                        0,
                        336_776,
                        337,
                        -1,
                        "",
                        "",
                        true);
        display.accept(end(1, part));
        assertTrue(
                terminal.text().endsWith("flights  262,776 rows  271 requests  80.1 MB  78 % read"),
                terminal.text());
    }

    @Test
    void whatRequestsCostStandsBesideThemAndInAllAtTheEnd() {
        display.accept(COLUMNS);
        ticker.pass(1_000);
        display.tick();
        display.accept(rows(1, "UA", 7L));
        display.accept(end(1, paid("ages", 12, "0.002 USD"), paid("names", 3, "0.5")));
        assertTrue(terminal.text().contains("12 requests, 0.024 USD"), terminal.text());
        assertTrue(terminal.text().endsWith("total: 15 requests, 1.5, 0.024 USD"), terminal.text());
    }

    private static Progress paid(String source, int requests, String price) {
        Meter meter =
                new Meter(source, source, new Terms(Price.of(price), 0), RequestBudget.unlimited());
        for (int i = 0; i < requests; i++) {
            meter.addRequest();
        }
        meter.done();
        return meter.progress();
    }

    @Test
    void aScreenThatIsGoneIsReported() {
        Writer gone =
                new Writer() {
                    @Override
                    public void write(char[] characters, int offset, int length)
                            throws IOException {
                        throw new IOException("Broken pipe");
                    }

                    @Override
                    public void flush() throws IOException {
                        throw new IOException("Broken pipe");
                    }

                    @Override
                    public void close() {}
                };
        LiveDisplay plain = new LiveDisplay(Screen.plain(gone), TableStyle.PLAIN, "95 %", ticker);
        plain.accept(COLUMNS);
        assertThrows(UncheckedIOException.class, () -> plain.accept(rows(2_000, "y", 8L)));
    }

    private static Event snapshot(int count, Object... row) {
        List<Mark> marks = Collections.nCopies(count, Mark.none(row.length, ""));
        return new Event.Snapshot(
                repeated(count, row), marks, new boolean[row.length], 1, Double.NaN, "");
    }

    private static Event estimates(String reason, Mark... marks) {
        return new Event.Snapshot(
                repeated(marks.length, "UA", 58_665L),
                List.of(marks),
                new boolean[] {false, true},
                3,
                0.1217,
                reason);
    }

    private static Mark estimate(Basis basis, double error, String reason) {
        Mark none = Mark.none(2, "");
        return new Mark(basis, new double[] {Double.NaN, error}, none.lows(), none.highs(), reason);
    }

    private static Event rows(int count, Object... row) {
        return new Event.Rows(repeated(count, row));
    }

    private static List<Object[]> repeated(int count, Object... row) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row);
        }
        return rows;
    }

    private static Event end(long rows, Progress... progress) {
        return new Event.End("SELECT " + rows, rows, 1, List.of(progress), List.of());
    }

    private static Progress flights(long rows, long requests, String waiting, boolean done) {
        return new Progress(
                "flights", rows, requests, 7_100_000, 0, 0, 0, 0, 336_776, -1, -1, waiting, "",
                done);
    }
}
