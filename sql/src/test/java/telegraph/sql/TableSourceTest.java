package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.meter.Progress;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.Name;
import telegraph.tables.access.OpenTables;
import telegraph.tables.access.TableSource;
import telegraph.tables.row.StoredTable;

/// Queries over tables of the store.
@Timeout(600)
class TableSourceTest {
    private static final int ROWS = 5_000;

    private final OpenTables tables = new OpenTables();

    @AfterEach
    void close() {
        tables.close();
    }

    /// Rows (i / 10, i % 10, "n" and i modulo 100, i), without a primary key or with one of the
    /// first two columns.
    private StoredTable numbers(boolean keyed) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {i / 10, i % 10, "n" + i % 100, (long) i});
        }
        return tables.table(
                "t",
                t -> {
                    t.column("a", Name.INTEGER).column("b", Name.SMALLINT);
                    t.column("n", Name.TEXT).column("x", Name.BIGINT);
                    return keyed
                            ? t.primaryKey(0, 1).index("by_n", false, 2).index("t_x_key", true, 3)
                            : t;
                },
                rows);
    }

    private static Asked ask(String sql, TableSource... sources) throws InterruptedException {
        Asked asked = Asked.of(sql, Map.of(), sources);
        assertEquals("", asked.error());
        assertEquals(0, asked.held());
        return asked;
    }

    /// How many rows the sources gave.
    private static long read(Asked asked) {
        Event.End end = (Event.End) asked.events().getLast();
        return end.progress().stream().mapToLong(Progress::rows).sum();
    }

    @Test
    void aScanGivesEveryRowOnce() throws InterruptedException {
        for (boolean keyed : List.of(true, false)) {
            TableSource t = tables.source(numbers(keyed));
            assertEquals(
                    List.of("[5000, 12497500, 499, 9]"),
                    ask("SELECT count(*), sum(x), max(a), max(b) FROM t", t).lines());
            assertEquals(ROWS, ask("SELECT DISTINCT x FROM t", t).rows().size());
        }
    }

    @Test
    void constantsOfTheKeyReadNoOtherRows() throws InterruptedException {
        TableSource t = tables.source(numbers(true));
        Asked one = ask("SELECT x FROM t WHERE a = 77 AND b = 3", t);
        assertEquals(List.of("[773]"), one.lines());
        assertEquals(1, read(one));
        Asked prefix = ask("SELECT sum(x) FROM t WHERE a = 77", t);
        assertEquals(List.of("[7745]"), prefix.lines());
        assertEquals(10, read(prefix));
        Asked some = ask("SELECT x FROM t WHERE a IN (3, 1, 3, 99999) AND b IN (5, 70000)", t);
        assertEquals(List.of("[15]", "[35]"), some.lines());
        assertEquals(2, read(some));
    }

    @Test
    void constantsOfAnIndexReadNoOtherRows() throws InterruptedException {
        TableSource t = tables.source(numbers(true));
        Asked many = ask("SELECT count(*), min(x) FROM t WHERE n = 'n7'", t);
        assertEquals(List.of("[50, 7]"), many.lines());
        assertEquals(50, read(many));
        Asked unique = ask("SELECT a, b FROM t WHERE x = 4321 AND n = 'n21'", t);
        assertEquals(List.of("[432, 1]"), unique.lines());
        assertEquals(1, read(unique));
        Asked none = ask("SELECT a FROM t WHERE x = 99999", t);
        assertEquals(List.of(), none.lines());
        assertEquals(0, read(none));
    }

    @Test
    void rangesOfTheKeyOrOfAnIndexReadFewOtherRows() throws InterruptedException {
        TableSource t = tables.source(numbers(true));
        Asked key = ask("SELECT count(*), min(x), max(x) FROM t WHERE a >= 77 AND a < 80", t);
        assertEquals(List.of("[30, 770, 799]"), key.lines());
        assertEquals(40, read(key));
        Asked open = ask("SELECT count(*) FROM t WHERE a > 490", t);
        assertEquals(List.of("[90]"), open.lines());
        assertEquals(100, read(open));
        Asked both = ask("SELECT sum(x) FROM t WHERE a = 7 AND b BETWEEN 3 AND 4", t);
        assertEquals(List.of("[147]"), both.lines());
        assertEquals(2, read(both));
        Asked index = ask("SELECT count(*) FROM t WHERE x BETWEEN 100 AND 119", t);
        assertEquals(List.of("[20]"), index.lines());
        assertEquals(20, read(index));
        Asked wide = ask("SELECT count(*) FROM t WHERE x > 100", t);
        assertEquals(List.of("[4899]"), wide.lines());
        assertEquals(ROWS, read(wide));
        Asked text = ask("SELECT count(*) FROM t WHERE n >= 'n98'", t);
        assertEquals(List.of("[100]"), text.lines());
        assertEquals(100, read(text));
        assertEquals(
                List.of("[0]"), ask("SELECT count(*) FROM t WHERE a BETWEEN 5 AND 4", t).lines());
        assertEquals(
                List.of("[10]"),
                ask("SELECT count(*) FROM t WHERE a > 1.5 AND a < 2.5", t).lines());
    }

    @Test
    void aNumberOfAnotherTypeFindsTheSameRows() throws InterruptedException {
        StoredTable table =
                tables.table(
                        "v",
                        v ->
                                v.column("a", Name.INTEGER)
                                        .column("b", SqlType.numeric(6, 2))
                                        .column("c", Name.BIGINT)
                                        .index("by_a", true, 0)
                                        .index("by_b", true, 1)
                                        .index("by_c", true, 2),
                        IntStream.range(0, 2_000)
                                .mapToObj(i -> new Object[] {i, i, (1L << 53) + i})
                                .toList());
        TableSource v = tables.source(table);
        assertRead(1, "[7]", "SELECT a FROM v WHERE b = 7", v);
        assertRead(1, "[8]", "SELECT a FROM v WHERE b = 8.00000", v);
        assertRead(0, null, "SELECT a FROM v WHERE b = 8.004", v);
        assertRead(0, null, "SELECT a FROM v WHERE b = 12345678", v);
        assertRead(1, "[9]", "SELECT a FROM v WHERE a = CAST(9 AS BIGINT)", v);
        assertRead(1, "[9]", "SELECT a FROM v WHERE a = 9.0", v);
        assertRead(2, "[1]", "SELECT count(*) FROM v WHERE a > 9.5 AND a < 10.5", v);
        assertRead(0, null, "SELECT a FROM v WHERE a = 3000000000", v);
        assertRead(2_000, "[2]", "SELECT count(*) FROM v WHERE c = 9007199254740992::float8", v);
    }

    /// @param line the one line of the result, or null if it has none
    private static void assertRead(int rows, String line, String sql, TableSource source)
            throws InterruptedException {
        Asked asked = ask(sql, source);
        assertEquals(line == null ? List.of() : List.of(line), asked.lines(), sql);
        assertEquals(rows, read(asked), sql);
    }

    @Test
    void nullIsFoundBesideValuesThatAnIndexHas() throws InterruptedException {
        StoredTable table =
                tables.table(
                        "u",
                        u -> u.column("a", Name.INTEGER).index("by_a", false, 0),
                        List.of(new Object[] {1}, new Object[] {2}, new Object[] {null}));
        TableSource u = tables.source(table);
        for (String where :
                List.of("a = 1 OR a IS NULL", "a IN (1, 5) OR a IS NULL", "a < 2 OR a IS NULL")) {
            assertEquals(
                    List.of("[2]"), ask("SELECT count(*) FROM u WHERE " + where, u).lines(), where);
        }
        assertEquals(List.of("[1]"), ask("SELECT count(*) FROM u WHERE a IS NULL", u).lines());
        assertEquals(List.of("[1]"), ask("SELECT count(*) FROM u WHERE a > 1", u).lines());
    }

    @Test
    void aJoinOfAFewRowsLooksTheOthersUpOrScansAndGivesTheSame() throws InterruptedException {
        TableSource t = tables.source(numbers(true));
        StoredTable few =
                tables.table(
                        "few",
                        f -> f.column("k", Name.BIGINT).column("m", Name.TEXT),
                        List.of(
                                new Object[] {17L, "n3"},
                                new Object[] {4_999L, "n4"},
                                new Object[] {null, "n5"}));
        TableSource f = tables.source(few);
        for (String policy : RoutingPolicy.NAMES) {
            Asked asked =
                    Asked.of(
                            "SELECT k, a, b FROM few JOIN t ON t.x = few.k",
                            Map.of("policy", policy),
                            f,
                            t);
            assertEquals(List.of("[17, 1, 7]", "[4999, 499, 9]"), asked.lines());
        }
        assertEquals(
                List.of("[150]"), ask("SELECT count(*) FROM few JOIN t ON n = m", f, t).lines());
    }

    @Test
    void aLimitReadsOnlySomeRows() throws InterruptedException {
        TableSource t = tables.source(numbers(true));
        Asked asked = ask("SELECT x FROM t LIMIT 3", t);
        assertEquals(3, asked.rows().size());
        assertTrue(read(asked) < ROWS, () -> "rows read: " + read(asked));
    }

    @Test
    void rowsWithoutAKeyAreFoundAgainByTheirNumber() throws InterruptedException {
        StoredTable table = numbers(false);
        TableSource t = tables.source(table).numbered();
        List<Object[]> rows = ask("SELECT * FROM t WHERE x = 4000", t).rows();
        assertEquals(1, rows.size());
        assertEquals("[400, 0, n0, 4000, 4001]", Arrays.toString(rows.getFirst()));
        assertEquals(4, tables.source(table).schema().size());
        assertEquals(4, tables.source(numbers(true)).numbered().schema().size());
    }

    @Test
    void runningAnswersAreSampledAlsoOfATableSortedByTheValue() throws InterruptedException {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            rows.add(new Object[] {i, (double) i});
        }
        StoredTable table =
                tables.table(
                        "s",
                        t -> t.column("id", Name.INTEGER).column("x", Name.DOUBLE).primaryKey(0),
                        rows);
        TableSource s = tables.source(table);
        double truth = 99_999 / 2.0;
        int held = 0;
        int early = 0;
        for (int seed = 1; seed <= 20; seed++) {
            Asked asked =
                    Asked.of(
                            "SELECT avg(x) AS mean FROM s ERROR WITHIN 20 PERCENT",
                            Map.of("seed", "" + seed, "report_interval", "20ms"),
                            s);
            assertEquals("", asked.error());
            Object[] row = asked.rows().getFirst();
            if (row[2].equals("sampled")) {
                early++;
                double error = (Double) row[1];
                assertTrue(error > 0 && error <= 0.2 * truth * 1.25, "error=" + error);
                held += Math.abs((Double) row[0] - truth) <= error ? 1 : 0;
            } else {
                assertEquals(truth, (Double) row[0], 1e-6);
            }
        }
        assertTrue(early > 0, "some queries stop early");
        assertTrue(held >= early - 4, "intervals hold: held=" + held + " of " + early);
    }
}
