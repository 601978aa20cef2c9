package telegraph.memory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Random types, rows and batches for property tests.
final class RandomBatches {
    private RandomBatches() {}

    static List<Type> types(RandomGenerator random) {
        List<Type> types = new ArrayList<>();
        for (int c = random.nextInt(1, 8); c > 0; c--) {
            Type.Kind kind = Type.Kind.values()[random.nextInt(Type.Kind.values().length)];
            int precision = random.nextInt(1, 39);
            types.add(
                    kind == Type.Kind.DECIMAL
                            ? Type.decimal(precision, random.nextInt(precision + 1))
                            : new Type(kind, 0, 0));
        }
        return types;
    }

    static List<Object> row(List<Type> types, RandomGenerator random) {
        List<Object> row = new ArrayList<>();
        for (Type type : types) {
            row.add(random.nextInt(5) == 0 ? null : value(type, random));
        }
        return row;
    }

    private static Object value(Type type, RandomGenerator random) {
        return switch (type.kind()) {
            case BOOLEAN -> random.nextBoolean();
            case INTEGER -> random.nextInt();
            case BIGINT -> random.nextLong();
            case DOUBLE -> Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
            case DECIMAL -> {
                BigInteger bound = BigInteger.TEN.pow(type.precision());
                byte[] bytes = new byte[17];
                random.nextBytes(bytes);
                yield new BigDecimal(new BigInteger(bytes).remainder(bound), type.scale());
            }
            case DATE -> LocalDate.ofEpochDay(random.nextInt(-100_000, 100_000));
            case TIME -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1_000);
            case TIMESTAMP -> moment(random).atOffset(ZoneOffset.UTC).toLocalDateTime();
            case INSTANT -> moment(random);
            case TEXT -> text(random);
        };
    }

    private static Instant moment(RandomGenerator random) {
        return Micros.instant(random.nextLong(-4_000_000_000_000_000L, 4_000_000_000_000_000L));
    }

    /// A string whose length is often near the border between the view and the heap.
    private static String text(RandomGenerator random) {
        int length = random.nextInt(20) == 0 ? random.nextInt(3000) : random.nextInt(17);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(random.nextInt(10) == 0 ? 0x1F600 + i % 40 : 'a' + i % 26);
        }
        return text.toString();
    }

    static Batch batch(Region region, List<Type> types, List<List<Object>> rows) {
        try (BatchBuilder builder = new BatchBuilder(region, types)) {
            for (List<Object> row : rows) {
                append(builder, row);
            }
            return builder.build();
        }
    }

    static void append(BatchBuilder builder, List<Object> row) {
        for (int c = 0; c < row.size(); c++) {
            builder.set(c, row.get(c));
        }
        builder.endRow();
    }

    static List<List<Object>> rows(Batch batch) {
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

    /// A batch of one BIGINT column that counts from `first`.
    static Batch numbers(Region region, long first, int rows) {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.BIGINT))) {
            for (int r = 0; r < rows; r++) {
                builder.setLong(0, first + r);
                builder.endRow();
            }
            return builder.build();
        }
    }
}
