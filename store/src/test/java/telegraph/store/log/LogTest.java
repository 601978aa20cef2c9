package telegraph.store.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.store.Bytes;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// The log alone: what was appended comes back, in order and whole, or not at all.
class LogTest {
    private static final int SEGMENT_BYTES = 4_096;
    private static final int RING_BYTES = 1_024;
    private static final Path DIRECTORY = Path.of("/store/log");

    private final MemoryManager memory = new MemoryManager(1 << 20);
    private final Region region = memory.query("log", 1 << 20);
    private final MemorySegment ring = region.allocate(RING_BYTES).asSlice(0, RING_BYTES);
    private final Disk disk = Disk.inMemory();
    private final Log.Place place = new Log.Place(disk, DIRECTORY, SEGMENT_BYTES);

    @AfterEach
    void nothingIsHeld() {
        region.close();
        Leaks.none("bytes", memory::used);
    }

    private Log fresh() throws IOException {
        if (disk.exists(DIRECTORY)) {
            for (Path file : disk.list(DIRECTORY)) {
                disk.delete(file);
            }
        }
        return Log.open(place, ring, Log.FIRST_LSN);
    }

    private static byte[] body(RandomGenerator random, int length) {
        byte[] body = new byte[length];
        random.nextBytes(body);
        return body;
    }

    private static long append(Log log, byte[] body) {
        return log.append(body, body.length);
    }

    private static List<byte[]> all(Log log, long from) {
        List<byte[]> bodies = new ArrayList<>();
        LogReader reader = log.reader(from);
        while (reader.next()) {
            byte[] body = new byte[reader.length()];
            System.arraycopy(reader.array(), reader.offset(), body, 0, body.length);
            bodies.add(body);
        }
        return bodies;
    }

    private static void assertSame(List<byte[]> expected, List<byte[]> found) {
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), found.get(i), "record " + i);
        }
    }

    /// Sizes from one byte to several segments, so that records cross the ends of ring and files.
    @Test
    void recordsOfAllSizesComeBackByPositionAndInOrder() {
        Seeds.run(
                20,
                (seed, random) -> {
                    List<byte[]> bodies = new ArrayList<>();
                    List<Long> lsns = new ArrayList<>();
                    try (Log log = fresh()) {
                        for (int i = 0; i < 300; i++) {
                            int sort = random.nextInt(100);
                            int length =
                                    1
                                            + random.nextInt(
                                                    sort < 90
                                                            ? 100
                                                            : sort < 98 ? RING_BYTES * 2 : 10_000);
                            bodies.add(body(random, length));
                            lsns.add(append(log, bodies.getLast()));
                            int back = random.nextInt(i + 1);
                            Bytes read = new Bytes();
                            log.read(lsns.get(back), read);
                            assertArrayEquals(bodies.get(back), read.toArray());
                            if (random.nextInt(20) == 0) {
                                log.flush(lsns.get(back));
                                assertTrue(log.flushed() > lsns.get(back));
                            }
                        }
                        log.flush(lsns.getLast());
                        assertSame(bodies, all(log, Log.FIRST_LSN));
                    }
                    try (Log log = Log.open(place, ring, Log.FIRST_LSN)) {
                        assertSame(bodies, all(log, Log.FIRST_LSN));
                        assertEquals(log.end(), append(log, new byte[] {1}));
                    }
                });
    }

    @Test
    void whatWasNotFlushedMayBeLostAndNothingElseIs() throws IOException {
        try (Log log = fresh()) {
            long kept = append(log, new byte[] {1});
            log.flush(kept);
            append(log, new byte[] {2});
        }
        try (Log log = Log.open(place, ring, Log.FIRST_LSN)) {
            assertEquals(1, all(log, Log.FIRST_LSN).size());
        }
    }

    /// Of the last record any number of bytes may be missing or damaged; the log then ends before
    /// it, and goes on from there.
    @Test
    void aHalfRecordAtTheEndEndsTheLog() throws IOException {
        for (int cut = 1; cut < 40; cut++) {
            long end;
            try (Log log = fresh()) {
                append(log, new byte[50]);
                log.flush(append(log, new byte[50]));
                end = log.flushed();
            }
            try (Disk.DiskFile file = disk.open(segment(0))) {
                if (cut % 2 == 0) {
                    file.resize(end - 2 - cut);
                } else {
                    flip(file, end - 2 - cut);
                }
            }
            try (Log log = Log.open(place, ring, Log.FIRST_LSN)) {
                assertEquals(1, all(log, Log.FIRST_LSN).size());
                log.flush(append(log, new byte[] {7}));
            }
            try (Log log = Log.open(place, ring, Log.FIRST_LSN)) {
                assertEquals(2, all(log, Log.FIRST_LSN).size());
            }
        }
    }

    /// A record behind the torn end must not come back when a later one fills the place before it.
    @Test
    void whatLiesBehindATornEndNeverComesBack() throws IOException {
        long torn;
        try (Log log = fresh()) {
            torn = append(log, new byte[20]);
            // In one write: neither knows the other to be synced.
            log.flush(append(log, new byte[] {66}));
        }
        try (Disk.DiskFile file = disk.open(segment(0))) {
            flip(file, torn + 14);
        }
        try (Log log = Log.open(place, ring, Log.FIRST_LSN)) {
            assertEquals(torn, append(log, new byte[20]));
            log.flush(torn);
        }
        try (Log log = Log.open(place, ring, Log.FIRST_LSN)) {
            assertSame(List.of(new byte[20]), all(log, Log.FIRST_LSN));
        }
    }

    @Test
    void aDamagedRecordThatWasSyncedIsToldWithItsPlace() throws IOException {
        long first;
        try (Log log = fresh()) {
            first = append(log, new byte[20]);
            log.flush(first);
            log.flush(append(log, new byte[20]));
        }
        for (int at = 0; at < 32; at++) {
            try (Disk.DiskFile file = disk.open(segment(0))) {
                flip(file, first + at);
            }
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class, () -> Log.open(place, ring, Log.FIRST_LSN));
            assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
            assertTrue(e.getMessage().contains("offset=64"), e.getMessage());
            try (Disk.DiskFile file = disk.open(segment(0))) {
                flip(file, first + at);
            }
        }
        Log.open(place, ring, Log.FIRST_LSN).close();
    }

    @Test
    void segmentsThatNobodyNeedsAreDeletedAndTheRestStays() throws IOException {
        List<Long> lsns = new ArrayList<>();
        try (Log log = fresh()) {
            for (int i = 0; i < 200; i++) {
                lsns.add(append(log, new byte[100]));
            }
            log.flush(lsns.getLast());
            int before = disk.list(DIRECTORY).size();
            log.truncate(lsns.get(150));
            assertTrue(disk.list(DIRECTORY).size() < before);
            assertEquals(50, all(log, lsns.get(150)).size());
        }
        try (Log log = Log.open(place, ring, lsns.get(150))) {
            assertEquals(50, all(log, lsns.get(150)).size());
        }
    }

    @Test
    void anAppendUnderAnOldMarkIsRefused() throws IOException {
        try (Log log = fresh()) {
            long mark = log.mark();
            assertTrue(log.append(new byte[] {1}, 1, mark) > 0);
            long moved = log.appendMark(new byte[] {2}, 1);
            assertEquals(-1, log.append(new byte[] {1}, 1, mark));
            assertEquals(moved, log.mark());
            assertTrue(log.append(new byte[] {1}, 1, moved) > moved);
            assertEquals(-1, log.append(new byte[5_000], 5_000, mark));
        }
    }

    /// Each thread's records come back in its order, and none was acknowledged before its sync.
    @Test
    void manyThreadsAppendAndFlushTogether() throws InterruptedException, IOException {
        int threads = 4;
        int each = 2_000;
        List<Throwable> failures = new ArrayList<>();
        try (Log log = fresh()) {
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int me = t;
                running.add(
                        Thread.ofPlatform()
                                .start(() -> {
                                    try {
                                        byte[] body = new byte[3 + me * 40];
                                        for (int i = 0; i < each; i++) {
                                            body[0] = (byte) me;
                                            body[1] = (byte) i;
                                            body[2] = (byte) (i >>> 8);
                                            long lsn = append(log, body);
                                            if (i % 7 == me) {
                                                log.flush(lsn);
                                                assertTrue(log.flushed() > lsn);
                                            }
                                        }
                                    } catch (RuntimeException | AssertionError e) {
                                        synchronized (failures) {
                                            failures.add(e);
                                        }
                                    }
                                }));
            }
            for (Thread thread : running) {
                thread.join();
            }
            assertEquals(List.of(), failures);
            log.flush(log.end() - 1);
            int[] next = new int[threads];
            for (byte[] body : all(log, Log.FIRST_LSN)) {
                int i = body[1] & 0xFF | (body[2] & 0xFF) << 8;
                assertEquals(next[body[0]]++, i);
            }
            for (int count : next) {
                assertEquals(each, count);
            }
        }
    }

    @Test
    void anEmptyRecordIsRefused() throws IOException {
        try (Log log = fresh()) {
            assertThrows(IllegalArgumentException.class, () -> log.append(new byte[0], 0));
            assertFalse(log.hasFailed());
        }
    }

    private static Path segment(long first) {
        return DIRECTORY.resolve(String.format("%016x.log", first));
    }

    private static void flip(Disk.DiskFile file, long at) throws IOException {
        MemorySegment one = MemorySegment.ofArray(new byte[1]);
        file.read(one, at);
        one.set(ValueLayout.JAVA_BYTE, 0, (byte) (one.get(ValueLayout.JAVA_BYTE, 0) ^ 0x10));
        file.write(one, at);
    }
}
