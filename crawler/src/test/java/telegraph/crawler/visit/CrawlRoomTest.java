package telegraph.crawler.visit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import telegraph.crawler.CrawlOptions;
import telegraph.ground.TelegraphException;

final class CrawlRoomTest {
    /// What a virtual machine says that was started with `-Xmx96m`.
    private static final long HEAP = 93L << 20;

    private static CrawlOptions options(String memory, String fetchers) {
        return CrawlOptions.builder()
                .seed("http://localhost:8000/")
                .set("memory", memory)
                .set("fetchers", fetchers)
                .build();
    }

    private static TelegraphException refused(CrawlOptions options, long heap) {
        return assertThrows(TelegraphException.class, () -> CrawlRoom.demand(options, heap));
    }

    @Test
    void whatTheCommandStartsWithFits() {
        assertDoesNotThrow(() -> CrawlRoom.demand(options("128MB", "512"), HEAP));
        assertDoesNotThrow(() -> CrawlRoom.demand(options("16MB", "512"), 54L << 20));
        assertDoesNotThrow(() -> CrawlRoom.demand(options("2GB", "4000"), 1_490L << 20));
    }

    @Test
    void fetchersThatTheMemoryHasNoRoomForAreRefusedWithTheMemoryTheyNeed() {
        TelegraphException refused = refused(options("128MB", "4000"), HEAP);
        assertEquals(TelegraphException.Kind.INPUT, refused.kind());
        String message = refused.getMessage();
        assertTrue(message.contains("fetchers=4000"), message);
        String memory = message.replaceAll(".* Give memory=(\\d+MB).*", "$1");
        assertDoesNotThrow(() -> CrawlRoom.demand(options(memory, "4000"), 4L << 30));
        long less = Long.parseLong(memory.replace("MB", "")) - 1;
        refused(options(less + "MB", "4000"), 4L << 30);
    }

    @Test
    void fetchersThatNobodyAskedForAreFewerInLittleMemory() {
        CrawlOptions little = options("16MB", "512");
        assertDoesNotThrow(() -> CrawlRoom.demand(little, HEAP));
        assertTrue(CrawlRoom.fetchers(little) < 512);
        assertEquals(512, CrawlRoom.fetchers(options("128MB", "512")));
    }

    @Test
    void memoryThatTheHeapHasNoRoomForIsRefused() {
        TelegraphException refused = refused(options("2GB", "512"), HEAP);
        assertEquals(TelegraphException.Kind.RESOURCE, refused.kind());
        assertTrue(refused.getMessage().contains("heap=93MB"), refused.getMessage());
    }
}
