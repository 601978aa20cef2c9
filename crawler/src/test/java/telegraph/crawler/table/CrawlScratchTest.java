package telegraph.crawler.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;

/// Directories of crawls that end with their query: each has its own, and it is bounded and gone.
class CrawlScratchTest {
    private static final Path PARENT = Path.of("/sandbox/query-crawls");

    private final Disk disk = Disk.inMemory();
    private final CrawlScratch scratch = new CrawlScratch(disk, PARENT, 100);

    @Test
    void allFilesCountWhereverTheyLie() throws IOException {
        try (CrawlScratch.Place place = scratch.take()) {
            Path frontier = place.directory().resolve("frontier");
            disk.createDirectories(frontier);
            disk.writeText(place.directory().resolve("pages-000001.log"), "x".repeat(40));
            disk.writeText(frontier.resolve("seen-1"), "x".repeat(60));
            place.demandRoom();
            disk.writeText(frontier.resolve("queues-1"), "x");
            TelegraphException e = assertThrows(TelegraphException.class, place::demandRoom);
            assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
            assertTrue(e.getMessage().contains("bytes=101 limit=100"), e.getMessage());
            disk.delete(frontier.resolve("queues-1"));
            place.demandRoom();
        }
    }

    @Test
    void aDirectoryIsGoneWithItsQuery() throws IOException {
        Path directory;
        try (CrawlScratch.Place place = scratch.take();
                CrawlScratch.Place other = scratch.take()) {
            directory = place.directory();
            assertNotEquals(directory, other.directory());
            disk.writeText(directory.resolve("a"), "a");
        }
        assertFalse(disk.exists(directory));
    }

    @Test
    void whatACrashLeftIsSweptByTheNextQuery() throws IOException {
        disk.createDirectories(PARENT.resolve("2/frontier"));
        disk.writeText(PARENT.resolve("2/frontier/seen"), "left");
        disk.writeText(PARENT.resolve("2.lock"), "");
        try (CrawlScratch.Place place = scratch.take()) {
            assertEquals(PARENT.resolve("1"), place.directory());
            assertFalse(disk.exists(PARENT.resolve("2")));
        }
    }
}
