package telegraph.query.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Decimals;
import telegraph.memory.Micros;
import telegraph.memory.Type;
import telegraph.query.label.EnumType;

/// One value in its three shapes: the bytes of a batch, the object of Calcite's runtime
/// (*internal*), and the object a result shows.
///
/// | SQL type                  | internal   | in a result   |
/// |---------------------------|------------|---------------|
/// | SMALLINT                  | Short      | Integer       |
/// | INTEGER                   | Integer    | Integer       |
/// | REAL                      | Float      | Double        |
/// | DATE                      | Integer, days | LocalDate  |
/// | TIME                      | Long, microseconds | LocalTime |
/// | TIMESTAMP                 | Long, microseconds | LocalDateTime |
/// | TIMESTAMP WITH TIME ZONE  | Long, microseconds | Instant |
/// | INTERVAL                  | BigDecimal, its code | [Interval] |
/// | ARRAY                     | List       | List          |
/// | an enum                   | Long, the number of its value | String |
///
/// NULL is null in both. All other types have one class in both. NaN of type numeric is that of
/// Double in a result, and where [#toShown] gives it; Calcite's runtime does not have it.
public final class Values {
    private Values() {}

    /// The value in a batch as [#toResult] takes it: NaN of type numeric too.
    public static Object toShown(Batch batch, int column, int row, RelDataType type) {
        boolean isNaN =
                batch.type(column).kind() == Type.Kind.DECIMAL
                        && !batch.isNull(column, row)
                        && batch.isNaNAt(column, row);
        return isNaN ? (Object) Double.NaN : toInternal(batch, column, row, type);
    }

    /// Whether it is NaN of type numeric, from [#toShown].
    public static boolean isNaN(Object shown, RelDataType type) {
        return Decimals.isNaN(shown) && type.getSqlTypeName() == SqlTypeName.DECIMAL;
    }

    /// The value in a batch as Calcite's runtime wants it.
    ///
    /// @throws telegraph.ground.TelegraphException if it is NaN of type numeric
    public static Object toInternal(Batch batch, int column, int row, RelDataType type) {
        if (batch.isNull(column, row)) {
            return null;
        }
        return switch (batch.type(column).kind()) {
            case BOOLEAN -> batch.booleanAt(column, row);
            case INTEGER, DATE -> integer(batch.intAt(column, row), type);
            case BIGINT, TIME, TIMESTAMP, INSTANT -> batch.longAt(column, row);
            case DOUBLE -> real(batch.doubleAt(column, row), type);
            case DECIMAL -> batch.decimalAt(column, row);
            case TEXT -> ofText(batch.textAt(column, row), type);
        };
    }

    /// The value in a vector as Calcite's runtime wants it.
    public static Object toInternal(Vector vector, int position, RelDataType type) {
        if (vector.nulls[position]) {
            return null;
        }
        return switch (vector.type.kind()) {
            case BOOLEAN -> vector.longs[position] != 0;
            case INTEGER, DATE -> integer((int) vector.longs[position], type);
            case BIGINT, TIME, TIMESTAMP, INSTANT -> vector.longs[position];
            case DOUBLE -> real(vector.doubles[position], type);
            case DECIMAL ->
                    new BigDecimal(
                            Decimals.unscaled(vector.highAt(position), vector.longs[position]),
                            vector.type.scale());
            case TEXT -> ofText(Texts.string(vector, position), type);
        };
    }

    private static Object ofText(String text, RelDataType type) {
        return isArray(type) ? ArrayCode.read(text, type.getComponentType()) : text;
    }

    private static boolean isArray(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.ARRAY;
    }

    private static Object integer(int value, RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> (byte) value;
            case SMALLINT -> (short) value;
            default -> value;
        };
    }

    private static Object real(double value, RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.REAL ? (Object) (float) value : (Object) value;
    }

    /// Sets the current row's value from one of Calcite's runtime.
    ///
    /// @throws telegraph.ground.TelegraphException if a decimal has too many digits
    public static void fromInternal(
            BatchBuilder builder, int column, Object internal, RelDataType type) {
        if (internal == null) {
            builder.setNull(column);
            return;
        }
        switch (builder.types().get(column).kind()) {
            case BOOLEAN -> builder.setBoolean(column, (Boolean) internal);
            case INTEGER, DATE -> builder.setInt(column, ((Number) internal).intValue());
            case BIGINT, TIME, TIMESTAMP, INSTANT ->
                    builder.setLong(column, ((Number) internal).longValue());
            case DOUBLE -> builder.setDouble(column, toDouble(internal));
            case DECIMAL -> builder.setDecimal(column, toDecimal(internal));
            case TEXT -> builder.setText(column, toText(internal, type));
        }
    }

    /// Sets a value of a vector from one of Calcite's runtime; strings go through `texts`.
    public static void fromInternal(
            Vector to, int position, Object internal, RelDataType type, Texts texts) {
        to.nulls[position] = internal == null;
        if (internal == null) {
            return;
        }
        switch (to.type.kind()) {
            case BOOLEAN -> to.longs[position] = (Boolean) internal ? 1 : 0;
            case INTEGER, DATE, TIME, BIGINT, TIMESTAMP, INSTANT ->
                    to.longs[position] = ((Number) internal).longValue();
            case DOUBLE -> to.doubles[position] = toDouble(internal);
            case DECIMAL -> {
                if (Decimals.isNaN(internal)) {
                    to.setNaN(position);
                } else {
                    setDecimal(to, position, toDecimal(internal));
                }
            }
            case TEXT -> texts.set(to, position, toText(internal, type));
        }
    }

    /// Sets a decimal of a vector, rounded to the vector's scale.
    public static void setDecimal(Vector to, int position, BigDecimal value) {
        Type type = to.type;
        BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > type.precision()) {
            throw ValueFailures.decimalOverflow(value, type);
        }
        BigInteger unscaled = scaled.unscaledValue();
        to.setDecimal(position, Decimals.high(unscaled), unscaled.longValue());
    }

    private static double toDouble(Object internal) {
        // Through its decimal text a float keeps the digits its user saw.
        return internal instanceof Float f
                ? Double.parseDouble(f.toString())
                : ((Number) internal).doubleValue();
    }

    private static BigDecimal toDecimal(Object internal) {
        return switch (internal) {
            case BigDecimal decimal -> decimal;
            case Long n -> BigDecimal.valueOf(n);
            case Integer n -> BigDecimal.valueOf(n);
            default -> new BigDecimal(internal.toString());
        };
    }

    /// The text that a value lies as.
    public static String toText(Object internal, RelDataType type) {
        if (isArray(type)) {
            return ArrayCode.of((List<?>) internal, type.getComponentType());
        }
        String text = internal.toString();
        // Trailing blanks of CHAR carry no meaning, so text never holds them.
        return type.getSqlTypeName() == SqlTypeName.CHAR ? stripBlanks(text) : text;
    }

    public static String stripBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    /// The value of Calcite's runtime as a result shows it.
    public static Object toResult(Object internal, RelDataType type) {
        if (internal == null) {
            return null;
        }
        if (type instanceof EnumType one) {
            return one.values().label(((Number) internal).longValue()).text();
        }
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> ((Number) internal).intValue();
            case BIGINT -> ((Number) internal).longValue();
            case REAL, FLOAT, DOUBLE -> toDouble(internal);
            case DECIMAL -> {
                if (isNaN(internal, type)) {
                    yield internal;
                }
                BigDecimal value =
                        toDecimal(internal).setScale(type.getScale(), RoundingMode.HALF_UP);
                yield Numeric.isFree(type) ? Numeric.shown(value) : value;
            }
            case DATE -> LocalDate.ofEpochDay(((Number) internal).longValue());
            case TIME -> Micros.time(((Number) internal).longValue());
            case TIMESTAMP -> Micros.local(((Number) internal).longValue());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Micros.instant(((Number) internal).longValue());
            case INTERVAL_DAY_SECOND -> RoutineArguments.interval(internal);
            case ARRAY, MULTISET -> list(internal, type.getComponentType());
            case ROW -> row(internal, type);
            case CHAR, VARCHAR, BINARY, VARBINARY -> toText(internal, type);
            case BOOLEAN -> internal;
            default -> internal.toString();
        };
    }

    private static List<Object> list(Object internal, RelDataType element) {
        List<Object> result = new ArrayList<>();
        for (Object item : (Iterable<?>) internal) {
            result.add(toResult(item, element));
        }
        return result;
    }

    private static List<Object> row(Object internal, RelDataType type) {
        List<RelDataTypeField> fields = type.getFieldList();
        List<?> items =
                internal instanceof Object[] array ? Arrays.asList(array) : (List<?>) internal;
        List<Object> result = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            result.add(toResult(items.get(i), fields.get(i).getType()));
        }
        return result;
    }
}
