package telegraph.memory;

import java.time.LocalDate;

/// Moments as PostgreSQL writes them: a year has at least four digits and no sign, and what is
/// before the year 1 has BC behind all else.
///
/// Any thread.
public final class MomentText {
    private static final int YEAR_DIGITS = 4;

    private MomentText() {}

    /// @param days since 1970-01-01
    public static String date(long days) {
        LocalDate date = LocalDate.ofEpochDay(days);
        return day(date) + era(date);
    }

    /// @param micros since midnight
    public static String time(long micros) {
        long second = micros / Micros.SECOND;
        String clock = pad(second / 3600) + ":" + pad(second / 60 % 60) + ":" + pad(second % 60);
        long fraction = micros % Micros.SECOND;
        if (fraction == 0) {
            return clock;
        }
        String digits = Long.toString(Micros.SECOND + fraction).substring(1);
        return clock + "." + digits.replaceFirst("0+$", "");
    }

    /// @param micros since 1970-01-01T00:00
    public static String timestamp(long micros) {
        return timestamp(micros, "");
    }

    /// @param micros since 1970-01-01T00:00 in UTC
    public static String instant(long micros) {
        return timestamp(micros, "+00");
    }

    /// @param zone stands behind the time
    public static String timestamp(long micros, String zone) {
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, Micros.DAY));
        return day(date) + " " + time(Math.floorMod(micros, Micros.DAY)) + zone + era(date);
    }

    private static String day(LocalDate date) {
        String year = Integer.toString(CalendarYear.ofEra(date.getYear()));
        return "0".repeat(Math.max(0, YEAR_DIGITS - year.length()))
                + year
                + "-"
                + pad(date.getMonthValue())
                + "-"
                + pad(date.getDayOfMonth());
    }

    private static String era(LocalDate date) {
        return date.getYear() > 0 ? "" : " BC";
    }

    private static String pad(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
