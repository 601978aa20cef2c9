package telegraph.query.kernel;

import java.util.Optional;
import telegraph.engine.vector.Vector;
import telegraph.memory.CalendarYear;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// The loops of EXTRACT for year, quarter, month and day, over days since 1970.
///
/// The calendar is counted in years that begin in March, so that the day that some years have more
/// is their last, and in eras of 400 years, which are all equally long (Hinnant, *chrono-Compatible
/// Low-Level Date Algorithms*).
public enum DateParts {
    YEAR,
    QUARTER,
    MONTH,
    DAY;

    private static final long DAYS_BEFORE_1970 = 719_468;
    private static final long DAYS_OF_ERA = 146_097;

    /// The loop for a part in lower case and the type of the moment, or empty.
    public static Optional<Kernel.Body> of(String part, Type from) {
        boolean days = from.kind() == Type.Kind.DATE;
        if (!days && from.kind() != Type.Kind.TIMESTAMP) {
            return Optional.empty();
        }
        return switch (part) {
            case "year" -> Optional.of(YEAR.body(days));
            case "quarter" -> Optional.of(QUARTER.body(days));
            case "month" -> Optional.of(MONTH.body(days));
            case "day" -> Optional.of(DAY.body(days));
            default -> Optional.empty();
        };
    }

    private Kernel.Body body(boolean days) {
        long divisor = days ? 1 : Micros.DAY;
        return (in, to, selection, count, texts) -> {
            WholeLoops.sameNulls(in[0], to, selection, count);
            Vector from = in[0];
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                long value = from.longs[row];
                to.longs[row] = of(days ? value : Math.floorDiv(value, divisor));
            }
        };
    }

    private long of(long day) {
        long shifted = day + DAYS_BEFORE_1970;
        long era = Math.floorDiv(shifted, DAYS_OF_ERA);
        int dayOfEra = (int) (shifted - era * DAYS_OF_ERA);
        int yearOfEra =
                (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int shiftedMonth = (5 * dayOfYear + 2) / 153;
        int month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        return switch (this) {
            case YEAR -> CalendarYear.said(yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
            case QUARTER -> (month - 1) / 3 + 1;
            case MONTH -> month;
            case DAY -> dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
        };
    }
}
