package telegraph.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// Random logs cut into tiny blocks, held against the same logs read from the top.
class LogBlocksTest {
    private static final Path DIR = Path.of("/crawl");

    private final MemoryManager memory = new MemoryManager(256 << 20);
    private final Region region = memory.query("crawl", 256 << 20);
    private Disk disk = Disk.inMemory();

    @BeforeEach
    void aDirectory() throws IOException {
        disk = Disk.inMemory();
        disk.createDirectories(DIR);
    }

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", region::used);
        region.close();
        memory.close();
    }

    /// Appends records, some of which hold a piece of the log itself, as a page of somebody who
    /// wants to be taken for other pages would.
    private void write(RandomGenerator random, LogPosition from, int records) throws IOException {
        try (PageLog log = PageLog.open(disk, DIR, from, region, 3_000)) {
            for (int i = 0; i < records; i++) {
                byte[] record = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? 2_000 : 150)];
                random.nextBytes(record);
                if (random.nextInt(3) == 0) {
                    log.flush();
                    record = octets(PageLogFiles.path(DIR, log.position().file()));
                }
                log.append(record, 0, record.length);
            }
        }
    }

    private byte[] octets(Path file) throws IOException {
        try (Disk.DiskFile open = disk.open(file)) {
            byte[] octets = new byte[(int) open.size()];
            open.read(MemorySegment.ofArray(octets), 0);
            return octets;
        }
    }

    private static String current(PageLogReader log) {
        return Arrays.toString(Arrays.copyOfRange(log.array(), log.start(), log.end()));
    }

    private LogPosition read(List<String> records) {
        try (PageLogReader log = PageLogReader.open(disk, DIR, LogPosition.START, region)) {
            while (log.next()) {
                records.add(current(log));
            }
            return log.position();
        }
    }

    /// The records of all blocks, which are opened in an order of their own.
    private List<String> inBlocks(LogBlocks blocks, RandomGenerator random) {
        List<List<String>> found = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int block = 0; block < blocks.count(); block++) {
            found.add(new ArrayList<>());
            order.add(random.nextInt(block + 1), block);
        }
        try (LogBlocks.Reader reader = blocks.reader(region, () -> false)) {
            for (int block : order) {
                PageLogReader log = reader.open(block);
                long bytes = 0;
                while (log.next()) {
                    found.get(block).add(current(log));
                    bytes += log.frameBytes();
                }
                assertEquals(bytes, reader.bytes());
                assertFalse(log.next(), "a block stays at its end");
            }
        }
        return found.stream().flatMap(List::stream).toList();
    }

    @Test
    void blocksHaveTheRecordsThatTheLogHasWhateverPagesHold() {
        Seeds.run(
                150,
                (_, random) -> {
                    aDirectory();
                    write(random, LogPosition.START, 50 + random.nextInt(40));
                    List<String> expected = new ArrayList<>();
                    LogPosition end = read(expected);
                    LogBlocks blocks =
                            LogBlocks.of(disk, DIR, 1 + random.nextInt(400)).orElseThrow();
                    assertTrue(blocks.count() > 1);
                    boolean before = random.nextBoolean();
                    if (before) {
                        assertEquals(expected, inBlocks(blocks, random));
                    }
                    // What comes after the log was cut is not there, before or after it was gone
                    // through.
                    write(random, end, 20);
                    assertEquals(expected, inBlocks(blocks, random), () -> "before=" + before);
                });
    }

    @Test
    void aTornTailIsNoRecord() {
        Seeds.run(
                50,
                (_, random) -> {
                    aDirectory();
                    write(random, LogPosition.START, 20);
                    List<String> all = new ArrayList<>();
                    LogPosition end = read(all);
                    try (Disk.DiskFile file = disk.open(PageLogFiles.path(DIR, end.file()))) {
                        file.resize(file.size() - 1);
                    }
                    List<String> expected = new ArrayList<>();
                    read(expected);
                    assertEquals(all.size() - 1, expected.size());
                    LogBlocks blocks = LogBlocks.of(disk, DIR, 100).orElseThrow();
                    assertEquals(expected, inBlocks(blocks, random));
                });
    }

    @Test
    void aDamagedRecordOfAnOlderFileIsSaid() throws IOException {
        RandomGenerator random = Seeds.random(3);
        write(random, LogPosition.START, 60);
        try (Disk.DiskFile file = disk.open(PageLogFiles.path(DIR, 1))) {
            file.write(MemorySegment.ofArray(new byte[] {1, 2, 3, 4}), file.size() / 2);
        }
        LogBlocks blocks = LogBlocks.of(disk, DIR, 100).orElseThrow();
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> inBlocks(blocks, random));
        assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
        assertTrue(e.getMessage().contains("pages-000001.log"), e.getMessage());
    }

    @Test
    void severalReadersMayGoThroughOneFileAtOnce() throws Exception {
        write(Seeds.random(4), LogPosition.START, 200);
        List<String> expected = new ArrayList<>();
        read(expected);
        LogBlocks blocks = LogBlocks.of(disk, DIR, 64).orElseThrow();
        CountDownLatch ready = new CountDownLatch(4);
        List<List<String>> found = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<String> mine = new ArrayList<>();
            RandomGenerator random = Seeds.random(i);
            found.add(mine);
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                ready.countDown();
                                mine.addAll(inBlocks(blocks, random));
                            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        found.forEach(records -> assertEquals(expected, records));
    }

    @Test
    void goingThroughAFileEndsWhenNobodyWantsIt() throws IOException {
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region)) {
            byte[] record = new byte[100];
            for (int i = 0; i < 5_000; i++) {
                log.append(record, 0, record.length);
            }
        }
        LogBlocks blocks = LogBlocks.of(disk, DIR).orElseThrow();
        try (LogBlocks.Reader reader = blocks.reader(region, () -> true)) {
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> reader.open(blocks.count() - 1));
            assertEquals(SqlState.CANCELLED, e.state());
        }
    }

    @Test
    void aLogThatIsNotThereOrSmallHasNoBlocks() throws IOException {
        assertTrue(LogBlocks.of(disk, DIR).isEmpty());
        write(Seeds.random(5), LogPosition.START, 1);
        assertTrue(LogBlocks.of(disk, DIR).isEmpty());
    }
}
