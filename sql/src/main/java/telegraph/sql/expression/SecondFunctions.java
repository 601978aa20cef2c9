package telegraph.sql.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The parts of times that have fractions, as PostgreSQL gives them: `second` and `epoch` with six
/// digits after the point, `milliseconds` with three, `microseconds` without.
///
/// Public because generated code calls it.
public final class SecondFunctions {
    private static final long MINUTE = 60_000;
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

    /// @param moment milliseconds since 1970
    public static BigDecimal ofMoment(String unit, Long moment) {
        return part(unit, moment, Math.floorMod(moment, MINUTE));
    }

    /// Without fractions, which a day has none of.
    ///
    /// @param days since 1970
    public static BigDecimal ofDate(String unit, Long days) {
        return ofMoment(unit, days * Texting.DAY_MILLIS).setScale(0, RoundingMode.UNNECESSARY);
    }

    /// @param time milliseconds since midnight
    public static BigDecimal ofTime(String unit, Long time) {
        return ofMoment(unit, time);
    }

    /// @param millis of an interval of days and less
    public static BigDecimal ofDuration(String unit, Long millis) {
        return part(unit, millis, millis % MINUTE);
    }

    /// @param months of an interval, of thirty days each and 365.25 to twelve
    public static BigDecimal ofMonths(String unit, Long months) {
        long seconds = months / 12 * 31_557_600 + months % 12 * 30 * DAY_SECONDS;
        return part(unit, seconds * 1000, 0);
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

    public static Double realOfDuration(String unit, Long millis) {
        return ofDuration(unit, millis).doubleValue();
    }

    public static Double realOfMonths(String unit, Long months) {
        return ofMonths(unit, months).doubleValue();
    }

    private static BigDecimal part(String unit, long all, long second) {
        BigDecimal part =
                switch (unit) {
                    case "epoch" -> BigDecimal.valueOf(all, 3);
                    case "milliseconds" -> BigDecimal.valueOf(second);
                    case "microseconds" -> BigDecimal.valueOf(second * 1000);
                    default -> BigDecimal.valueOf(second, 3);
                };
        return part.setScale(scale(unit), RoundingMode.UNNECESSARY);
    }
}
