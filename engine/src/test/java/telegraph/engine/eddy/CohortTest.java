package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Basis;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.Estimates;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.estimate.Cohorts;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.TestColumn;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Every estimate that is ever published is of exactly the first units of the random order with
/// everything that came of them, whatever arrives first: it equals what brute force makes of those
/// units.
@Execution(ExecutionMode.CONCURRENT)
class CohortTest {
    private static final List<String> POLICIES = RoutingPolicy.NAMES;

    /// A join of a sampled input D(k, j, x) with some of L(k, m, y), looked up by k; M(m, z),
    /// looked up by m; and S(j, w), scanned. The rows of L may come by a scan too.
    private static final class Scene {
        final UnitSource driver =
                new UnitSource(
                        "d",
                        new Column("k", Type.INTEGER),
                        new Column("j", Type.INTEGER),
                        new Column("x", Type.INTEGER));
        final TestQuery query = new TestQuery();
        final List<Map<Object, List<int[]>>> looked = new ArrayList<>();
        final boolean withLookup;
        final boolean withChain;
        final boolean withScan;
        int sampledSeen;

        Scene(RandomGenerator random, boolean competing) {
            withLookup = competing || random.nextInt(4) > 0;
            withChain = competing || withLookup && random.nextBoolean();
            withScan = random.nextBoolean();
            int keys = competing ? 3 + random.nextInt(12) : 1 + random.nextInt(40);
            int units = (competing ? 60 : 20) + random.nextInt(120);
            for (int u = 0; u < units; u++) {
                List<Object[]> rows = new ArrayList<>();
                int size = random.nextInt(8) == 0 ? 0 : 8 + random.nextInt(12);
                for (int r = 0; r < size; r++) {
                    rows.add(
                            new Object[] {
                                random.nextInt(keys), random.nextInt(6), random.nextInt(100)
                            });
                }
                driver.units.add(rows);
            }
            driver.batchRows = 1 + random.nextInt(30);
            driver.atOnce = 1 + random.nextInt(4);
            driver.pulled = random.nextBoolean();
            int slow = random.nextInt(units);
            driver.beforeUnit = u -> Thread.sleep(u == slow ? 8 : 0, u % 7 * 30_000);
            query.input(driver);
            int next = 1;
            if (withLookup) {
                TestSource l = TestSource.integers("l", "k", "m", "y");
                for (int k = 0; k < keys; k++) {
                    for (int c = competing ? 0 : random.nextInt(3); c >= 0; c--) {
                        l.row(k, competing ? k : random.nextInt(9), random.nextInt(50));
                    }
                }
                l.bind(competing, new int[] {0});
                slowDown(l, random);
                if (competing) {
                    int late = random.nextInt(20);
                    driver.beforeUnit = u -> Thread.sleep(u < 50 ? 0 : 4);
                    l.key = new int[] {0};
                    l.batchRows = 1 + random.nextInt(3);
                    l.unitRows = random.nextInt(4);
                    l.beforeBatch = at -> Thread.sleep(at == 0 ? late : 0, 50_000);
                }
                query.input(l).equal(0, 0, next++, 0);
                looked.add(byKey(l));
            }
            if (withChain) {
                TestSource m = TestSource.integers("m", "m", "z");
                for (int k = 0; k < Math.max(keys, 9); k++) {
                    m.row(k, random.nextInt(50));
                }
                m.bind(false, new int[] {0});
                slowDown(m, random);
                if (competing) {
                    m.beforeLookup = at -> Thread.sleep(4);
                }
                query.input(m).equal(next - 1, 1, next++, 0);
                looked.add(byKey(m));
            }
            if (withScan) {
                TestSource s = TestSource.integers("s", "j", "w");
                for (int k = 0; k < 6; k++) {
                    for (int c = random.nextInt(2); c >= 0; c--) {
                        s.row(k, random.nextInt(50));
                    }
                }
                int pause = random.nextInt(6);
                s.batchRows = 3;
                s.unitRows = random.nextInt(5);
                s.beforeBatch = at -> Thread.sleep(pause);
                query.input(s).equal(0, 1, next, 0);
                looked.add(byKey(s));
            }
            List<Aggregate> aggregates = new ArrayList<>();
            aggregates.add(aggregate(Function.COUNT, Optional.empty(), Type.BIGINT));
            for (int i = 0; i < query.inputs.size(); i++) {
                int last = query.inputs.get(i).columns().length - 1;
                aggregates.add(
                        aggregate(
                                Function.SUM,
                                Optional.of(TestColumn.integer(i, last)),
                                Type.decimal(38, 6)));
            }
            List<Expression> keysOf =
                    random.nextBoolean() ? List.of() : List.of(TestColumn.integer(0, 1));
            List<int[]> sets = List.of(keysOf.isEmpty() ? new int[0] : new int[] {0});
            query.output = new Block.Output.Groups(keysOf, sets, aggregates);
            query.workers = 1 + random.nextInt(3);
            query.policy = POLICIES.get(random.nextInt(3));
            query.seed = random.nextLong();
        }

        private static void slowDown(TestSource source, RandomGenerator random) {
            int most = 1 + random.nextInt(3);
            source.lookupsMax = 1 + random.nextInt(4);
            source.beforeLookup = at -> Thread.sleep(at % 5 == 0 ? most : 0, at % 9 * 20_000);
        }

        private static Aggregate aggregate(
                Function function, Optional<Expression> argument, Type type) {
            return new Aggregate(function, argument, false, Optional.empty(), new int[0], type);
        }

        private static Map<Object, List<int[]>> byKey(TestSource source) {
            Map<Object, List<int[]>> byKey = new HashMap<>();
            for (Object[] row : source.rows) {
                int[] values = new int[row.length];
                for (int c = 0; c < values.length; c++) {
                    values[c] = (Integer) row[c];
                }
                byKey.computeIfAbsent(row[0], k -> new ArrayList<>()).add(values);
            }
            return byKey;
        }

        /// By group: the count and the sums of the last column of each input, over the first units.
        Map<Object, double[]> truth(long units) {
            Map<Object, double[]> groups = new HashMap<>();
            for (List<Object[]> unit : driver.units.subList(0, (int) units)) {
                for (Object[] row : unit) {
                    List<int[]> tuple = new ArrayList<>();
                    tuple.add(new int[] {(Integer) row[0], (Integer) row[1], (Integer) row[2]});
                    join(tuple, groups);
                }
            }
            return groups;
        }

        private void join(List<int[]> tuple, Map<Object, double[]> groups) {
            int at = tuple.size();
            if (at == query.inputs.size()) {
                Block.Output.Groups output = (Block.Output.Groups) query.output;
                Object group = output.keys().isEmpty() ? "all" : (Object) tuple.getFirst()[1];
                double[] sums = groups.computeIfAbsent(group, g -> new double[1 + at]);
                sums[0]++;
                for (int i = 0; i < at; i++) {
                    sums[i + 1] += tuple.get(i)[tuple.get(i).length - 1];
                }
                return;
            }
            boolean scan = withScan && at == query.inputs.size() - 1;
            boolean chain = withChain && at == 2;
            int[] driver = tuple.getFirst();
            Object key = scan ? driver[1] : chain ? tuple.get(1)[1] : driver[0];
            for (int[] match : looked.get(at - 1).getOrDefault(key, List.of())) {
                List<int[]> longer = new ArrayList<>(tuple);
                longer.add(match);
                join(longer, groups);
            }
        }
    }

    /// Both sides of a join are sampled: R(k, x) and S(k, y). They are joined by k, or by way of
    /// T(k, m), which is looked up by that of R and has that of S.
    private static final class Pair {
        final UnitSource r = new UnitSource("r", column("k"), column("x"));
        final UnitSource s = new UnitSource("s", column("k"), column("y"));
        final TestQuery query = new TestQuery();
        final boolean looked;
        final int keys;

        Pair(RandomGenerator random, boolean looked) {
            this.looked = looked;
            keys = looked ? 4 + random.nextInt(12) : 1 + random.nextInt(30);
            fill(r, 60 + random.nextInt(100), keys, random);
            fill(s, 60 + random.nextInt(100), keys, random);
            query.input(r).input(s);
            if (looked) {
                TestSource t = TestSource.integers("t", "k", "m");
                for (int k = 0; k < keys; k++) {
                    t.row(k, match(k));
                }
                t.bind(false, new int[] {0});
                t.lookupsMax = 1;
                t.beforeLookup = at -> Thread.sleep(4);
                r.beforeUnit = u -> {};
                query.input(t).equal(0, 0, 2, 0).equal(2, 1, 1, 0);
            } else {
                query.equal(0, 0, 1, 0);
            }
            query.output =
                    new Block.Output.Groups(
                            List.of(),
                            List.of(new int[0]),
                            List.of(
                                    Scene.aggregate(Function.COUNT, Optional.empty(), Type.BIGINT),
                                    Scene.aggregate(
                                            Function.SUM,
                                            Optional.of(TestColumn.integer(1, 1)),
                                            Type.decimal(38, 6))));
            query.workers = 1 + random.nextInt(3);
            query.seed = random.nextLong();
        }

        /// The k of S that goes with one of R.
        private int match(int k) {
            return looked ? (k + 1) % keys : k;
        }

        private static Column column(String name) {
            return new Column(name, Type.INTEGER);
        }

        private static void fill(UnitSource source, int units, int keys, RandomGenerator random) {
            for (int u = 0; u < units; u++) {
                List<Object[]> rows = new ArrayList<>();
                for (int i = 4 + random.nextInt(4); i > 0; i--) {
                    rows.add(new Object[] {random.nextInt(keys), random.nextInt(100)});
                }
                source.units.add(rows);
            }
            source.atOnce = 1 + random.nextInt(3);
            source.pulled = random.nextBoolean();
            int pause = random.nextInt(400_000);
            source.beforeUnit = u -> Thread.sleep(0, pause);
        }

        /// The join of the first units, scaled to all.
        double[] scaled(long unitsR, long unitsS) {
            double[] sums = new double[2];
            for (List<Object[]> left : r.units.subList(0, (int) unitsR)) {
                for (Object[] a : left) {
                    for (List<Object[]> right : s.units.subList(0, (int) unitsS)) {
                        for (Object[] b : right) {
                            if (match((Integer) a[0]) == (Integer) b[0]) {
                                sums[0]++;
                                sums[1] += (Integer) b[1];
                            }
                        }
                    }
                }
            }
            double scale = (double) r.units.size() * s.units.size() / unitsR / unitsS;
            return new double[] {scale * sums[0], scale * sums[1]};
        }

        int compare(Watch.Seen seen) {
            Estimates estimates = seen.estimates();
            if (estimates.cohort() < 0 || estimates.claims().getFirst().basis() == Basis.SO_FAR) {
                return 0;
            }
            long allR = r.units.size();
            long allS = s.units.size();
            long unitsR = Cohorts.size(estimates.cohort(), allR);
            long unitsS = Cohorts.size(estimates.cohort(), allS);
            double count = seen.value(0, 0);
            double sum = seen.value(0, 1);
            // A side may be complete, which nobody but the eddy knows.
            boolean some = false;
            for (long[] units : new long[][] {{unitsR, unitsS}, {allR, unitsS}, {unitsR, allS}}) {
                double[] expected = scaled(units[0], units[1]);
                some |=
                        Math.abs(expected[0] - count) <= 0.5001
                                && Math.abs(expected[1] - sum) <= 1e-3;
            }
            assertTrue(some, "cohort " + estimates.cohort() + ": " + count + ", " + sum);
            return 1;
        }
    }

    /// Runs the scene, and checks every estimate that can be seen meanwhile.
    ///
    /// @return how many were seen
    private static int check(TestQuery query, RoutingRules rules, ToIntFunction<Watch.Seen> verdict)
            throws InterruptedException {
        query.rules = rules;
        return Watch.all(query, Watch.POINTWISE).stream().mapToInt(verdict).sum();
    }

    private static int compare(Scene scene, Watch.Seen seen) {
        Estimates estimates = seen.estimates();
        if (estimates.cohort() < 0) {
            return 0;
        }
        int claims = 0;
        double scale = (double) estimates.unitsTotal() / estimates.units();
        Map<Object, double[]> truth = scene.truth(estimates.units());
        Block.Output.Groups output = (Block.Output.Groups) scene.query.output;
        int first = output.keys().size();
        for (int row = 0; row < seen.rows().size(); row++) {
            if (seen.claim(row).basis() == Basis.SO_FAR) {
                continue;
            }
            scene.sampledSeen += seen.claim(row).basis() == Basis.SAMPLED ? 1 : 0;
            Object group = first == 0 ? "all" : seen.rows().get(row).getFirst();
            for (int a = 0; a < output.aggregates().size(); a++) {
                double expected = scale * truth.get(group)[a];
                double within = a == 0 ? 0.5001 : 1e-3;
                assertEquals(
                        expected,
                        seen.value(row, first + a),
                        within,
                        "group " + group + " aggregate " + a);
            }
            claims++;
        }
        return claims;
    }

    @Test
    void whatIsPublishedIsWhatTheFirstUnitsGive() {
        int[] seen = {0, 0};
        Seeds.run(
                60,
                (seed, random) -> {
                    Scene scene = new Scene(random, false);
                    seen[0] += check(scene.query, RoutingRules.EXACT, e -> compare(scene, e));
                    seen[1] += scene.withChain ? scene.sampledSeen : 0;
                });
        assertTrue(seen[0] > 200, "some estimates were published: " + seen[0]);
        assertTrue(seen[1] > 40, "some were of samples with lookups in a chain: " + seen[1]);
    }

    @Test
    void aUnitWaitsForWhatAScanBringsBeforeTheLookupItAskedFor() {
        int[] seen = {0};
        Seeds.run(
                30,
                (seed, random) -> {
                    Scene scene = new Scene(random, true);
                    seen[0] += check(scene.query, RoutingRules.EXACT, e -> compare(scene, e));
                });
        assertTrue(seen[0] > 20, "some estimates were published: " + seen[0]);
    }

    @Test
    void whatIsPublishedOfTwoSamplesIsTheJoinOfTheirFirstUnits() {
        int[] seen = {0};
        Seeds.run(
                30,
                (seed, random) -> {
                    Pair pair = new Pair(random, false);
                    seen[0] += check(pair.query, RoutingRules.EXACT, pair::compare);
                });
        assertTrue(seen[0] > 20, "some estimates were published: " + seen[0]);
    }

    @Test
    void aSideIsCompleteOnlyWithAllThatItsRowsAskedFor() {
        int[] seen = {0};
        Seeds.run(
                12,
                (seed, random) -> {
                    Pair pair = new Pair(random, true);
                    seen[0] += check(pair.query, RoutingRules.EXACT, pair::compare);
                });
        assertTrue(seen[0] > 10, "some estimates were published: " + seen[0]);
    }

    @Test
    void unitsThatDoNotWaitForWhatTheirRowsAskForAreNoticed() {
        RoutingRules hasty = RoutingRules.without(RoutingRules.Rule.FOLLOW_ASKED);
        boolean killed = false;
        for (long seed = 1; seed <= 60 && !killed; seed++) {
            try {
                Scene scene = new Scene(Seeds.random(seed), false);
                check(scene.query, hasty, e -> compare(scene, e));
            } catch (AssertionError e) {
                killed = true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        assertTrue(killed, "estimates that leave lookups out pass for whole");
    }
}
