package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.vector.ColumnRef;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;

/// Policies find good orders, notice changes, and keep guards.
class RoutingTest {
    private static final ColumnRef ID = new ColumnRef(0, 0);
    private static final ColumnRef VALUE = new ColumnRef(0, 1);

    /// Time that passes only where somebody looks, so that all work takes the same: what is learned
    /// of filters is how many rows they pass, however busy the machine is.
    private static final class Looks implements Ticker {
        private final AtomicLong now = new AtomicLong();

        @Override
        public long nanos() {
            return now.addAndGet(10_000);
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Ticker.SYSTEM.sleep(duration);
        }
    }

    private static TestSource numbers(int rows) {
        TestSource source = TestSource.integers("n", "id", "value");
        IntStream.range(0, rows).forEach(i -> source.row(i, i % 100));
        source.batchRows = 500;
        return source;
    }

    private static TestPredicate filter(String name, Predicate<Object[]> test) {
        return TestPredicate.of(name, test, ID, VALUE);
    }

    @Test
    void selectiveFiltersComeToGoFirst() throws InterruptedException {
        for (String policy : List.of("lottery", "rank")) {
            TestPredicate loose = filter("loose", v -> (Integer) v[1] < 95);
            TestPredicate strict = filter("strict", v -> (Integer) v[1] < 5);
            TestQuery query =
                    new TestQuery().input(numbers(300_000)).filter(loose).filter(strict).all();
            query.policy = policy;
            query.ticker = new Looks();
            assertEquals(15_000, query.rows().size());
            assertTrue(
                    loose.seen().sum() < strict.seen().sum(),
                    policy + " loose=" + loose.seen() + " strict=" + strict.seen());
            assertTrue(!query.routes.changes().isEmpty(), policy);
        }
    }

    @Test
    void aFilterThatBecomesSelectiveIsNoticed() throws InterruptedException {
        TestPredicate early = filter("early", v -> (Integer) v[0] >= 200_000 || (Integer) v[1] < 5);
        TestPredicate late = filter("late", v -> (Integer) v[0] < 200_000 || (Integer) v[1] < 5);
        TestQuery query = new TestQuery().input(numbers(400_000)).filter(early).filter(late).all();
        query.workers = 1;
        query.ticker = new Looks();
        assertEquals(20_000, query.rows().size());
        // In the best order each filter sees its half whole, and a twentieth of the other.
        long seen = early.seen().sum() + late.seen().sum();
        assertTrue(seen < 550_000, "seen=" + seen);
        Routes.Change last = query.routes.changes().getLast();
        assertEquals(List.of("filter late", "filter early"), last.order());
        assertTrue(last.why().contains("pass"), last.why());
    }

    @Test
    void fixedKeepsTheOrderOfTheText() throws InterruptedException {
        TestPredicate loose = filter("loose", v -> (Integer) v[1] < 95);
        TestPredicate strict = filter("strict", v -> (Integer) v[1] < 5);
        TestQuery query = new TestQuery().input(numbers(50_000)).filter(loose).filter(strict).all();
        query.policy = "fixed";
        query.rows();
        assertEquals(50_000, loose.seen().sum());
        assertEquals(47_500, strict.seen().sum());
    }

    @Test
    void aFilterThatCanThrowRunsAfterItsGuards() throws InterruptedException {
        for (String policy : RoutingPolicy.NAMES) {
            TestPredicate risky =
                    filter(
                                    "10 / value > 1",
                                    v -> {
                                        if ((Integer) v[1] == 0) {
                                            throw TelegraphException.input("division by zero");
                                        }
                                        return 10 / (Integer) v[1] > 1;
                                    })
                            .throwing();
            TestPredicate second =
                    filter(
                                    "second",
                                    v -> {
                                        if ((Integer) v[1] > 5) {
                                            throw TelegraphException.input("out of order");
                                        }
                                        return true;
                                    })
                            .throwing();
            TestQuery query =
                    new TestQuery()
                            .input(numbers(100_000))
                            .filter(risky)
                            .filter(second)
                            .filter(filter("value <> 0", v -> (Integer) v[1] != 0))
                            .all();
            query.policy = policy;
            assertEquals(5_000, query.rows().size(), policy);
        }
    }

    /// Two forms, of which first one and then the other is slow, and both drop nearly everything:
    /// the lookups saved are those of the slow one.
    @Test
    void whenTwoSitesSwapSpeedsTheOrderFollows() throws InterruptedException {
        int rows = 4_000;
        TestSource driver = TestSource.integers("driver", "a", "b");
        IntStream.range(0, rows).forEach(i -> driver.row(i, i));
        AtomicInteger asked = new AtomicInteger();
        TestSource first = form("first", rows, asked, true);
        TestSource second = form("second", rows, asked, false);
        TestQuery query =
                new TestQuery()
                        .input(driver)
                        .input(first)
                        .input(second)
                        .equal(0, 0, 1, 0)
                        .equal(0, 1, 2, 0)
                        .all();
        assertEquals(rows / 100, query.rows().size());
        long all = first.lookups.size() + second.lookups.size();
        assertTrue(all < 1.5 * rows, "lookups=" + all);
        // Either order alone would ask one of the sites for nearly everything.
        assertTrue(
                first.lookups.size() > rows / 5 && second.lookups.size() > rows / 5,
                "first=" + first.lookups.size() + " second=" + second.lookups.size());
    }

    private static TestSource form(String name, int rows, AtomicInteger asked, boolean fastFirst) {
        TestSource form = TestSource.integers(name, "id").bind(false, new int[] {0});
        IntStream.range(0, rows).filter(i -> i % 100 == 0).forEach(form::row);
        form.lookupsMax = 4;
        form.beforeLookup =
                at -> {
                    boolean early = asked.incrementAndGet() < rows / 2;
                    LockSupport.parkNanos(early == fastFirst ? 200_000 : 20_000_000);
                };
        return form;
    }
}
