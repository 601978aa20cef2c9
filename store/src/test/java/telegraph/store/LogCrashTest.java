package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.store.log.Log;
import telegraph.store.log.LogReader;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// The log on a disk that stops after each step in turn, and on one that fails.
///
/// Whatever is left must be the first records that were appended, among them all that a flush
/// vouched for; and when more is appended after the crash, and the disk stops again, no record that
/// was given up comes back.
class LogCrashTest {
    private static final Path DIRECTORY = Path.of("/store/log");
    private static final int SEGMENT_BYTES = 2_048;

    private final MemoryManager memory = new MemoryManager(1 << 20);
    private final Region region = memory.query("log", 1 << 20);
    private final MemorySegment ring = region.allocate(4_096).asSlice(0, 1_024);

    @AfterEach
    void nothingIsHeld() {
        region.close();
        Leaks.none("bytes", memory::used);
    }

    /// What was flushed when the disk had taken some steps.
    private record Vouched(int step, int records) {}

    private Log open(SimDisk disk) {
        return Log.open(new Log.Place(disk, DIRECTORY, SEGMENT_BYTES), ring, Log.FIRST_LSN);
    }

    /// Appends and flushes at random; what was vouched for, in order of steps.
    private List<Vouched> work(SimDisk disk, List<byte[]> bodies, RandomGenerator random) {
        List<Vouched> vouched = new ArrayList<>();
        vouched.add(new Vouched(disk.steps(), bodies.size()));
        try (Log log = open(disk)) {
            // What a restart keeps, it vouches for.
            vouched.add(new Vouched(disk.steps(), bodies.size()));
            for (int i = 0; i < 30; i++) {
                byte[] body = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? 3_000 : 300)];
                random.nextBytes(body);
                long lsn = log.append(body, body.length);
                bodies.add(body);
                if (random.nextInt(3) == 0) {
                    log.flush(lsn);
                    vouched.add(new Vouched(disk.steps(), bodies.size()));
                }
            }
        }
        return vouched;
    }

    private List<byte[]> read(SimDisk disk) {
        List<byte[]> found = new ArrayList<>();
        try (Log log = open(disk)) {
            LogReader reader = log.reader(Log.FIRST_LSN);
            while (reader.next()) {
                byte[] body = new byte[reader.length()];
                System.arraycopy(reader.array(), reader.offset(), body, 0, body.length);
                found.add(body);
            }
        }
        return found;
    }

    private static void demandFirst(List<byte[]> found, List<byte[]> all) {
        assertTrue(found.size() <= all.size(), "more than was appended: " + found.size());
        for (int i = 0; i < found.size(); i++) {
            assertArrayEquals(all.get(i), found.get(i), "record " + i);
        }
    }

    @Test
    void aCrashAfterAnyStepLeavesTheFirstRecordsAndAllThatWereFlushed() {
        Seeds.run(
                4,
                (seed, random) -> {
                    SimDisk first = new SimDisk();
                    List<byte[]> bodies = new ArrayList<>();
                    List<Vouched> vouched = work(first, bodies, random);
                    SimCrash crash = new SimCrash(first);
                    for (int step = 0; step <= crash.steps(); step++) {
                        crash.take(step);
                        SimDisk second = crash.crash(random);
                        int born = second.steps();
                        List<byte[]> found = read(second);
                        demandFirst(found, bodies);
                        assertVouched(found.size(), step, vouched);

                        // Once more, from there.
                        List<byte[]> more = new ArrayList<>(found);
                        List<Vouched> moreVouched = work(second, more, random);
                        SimCrash again = new SimCrash(second);
                        int stop = born + random.nextInt(again.steps() - born + 1);
                        again.take(stop);
                        List<byte[]> foundAgain = read(again.crash(random));
                        demandFirst(foundAgain, more);
                        assertVouched(foundAgain.size(), stop, moreVouched);
                    }
                });
    }

    private static void assertVouched(int found, int step, List<Vouched> vouched) {
        for (Vouched v : vouched) {
            assertTrue(
                    v.step > step || found >= v.records,
                    () -> "lost: step=" + step + " found=" + found + " " + v);
        }
    }

    @Test
    void aFullDiskIsToldAndWhatWasFlushedBeforeIsThere() {
        SimDisk disk = new SimDisk();
        try (Log log = open(disk)) {
            log.flush(log.append(new byte[] {1}, 1));
            disk.fail(SimDisk.Fault.full(disk.steps()));
            long lsn = log.append(new byte[] {2}, 1);
            TelegraphException e = assertThrows(TelegraphException.class, () -> log.flush(lsn));
            assertEquals(SqlState.DISK_FULL, e.state());
            assertTrue(e.getMessage().contains("0000000000000000.log"), e.getMessage());
            disk.fail(null);
            assertThrows(TelegraphException.class, () -> log.append(new byte[] {3}, 1));
            assertThrows(TelegraphException.class, () -> log.flush(lsn));
            Bytes back = new Bytes();
            log.read(lsn, back);
            assertArrayEquals(new byte[] {2}, back.toArray());
        }
        assertEquals(1, read(disk).size());
    }

    /// The system drops what it could not sync, and a second sync says all is well.
    @Test
    void aSyncThatFailedIsNotRepeated() {
        SimDisk disk = new SimDisk();
        try (Log log = open(disk)) {
            log.flush(log.append(new byte[] {1}, 1));
            disk.fail(SimDisk.Fault.sync(disk.steps()));
            long lsn = log.append(new byte[] {2}, 1);
            assertThrows(TelegraphException.class, () -> log.flush(lsn));
            assertEquals(1, disk.failures());
            assertThrows(TelegraphException.class, () -> log.flush(lsn));
            assertTrue(log.flushed() <= lsn);
        }
    }
}
