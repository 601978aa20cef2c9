package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.engine.Execution;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.stem.RoutingRules;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Threads;

/// A block that is cancelled or fails is gone at once, with its threads, its resources and its
/// memory.
@Isolated("counts the threads of all queries")
class CancelTest {
    private static TestQuery endless() {
        TestSource driver = TestSource.integers("driver", "id", "value");
        IntStream.range(0, 20_000).forEach(i -> driver.row(i, i % 5_000));
        driver.batchRows = 100;
        driver.beforeBatch = at -> LockSupport.parkNanos(200_000);
        TestSource form = TestSource.integers("form", "id", "value").bind(false, new int[] {0});
        IntStream.range(0, 5_000).forEach(i -> form.row(i, i));
        form.lookupsMax = 20;
        form.beforeLookup = at -> Thread.sleep(at % 7 == 0 ? 600_000 : 1);
        TestSource other = TestSource.integers("other", "id", "value");
        IntStream.range(0, 5_000).forEach(i -> other.row(i, i));
        return new TestQuery()
                .input(driver)
                .input(form)
                .input(other)
                .equal(0, 1, 1, 0)
                .equal(0, 1, 2, 0)
                .all();
    }

    @Test
    void cancelAtAnyMomentFreesEverythingWithinASecond() throws InterruptedException {
        Random random = new Random(7);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 25; round++) {
            try (MemoryManager memory = new MemoryManager(64L << 20)) {
                TestQuery query = endless();
                long millis = random.nextInt(40);
                try (Region region = memory.query("test", 64L << 20)) {
                    Execution execution =
                            Eddy.start(query.block(), query.context(region), RoutingRules.EXACT);
                    Thread.sleep(millis);
                    long before = System.nanoTime();
                    execution.cancel("stop after " + millis);
                    TelegraphException e =
                            assertThrows(TelegraphException.class, () -> drain(execution));
                    assertEquals("stop after " + millis, e.getMessage());
                    execution.close();
                    long took = (System.nanoTime() - before) / 1_000_000;
                    assertTrue(took < Threads.PATIENCE_MILLIS, "millis=" + took);
                    least = Math.min(least, took);
                    assertEquals(0, region.used(), "bytes after " + millis + " ms");
                }
                Threads.await("workers", () -> Threads.alive("telegraph-test") == 0);
            }
        }
        // The machine may be busy at any one of them, but not at all.
        assertTrue(least < 1_000, "millis=" + least);
    }

    private static void drain(Execution execution) throws InterruptedException {
        for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
            batch.unpin();
        }
    }

    @Test
    void aClientThatTakesNothingCanStillClose() {
        try (MemoryManager memory = new MemoryManager(64L << 20);
                Region region = memory.query("test", 64L << 20)) {
            TestSource source = TestSource.integers("a", "id", "value");
            IntStream.range(0, 200_000).forEach(i -> source.row(i, i));
            TestQuery query = new TestQuery().input(source).all();
            Execution execution =
                    Eddy.start(query.block(), query.context(region), RoutingRules.EXACT);
            LockSupport.parkNanos(100_000_000);
            execution.close();
            assertEquals(0, region.used());
        }
    }

    /// A source that opens a resource and waits in it until somebody closes it.
    private record Blocking(CountDownLatch opened, AtomicInteger closed) implements Source {
        @Override
        public String name() {
            return "blocking";
        }

        @Override
        public Schema schema() {
            return TestSource.integers("blocking", "id").schema();
        }

        @Override
        public Access access() {
            return Access.SCAN;
        }

        @Override
        public Reader scan(ScanRequest request) {
            return sink -> {
                CountDownLatch torn = new CountDownLatch(1);
                sink.closeOnCancel(() -> {
                    closed.incrementAndGet();
                    torn.countDown();
                });
                opened.countDown();
                while (true) {
                    try {
                        torn.await();
                        return;
                    } catch (InterruptedException e) {
                        // Like a socket that does not hear interrupts.
                        continue;
                    }
                }
            };
        }

        @Override
        public Reader lookup(LookupRequest request) {
            throw new IllegalStateException("it is scanned: source=" + name());
        }
    }

    @Test
    void registeredResourcesAreClosedOnce() throws InterruptedException {
        CountDownLatch opened = new CountDownLatch(1);
        AtomicInteger closed = new AtomicInteger();
        try (MemoryManager memory = new MemoryManager(16L << 20);
                Region region = memory.query("test", 16L << 20)) {
            TestQuery query = new TestQuery().input(new Blocking(opened, closed)).all();
            Execution execution =
                    Eddy.start(query.block(), query.context(region), RoutingRules.EXACT);
            opened.await();
            execution.cancel("enough");
            execution.close();
            assertEquals(1, closed.get());
        }
    }

    @Test
    void theFirstFailureCountsAndOthersAreAttached() throws InterruptedException {
        CountDownLatch both = new CountDownLatch(2);
        TestSource a = TestSource.integers("a", "id").row(1);
        TestSource b = TestSource.integers("b", "id").row(1);
        for (TestSource source : new TestSource[] {a, b}) {
            source.beforeBatch =
                    at -> {
                        both.countDown();
                        both.await();
                        throw TelegraphException.input("broken " + source.name);
                    };
        }
        TestQuery query = new TestQuery().input(a).input(b).equal(0, 0, 1, 0).all();
        TelegraphException e = assertThrows(TelegraphException.class, query::rows);
        assertTrue(e.getMessage().startsWith("broken "), e.getMessage());
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
    }
}
