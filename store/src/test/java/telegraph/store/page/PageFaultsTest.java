package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Disks that fail and files that are damaged.
class PageFaultsTest {
    private final HookedDisk disk = new HookedDisk();

    private void fill(int pages) {
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            for (int i = 0; i < pages; i++) {
                fixture.create(i, i);
            }
            fixture.flush();
        }
    }

    private Disk.DiskFile file() throws IOException {
        return disk.open(CacheFixture.DIRECTORY.resolve("00000003.tg"));
    }

    private TelegraphException reading(int page, SqlState state) {
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            TelegraphException e = assertThrows(TelegraphException.class, () -> fixture.read(page));
            assertEquals(state, e.state(), e.getMessage());
            assertThrows(TelegraphException.class, () -> fixture.read(page));
            assertEquals(0, fixture.read(0), "other pages can be read");
            return e;
        }
    }

    @Test
    void anyFlippedBitIsFound() throws IOException {
        fill(3);
        byte[] one = new byte[1];
        for (int bit = 0; bit < Page.BYTES * 8; bit += 601) {
            long offset = Page.BYTES + bit / 8;
            try (Disk.DiskFile file = file()) {
                file.read(MemorySegment.ofArray(one), offset);
                one[0] ^= (byte) (1 << bit % 8);
                file.write(MemorySegment.ofArray(one), offset);
            }
            String message = reading(1, SqlState.CORRUPT).getMessage();
            assertTrue(
                    message.matches(
                            "a page must have the checksum of its bytes:"
                                    + " file=/data/00000003.tg page=1 expected=[0-9a-f]{8}"
                                    + " found=[0-9a-f]{8}\\. .*"),
                    message);
            try (Disk.DiskFile file = file()) {
                one[0] ^= (byte) (1 << bit % 8);
                file.write(MemorySegment.ofArray(one), offset);
            }
        }
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            assertEquals(1, fixture.read(1));
        }
    }

    @Test
    void aPageInThePlaceOfAnotherIsFound() throws IOException {
        fill(3);
        byte[] page = new byte[Page.BYTES];
        try (Disk.DiskFile file = file()) {
            file.read(MemorySegment.ofArray(page), 2 * Page.BYTES);
            file.write(MemorySegment.ofArray(page), Page.BYTES);
        }
        String message = reading(1, SqlState.CORRUPT).getMessage();
        assertTrue(message.contains("expected=3/1 found=3/2"), message);
    }

    @Test
    void aPageBeyondTheEndIsFound() throws IOException {
        fill(3);
        assertTrue(reading(3, SqlState.CORRUPT).getMessage().contains("page=3 pages=3"));
        try (Disk.DiskFile file = file()) {
            file.resize(2 * Page.BYTES + 100);
        }
        assertTrue(reading(2, SqlState.CORRUPT).getMessage().contains("page=2 pages=2"));
    }

    @Test
    void recoveryFindsADamagedPageEmpty() throws IOException {
        fill(3);
        try (Disk.DiskFile file = file()) {
            file.write(MemorySegment.ofArray(new byte[] {1}), Page.BYTES + 99);
        }
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            int frame = fixture.cache.frameOrZero(CacheFixture.id(1));
            assertEquals(0, fixture.cache.lsn(frame));
            assertEquals(0, fixture.read(1));
            frame = fixture.cache.frameOrZero(CacheFixture.id(2));
            assertEquals(3, fixture.cache.lsn(frame));
            assertEquals(2, fixture.read(2));
        }
    }

    @Test
    void aReadThatFailsSaysWhereAndWhyAndMayWorkLater() {
        fill(3);
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            disk.onRead = HookedDisk.failing("Input/output error");
            fixture.cache.prefetch(CacheFixture.id(1));
            TelegraphException e = assertThrows(TelegraphException.class, () -> fixture.read(1));
            assertEquals(SqlState.IO_ERROR, e.state());
            assertTrue(
                    e.getMessage()
                            .startsWith(
                                    "page 1 must be readable: file=/data/00000003.tg"
                                            + " cause=Input/output error"),
                    e.getMessage());
            disk.onRead = _ -> {};
            assertEquals(1, fixture.read(1));
        }
    }

    @Test
    void aFullDiskLosesNothingAndReadsOfWhatIsCleanGoOn() {
        fill(40);
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            disk.onWrite = HookedDisk.failing("No space left on device");
            for (int i = 0; i < 10; i++) {
                fixture.change(i, 100 + i);
            }
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> fixture.cache.flush());
            assertEquals(SqlState.DISK_FULL, e.state(), e.getMessage());
            assertTrue(e.getMessage().contains("Make room on the disk"), e.getMessage());
            for (int i = 0; i < 10; i++) {
                assertEquals(100 + i, fixture.read(i));
            }
            assertEquals(10, fixture.cache.dirtyPages().size());
            disk.onWrite = _ -> {};
            fixture.flush();
            for (int i = 0; i < 40; i++) {
                assertEquals(i < 10 ? 100 + i : i, fixture.read(i));
            }
            assertEquals(Map.of(), fixture.cache.dirtyPages());
        }
    }

    @Test
    void whoNeedsAFrameOfAPageThatCannotBeWrittenIsTold() {
        fill(40);
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            disk.onWrite = HookedDisk.failing("No space left on device");
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> {
                                for (int i = 0; i < 40; i++) {
                                    fixture.change(i, 100 + i);
                                }
                            });
            assertEquals(SqlState.DISK_FULL, e.state(), e.getMessage());
            disk.onWrite = _ -> {};
            int changed = fixture.cache.dirtyPages().size();
            assertTrue(changed >= 14, "changed=" + changed);
            for (int i = 0; i < 40; i++) {
                assertEquals(i < changed ? 100 + i : i, fixture.read(i));
            }
        }
    }

    @Test
    void readsGoOnInTheFramesThatAreCleanWhenTheLogHasFailed() {
        fill(1_000);
        try (CacheFixture fixture = new CacheFixture(300, disk)) {
            fixture.logFails = true;
            for (int i = 0; i < 280; i++) {
                fixture.change(i, 5_000 + i);
            }
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 1_000; i++) {
                    assertEquals(i < 280 ? 5_000 + i : i, fixture.read(i, i % 3 == 0));
                }
            }
            assertEquals(280, fixture.cache.dirtyPages().size());
        }
    }

    @Test
    void aFailedFlushOfTheLogKeepsThePageDirty() {
        fill(3);
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            AtomicInteger writes = new AtomicInteger();
            disk.onWrite = _ -> writes.incrementAndGet();
            fixture.change(1, 7);
            fixture.logFails = true;
            assertThrows(TelegraphException.class, () -> fixture.cache.flush());
            assertEquals(0, writes.get());
            assertEquals(1, fixture.cache.dirtyPages().size());
            fixture.logFails = false;
            fixture.cache.flush();
            assertEquals(1, writes.get());
        }
    }

    @Test
    void aFailedSyncIsNeitherTakenForDoneNorTriedAgain() {
        try (CacheFixture fixture = new CacheFixture(16, disk)) {
            fixture.create(1, 1);
            fixture.cache.flush();
            disk.onSync = HookedDisk.failing("Input/output error");
            assertThrows(TelegraphException.class, fixture.files::sync);
            assertThrows(TelegraphException.class, fixture.files::sync);
            AtomicInteger syncs = new AtomicInteger();
            disk.onSync = _ -> syncs.incrementAndGet();
            assertThrows(TelegraphException.class, fixture.files::sync);
            assertEquals(0, syncs.get());
        }
    }
}
