package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Progress;

/// Queries about a few rows, which whoever asks reads himself, say what an eddy says of many.
class FewRowsTest {
    @TempDir Path folder;
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() {
        telegraph = Telegraph.open(folder, Map.of("durability", "relaxed"), Map.of());
        session = telegraph.session();
    }

    @AfterEach
    void close() {
        session.close();
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private List<Event> run(String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            throw failed.cause();
        }
        return events;
    }

    private List<String> rows(String query) throws InterruptedException {
        List<String> rows = new ArrayList<>();
        for (Event event : run(query)) {
            if (event instanceof Event.Rows some) {
                some.rows().forEach(row -> rows.add(Arrays.toString(row)));
            }
        }
        return rows.stream().sorted().toList();
    }

    private void numbers(String table, String columns, int count, String row)
            throws InterruptedException {
        run("CREATE TABLE " + table + " (" + columns + ")");
        for (int from = 0; from < count; from += 1_000) {
            List<String> all = new ArrayList<>();
            for (int i = from; i < Math.min(count, from + 1_000); i++) {
                all.add(row.replace("#", Integer.toString(i)));
            }
            run("INSERT INTO " + table + " VALUES " + String.join(", ", all));
        }
    }

    @Test
    void aKeyIsComputedOfNoRowThatAFilterDrops() throws InterruptedException {
        run("CREATE TABLE b (id INTEGER PRIMARY KEY)");
        run("CREATE TABLE a (k INTEGER PRIMARY KEY, kind VARCHAR(10), v VARCHAR(10))");
        run("INSERT INTO b VALUES (7), (8)");
        run("INSERT INTO a VALUES (1, 'num', '7'), (2, 'txt', 'abc')");
        String of = " CAST(a.v AS INTEGER) = b.id ";
        for (String query :
                List.of(
                        "SELECT b.id, a.k FROM b JOIN a ON" + of + "WHERE a.kind = 'num'",
                        "SELECT b.id, a.k FROM a JOIN b ON" + of + "WHERE a.kind = 'num'",
                        "SELECT b.id, a.k FROM b, a WHERE b.id = 7 AND" + of + "AND a.kind = 'num'",
                        "SELECT b.id, a.k FROM b, a WHERE a.k < 9 AND"
                                + of
                                + "AND a.kind = 'num'")) {
            assertEquals(List.of("[7, 1]"), rows(query), query);
        }
    }

    @Test
    void columnsAreToldOnceWhateverIsTried() throws InterruptedException {
        numbers("t", "id INTEGER PRIMARY KEY, x INTEGER", 5_000, "(#, #)");
        numbers("u", "k INTEGER PRIMARY KEY, tid INTEGER, flag INTEGER", 5_000, "(#, #, 0)");
        run("CREATE INDEX byt ON u (tid)");
        run("UPDATE u SET flag = 1 WHERE k = 4000");
        List<Event> events =
                run(
                        "SELECT t.id, u.k FROM t JOIN u ON u.tid = t.id WHERE t.id > 5 AND u.flag = 1"
                                + " ORDER BY t.id LIMIT 10");
        assertEquals(1, events.stream().filter(Event.Columns.class::isInstance).count());
    }

    @Test
    void rowsAreCountedOnceThoughTheFirstWereTooFew() throws InterruptedException {
        numbers("t", "id INTEGER PRIMARY KEY, x INTEGER", 1_000, "(#, #)");
        List<Event> events = run("SELECT id FROM t WHERE x % 100 = 99 LIMIT 5");
        Event.End end = (Event.End) events.getLast();
        assertEquals(5, end.rows());
        assertTrue(
                end.progress().stream().mapToLong(Progress::rows).sum() <= 1_000,
                () -> end.progress().toString());
    }

    @Test
    void whatIsFewAndWhatIsManyAreOfOneAnswer() throws InterruptedException {
        numbers("t", "id INTEGER PRIMARY KEY, x INTEGER", 3_000, "(#, #)");
        for (int rows : List.of(1, 1_023, 1_024, 1_025, 1_026, 2_999, 3_000)) {
            String where = " FROM t WHERE id < " + rows;
            assertEquals(
                    List.of("[" + rows + ", " + (long) rows * (rows - 1) / 2 + "]"),
                    rows("SELECT count(*), sum(x)" + where));
            assertEquals(rows, rows("SELECT id" + where).size());
            assertEquals(rows, rows("SELECT id FROM t LIMIT " + rows).size());
            assertEquals(
                    rows, rows("SELECT a.id FROM t a JOIN t b ON b.id = a.x LIMIT " + rows).size());
        }
    }

    /// Of what an order begins with as much is read as it takes, and the same is found.
    @Test
    void theEndOfAKeyIsTheSameHoweverItIsFound() throws InterruptedException {
        numbers("t", "id INTEGER PRIMARY KEY, i INTEGER, x INTEGER", 4_000, "(#, #, #)");
        run("CREATE INDEX byi ON t (i)");
        run("UPDATE t SET i = CASE WHEN id % 3 > 0 THEN id % 1500 END");
        for (String filter :
                List.of(
                        "x > 5",
                        "x < 100",
                        "x = 2000",
                        "x < 0",
                        "x % 7 = 3",
                        "i IS NULL",
                        "i IS NULL AND x > 3990",
                        "i > 10 AND x < 3000",
                        "i < 20 AND x % 11 = 0",
                        "id > 3000 AND x < 3100",
                        "id BETWEEN 17 AND 2000 AND x % 2 = 1",
                        "id = 77 AND x > 1",
                        "id = 77 AND x > 78")) {
            for (String aggregate :
                    List.of(
                            "min(id)",
                            "max(id)",
                            "min(i)",
                            "max(i)",
                            "max(i), max(i)",
                            "max(id), min(id)")) {
                String of = " FROM t WHERE " + filter;
                String hidden = aggregate.replaceAll("\\((i|id)\\)", "(0 + $1)");
                assertEquals(
                        rows("SELECT " + hidden + of), rows("SELECT " + aggregate + of), filter);
            }
            for (String order : List.of("i, id", "i DESC, id", "i", "i DESC", "id", "id DESC")) {
                String column = order.startsWith("id") ? "id" : "i";
                String of = " FROM t WHERE " + filter + " ORDER BY ";
                String nulls =
                        order.equals("i DESC") ? "0 + i DESC" : order.replaceAll("^i", "0 + i");
                for (String limit : List.of(" LIMIT 3", " LIMIT 5 OFFSET 10", " LIMIT 1200")) {
                    assertEquals(
                            rows("SELECT " + column + of + nulls + limit),
                            rows("SELECT " + column + of + order + limit),
                            filter + " ordered by " + order + limit);
                }
            }
        }
    }

    @Test
    void theEndOfAKeyIsFoundThereWhateverIsFiltered() throws InterruptedException {
        numbers("t", "id INTEGER PRIMARY KEY, i INTEGER, x INTEGER", 5_000, "(#, #, #)");
        run("CREATE INDEX byi ON t (i)");
        run("UPDATE t SET x = x % 100");
        for (String query :
                List.of(
                        "SELECT max(id) FROM t WHERE x > 5",
                        "SELECT min(id) FROM t WHERE x > 5",
                        "SELECT min(i) FROM t WHERE x > 5",
                        "SELECT max(i) FROM t WHERE x > 5 AND i < 1500",
                        "SELECT i FROM t WHERE x > 5 ORDER BY i LIMIT 10",
                        "SELECT i FROM t WHERE x > 5 AND i > 100 ORDER BY i LIMIT 10")) {
            Event.End end = (Event.End) run(query).getLast();
            long read = end.progress().stream().mapToLong(Progress::rows).sum();
            assertTrue(read <= 100, () -> query + " read rows: " + read);
        }
    }
}
