package telegraph.sql.expression;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
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

    private IntervalFunctions() {}

    /// Whether intervals of a type have hours and less, and no days.
    static boolean isOfHours(RelDataType type) {
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
    static boolean isOfDays(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.INTERVAL_DAY;
    }

    /// All its hours, of an interval that has no days.
    public static Long hours(Long micros) {
        return micros / Micros.HOUR;
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
        long days = micros / Micros.DAY;
        long rest = micros % Micros.DAY;
        if (days == 0) {
            return hoursToText(rest);
        }
        String text = days + (days == 1 ? " day" : " days");
        return rest == 0 ? text : text + " " + hoursToText(rest);
    }

    public static String monthsToText(Long months) {
        long years = months / MONTHS_OF_YEAR;
        long rest = months % MONTHS_OF_YEAR;
        String text = years == 0 ? "" : years + (years == 1 ? " year" : " years");
        if (rest == 0 && years != 0) {
            return text;
        }
        if (rest == 0) {
            return "00:00:00";
        }
        return (text.isEmpty() ? "" : text + " ") + rest + (rest == 1 ? " mon" : " mons");
    }
}
