package telegraph.tables.row;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Period;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;

/// Intervals as text in PostgreSQL's format, so that equal ones written alike are stored alike.
///
/// An interval is months, days and microseconds, which are kept apart: a month has no fixed number
/// of days, nor a day, where clocks change, of hours. `'14 months 26 hours'` becomes `1 year 2 mons
/// 26:00:00`.
final class IntervalText {
    private static final Pattern PART =
            Pattern.compile("\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+))\\s*([A-Za-z]+)");
    private static final Pattern CLOCK =
            Pattern.compile("\\s*([+-]?)(\\d+):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d*)?))?");
    private static final Pattern ISO =
            Pattern.compile(
                    "P(?:(-?\\d+)Y)?(?:(-?\\d+)M)?(?:(-?\\d+)W)?(?:(-?\\d+)D)?"
                            + "(?:T(?:(-?\\d+)H)?(?:(-?\\d+)M)?(?:(-?\\d+(?:\\.\\d+)?)S)?)?");
    private static final Pattern AGO = Pattern.compile("\\s+ago\\s*$", Pattern.CASE_INSENSITIVE);

    private static final int MONTHS_OF_YEAR = 12;
    private static final long SECOND = Micros.SECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    /// What fractions of months and days become, as PostgreSQL has it.
    private static final BigDecimal DAYS_OF_MONTH = BigDecimal.valueOf(30);

    private static final BigDecimal MICROS_OF_DAY = BigDecimal.valueOf(24 * HOUR);

    private static final Map<String, Integer> MONTHS =
            Map.ofEntries(
                    Map.entry("y", 12),
                    Map.entry("yr", 12),
                    Map.entry("year", 12),
                    Map.entry("mon", 1),
                    Map.entry("month", 1),
                    Map.entry("decade", 120),
                    Map.entry("century", 1_200),
                    Map.entry("centurie", 1_200),
                    Map.entry("millennium", 12_000));
    private static final Map<String, Integer> DAYS = Map.of("d", 1, "day", 1, "w", 7, "week", 7);
    private static final Map<String, Long> MICROS =
            Map.ofEntries(
                    Map.entry("h", HOUR),
                    Map.entry("hr", HOUR),
                    Map.entry("hour", HOUR),
                    Map.entry("m", MINUTE),
                    Map.entry("min", MINUTE),
                    Map.entry("minute", MINUTE),
                    Map.entry("s", SECOND),
                    Map.entry("sec", SECOND),
                    Map.entry("second", SECOND),
                    Map.entry("us", 1L),
                    Map.entry("usec", 1L),
                    Map.entry("microsecond", 1L),
                    Map.entry("ms", Micros.MILLISECOND),
                    Map.entry("msec", Micros.MILLISECOND),
                    Map.entry("millisecond", Micros.MILLISECOND));

    private BigDecimal months = BigDecimal.ZERO;
    private BigDecimal days = BigDecimal.ZERO;
    private BigDecimal micros = BigDecimal.ZERO;

    private IntervalText() {}

    /// The interval that a text stands for, in PostgreSQL's format.
    static String canonical(String text, String column) {
        IntervalText interval = new IntervalText();
        try {
            if (!interval.read(text)) {
                throw invalid(text, column, null);
            }
            return interval.text();
        } catch (ArithmeticException e) {
            throw invalid(text, column, e);
        }
    }

    static String of(Period period) {
        IntervalText interval = new IntervalText();
        interval.months = BigDecimal.valueOf(period.toTotalMonths());
        interval.days = BigDecimal.valueOf(period.getDays());
        return interval.text();
    }

    static String of(Duration duration) {
        IntervalText interval = new IntervalText();
        long daily = 24 * HOUR;
        long micros =
                Math.addExact(
                        Math.multiplyExact(duration.getSeconds(), SECOND),
                        duration.getNano() / 1_000);
        interval.days = BigDecimal.valueOf(micros / daily);
        interval.micros = BigDecimal.valueOf(micros % daily);
        return interval.text();
    }

    private boolean read(String text) {
        Matcher iso = ISO.matcher(text.strip());
        if (iso.matches() && text.strip().length() > 1 && !text.strip().endsWith("T")) {
            BigDecimal years = number(iso.group(1)).multiply(BigDecimal.valueOf(MONTHS_OF_YEAR));
            months = years.add(number(iso.group(2)));
            days = number(iso.group(3)).multiply(BigDecimal.valueOf(7)).add(number(iso.group(4)));
            micros =
                    number(iso.group(5))
                            .multiply(BigDecimal.valueOf(HOUR))
                            .add(number(iso.group(6)).multiply(BigDecimal.valueOf(MINUTE)))
                            .add(number(iso.group(7)).multiply(BigDecimal.valueOf(SECOND)));
            return true;
        }
        boolean ago = AGO.matcher(text).find();
        String rest = AGO.matcher(text).replaceFirst("").stripTrailing();
        boolean any = false;
        while (!rest.isEmpty()) {
            Matcher clock = CLOCK.matcher(rest);
            Matcher part = PART.matcher(rest);
            if (clock.lookingAt()) {
                readClock(clock);
                rest = rest.substring(clock.end());
            } else if (part.lookingAt() && readPart(part)) {
                rest = rest.substring(part.end());
            } else {
                return false;
            }
            any = true;
        }
        if (ago) {
            months = months.negate();
            days = days.negate();
            micros = micros.negate();
        }
        return any;
    }

    private static BigDecimal number(String text) {
        return text == null ? BigDecimal.ZERO : new BigDecimal(text);
    }

    private void readClock(Matcher clock) {
        BigDecimal time =
                new BigDecimal(clock.group(2))
                        .multiply(BigDecimal.valueOf(HOUR))
                        .add(new BigDecimal(clock.group(3)).multiply(BigDecimal.valueOf(MINUTE)))
                        .add(number(clock.group(4)).multiply(BigDecimal.valueOf(SECOND)));
        micros = clock.group(1).equals("-") ? micros.subtract(time) : micros.add(time);
    }

    private boolean readPart(Matcher part) {
        BigDecimal count = new BigDecimal(part.group(1));
        String unit = part.group(2).toLowerCase(Locale.ROOT);
        String one =
                unit.length() > 2 && unit.endsWith("s")
                        ? unit.substring(0, unit.length() - 1)
                        : unit;
        if (MONTHS.containsKey(one)) {
            BigDecimal all = count.multiply(BigDecimal.valueOf(MONTHS.get(one)));
            BigDecimal whole = all.setScale(0, RoundingMode.DOWN);
            months = months.add(whole);
            addDays(all.subtract(whole).multiply(DAYS_OF_MONTH));
        } else if (DAYS.containsKey(one)) {
            addDays(count.multiply(BigDecimal.valueOf(DAYS.get(one))));
        } else if (MICROS.containsKey(one)) {
            micros = micros.add(count.multiply(BigDecimal.valueOf(MICROS.get(one))));
        } else {
            return false;
        }
        return true;
    }

    private void addDays(BigDecimal count) {
        BigDecimal whole = count.setScale(0, RoundingMode.DOWN);
        days = days.add(whole);
        micros = micros.add(count.subtract(whole).multiply(MICROS_OF_DAY));
    }

    private String text() {
        long month = months.longValueExact();
        long day = days.longValueExact();
        long micro = micros.setScale(0, RoundingMode.HALF_UP).longValueExact();
        StringBuilder text = new StringBuilder();
        part(text, month / MONTHS_OF_YEAR, "year");
        part(text, month % MONTHS_OF_YEAR, "mon");
        part(text, day, "day");
        if (micro != 0 || text.isEmpty()) {
            text.append(text.isEmpty() ? "" : " ").append(clock(micro));
        }
        return text.toString();
    }

    private static void part(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
            text.append(count == 1 ? "" : "s");
        }
    }

    private static String clock(long micros) {
        long positive = Math.abs(micros);
        String whole =
                String.format(
                        Locale.ROOT,
                        "%s%02d:%02d:%02d",
                        micros < 0 ? "-" : "",
                        positive / HOUR,
                        positive / MINUTE % 60,
                        positive / SECOND % 60);
        long fraction = positive % SECOND;
        return fraction == 0
                ? whole
                : whole + String.format(Locale.ROOT, ".%06d", fraction).replaceFirst("0+$", "");
    }

    private static TelegraphException invalid(String text, String column, Exception cause) {
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "invalid value for interval: column=" + column + " value=\"" + text + "\"",
                cause);
    }
}
