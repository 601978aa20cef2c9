package telegraph.sql.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.sql.Answer;
import telegraph.sql.Telegraph;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;

/// What is told of a recovery, and that a store can be opened before anybody asks for a table.
class RecoveryLinesTest {
    @TempDir Path folder;

    private static void query(Telegraph telegraph, String script) throws InterruptedException {
        Answer answer = Answer.of(telegraph, script);
        assertEquals(null, answer.error());
    }

    /// A sandbox as a crash leaves it, with some megabytes of log.
    private Path crashed() throws Exception {
        Path alive = folder.resolve("alive");
        Path dead = folder.resolve("dead");
        try (Telegraph telegraph =
                Telegraph.open(alive, Map.of("checkpoint_size", "1GB"), Map.of())) {
            query(
                    telegraph,
                    "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT); INSERT INTO t WITH d (x) AS"
                            + " (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) SELECT a.x"
                            + " + 10 * b.x + 100 * c.x + 1000 * e.x, repeat('x', 1000) FROM d a, d b,"
                            + " d c, d e WHERE e.x < 6");
            copy(alive.resolve("store"), dead.resolve("store"));
        }
        Files.deleteIfExists(dead.resolve("store").resolve("lock"));
        return dead;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    @Test
    void recoveryTellsHowFarItIsFromBeginningToEnd() throws Exception {
        Path store = crashed().resolve("store");
        List<Double> parts = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        try (MemoryManager memory = new MemoryManager(256 << 20)) {
            StoreOptions options = StoreOptions.DEFAULT;
            Stores.open(
                            store,
                            options,
                            Disk.FILES,
                            new Stores.Surroundings(
                                    memory,
                                    System::nanoTime,
                                    (bytes, part) -> {
                                        sizes.add(bytes);
                                        parts.add(part);
                                    }))
                    .close();
        }
        assertTrue(parts.size() >= 6, () -> "pieces " + parts);
        assertEquals(parts.stream().sorted().toList(), parts);
        assertTrue(parts.getFirst() > 0 && parts.getLast() > 0.6, parts::toString);
        assertTrue(parts.getLast() <= 1, parts::toString);
        assertTrue(sizes.stream().allMatch(size -> size > 6_000_000), sizes::toString);
    }

    @Test
    void aRecoveryOfMoreThanASecondIsTold() {
        List<String> lines = new ArrayList<>();
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
        RecoveryLines told = new RecoveryLines(now::get, lines::add);
        long[] at = {500, 1_100, 3_000, 7_000, 7_500, 12_100};
        long before = 0;
        for (int i = 0; i < at.length; i++) {
            now.addAndGet(Duration.ofMillis(at[i] - before).toNanos());
            before = at[i];
            told.recovering(671_400_000, i / 8.0);
        }
        told.ended();
        assertEquals(
                List.of(
                        "recovering 671 MB of log",
                        "recovering: 37 % after 7 s",
                        "recovering: 62 % after 12 s",
                        "recovered in 12 s"),
                lines);
    }

    @Test
    void aShortOneIsNot() {
        List<String> lines = new ArrayList<>();
        AtomicLong now = new AtomicLong();
        RecoveryLines told = new RecoveryLines(now::get, lines::add);
        now.set(999_000_000);
        told.recovering(10, 0.5);
        told.ended();
        assertEquals(List.of(), lines);
    }

    @Test
    void theStoreIsOpenedWhenThatIsAskedFor() throws Exception {
        try (Telegraph telegraph = Telegraph.open(crashed(), Map.of(), Map.of())) {
            assertEquals(0, telegraph.storeCounters().get("pages_read"));
            telegraph.openStore();
            assertTrue(telegraph.storeCounters().get("pages_read") > 0, "recovery reads some");
            assertEquals(
                    List.of("n", "6000"),
                    Answer.of(telegraph, "SELECT count(*) AS n FROM t").rows());
        }
    }

    @Test
    void aSandboxWithoutOneGetsNone() throws Exception {
        try (Telegraph telegraph = Telegraph.open(folder.resolve("new"), Map.of(), Map.of())) {
            telegraph.openStore();
        }
        assertTrue(Files.notExists(folder.resolve("new").resolve("store")));
    }

    @Test
    void oneThatCannotBeOpenedIsRefusedThen() throws Exception {
        Path dead = crashed();
        Files.write(dead.resolve("store").resolve("control"), new byte[48]);
        try (Telegraph telegraph = Telegraph.open(dead, Map.of(), Map.of())) {
            TelegraphException e = assertThrows(TelegraphException.class, telegraph::openStore);
            assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
        }
    }
}
