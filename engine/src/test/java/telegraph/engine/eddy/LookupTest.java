package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.vector.ColumnRef;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Threads;

/// Lookups: one for each value, so many at once, none that a filter could have saved, and what
/// comes back is what was asked for.
@Isolated("counts the threads of all queries")
class LookupTest {
    private static TestSource table(String name, int rows, int values) {
        TestSource source = TestSource.integers(name, "id", "value");
        IntStream.range(0, rows).forEach(i -> source.row(i, i % values));
        source.batchRows = 50;
        return source;
    }

    private static TestQuery join(TestSource driver, TestSource form) {
        return new TestQuery().input(driver).input(form).equal(0, 1, 1, 0).all();
    }

    @Test
    void noValueIsAskedForTwiceAndOnlySoManyAtOnce() throws InterruptedException {
        TestSource form = table("form", 300, 300).bind(false, new int[] {0});
        form.lookupsMax = 7;
        CountDownLatch all = new CountDownLatch(7);
        form.beforeLookup =
                at -> {
                    all.countDown();
                    assertTrue(all.await(Threads.PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
                    Thread.sleep(1);
                };
        TestQuery query = join(table("driver", 6_000, 300), form);
        query.workers = 3;
        assertEquals(6_000, query.rows().size());
        Set<List<Object>> asked =
                form.lookups.stream().map(LookupRequest::values).collect(Collectors.toSet());
        assertEquals(300, asked.size());
        assertEquals(300, form.lookups.size());
        assertEquals(7, form.underWayPeak.get());
    }

    @Test
    void manyLookupsUnderWayNeedNoPlatformThreads() throws InterruptedException {
        TestSource form = table("form", 400, 400).bind(false, new int[] {0});
        form.lookupsMax = 200;
        Set<Integer> platform = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(200);
        form.beforeLookup =
                at -> {
                    all.countDown();
                    assertTrue(all.await(Threads.PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
                    platform.add(Threads.alive("telegraph-"));
                };
        TestQuery query = join(table("driver", 400, 400), form);
        assertEquals(400, query.rows().size());
        assertEquals(200, form.underWayPeak.get());
        assertTrue(platform.stream().allMatch(n -> n <= query.workers), "threads=" + platform);
    }

    /// The source before it takes its time to say how it is read, and all this while lookups have
    /// answers.
    @Test
    void lookupsThatAreAnsweredBeforeTheScanBesideThemBeginsLoseNothing()
            throws InterruptedException {
        TestSource driver = table("driver", 20, 10);
        TestSource late = table("late", 10, 10);
        TestSource both = table("both", 10, 10).bind(true, new int[] {0});
        both.key = new int[] {0};
        CountDownLatch answered = new CountDownLatch(1);
        both.beforeLookup = at -> answered.countDown();
        late.beforeScan =
                () -> {
                    await(answered);
                    // An answer that is taken for all there is stops the lookups.
                    long since = System.nanoTime();
                    while (both.lookups.size() < 3 && System.nanoTime() - since < 300_000_000) {
                        Thread.onSpinWait();
                    }
                };
        TestQuery query =
                new TestQuery()
                        .input(driver)
                        .input(late)
                        .input(both)
                        .equal(0, 1, 2, 0)
                        .equal(2, 1, 1, 0)
                        .all();
        assertEquals(20, query.rows().size());
    }

    /// Rows of the form come only by those of the slow source, whatever else could bind it.
    @Test
    void aScanThatAlonePaysForAFormIsNeverDispensable() throws InterruptedException {
        TestSource form = table("form", 10, 10).bind(false, new int[] {0}, new int[] {1});
        TestSource slow = table("slow", 10, 10).bind(true, new int[] {0});
        slow.key = new int[] {0};
        slow.beforeBatch = at -> Thread.sleep(100);
        TestSource fast = table("fast", 10, 10);
        TestQuery query =
                new TestQuery()
                        .input(form)
                        .input(slow)
                        .input(fast)
                        .equal(0, 0, 1, 0)
                        .equal(0, 1, 2, 1)
                        .all();
        assertEquals(10, query.rows().size());
    }

    /// The form that is the better one stalls, and from then on the other answers. Rows that the
    /// first had no room for do not wait for it.
    @Test
    void rowsDoNotWaitForAFormThatStallsWhileAnotherTakesThem() throws InterruptedException {
        TestSource driver = table("driver", 600, 600);
        TestSource stalls = table("stalls", 10, 10).bind(false, new int[] {0});
        TestSource other = table("other", 10, 10).bind(false, new int[] {0});
        stalls.lookupsMax = 3;
        other.lookupsMax = 3;
        driver.batchRows = 600;
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(400);
        stalls.beforeLookup =
                number -> {
                    if (number > 40) {
                        stalled.countDown();
                        await(enough);
                    }
                };
        other.beforeLookup =
                _ -> {
                    await(stalled);
                    enough.countDown();
                };
        TestQuery query =
                new TestQuery()
                        .input(driver)
                        .input(stalls)
                        .input(other)
                        .equal(0, 0, 1, 0)
                        .equal(0, 0, 2, 0)
                        .all();
        assertEquals(10, query.rows().size());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(Threads.PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the start", e);
        }
    }

    @Test
    void nothingIsFetchedForARowThatAFilterDrops() throws InterruptedException {
        for (String policy : RoutingPolicy.NAMES) {
            TestSource form = table("form", 100, 100).bind(false, new int[] {0});
            TestSource near = table("near", 100, 100);
            TestQuery query =
                    new TestQuery()
                            .input(table("driver", 5_000, 100))
                            .input(form)
                            .input(near)
                            .equal(0, 1, 1, 0)
                            .equal(0, 1, 2, 0)
                            .filter(
                                    TestPredicate.of(
                                            "driver.value < 10",
                                            v -> (Integer) v[0] < 10,
                                            new ColumnRef(0, 1)))
                            .filter(
                                    TestPredicate.of(
                                                    "driver.value even",
                                                    v -> (Integer) v[0] % 2 == 0,
                                                    new ColumnRef(0, 1))
                                            .throwing())
                            .all();
            query.policy = policy;
            assertEquals(250, query.rows().size());
            Set<Object> asked = new HashSet<>();
            form.lookups.forEach(l -> asked.add(l.values().getFirst()));
            assertEquals(Set.of(0, 2, 4, 6, 8), asked, policy);
        }
    }

    @Test
    void aFieldMayHaveConstantsAndAnotherBeJoined() throws InterruptedException {
        TestSource form = TestSource.integers("form", "id", "kind", "value");
        IntStream.range(0, 60).forEach(i -> form.row(i % 20, i / 20, i));
        form.bind(false, new int[] {0, 1});
        TestQuery query =
                new TestQuery()
                        .input(table("driver", 40, 20))
                        .input(form, Map.of(1, List.of(0, 2)))
                        .equal(0, 1, 1, 0)
                        .filter(
                                TestPredicate.of(
                                        "kind in (0, 2)",
                                        v -> !v[0].equals(1),
                                        new ColumnRef(1, 1)))
                        .all();
        assertEquals(80, query.rows().size());
        assertEquals(40, form.lookups.size());
    }

    @Test
    void rowsThatWereNotAskedForAreDropped() throws InterruptedException {
        TestSource sloppy =
                new TestSource(
                        "sloppy",
                        TestSource.integers("x", "id", "value")
                                .schema()
                                .columns()
                                .toArray(telegraph.engine.Column[]::new)) {
                    @Override
                    public Reader lookup(LookupRequest request) {
                        lookups.add(request);
                        return scan(
                                new telegraph.engine.source.ScanRequest(
                                        request.columns(), Map.of(), false, -1));
                    }
                };
        IntStream.range(0, 30).forEach(i -> sloppy.row(i, i));
        sloppy.bind(false, new int[] {0});
        assertEquals(90, join(table("driver", 90, 30), sloppy).rows().size());
    }

    @Test
    void aLookupThatFailsFailsTheQueryByName() {
        TestSource form = table("planes", 100, 100).bind(false, new int[] {0});
        form.beforeLookup =
                at -> {
                    if (at == 20) {
                        throw new IOException("503 from http://planes.example");
                    }
                };
        TestQuery query = join(table("driver", 100, 100), form);
        TelegraphException e = assertThrows(TelegraphException.class, query::rows);
        assertEquals(
                "source \"planes\" cannot be read: 503 from http://planes.example", e.getMessage());
    }

    @Test
    void aSlowScanIsLeftWhenLookupsHaveFoundEverything() throws InterruptedException {
        TestSource both = table("both", 1_000, 1_000).bind(true, new int[] {0});
        both.key = new int[] {0};
        both.batchRows = 1;
        both.beforeBatch = at -> Thread.sleep(at == 0 ? 0 : 20);
        both.beforeLookup = at -> Thread.sleep(1);
        TestSource driver = table("driver", 100, 50);
        TestQuery query = join(driver, both);
        assertEquals(100, query.rows().size());
        // Reading all would have taken 20 s.
        assertEquals(1, both.scans.get());
        assertFalse(both.lookups.isEmpty());
    }

    @Test
    void slowLookupsGiveWayToAScanThatIsFaster() throws InterruptedException {
        TestSource both = table("both", 5_000, 5_000).bind(true, new int[] {0});
        both.key = new int[] {0};
        both.beforeLookup = at -> Thread.sleep(600_000);
        TestQuery query = join(table("driver", 5_000, 5_000), both);
        query.timeoutMillis = Threads.PATIENCE_MILLIS;
        assertEquals(5_000, query.rows().size());
        assertTrue(both.lookups.size() <= 1, "lookups=" + both.lookups.size());
    }

    private static TestSource shared(int rows) {
        TestSource both = table("both", rows, rows).bind(true, new int[] {0});
        both.key = new int[] {0};
        both.shares = true;
        both.batchRows = 10;
        return both;
    }

    @Test
    void aScanThatStallsGivesItsPlacesToLookups() throws InterruptedException {
        TestSource both = shared(1_000);
        both.lookupsMax = 3;
        both.beforeBatch = at -> Thread.sleep(at < 5 ? 1 : 600_000);
        both.beforeLookup = at -> Thread.sleep(1);
        assertEquals(500, join(table("driver", 500, 250), both).rows().size());
        assertTrue(both.underWayPeak.get() <= 3, "under way=" + both.underWayPeak);
    }

    /// A first page that never comes says nothing of what a scan would cost.
    @Test
    void aScanThatStallsFromTheStartGivesItsPlaceToLookups() throws InterruptedException {
        TestSource both = shared(1_000);
        both.lookupsMax = 2;
        both.beforeBatch = at -> Thread.sleep(600_000);
        both.beforeLookup = at -> Thread.sleep(1);
        assertEquals(100, join(table("driver", 100, 100), both).rows().size());
    }

    @Test
    void lookupsThatStallGiveTheirPlacesToAScan() throws InterruptedException {
        TestSource both = shared(1_000);
        both.lookupsMax = 2;
        both.beforeBatch = at -> Thread.sleep(1);
        both.beforeLookup = at -> Thread.sleep(at < 20 ? 1 : 600_000);
        assertEquals(500, join(table("driver", 500, 250), both).rows().size());
        // All keys are on the first 25.
        assertTrue(both.pagesAsked.get() > 20, "pages=" + both.pagesAsked);
    }

    /// Each is asked for in the same place as the page, so that neither can begin before.
    @Test
    void withOnePlaceTheWayThatStallsIsCutOff() throws InterruptedException {
        TestSource both = shared(1_000);
        both.lookupsMax = 1;
        both.beforeBatch = at -> Thread.sleep(1);
        both.beforeLookup = at -> Thread.sleep(600_000);
        assertEquals(500, join(table("driver", 500, 250), both).rows().size());
        assertEquals(1, both.underWayPeak.get());
    }

    @Test
    void whatTheScanHasBroughtIsNotAskedForAndTheScanEndsWithTheLastKey()
            throws InterruptedException {
        TestSource both = shared(1_000);
        both.beforeBatch = at -> Thread.sleep(at < 30 ? 1 : 600_000);
        both.beforeLookup = at -> Thread.sleep(600_000);
        // All keys are on the first pages, and no lookup is ever answered.
        assertEquals(500, join(table("driver", 500, 250), both).rows().size());
        assertTrue(both.pagesAsked.get() < 60, "pages=" + both.pagesAsked);
    }
}
