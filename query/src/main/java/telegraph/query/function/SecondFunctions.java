package telegraph.query.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import telegraph.memory.Interval;
import telegraph.memory.Micros;

/// The parts of times that have fractions, as PostgreSQL gives them: `second` and `epoch` with six
/// digits after the point, `milliseconds` with three, `microseconds` without.
///
/// Public because generated code calls it.
public final class SecondFunctions {
    private static final long DAY_SECONDS = 86_400;

    private SecondFunctions() {}

    /// How many digits after the point the values of a unit have.
    static int scale(String unit) {
        return switch (unit) {
            case "milliseconds" -> 3;
            case "microseconds" -> 0;
            default -> 6;
        };
    }

    /// @param moment microseconds since 1970
    public static BigDecimal ofMoment(String unit, Long moment) {
        return part(unit, moment, Math.floorMod(moment, Micros.MINUTE));
    }

    /// Without fractions, which a day has none of.
    ///
    /// @param days since 1970
    public static BigDecimal ofDate(String unit, Long days) {
        BigDecimal part =
                unit.equals("epoch") ? BigDecimal.valueOf(days * DAY_SECONDS) : BigDecimal.ZERO;
        return part.setScale(0, RoundingMode.UNNECESSARY);
    }

    /// @param time microseconds since midnight
    public static BigDecimal ofTime(String unit, Long time) {
        return ofMoment(unit, time);
    }

    public static BigDecimal ofInterval(String unit, Interval interval) {
        return unit.equals("epoch")
                ? IntervalFunctions.seconds(interval)
                : part(unit, 0, interval.micros() % Micros.MINUTE);
    }

    public static Double realOfMoment(String unit, Long moment) {
        return ofMoment(unit, moment).doubleValue();
    }

    public static Double realOfDate(String unit, Long days) {
        return ofDate(unit, days).doubleValue();
    }

    public static Double realOfTime(String unit, Long time) {
        return ofTime(unit, time).doubleValue();
    }

    public static Double realOfInterval(String unit, Interval interval) {
        return ofInterval(unit, interval).doubleValue();
    }

    private static BigDecimal part(String unit, long all, long second) {
        BigDecimal part =
                switch (unit) {
                    case "epoch" -> BigDecimal.valueOf(all, 6);
                    case "milliseconds" -> BigDecimal.valueOf(second, 3);
                    case "microseconds" -> BigDecimal.valueOf(second);
                    default -> BigDecimal.valueOf(second, 6);
                };
        return part.setScale(scale(unit), RoundingMode.UNNECESSARY);
    }
}
