package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

class SpaceTest {
    private static final int CONTAINER = CacheFixture.CONTAINER;
    private static final long HEADER = CacheFixture.id(Space.HEADER_PAGE);

    private static Space format(CacheFixture fixture) {
        Space space = new Space(fixture.cache);
        int frame = fixture.cache.create(HEADER);
        space.format(frame, 1);
        fixture.cache.changed(frame, fixture.lsn.incrementAndGet());
        fixture.cache.release(frame);
        return space;
    }

    private static int latched(CacheFixture fixture, long pageId) {
        while (true) {
            int frame = fixture.cache.frame(pageId);
            fixture.cache.exclusive(frame);
            if (fixture.cache.holds(frame, pageId)) {
                return frame;
            }
            fixture.cache.releaseUnchanged(frame);
        }
    }

    private static int allocate(CacheFixture fixture, Space space) {
        while (true) {
            space.ready(CONTAINER);
            int header = latched(fixture, HEADER);
            int page = space.allocate(header);
            if (page == Space.NOT_READY) {
                fixture.cache.releaseUnchanged(header);
                continue;
            }
            int frame = fixture.cache.create(CacheFixture.id(page));
            long lsn = fixture.lsn.incrementAndGet();
            fixture.cache.changed(frame, lsn);
            fixture.cache.release(frame);
            fixture.cache.changed(header, lsn);
            fixture.cache.release(header);
            return page;
        }
    }

    private static void free(CacheFixture fixture, Space space, int page) {
        space.ready(CONTAINER);
        fixture.cache.frame(CacheFixture.id(page));
        int frame = latched(fixture, CacheFixture.id(page));
        int header = latched(fixture, HEADER);
        space.free(header, frame);
        long lsn = fixture.lsn.incrementAndGet();
        fixture.cache.changed(frame, lsn);
        fixture.cache.release(frame);
        fixture.cache.changed(header, lsn);
        fixture.cache.release(header);
    }

    @Test
    void pagesAllocatedAndFreedAtRandomAreUsedOnceAndAgain() {
        long seed = 5;
        Random random = new Random(seed);
        BitSet used = new BitSet();
        int mostUsed = 0;
        try (CacheFixture fixture = new CacheFixture(16)) {
            Space space = format(fixture);
            for (int step = 0; step < 3_000; step++) {
                boolean grow = random.nextInt(400) >= used.cardinality();
                if (grow) {
                    int page = allocate(fixture, space);
                    assertTrue(page > 0 && !used.get(page), "seed=" + seed + " page=" + page);
                    used.set(page);
                    mostUsed = Math.max(mostUsed, used.cardinality());
                } else {
                    int page =
                            used.stream()
                                    .skip(random.nextInt(used.cardinality()))
                                    .findFirst()
                                    .orElseThrow();
                    free(fixture, space, page);
                    used.clear(page);
                }
                if (step % 200 == 0) {
                    assertEquals(List.of(), space.check(CONTAINER, used), "seed=" + seed);
                }
            }
            int header = fixture.cache.frame(HEADER);
            assertEquals(mostUsed + 1, space.pages(header));
            assertEquals(mostUsed - used.cardinality(), space.freePages(header));
        }
    }

    @Test
    void aFreePageThatIsNotCachedIsNotReadUnderTheLatch() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            Space space = format(fixture);
            int first = allocate(fixture, space);
            int second = allocate(fixture, space);
            free(fixture, space, first);
            free(fixture, space, second);
            fixture.flush();
            fixture.cache.discard(latched(fixture, CacheFixture.id(second)));
            int header = latched(fixture, HEADER);
            assertEquals(Space.NOT_READY, space.allocate(header));
            fixture.cache.releaseUnchanged(header);
            assertEquals(second, allocate(fixture, space));
            assertEquals(first, allocate(fixture, space));
            assertEquals(3, allocate(fixture, space));
        }
    }

    @Test
    void whatIsLostOrUsedTwiceIsFound() {
        try (CacheFixture fixture = new CacheFixture(16)) {
            Space space = format(fixture);
            BitSet used = new BitSet();
            for (int i = 0; i < 6; i++) {
                used.set(allocate(fixture, space));
            }
            free(fixture, space, 3);
            used.clear(3);
            assertEquals(List.of(), space.check(CONTAINER, used));
            used.clear(5);
            assertEquals(List.of("a page is used or free: page=5"), space.check(CONTAINER, used));
            used.set(5);
            used.set(3);
            assertEquals(2, space.check(CONTAINER, used).size());
            used.clear(3);
            used.set(9);
            assertEquals(
                    List.of("a page is inside the container: page=9 pages=7"),
                    space.check(CONTAINER, used));
            used.clear(9);
            fixture.change(3, 0);
            int frame = latched(fixture, CacheFixture.id(3));
            fixture.cache.memory().set(Page.INT, fixture.cache.at(frame) + Page.TYPE, 3);
            fixture.cache.release(frame);
            assertTrue(
                    space.check(CONTAINER, used)
                            .contains("a page in the free list is free: page=3 type=3"));
        }
    }

    @Test
    void aHeaderFromTheFutureIsRefused() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            Space space = format(fixture);
            int frame = latched(fixture, HEADER);
            fixture.cache.memory().set(Page.INT, fixture.cache.at(frame) + 32, 2);
            fixture.cache.release(frame);
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> space.ready(CONTAINER));
            assertEquals(TelegraphException.Kind.INPUT, e.kind());
            assertTrue(e.getMessage().contains("format=2 newest=1"), e.getMessage());
        }
    }

    @Test
    void aFileThatBeginsWithSomethingElseIsDamaged() {
        try (CacheFixture fixture = new CacheFixture(8)) {
            fixture.create(0, 7);
            Space space = new Space(fixture.cache);
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> space.ready(CONTAINER));
            assertEquals(SqlState.CORRUPT, e.state());
        }
    }
}
