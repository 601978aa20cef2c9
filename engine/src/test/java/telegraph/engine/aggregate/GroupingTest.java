package telegraph.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Block;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Quotient;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.TestColumn;
import telegraph.engine.vector.Vector;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Groups of random rows, keys and aggregates of all types, are those of a map of lists, whatever
/// the batches, the parts they are collected in and the memory, which others take and give back at
/// any time.
class GroupingTest {
    private static final Type[] TYPES = {
        Type.BOOLEAN,
        Type.INTEGER,
        Type.BIGINT,
        Type.DOUBLE,
        Type.decimal(10, 2),
        Type.decimal(18, 0),
        Type.decimal(38, 4),
        Type.DATE,
        Type.TIME,
        Type.TIMESTAMP,
        Type.INSTANT,
        Type.TEXT
    };

    private static final MathContext DIGITS = new MathContext(120);
    private static final MathContext HALF_AS_MANY = new MathContext(60);

    private static final List<Function> PAIRED =
            List.of(
                    Function.REGR_COUNT,
                    Function.REGR_SXX,
                    Function.REGR_SYY,
                    Function.REGR_SXY,
                    Function.COVAR_POP,
                    Function.COVAR_SAMP,
                    Function.REGR_AVGX,
                    Function.REGR_AVGY,
                    Function.REGR_SLOPE,
                    Function.CORR);

    /// Random rows of random types, and how they are grouped; the last column is a BOOLEAN.
    private static final class Trial {
        private final RandomGenerator random;
        private final List<Type> types = new ArrayList<>();
        private final List<Object[]> rows = new ArrayList<>();
        private final Block.Output.Groups groups;

        private Trial(RandomGenerator random, int rowsMax, int spread) {
            this.random = random;
            int keys = random.nextInt(spread > 10 ? 1 : 0, 4);
            int values = 1 + random.nextInt(3);
            for (int c = 0; c < keys + values; c++) {
                types.add(TYPES[random.nextInt(TYPES.length)]);
            }
            types.add(Type.BOOLEAN);
            double nulls = random.nextBoolean() ? 0 : 0.1;
            int count = random.nextInt(rowsMax);
            for (int r = 0; r < count; r++) {
                Object[] row = new Object[types.size()];
                for (int c = 0; c < row.length; c++) {
                    row[c] =
                            random.nextDouble() < nulls
                                    ? null
                                    : value(random, types.get(c), spread);
                }
                rows.add(row);
            }
            List<Expression> keyColumns = new ArrayList<>();
            for (int k = 0; k < keys; k++) {
                keyColumns.add(column(k));
            }
            List<Aggregate> aggregates = new ArrayList<>();
            int count2 = random.nextInt(6);
            for (int a = 0; a < count2; a++) {
                aggregates.add(aggregate(keys + random.nextInt(values)));
            }
            int[] all = new int[keys];
            Arrays.setAll(all, k -> k);
            aggregates.add(
                    new Aggregate(
                            Function.GROUPING,
                            Optional.empty(),
                            false,
                            Optional.empty(),
                            all,
                            Type.BIGINT));
            List<int[]> sets = new ArrayList<>(List.of(all));
            if (random.nextInt(3) == 0 && keys > 0) {
                sets.add(new int[0]);
                if (keys > 1) {
                    sets.add(new int[] {1});
                }
            }
            groups = new Block.Output.Groups(keyColumns, sets, aggregates);
        }

        private TestColumn column(int c) {
            return new TestColumn(new ColumnRef(0, c), types.get(c));
        }

        /// One of pairs, of a column and another whose sums of products are exact.
        private Aggregate ofPairs(int column) {
            List<Integer> others = new ArrayList<>();
            for (int c = 0; c < types.size(); c++) {
                if (isPaired(c)) {
                    others.add(c);
                }
            }
            Function function = PAIRED.get(random.nextInt(PAIRED.size()));
            return new Aggregate(
                    function,
                    Optional.of(column(column)),
                    Optional.of(column(others.get(random.nextInt(others.size())))),
                    false,
                    random.nextInt(4) == 0
                            ? Optional.of(column(types.size() - 1))
                            : Optional.empty(),
                    new int[0],
                    Optional.empty(),
                    function == Function.REGR_COUNT ? Type.BIGINT : Type.DOUBLE);
        }

        private boolean isPaired(int column) {
            Type type = types.get(column);
            return switch (type.kind()) {
                case INTEGER, DOUBLE -> true;
                case DECIMAL -> type.equals(Type.decimal(18, 0));
                default -> false;
            };
        }

        private Aggregate aggregate(int column) {
            if (isPaired(column) && random.nextInt(3) == 0) {
                return ofPairs(column);
            }
            Type type = types.get(column);
            boolean number =
                    switch (type.kind()) {
                        case INTEGER, BIGINT, DOUBLE, DECIMAL -> true;
                        default -> false;
                    };
            List<Function> some =
                    number
                            ? List.of(
                                    Function.COUNT,
                                    Function.SUM,
                                    Function.SUM,
                                    Function.SUM0,
                                    Function.AVG,
                                    Function.MIN,
                                    Function.MAX)
                            : List.of(Function.COUNT, Function.MIN, Function.MAX);
            Function function = some.get(random.nextInt(some.size()));
            boolean star = function == Function.COUNT && random.nextBoolean();
            boolean real = type.kind() == Type.Kind.DOUBLE;
            Type result =
                    switch (function) {
                        case COUNT -> Type.BIGINT;
                        case SUM, SUM0 -> real ? type : Type.decimal(38, type.scale());
                        case AVG -> real ? type : Type.decimal(38, type.scale() + 3);
                        default -> type;
                    };
            return new Aggregate(
                    function,
                    star ? Optional.empty() : Optional.of(column(column)),
                    !star && random.nextInt(8) == 0,
                    random.nextInt(4) == 0
                            ? Optional.of(column(types.size() - 1))
                            : Optional.empty(),
                    new int[0],
                    result);
        }
    }

    private static Object value(RandomGenerator random, Type type, int spread) {
        int number = random.nextInt(spread);
        return switch (type.kind()) {
            case BOOLEAN -> number % 2 == 0;
            case INTEGER -> number * 7 - 5;
            case BIGINT -> number % 3 == 0 ? Long.MAX_VALUE - number : number - 40L;
            case DOUBLE ->
                    switch (number) {
                        case 0 -> 0.0;
                        case 1 -> -0.0;
                        default -> number * 0.25 - 8;
                    };
            case DECIMAL ->
                    type.precision() > 18 && number == 3
                            ? Double.NaN
                            : type.precision() > 18
                                    ? new BigDecimal("123456789012345678901234567890")
                                            .add(BigDecimal.valueOf(number))
                                            .multiply(BigDecimal.valueOf(number % 2 == 0 ? 1 : -1))
                                            .setScale(type.scale())
                                    : BigDecimal.valueOf(
                                            number * (number % 5 == 0 ? -31L : 17L), type.scale());
            case DATE -> LocalDate.ofEpochDay(number - 100);
            case TIME -> LocalTime.ofNanoOfDay(number * 1_000_000L);
            case TIMESTAMP -> LocalDateTime.of(1969, 12, 31, 23, 59).plusSeconds(number);
            case INSTANT -> Instant.ofEpochMilli(number * 1000L - 5000);
            case TEXT ->
                    switch (number % 4) {
                        case 0 -> "é".repeat(number % 4 + 1) + number;
                        case 1 -> "a text of some length " + number;
                        case 2 -> "" + (char) ('a' + number % 26);
                        default -> "x".repeat(number % 40) + number / 40;
                    };
        };
    }

    /// Values as the map of the oracle tells them apart.
    private static Object same(Object value) {
        return value instanceof Double d ? (Object) (d + 0.0) : value;
    }

    private static Map<List<Object>, List<Object>> expected(Trial trial) {
        Map<List<Object>, List<Object>> groups = new HashMap<>();
        List<int[]> sets = trial.groups.sets();
        for (int s = 0; s < sets.size(); s++) {
            int[] set = sets.get(s);
            int keys = trial.groups.keys().size();
            long left = (1L << keys) - 1;
            for (int k : set) {
                left &= ~(1L << keys - 1 - k);
            }
            Map<List<Object>, List<Object[]>> members = new HashMap<>();
            if (set.length == 0) {
                members.put(Arrays.asList(new Object[keys]), new ArrayList<>());
            }
            for (Object[] row : trial.rows) {
                Object[] key = new Object[keys];
                for (int k : set) {
                    key[k] = same(row[k]);
                }
                members.computeIfAbsent(Arrays.asList(key), _ -> new ArrayList<>()).add(row);
            }
            long grouping = left;
            members.forEach((key, rows) -> {
                List<Object> values = new ArrayList<>();
                for (Aggregate a : trial.groups.aggregates()) {
                    values.add(
                            a.function() == Function.GROUPING
                                    ? (Object) grouping
                                    : compute(trial, a, rows));
                }
                List<Object> whole = new ArrayList<>(key);
                whole.add(grouping);
                groups.put(whole, values);
            });
        }
        return groups;
    }

    private static Object compute(Trial trial, Aggregate a, List<Object[]> rows) {
        int last = trial.types.size() - 1;
        List<Object[]> chosen =
                rows.stream()
                        .filter(r -> a.filter().isEmpty() || Boolean.TRUE.equals(r[last]))
                        .toList();
        if (a.argument().isEmpty()) {
            return (long) chosen.size();
        }
        int column = a.argument().get().columns().getFirst().column();
        if (a.function().isOfPairs()) {
            int other = a.independent().orElseThrow().columns().getFirst().column();
            return ofPairs(
                    a.function(),
                    chosen.stream().filter(r -> r[column] != null && r[other] != null).toList(),
                    column,
                    other);
        }
        List<Object> values =
                new ArrayList<>(
                        chosen.stream()
                                .map(r -> same(r[column]))
                                .filter(Objects::nonNull)
                                .toList());
        if (a.distinct()) {
            values = new ArrayList<>(new HashSet<>(values));
        }
        if (a.function() == Function.COUNT) {
            return (long) values.size();
        }
        boolean real = a.type().kind() == Type.Kind.DOUBLE;
        if (values.isEmpty()) {
            return a.function() != Function.SUM0
                    ? null
                    : real ? (Object) 0.0 : BigDecimal.ZERO.setScale(a.type().scale());
        }
        if (a.function() == Function.MIN || a.function() == Function.MAX) {
            Comparator<Object> order = GroupingTest::compare;
            return a.function() == Function.MIN
                    ? values.stream().min(order).get()
                    : values.stream().max(order).get();
        }
        if (values.contains(Double.NaN)) {
            return Double.NaN;
        }
        BigDecimal sum =
                values.stream().map(GroupingTest::exact).reduce(BigDecimal.ZERO, BigDecimal::add);
        if (a.function() == Function.AVG) {
            return real
                    ? (Object) (sum.doubleValue() / values.size())
                    : Quotient.of(sum, BigDecimal.valueOf(values.size()), a.type().scale())
                            .setScale(a.type().scale());
        }
        return real ? (Object) sum.doubleValue() : sum.setScale(a.type().scale());
    }

    /// By the definitions, from the means.
    private static Object ofPairs(Function function, List<Object[]> rows, int y, int x) {
        int n = rows.size();
        if (function == Function.REGR_COUNT) {
            return (long) n;
        }
        if (n == 0) {
            return null;
        }
        double yy = scatter(rows, y, y);
        double xx = scatter(rows, x, x);
        double xy = scatter(rows, x, y);
        return switch (function) {
            case REGR_SXX -> xx;
            case REGR_SYY -> yy;
            case REGR_SXY -> xy;
            case COVAR_POP -> xy / n;
            case COVAR_SAMP -> n == 1 ? null : (Object) (xy / (n - 1));
            case REGR_AVGX -> sum(rows, x).doubleValue() / n;
            case REGR_AVGY -> sum(rows, y).doubleValue() / n;
            case REGR_SLOPE -> xx == 0 ? null : (Object) (xy / xx);
            case CORR -> xx == 0 || yy == 0 ? null : (Object) (xy / Math.sqrt(xx * yy));
            default -> throw new IllegalArgumentException(function.name());
        };
    }

    private static double scatter(List<Object[]> rows, int one, int other) {
        BigDecimal n = BigDecimal.valueOf(rows.size());
        BigDecimal oneMean = sum(rows, one).divide(n, DIGITS);
        BigDecimal otherMean = sum(rows, other).divide(n, DIGITS);
        return rows.stream()
                .map(r ->
                        exact(r[one])
                                .subtract(oneMean)
                                .multiply(exact(r[other]).subtract(otherMean)))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .round(HALF_AS_MANY)
                .doubleValue();
    }

    private static BigDecimal sum(List<Object[]> rows, int column) {
        return rows.stream().map(r -> exact(r[column])).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static BigDecimal exact(Object value) {
        return value instanceof Double d ? new BigDecimal(d) : new BigDecimal(value + "");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object left, Object right) {
        if (left.getClass() != right.getClass()) {
            return left instanceof Double ? 1 : -1; // NaN among decimals
        }
        return left instanceof String l
                ? Arrays.compareUnsigned(
                        l.getBytes(StandardCharsets.UTF_8),
                        ((String) right).getBytes(StandardCharsets.UTF_8))
                : ((Comparable) left).compareTo(right);
    }

    /// Batches as rows, some positions not selected.
    private static final class Batches implements Rows {
        private final Vector[] columns;

        private Batches(List<Type> types) {
            columns = types.stream().map(Vector::new).toArray(Vector[]::new);
        }

        @Override
        public Vector column(ColumnRef column, int[] selection, int count) {
            return columns[column.column()];
        }
    }

    /// Adds rows to the parts in turn; position p is the p-th row of a batch, but one in three
    /// positions before it may be skipped.
    private static void add(Trial trial, List<Grouping> parts, Region other, Runnable between) {
        Batches batches = new Batches(trial.types);
        int[] sizes = {1, 7, 500, Batch.ROWS_MAX};
        int least = trial.rows.size() > 1000 ? 1 : 0;
        int batchRows = sizes[trial.random.nextInt(least, sizes.length)];
        int[] selection = new int[Batch.ROWS_MAX];
        try (BatchBuilder builder = new BatchBuilder(other, trial.types)) {
            for (int next = 0, part = 0; next < trial.rows.size(); part++) {
                int position = 0;
                int count = 0;
                boolean gaps = trial.random.nextBoolean();
                while (next < trial.rows.size() && position < batchRows) {
                    boolean skipped = gaps && trial.random.nextInt(3) == 0;
                    Object[] row = trial.rows.get(next);
                    for (int c = 0; c < row.length; c++) {
                        builder.set(c, skipped ? null : row[c]);
                    }
                    builder.endRow();
                    if (!skipped) {
                        selection[count++] = position;
                        next++;
                    }
                    position++;
                    if (builder.isFull()) {
                        break;
                    }
                }
                Batch batch = builder.build();
                for (int c = 0; c < batches.columns.length; c++) {
                    batches.columns[c].mayHaveNulls();
                    Gather.fromBatch(batch, c, null, selection, count, batches.columns[c]);
                }
                parts.get(part % parts.size()).add(batches, selection, count);
                batch.unpin();
                between.run();
            }
        }
    }

    /// @return whether groups left memory
    private static boolean check(Trial trial, Region region, Region other) throws Exception {
        int workers = 1 + trial.random.nextInt(3);
        List<Grouping> parts = new ArrayList<>();
        Map<List<Object>, List<Object>> found = new HashMap<>();
        long[] taken = {0};
        try {
            for (int p = 0; p < workers; p++) {
                long share = region.limit() / 4 * 3 / workers;
                parts.add(Grouping.leaving(trial.groups, region.child("part " + p, share), 0));
            }
            boolean greedy = trial.random.nextBoolean();
            add(
                    trial,
                    parts,
                    other,
                    () -> {
                        // Others take what is free, and give it back.
                        region.discharge(taken[0]);
                        taken[0] =
                                greedy ? (long) (region.room() * trial.random.nextDouble(0.7)) : 0;
                        region.charge(taken[0]);
                    });
            region.discharge(taken[0]);
            boolean left = parts.stream().anyMatch(Grouping::hasLeft);
            AtomicInteger batches = new AtomicInteger();
            new GroupMerge(
                            trial.groups,
                            region,
                            workers,
                            batch -> {
                                batches.incrementAndGet();
                                read(trial, batch, found);
                                batch.unpin();
                            })
                    .run(parts);
            Map<List<Object>, List<Object>> expected = expected(trial);
            assertEquals(expected.keySet(), found.keySet(), "groups of " + trial.groups);
            expected.forEach((key, values) -> assertEquals(values, found.get(key), "of " + key));
            return left;
        } finally {
            parts.forEach(Grouping::close);
        }
    }

    private static synchronized void read(
            Trial trial, Batch batch, Map<List<Object>, List<Object>> found) {
        int keys = trial.groups.keys().size();
        for (int r = 0; r < batch.rows(); r++) {
            List<Object> key = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            for (int c = 0; c < batch.columns(); c++) {
                (c < keys ? key : values).add(batch.valueAt(c, r));
            }
            key.add(values.getLast());
            assertEquals(null, found.put(key, values), "a group comes once: " + key);
        }
    }

    @Test
    void groupsAreThoseOfAMap() {
        Seeds.run(
                80,
                (seed, random) -> {
                    int rows = random.nextBoolean() ? 50 : 4000;
                    int spread = 1 + random.nextInt(random.nextBoolean() ? 3 : 3000);
                    Trial trial = new Trial(random, rows, spread);
                    try (MemoryManager memory = new MemoryManager(1L << 30)) {
                        try (Region region = memory.query("test", 1L << 28);
                                Region other = memory.query("other", 1L << 28)) {
                            check(trial, region, other);
                            assertEquals(0, region.used(), "bytes left");
                        }
                        assertEquals(0, memory.used(), "bytes left");
                    }
                });
    }

    @Test
    void groupsThatLeaveMemoryAreTheSame() {
        AtomicInteger left = new AtomicInteger();
        AtomicInteger leftWithDistinct = new AtomicInteger();
        Seeds.run(
                50,
                (seed, random) -> {
                    Trial trial = new Trial(random, 8000, 1 + random.nextInt(8000));
                    long limit = (200L + random.nextInt(600)) << 10;
                    SpillSpace spills =
                            SpillSpace.open(Disk.inMemory(), Path.of("spill"), 1L << 30);
                    try (MemoryManager memory = new MemoryManager(1L << 30, spills)) {
                        try (Region region = memory.query("test", limit);
                                Region other = memory.query("other", 1L << 28)) {
                            if (check(trial, region, other)) {
                                left.incrementAndGet();
                                boolean distinct =
                                        trial.groups.aggregates().stream()
                                                .anyMatch(Aggregate::distinct);
                                leftWithDistinct.addAndGet(distinct ? 1 : 0);
                            }
                            assertEquals(0, region.used(), "bytes left");
                        } catch (TelegraphException e) {
                            // The distinct values of one group have to fit.
                            boolean distinct =
                                    trial.groups.aggregates().stream()
                                            .anyMatch(Aggregate::distinct);
                            if (!distinct || e.kind() != TelegraphException.Kind.RESOURCE) {
                                throw e;
                            }
                        }
                        assertEquals(0, memory.used(), "bytes left");
                    }
                });
        if (System.getProperty("seed") == null) {
            String counts = left + ", with distinct values " + leftWithDistinct;
            assertTrue(left.get() > 20 && leftWithDistinct.get() > 3, "left memory: " + counts);
        }
    }
}
