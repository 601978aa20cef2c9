package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.Execution;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Quotient;
import telegraph.engine.vector.TestColumn;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Random aggregates over random rows give what arithmetic without limits gives, whatever the
/// workers and policies.
class GroupsTest {
    private static final Type MONEY = Type.decimal(10, 2);
    private static final Type[] TYPES = {
        Type.INTEGER, Type.TEXT, Type.BIGINT, Type.DOUBLE, MONEY, Type.BOOLEAN
    };
    private static final List<String> POLICIES = RoutingPolicy.NAMES;

    private static TestSource source(RandomGenerator random, int rows) {
        Column[] columns = new Column[TYPES.length];
        Arrays.setAll(columns, c -> new Column("c" + c, TYPES[c]));
        TestSource source = new TestSource("t", columns);
        for (int r = 0; r < rows; r++) {
            Object[] row = new Object[TYPES.length];
            for (int c = 0; c < row.length; c++) {
                row[c] = random.nextInt(8) == 0 ? null : value(random, c);
            }
            source.row(row);
        }
        source.batchRows = 1 + random.nextInt(300);
        return source;
    }

    private static Object value(RandomGenerator random, int column) {
        return switch (column) {
            case 0 -> random.nextInt(5) - 2;
            case 1 -> "é" + "x".repeat(random.nextInt(20)) + random.nextInt(4);
            case 2 -> random.nextLong() >> random.nextInt(60);
            case 3 -> (random.nextDouble() - 0.3) * Math.pow(10, random.nextInt(30) - 10);
            case 4 -> BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, 2);
            default -> random.nextBoolean();
        };
    }

    private static TestColumn column(int c) {
        return new TestColumn(new ColumnRef(0, c), TYPES[c]);
    }

    private static Aggregate random(RandomGenerator random) {
        Function function = Function.values()[random.nextInt(10)];
        int argument =
                switch (function) {
                    case MIN, MAX -> random.nextInt(TYPES.length);
                    default -> List.of(0, 2, 3, 4).get(random.nextInt(4));
                };
        boolean star = function == Function.COUNT && random.nextBoolean();
        Type type =
                switch (function) {
                    case COUNT -> Type.BIGINT;
                    case SUM, SUM0 ->
                            argument == 3 ? Type.DOUBLE : Type.decimal(38, argument == 4 ? 2 : 0);
                    case AVG -> argument == 3 ? Type.DOUBLE : Type.decimal(30, 6);
                    case MIN, MAX -> TYPES[argument];
                    default -> Type.DOUBLE;
                };
        return new Aggregate(
                function,
                star ? Optional.empty() : Optional.of(column(argument)),
                !star && random.nextInt(3) == 0,
                random.nextInt(4) == 0 ? Optional.of(column(5)) : Optional.empty(),
                new int[0],
                type);
    }

    @Test
    void randomGroupsAgreeWithExactArithmetic() {
        Seeds.run(
                150,
                (seed, random) -> {
                    TestSource source = source(random, random.nextInt(600));
                    List<Aggregate> aggregates = new ArrayList<>();
                    for (int a = 0; a < 4; a++) {
                        aggregates.add(random(random));
                    }
                    List<Expression> keys = List.of(column(0), column(1));
                    List<int[]> sets =
                            random.nextBoolean()
                                    ? List.of(new int[] {0, 1})
                                    : List.of(new int[] {0, 1}, new int[] {0}, new int[] {});
                    aggregates.add(
                            new Aggregate(
                                    Function.GROUPING,
                                    Optional.empty(),
                                    false,
                                    Optional.empty(),
                                    new int[] {0, 1},
                                    Type.BIGINT));
                    TestQuery query = new TestQuery().input(source);
                    query.output = new Block.Output.Groups(keys, sets, aggregates);
                    query.workers = 1 + random.nextInt(3);
                    query.policy = POLICIES.get(random.nextInt(3));
                    assertEquals(expected(source.rows, sets, aggregates), byKey(query.rows()));
                });
    }

    private static Map<String, List<Object>> byKey(List<List<Object>> rows) {
        Map<String, List<Object>> byKey = new TreeMap<>();
        for (List<Object> row : rows) {
            String key = row.get(0) + "|" + row.get(1) + "|" + row.getLast();
            List<Object> before = byKey.put(key, row.subList(2, row.size()));
            assertEquals(null, before, "a group comes once: " + key);
        }
        return byKey;
    }

    private static Map<String, List<Object>> expected(
            List<Object[]> rows, List<int[]> sets, List<Aggregate> aggregates) {
        Map<String, List<Object>> groups = new TreeMap<>();
        for (int[] set : sets) {
            boolean first = Arrays.stream(set).anyMatch(k -> k == 0);
            boolean second = Arrays.stream(set).anyMatch(k -> k == 1);
            long grouping = (first ? 0 : 2) + (second ? 0 : 1);
            Map<String, List<Object[]>> members = new TreeMap<>();
            if (set.length == 0) {
                members.put("null|null|" + grouping, new ArrayList<>());
            }
            for (Object[] row : rows) {
                Object key0 = first ? row[0] : null;
                Object key1 = second ? row[1] : null;
                String key = key0 + "|" + key1 + "|" + grouping;
                members.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
            }
            members.forEach((key, group) -> {
                List<Object> values = new ArrayList<>();
                for (Aggregate a : aggregates) {
                    values.add(
                            a.function() == Function.GROUPING
                                    ? (Object) grouping
                                    : compute(a, group));
                }
                groups.put(key, values);
            });
        }
        return groups;
    }

    private static Object compute(Aggregate a, List<Object[]> group) {
        List<Object[]> chosen =
                group.stream()
                        .filter(r -> a.filter().isEmpty() || Boolean.TRUE.equals(r[5]))
                        .toList();
        if (a.argument().isEmpty()) {
            return (long) chosen.size();
        }
        int column = a.argument().get().columns().getFirst().column();
        List<Object> values =
                new ArrayList<>(
                        chosen.stream().map(r -> r[column]).filter(Objects::nonNull).toList());
        if (a.distinct()) {
            values = new ArrayList<>(new LinkedHashSet<>(values));
        }
        if (a.function() == Function.COUNT) {
            return (long) values.size();
        }
        if (a.function() == Function.SUM0 && values.isEmpty()) {
            return a.type().equals(Type.DOUBLE)
                    ? (Object) 0.0
                    : BigDecimal.ZERO.setScale(a.type().scale());
        }
        if (values.isEmpty()) {
            return null;
        }
        if (a.function() == Function.MIN || a.function() == Function.MAX) {
            Comparator<Object> order = GroupsTest::compare;
            Comparator<Object> wanted = a.function() == Function.MIN ? order : order.reversed();
            return values.stream().min(wanted).orElseThrow();
        }
        return number(a, values);
    }

    private static int compare(Object left, Object right) {
        if (left instanceof String l && right instanceof String r) {
            return Arrays.compareUnsigned(
                    l.getBytes(StandardCharsets.UTF_8), r.getBytes(StandardCharsets.UTF_8));
        }
        if (left instanceof Boolean l && right instanceof Boolean r) {
            return Boolean.compare(l, r);
        }
        return exact(left).compareTo(exact(right));
    }

    private static BigDecimal exact(Object value) {
        return value instanceof Double d ? new BigDecimal(d) : new BigDecimal(value.toString());
    }

    private static Object number(Aggregate a, List<Object> values) {
        BigDecimal n = BigDecimal.valueOf(values.size());
        BigDecimal sum = values.stream().map(GroupsTest::exact).reduce(BigDecimal::add).get();
        boolean real = a.type().equals(Type.DOUBLE);
        switch (a.function()) {
            case SUM, SUM0 -> {
                return real ? (Object) sum.doubleValue() : sum.setScale(a.type().scale());
            }
            case AVG -> {
                return real
                        ? (Object) (sum.doubleValue() / values.size())
                        : Quotient.of(sum, n, a.type().scale()).setScale(a.type().scale());
            }
            default -> {
                boolean sample =
                        a.function() == Function.VAR_SAMP || a.function() == Function.STDDEV_SAMP;
                boolean root =
                        a.function() == Function.STDDEV_POP || a.function() == Function.STDDEV_SAMP;
                if (sample && values.size() == 1) {
                    return null;
                }
                // Values reach the variance as doubles.
                BigDecimal s = BigDecimal.ZERO;
                BigDecimal q = BigDecimal.ZERO;
                for (Object value : values) {
                    BigDecimal v = new BigDecimal(exact(value).doubleValue());
                    s = s.add(v);
                    q = q.add(v.multiply(v));
                }
                BigDecimal scatter = q.multiply(n).subtract(s.multiply(s));
                BigDecimal pairs = n.multiply(sample ? n.subtract(BigDecimal.ONE) : n);
                double variance = scatter.divide(pairs, MathContext.DECIMAL128).doubleValue();
                return root ? Math.sqrt(variance) : variance;
            }
        }
    }

    private static TestQuery summing(TestSource source, Function function, Type type) {
        TestQuery query = new TestQuery().input(source);
        query.output =
                new Block.Output.Groups(
                        List.of(),
                        List.of(new int[] {}),
                        List.of(
                                new Aggregate(
                                        function,
                                        Optional.of(
                                                new TestColumn(
                                                        new ColumnRef(0, 0),
                                                        source.schema().column(0).type())),
                                        false,
                                        Optional.empty(),
                                        new int[0],
                                        type)));
        return query;
    }

    @Test
    void aSumOutOfRangeFailsTheQuery() {
        TestSource source = new TestSource("t", new Column("c", Type.BIGINT));
        source.row(Long.MAX_VALUE).row(1L);
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> summing(source, Function.SUM, Type.BIGINT).rows());
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
        assertTrue(e.getMessage().contains("out of the range"), e.getMessage());
    }

    @Test
    void aSumMayPassItsRangeOnTheWay() throws InterruptedException {
        TestSource source = new TestSource("t", new Column("c", Type.decimal(38, 0)));
        BigDecimal large = new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE));
        for (int i = 0; i < 50; i++) {
            source.row(large).row(large.negate());
        }
        source.row(BigDecimal.valueOf(7));
        assertEquals(
                List.of(List.of(BigDecimal.valueOf(7))),
                summing(source, Function.SUM, Type.decimal(38, 0)).rows());
    }

    @Test
    void aSecondSingleValueFailsTheQuery() throws InterruptedException {
        TestSource one = TestSource.integers("one", "c").row(5);
        assertEquals(List.of(List.of(5)), summing(one, Function.SINGLE_VALUE, Type.INTEGER).rows());
        TestSource two = TestSource.integers("two", "c").row(5).row((Object) null);
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> summing(two, Function.SINGLE_VALUE, Type.INTEGER).rows());
        assertTrue(e.getMessage().contains("at most one row"), e.getMessage());
    }

    @Test
    void groupsCanBeReadWhileTheyGrow() throws InterruptedException {
        TestSource source = TestSource.integers("t", "c");
        for (int i = 0; i < 200; i++) {
            source.row(1);
        }
        source.batchRows = 10;
        CountDownLatch asked = new CountDownLatch(1);
        source.beforeBatch =
                at -> {
                    if (at == 10) {
                        asked.await(120, TimeUnit.SECONDS);
                    }
                };
        TestQuery query = summing(source, Function.SUM, Type.BIGINT);
        try (MemoryManager memory = new MemoryManager(1L << 24);
                Region region = memory.query("test", 1L << 24);
                Execution execution =
                        Eddy.start(query.block(), query.context(region), RoutingRules.EXACT)) {
            long last = 0;
            boolean between = false;
            while (last < 200) {
                for (Batch batch : execution.snapshot(10)) {
                    long now = batch.isNull(0, 0) ? 0 : batch.longAt(0, 0);
                    assertTrue(now >= last && now % 10 == 0, last + " then " + now);
                    between |= now > 0 && now < 200;
                    last = now;
                    batch.unpin();
                }
                if (between) {
                    asked.countDown();
                }
            }
            assertTrue(between, "some snapshot came before the end");
            assertTrue(execution.snapshot(0).isEmpty(), "more groups than asked for");
            Batch end = execution.take();
            assertEquals(200, end.longAt(0, 0));
            end.unpin();
        }
    }

    @Test
    void aRunningAnswerIsNotMadeWhereItWouldCrowdOutTheQuery() throws InterruptedException {
        TestSource source = TestSource.integers("t", "c");
        int groups = 30_000;
        for (int i = 0; i < groups; i++) {
            source.row(i);
        }
        source.batchRows = 500;
        TestQuery query = new TestQuery().input(source);
        query.output =
                new Block.Output.Groups(
                        List.of(TestColumn.integer(0, 0)),
                        List.of(new int[] {0}),
                        List.of(
                                new Aggregate(
                                        Function.COUNT,
                                        Optional.empty(),
                                        false,
                                        Optional.empty(),
                                        new int[0],
                                        Type.BIGINT)));
        query.workers = 1;
        query.rows();
        long limit = 2 * query.peakBytes;
        CountDownLatch asked = new CountDownLatch(1);
        source.beforeBatch =
                at -> {
                    if (at == 2) {
                        asked.await(120, TimeUnit.SECONDS);
                    } else if (at % 20 == 0) {
                        Thread.sleep(2);
                    }
                };
        int most = 0;
        try (MemoryManager memory = new MemoryManager(limit);
                Region region = memory.query("test", limit);
                Execution execution =
                        Eddy.start(query.block(), query.context(region), RoutingRules.EXACT)) {
            FutureTask<Integer> all = new FutureTask<>(() -> count(execution));
            Thread reader = Thread.ofVirtual().start(all);
            while (reader.isAlive()) {
                List<Batch> now = execution.snapshot(groups);
                most = Math.max(most, now.stream().mapToInt(Batch::rows).sum());
                now.forEach(Batch::unpin);
                if (most > 0) {
                    asked.countDown();
                }
                Thread.sleep(1);
            }
            assertEquals(groups, all.get());
        } catch (ExecutionException e) {
            throw new AssertionError("the query failed", e);
        }
        assertTrue(most > 0, "there was an answer while the groups were few");
        assertTrue(most < groups, "and none when they were many: " + most);
    }

    private static int count(Execution execution) throws InterruptedException {
        int rows = 0;
        for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
            rows += batch.rows();
            batch.unpin();
        }
        return rows;
    }
}
