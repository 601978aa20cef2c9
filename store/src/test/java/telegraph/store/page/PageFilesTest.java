package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

class PageFilesTest {
    private final HookedDisk disk = new HookedDisk();
    private final AtomicInteger syncs = new AtomicInteger();

    private PageFiles files(int openMax) throws IOException {
        disk.createDirectories(Path.of("/d"));
        return new PageFiles(disk, Path.of("/d"), openMax);
    }

    private static MemorySegment page(int value) {
        MemorySegment page = MemorySegment.ofArray(new byte[Page.BYTES]);
        page.fill((byte) value);
        return page;
    }

    @Test
    void noMoreFilesAreOpenThanAllowedAndThoseClosedAreSynced() throws IOException {
        disk.onSync = _ -> syncs.incrementAndGet();
        try (PageFiles files = files(4)) {
            for (int container = 1; container <= 20; container++) {
                files.create(container);
                files.write(Page.id(container, 0), page(container));
                assertTrue(files.opened() <= 4);
            }
            assertEquals(16, syncs.get());
            files.sync();
            assertEquals(20, syncs.get());
            MemorySegment page = page(0);
            for (int container = 20; container >= 1; container--) {
                files.read(Page.id(container, 0), page);
                assertEquals(container, page.getAtIndex(ValueLayout.JAVA_BYTE, 99));
                assertTrue(files.opened() <= 4);
            }
        }
        assertEquals(20, syncs.get());
    }

    /// Whoever closed the file only wanted a page of another.
    @Test
    void aSyncThatFailedBeforeAFileWasClosedIsToldToWhoeverSyncs() throws IOException {
        try (PageFiles files = files(1)) {
            files.create(1);
            files.create(2);
            files.write(Page.id(1, 0), page(1));
            disk.onSync = HookedDisk.failing("Input/output error");
            assertThrows(TelegraphException.class, () -> files.write(Page.id(2, 0), page(2)));
            disk.onSync = _ -> syncs.incrementAndGet();
            TelegraphException told = assertThrows(TelegraphException.class, files::sync);
            assertTrue(told.getMessage().contains("00000001.tg"), told.getMessage());
            assertEquals(0, syncs.get());
        }
    }

    @Test
    void createdAndDeletedContainersComeAndGo() throws IOException {
        try (PageFiles files = files(4)) {
            files.create(1);
            files.create(0x7fff_ffff);
            assertEquals(List.of(1, 0x7fff_ffff), files.containers());
            files.write(Page.id(1, 4), page(1));
            assertEquals(5, files.pages(1));
            files.create(1);
            assertEquals(0, files.pages(1));
            files.delete(1);
            files.delete(1);
            assertFalse(files.exists(1));
            assertEquals(List.of(0x7fff_ffff), files.containers());
            files.sync();
        }
    }

    /// As when a container is dropped beside a checkpoint; a store that took this for a failure of
    /// its disk would only read from then on.
    @Test
    void aFileThatIsDeletedWhileItIsSyncedIsClosedByWhoSyncs() throws IOException {
        try (PageFiles files = files(4)) {
            files.create(1);
            files.write(Page.id(1, 0), page(1));
            disk.onSync =
                    _ -> {
                        syncs.incrementAndGet();
                        files.delete(1);
                        assertEquals(1, disk.opened());
                    };
            files.sync();
            assertEquals(1, syncs.get());
            assertEquals(0, disk.opened());
            files.create(2);
            files.write(Page.id(2, 0), page(2));
            disk.onSync = _ -> syncs.incrementAndGet();
            files.sync();
            assertEquals(2, syncs.get());
        }
    }
}
