package telegraph.engine.fold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Selection;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Decimals;
import telegraph.memory.MemoryManager;
import telegraph.memory.Micros;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Percentiles and modes agree with sorting, in whatever pieces the values come.
class OrderStatisticTest {
    private static final Type[] TYPES = {
        Type.INTEGER,
        Type.BIGINT,
        Type.DOUBLE,
        Type.decimal(10, 2),
        Type.decimal(38, 4),
        Type.BOOLEAN,
        Type.DATE,
        Type.TIME,
        Type.TIMESTAMP,
        Type.INSTANT,
        Type.TEXT
    };
    private static final String[] FRACTIONS = {"0", "0.07", "0.25", "0.5", "0.9", "0.999", "1"};

    /// The argument; vectors are handed in, so nobody evaluates it.
    private record Argument(Type type) implements Expression {
        @Override
        public List<ColumnRef> columns() {
            return List.of();
        }

        @Override
        public boolean canThrow() {
            return false;
        }

        @Override
        public Vector evaluate(Rows rows, int[] selection, int count) {
            throw new AssertionError("vectors are handed in");
        }

        @Override
        public Expression fork() {
            return this;
        }
    }

    private static Aggregate aggregate(
            Function function, Type type, String fraction, boolean descending) {
        Type result =
                function != Function.PERCENTILE_CONT
                        ? type
                        : switch (type.kind()) {
                            case INTEGER, BIGINT, DOUBLE, DECIMAL -> Type.DOUBLE;
                            case DATE -> Type.TIMESTAMP;
                            case TIME, TIMESTAMP, INSTANT, TEXT, BOOLEAN -> type;
                        };
        return new Aggregate(
                function,
                Optional.of(new Argument(type)),
                Optional.empty(),
                false,
                Optional.empty(),
                new int[0],
                Optional.of(new Aggregate.Place(new BigDecimal(fraction), descending)),
                result);
    }

    private static Object random(RandomGenerator random, Type type, int spread) {
        int small = random.nextInt(spread) - spread / 2;
        return switch (type.kind()) {
            case INTEGER -> small;
            case BIGINT -> small * 1_000_000_007L;
            case DOUBLE ->
                    switch (random.nextInt(40)) {
                        case 0 -> Double.NaN;
                        case 1 -> Double.POSITIVE_INFINITY;
                        case 2 -> -0.0;
                        default -> small / 8.0;
                    };
            case DECIMAL ->
                    type.precision() < 20
                            ? BigDecimal.valueOf(small, type.scale())
                            : random.nextInt(40) == 0
                                    ? Double.NaN
                                    : BigDecimal.valueOf(small, type.scale())
                                            .multiply(BigDecimal.TEN.pow(random.nextInt(30)))
                                            .setScale(type.scale());
            case BOOLEAN -> random.nextBoolean();
            case DATE -> LocalDate.ofEpochDay(small);
            case TIME -> LocalTime.ofNanoOfDay((small + spread) * 1_000_000L);
            case TIMESTAMP -> LocalDateTime.ofEpochSecond(small, 0, ZoneOffset.UTC);
            case INSTANT -> Instant.ofEpochMilli(small);
            case TEXT -> "é".repeat(random.nextInt(3)) + (char) ('a' + Math.floorMod(small, 26));
        };
    }

    private static void set(Vector vector, int at, Object value) {
        vector.nulls[at] = value == null;
        switch (value) {
            case null -> {}
            case Integer i -> vector.longs[at] = i;
            case Long l -> vector.longs[at] = l;
            case Double _ when vector.type.kind() == Type.Kind.DECIMAL -> vector.setNaN(at);
            case Double d -> vector.doubles[at] = d;
            case BigDecimal d ->
                    vector.setDecimal(
                            at, Decimals.high(d.unscaledValue()), d.unscaledValue().longValue());
            case Boolean b -> vector.longs[at] = b ? 1 : 0;
            case LocalDate d -> vector.longs[at] = d.toEpochDay();
            case LocalTime t -> vector.longs[at] = Micros.of(t);
            case LocalDateTime t -> vector.longs[at] = Micros.of(t);
            case Instant i -> vector.longs[at] = Micros.of(i);
            case String s -> {
                byte[] bytes = ("?" + s).getBytes(StandardCharsets.UTF_8);
                vector.segments[at] = MemorySegment.ofArray(bytes);
                vector.offsets[at] = 1;
                vector.lengths[at] = bytes.length - 1;
            }
            default -> throw new AssertionError(value);
        }
    }

    private static int compare(Object left, Object right) {
        if (left.getClass() != right.getClass()) {
            return left instanceof Double ? 1 : -1; // NaN among decimals
        }
        return switch (left) {
            case Double d -> Double.compare(d + 0.0, (Double) right + 0.0);
            case String s ->
                    Arrays.compareUnsigned(
                            s.getBytes(StandardCharsets.UTF_8),
                            ((String) right).getBytes(StandardCharsets.UTF_8));
            case LocalDate d -> d.compareTo((LocalDate) right);
            case LocalDateTime d -> d.compareTo((LocalDateTime) right);
            case Integer i -> i.compareTo((Integer) right);
            case Long i -> i.compareTo((Long) right);
            case BigDecimal i -> i.compareTo((BigDecimal) right);
            case Boolean i -> i.compareTo((Boolean) right);
            case LocalTime i -> i.compareTo((LocalTime) right);
            case Instant i -> i.compareTo((Instant) right);
            default -> throw new AssertionError(left);
        };
    }

    private static Object expected(Aggregate aggregate, List<Object> values) {
        if (values.isEmpty()) {
            return null;
        }
        Aggregate.Place place = aggregate.place().orElseThrow();
        Comparator<Object> order = OrderStatisticTest::compare;
        List<Object> sorted = new ArrayList<>();
        values.forEach(v -> sorted.add(v instanceof Double d ? d + 0.0 : v));
        sorted.sort(place.descending() ? order.reversed() : order);
        BigDecimal n = BigDecimal.valueOf(sorted.size());
        switch (aggregate.function()) {
            case PERCENTILE_DISC -> {
                BigDecimal rows = place.fraction().multiply(n).setScale(0, RoundingMode.CEILING);
                return sorted.get(Math.max(0, rows.intValueExact() - 1));
            }
            case MODE -> {
                Map<Object, Integer> times = new HashMap<>();
                sorted.forEach(v -> times.merge(v, 1, Integer::sum));
                int most = times.values().stream().mapToInt(i -> i).max().orElseThrow();
                return sorted.stream().filter(v -> times.get(v) == most).findFirst().orElseThrow();
            }
            default -> {
                BigDecimal position = place.fraction().multiply(n.subtract(BigDecimal.ONE));
                int first = position.intValue();
                double share = position.subtract(BigDecimal.valueOf(first)).doubleValue();
                Object lower = sorted.get(first);
                return between(lower, share == 0 ? lower : sorted.get(first + 1), share);
            }
        }
    }

    private static Object between(Object a, Object b, double share) {
        return switch (a) {
            case Number x -> {
                double from = x.doubleValue() + 0.0;
                double to = ((Number) b).doubleValue();
                yield from == to || share == 0 ? from : from + share * (to - from);
            }
            case LocalDate d -> between(d.atStartOfDay(), ((LocalDate) b).atStartOfDay(), share);
            case LocalDateTime t -> {
                long gap = ChronoUnit.MICROS.between(t, (LocalDateTime) b);
                yield t.plus(Math.round(share * gap), ChronoUnit.MICROS);
            }
            case LocalTime t ->
                    t.plusNanos(
                            Math.round(
                                            share
                                                    * ((((LocalTime) b).toNanoOfDay()
                                                                    - t.toNanoOfDay())
                                                            / 1_000))
                                    * 1_000);
            case Instant i ->
                    i.plus(
                            Math.round(share * ChronoUnit.MICROS.between(i, (Instant) b)),
                            ChronoUnit.MICROS);
            default -> throw new AssertionError(a);
        };
    }

    private static boolean same(Object left, Object right) {
        return left == null || right == null
                ? left == right
                : left.getClass() == right.getClass() && compare(left, right) == 0;
    }

    /// A test with memory that must all be back at the end.
    private static void within(long bytes, BiConsumer<Region, Account> test) {
        try (MemoryManager memory = new MemoryManager(1L << 28)) {
            try (Region region = memory.query("test", bytes)) {
                Account account = new Account(region);
                try {
                    test.accept(region, account);
                } finally {
                    account.release();
                }
                assertEquals(0, region.used(), "bytes left");
            }
            assertEquals(0, memory.used(), "bytes left");
        }
    }

    /// Adds values to groups, a few at a time.
    private static void fill(
            OrderStatistic to,
            Type type,
            List<Object> values,
            int[] groups,
            RandomGenerator random) {
        Vector vector = new Vector(type);
        int[] groupOf = new int[Batch.ROWS_MAX];
        int[] selection = new int[Batch.ROWS_MAX];
        to.groups(8);
        for (int next = 0; next < values.size(); ) {
            int count = Math.min(values.size() - next, 1 + random.nextInt(50));
            for (int i = 0; i < count; i++) {
                int at = 2 * i + 1;
                selection[i] = at;
                groupOf[at] = groups[next];
                set(vector, at, values.get(next++));
            }
            to.add(groupOf, vector, selection, count);
        }
    }

    private static Object result(OrderStatistic from, int group, Type type) {
        Vector result = new Vector(type);
        from.write(new int[] {group}, 1, result);
        return result.valueAt(0);
    }

    private static Function function(RandomGenerator random, Type type) {
        boolean discreteOnly = type.equals(Type.TEXT) || type.equals(Type.BOOLEAN);
        return switch (random.nextInt(3)) {
            case 0 -> discreteOnly ? Function.MODE : Function.PERCENTILE_CONT;
            case 1 -> Function.MODE;
            default -> Function.PERCENTILE_DISC;
        };
    }

    @Test
    void anyPercentileOfAnyTypeIsThatOfTheSortedValues() {
        Seeds.run(
                600,
                (seed, random) -> {
                    Type type = TYPES[random.nextInt(TYPES.length)];
                    Aggregate aggregate =
                            aggregate(
                                    function(random, type),
                                    type,
                                    FRACTIONS[random.nextInt(FRACTIONS.length)],
                                    random.nextBoolean());
                    List<Object> values = new ArrayList<>();
                    int count = random.nextInt(random.nextBoolean() ? 12 : 400);
                    int spread = 2 + random.nextInt(300);
                    int[] groups = new int[count];
                    for (int i = 0; i < count; i++) {
                        groups[i] = random.nextInt(3);
                        values.add(random.nextInt(9) == 0 ? null : random(random, type, spread));
                    }
                    within(
                            1L << 24,
                            (region, account) -> {
                                OrderStatistic whole =
                                        new OrderStatistic(
                                                aggregate, account, random.nextBoolean());
                                fill(whole, type, values, groups, random);
                                for (int g = 0; g < 4; g++) {
                                    Object expected = expected(aggregate, of(g, values, groups));
                                    Object found = result(whole, g, aggregate.type());
                                    assertTrue(
                                            same(expected, found),
                                            aggregate + ": " + expected + " but was " + found);
                                }
                            });
                });
    }

    private static List<Object> of(int group, List<Object> values, int[] groups) {
        List<Object> of = new ArrayList<>();
        for (int i = 0; i < groups.length; i++) {
            if (groups[i] == group && values.get(i) != null) {
                of.add(values.get(i));
            }
        }
        return of;
    }

    @Test
    void partsReadAndMergedInAnyOrderAreAsTheWhole() {
        Seeds.run(
                200,
                (seed, random) -> {
                    Type type = TYPES[random.nextInt(TYPES.length)];
                    Aggregate aggregate =
                            aggregate(function(random, type), type, "0.4", random.nextBoolean());
                    within(
                            1L << 24,
                            (region, account) -> {
                                OrderStatistic all = new OrderStatistic(aggregate, account, false);
                                all.groups(8);
                                List<List<Object>> expected = new ArrayList<>();
                                for (int g = 0; g < 4; g++) {
                                    expected.add(new ArrayList<>());
                                }
                                for (int part = 0; part < 4; part++) {
                                    int count = random.nextInt(80);
                                    int[] groups = new int[count];
                                    List<Object> values = new ArrayList<>();
                                    int[] to = {2, 0, 3};
                                    for (int i = 0; i < count; i++) {
                                        groups[i] = random.nextInt(3);
                                        Object value = random(random, type, 30);
                                        values.add(value);
                                        expected.get(to[groups[i]]).add(value);
                                    }
                                    OrderStatistic one =
                                            new OrderStatistic(aggregate, account, false);
                                    fill(one, type, values, groups, random);
                                    // Reading moves values about, and must not lose any.
                                    result(one, 0, aggregate.type());
                                    all.merge(one, to, 3);
                                    result(all, 2, aggregate.type());
                                }
                                for (int g = 0; g < 4; g++) {
                                    Object wanted = expected(aggregate, expected.get(g));
                                    Object found = result(all, g, aggregate.type());
                                    assertTrue(
                                            same(wanted, found),
                                            aggregate + ": " + wanted + " but was " + found);
                                }
                            });
                });
    }

    @Test
    void positionsAreExactWhereBinaryFractionsAreNot() {
        List<Object> values = new ArrayList<>();
        for (int i = 100; i >= 1; i--) {
            values.add(i);
        }
        assertTrue(0.07 * 100 > 7, "the case is one where binary rounds up");
        assertEquals(7, one(Function.PERCENTILE_DISC, "0.07", false, values));
        assertEquals(94, one(Function.PERCENTILE_DISC, "0.07", true, values));
        assertEquals(50, one(Function.PERCENTILE_DISC, "0.5", false, values));
        assertEquals(51, one(Function.PERCENTILE_DISC, "0.5", true, values));
        assertEquals(50.5, one(Function.PERCENTILE_CONT, "0.5", false, values));
        assertEquals(90.1, one(Function.PERCENTILE_CONT, "0.9", false, values));
        assertEquals(10.9, one(Function.PERCENTILE_CONT, "0.9", true, values));
    }

    @Test
    void aGroupOfNoValuesHasNone() {
        for (Function f :
                List.of(Function.PERCENTILE_CONT, Function.PERCENTILE_DISC, Function.MODE)) {
            assertNull(one(f, "0.5", false, Arrays.asList(null, null)));
        }
    }

    @Test
    void ofEquallyFrequentValuesTheFirstOfTheOrderIsTheMode() {
        List<Object> values = List.of(3, 1, 2, 3, 1);
        assertEquals(1, one(Function.MODE, "0", false, values));
        assertEquals(3, one(Function.MODE, "0", true, values));
    }

    private static Object one(
            Function function, String fraction, boolean descending, List<Object> values) {
        Aggregate aggregate = aggregate(function, Type.INTEGER, fraction, descending);
        Object[] result = new Object[1];
        within(
                1L << 20,
                (region, account) -> {
                    OrderStatistic statistic = new OrderStatistic(aggregate, account, false);
                    fill(statistic, Type.INTEGER, values, new int[values.size()], Seeds.random(1));
                    result[0] = result(statistic, 0, aggregate.type());
                });
        return result[0];
    }

    @Test
    void aValueKeepsItsUnitWhereverItIsMoved() {
        Aggregate aggregate = aggregate(Function.PERCENTILE_CONT, Type.DOUBLE, "0.3", false);
        RandomGenerator random = Seeds.random(7);
        within(
                1L << 22,
                (region, account) -> {
                    OrderStatistic all = new OrderStatistic(aggregate, account, true);
                    all.groups(1);
                    Vector vector = new Vector(Type.DOUBLE);
                    int[] units = new int[Batch.ROWS_MAX];
                    int[] selection = new int[Batch.ROWS_MAX];
                    for (int part = 0; part < 3; part++) {
                        OrderStatistic one = new OrderStatistic(aggregate, account, true);
                        one.groups(1);
                        for (int i = 0; i < 1000; i++) {
                            selection[i] = i;
                            units[i] = random.nextInt(500);
                            vector.doubles[i] = units[i] * 3.5 - 100;
                        }
                        one.add(new int[Batch.ROWS_MAX], vector, units, selection, 1000);
                        all.merge(one, new int[1], 1);
                        result(all, 0, Type.DOUBLE);
                    }
                    OrderStatistic.Sample sample = all.sample(0, 500);
                    assertEquals(3000, sample.sorted().length);
                    for (int i = 0; i < 3000; i++) {
                        assertEquals(sample.units()[i] * 3.5 - 100, sample.sorted()[i]);
                        assertTrue(i == 0 || sample.sorted()[i - 1] <= sample.sorted()[i]);
                    }
                    OrderStatistic.Sample cohort = all.sample(0, 200);
                    int below = (int) Arrays.stream(sample.units()).filter(u -> u < 200).count();
                    assertEquals(below, cohort.sorted().length);
                    assertTrue(below > 0 && below < 3000, "rows in units below 200: " + below);
                    assertTrue(Arrays.stream(cohort.units()).allMatch(u -> u < 200));
                });
    }

    @Test
    void equalAndSortedValuesTakeNoMoreComparisonsThanOthers() {
        int count = 400_000;
        for (int order = 0; order < 3; order++) {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = order == 0 ? 5 : order == 1 ? i : count - i;
            }
            long[] compared = {0};
            Selection.Order counting =
                    (a, b) -> {
                        compared[0]++;
                        return Long.compare(a, b);
                    };
            new Selection(values, null, counting).select(count, 300_000);
            assertEquals(order == 0 ? 5 : order == 1 ? 300_000 : 300_001, values[300_000]);
            assertTrue(compared[0] < 8L * count, "comparisons: " + compared[0]);
            new Selection(values, null, Long::compare).sort(count);
            for (int i = 1; i < count; i++) {
                assertTrue(values[i - 1] <= values[i], "sorted at " + i);
            }
        }
    }

    @Test
    void percentilesThatShareTheirValuesKeepThemOnce() {
        Aggregate median = aggregate(Function.PERCENTILE_CONT, Type.BIGINT, "0.5", false);
        Aggregate least = aggregate(Function.PERCENTILE_DISC, Type.BIGINT, "1", true);
        Aggregate mode = aggregate(Function.MODE, Type.BIGINT, "0", false);
        Aggregate texts = aggregate(Function.MODE, Type.TEXT, "0", false);
        assertTrue(OrderStatistic.share(median, least) && OrderStatistic.share(least, mode));
        assertFalse(OrderStatistic.share(mode, texts), "of other values");
        List<Object> values = List.of(9L, 7L, 1L, 7L, 8L);
        within(
                1L << 20,
                (region, account) -> {
                    OrderStatistic owner = new OrderStatistic(median, account, true);
                    List<OrderStatistic> all =
                            List.of(owner, owner.sharing(least), owner.sharing(mode));
                    OrderStatistic other = new OrderStatistic(median, account, true);
                    List<OrderStatistic> others =
                            List.of(other, other.sharing(least), other.sharing(mode));
                    for (OrderStatistic each : all) {
                        fill(each, Type.BIGINT, values, new int[5], Seeds.random(1));
                    }
                    for (OrderStatistic each : others) {
                        fill(each, Type.BIGINT, List.of(9L, 9L), new int[2], Seeds.random(1));
                    }
                    for (int i = 0; i < 3; i++) {
                        all.get(i).merge(others.get(i), new int[1], 1);
                    }
                    assertEquals(8.0, result(all.get(0), 0, Type.DOUBLE));
                    assertEquals(1L, result(all.get(1), 0, Type.BIGINT));
                    assertEquals(9L, result(all.get(2), 0, Type.BIGINT));
                    assertEquals(7, owner.sample(0, 1).sorted().length);
                });
    }

    @Test
    void valuesBeyondTheLimitFailTheQueryInWords() {
        Aggregate aggregate = aggregate(Function.PERCENTILE_DISC, Type.INTEGER, "0.5", false);
        within(
                100_000,
                (region, account) -> {
                    OrderStatistic statistic = new OrderStatistic(aggregate, account, false);
                    List<Object> values = Collections.nCopies(20_000, 1);
                    TelegraphException e =
                            assertThrows(
                                    TelegraphException.class,
                                    () ->
                                            fill(
                                                    statistic,
                                                    Type.INTEGER,
                                                    values,
                                                    new int[20_000],
                                                    Seeds.random(1)));
                    assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
                    assertTrue(e.getMessage().contains("memory limit reached"), e.getMessage());
                });
    }

    @Test
    void aValueTakesEightBytesAndTheSlackOfItsArray() {
        Aggregate aggregate = aggregate(Function.PERCENTILE_DISC, Type.INTEGER, "0.5", false);
        within(
                1L << 24,
                (region, account) -> {
                    OrderStatistic statistic = new OrderStatistic(aggregate, account, false);
                    int count = 100_000;
                    fill(
                            statistic,
                            Type.INTEGER,
                            Collections.nCopies(count, 1),
                            new int[count],
                            Seeds.random(1));
                    assertTrue(region.used() >= 8L * count, "bytes: " + region.used());
                    assertTrue(region.used() <= 12L * count + 1000, "bytes: " + region.used());
                });
    }
}
