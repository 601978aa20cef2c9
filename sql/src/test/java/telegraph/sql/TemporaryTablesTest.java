package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;

/// Two sessions make and drop tables of one name, temporary and not, in random order, within
/// transactions that commit or roll back, and ask for their rows after each step: by texts, by
/// statements prepared before, by the primary key without a plan, and by names with a schema. A
/// model says what each session has to see.
@Timeout(600)
class TemporaryTablesTest {
    private static final int STEPS = 120;

    @TempDir Path folder;
    private Telegraph telegraph;
    private final List<Side> sides = new ArrayList<>();
    private Optional<String> shared = Optional.empty();
    private int made;

    private interface Asking {
        String answer() throws InterruptedException;
    }

    /// A session and what it must see.
    private final class Side {
        private final Session session = telegraph.session();
        private final Prepared all = session.prepare("SELECT v FROM t");
        private final Prepared one = session.prepare("SELECT v FROM t WHERE id = ?");
        private final Prepared qualified = session.prepare("SELECT v FROM public.t WHERE id = ?");
        private Optional<String> own = Optional.empty();

        private String asked(String statement) throws InterruptedException {
            return within(() -> answer(session, statement));
        }

        private String prepared(Prepared statement) throws InterruptedException {
            return within(() -> carriedOut(statement));
        }

        /// Asks in a way that leaves an open transaction usable.
        private String within(Asking asking) throws InterruptedException {
            boolean open = session.transactionState() != TransactionState.IDLE;
            if (open) {
                session.savepoint("asked");
            }
            String answer = asking.answer();
            if (open) {
                session.rollbackTo("asked");
            }
            return answer;
        }

        private String carriedOut(Prepared statement) throws InterruptedException {
            statement.clear();
            if (statement.parameters() > 0) {
                statement.set(1, 1);
            }
            Optional<BriefAnswer> brief;
            try {
                if (statement.carryOut(false)) {
                    return statement.hasRow() ? String.valueOf(statement.row().valueAt(0)) : "none";
                }
                brief = statement.answer();
            } catch (TelegraphException e) {
                return e.state() == SqlState.UNDEFINED_TABLE ? "unknown" : e.toString();
            }
            return brief.isPresent()
                    ? String.valueOf(brief.get().rows().getFirst()[0])
                    : answer(session, statement.statement());
        }

        private void check() throws InterruptedException {
            String first = own.or(() -> shared).orElse("unknown");
            String lasting = shared.orElse("unknown");
            String temporary = own.orElse("unknown");
            assertEquals(first, asked("SELECT v FROM t"));
            assertEquals(first, asked("SELECT v FROM t WHERE id = 1"));
            assertEquals(first, prepared(all));
            assertEquals(first, prepared(one));
            assertEquals(lasting, prepared(qualified));
            assertEquals(lasting, asked("SELECT v FROM public.t"));
            assertEquals(temporary, asked("SELECT v FROM pg_temp.t"));
            assertEquals(lasting, asked("SELECT v FROM seen"));
            assertEquals(lasting, asked("SELECT a.v FROM public.t a JOIN seen b ON a.id = b.id"));
            if (own.isPresent() && shared.isPresent()) {
                assertEquals(
                        own.get(), asked("SELECT a.v FROM t a JOIN public.t b ON a.id = b.id"));
            }
        }
    }

    @BeforeEach
    void open() {
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"),
                        folder,
                        Map.of("store_cache", "4MB", "durability", "relaxed", "workers", "1"),
                        Map.of());
    }

    @AfterEach
    void nothingIsLeft() {
        sides.forEach(side -> side.session.close());
        assertEquals(0, telegraph.memoryUsed());
        assertTrue(telegraph.sandbox().store().get().locks().isEmpty(), "no lock is left");
        telegraph.close();
    }

    private static String answer(Session session, String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        String rows = "none";
        for (Event event : events) {
            if (event instanceof Event.Failed failed) {
                return failed.cause().state() == SqlState.UNDEFINED_TABLE
                        ? "unknown"
                        : failed.cause().toString();
            }
            if (event instanceof Event.Rows more) {
                assertEquals(1, more.rows().size(), statement);
                rows = String.valueOf(more.rows().getFirst()[0]);
            }
        }
        return rows;
    }

    private static void done(Session session, String statement) throws InterruptedException {
        assertEquals("none", answer(session, statement), statement);
    }

    /// Makes a table whose row and columns are like no other's; what its row has.
    private String make(Session session, String what) throws InterruptedException {
        int number = ++made;
        String value = number % 3 == 0 ? "text " + number : String.valueOf(number);
        String type = number % 3 == 0 ? "TEXT" : number % 3 == 1 ? "INTEGER" : "BIGINT";
        String more = number % 2 == 0 ? "w TEXT DEFAULT 'w', " : "";
        String key = number % 5 == 0 ? "" : " PRIMARY KEY";
        done(session, "CREATE " + what + " (" + more + "id INTEGER" + key + ", v " + type + ")");
        done(
                session,
                "INSERT INTO "
                        + what.substring(what.lastIndexOf(' '))
                        + " (id, v) VALUES (1, '"
                        + value
                        + "')");
        return value;
    }

    @Test
    void aNameStandsForWhatItsSessionHasInFront() throws InterruptedException {
        RandomGenerator random = Seeds.random(20261128);
        Side first = new Side();
        Side second = new Side();
        sides.addAll(List.of(first, second));
        done(first.session, "CREATE TABLE t (id INTEGER, v TEXT)");
        done(first.session, "CREATE VIEW seen AS SELECT id, v FROM t");
        done(first.session, "DROP VIEW seen");
        done(first.session, "DROP TABLE t");
        for (int step = 0; step < STEPS; step++) {
            step(sides.get(random.nextInt(2)), random);
            for (Side side : sides) {
                side.check();
            }
        }
    }

    private void step(Side side, RandomGenerator random) throws InterruptedException {
        boolean temporary = random.nextInt(3) > 0;
        boolean within = random.nextBoolean();
        boolean lasts = !within || random.nextInt(3) > 0;
        if (within) {
            done(side.session, "BEGIN");
        }
        Optional<String> own = side.own;
        Optional<String> before = shared;
        if (temporary && side.own.isPresent()) {
            done(side.session, random.nextBoolean() ? "DROP TABLE t" : "DROP TABLE pg_temp.t");
            side.own = Optional.empty();
        } else if (temporary) {
            side.own = Optional.of(make(side.session, "TEMP TABLE pg_temp.t"));
        } else if (shared.isPresent()) {
            done(side.session, "DROP TABLE public.t CASCADE");
            shared = Optional.empty();
        } else {
            shared = Optional.of(make(side.session, "TABLE public.t"));
            done(side.session, "CREATE VIEW seen AS SELECT id, v FROM public.t");
        }
        if (within) {
            side.check();
            done(side.session, lasts ? "COMMIT" : "ROLLBACK");
        }
        if (!lasts) {
            side.own = own;
            shared = before;
        }
    }

    @Test
    void whatIsKeptAsATextMeansNothingTemporary() throws InterruptedException {
        try (Session session = telegraph.session()) {
            done(session, "CREATE SEQUENCE t_id_seq START 100");
            done(
                    session,
                    "CREATE TABLE counted (id BIGINT DEFAULT nextval('t_id_seq'), n INTEGER)");
            done(session, "CREATE TABLE t (id INTEGER, v TEXT)");
            done(session, "INSERT INTO t VALUES (1, 'lasting')");
            done(session, "CREATE VIEW seen AS SELECT v FROM t");
            done(session, "CREATE MATERIALIZED VIEW kept AS SELECT v FROM t");
            done(session, "CREATE TEMP TABLE t (id SERIAL PRIMARY KEY, v TEXT)");
            done(session, "INSERT INTO t (v) VALUES ('temporary')");
            assertEquals("lasting", answer(session, "SELECT v FROM seen"));
            assertEquals("none", answer(session, "REFRESH MATERIALIZED VIEW kept"));
            assertEquals("lasting", answer(session, "SELECT v FROM kept"));
            assertEquals("2", answer(session, "SELECT nextval('t_id_seq')"));
            done(session, "INSERT INTO counted (n) VALUES (1)");
            assertEquals("100", answer(session, "SELECT id FROM counted"));
        }
    }

    @Test
    void noRowsAndNoSpaceAreLeftBehind() throws InterruptedException {
        done(telegraph.session(), "CREATE TABLE lasting (id INTEGER)");
        List<String> before = files(folder.resolve("sandbox"));
        Session left = telegraph.session();
        for (int i = 0; i < 20; i++) {
            done(left, "CREATE TEMP TABLE t" + i + " (id SERIAL PRIMARY KEY, v TEXT UNIQUE)");
            done(
                    left,
                    "INSERT INTO t" + i + " (v) SELECT 'row ' || g FROM generate_series(1, 99) g");
        }
        try (Session other = telegraph.session()) {
            assertEquals("unknown", answer(other, "SELECT v FROM t1 LIMIT 1"));
            done(other, "CREATE TEMP TABLE t1 (v INTEGER)");
            done(other, "BACKUP TO 'copy'");
        }
        assertEquals(before.size() + 60, files(folder.resolve("sandbox")).size());
        left.close();
        assertEquals(before, files(folder.resolve("sandbox")));
        // A copy is as a process that died leaves it.
        try (Telegraph copy = Telegraph.open(folder.resolve("copy"), folder, Map.of(), Map.of());
                Session session = copy.session()) {
            assertEquals("unknown", answer(session, "SELECT v FROM t1 LIMIT 1"));
            assertEquals("0", answer(session, "SELECT count(*) FROM lasting"));
            done(session, "CHECKPOINT");
            assertEquals(before, files(folder.resolve("copy")));
        }
    }

    private static List<String> files(Path sandbox) {
        try (Stream<Path> files = Files.list(sandbox.resolve("store/data"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
