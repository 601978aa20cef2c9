package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;

class RegionTest {
    private static final long MIB = 1 << 20;

    private final MemoryManager memory = new MemoryManager(100 * MIB);

    @AfterEach
    void nothingIsHeld() {
        memory.close();
        assertEquals(0, memory.used());
    }

    @Test
    void useIsCountedUpTheTreeAndFreedInOneStep() {
        Region query = memory.query("q", 10 * MIB);
        Region stem = query.child("stem");
        Region deep = stem.child("index", MIB);
        stem.allocate(4096);
        deep.allocate(5000);
        deep.charge(100);
        assertEquals(8192 + 100, deep.used());
        assertEquals(4096 + 8192 + 100, stem.used());
        assertEquals(stem.used(), query.used());
        assertEquals(query.used(), memory.used());
        stem.close();
        assertEquals(0, query.used());
        assertEquals(0, memory.used());
        assertEquals(12388, query.peak());
        assertTrue(deep.isClosed());
    }

    @Test
    void aRequestPastALimitNamesModuleLimitAndUse() {
        Region query = memory.query("query 7", MIB);
        Region stem = query.child("stem planes");
        MemorySegment piece = stem.allocate(MIB / 2);
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> stem.allocate(MIB / 2 + 1));
        assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
        for (String fact :
                List.of(
                        "module=process/query 7/stem planes",
                        "limit=1048576",
                        "used=524288",
                        "wanted=528384")) {
            assertTrue(e.getMessage().contains(fact), e.getMessage());
        }
        // The others, and this one afterwards, are unharmed.
        memory.query("other", MIB).allocate(MIB);
        stem.free(piece);
        stem.allocate(MIB);
    }

    @Test
    void theProcessHasALimitOfItsOwn() {
        Region one = memory.query("one", 80 * MIB);
        Region two = memory.query("two", 80 * MIB);
        one.allocate(60 * MIB);
        TelegraphException e = assertThrows(TelegraphException.class, () -> two.allocate(60 * MIB));
        assertTrue(e.getMessage().contains("limit of process"), e.getMessage());
        assertEquals(60 * MIB, memory.used());
    }

    @Test
    void holdersGiveBackBeforeARequestFails() {
        Region query = memory.query("q", MIB);
        Region stem = query.child("stem");
        Deque<MemorySegment> kept = new ArrayDeque<>();
        List<Long> asked = new ArrayList<>();
        stem.onPressure(wanted -> {
            asked.add(wanted);
            MemorySegment given = kept.poll();
            if (given == null) {
                return 0;
            }
            stem.free(given);
            return given.byteSize();
        });
        for (int i = 0; i < 4; i++) {
            kept.add(stem.allocate(MIB / 4));
        }
        Region source = query.child("source");
        source.allocate(MIB / 2);
        assertEquals(2, kept.size());
        assertEquals(List.of(MIB / 2, MIB / 4), asked);
        source.allocate(MIB / 2);
        assertThrows(TelegraphException.class, () -> source.allocate(1));
    }

    @Test
    void aFreedPieceServesAnyLaterSizeWithoutNewMemory() {
        Seeds.run(5, RegionTest::steadyState);
    }

    private static void steadyState(long seed, RandomGenerator random) {
        try (MemoryManager memory = new MemoryManager(64 * MIB)) {
            Region query = memory.query("q", 8 * MIB);
            Deque<MemorySegment> held = new ArrayDeque<>();
            for (int step = 0; step < 20_000; step++) {
                long bytes = 1L << random.nextInt(4, 19);
                while (query.used() + bytes > 6 * MIB) {
                    query.free(held.poll());
                }
                MemorySegment piece = query.allocate(bytes + random.nextInt(4096));
                assertEquals(0, piece.address() % 64);
                piece.set(ValueLayout.JAVA_BYTE, piece.byteSize() - 1, (byte) 1);
                held.add(piece);
            }
            assertTrue(query.nativeBytes() <= 9 * MIB, "native=" + query.nativeBytes());
            query.close();
            assertEquals(0, memory.used());
        }
    }

    /// Pieces handed out at the same time never share a byte.
    @Test
    void piecesNeverOverlap() {
        Region query = memory.query("q", 16 * MIB);
        RandomGenerator random = Seeds.random(1);
        List<MemorySegment> held = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            if (held.size() > 100) {
                MemorySegment gone = held.remove(random.nextInt(held.size()));
                query.free(gone);
            }
            MemorySegment piece = query.allocate(random.nextLong(1, 60_000));
            for (MemorySegment other : held) {
                assertTrue(
                        piece.address() + piece.byteSize() <= other.address()
                                || other.address() + other.byteSize() <= piece.address());
            }
            held.add(piece);
        }
    }

    @Test
    void memoryOfAClosedQueryCannotBeRead() {
        Region query = memory.query("q", MIB);
        Region stem = query.child("stem");
        MemorySegment piece = stem.allocate(100);
        Batch batch = RandomBatches.numbers(stem, 0, 10);
        query.close();
        query.close();
        assertThrows(IllegalStateException.class, () -> piece.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(IllegalStateException.class, () -> batch.longAt(0, 0));
        assertThrows(IllegalStateException.class, () -> stem.allocate(1));
        assertThrows(IllegalStateException.class, () -> stem.charge(1));
        assertThrows(IllegalStateException.class, () -> stem.child("x"));
        // What a closing query's last users give back is gone already.
        stem.free(piece);
        stem.discharge(5);
        batch.unpin();
        assertEquals(0, memory.used());
    }

    @Test
    void memoryOfOneThreadIsItsAlone() throws InterruptedException {
        Region query = memory.query("q", MIB);
        Region own = query.alone("own");
        MemorySegment piece = own.child("module").allocate(100);
        piece.set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
        assertEquals(4096, memory.used());
        List<Throwable> thrown = new ArrayList<>();
        Thread other =
                Thread.ofPlatform()
                        .uncaughtExceptionHandler((_, e) -> thrown.add(e))
                        .start(() -> piece.get(ValueLayout.JAVA_BYTE, 0));
        other.join();
        assertEquals(WrongThreadException.class, thrown.getFirst().getClass());
        own.close();
        assertThrows(IllegalStateException.class, () -> piece.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(0, memory.used());
        query.close();
    }

    @Test
    void whatOneThreadHasAloneNobodyElseAsksFor() throws InterruptedException {
        Region query = memory.query("q", MIB);
        Region own = query.alone("own");
        List<String> asked = new ArrayList<>();
        own.onPressure(
                new Holder() {
                    @Override
                    public long release(long wanted) {
                        asked.add(Thread.currentThread().getName());
                        return 0;
                    }

                    @Override
                    public boolean holdsAny() {
                        asked.add(Thread.currentThread().getName());
                        return false;
                    }
                });
        MemorySegment most = memory.query("most", 99 * MIB).allocate(99 * MIB);
        assertEquals(99 * MIB, most.byteSize());
        Thread other =
                Thread.ofPlatform()
                        .name("other")
                        .start(() ->
                                assertThrows(
                                        TelegraphException.class,
                                        () -> memory.query("s", 99 * MIB).allocate(2 * MIB)));
        other.join();
        assertEquals(List.of(), asked);
        own.allocate(MIB / 2);
        assertThrows(TelegraphException.class, () -> own.allocate(MIB / 4 * 3));
        assertEquals(Thread.currentThread().getName(), asked.getFirst());
        own.close();
    }

    @Test
    void aPieceIsFreedOnce() {
        Region query = memory.query("q", MIB);
        MemorySegment piece = query.allocate(100);
        query.free(piece);
        assertThrows(IllegalStateException.class, () -> query.free(piece));
        assertThrows(
                IllegalStateException.class,
                () -> memory.query("other", MIB).free(query.allocate(1)));
    }

    @Test
    void aTrimmedPieceCountsItsPagesOnly() {
        Region query = memory.query("q", MIB);
        MemorySegment piece = query.allocate(100_000);
        MemorySegment shorter = query.trim(piece, 5000);
        assertEquals(8192, shorter.byteSize());
        assertEquals(8192, query.used());
        assertSame(shorter, query.trim(shorter, 8000));
        query.free(shorter);
        assertEquals(0, query.used());
    }

    @Test
    void closingWhileOthersAllocateLeavesNothingCounted() throws Exception {
        for (int round = 0; round < 50; round++) {
            Region query = memory.query("q", 50 * MIB);
            CountDownLatch started = new CountDownLatch(3);
            List<Thread> threads = new ArrayList<>();
            Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
            for (int t = 0; t < 3; t++) {
                Region child = query.child("c" + t);
                threads.add(
                        Thread.ofPlatform()
                                .uncaughtExceptionHandler((_, thrown) -> wrong.add(thrown))
                                .start(() -> allocateUntilClosed(child, started)));
            }
            started.await();
            query.close();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), List.copyOf(wrong));
            assertEquals(0, memory.used());
        }
    }

    private static void allocateUntilClosed(Region region, CountDownLatch started) {
        started.countDown();
        try {
            for (int i = 0; ; i++) {
                MemorySegment piece = region.allocate(4096);
                region.charge(10);
                region.child("child").allocate(10);
                if (i % 2 == 0) {
                    region.free(piece);
                    region.discharge(10);
                }
            }
        } catch (IllegalStateException e) {
            // The region, or the query above it, is closed.
            assertTrue(e.getMessage().contains("closed"), e.getMessage());
        } catch (TelegraphException e) {
            // Reached the limit first: as good an end.
            assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
        }
    }
}
