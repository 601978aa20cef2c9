package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// A process that commits is killed again and again at random moments, and starts over from what it
/// left: nothing it acknowledged is lost, no transfer is there in half, and the tree is sound.
class KillTest {
    private static final long SEED = 7;

    @TempDir Path directory;
    private Durability durability;

    @Test
    void twentyKillsLoseNothingThatWasAcknowledged() throws Exception {
        kill(Durability.SYNC, 20, 100);
    }

    /// The system has what was written, whatever becomes of the process.
    @Test
    void killsLoseNothingThatWasAcknowledgedBeforeItWasSynced() throws Exception {
        kill(Durability.RELAXED, 4, 500);
    }

    @Test
    @Tag("slow")
    void twoHundredKillsLoseNothingThatWasAcknowledged() throws Exception {
        kill(Durability.SYNC, 200, 500);
    }

    private void kill(Durability commits, int rounds, int acknowledgementsMax) throws Exception {
        durability = commits;
        RandomGenerator random = Seeds.random(SEED);
        long[] acknowledged = new long[Bank.THREADS];
        Arrays.fill(acknowledged, -1);
        for (int round = 0; round < rounds; round++) {
            int before = round;
            round(random.nextInt(acknowledgementsMax), SEED * 1_000 + round, acknowledged);
            try {
                verify(acknowledged);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("after kill " + before + ", seed " + SEED, e);
            }
        }
        assertTrue(Arrays.stream(acknowledged).sum() > rounds, Arrays.toString(acknowledged));
    }

    /// Lets a child acknowledge some transfers, and kills it.
    private void round(int acknowledgements, long seed, long[] acknowledged) throws Exception {
        Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xshare:auto",
                                "-Xmx128m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Bank.class.getName(),
                                directory.toString(),
                                Long.toString(seed),
                                durability.name())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int heard = 0;
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            while (heard < acknowledgements && (line = lines.readLine()) != null) {
                hear(line, acknowledged);
                heard++;
            }
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
        assertEquals(acknowledgements, heard, "it worked until it was killed");
    }

    private static void hear(String line, long[] acknowledged) {
        // The last line may be cut off.
        if (line.matches("\\d \\d+")) {
            List<String> parts = List.of(line.split(" "));
            int thread = Integer.parseInt(parts.get(0));
            acknowledged[thread] = Math.max(acknowledged[thread], Long.parseLong(parts.get(1)));
        }
    }

    private void verify(long[] acknowledged) {
        MemoryManager memory = new MemoryManager(64 << 20);
        try (Store store = Bank.open(directory, memory)) {
            Bank.demandSound(store, acknowledged);
        }
        Leaks.none("bytes", memory::used);
    }
}
