package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/// What stays in the cache, and what it costs.
class ReplacerTest {
    private static final int FRAMES = 128;
    private static final int PAGES = 1_000;
    private static final int HOT = 40;

    private static void fill(HookedDisk disk) {
        try (CacheFixture fixture = new CacheFixture(FRAMES, disk)) {
            for (int i = 0; i < PAGES; i++) {
                fixture.create(i, i);
            }
            fixture.flush();
        }
    }

    private static BitSet cached(CacheFixture fixture) {
        BitSet cached = new BitSet();
        for (int i = 0; i < PAGES; i++) {
            cached.set(i, fixture.cache.cached(CacheFixture.id(i)) >= 0);
        }
        return cached;
    }

    @Test
    void aScanOfEverythingLeavesHotPagesIn() {
        HookedDisk disk = new HookedDisk();
        fill(disk);
        try (CacheFixture fixture = new CacheFixture(FRAMES, disk)) {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < HOT; i++) {
                    fixture.read(i * 7);
                }
            }
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < PAGES; i++) {
                    assertEquals(i, fixture.read(i, true));
                }
            }
            BitSet cached = cached(fixture);
            int stayed = 0;
            for (int i = 0; i < HOT; i++) {
                stayed += cached.get(i * 7) ? 1 : 0;
            }
            assertTrue(stayed >= HOT * 9 / 10, "stayed=" + stayed + " of=" + HOT);
        }
    }

    @Test
    void pagesUsedOftenStayWhenOthersAreUsedOnce() {
        HookedDisk disk = new HookedDisk();
        fill(disk);
        try (CacheFixture fixture = new CacheFixture(FRAMES, disk)) {
            long missesOfHot = 0;
            for (int i = 0; i < 20_000; i++) {
                int hot = i % HOT;
                missesOfHot += fixture.cache.cached(CacheFixture.id(hot)) < 0 ? 1 : 0;
                fixture.read(hot);
                fixture.read(HOT + i % (PAGES - HOT));
            }
            assertTrue(missesOfHot <= 2 * HOT, "misses=" + missesOfHot);
        }
    }

    @Test
    void aHitAllocatesNothing() {
        try (CacheFixture fixture = new CacheFixture(FRAMES)) {
            for (int i = 0; i < HOT; i++) {
                fixture.create(i, i);
            }
            com.sun.management.ThreadMXBean threads =
                    (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            long found = hits(fixture, 200_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            found += hits(fixture, 200_000);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertEquals(400_000, found);
            assertTrue(bytes < 50_000, "bytes=" + bytes);
        }
    }

    private static long hits(CacheFixture fixture, int count) {
        PageCache cache = fixture.cache;
        long found = 0;
        for (int i = 0; i < count; i++) {
            long page = CacheFixture.id(i % HOT);
            int frame = cache.frame(page);
            long version = cache.optimistic(frame);
            found += cache.holds(frame, page) && cache.valid(frame, version) ? 1 : 0;
        }
        return found;
    }
}
