package telegraph.memory;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads an [Interval] from a text, in the forms that PostgreSQL reads.
///
/// ```
/// 1 year 2 mons 3 days 04:05:06.7    1.5 days    90 minutes ago    @ 1 hour
/// 1-2                                (years and months)
/// 3 4:05                             (days, hours and minutes)
/// 5                                  (seconds, or the last unit of its fields)
/// P1Y2M3DT4H5M6S                     P0001-02-03T04:05:06
/// ```
///
/// Each unit stands once. A fraction of years makes whole months, one of months days and hours.
///
/// Threads: one.
public final class IntervalText {
    private static final Pattern TOKEN =
            Pattern.compile(
                    "\\s*(?:(?<clock>[+-]?\\d+:\\d{1,2}(?::\\d{1,2}(?:\\.\\d*)?)?)"
                            + "|(?<years>[+-]?\\d+)-(?<months>\\d+)(?![\\d.])"
                            + "|(?<number>[+-]?\\d+\\.?\\d*|\\.\\d+)"
                            + "|(?<word>[A-Za-z]+)|(?<at>@))\\s*");
    private static final Pattern ISO =
            Pattern.compile(
                    "P(?=.)(?:(-?[\\d.]+)Y)?(?:(-?[\\d.]+)M)?(?:(-?[\\d.]+)W)?(?:(-?[\\d.]+)D)?"
                            + "(?:T(?:(-?[\\d.]+)H)?(?:(-?[\\d.]+)M)?(?:(-?[\\d.]+)S)?)?");
    private static final Pattern ISO_WRITTEN =
            Pattern.compile(
                    "P([+-]?\\d{1,4})-([+-]?\\d{1,2})-([+-]?\\d{1,2})"
                            + "(?:T([+-]?\\d{1,2}):([+-]?\\d{1,2}):([+-]?\\d{1,2}(?:\\.\\d*)?))?");

    /// Letters of a word that are looked at.
    private static final int WORD_LETTERS = 10;

    private static final int LENGTH_MAX = 1_000;

    /// What a number may count, the longest first.
    public enum Unit {
        MILLENNIUM,
        CENTURY,
        DECADE,
        YEAR,
        MONTH,
        WEEK,
        DAY,
        HOUR,
        MINUTE,
        SECOND,
        MILLISECOND,
        MICROSECOND
    }

    private static final Set<Unit> PARTS_OF_SECONDS = EnumSet.range(Unit.SECOND, Unit.MICROSECOND);
    private static final Set<Unit> CLOCK = EnumSet.range(Unit.HOUR, Unit.MICROSECOND);
    private static final Map<String, Unit> WORDS = words();

    private final Set<Unit> seen = EnumSet.noneOf(Unit.class);
    private long months;
    private long days;
    private long micros;

    private IntervalText() {}

    /// The interval that a text stands for; empty if it stands for none.
    ///
    /// @throws telegraph.ground.TelegraphException of 22008 if one cannot be so long
    public static Optional<Interval> read(String text) {
        return read(text, Unit.SECOND, false);
    }

    /// The same where the last of some fields has been said.
    ///
    /// @param last what a number without a unit counts
    /// @param minutes whether `1:30` is a minute and 30 seconds, and not an hour and 30 minutes
    public static Optional<Interval> read(String text, Unit last, boolean minutes) {
        if (text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            IntervalText interval = new IntervalText();
            return interval.words(text, last, minutes) || interval.iso(text.strip())
                    ? Optional.of(Interval.of(interval.months, interval.days, interval.micros))
                    : Optional.empty();
        } catch (ArithmeticException | NumberFormatException e) {
            throw Interval.outOfRange(e);
        }
    }

    /// The unit that a word stands for, in whatever number and shortness.
    public static Optional<Unit> unit(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return Optional.ofNullable(
                WORDS.get(lower.substring(0, Math.min(WORD_LETTERS, lower.length()))));
    }

    private boolean words(String text, Unit last, boolean minutes) {
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        String number = null;
        boolean negated = false;
        while (end < text.length()) {
            if (negated || !token.find(end) || token.start() != end) {
                return false;
            }
            end = token.end();
            boolean well;
            if (token.group("clock") != null) {
                well =
                        (number == null || add(number, Unit.DAY))
                                && clock(token.group("clock"), minutes);
                number = null;
            } else if (token.group("years") != null) {
                well = number == null && years(token.group("years"), token.group("months"));
            } else if (token.group("number") != null) {
                well = number == null;
                number = token.group("number");
            } else if (token.group("word") == null) {
                well = number == null; // an @ says nothing
            } else if (number == null) {
                negated = token.group("word").equalsIgnoreCase("ago");
                well = negated && !seen.isEmpty();
            } else {
                Optional<Unit> unit = unit(token.group("word"));
                well = unit.isPresent() && add(number, unit.get());
                number = null;
            }
            if (!well) {
                return false;
            }
        }
        if (number != null && !add(number, last)) {
            return false;
        }
        if (negated) {
            months = Math.negateExact(months);
            days = Math.negateExact(days);
            micros = Math.negateExact(micros);
        }
        return !seen.isEmpty();
    }

    private boolean clock(String clock, boolean minutes) {
        boolean negative = clock.startsWith("-");
        String[] parts = clock.replaceFirst("^[+-]", "").split(":");
        boolean first = minutes && parts.length == 2;
        long hours = first ? 0 : Long.parseLong(parts[0]);
        long minute = Long.parseLong(first ? parts[0] : parts[1]);
        String seconds = first ? parts[1] : parts.length > 2 ? parts[2] : "0";
        double second = Double.parseDouble(seconds);
        if (minute > 59 && !first || second > 60 || !see(CLOCK)) {
            return false;
        }
        long size =
                Math.addExact(
                        Math.multiplyExact(hours, Micros.HOUR),
                        Math.addExact(
                                Math.multiplyExact(minute, Micros.MINUTE),
                                (long) Math.rint(second * Micros.SECOND)));
        micros = Math.addExact(micros, negative ? -size : size);
        return true;
    }

    private boolean years(String years, String more) {
        long rest = Long.parseLong(more);
        if (rest >= Interval.MONTHS_OF_YEAR || !see(EnumSet.of(Unit.YEAR, Unit.MONTH))) {
            return false;
        }
        long all =
                Math.multiplyExact(Long.parseLong(years), (long) Interval.MONTHS_OF_YEAR)
                        + (years.startsWith("-") ? -rest : rest);
        months = Math.addExact(months, all);
        return true;
    }

    /// Whether none of the units has stood before.
    private boolean see(Set<Unit> units) {
        boolean first = units.stream().noneMatch(seen::contains);
        seen.addAll(units);
        return first;
    }

    private boolean add(String number, Unit unit) {
        int point = number.indexOf('.');
        boolean parts = unit == Unit.SECOND && point >= 0;
        if (!see(parts ? PARTS_OF_SECONDS : EnumSet.of(unit))) {
            return false;
        }
        String digits = point < 0 ? number : number.substring(0, point);
        boolean negative = number.startsWith("-");
        boolean none = digits.isEmpty() || digits.equals("-") || digits.equals("+");
        long whole = none ? 0 : Long.parseLong(digits);
        double fraction =
                point < 0 || point == number.length() - 1
                        ? 0
                        : Double.parseDouble("0" + number.substring(point));
        add(whole, negative ? -fraction : fraction, unit);
        return true;
    }

    private void add(long whole, double fraction, Unit unit) {
        switch (unit) {
            case MILLENNIUM -> years(whole, fraction, 1_000);
            case CENTURY -> years(whole, fraction, 100);
            case DECADE -> years(whole, fraction, 10);
            case YEAR -> years(whole, fraction, 1);
            case MONTH -> {
                months = Math.addExact(months, whole);
                days(fraction * Interval.DAYS_OF_MONTH);
            }
            case WEEK -> {
                days = Math.addExact(days, Math.multiplyExact(whole, 7L));
                days(fraction * 7);
            }
            case DAY -> {
                days = Math.addExact(days, whole);
                micros(fraction * Micros.DAY);
            }
            case HOUR -> time(whole, fraction, Micros.HOUR);
            case MINUTE -> time(whole, fraction, Micros.MINUTE);
            case SECOND -> time(whole, fraction, Micros.SECOND);
            case MILLISECOND -> time(whole, fraction, Micros.MILLISECOND);
            case MICROSECOND ->
                    micros =
                            Math.addExact(micros, Math.addExact(whole, (long) Math.rint(fraction)));
        }
    }

    private void years(long whole, double fraction, int years) {
        long count = (long) years * Interval.MONTHS_OF_YEAR;
        months =
                Math.addExact(
                        Math.addExact(months, Math.multiplyExact(whole, count)),
                        (long) Math.rint(fraction * count));
    }

    private void time(long whole, double fraction, long size) {
        micros = Math.addExact(micros, Math.multiplyExact(whole, size));
        micros(fraction * size);
    }

    private void days(double count) {
        long whole = (long) count;
        days = Math.addExact(days, whole);
        micros((count - whole) * Micros.DAY);
    }

    /// Half a microsecond is none.
    private void micros(double count) {
        long whole = (long) count;
        double rest = count - whole;
        micros = Math.addExact(micros, whole + (rest > 0.5 ? 1 : rest < -0.5 ? -1 : 0));
    }

    private boolean iso(String text) {
        seen.clear();
        months = 0;
        days = 0;
        micros = 0;
        Matcher parts = ISO.matcher(text);
        if (parts.matches()) {
            Unit[] units = {
                Unit.YEAR, Unit.MONTH, Unit.WEEK, Unit.DAY, Unit.HOUR, Unit.MINUTE, Unit.SECOND
            };
            for (int i = 0; i < units.length; i++) {
                if (parts.group(i + 1) != null) {
                    seen.add(units[i]);
                    double count = Double.parseDouble(parts.group(i + 1));
                    add((long) count, count - (long) count, units[i]);
                }
            }
            return !seen.isEmpty();
        }
        Matcher written = ISO_WRITTEN.matcher(text);
        if (!written.matches()) {
            return false;
        }
        Unit[] units = {Unit.YEAR, Unit.MONTH, Unit.DAY, Unit.HOUR, Unit.MINUTE, Unit.SECOND};
        for (int i = 0; i < units.length; i++) {
            if (written.group(i + 1) != null) {
                add(written.group(i + 1), units[i]);
            }
        }
        return true;
    }

    private static Map<String, Unit> words() {
        Map<String, Unit> all = new HashMap<>();
        name(all, Unit.MILLENNIUM, "mil mils millennia millennium");
        name(all, Unit.CENTURY, "c cent centuries century");
        name(all, Unit.DECADE, "dec decs decade decades");
        name(all, Unit.YEAR, "y yr yrs year years");
        name(all, Unit.MONTH, "mon mons month months");
        name(all, Unit.WEEK, "w week weeks");
        name(all, Unit.DAY, "d day days");
        name(all, Unit.HOUR, "h hr hrs hour hours");
        name(all, Unit.MINUTE, "m min mins minute minutes");
        name(all, Unit.SECOND, "s sec secs second seconds");
        name(all, Unit.MILLISECOND, "ms msec msecs msecond mseconds millisecon");
        name(all, Unit.MICROSECOND, "us usec usecs usecond useconds microsecon");
        return Map.copyOf(all);
    }

    private static void name(Map<String, Unit> all, Unit unit, String words) {
        for (String word : words.split(" ")) {
            all.put(word, unit);
        }
    }
}
