package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.memory.MemoryManager;
import telegraph.store.CrashWorkload.Turns;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// The world stops after each step of the disk in turn; whatever is left must open as a store with
/// every acknowledged commit, no other trace, and nothing wrong in it. Some recoveries are stopped
/// as well, and must come out the same the second time.
class CrashTest {
    private final MemoryManager memory = new MemoryManager(64 << 20);

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    @Test
    void aCrashAfterAFewOfAllStepsLosesNothing() {
        Seeds.run(3, (_, random) -> crash(Durability.SYNC, new Turns(400, random), 80));
    }

    /// The last commits may be missing then, each as a whole.
    @Test
    void aCrashOfAStoreThatDoesNotSyncCommitsLeavesNoneInHalf() {
        Seeds.run(2, (_, random) -> crash(Durability.RELAXED, new Turns(400, random), 50));
    }

    @Test
    @Tag("slow")
    void aCrashAfterAnyStepLosesNothing() {
        Seeds.run(
                6,
                (_, random) -> crash(Durability.SYNC, new Turns(1_000, random), Integer.MAX_VALUE));
    }

    @Test
    @Tag("slow")
    void aCrashAfterAnyStepOfAStoreThatDoesNotSyncCommitsLeavesNoneInHalf() {
        Seeds.run(
                6,
                (_, random) ->
                        crash(Durability.RELAXED, new Turns(1_000, random), Integer.MAX_VALUE));
    }

    private void crash(Durability durability, Turns turns, int crashes) throws Exception {
        RandomGenerator random = turns.random();
        SimDisk disk = new SimDisk();
        CrashWorkload work = CrashWorkload.run(disk, memory, durability, turns);
        SimCrash crash = new SimCrash(disk);
        int stride = Math.max(1, crash.steps() / crashes);
        assertTrue(
                crash.steps() > turns.count() / 40, "the work reaches the disk: " + crash.steps());
        for (int step = random.nextInt(stride); step <= crash.steps(); step += stride) {
            crash.take(step);
            SimDisk left = crash.crash(random);
            try {
                recover(work, left, step, random);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("step=" + step + " of " + crash.steps(), e);
            }
        }
    }

    private void recover(CrashWorkload work, SimDisk left, int step, RandomGenerator random)
            throws Exception {
        int born = left.steps();
        int recovered;
        List<Integer> counts;
        try (Store store = CrashWorkload.open(left, memory)) {
            recovered = left.steps();
            counts = work.demandRecovered(store, left, step);
        }
        if (random.nextInt(3) == 0) {
            SimCrash again = new SimCrash(left);
            again.take(born + random.nextInt(recovered - born + 1));
            SimDisk leftAgain = again.crash(random);
            try (Store store = CrashWorkload.open(leftAgain, memory)) {
                assertEquals(counts, work.demandRecovered(store, leftAgain, step));
            }
        }
    }
}
