package telegraph.tables.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;
import telegraph.memory.ArrayText;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// Random types and values of them, with the awkward ones often.
final class RandomValues {
    private static final long[] EDGES = {
        0,
        1,
        -1,
        127,
        128,
        255,
        256,
        -128,
        -129,
        Short.MAX_VALUE,
        Short.MIN_VALUE,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.5,
        -1.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE
    };
    private static final String LETTERS = "ab\0\1\u007f\u00e9\u4e2d";

    /// Its values are in the order of their texts, as those of all types here.
    private static final SqlType.UserType.Enumeration ENUM =
            new SqlType.UserType.Enumeration(
                    TableName.of("letter"),
                    7,
                    List.of(
                            new SqlType.UserType.Label(-5, "a"),
                            new SqlType.UserType.Label(0, "b"),
                            new SqlType.UserType.Label(1L << 40, "c")));

    private final RandomGenerator random;

    RandomValues(RandomGenerator random) {
        this.random = random;
    }

    SqlType type() {
        SqlType.Name[] names = SqlType.Name.values();
        SqlType.Name name = names[random.nextInt(names.length)];
        if (name == SqlType.Name.NUMERIC) {
            int precision = random.nextInt(1, Type.DECIMAL_DIGITS_MAX + 1);
            return SqlType.numeric(precision, random.nextInt(precision + 1));
        }
        if (name == SqlType.Name.ARRAY) {
            return SqlType.array(SqlType.of(SqlType.Name.INTEGER));
        }
        if (name == SqlType.Name.ENUM) {
            return SqlType.of(ENUM);
        }
        SqlType type = SqlType.of(name);
        if (!type.isTime()) {
            return type;
        }
        return random.nextInt(4) == 0
                ? SqlType.inMillis(name)
                : SqlType.time(name, random.nextInt(SqlType.MICROSECONDS + 1));
    }

    /// A value of the type as a row has it, not NULL.
    Object value(SqlType type) {
        return switch (type.name()) {
            case BOOLEAN -> random.nextBoolean();
            case SMALLINT -> (int) (short) whole();
            case INTEGER -> (int) whole();
            case BIGINT -> whole();
            case REAL -> Double.parseDouble(Float.toString((float) real()));
            case DOUBLE -> real();
            case NUMERIC ->
                    !type.physical().isShortDecimal() && random.nextInt(8) == 0
                            ? Double.NaN
                            : decimal(type.physical());
            case DATE -> LocalDate.ofEpochDay(whole() % 3_000_000);
            case TIME -> Micros.time(kept(random.nextLong(Micros.DAY), type));
            case TIMESTAMP -> Micros.local(kept(moment(), type));
            case TIMESTAMPTZ -> Micros.instant(kept(moment(), type));
            case UUID -> new UUID(whole(), random.nextLong()).toString();
            case BYTEA -> {
                byte[] bytes = new byte[random.nextInt(4)];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (random.nextInt(3) - 1);
                }
                yield RawValues.hexadecimal(bytes, 0, bytes.length);
            }
            case TEXT, VARCHAR, CHAR, JSON, JSONB, INTERVAL -> text();
            case ARRAY -> array();
            case ENUM -> ENUM.labels().get(random.nextInt(ENUM.labels().size())).text();
        };
    }

    private String array() {
        List<Object> elements = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            elements.add(random.nextInt(4) == 0 ? null : String.valueOf((int) whole()));
        }
        return ArrayText.of(elements);
    }

    private long whole() {
        return switch (random.nextInt(3)) {
            case 0 -> EDGES[random.nextInt(EDGES.length)];
            case 1 -> random.nextInt(-3, 4);
            default -> random.nextLong();
        };
    }

    private double real() {
        return random.nextBoolean()
                ? DOUBLES[random.nextInt(DOUBLES.length)]
                : random.nextGaussian() * Math.pow(10, random.nextInt(-5, 6));
    }

    private long moment() {
        return whole() % 100_000_000_000_000_000L;
    }

    /// What a column of the type has of so many microseconds.
    private static long kept(long micros, SqlType type) {
        long unit = Micros.SECOND;
        for (int i = 0; i < type.length(); i++) {
            unit /= 10;
        }
        return Math.floorDiv(micros, unit) * unit;
    }

    private BigDecimal decimal(Type type) {
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger unscaled =
                switch (random.nextInt(3)) {
                    case 0 -> BigInteger.valueOf(random.nextInt(-3, 4));
                    case 1 -> limit.subtract(BigInteger.ONE);
                    default -> new BigInteger(130, new java.util.Random(random.nextLong()));
                };
        BigInteger bounded = unscaled.mod(limit);
        return new BigDecimal(random.nextBoolean() ? bounded : bounded.negate(), type.scale());
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return random.nextInt(20) == 0 ? text.append("long".repeat(50)).toString() : text + "";
    }

    /// The order of two values in SQL, NULL last.
    static int compare(Object a, Object b, SqlType type) {
        if (a == null || b == null) {
            return Boolean.compare(a == null, b == null);
        }
        return switch (type.physical().kind()) {
            case BOOLEAN -> ((Boolean) a).compareTo((Boolean) b);
            case INTEGER -> ((Integer) a).compareTo((Integer) b);
            case BIGINT -> ((Long) a).compareTo((Long) b);
            case DOUBLE -> Double.compare((Double) a + 0.0, (Double) b + 0.0);
            case DECIMAL ->
                    a instanceof BigDecimal x && b instanceof BigDecimal y
                            ? x.compareTo(y)
                            : Boolean.compare(a instanceof Double, b instanceof Double); // NaN
            case DATE -> ((LocalDate) a).compareTo((LocalDate) b);
            case TIME -> ((LocalTime) a).compareTo((LocalTime) b);
            case TIMESTAMP -> ((LocalDateTime) a).compareTo((LocalDateTime) b);
            case INSTANT -> ((Instant) a).compareTo((Instant) b);
            case TEXT ->
                    type.name() == SqlType.Name.BYTEA
                            ? Arrays.compareUnsigned(RawValues.bytes(a), RawValues.bytes(b))
                            : Arrays.compareUnsigned(RawValues.text(a), RawValues.text(b));
        };
    }
}
