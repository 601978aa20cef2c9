package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.testkit.Seeds;

/// Rows written out in an INSERT are those that the same rows are by a plan.
class PlainRowsTest {
    private static final int SEEDS = 60;

    private static final List<String> TYPES =
            List.of(
                    "INTEGER",
                    "SMALLINT",
                    "BIGINT",
                    "NUMERIC(6,2)",
                    "NUMERIC",
                    "DOUBLE PRECISION",
                    "REAL",
                    "TEXT",
                    "VARCHAR(4)",
                    "CHAR(4)",
                    "BOOLEAN",
                    "DATE",
                    "UUID",
                    "JSON");

    private static final List<List<String>> KINDS =
            List.of(
                    List.of("1", "-7", "0", "32768", "99999"),
                    List.of("3000000000", "9223372036854775807", "-3000000000"),
                    List.of("1.5", "-2.25", "99999.999", "0.005"),
                    List.of("'a'", "'it''s'", "'longer'", "''", "'x '"),
                    List.of("'1'", "' 2 '", "'3.5'"),
                    List.of("TRUE", "false"),
                    List.of("E'\\ud800'", "E'\\ud83d\\ude00'", "E'a\\ude00'"),
                    List.of("'2024-02-29'", "'2024-02-30'"),
                    List.of("'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "'{\"a\": 1}'"),
                    List.of("NULL"));

    @TempDir Path folder;

    @Test
    void rowsWrittenOutAreWhatTheyAreByAPlan() {
        try (Telegraph telegraph = Telegraph.open(folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            Seeds.run(SEEDS, (seed, random) -> compare(session, random));
        }
    }

    private static void compare(Session session, RandomGenerator random)
            throws InterruptedException {
        int columns = 1 + random.nextInt(3);
        List<String> declared = new ArrayList<>();
        List<List<String>> kinds = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            declared.add("c" + c + " " + TYPES.get(random.nextInt(TYPES.size())));
            kinds.add(KINDS.get(random.nextInt(KINDS.size())));
        }
        for (String table : List.of("plain", "planned")) {
            run(session, "DROP TABLE IF EXISTS " + table);
            run(session, "CREATE TABLE " + table + " (" + String.join(", ", declared) + ")");
        }
        for (int statement = 0; statement < 6; statement++) {
            List<String> rows = new ArrayList<>();
            for (int r = 1 + random.nextInt(3); r > 0; r--) {
                List<String> row = new ArrayList<>();
                for (List<String> kind : kinds) {
                    boolean none = random.nextInt(8) == 0;
                    row.add(none ? "NULL" : kind.get(random.nextInt(kind.size())));
                }
                rows.add("(" + String.join(", ", row) + ")");
            }
            String values = "VALUES " + String.join(", ", rows);
            // With a LIMIT it is a query like any other.
            String plain = run(session, "INSERT INTO plain " + values);
            String planned = run(session, "INSERT INTO planned " + values + " LIMIT 100");
            assertEquals(planned, plain, values + " into " + declared);
        }
        assertEquals(
                run(session, "SELECT * FROM planned"),
                run(session, "SELECT * FROM plain"),
                declared.toString());
    }

    /// What comes of a statement: its rows, or the state that tells why it failed.
    private static String run(Session session, String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            return "failed " + failed.cause().state();
        }
        StringBuilder all = new StringBuilder();
        for (Event event : events) {
            if (event instanceof Event.Rows rows) {
                for (Object[] row : rows.rows()) {
                    for (Object value : row) {
                        all.append(
                                value instanceof BigDecimal number
                                        ? number.stripTrailingZeros().toPlainString()
                                        : value);
                        all.append('|');
                    }
                    all.append('\n');
                }
            }
        }
        return all.toString();
    }

    @Test
    void whatAConflictSetsIsKeptForItsTextAndZoneAlone() throws InterruptedException {
        try (Telegraph telegraph = Telegraph.open(folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            run(session, "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, c TEXT)");
            String text = "INSERT INTO t VALUES (1, 2, 'x') ON CONFLICT (id) DO UPDATE SET ";
            for (int i = 1; i <= 40; i++) {
                run(session, text + "n = t.n + excluded.n, c = '" + i + "'");
                assertEquals(
                        "1|" + 2 * i + "|" + (i == 1 ? "x" : i) + "|\n",
                        run(session, "SELECT * FROM t"));
            }
            String moment = "CAST(TIMESTAMP WITH TIME ZONE '2024-07-01 12:00:00+00' AS TEXT)";
            run(session, text + "c = " + moment);
            String here = run(session, "SELECT c FROM t");
            introduce(session, "Asia/Tokyo");
            run(session, text + "c = " + moment);
            assertEquals("2024-07-01 21:00:00+09|\n", run(session, "SELECT c FROM t"));
            introduce(session, "UTC");
            run(session, text + "c = " + moment);
            assertEquals(here, run(session, "SELECT c FROM t"));
            run(session, text + "c = repeat(excluded.c, 2000)");
            run(session, "SET text_limit = '1KB'");
            assertTrue(run(session, text + "c = repeat(excluded.c, 2000)").startsWith("failed"));
            run(session, "ALTER TABLE t DROP COLUMN n");
            run(session, "ALTER TABLE t ADD COLUMN n BIGINT DEFAULT 7");
            run(
                    session,
                    "INSERT INTO t (id, n) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET n = t.n +"
                            + " excluded.n, c = '40'");
            assertEquals("1|40|9|\n", run(session, "SELECT * FROM t"));
        }
    }

    private static void introduce(Session session, String zone) {
        session.introduce(
                new SessionClient(
                        "ann",
                        "db",
                        name -> name.equals("TimeZone") ? Optional.of(zone) : Optional.empty()));
    }
}
