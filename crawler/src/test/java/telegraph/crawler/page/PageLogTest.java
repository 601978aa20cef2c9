package telegraph.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// What was appended is read back, in order, whatever is cut off or damaged behind it.
class PageLogTest {
    private static final Path DIR = Path.of("/crawl");

    private final MemoryManager memory = new MemoryManager(256 << 20);
    private final Region region = memory.query("crawl", 256 << 20);
    private Disk disk = Disk.inMemory();

    @BeforeEach
    void aDirectory() throws IOException {
        disk.createDirectories(DIR);
    }

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", region::used);
        region.close();
        memory.close();
    }

    private PageLog log(LogPosition end) {
        return PageLog.open(disk, DIR, end, region);
    }

    private PageLogReader reader(LogPosition from) {
        return PageLogReader.open(disk, DIR, from, region);
    }

    private static String record(int index, int octets) {
        return index + ":" + "x".repeat(octets);
    }

    private static void append(PageLog log, String record) {
        log.append(Octets.of(record));
    }

    private static String current(PageLogReader reader) {
        return new String(
                reader.array(),
                reader.start(),
                reader.end() - reader.start(),
                StandardCharsets.UTF_8);
    }

    private static List<String> rest(PageLogReader reader) {
        List<String> records = new ArrayList<>();
        while (reader.next()) {
            records.add(current(reader));
        }
        return records;
    }

    private List<String> all() {
        try (PageLogReader reader = reader(LogPosition.START)) {
            return rest(reader);
        }
    }

    @Test
    void aLogThatIsNotThereHasNoRecords() {
        assertEquals(List.of(), all());
    }

    @Test
    void aTailIsReadByWhoWantsAllAndIsCutWithoutTouchingWhatSomebodyReads() throws IOException {
        LogPosition end;
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region, 1 << 20)) {
            append(log, record(1, 10));
            log.flush();
            end = log.position();
            log.beginTail();
            for (int i = 2; i < 6; i++) {
                append(log, record(i, 700_000));
            }
        }
        assertTrue(disk.list(DIR).size() > 2, "the tail has files of its own");
        assertEquals(1 + 1 + 4, all().size());
        try (PageLogReader slow = reader(LogPosition.START);
                PageLogReader reader = reader(LogPosition.START).leaveTail()) {
            assertEquals(List.of(record(1, 10)), rest(reader));
            assertFalse(reader.next());
            for (int i = 0; i < 3; i++) {
                assertTrue(slow.next());
            }
            try (PageLog log = log(end)) {
                append(log, record(7, 20));
            }
            assertTrue(slow.next(), "who reads the tail goes on");
            assertEquals(record(3, 700_000), current(slow));
        }
        assertEquals(List.of(record(1, 10), record(7, 20)), all());
    }

    @Test
    void recordsOfAllSizesReadBackInOrderOverSeveralFiles() {
        Seeds.run(
                5,
                (seed, random) -> {
                    disk = Disk.inMemory();
                    disk.createDirectories(DIR);
                    List<String> written = new ArrayList<>();
                    try (PageLog log =
                            PageLog.open(disk, DIR, LogPosition.START, region, 1 << 20)) {
                        for (int i = 0; i < 200; i++) {
                            int octets = random.nextInt(10) == 0 ? 700_000 : 20_000;
                            written.add(record(i, random.nextInt(octets)));
                            append(log, written.getLast());
                            if (random.nextInt(20) == 0) {
                                log.sync();
                            }
                        }
                    }
                    assertTrue(disk.list(DIR).size() > 3);
                    assertEquals(written, all());
                });
    }

    @Test
    void aPositionLeadsBackToWhatFollowedIt() {
        List<LogPosition> positions = new ArrayList<>();
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region, 4096)) {
            for (int i = 0; i < 50; i++) {
                positions.add(log.position());
                append(log, record(i, 500));
            }
        }
        for (int i = 0; i < 50; i++) {
            try (PageLogReader reader = reader(positions.get(i))) {
                assertTrue(reader.next());
                assertEquals(record(i, 500), current(reader));
                assertEquals(49 - i, rest(reader).size());
            }
        }
    }

    @Test
    void aReaderFollowsALogThatGrows() {
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region, 4096);
                PageLogReader reader = reader(LogPosition.START)) {
            int read = 0;
            for (int i = 0; i < 60; i++) {
                append(log, record(i, 300));
                if (i % 7 == 0) {
                    log.flush();
                    for (; read <= i; read++) {
                        assertTrue(reader.next());
                        assertEquals(record(read, 300), current(reader));
                    }
                    assertFalse(reader.next());
                    assertEquals(log.position(), reader.position());
                }
            }
        }
    }

    @Test
    void aTornTailEndsTheLogAndIsCutWhereverItIsTorn() throws IOException {
        try (PageLog log = log(LogPosition.START)) {
            append(log, "first");
            append(log, "second");
        }
        Path file = PageLogFiles.path(DIR, 1);
        int whole = PageLogFiles.HEAD_BYTES + PageLogFiles.FRAME_BYTES + 5;
        int size = whole + PageLogFiles.FRAME_BYTES + 6;
        for (int cut = size - 1; cut >= whole; cut--) {
            try (Disk.DiskFile bytes = disk.open(file)) {
                bytes.resize(cut);
            }
            LogPosition end;
            try (PageLogReader reader = reader(LogPosition.START)) {
                assertEquals(List.of("first"), rest(reader));
                assertEquals(cut > whole, reader.isTorn());
                end = reader.position();
            }
            try (PageLog log = log(end)) {
                append(log, "second");
            }
            assertEquals(List.of("first", "second"), all());
        }
    }

    @Test
    void anOctetChangedInTheLastFileEndsTheLogThere() throws IOException {
        try (PageLog log = log(LogPosition.START)) {
            for (int i = 0; i < 10; i++) {
                append(log, record(i, 10));
            }
        }
        damage(PageLogFiles.path(DIR, 1), PageLogFiles.HEAD_BYTES + 20L * 4 + 15);
        assertEquals(4, all().size());
    }

    @Test
    void anOctetChangedInAnEarlierFileIsACorruption() throws IOException {
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region, 100)) {
            for (int i = 0; i < 20; i++) {
                append(log, record(i, 10));
            }
        }
        damage(PageLogFiles.path(DIR, 1), PageLogFiles.HEAD_BYTES + 25);
        TelegraphException e = assertThrows(TelegraphException.class, this::all);
        assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
        assertTrue(e.getMessage().contains("pages-000001.log"), e.getMessage());
    }

    private void damage(Path file, long at) throws IOException {
        try (Disk.DiskFile bytes = disk.open(file)) {
            MemorySegment one = MemorySegment.ofArray(new byte[1]);
            bytes.read(one, at);
            one.set(ValueLayout.JAVA_BYTE, 0, (byte) (one.get(ValueLayout.JAVA_BYTE, 0) ^ 1));
            bytes.write(one, at);
        }
    }

    @Test
    void whatLiesBehindTheEndGivenIsForgottenWithItsFiles() throws IOException {
        LogPosition middle;
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region, 100)) {
            append(log, "kept");
            middle = log.position();
            for (int i = 0; i < 30; i++) {
                append(log, record(i, 10));
            }
        }
        assertTrue(disk.list(DIR).size() > 2);
        try (PageLog log = log(middle)) {
            append(log, "after");
        }
        assertEquals(List.of("kept", "after"), all());
        assertEquals(1, disk.list(DIR).size());
    }

    @Test
    void aFileOfSomethingElseIsRefused() throws IOException {
        disk.writeText(PageLogFiles.path(DIR, 1), "no log at all, but long enough");
        TelegraphException e = assertThrows(TelegraphException.class, this::all);
        assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
    }

    @Test
    void aFullDiskIsSaidOnceAndNothingIsAppendedBehindTheHole() throws IOException {
        disk = Disk.inMemory(1 << 20);
        disk.createDirectories(DIR);
        int whole = 0;
        try (PageLog log = log(LogPosition.START)) {
            TelegraphException full = null;
            for (int i = 0; i < 1000 && full == null; i++) {
                try {
                    append(log, record(i, 10_000));
                    log.flush();
                    whole++;
                } catch (TelegraphException e) {
                    full = e;
                }
            }
            assertEquals(SqlState.DISK_FULL, full.state());
            assertThrows(IllegalStateException.class, () -> append(log, "more"));
        }
        assertTrue(whole > 50);
        assertEquals(whole, all().size());
    }

    @Test
    void noiseBehindTheLastRecordIsNoRecord() {
        Seeds.run(
                200,
                (seed, random) -> {
                    disk = Disk.inMemory();
                    disk.createDirectories(DIR);
                    try (PageLog log = log(LogPosition.START)) {
                        append(log, "good");
                    }
                    try (Disk.DiskFile file = disk.open(PageLogFiles.path(DIR, 1))) {
                        file.write(MemorySegment.ofArray(noise(random)), file.size());
                    }
                    assertEquals(List.of("good"), all());
                });
    }

    private static byte[] noise(RandomGenerator random) {
        byte[] noise = new byte[random.nextInt(4, 4000)];
        random.nextBytes(noise);
        if (random.nextBoolean()) {
            noise[2] = 0;
            noise[3] = 0;
        }
        return noise;
    }
}
