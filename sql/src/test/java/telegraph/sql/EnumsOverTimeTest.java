package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What an enum's values are called and where they stand changes while plans are kept, statements
/// are prepared, others read and the sandbox is opened again; what lies in rows and keys stays.
@Timeout(600)
class EnumsOverTimeTest {
    @TempDir Path folder;
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() {
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"),
                        folder,
                        Map.of("store_cache", "4MB", "durability", "relaxed", "workers", "1"),
                        Map.of());
        session = telegraph.session();
    }

    @AfterEach
    void close() {
        session.close();
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private void reopen() {
        close();
        open();
    }

    private List<String> done(String statement) throws InterruptedException {
        return done(session, statement);
    }

    private static List<String> done(Session session, String statement)
            throws InterruptedException {
        List<String> rows = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        for (Event event : events) {
            if (event instanceof Event.Failed failed) {
                rows.add(failed.cause().state().code());
            }
            if (event instanceof Event.Rows more) {
                more.rows().forEach(row -> rows.add(String.valueOf(row[0])));
            }
        }
        return rows;
    }

    private void define() throws InterruptedException {
        done("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')");
        done("CREATE TABLE t (m mood PRIMARY KEY, n mood DEFAULT 'sad')");
        done("CREATE INDEX ON t (n)");
        done("INSERT INTO t VALUES ('happy', 'sad'), ('sad', 'ok'), ('ok', NULL)");
    }

    @Test
    void valuesStayWhenTheSandboxIsOpenedAgain() throws InterruptedException {
        define();
        done("ALTER TYPE mood ADD VALUE 'meh' BEFORE 'ok'");
        done("ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'");
        List<String> oids = done("SELECT oid FROM pg_type WHERE typname LIKE '%mood' ORDER BY 1");
        List<String> labels = done("SELECT oid FROM pg_enum ORDER BY enumsortorder");
        reopen();
        assertEquals(oids, done("SELECT oid FROM pg_type WHERE typname LIKE '%mood' ORDER BY 1"));
        assertEquals(labels, done("SELECT oid FROM pg_enum ORDER BY enumsortorder"));
        assertEquals(List.of("blue", "ok", "happy"), done("SELECT m FROM t ORDER BY m"));
        assertEquals(List.of("happy"), done("SELECT m FROM t WHERE n = 'blue'"));
        assertEquals(List.of(), done("INSERT INTO t (m) VALUES ('meh')"));
        assertEquals(List.of("blue"), done("SELECT n FROM t WHERE m = 'meh'"));
        assertEquals(List.of("blue", "meh"), done("SELECT m FROM t WHERE m < 'ok' ORDER BY m"));
        assertEquals(List.of(), done("CHECK TABLE t"));
        assertEquals(List.of("23505"), done("INSERT INTO t VALUES ('meh')"));
    }

    @Test
    void keptPlansGoByWhatTheTypeIsNow() throws InterruptedException {
        define();
        done("CREATE VIEW v AS SELECT 'ok'::mood AS m");
        String constant = "SELECT enum_range(NULL::mood)";
        String below = "SELECT m FROM t WHERE m < 'happy' ORDER BY m";
        for (int i = 0; i < 3; i++) {
            assertEquals(List.of("[sad, ok, happy]"), done(constant));
            assertEquals(List.of("sad", "ok"), done(below));
        }
        done("PREPARE p AS SELECT m FROM t WHERE m > $1 ORDER BY m");
        assertEquals(List.of("happy"), done("EXECUTE p('ok')"));
        done("ALTER TYPE mood ADD VALUE 'fine' AFTER 'ok'");
        done("INSERT INTO t VALUES ('fine')");
        assertEquals(List.of("[sad, ok, fine, happy]"), done(constant));
        assertEquals(List.of("sad", "ok", "fine"), done(below));
        assertEquals(List.of("fine", "happy"), done("EXECUTE p('ok')"));
        done("ALTER TYPE mood RENAME VALUE 'happy' TO 'glad'");
        assertEquals(List.of("22P02"), done(below));
        assertEquals(List.of("fine", "glad"), done("EXECUTE p('ok')"));
        assertEquals(List.of("2BP01"), done("ALTER TYPE mood RENAME VALUE 'ok' TO 'well'"));
    }

    @Test
    void othersSeeAChangeWithItsCommitAlone() throws InterruptedException {
        define();
        done("BEGIN");
        done("ALTER TYPE mood ADD VALUE 'meh' BEFORE 'ok'");
        assertEquals(List.of("[sad, meh, ok, happy]"), done("SELECT enum_range(NULL::mood)"));
        try (Session other = telegraph.session()) {
            assertEquals(List.of("[sad, ok, happy]"), done(other, "SELECT enum_range(NULL::mood)"));
        }
        done("SAVEPOINT s");
        done("ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'");
        done("ROLLBACK TO s");
        done("COMMIT");
        try (Session other = telegraph.session()) {
            assertEquals(
                    List.of("[sad, meh, ok, happy]"), done(other, "SELECT enum_range(NULL::mood)"));
            assertEquals(List.of("sad", "ok", "happy"), done(other, "SELECT m FROM t ORDER BY m"));
        }
        done("BEGIN");
        done("DROP TYPE mood CASCADE");
        done("ROLLBACK");
        assertEquals(List.of("sad", "ok", "happy"), done("SELECT m FROM t ORDER BY m"));
    }

    @Test
    void atOnePlaceValuesComeBetweenTwoOthersUntilThereIsNoRoom() throws InterruptedException {
        define();
        int added = 0;
        while (done("ALTER TYPE mood ADD VALUE 'v" + added + "' BEFORE 'ok'").isEmpty()) {
            added++;
        }
        assertEquals(32, added);
        assertEquals(List.of("54000"), done("ALTER TYPE mood ADD VALUE 'one more' BEFORE 'ok'"));
        assertEquals(List.of("sad", "ok"), done("SELECT m FROM t WHERE m < 'happy' ORDER BY m"));
    }
}
