package telegraph.query.value;

import java.time.Duration;
import java.time.LocalTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;

/// Intervals as PostgreSQL writes them: what was written in hours stays hours, however many, and
/// what was written in days is days and hours.
///
/// | type                  | microseconds | as a text         |
/// |-----------------------|-------------:|-------------------|
/// | `DAY`, `DAY TO …`     | 36 hours     | `1 day 12:00:00`  |
/// | `HOUR` … `SECOND`     | 36 hours     | `36:00:00`        |
/// | `YEAR`, `MONTH`       | (14 months)  | `1 year 2 mons`   |
///
/// Public because generated code calls it.
public final class IntervalFunctions {
    private static final int MONTHS_OF_YEAR = 12;
    private static final double MICROS_MAX = 0x1.0p63 - 1024;
    private static final DateTimeFormatter CLOCK =
            new DateTimeFormatterBuilder()
                    .appendPattern("HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .toFormatter(Locale.ROOT);

    private IntervalFunctions() {}

    /// Whether intervals of a type have hours and less, and no days.
    public static boolean isOfHours(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case INTERVAL_HOUR,
                    INTERVAL_HOUR_MINUTE,
                    INTERVAL_HOUR_SECOND,
                    INTERVAL_MINUTE,
                    INTERVAL_MINUTE_SECOND,
                    INTERVAL_SECOND ->
                    true;
            default -> false;
        };
    }

    /// Whether the intervals among these types all have days, or none does.
    public static boolean areAlike(List<RelDataType> types) {
        return types.stream()
                        .filter(MomentLiterals::isDuration)
                        .map(IntervalFunctions::isOfHours)
                        .distinct()
                        .count()
                <= 1;
    }

    /// Whether intervals of a type have days, and no hours.
    public static boolean isOfDays(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.INTERVAL_DAY;
    }

    /// All its hours, of an interval that has no days.
    public static Long hours(Long micros) {
        return micros / Micros.HOUR;
    }

    /// What intervals of a type are counted in, where a part of one is none of another.
    public static String unit(RelDataType type) {
        return isOfHours(type) ? "hours" : MomentLiterals.isDuration(type) ? "days" : "months";
    }

    /// An interval times a number, computed in doubles and rounded to microseconds as PostgreSQL
    /// does it.
    ///
    /// @throws TelegraphException if days or months do not stay whole: PostgreSQL makes hours and
    ///   days of what is left
    public static Long times(String unit, Long interval, Double factor) {
        return whole(unit, interval * factor);
    }

    /// An interval divided by a number; otherwise like [#times].
    public static Long part(String unit, Long interval, Double divisor) {
        if (divisor == 0) {
            throw TelegraphException.of(SqlState.DIVISION_BY_ZERO, "division by zero");
        }
        return whole(unit, interval / divisor);
    }

    private static Long whole(String unit, double interval) {
        if (!(Math.abs(interval) <= (unit.equals("months") ? Integer.MAX_VALUE : MICROS_MAX))) {
            throw TelegraphException.of(SqlState.DATETIME_OUT_OF_RANGE, "interval out of range");
        }
        boolean stays =
                switch (unit) {
                    case "days" -> interval % Micros.DAY == 0;
                    case "months" -> interval == Math.rint(interval);
                    default -> true;
                };
        if (!stays) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "Telegraph does not compute with parts of "
                            + unit
                            + " in intervals: a day is not always 24 hours, nor a month 30 days."
                            + " Write the interval in hours");
        }
        return (long) Math.rint(interval);
    }

    public static String hoursToText(Long micros) {
        StringBuilder text = new StringBuilder(micros < 0 ? "-" : "");
        long size = Math.absExact(micros);
        text.append(
                String.format(
                        Locale.ROOT,
                        "%02d:%02d:%02d",
                        size / Micros.HOUR,
                        size / Micros.MINUTE % 60,
                        size / Micros.SECOND % 60));
        long fraction = size % Micros.SECOND;
        if (fraction > 0) {
            text.append(String.format(Locale.ROOT, ".%06d", fraction).replaceFirst("0+$", ""));
        }
        return text.toString();
    }

    public static String daysToText(Long micros) {
        return text(Duration.of(micros, ChronoUnit.MICROS));
    }

    public static String monthsToText(Long months) {
        return text(Period.ofMonths(Math.toIntExact(months)));
    }

    /// Days, and what of a day is left.
    public static String text(Duration interval) {
        long days = interval.abs().toDays() * (interval.isNegative() ? -1 : 1);
        Duration rest = interval.minusDays(days);
        StringBuilder text = new StringBuilder();
        count(text, days, "day");
        if (!rest.isZero() || days == 0) {
            text.append(text.isEmpty() ? "" : " ").append(rest.isNegative() ? "-" : "");
            text.append(CLOCK.format(LocalTime.MIDNIGHT.plus(rest.abs())));
        }
        return text.toString();
    }

    /// Years, months and days; the first of which have one sign.
    public static String text(Period interval) {
        long months = interval.toTotalMonths();
        StringBuilder text = new StringBuilder();
        count(text, months / MONTHS_OF_YEAR, "year");
        count(text, months % MONTHS_OF_YEAR, "mon");
        count(text, interval.getDays(), "day");
        return text.isEmpty() ? "00:00:00" : text.toString();
    }

    private static void count(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
            text.append(count == 1 ? "" : "s");
        }
    }
}
