package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.sql.transaction.SandboxStore;

/// What is defined lasts, is backed up, costs nothing where it is not needed, and may change under
/// the hands of others.
class DefinitionsTest {
    @TempDir Path folder;

    private Telegraph open(String sandbox) {
        return Telegraph.open(
                folder.resolve(sandbox),
                folder,
                Map.of("store_cache", "4MB", "durability", "relaxed", "lock_timeout", "20s"),
                Map.of());
    }

    private static List<String> rows(Telegraph telegraph, String script)
            throws InterruptedException {
        Answer answer = Answer.of(telegraph, script);
        if (answer.error() != null) {
            throw new AssertionError(script, answer.cause());
        }
        return answer.rows();
    }

    @Test
    void whatIsDefinedLastsWhenTheSandboxIsOpenedAgain() throws Exception {
        List<String> before;
        try (Telegraph telegraph = open("sandbox")) {
            rows(
                    telegraph,
                    "CREATE SCHEMA s; CREATE TABLE s.u (k int PRIMARY KEY); INSERT INTO s.u VALUES"
                            + " (1), (2); CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY PRIMARY"
                            + " KEY, a text UNIQUE, k int REFERENCES s.u, CHECK (k < 9)); INSERT INTO t"
                            + " (a, k) VALUES ('x', 1), ('y', 2); ALTER TABLE t ADD b date DEFAULT DATE"
                            + " '2020-01-01'; ALTER TABLE t DROP k; CREATE INDEX i ON t (b, a); CREATE"
                            + " VIEW v AS SELECT a FROM t; CREATE SOURCE w (c int) WITH (url ="
                            + " 'http://127.0.0.1:9/', format = 'json', rows = '$')");
            before = rows(telegraph, "SHOW CREATE TABLE t");
        }
        try (Telegraph telegraph = open("sandbox")) {
            assertEquals(before, rows(telegraph, "SHOW CREATE TABLE t"));
            assertEquals(
                    List.of("a,b", "x,2020-01-01", "y,2020-01-01"),
                    rows(telegraph, "SELECT a, b FROM t ORDER BY id"));
            assertEquals(List.of("a", "y"), rows(telegraph, "SELECT a FROM v WHERE a > 'x'"));
            assertEquals(
                    List.of("name", "s.u", "t", "v", "w"),
                    rows(telegraph, "SHOW TABLES").stream()
                            .map(row -> row.split(",")[0])
                            .sorted((p, q) -> p.equals("name") ? -1 : p.compareTo(q))
                            .toList());
            rows(telegraph, "INSERT INTO t (a) VALUES ('z')");
            assertEquals(
                    List.of("n", "3"), rows(telegraph, "SELECT count(DISTINCT id) AS n FROM t"));
            assertEquals(List.of("found"), rows(telegraph, "CHECK TABLE t"));
        }
    }

    @Test
    void aBackupIsASandboxOfTheSameTables() throws Exception {
        try (Telegraph telegraph = open("sandbox")) {
            rows(
                    telegraph,
                    "CREATE TABLE t (a int PRIMARY KEY, b text); INSERT INTO t VALUES (1, 'x'), (2,"
                            + " 'y'); CREATE VIEW v AS SELECT b FROM t");
            rows(telegraph, "BACKUP TO 'copy'");
            rows(telegraph, "DELETE FROM t");
            Answer again = Answer.of(telegraph, "BACKUP TO 'copy'");
            assertEquals(SqlState.OBJECT_IN_USE, again.cause().state(), again.error());
        }
        try (Telegraph telegraph = open("copy")) {
            assertEquals(List.of("b", "x", "y"), rows(telegraph, "SELECT b FROM v ORDER BY b"));
            assertEquals(List.of("found"), rows(telegraph, "CHECK TABLE t"));
        }
    }

    @Test
    void aSandboxHasNoStoreBeforeSomethingIsDefined() throws Exception {
        Files.writeString(folder.resolve("x.csv"), "a,b\n1,2\n");
        Path store = folder.resolve("sandbox").resolve(SandboxStore.NAME);
        try (Telegraph telegraph = open("sandbox")) {
            rows(telegraph, "SELECT x.a, upper('x') FROM 'x.csv' AS x WHERE x.b = 2");
            rows(telegraph, "BEGIN; SELECT 1; COMMIT");
            rows(telegraph, "SHOW TABLES");
            rows(telegraph, "SELECT * FROM telegraph.locks");
            rows(telegraph, "CHECKPOINT");
            Answer unknown = Answer.of(telegraph, "SELECT * FROM nothing");
            assertEquals(SqlState.UNDEFINED_TABLE, unknown.cause().state());
            assertFalse(Files.exists(store));
            rows(telegraph, "CREATE VIEW v AS SELECT 1 AS a");
            assertTrue(Files.exists(store));
        }
        // And where there is one, files are read without it: this one cannot be opened.
        try (var files = Files.walk(store)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.write(file, new byte[] {1, 2, 3});
            }
        }
        try (Telegraph telegraph = open("sandbox")) {
            rows(telegraph, "SELECT x.a, upper('x') FROM 'x.csv' AS x WHERE x.b = 2");
            Answer broken = Answer.of(telegraph, "SELECT * FROM v");
            assertEquals(SqlState.CORRUPT, broken.cause().state(), broken.error());
        }
    }

    @Test
    void anOlderCatalogIsTakenOver() throws Exception {
        Path sandbox = Files.createDirectories(folder.resolve("sandbox"));
        Files.writeString(
                sandbox.resolve("catalog.json"),
                "{\"format\":\"telegraph catalog\",\"version\":1,\"entries\":[{\"kind\":\"view\","
                        + "\"name\":\"v\",\"statement\":\"CREATE VIEW v AS SELECT 7 AS a;\"}]}");
        try (Telegraph telegraph = open("sandbox")) {
            assertEquals(List.of("a", "7"), rows(telegraph, "SELECT a FROM v"));
        }
        assertTrue(Files.exists(sandbox.resolve("catalog.json.imported")));
        try (Telegraph telegraph = open("sandbox")) {
            assertEquals(List.of("a", "7"), rows(telegraph, "SELECT a FROM v"));
        }
    }

    @Test
    void definitionsChangeUnderTheHandsOfOthersAndNothingIsLost() throws Exception {
        long seed = Long.getLong("seed", 20261121L);
        System.out.println("DefinitionsTest seed=" + seed);
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong inserted = new AtomicLong();
        AtomicLong read = new AtomicLong();
        try (Telegraph telegraph = open("sandbox");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            rows(telegraph, "CREATE TABLE t (id int NOT NULL, a int DEFAULT 1)");
            List<Future<?>> others = new ArrayList<>();
            for (int w = 0; w < 2; w++) {
                int writer = w;
                others.add(
                        threads.submit(() -> {
                            for (int i = 0; !done.get(); i++) {
                                String insert =
                                        "INSERT INTO t (id) VALUES (" + (2 * i + writer) + ")";
                                rows(telegraph, insert);
                                inserted.incrementAndGet();
                            }
                            return null;
                        }));
            }
            others.add(
                    threads.submit(() -> {
                        long least = 0;
                        while (!done.get()) {
                            String found = rows(telegraph, "SELECT count(*) AS n FROM t").get(1);
                            assertTrue(Long.parseLong(found) >= least, "rows went away");
                            least = Long.parseLong(found);
                            read.incrementAndGet();
                        }
                        return null;
                    }));
            try {
                alter(telegraph, new Random(seed));
            } finally {
                done.set(true);
            }
            for (Future<?> other : others) {
                other.get();
            }
            assertEquals(
                    List.of("n,d", inserted + "," + inserted),
                    rows(telegraph, "SELECT count(*) AS n, count(DISTINCT id) AS d FROM t"));
            assertEquals(List.of("found"), rows(telegraph, "CHECK TABLE t"));
        }
        assertTrue(
                inserted.get() > 10 && read.get() > 10, inserted + " inserts, " + read + " reads");
    }

    private static void alter(Telegraph telegraph, Random random) throws InterruptedException {
        List<List<String>> pairs =
                List.of(
                        List.of("ALTER TABLE t ADD b int DEFAULT 3", "ALTER TABLE t DROP b"),
                        List.of(
                                "ALTER TABLE t ADD CONSTRAINT p PRIMARY KEY (id)",
                                "ALTER TABLE t DROP CONSTRAINT p"),
                        List.of("CREATE UNIQUE INDEX i ON t (id)", "DROP INDEX i"),
                        List.of(
                                "ALTER TABLE t ALTER a TYPE bigint",
                                "ALTER TABLE t ALTER a TYPE int"),
                        List.of(
                                "ALTER TABLE t ADD CONSTRAINT c CHECK (id >= 0)",
                                "ALTER TABLE t DROP CONSTRAINT c"));
        boolean[] made = new boolean[pairs.size()];
        for (int i = 0; i < 40; i++) {
            int which = random.nextInt(pairs.size());
            rows(telegraph, pairs.get(which).get(made[which] ? 1 : 0));
            made[which] = !made[which];
        }
    }

    @Test
    void aDirectoryThatIsNoStoreIsRefusedAndLeftAlone() throws IOException, InterruptedException {
        Path store = Files.createDirectories(folder.resolve("sandbox").resolve(SandboxStore.NAME));
        Files.writeString(store.resolve("control"), "not a store");
        try (Telegraph telegraph = open("sandbox")) {
            Answer answer = Answer.of(telegraph, "CREATE TABLE t (a int)");
            assertEquals(SqlState.CORRUPT, answer.cause().state(), answer.error());
        }
        assertEquals("not a store", Files.readString(store.resolve("control")));
    }
}
