package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

class PageCacheTest {
    @Test
    void pagesComeBackAsTheyWereThroughACacheMuchSmallerThanTheData() {
        long seed = 11;
        Random random = new Random(seed);
        int pages = 300;
        long[] model = new long[pages];
        try (CacheFixture fixture = new CacheFixture(16)) {
            for (int i = 0; i < pages; i++) {
                model[i] = random.nextLong();
                fixture.create(i, model[i]);
            }
            for (int step = 0; step < 20_000; step++) {
                int page = random.nextInt(pages);
                if (random.nextInt(3) == 0) {
                    model[page] = random.nextLong();
                    fixture.change(page, model[page]);
                }
                assertEquals(model[page], fixture.read(page), "seed=" + seed + " step=" + step);
            }
            assertTrue(fixture.cache.counters().evicted() > pages);
            assertTrue(fixture.flushed.get() <= fixture.lsn.get());
        }
    }

    @Test
    void aPageIsWrittenOnlyAfterTheLogIsFlushedUpToIt() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            fixture.create(1, 5);
            fixture.create(2, 6);
            assertEquals(0, fixture.flushed.get());
            fixture.cache.writeDirty(2);
            assertEquals(1, fixture.flushed.get());
            assertEquals(Map.of(CacheFixture.id(2), 2L), fixture.cache.dirtyPages());
            fixture.cache.flush();
            assertEquals(2, fixture.flushed.get());
            assertEquals(Map.of(), fixture.cache.dirtyPages());
            assertEquals(2, fixture.cache.counters().written());
        }
    }

    @Test
    void theFirstChangeSinceTheLastWriteCounts() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            fixture.create(1, 5);
            fixture.change(1, 6);
            fixture.change(1, 7);
            assertEquals(Map.of(CacheFixture.id(1), 1L), fixture.cache.dirtyPages());
            fixture.cache.flush(CacheFixture.CONTAINER);
            fixture.change(1, 8);
            assertEquals(Map.of(CacheFixture.id(1), 4L), fixture.cache.dirtyPages());
        }
    }

    @Test
    void aCacheWhoseFramesAreAllLatchedSaysSo() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            int[] frames = new int[8];
            for (int i = 0; i < 8; i++) {
                frames[i] = fixture.cache.create(CacheFixture.id(i));
            }
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> fixture.cache.create(CacheFixture.id(8)));
            assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
            assertTrue(e.getMessage().contains("frames=8"), e.getMessage());
            for (int frame : frames) {
                fixture.cache.discard(frame);
            }
            fixture.create(8, 1);
            assertEquals(1, fixture.read(8));
        }
    }

    @Test
    void aDiscardedPageIsNotWritten() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            fixture.create(1, 5);
            fixture.flush();
            int frame = fixture.cache.create(CacheFixture.id(1));
            fixture.fill(frame, 9);
            fixture.cache.discard(frame);
            assertEquals(5, fixture.read(1));
        }
    }

    @Test
    void aForgottenContainerLeavesNothingBehind() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            fixture.create(1, 5);
            fixture.flush();
            fixture.change(1, 6);
            fixture.cache.forget(CacheFixture.CONTAINER);
            assertEquals(Map.of(), fixture.cache.dirtyPages());
            fixture.files.delete(CacheFixture.CONTAINER);
            assertFalse(fixture.files.exists(CacheFixture.CONTAINER));
            TelegraphException e = assertThrows(TelegraphException.class, () -> fixture.read(1));
            assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
            assertFalse(fixture.files.exists(CacheFixture.CONTAINER));
        }
    }

    @Test
    void recoveryFindsAMissingPageEmpty() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            int frame = fixture.cache.frameOrZero(CacheFixture.id(5));
            assertEquals(0, fixture.cache.lsn(frame));
            assertEquals(0, fixture.read(5));
        }
    }

    @Test
    void aCopyIsThePage() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            fixture.create(1, 0x0101_0101_0101_0101L);
            byte[] copy = new byte[Page.BYTES];
            fixture.cache.copy(CacheFixture.id(1), MemorySegment.ofArray(copy));
            assertEquals(1, copy[Page.BYTES - 1]);
            assertEquals(CacheFixture.CONTAINER, copy[Page.CONTAINER]);
        }
    }
}
