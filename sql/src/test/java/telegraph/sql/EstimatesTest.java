package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.engine.Basis;
import telegraph.engine.Column;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.ground.Ticker;
import telegraph.memory.Type;

/// Running answers of queries over sources that can be read as samples, and stopping at one.
@Timeout(600)
class EstimatesTest {
    private static final int UNITS = 400;
    private static final int UNIT_ROWS = 50;

    /// Two groups, `x` uniform with mean 10 in one and 20 in the other, sorted by nothing.
    private static Units measured() {
        Random random = new Random(42);
        return new Units(
                "m",
                List.of(
                        new Column("k", Type.TEXT),
                        new Column("x", Type.DOUBLE),
                        new Column("n", Type.INTEGER)),
                UNITS,
                unit -> {
                    List<Object[]> rows = new ArrayList<>();
                    for (int r = 0; r < UNIT_ROWS; r++) {
                        boolean a = random.nextBoolean();
                        double x = (a ? 5 : 15) + 10 * random.nextDouble();
                        rows.add(new Object[] {a ? "a" : "b", x, unit});
                    }
                    return rows;
                });
    }

    private static final Map<String, String> QUICK = Map.of("report_interval", "20ms");

    @Test
    void aQueryStopsWhenEveryEstimateIsNearEnough() throws InterruptedException {
        Units source = measured();
        source.holdAt = UNITS / 2;
        Asked asked =
                Asked.of(
                        "SELECT k, avg(x) AS mean, count(*) AS n FROM m GROUP BY k"
                                + " ERROR WITHIN 10 PERCENT",
                        QUICK,
                        source);
        assertEquals("", asked.error());
        assertEquals("k,mean,mean_error,n,n_error,basis", asked.header());
        assertEquals(2, asked.rows().size());
        for (Object[] row : asked.rows()) {
            boolean a = row[0].equals("a");
            double mean = (Double) row[1];
            double error = (Double) row[2];
            assertTrue(error > 0 && error <= 0.1 * mean, "error=" + error);
            assertEquals(a ? 10 : 20, mean, 2 * error);
            double count = ((Long) row[3]).doubleValue();
            assertTrue((Double) row[4] > 0 && (Double) row[4] <= 0.1 * count);
            assertEquals(UNITS * UNIT_ROWS / 2.0, count, 2 * (Double) row[4]);
            assertEquals("sampled", row[5]);
        }
        assertEquals(
                "stopped because every estimate is within 10 % at 95 % confidence",
                asked.notices().getFirst());
        assertTrue(
                asked.notices().get(1).matches("m: \\d+ of 400 units read \\(\\d+ %\\)"),
                asked.notices()::toString);
        assertEquals(0, asked.held());
    }

    /// The rows of a query that was carried out without estimates.
    private static List<String> plain(String sql) throws InterruptedException {
        Asked asked = Asked.of(sql, Map.of("estimates", "off"), measured());
        assertEquals("", asked.error());
        return asked.lines();
    }

    @Test
    void ifNothingButAllIsNearEnoughTheAnswerIsExact() throws InterruptedException {
        String sql = "SELECT k, avg(x) AS mean, sum(n) AS s, max(n) AS top FROM m GROUP BY k";
        List<String> wanted =
                plain("SELECT k, avg(x), 0.0, sum(n), 0.0, max(n), 0.0, 'exact' FROM m GROUP BY k");
        for (String policy : RoutingPolicy.NAMES) {
            for (String workers : List.of("1", "2")) {
                Map<String, String> settings = Map.of("policy", policy, "workers", workers);
                assertEquals(plain(sql), Asked.of(sql, settings, measured()).lines());
                Asked asked =
                        Asked.of(sql + " ERROR WITHIN 0.000001 PERCENT", settings, measured());
                assertEquals(wanted, asked.lines());
                assertTrue(
                        asked.notices()
                                .contains(
                                        "every source was read to its end, so the answer is"
                                                + " exact"),
                        asked.notices()::toString);
            }
        }
    }

    @Test
    void whenTheTimeIsUpTheBestAnswerIsTheResult() throws InterruptedException {
        Units source = measured();
        source.holdAt = 300;
        Asked asked =
                outOfTime(
                        "SELECT k, sum(x) AS s FROM m GROUP BY k WITHIN 600 MILLISECONDS", source);
        assertEquals("", asked.error());
        assertEquals(2, asked.rows().size());
        for (Object[] row : asked.rows()) {
            double truth = (row[0].equals("a") ? 10 : 20) * UNITS * UNIT_ROWS / 2.0;
            assertTrue((Double) row[2] > 0, "there is an interval");
            assertEquals(truth, (Double) row[1], 3 * (Double) row[2]);
            assertEquals("sampled", row[3]);
        }
        assertEquals(
                "stopped because the time is up (WITHIN 600 MILLISECONDS)",
                asked.notices().getFirst());
        assertEquals("m: 300 of 400 units read (75 %)", asked.notices().get(1));
        assertEquals(0, asked.held());
    }

    @Test
    void ofRowsThatAreNoSampleNothingIsClaimed() throws InterruptedException {
        Units source = measured();
        source.basis = Basis.SO_FAR;
        source.holdAt = 300;
        Asked asked =
                outOfTime(
                        "SELECT k, count(*) AS n FROM m GROUP BY k ERROR WITHIN 50 PERCENT"
                                + " WITHIN 600 MILLISECONDS",
                        source);
        long sum = 0;
        for (Object[] row : asked.rows()) {
            assertNull(row[2]);
            assertEquals("so-far", row[3]);
            sum += (Long) row[1];
        }
        assertEquals(300L * UNIT_ROWS, sum, "the rows so far, not scaled");
        assertTrue(
                asked.notices().getFirst().contains("; no intervals: "), asked.notices()::toString);
    }

    @Test
    void whereNothingComesInTimeTheResultIsEmptyOrOfNothing() throws InterruptedException {
        Units source = measured();
        source.holdAt = 0;
        Asked asked =
                Asked.of(
                        "SELECT k, count(*) AS n FROM m GROUP BY k WITHIN 200 MILLISECONDS",
                        QUICK,
                        source);
        assertEquals("", asked.error());
        assertEquals(List.of(), asked.rows());
    }

    /// Time that stands still until it is up.
    private static final class Standing implements Ticker {
        volatile boolean up;

        @Override
        public long nanos() {
            return up ? Duration.ofDays(1).toNanos() : 0;
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Ticker.SYSTEM.sleep(duration);
        }
    }

    /// Listens until what is shown of a query, all of whose rows have come, stays the same, and
    /// does something then.
    private static final class Settling implements Consumer<Event> {
        private static final int LOOKS = 6;

        private final Units source;
        private final Runnable then;
        private long rows;
        private Event.Snapshot last;
        private int same;

        Settling(Units source, Runnable then) {
            this.source = source;
            this.then = then;
        }

        @Override
        public synchronized void accept(Event event) {
            if (event instanceof Event.Routing routing) {
                rows =
                        routing.blocks().stream()
                                .flatMap(block -> block.modules().stream())
                                .filter(module -> module.kind() == Routes.Kind.SOURCE)
                                .mapToLong(Routes.Module::rowsOut)
                                .sum();
            } else if (event instanceof Event.Snapshot snapshot
                    && same < LOOKS
                    && rows >= (long) source.holdAt * UNIT_ROWS
                    && source.held.getCount() == 0) {
                same = last != null && equal(last, snapshot) ? same + 1 : 0;
                last = snapshot;
                if (same == LOOKS) {
                    then.run();
                }
            }
        }

        synchronized Event.Snapshot shown() {
            assertEquals(LOOKS, same, "it has settled");
            return last;
        }
    }

    /// Carries out a query whose time is up when its answer has settled while its source is held.
    private static Asked outOfTime(String sql, Units source) throws InterruptedException {
        Standing time = new Standing();
        Settling settling = new Settling(source, () -> time.up = true);
        return Asked.of(time, sql, QUICK, true, settling, source);
    }

    /// What is shown of a query while its source is held, when it has settled.
    private static Event.Snapshot shown(String sql, Map<String, String> more, Units source)
            throws InterruptedException {
        source.holdAt = 300;
        Map<String, String> settings = new HashMap<>(QUICK);
        settings.putAll(more);
        Settling settling = new Settling(source, source.go::countDown);
        Asked asked = Asked.of(sql, settings, true, settling, source);
        assertEquals("", asked.error());
        assertEquals(0, asked.held());
        return settling.shown();
    }

    private static boolean equal(Event.Snapshot a, Event.Snapshot b) {
        return a.progress() == b.progress()
                && Arrays.deepEquals(a.rows().toArray(), b.rows().toArray());
    }

    private static Event.Snapshot shown(String sql) throws InterruptedException {
        return shown(sql, Map.of(), measured());
    }

    @Test
    void aSnapshotSaysOfEachValueWhatIsClaimed() throws InterruptedException {
        Event.Snapshot shown =
                shown("SELECT k, count(*) AS n, avg(x) AS mean FROM m GROUP BY k ORDER BY k");
        assertEquals(List.of(false, true, true), flags(shown));
        assertTrue(shown.number() > 2);
        assertTrue(
                shown.progress() > 0.5 && shown.progress() < 0.8, "progress=" + shown.progress());
        assertEquals("", shown.reason());
        assertEquals(2, shown.marks().size());
        for (int r = 0; r < 2; r++) {
            Mark mark = shown.marks().get(r);
            assertEquals(Basis.SAMPLED, mark.basis());
            assertTrue(Double.isNaN(mark.errors()[0]), "a key has no error");
            assertEquals(
                    UNITS * UNIT_ROWS / 2.0, (Long) shown.rows().get(r)[1], 3 * mark.errors()[1]);
            assertEquals(r == 0 ? 10 : 20, (Double) shown.rows().get(r)[2], 3 * mark.errors()[2]);
        }
    }

    private static List<Boolean> flags(Event.Snapshot shown) {
        List<Boolean> flags = new ArrayList<>();
        for (boolean flag : shown.estimated()) {
            flags.add(flag);
        }
        return flags;
    }

    @Test
    void expressionsOfAggregatesHaveIntervalsByTheDeltaMethod() throws InterruptedException {
        Event.Snapshot shown =
                shown(
                        "SELECT avg(x), sum(x) / count(*), 3 * avg(x) - 1, CASE WHEN avg(x) > 1"
                                + " THEN avg(x) END, round(avg(x) * 1000) / 1000, CAST(avg(x) AS"
                                + " REAL), avg(x) / avg(x), sum(x) - sum(x), avg(x) + count(*) *"
                                + " 0, k FROM m GROUP BY k ORDER BY k");
        for (Mark mark : shown.marks()) {
            double one = mark.errors()[0];
            assertTrue(one > 0, "error=" + one);
            assertEquals(one, mark.errors()[1], 0.01 * one, "sum by count");
            assertEquals(3 * one, mark.errors()[2], 0.001 * one, "a line");
            assertEquals(one, mark.errors()[3], 0.001 * one, "case");
            assertEquals(one, mark.errors()[4], 0.05 * one, "rounded");
            assertEquals(one, mark.errors()[5], 0.001 * one, "cast");
            assertEquals(0, mark.errors()[6], 1e-6, "a ratio with itself");
            assertEquals(0, mark.errors()[7], 1e-6, "a difference with itself");
            assertEquals(one, mark.errors()[8], 0.01 * one, "what does not change does not count");
            assertTrue(Double.isNaN(mark.errors()[9]));
        }
    }

    @Test
    void aStepWithinTheHalfWidthIsNotOverlooked() throws InterruptedException {
        Event.Snapshot shown = shown("SELECT avg(x) FROM m WHERE k = 'a'");
        double value = (Double) shown.rows().getFirst()[0];
        double error = shown.marks().getFirst().errors()[0];
        String sql = "SELECT avg(x), CASE WHEN avg(x) > %s THEN 7 ELSE 5 END FROM m WHERE k = 'a'";
        double near = value + 0.9 * error;
        Mark mark = shown(sql.formatted(near)).marks().getFirst();
        assertEquals(error, mark.errors()[0], 1e-9, "the same estimate");
        assertEquals(2, mark.errors()[1]);
        double far = value + 1.1 * error;
        assertEquals(0, shown(sql.formatted(far)).marks().getFirst().errors()[1]);
    }

    @Test
    void anExpressionThatMayHaveNoValueNearbyHasNoInterval() throws InterruptedException {
        Event.Snapshot shown =
                shown(
                        "SELECT avg(x), 1 / NULLIF(avg(x) - avg(x), 0), k || ':' || CAST(count(*) AS TEXT) FROM m"
                                + " GROUP BY k");
        for (Mark mark : shown.marks()) {
            assertTrue(mark.errors()[0] > 0);
            assertTrue(Double.isNaN(mark.errors()[1]));
            assertTrue(Double.isNaN(mark.errors()[2]), "a text has none");
        }
        assertEquals(List.of(true, true, true), flags(shown));
    }

    @Test
    void theLeastAndGreatestHaveNoIntervalAndCountDistinctHasNone() throws InterruptedException {
        Event.Snapshot shown = shown("SELECT min(n), count(DISTINCT n), max(n) + 1, avg(x) FROM m");
        Mark mark = shown.marks().getFirst();
        for (int c = 0; c < 3; c++) {
            assertTrue(Double.isNaN(mark.errors()[c]), "column " + c);
        }
        assertTrue(mark.errors()[3] > 0);
        assertEquals(Basis.SAMPLED, mark.basis());
    }

    @Test
    void groupsThatHavingKeepsHaveIntervals() throws InterruptedException {
        Event.Snapshot shown =
                shown("SELECT k, avg(x) FROM m GROUP BY k HAVING avg(x) > 15 ORDER BY avg(x)");
        assertEquals(1, shown.rows().size());
        assertEquals("b", shown.rows().getFirst()[0]);
        assertTrue(shown.marks().getFirst().errors()[1] > 0);
    }

    @Test
    void rowsThatNeedAllGroupsAreOfWhatCameSoFar() throws InterruptedException {
        Map<String, String> queries =
                Map.of(
                        "SELECT k, avg(x) FROM m GROUP BY k ORDER BY avg(x) LIMIT 1",
                        "ORDER BY an estimate with LIMIT: which rows are the first is only known at"
                                + " the end",
                        "SELECT k, count(*), rank() OVER (ORDER BY count(*)) FROM m GROUP BY k",
                        "a window function needs all rows",
                        "SELECT k, count(*) FROM m GROUP BY k UNION ALL SELECT k, sum(n) FROM m"
                                + " GROUP BY k",
                        "rows of several queries together have no estimate",
                        "SELECT avg(c) FROM (SELECT k, count(*) AS c FROM m GROUP BY k) AS g",
                        "aggregates of aggregates, or of what has a plan of its own, have no"
                                + " estimate");
        for (Map.Entry<String, String> query : queries.entrySet()) {
            Event.Snapshot shown = shown(query.getKey());
            assertEquals(query.getValue(), shown.reason(), query.getKey());
            for (Mark mark : shown.marks()) {
                assertEquals(Basis.SO_FAR, mark.basis(), query.getKey());
                for (double error : mark.errors()) {
                    assertTrue(Double.isNaN(error), query.getKey());
                }
            }
            assertTrue(flags(shown).contains(true), query.getKey());
        }
    }

    @Test
    void theFirstGroupsByTheirKeyAreEstimated() throws InterruptedException {
        Event.Snapshot shown = shown("SELECT k, avg(x) FROM m GROUP BY k ORDER BY k LIMIT 1");
        assertEquals("a", shown.rows().getFirst()[0]);
        assertTrue(shown.marks().getFirst().errors()[1] > 0);
    }

    @Test
    void theSurerTheWider() throws InterruptedException {
        double before = 0;
        for (String confidence : List.of("50", "80", "95", "99.9")) {
            Event.Snapshot shown =
                    shown("SELECT avg(x) FROM m", Map.of("confidence", confidence), measured());
            double error = shown.marks().getFirst().errors()[0];
            assertTrue(error > before, confidence + " error=" + error);
            before = error;
        }
    }

    @Test
    void withoutEstimatesRowsAreThoseSoFar() throws InterruptedException {
        Event.Snapshot shown =
                shown("SELECT count(*) FROM m", Map.of("estimates", "off"), measured());
        assertEquals("estimates = off", shown.reason());
        assertEquals(300L * UNIT_ROWS, shown.rows().getFirst()[0]);
        assertEquals(0.75, shown.progress());
    }

    @Test
    void onlineEverySnapshotIsPartOfTheResult() throws InterruptedException {
        Units source = measured();
        source.holdAt = 300;
        Asked asked =
                Asked.of(
                        "SELECT ONLINE k, avg(x) AS mean FROM m GROUP BY k",
                        QUICK,
                        false,
                        event -> {
                            if (event instanceof Event.Rows more
                                    && more.rows().stream().allMatch(row -> row[4] != null)) {
                                source.go.countDown();
                            }
                        },
                        source);
        assertEquals("snapshot,progress,k,mean,mean_error,basis", asked.header());
        List<Object[]> rows = asked.rows();
        assertTrue(rows.size() >= 4, "rows=" + rows.size());
        long number = 1;
        for (Object[] row : rows) {
            assertTrue((Long) row[0] == number || (Long) row[0] == number + 1, "one by one");
            number = (Long) row[0];
        }
        assertEquals(1L, rows.getFirst()[0]);
        // Before that there may be answers of too few units for an interval.
        Object[] first = rows.stream().filter(row -> row[4] != null).findFirst().orElseThrow();
        assertEquals("sampled", first[5]);
        assertTrue((Double) first[1] > 0 && (Double) first[1] < 1, "progress=" + first[1]);
        assertTrue((Double) first[4] > 0);
        List<Object[]> last = rows.subList(rows.size() - 2, rows.size());
        assertEquals(
                plain("SELECT 1.0, k, avg(x), 0.0, 'exact' FROM m GROUP BY k"),
                last.stream()
                        .map(row -> Arrays.toString(Arrays.copyOfRange(row, 1, 6)))
                        .sorted()
                        .toList());
        assertEquals(List.of(), asked.snapshots());
    }

    @Test
    void onlineAnAnswerThatStaysIsGivenOnce() throws InterruptedException {
        Units source = measured();
        source.holdAt = 300;
        Standing time = new Standing();
        AtomicInteger answers = new AtomicInteger();
        AtomicInteger reports = new AtomicInteger();
        AtomicInteger settled = new AtomicInteger();
        AtomicInteger all = new AtomicInteger();
        Asked asked =
                Asked.of(
                        time,
                        "SELECT ONLINE count(*) FROM m WITHIN 1 SECOND",
                        Map.of("report_interval", "5ms"),
                        false,
                        event -> {
                            if (event instanceof Event.Rows) {
                                answers.incrementAndGet();
                                reports.set(0);
                            } else if (event instanceof Event.Sources
                                    && answers.get() > 0
                                    && source.held.getCount() == 0) {
                                if (reports.incrementAndGet() == 100) {
                                    settled.set(answers.get());
                                }
                                time.up = settled.get() > 0 || all.incrementAndGet() == 1_000;
                            }
                        },
                        source);
        assertTrue(settled.get() > 0, "an answer stayed for a hundred reports");
        long given = asked.rows().size();
        assertTrue(given - settled.get() <= 1, "given=" + given + " settled=" + settled);
    }

    @Test
    void clausesNeedAnAggregate() throws InterruptedException {
        String then =
                " is about estimates, and no column of this query is computed from aggregates. Its"
                        + " rows come as they are read: use LIMIT for fewer, or SET time_limit";
        assertEquals(
                "ERROR WITHIN" + then,
                Asked.of("SELECT x FROM m ERROR WITHIN 1 PERCENT", QUICK, measured()).error());
        assertEquals(
                "WITHIN" + then,
                Asked.of("SELECT DISTINCT k FROM m WITHIN 1 SECOND", QUICK, measured()).error());
        assertEquals(
                "SELECT ONLINE" + then,
                Asked.of("SELECT ONLINE k FROM m", QUICK, measured()).error());
    }

    @Test
    void aColumnWithoutIntervalsIsNamedAtOnce() throws InterruptedException {
        Asked asked =
                Asked.of(
                        "SELECT avg(x) AS mean, max(x) AS top FROM m ERROR WITHIN 10 PERCENT",
                        QUICK,
                        measured());
        assertEquals(
                "column top can have no interval, so the query runs to its end: max is what is"
                        + " known so far, the greatest can still come",
                asked.notices().getFirst());
        assertEquals("exact", asked.rows().getFirst()[4]);
        Asked window =
                Asked.of(
                        "SELECT k, count(*) AS c, sum(count(*)) OVER () AS all_of_it FROM m GROUP"
                                + " BY k ERROR WITHIN 10 PERCENT",
                        QUICK,
                        measured());
        assertEquals(
                "no column can have an interval, so the query runs to its end: a window function"
                        + " needs all rows",
                window.notices().getFirst());
        assertEquals("k,c,c_error,all_of_it,all_of_it_error,basis", window.header());
    }

    @Test
    void withoutClausesColumnsAreAsWritten() throws InterruptedException {
        Asked asked = Asked.of("SELECT k, avg(x) AS mean FROM m GROUP BY k", QUICK, measured());
        assertEquals("k,mean", asked.header());
        assertEquals(List.of(), asked.notices());
        assertNotNull(asked.rows().getFirst()[1]);
    }

    @Test
    void mediansHaveIntervalsAndSoDoesWhatFollowsFromOneAlone() throws InterruptedException {
        Event.Snapshot shown =
                shown(
                        "SELECT median(x), 2 * median(x), mode() WITHIN GROUP (ORDER BY n), k FROM m"
                                + " GROUP BY k ORDER BY k");
        for (int r = 0; r < 2; r++) {
            double error = shown.marks().get(r).errors()[0];
            assertTrue(error > 0, "error=" + error);
            assertEquals(r == 0 ? 10 : 20, (Double) shown.rows().get(r)[0], 3 * error);
            assertEquals(2 * error, shown.marks().get(r).errors()[1], 0.001 * error);
            assertTrue(Double.isNaN(shown.marks().get(r).errors()[2]));
        }
    }

    @Test
    void whatIsOrderedByButNotShownHasNoPlaceInTheRows() throws InterruptedException {
        Event.Snapshot shown =
                shown("SELECT k, count(*) * 2 FROM m GROUP BY k ORDER BY avg(x) DESC, k");
        assertEquals(2, shown.estimated().length);
        assertEquals("b", shown.rows().getFirst()[0]);
        assertTrue(shown.marks().getFirst().errors()[1] > 0);
    }

    @Test
    void rowsWithoutAggregatesNeedNoReason() throws InterruptedException {
        Event.Snapshot shown = shown("SELECT DISTINCT k FROM m ORDER BY k LIMIT 1");
        assertEquals("", shown.reason());
        assertEquals(List.of(false), flags(shown));
        assertEquals("a", shown.rows().getFirst()[0]);
    }

    @Test
    void rollupsHaveAnIntervalForEachLevel() throws InterruptedException {
        Event.Snapshot shown =
                shown(
                        "SELECT k, grouping(k), count(*) FROM m GROUP BY ROLLUP (k) ORDER BY k NULLS"
                                + " LAST");
        assertEquals(List.of(false, false, true), flags(shown));
        assertEquals(3, shown.rows().size());
        assertTrue(shown.marks().getFirst().errors()[2] > 0, "of one group");
        assertEquals(UNITS * UNIT_ROWS * 1.0, (Long) shown.rows().get(2)[2], 1);
    }

    @Test
    void ofAJoinTheLargerTableIsSampled() throws InterruptedException {
        Units towns =
                new Units(
                        "towns",
                        List.of(new Column("k", Type.TEXT), new Column("town", Type.TEXT)),
                        1,
                        unit -> List.of(new Object[] {"a", "Arles"}, new Object[] {"b", "Bern"}));
        Units source = measured();
        source.holdAt = 300;
        Asked asked =
                Asked.of(
                        "SELECT town, avg(x) AS mean FROM m JOIN towns USING (k) GROUP BY town ERROR"
                                + " WITHIN 5 PERCENT",
                        QUICK,
                        source,
                        towns);
        assertEquals("", asked.error());
        assertEquals(2, asked.rows().size());
        for (Object[] row : asked.rows()) {
            assertEquals("sampled", row[3]);
            double error = (Double) row[2];
            assertEquals(row[0].equals("Arles") ? 10 : 20, (Double) row[1], 2 * error);
        }
    }

    /// Of `runs` stops at 5 percent, each with another sample, how many were wrong about the count
    /// or the mean of group `a`.
    private static int wrong(int runs) throws InterruptedException {
        double truth = Double.NaN;
        double mean = Double.NaN;
        for (Object[] row :
                Asked.of("SELECT k, count(*), avg(x) FROM m GROUP BY k", Map.of(), measured())
                        .rows()) {
            if (row[0].equals("a")) {
                truth = (Long) row[1];
                mean = (Double) row[2];
            }
        }
        int wrong = 0;
        for (int seed = 1; seed <= runs; seed++) {
            Units source = measured();
            source.holdAt = 300; // so that no run ends for another reason
            Asked asked =
                    Asked.of(
                            "SELECT count(*) AS n, avg(x) AS mean FROM m WHERE k = 'a' ERROR WITHIN"
                                    + " 5 PERCENT",
                            Map.of("seed", Integer.toString(seed), "workers", "1"),
                            source);
            assertEquals("", asked.error(), "seed=" + seed);
            Object[] row = asked.rows().getFirst();
            assertEquals("sampled", row[4], "seed=" + seed);
            boolean right =
                    Math.abs((Long) row[0] - truth) <= (Double) row[1] + 0.5
                            && Math.abs((Double) row[2] - mean) <= (Double) row[3];
            wrong += right ? 0 : 1;
        }
        return wrong;
    }

    @Test
    void ofManyStopsFewAreWrong() throws InterruptedException {
        int wrong = wrong(60);
        assertTrue(wrong <= 8, "wrong=" + wrong + " of 60");
    }

    @Tag("slow")
    @Test
    @Timeout(600)
    void ofAThousandStopsAtMostFiftyAreWrong() throws InterruptedException {
        int wrong = wrong(1_000);
        assertTrue(wrong <= 50, "wrong=" + wrong + " of 1000");
    }
}
