package telegraph.query.value;

import java.time.LocalDateTime;
import java.time.LocalTime;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import telegraph.memory.Micros;

/// Times between microseconds and the literals of a plan, which hold them as texts with as many
/// digits as there are.
public final class MomentLiterals {
    private static final int NANOS = 1_000;

    private MomentLiterals() {}

    /// Whether its values are counted in microseconds.
    public static boolean isCounted(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> false;
        };
    }

    /// The microseconds of a literal whose type is counted in them.
    public static long micros(RexLiteral literal) {
        return switch (literal.getTypeName()) {
            case TIME ->
                    Micros.of(LocalTime.parse(literal.getValueAs(TimeString.class).toString()));
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    micros(literal.getValueAs(TimestampString.class));
            default -> throw new IllegalArgumentException("no time: " + literal);
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
            default -> internal;
        };
    }

    private static TimestampString timestamp(long micros) {
        long second = Math.floorDiv(micros, Micros.SECOND);
        int nanos = (int) Math.floorMod(micros, Micros.SECOND) * NANOS;
        return TimestampString.fromMillisSinceEpoch(second * Micros.MILLISECOND).withNanos(nanos);
    }
}
