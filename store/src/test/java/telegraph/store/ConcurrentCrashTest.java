package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Threads that transfer money while others make checkpoints and backups; the world stops at some
/// of all steps, and each time the money adds up and no acknowledged transfer is missing.
class ConcurrentCrashTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final Path BACKUP = Path.of("/backup");
    private static final int CHECKPOINTS_LEAST = 5;

    private final MemoryManager memory = new MemoryManager(64 << 20);

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    /// What one thread was told, and how many steps the disk had taken by then.
    private record Acknowledgement(int thread, long number, int step) {}

    private List<Acknowledgement> transfer(
            SimDisk disk, Store store, RandomGenerator random, int each) throws Exception {
        List<Acknowledgement> heard = Collections.synchronizedList(new ArrayList<>());
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Bank.THREADS; i++) {
            int thread = i;
            RandomGenerator own = Seeds.random(random.nextLong());
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    Bank.work(
                                            store,
                                            thread,
                                            own,
                                            (me, number) -> {
                                                heard.add(
                                                        new Acknowledgement(
                                                                me, number, disk.steps()));
                                                return number < each
                                                        || store.counters().checkpoints()
                                                                < CHECKPOINTS_LEAST;
                                            });
                                } catch (RuntimeException e) {
                                    failures.add(e);
                                }
                            }));
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            store.checkpoint();
            Thread.sleep(1);
        }
        assertEquals(List.of(), failures);
        return heard;
    }

    private static long[] acknowledged(List<Acknowledgement> heard, int step) {
        long[] last = new long[Bank.THREADS];
        Arrays.fill(last, -1);
        for (Acknowledgement one : heard) {
            if (one.step <= step) {
                last[one.thread] = Math.max(last[one.thread], one.number);
            }
        }
        return last;
    }

    @Test
    void checkpointsMayBeginBetweenAnyTwoChanges() {
        Seeds.run(2, (_, random) -> crash(random, 150, 50));
    }

    @Test
    @Tag("slow")
    void checkpointsMayBeginBetweenAnyTwoChangesForLonger() {
        Seeds.run(20, (_, random) -> crash(random, 400, 300));
    }

    private void crash(RandomGenerator random, int each, int crashes) throws Exception {
        SimDisk disk = new SimDisk();
        List<Acknowledgement> heard;
        int opened;
        try (Store store = Bank.open(DIRECTORY, disk, memory)) {
            opened = disk.steps();
            heard = transfer(disk, store, random, each);
        }
        SimCrash crash = new SimCrash(disk);
        int stride = Math.max(1, (crash.steps() - opened) / crashes);
        for (int step = opened + random.nextInt(stride); step <= crash.steps(); step += stride) {
            crash.take(step);
            try (Store store = Bank.open(DIRECTORY, crash.crash(random), memory)) {
                Bank.demandSound(store, acknowledged(heard, step));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("step=" + step + " of " + crash.steps(), e);
            }
        }
    }

    @Test
    void aBackupTakenMeanwhileOpensAsAStore() throws Exception {
        SimDisk disk = new SimDisk();
        RandomGenerator random = Seeds.random(5);
        List<Path> backups = new ArrayList<>();
        List<long[]> acknowledged = new ArrayList<>();
        List<Acknowledgement> heard = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean enough = new AtomicBoolean();
        try (Store store = Bank.open(DIRECTORY, disk, memory)) {
            Thread teller =
                    Thread.ofPlatform()
                            .start(() ->
                                    Bank.work(
                                            store,
                                            0,
                                            random,
                                            (me, number) -> {
                                                heard.add(new Acknowledgement(me, number, 0));
                                                return !enough.get();
                                            }));
            for (int i = 0; i < 5; i++) {
                Path target = BACKUP.resolve(Integer.toString(i));
                int before = heard.size();
                Threads.await("ten transfers", () -> heard.size() > before + 10);
                acknowledged.add(acknowledged(List.copyOf(heard), 0));
                store.backup(target);
                backups.add(target);
            }
            enough.set(true);
            teller.join();
        }
        for (int i = 0; i < backups.size(); i++) {
            try (Store store = Bank.open(backups.get(i), disk, memory)) {
                Bank.demandSound(store, acknowledged.get(i));
                Bank.work(store, 1, random, (_, number) -> number < 10);
            }
        }
        assertTrue(acknowledged.getLast()[0] > acknowledged.getFirst()[0], "work went on");
    }

    /// A crash while the backup is made leaves something that opens as it should, or not at all.
    @Test
    void aBackupCutShortIsNoStoreOrAWholeOne() throws Exception {
        SimDisk disk = new SimDisk();
        RandomGenerator random = Seeds.random(6);
        int began;
        try (Store store = Bank.open(DIRECTORY, disk, memory)) {
            Bank.work(store, 0, random, (_, number) -> number < 50);
            began = disk.steps();
            store.backup(BACKUP);
        }
        SimCrash crash = new SimCrash(disk);
        int whole = 0;
        for (int step = began; step <= crash.steps(); step++) {
            crash.take(step);
            Disk left = crash.crash(random);
            if (left.exists(BACKUP.resolve("control"))) {
                try (Store store = Bank.open(BACKUP, left, memory)) {
                    Bank.demandSound(store, new long[] {50, -1, -1});
                    whole++;
                }
            }
        }
        assertTrue(whole > 0);
    }
}
