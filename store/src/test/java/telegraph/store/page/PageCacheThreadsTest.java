package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;

/// Real threads on a cache much smaller than its data.
///
/// Each page holds one number all over. Writers add one to it under the exclusive latch and count
/// what they added; readers, scans, read-ahead and flushes go on at the same time, and the hand
/// takes frames away. Invariants: no valid read is torn or of another page; a page's number never
/// goes back; at the end, and after a flush through another cache, it is what was added.
class PageCacheThreadsTest {
    private static final int PAGES = 120;

    @Test
    void noChangeIsLostAndNoReadIsTornUnderEviction() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("PageCacheThreadsTest seed=" + seed);
        work(seed, 24, Disk.inMemory(), CacheFixture.DIRECTORY);
    }

    @Test
    @Tag("slow")
    void noChangeIsLostInCachesOfManySizesOnRealFiles(@TempDir Path directory) throws Exception {
        long seed = new Random().nextLong();
        System.out.println("PageCacheThreadsTest seed=" + seed);
        int[] sizes = {PageCache.FRAMES_MIN, 12, 40, 110, 200};
        for (int round = 0; round < 20; round++) {
            Path data = directory.resolve("round" + round);
            work(seed + round, sizes[round % sizes.length], Disk.FILES, data);
        }
    }

    private static void work(long seed, int frames, Disk disk, Path directory) throws Exception {
        AtomicLongArray added = new AtomicLongArray(PAGES);
        try (CacheFixture fixture = new CacheFixture(frames, disk, directory)) {
            for (int i = 0; i < PAGES; i++) {
                fixture.create(i, 0);
            }
            Crew.run(
                    5,
                    member -> {
                        Random random = new Random(seed + member);
                        for (int step = 0; step < 12_000; step++) {
                            int page = random.nextInt(PAGES);
                            switch (member) {
                                case 0, 1 -> add(fixture, page, added, random.nextBoolean());
                                case 2 -> assertTrue(atLeast(fixture, page, added, false));
                                case 3 -> {
                                    fixture.cache.prefetch(CacheFixture.id((step + 3) % PAGES));
                                    assertTrue(atLeast(fixture, step % PAGES, added, true));
                                }
                                default -> {
                                    if (step % 100 == 0) {
                                        fixture.cache.flush();
                                        fixture.files.sync();
                                    }
                                }
                            }
                        }
                    });
            for (int i = 0; i < PAGES; i++) {
                assertEquals(added.get(i), fixture.read(i), "seed=" + seed + " page=" + i);
            }
            assertTrue(
                    frames > PAGES || fixture.cache.counters().evicted() > PAGES - frames,
                    "seed=" + seed);
            assertEquals(0, fixture.cache.counters().prefetchesFailed());
            fixture.flush();
        }
        try (CacheFixture fixture = new CacheFixture(frames, disk, directory)) {
            for (int i = 0; i < PAGES; i++) {
                assertEquals(added.get(i), fixture.read(i), "seed=" + seed + " page=" + i);
            }
        }
    }

    /// Adds one, by an upgrade that starts again when somebody was faster, or by waiting.
    private static void add(
            CacheFixture fixture, int page, AtomicLongArray added, boolean upgrade) {
        PageCache cache = fixture.cache;
        while (true) {
            int frame = cache.frame(CacheFixture.id(page));
            if (upgrade) {
                long version = cache.optimistic(frame);
                if (!cache.holds(frame, CacheFixture.id(page))
                        || !cache.tryExclusive(frame, version)) {
                    continue;
                }
            } else {
                cache.exclusive(frame);
            }
            if (cache.holds(frame, CacheFixture.id(page))) {
                long now = cache.memory().get(Page.LONG, cache.at(frame) + CacheFixture.BODY);
                fixture.fill(frame, now + 1);
                added.incrementAndGet(page);
                cache.release(frame);
                return;
            }
            cache.releaseUnchanged(frame);
        }
    }

    private static boolean atLeast(
            CacheFixture fixture, int page, AtomicLongArray added, boolean scan) {
        long before = added.get(page);
        // A page is changed a moment before its change is counted, so only this way round.
        return fixture.read(page, scan) >= before;
    }

    @Test
    void allWhoMissAPageWaitForOneRead() throws Exception {
        HookedDisk disk = new HookedDisk();
        try (CacheFixture fixture = new CacheFixture(32, disk)) {
            for (int i = 0; i < 20; i++) {
                fixture.create(i, i);
            }
            fixture.flush();
        }
        try (CacheFixture fixture = new CacheFixture(32, disk)) {
            AtomicIntegerArray reads = new AtomicIntegerArray(20);
            AtomicInteger inside = new AtomicInteger();
            disk.onRead =
                    offset -> {
                        reads.incrementAndGet((int) (offset >>> Page.SHIFT));
                        inside.incrementAndGet();
                        // Long enough for the others to come and want the same page.
                        for (int i = 0; i < 200; i++) {
                            Thread.yield();
                        }
                        inside.decrementAndGet();
                    };
            Crew.run(
                    4,
                    _ -> {
                        for (int i = 0; i < 20; i++) {
                            assertEquals(i, fixture.read(i));
                        }
                    });
            for (int i = 0; i < 20; i++) {
                assertEquals(1, reads.get(i), "page=" + i);
            }
            assertTrue(fixture.cache.counters().latchWaits() > 0);
        }
    }

    @Test
    void aPageCreatedAndDiscardedAgainAndAgainIsSeenWholeOrNotAtAll() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (CacheFixture fixture = new CacheFixture(8)) {
            fixture.create(1, 0);
            fixture.flush();
            Crew.run(
                    2,
                    member -> {
                        if (member == 0) {
                            for (int i = 1; i <= 20_000; i++) {
                                int frame = fixture.cache.create(CacheFixture.id(1));
                                fixture.fill(frame, i);
                                fixture.cache.discard(frame);
                            }
                            done.set(true);
                        } else {
                            while (!done.get()) {
                                assertEquals(0, fixture.read(1));
                            }
                        }
                    });
        }
    }

    @Test
    void pagesAreReadAheadByAFewThreadsAtATimeAndNeverTwice() throws Exception {
        HookedDisk disk = new HookedDisk();
        try (CacheFixture fixture = new CacheFixture(64, disk)) {
            for (int i = 0; i < 40; i++) {
                fixture.create(i, i);
            }
            fixture.flush();
        }
        try (CacheFixture fixture = new CacheFixture(64, disk)) {
            AtomicInteger reads = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicInteger inside = new AtomicInteger();
            CountDownLatch go = new CountDownLatch(1);
            disk.onRead =
                    _ -> {
                        reads.incrementAndGet();
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        await(go);
                        inside.decrementAndGet();
                    };
            for (int i = 0; i < 40; i++) {
                fixture.cache.prefetch(CacheFixture.id(i));
            }
            go.countDown();
            for (int i = 0; i < 40; i++) {
                assertEquals(i, fixture.read(i));
            }
            assertEquals(40, reads.get());
            assertTrue(most.get() <= 8, "most=" + most);
            fixture.cache.prefetch(CacheFixture.id(7));
            assertEquals(40, reads.get());
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
