package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.engine.Basis;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// Aggregates over a UNION ALL: its queries are sampled each by itself, and the answer at the end
/// is the same as over one table of all rows.
@Timeout(120)
class UnionTest {
    private static final List<Column> COLUMNS =
            List.of(
                    new Column("k", Type.TEXT),
                    new Column("x", Type.DOUBLE),
                    new Column("y", Type.DOUBLE),
                    new Column("n", Type.INTEGER));
    private static final int ROWS = 50;
    private static final String BOTH = "(SELECT * FROM a UNION ALL SELECT * FROM b) u";
    private static final Map<String, String> QUICK = Map.of("report_interval", "20ms");

    /// Units of rows of group `p`, `q` or none, with x around `mean`.
    private static Units units(String name, int units, double mean, long seed) {
        Random random = new Random(seed);
        return new Units(
                name,
                COLUMNS,
                units,
                _ -> {
                    List<Object[]> rows = new ArrayList<>();
                    for (int r = 0; r < ROWS; r++) {
                        String k = random.nextInt(9) == 0 ? null : random.nextBoolean() ? "p" : "q";
                        Double x = random.nextInt(20) == 0 ? null : mean + 10 * random.nextDouble();
                        double y = 1e15 * random.nextDouble() - 1e3;
                        rows.add(new Object[] {k, x, y, random.nextInt(100)});
                    }
                    return rows;
                });
    }

    private static Units a() {
        return units("a", 400, 10, 1);
    }

    private static Units b() {
        return units("b", 100, 300, 2);
    }

    /// The rows of both.
    private static Units all() {
        List<List<Object[]>> rows = new ArrayList<>();
        for (Units each : List.of(a(), b())) {
            rows.addAll(each.rows());
        }
        return new Units("u", COLUMNS, rows.size(), rows::get);
    }

    @Test
    void theAnswerAtTheEndIsThatOfOneTableOfAllRows() throws InterruptedException {
        List<String> queries =
                List.of(
                        "SELECT k, count(*), count(x), sum(x), avg(x), sum(n), avg(n) FROM %s GROUP"
                                + " BY k",
                        "SELECT sum(y), avg(y), min(x), max(k), count(DISTINCT n), count(DISTINCT"
                                + " k) FROM %s",
                        "SELECT k, n, count(*), sum(y) FROM %s GROUP BY GROUPING SETS ((k), (n, k),"
                                + " ())",
                        "SELECT k, sum(x) FILTER (WHERE n < 30), count(*) FILTER (WHERE x > 12),"
                                + " sum(DISTINCT n) FROM %s WHERE n <> 7 GROUP BY k HAVING count(*)"
                                + " > 3",
                        "SELECT count(*), sum(x), avg(x), max(y) FROM %s WHERE n > 1000",
                        "SELECT k, count(*) FROM %s WHERE n > 1000 GROUP BY k",
                        "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP"
                                + " (ORDER BY n) FROM %s",
                        "SELECT n % 10 AS d, count(*) FROM %s GROUP BY n % 10 ORDER BY 2 DESC, 1"
                                + " LIMIT 3");
        for (String query : queries) {
            List<String> wanted = lines(query.replace("%s", "u"), all());
            for (String estimates : List.of("on", "off")) {
                Map<String, String> settings = Map.of("estimates", estimates, "workers", "2");
                Asked asked = Asked.of(query.replace("%s", BOTH), settings, a(), b());
                assertEquals("", asked.error());
                assertEquals(wanted, asked.lines(), query);
                assertEquals(0, asked.held());
            }
        }
    }

    /// In one query both arguments are of one column, in the other they are not.
    @Test
    void argumentsThatAreEqualInOneQueryOnlyAreKeptApart() throws InterruptedException {
        String wanted = lines("SELECT sum(x), avg(x), avg(y), count(y) FROM u", all()).getFirst();
        Asked asked =
                Asked.of(
                        "SELECT sum(p), avg(p), avg(q), count(q) FROM (SELECT x AS p, y AS q FROM a"
                                + " UNION ALL SELECT x, y FROM b UNION ALL SELECT n AS p, n AS q"
                                + " FROM a WHERE n > 1000) u",
                        QUICK,
                        a(),
                        b());
        assertEquals(List.of(wanted), asked.lines());
        List<String> same =
                lines("SELECT sum(x), count(x), avg(x) FROM u WHERE x IS NOT NULL", all());
        asked =
                Asked.of(
                        "SELECT sum(p), count(q), avg(q) FROM (SELECT x AS p, x AS q FROM a UNION"
                                + " ALL SELECT x + 0, x FROM b) u",
                        QUICK,
                        a(),
                        b());
        assertEquals(same, asked.lines());
    }

    private static List<String> lines(String sql, Units source) throws InterruptedException {
        Asked asked = Asked.of(sql, Map.of("estimates", "off"), source);
        assertEquals("", asked.error());
        return asked.lines();
    }

    /// What is shown when `a` holds before unit 300 of 400, and `b` before unit 95 of 100.
    private static Event.Snapshot shown(String sql, Units a, Units b) throws InterruptedException {
        a.holdAt = 300;
        b.holdAt = 95;
        Settled settled = new Settled(List.of(a, b));
        Asked asked = Asked.of(sql, QUICK, true, settled, a, b);
        assertEquals("", asked.error());
        assertEquals(0, asked.held());
        return settled.last;
    }

    /// Lets the sources go when what is shown of them stays the same.
    private static final class Settled implements Consumer<Event> {
        private final List<Units> sources;
        private Event.Snapshot last;
        private int same;

        Settled(List<Units> sources) {
            this.sources = sources;
        }

        @Override
        public synchronized void accept(Event event) {
            boolean held = sources.stream().allMatch(source -> source.held.getCount() == 0);
            if (!(event instanceof Event.Snapshot snapshot) || !held || same == 6) {
                return;
            }
            boolean equal =
                    last != null
                            && java.util.Arrays.deepEquals(
                                    last.rows().toArray(), snapshot.rows().toArray());
            same = equal ? same + 1 : 0;
            last = snapshot;
            if (same == 6) {
                sources.forEach(source -> source.go.countDown());
            }
        }
    }

    @Test
    void aSnapshotHasIntervalsAndTheShareOfAllUnits() throws InterruptedException {
        Event.Snapshot shown =
                shown(
                        "SELECT k, count(*), sum(x), avg(x), sum(x) / count(x), max(x) FROM "
                                + BOTH
                                + " GROUP BY k ORDER BY k",
                        a(),
                        b());
        assertEquals("", shown.reason());
        // Cohorts of 256 and 91 units.
        assertEquals(347.0 / 500, shown.progress(), 1e-9);
        List<Object[]> exact =
                Asked.of(
                                "SELECT k, count(*), sum(x), avg(x), sum(x) / count(x) FROM u GROUP"
                                        + " BY k ORDER BY k",
                                QUICK,
                                all())
                        .rows();
        assertEquals(3, shown.rows().size());
        for (int r = 0; r < 3; r++) {
            Mark mark = shown.marks().get(r);
            assertEquals(Basis.SAMPLED, mark.basis());
            for (int c = 1; c <= 4; c++) {
                double error = mark.errors()[c];
                double truth = Asked.number(exact.get(r)[c]);
                assertTrue(error > 0 && error < 0.5 * truth, "column=" + c + " error=" + error);
                assertEquals(truth, Asked.number(shown.rows().get(r)[c]), 2 * error);
            }
            assertEquals(mark.errors()[3], mark.errors()[4], 0.01 * mark.errors()[3]);
            assertTrue(Double.isNaN(mark.errors()[5]));
        }
    }

    @Test
    void aQueryThatCannotBeSampledHoldsBackAllAndIsNamed() throws InterruptedException {
        Units b = b();
        b.basis = Basis.SO_FAR;
        Event.Snapshot shown = shown("SELECT k, count(*) FROM " + BOTH + " GROUP BY k", a(), b);
        assertEquals("b: nothing is known of its order", shown.reason());
        // 300 and 95 units are read.
        assertEquals(395.0 / 500, shown.progress(), 1e-9);
        for (Mark mark : shown.marks()) {
            assertEquals(Basis.SO_FAR, mark.basis());
            assertTrue(Double.isNaN(mark.errors()[1]));
        }
    }

    @Test
    void theBasisIsTheWeakestOfAll() throws InterruptedException {
        Units b = b();
        b.basis = Basis.ASSUMED;
        Event.Snapshot shown = shown("SELECT count(*), avg(n) FROM " + BOTH, a(), b);
        assertEquals(Basis.ASSUMED, shown.marks().getFirst().basis());
    }

    @Test
    void whatIsReadToItsEndIsExact() throws InterruptedException {
        Units a = a();
        a.holdAt = 300;
        Settled settled = new Settled(List.of(a));
        Asked asked =
                Asked.of(
                        "SELECT k, count(*) FROM (SELECT k, n FROM a UNION ALL SELECT k, n FROM b"
                                + " UNION ALL SELECT * FROM (VALUES ('z', 1), ('p', 2)) v(k, n)) u"
                                + " GROUP BY k ORDER BY k",
                        QUICK,
                        true,
                        settled,
                        a,
                        b());
        assertEquals("", asked.error());
        Event.Snapshot shown = settled.last;
        assertEquals((256.0 + 100) / 500, shown.progress(), 1e-9);
        Object[] z = shown.rows().get(2);
        assertEquals("z", z[0]);
        // The one row there is, and what may still come of `a`: 3 of 256 units a page at most.
        assertEquals(1L, z[1]);
        assertEquals(400 * ROWS * (144 / 400.0) * 3 / 256, shown.marks().get(2).errors()[1], 10);
        assertEquals(Basis.SAMPLED, shown.marks().get(2).basis());
    }

    @Test
    void aQueryStopsWhenEveryEstimateIsNearEnough() throws InterruptedException {
        Units a = a();
        Units b = b();
        a.holdAt = 300;
        b.holdAt = 95;
        Asked asked =
                Asked.of(
                        "SELECT k, count(*) AS n FROM "
                                + BOTH
                                + " GROUP BY k ERROR WITHIN 30 PERCENT",
                        QUICK,
                        a,
                        b);
        assertEquals("", asked.error());
        assertEquals(
                "stopped because every estimate is within 30 % at 95 % confidence",
                asked.notices().getFirst());
        assertTrue(
                asked.notices().get(1).matches("a: \\d+ of 400 units read \\(\\d+ %\\)"),
                asked.notices()::toString);
        assertTrue(
                asked.notices().get(2).matches("b: \\d+ of 100 units read \\(\\d+ %\\)"),
                asked.notices()::toString);
        assertEquals(3, asked.rows().size());
        asked.rows().forEach(row -> assertEquals("sampled", row[3]));
        assertEquals(0, asked.held());
    }

    @Test
    void whatHasNoEstimateOfSeveralQueriesSaysSo() throws InterruptedException {
        Asked asked =
                Asked.of(
                        "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) AS m FROM "
                                + BOTH
                                + " ERROR WITHIN 5 PERCENT",
                        QUICK,
                        a(),
                        b());
        assertEquals(
                "column m can have no interval, so the query runs to its end: a percentile of"
                        + " several queries together has no estimate",
                asked.notices().getFirst());
        assertNull(
                Asked.of("SELECT sum(x) FROM " + BOTH + " WHERE n < 0", QUICK, a(), b())
                        .rows()
                        .getFirst()[0]);
    }

    @Test
    void aFailureOfOneQueryEndsAll() throws InterruptedException {
        Units a = a();
        a.holdAt = 300;
        Asked asked =
                Asked.of(
                        "SELECT count(*), sum(1 / (n - n)) FROM (SELECT n + 1 AS n FROM a UNION ALL"
                                + " SELECT n FROM b) u",
                        QUICK,
                        a,
                        b());
        assertTrue(asked.error().contains("division by zero"), asked.error());
        assertEquals(0, asked.held());
    }
}
