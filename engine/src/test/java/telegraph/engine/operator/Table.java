package telegraph.engine.operator;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import telegraph.engine.SortKey;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Rows as Java values, which is what the oracles of the operators' tests compute with.
public record Table(List<Type> types, List<List<Object>> rows) {
    static final List<Type> ALL_TYPES =
            List.of(
                    Type.BOOLEAN,
                    Type.INTEGER,
                    Type.BIGINT,
                    Type.DOUBLE,
                    Type.decimal(9, 2),
                    Type.decimal(38, 3),
                    Type.DATE,
                    Type.TIME,
                    Type.TIMESTAMP,
                    Type.INSTANT,
                    Type.TEXT);

    /// Random rows with a tenth of NULLs, and with few or many different values.
    public static Table random(RandomGenerator random, List<Type> types, int rows) {
        return random(random, types, rows, random.nextBoolean() ? 4 : 1000);
    }

    /// Random rows with a tenth of NULLs.
    public static Table random(RandomGenerator random, List<Type> types, int rows, int values) {
        List<List<Object>> made = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            List<Object> row = new ArrayList<>();
            types.forEach(t -> row.add(value(random, t, values)));
            made.add(row);
        }
        return new Table(types, made);
    }

    public static List<Type> randomTypes(RandomGenerator random, int count) {
        return IntStream.range(0, count)
                .mapToObj(c -> ALL_TYPES.get(random.nextInt(ALL_TYPES.size())))
                .toList();
    }

    static Object value(RandomGenerator random, Type type, int values) {
        if (random.nextInt(10) == 0) {
            return null;
        }
        int n = random.nextInt(values) - values / 2;
        boolean extreme = random.nextInt(20) == 0;
        return switch (type.kind()) {
            case BOOLEAN -> n % 2 == 0;
            case INTEGER -> extreme ? (Object) (n < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE) : n;
            case BIGINT ->
                    extreme
                            ? (Object) (n < 0 ? Long.MIN_VALUE : Long.MAX_VALUE)
                            : Long.valueOf(n * 1_000_000_007L);
            case DOUBLE ->
                    extreme
                            ? List.of(Double.NaN, -0.0, Double.NEGATIVE_INFINITY, Double.MAX_VALUE)
                                    .get(random.nextInt(4))
                            : (Object) (n / 3.0);
            case DECIMAL ->
                    extreme && type.precision() > 18 && n % 2 == 0
                            ? Double.NaN
                            : extreme && type.precision() > 18
                                    ? new BigDecimal("12345678901234567890123456.789")
                                            .multiply(BigDecimal.valueOf(n))
                                            .setScale(type.scale())
                                    : BigDecimal.valueOf(n * 7L, type.scale());
            case DATE -> LocalDate.ofEpochDay(n * 13L);
            case TIME -> LocalTime.ofNanoOfDay((n + values / 2) * 61_000_000L);
            case TIMESTAMP -> LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(n * 977L);
            case INSTANT -> Instant.ofEpochMilli(n * 86_399_999L);
            case TEXT -> (n % 3 == 0 ? "" : "same beginning " + "x".repeat(n & 7)) + n;
        };
    }

    /// The value by which equal ones are told: one zero, one NaN.
    public static Object canonical(Object value) {
        return value instanceof Double d ? (Object) (d + 0.0) : value;
    }

    public static List<Object> canonical(List<Object> row) {
        return row.stream().map(Table::canonical).toList();
    }

    /// As SQL orders two values that are not NULL. The one double among decimals is NaN.
    @SuppressWarnings("unchecked")
    public static int compare(Object left, Object right) {
        if (left instanceof String a && right instanceof String b) {
            return Arrays.compareUnsigned(
                    a.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    b.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        if (left.getClass() != right.getClass()) {
            return left instanceof Double ? 1 : -1;
        }
        return ((Comparable<Object>) canonical(left)).compareTo(canonical(right));
    }

    /// As the keys order rows.
    public static Comparator<List<Object>> order(List<SortKey> keys) {
        return (a, b) -> {
            for (SortKey key : keys) {
                Object left = a.get(key.column());
                Object right = b.get(key.column());
                int order;
                if (left == null || right == null) {
                    order = left == right ? 0 : (left == null) == key.nullsFirst() ? -1 : 1;
                } else {
                    order = compare(left, right) * (key.descending() ? -1 : 1);
                }
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }

    public static List<SortKey> randomKeys(RandomGenerator random, int columns, int count) {
        return IntStream.range(0, count)
                .mapToObj(k ->
                        new SortKey(
                                random.nextInt(columns),
                                random.nextBoolean(),
                                random.nextBoolean()))
                .toList();
    }

    /// The rows of a batch.
    public static List<List<Object>> rows(Batch batch) {
        List<List<Object>> rows = new ArrayList<>();
        for (int r = 0; r < batch.rows(); r++) {
            List<Object> row = new ArrayList<>();
            for (int c = 0; c < batch.columns(); c++) {
                row.add(batch.valueAt(c, r));
            }
            rows.add(row);
        }
        return rows;
    }

    /// Rows in whatever order, to be compared as bags.
    public static List<String> bag(List<List<Object>> rows) {
        return rows.stream().map(r -> canonical(r).toString()).sorted().toList();
    }
}
