package telegraph.query.value;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import telegraph.memory.Micros;

/// Times and intervals between microseconds and the literals of a plan.
///
/// Calcite's literals hold times as texts with as many digits as there are, and intervals as
/// decimals of milliseconds, whose digits after the point are kept too.
public final class MomentLiterals {
    private static final int MILLIS_DIGITS = 3;
    private static final int NANOS = 1_000;

    private MomentLiterals() {}

    /// Whether the type is of intervals of days and less.
    public static boolean isDuration(RelDataType type) {
        return SqlTypeName.DAY_INTERVAL_TYPES.contains(type.getSqlTypeName());
    }

    /// Whether its values are counted in microseconds.
    public static boolean isCounted(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> isDuration(type);
        };
    }

    /// The microseconds of a literal whose type is counted in them.
    public static long micros(RexLiteral literal) {
        return switch (literal.getTypeName()) {
            case TIME ->
                    Micros.of(LocalTime.parse(literal.getValueAs(TimeString.class).toString()));
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    micros(literal.getValueAs(TimestampString.class));
            default ->
                    literal.getValueAs(BigDecimal.class)
                            .movePointRight(MILLIS_DIGITS)
                            .longValueExact();
        };
    }

    /// Microseconds since 1970.
    public static long micros(TimestampString timestamp) {
        return Micros.of(LocalDateTime.parse(timestamp.toString().replace(' ', 'T')));
    }

    /// A value of Calcite's runtime as a literal of its type holds it.
    public static Object written(Object internal, RelDataType type) {
        if (internal == null) {
            return null;
        }
        return switch (type.getSqlTypeName()) {
            case TIME -> {
                LocalTime time = Micros.time((Long) internal);
                yield new TimeString(time.getHour(), time.getMinute(), time.getSecond())
                        .withNanos(time.getNano());
            }
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp((Long) internal);
            default ->
                    isDuration(type)
                            ? new BigDecimal((Long) internal).movePointLeft(MILLIS_DIGITS)
                            : internal;
        };
    }

    private static TimestampString timestamp(long micros) {
        long second = Math.floorDiv(micros, Micros.SECOND);
        int nanos = (int) Math.floorMod(micros, Micros.SECOND) * NANOS;
        return TimestampString.fromMillisSinceEpoch(second * Micros.MILLISECOND).withNanos(nanos);
    }
}
