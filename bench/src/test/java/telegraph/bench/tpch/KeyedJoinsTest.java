package telegraph.bench.tpch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.Seeds;

/// Joins of many tables with primary keys, whose rows come by scans and by lookups at once, have
/// the same answer each time they are asked.
///
/// `-Dseeds=10000` asks them so often.
final class KeyedJoinsTest {
    private static final int TABLES_MAX = 12;
    private static final int TABLES_MIN = 9;
    private static final int ROWS = 40;

    @TempDir Path folder;

    @Test
    void joinsOfNineAndMoreTablesLoseNoRow() throws InterruptedException {
        askJoins(60);
    }

    @Test
    @Tag("slow")
    void manyJoinsOfNineAndMoreTablesLoseNoRow() throws InterruptedException {
        askJoins(5_000);
    }

    @Test
    void theSecondQueryOverKeyedTablesIsRightEachTime() throws Exception {
        askSecond(0.01, 40);
    }

    @Test
    @Tag("slow")
    void theSecondQueryOverManyRowsOfKeyedTablesIsRightEachTime() throws Exception {
        askSecond(0.1, 1_000);
    }

    private void askJoins(int times) throws InterruptedException {
        try (Telegraph telegraph =
                        Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            for (int table = 0; table < TABLES_MAX; table++) {
                // Each row is followed by one of the next table.
                Answers.of(
                        session,
                        "CREATE TABLE t%d (id INTEGER PRIMARY KEY, follows INTEGER)"
                                .formatted(table));
                Answers.of(
                        session,
                        "INSERT INTO t%d SELECT x, mod(x + 1, %d) FROM (VALUES %s) v(x)"
                                .formatted(table, ROWS, numbers()));
            }
            Seeds.run(
                    times,
                    (seed, random) -> {
                        String sql = join(random);
                        List<Object[]> rows = Answers.of(session, sql);
                        assertEquals((long) ROWS, rows.getFirst()[0], sql);
                    });
        }
    }

    private static String numbers() {
        StringBuilder values = new StringBuilder("(0)");
        for (int row = 1; row < ROWS; row++) {
            values.append(", (").append(row).append(')');
        }
        return values.toString();
    }

    /// A join in which each row of the first table has one match in every other.
    private static String join(RandomGenerator random) {
        int size = TABLES_MIN + random.nextInt(TABLES_MAX - TABLES_MIN + 1);
        StringBuilder sql = new StringBuilder("SELECT count(*) FROM t0");
        for (int table = 1; table < size; table++) {
            sql.append(
                    " JOIN t%d ON t%d.follows = t%1$d.id".formatted(table, random.nextInt(table)));
        }
        return sql.toString();
    }

    private void askSecond(double scale, int times)
            throws IOException, SQLException, InterruptedException {
        TpchTables data;
        List<Object[]> expected;
        TpchQuery second = TpchQuery.of(2);
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            data = TpchTables.at(folder, scale, statement::execute);
        }
        try (Telegraph telegraph =
                        Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            for (String view :
                    data.views(TpchTables.Format.PARQUET, TpchTables.Dialect.TELEGRAPH)) {
                Answers.of(session, view);
            }
            expected = Answers.of(session, second.sql());
            for (Map.Entry<String, String> key : KEYS.entrySet()) {
                String table = key.getKey();
                Answers.of(session, "CREATE TABLE keyed AS SELECT * FROM " + table);
                Answers.of(session, "DROP VIEW " + table);
                Answers.of(session, "ALTER TABLE keyed RENAME TO " + table);
                Answers.of(
                        session,
                        "ALTER TABLE %s ADD PRIMARY KEY (%s)".formatted(table, key.getValue()));
            }
            Seeds.run(
                    times,
                    (seed, random) ->
                            assertEquals(
                                    Optional.empty(),
                                    Same.difference(expected, Answers.of(session, second.sql()))));
        }
    }

    private static final Map<String, String> KEYS =
            Map.of(
                    "part", "p_partkey",
                    "supplier", "s_suppkey",
                    "partsupp", "ps_partkey, ps_suppkey",
                    "nation", "n_nationkey",
                    "region", "r_regionkey");
}
