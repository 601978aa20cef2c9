package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.Terms;
import telegraph.engine.source.LookupRequest;

/// Where requests are to be saved, about as few are made as in the best order of lookups that one
/// could have chosen knowing everything: all orders are tried by brute force.
@Timeout(300)
@Isolated("counts requests that depend on how soon answers come")
class FewRequestsTest {
    private static final int ROWS = 2_000;

    /// A star: rows of keys, and for each key a site that keeps some of them.
    private record Star(int[][] keys, boolean[][] kept, double[] weights) {
        static Star random(Random random, int sites) {
            int[][] keys = new int[ROWS][sites];
            boolean[][] kept = new boolean[sites][];
            for (int s = 0; s < sites; s++) {
                int distinct = new int[] {20, 300, ROWS}[random.nextInt(3)];
                double share = 0.05 + 0.9 * random.nextDouble();
                kept[s] = new boolean[distinct];
                for (int k = 0; k < distinct; k++) {
                    kept[s][k] = random.nextDouble() < share;
                }
                for (int r = 0; r < ROWS; r++) {
                    keys[r][s] = distinct == ROWS ? r : random.nextInt(distinct);
                }
            }
            double[] weights = new double[sites];
            Arrays.fill(weights, 1);
            return new Star(keys, kept, weights);
        }

        int sites() {
            return kept.length;
        }

        /// What the lookups of an order weigh if each row goes on only where it was kept.
        double cost(int[] order) {
            boolean[][] asked = new boolean[sites()][];
            Arrays.setAll(asked, s -> new boolean[kept[s].length]);
            double cost = 0;
            for (int[] row : keys) {
                for (int s : order) {
                    cost += asked[s][row[s]] ? 0 : weights[s];
                    asked[s][row[s]] = true;
                    if (!kept[s][row[s]]) {
                        break;
                    }
                }
            }
            return cost;
        }

        double[] costsOfAllOrders() {
            return orders(sites()).stream().mapToDouble(this::cost).toArray();
        }

        long results() {
            return Arrays.stream(keys)
                    .filter(row -> IntStream.range(0, sites()).allMatch(s -> kept[s][row[s]]))
                    .count();
        }
    }

    private static List<int[]> orders(int size) {
        List<int[]> orders = new ArrayList<>();
        orders(new int[size], 0, new HashSet<>(), orders);
        return orders;
    }

    private static void orders(int[] order, int at, Set<Integer> used, List<int[]> to) {
        if (at == order.length) {
            to.add(order.clone());
            return;
        }
        for (int next = 0; next < order.length; next++) {
            if (used.add(next)) {
                order[at] = next;
                orders(order, at + 1, used, to);
                used.remove(next);
            }
        }
    }

    private static TestQuery query(Star star, List<TestSource> sites) {
        TestSource driver =
                TestSource.integers(
                        "driver",
                        IntStream.range(0, star.sites())
                                .mapToObj(s -> "k" + s)
                                .toArray(String[]::new));
        for (int[] row : star.keys()) {
            driver.row(Arrays.stream(row).boxed().toArray());
        }
        TestQuery query = new TestQuery().input(driver);
        for (int s = 0; s < star.sites(); s++) {
            TestSource site = TestSource.integers("s" + s, "id").bind(false, new int[] {0});
            for (int k = 0; k < star.kept()[s].length; k++) {
                if (star.kept()[s][k]) {
                    site.row(k);
                }
            }
            site.lookupsMax = 8;
            if (Arrays.stream(star.weights()).max().orElseThrow() > 1) {
                site.terms = new Terms(Price.of(star.weights()[s] / 1000 + " USD"), 0);
            }
            site.beforeLookup = _ -> LockSupport.parkNanos(200_000);
            query.input(site).equal(0, s, s + 1, 0);
            sites.add(site);
        }
        query.savesRequests = true;
        return query.all();
    }

    private static double run(Star star, long seed, String policy) throws InterruptedException {
        List<TestSource> sites = new ArrayList<>();
        TestQuery query = query(star, sites);
        query.seed = seed;
        query.policy = policy;
        assertEquals(star.results(), query.rows().size());
        double cost = 0;
        for (int s = 0; s < sites.size(); s++) {
            List<LookupRequest> asked = sites.get(s).lookups;
            cost += star.weights()[s] * asked.size();
            assertEquals(
                    asked.stream().map(LookupRequest::values).distinct().count(), asked.size());
        }
        return cost;
    }

    /// Over some stars, what was asked, the best order and the worst.
    private record Sums(double asked, double best, double worst) {
        static Sums of(int seeds, IntFunction<Star> stars, String policy)
                throws InterruptedException {
            double asked = 0;
            double best = 0;
            double worst = 0;
            for (int seed = 1; seed <= seeds; seed++) {
                Star star = stars.apply(seed);
                double[] costs = star.costsOfAllOrders();
                asked += run(star, seed, policy);
                best += Arrays.stream(costs).min().orElseThrow();
                worst += Arrays.stream(costs).max().orElseThrow();
            }
            return new Sums(asked, best, worst);
        }
    }

    @Test
    void lookupsOfAStarAreAboutAsFewAsInTheBestOrder() throws InterruptedException {
        for (String policy : List.of("rank", "lottery")) {
            Sums sums = Sums.of(30, seed -> Star.random(new Random(seed), 3 + seed % 3), policy);
            assertTrue(sums.asked <= 1.06 * sums.best, () -> policy + " " + sums);
            assertTrue(sums.worst > 2 * sums.best, () -> "orders differ little: " + sums);
        }
    }

    @Test
    void dearRequestsAreTheFewest() throws InterruptedException {
        Sums sums =
                Sums.of(
                        8,
                        seed -> {
                            Star star = Star.random(new Random(seed), 3);
                            star.weights()[seed % 3] = 20;
                            return star;
                        },
                        "rank");
        assertTrue(sums.asked <= 1.08 * sums.best, sums::toString);
        assertTrue(sums.worst > 2 * sums.best, () -> "orders differ little: " + sums);
    }

    /// A list of 500 rows on ten pages, which may be asked for single rows too, and what became of
    /// the keys that look for them.
    private record Paged(int pages, int lookups) {
        /// @param pause before each page
        static Paged of(int driverRows, Duration pause) throws InterruptedException {
            AtomicInteger pages = new AtomicInteger();
            TestSource list = TestSource.integers("list", "id");
            list.pages = 10;
            IntStream.range(0, 500).forEach(list::row);
            list.bind(true, new int[] {0});
            list.key = new int[] {0};
            list.batchRows = 50;
            list.beforeBatch =
                    at -> {
                        Thread.sleep(pause);
                        pages.accumulateAndGet(at + 1, Math::max);
                    };
            TestSource driver = TestSource.integers("driver", "k");
            IntStream.range(0, driverRows).forEach(i -> driver.row(499 - i));
            TestQuery query = new TestQuery().input(driver).input(list).equal(0, 0, 1, 0);
            query.savesRequests = true;
            assertEquals(driverRows, query.all().rows().size());
            return new Paged(Math.min(10, pages.get()), list.lookups.size());
        }
    }

    @Test
    void aScanAndLookupsOfOneSourceDoNotRace() throws InterruptedException {
        assertEquals(new Paged(1, 4), Paged.of(4, Duration.ofSeconds(1)));
        assertEquals(new Paged(10, 0), Paged.of(400, Duration.ofMillis(20)));
    }

    /// Half way the site that keeps a tenth and the one that keeps all but a tenth change places.
    @Test
    void aSiteThatKeepsLessFromSomewhereOnIsNoticed() throws InterruptedException {
        Sums sums =
                Sums.of(
                        3,
                        seed -> {
                            Random random = new Random(seed);
                            Star star = Star.random(random, 3);
                            for (int s = 0; s < 3; s++) {
                                star.kept()[s] = new boolean[ROWS];
                                for (int r = 0; r < ROWS; r++) {
                                    star.keys()[r][s] = r;
                                    double share =
                                            s == 2 ? 0.5 : s == 0 == r < ROWS / 2 ? 0.1 : 0.9;
                                    star.kept()[s][r] = random.nextDouble() < share;
                                }
                            }
                            return star;
                        },
                        "rank");
        assertTrue(sums.asked <= 0.95 * sums.best, sums::toString);
    }
}
