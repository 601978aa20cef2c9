package telegraph.sql.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;
import telegraph.sql.Telegraph;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.tables.catalog.Catalog;
import telegraph.tables.catalog.TableDefinition;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// A process that changes and defines tables is killed again and again at random moments, and goes
/// on from what it left.
///
/// After each kill:
///
/// 1. What was acknowledged is there, at most one more transaction of each clerk, and of others
///    nothing: all rows of all tables, and the indexes, are those of one moment of its [Course].
/// 2. CHECK TABLE finds nothing in any table.
/// 3. The data files are those of the catalog's containers.
@Timeout(600)
class SqlKillTest {
    private static final long SEED = 11;

    /// Long enough for a transaction or some.
    private static final long SPELL_NANOS_MAX = 40_000_000;

    /// When a process is killed: so many acknowledgements after its start, and so long after them.
    private record Ending(int acknowledgements, long spellNanos) {}

    @TempDir Path folder;

    @Test
    void killsLoseNothingThatWasAcknowledgedAndLeaveNothingElse() throws Exception {
        kill(6, 30);
    }

    @Test
    @Tag("slow")
    void sixtyKillsLoseNothingThatWasAcknowledgedAndLeaveNothingElse() throws Exception {
        kill(60, 200);
    }

    private void kill(int rounds, int acknowledgementsMax) throws Exception {
        RandomGenerator random = Seeds.random(SEED);
        long[] acknowledged = new long[Clerk.CLERKS];
        Arrays.fill(acknowledged, -1);
        for (int round = 0; round < rounds; round++) {
            // The first one makes its first definitions meanwhile.
            int some = round == 0 ? 0 : random.nextInt(acknowledgementsMax);
            Ending ending = new Ending(some, random.nextLong(SPELL_NANOS_MAX));
            round(ending, SEED * 1_000 + round, acknowledged);
            try {
                demandContainersOfTheCatalog();
                verify(acknowledged);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("after kill " + round + ", seed " + SEED, e);
            }
        }
        assertTrue(Arrays.stream(acknowledged).sum() > rounds, Arrays.toString(acknowledged));
    }

    private Path sandbox() {
        return folder.resolve("sandbox");
    }

    /// Lets a child begin and acknowledge some transactions, and kills it in the middle of others.
    private void round(Ending ending, long moods, long[] acknowledged) throws Exception {
        Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xshare:auto",
                                "-Xmx256m",
                                "-Dslf4j.internal.verbosity=ERROR",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Clerk.class.getName(),
                                sandbox().toString(),
                                Long.toString(SEED),
                                Long.toString(moods))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int heard = 0;
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            assertEquals(Clerk.OPENED, line);
            while (heard < ending.acknowledgements && (line = lines.readLine()) != null) {
                hear(line, acknowledged);
                heard++;
            }
            LockSupport.parkNanos(ending.spellNanos);
            // The process would close the pipe, in which is what was acknowledged last.
            child.toHandle().destroyForcibly();
            while ((line = lines.readLine()) != null) {
                hear(line, acknowledged);
            }
        } catch (IOException e) {
            throw new AssertionError("the pipe broke", e);
        } finally {
            child.destroyForcibly();
        }
        assertTrue(child.waitFor() != 0, "it was killed and did not end");
        assertEquals(ending.acknowledgements, heard, "it worked until it was killed");
    }

    private static void hear(String line, long[] acknowledged) {
        // The last line may be cut off.
        if (line.matches("\\d \\d+")) {
            String[] parts = line.split(" ");
            int clerk = Integer.parseInt(parts[0]);
            acknowledged[clerk] = Math.max(acknowledged[clerk], Long.parseLong(parts[1]));
        }
    }

    /// The store as it is after recovery has files for what is defined, and no others.
    private void demandContainersOfTheCatalog() throws IOException {
        Path directory = sandbox().resolve("store");
        if (!Files.exists(directory)) {
            return;
        }
        MemoryManager memory = new MemoryManager(128 << 20);
        StoreOptions options = StoreOptions.DEFAULT.withCacheBytes(2 << 20);
        try (Store store = Stores.open(directory, options, Disk.FILES, memory, System::nanoTime)) {
            TreeSet<String> expected = new TreeSet<>();
            expected.add(file(Store.FIRST_CONTAINER));
            Catalog catalog = new Catalog(() -> store, () -> true, Disk.FILES, sandbox(), 100);
            for (TableDefinition table : catalog.snapshot().tables()) {
                expected.add(file(table.container()));
                table.indexes().forEach(index -> expected.add(file(index.container())));
            }
            TreeSet<String> found = new TreeSet<>();
            try (Stream<Path> files = Files.list(directory.resolve("data"))) {
                files.forEach(file -> found.add(file.getFileName().toString()));
            }
            assertEquals(expected, found, "the files of the containers that are defined");
        }
        Leaks.none("bytes", memory::used);
    }

    private static String file(int container) {
        return String.format("%08x.tg", container);
    }

    private void verify(long[] acknowledged) {
        try (Telegraph telegraph = Clerk.open(sandbox())) {
            try (Conversation conversation = Conversation.with(telegraph)) {
                List<String> tables = new ArrayList<>(telegraph.session().tables());
                List<String> expected = new ArrayList<>();
                for (int clerk = 0; clerk < Clerk.CLERKS; clerk++) {
                    if (tables.contains("step" + clerk)) {
                        expected.addAll(verify(conversation, clerk, acknowledged[clerk]));
                    } else {
                        assertEquals(-1, acknowledged[clerk], "clerk=" + clerk);
                    }
                }
                assertEquals(new TreeSet<>(expected), new TreeSet<>(tables));
            }
            Leaks.none("bytes", telegraph::memoryUsed);
        }
    }

    /// The names of the tables that the clerk has.
    private static List<String> verify(Conversation conversation, int clerk, long acknowledged) {
        String step = conversation.ask("SELECT n FROM step" + clerk).getFirst();
        long last = Long.parseLong(step.substring(1, step.length() - 1));
        assertTrue(
                last == acknowledged || last == acknowledged + 1,
                "clerk=" + clerk + " acknowledged=" + acknowledged + " found=" + last);
        Course course = new Course(SEED, clerk);
        while (course.number() < last) {
            course.next();
        }
        Map<String, List<String>> tables = course.tables();
        TreeSet<String> indexes = new TreeSet<>();
        tables.forEach((name, rows) -> {
            assertEquals(List.of(), conversation.ask("CHECK TABLE " + name), name);
            String key = name.startsWith("step") ? "one" : name.startsWith("child") ? "id" : "a";
            assertEquals(rows, conversation.ask("SELECT * FROM " + name + " ORDER BY " + key));
            Stream.of(conversation.ask("SHOW CREATE TABLE " + name).toString().split("\\W+"))
                    .filter(word -> word.startsWith("i" + clerk + "_"))
                    .forEach(indexes::add);
        });
        assertEquals(course.indexes(), indexes, "indexes of clerk " + clerk);
        return List.copyOf(tables.keySet());
    }
}
