package telegraph.query.function;

import java.math.BigDecimal;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Interval;
import telegraph.memory.IntervalText;
import telegraph.memory.Micros;

/// Functions of intervals, which are taken as they are and given as their codes ([Interval#code]):
/// so a batch holds them.
///
/// Public because generated code calls it.
public final class IntervalFunctions {
    private IntervalFunctions() {}

    public static BigDecimal code(Interval interval) {
        return new BigDecimal(interval.code());
    }

    /// What a literal stands for.
    public static BigDecimal of(Long months, Long days, Long micros) {
        return code(Interval.of(months, days, micros));
    }

    public static BigDecimal read(String text) {
        return code(parsed(text));
    }

    /// The interval that a text stands for.
    ///
    /// @throws TelegraphException of 22007 if it stands for none
    public static Interval parsed(String text) {
        return IntervalText.read(text)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.INVALID_DATETIME_FORMAT,
                                "invalid value for interval: \"" + text + "\""));
    }

    public static String text(Interval interval) {
        return interval.toString();
    }

    /// There are no others.
    public static Boolean isFinite(Interval interval) {
        return true;
    }

    public static BigDecimal plus(Interval a, Interval b) {
        return code(a.plus(b));
    }

    public static BigDecimal minus(Interval a, Interval b) {
        return code(a.minus(b));
    }

    public static BigDecimal negated(Interval interval) {
        return code(interval.negated());
    }

    public static BigDecimal times(Interval interval, Double factor) {
        return code(interval.times(factor));
    }

    public static BigDecimal part(Interval interval, Double divisor) {
        return code(interval.dividedBy(divisor));
    }

    /// By which intervals are compared, in microseconds.
    public static BigDecimal span(Interval interval) {
        return new BigDecimal(interval.span());
    }

    public static Long months(Interval interval) {
        return (long) interval.months();
    }

    public static Long days(Interval interval) {
        return (long) interval.days();
    }

    public static Long micros(Interval interval) {
        return interval.micros();
    }

    /// The sum of intervals, by the sums of their parts.
    public static BigDecimal total(BigDecimal months, BigDecimal days, BigDecimal micros) {
        try {
            return code(
                    Interval.of(
                            months.longValueExact(),
                            days.longValueExact(),
                            micros.longValueExact()));
        } catch (ArithmeticException e) {
            throw Interval.outOfRange(e);
        }
    }

    /// The mean of so many intervals.
    public static BigDecimal mean(
            BigDecimal months, BigDecimal days, BigDecimal micros, Long count) {
        try {
            return code(
                    Interval.mean(
                            months.longValueExact(),
                            days.longValueExact(),
                            micros.doubleValue(),
                            count));
        } catch (ArithmeticException e) {
            throw Interval.outOfRange(e);
        }
    }

    public static BigDecimal justifiedHours(Interval interval) {
        return code(interval.justifiedHours());
    }

    public static BigDecimal justifiedDays(Interval interval) {
        return code(interval.justifiedDays());
    }

    public static BigDecimal justified(Interval interval) {
        return code(interval.justified());
    }

    public static BigDecimal made(
            Long years,
            Long months,
            Long weeks,
            Long days,
            Long hours,
            Long minutes,
            Double seconds) {
        double micros = Math.rint(seconds * Micros.SECOND);
        if (!(Math.abs(micros) < 0x1.0p63)) {
            throw Interval.outOfRange(null);
        }
        try {
            return code(
                    Interval.of(
                            Math.addExact(
                                    Math.multiplyExact(years, (long) Interval.MONTHS_OF_YEAR),
                                    months),
                            Math.addExact(Math.multiplyExact(weeks, 7L), days),
                            Math.addExact(
                                    Math.addExact(
                                            Math.multiplyExact(hours, Micros.HOUR),
                                            Math.multiplyExact(minutes, Micros.MINUTE)),
                                    (long) micros)));
        } catch (ArithmeticException e) {
            throw Interval.outOfRange(e);
        }
    }

    /// The interval without what is smaller than a unit.
    public static BigDecimal truncated(String unit, Interval interval) {
        int years = interval.months() / Interval.MONTHS_OF_YEAR;
        int month = interval.months() % Interval.MONTHS_OF_YEAR;
        return switch (MomentFunctions.unit(unit)) {
            case "millennium" -> code(months(years - years % 1_000, 0));
            case "century" -> code(months(years - years % 100, 0));
            case "decade" -> code(months(years - years % 10, 0));
            case "year" -> code(months(years, 0));
            case "quarter" -> code(months(years, month - month % 3));
            case "month" -> code(months(years, month));
            case "day" -> code(new Interval(interval.months(), interval.days(), 0));
            case "hour" -> code(interval.truncated(Micros.HOUR));
            case "minute" -> code(interval.truncated(Micros.MINUTE));
            case "second" -> code(interval.truncated(Micros.SECOND));
            case "milliseconds" -> code(interval.truncated(Micros.MILLISECOND));
            case "microseconds" -> code(interval);
            case "week" ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "an interval has no weeks to be cut to: months usually have fractional"
                                    + " weeks");
            default -> throw noUnit(unit);
        };
    }

    private static Interval months(int years, int months) {
        return new Interval(years * Interval.MONTHS_OF_YEAR + months, 0, 0);
    }

    /// The whole number of a field, as EXTRACT gives it.
    public static Long extract(String field, Interval interval) {
        long years = interval.months() / Interval.MONTHS_OF_YEAR;
        long micros = interval.micros();
        return switch (MomentFunctions.unit(field)) {
            case "millennium" -> years / 1_000;
            case "century" -> years / 100;
            case "decade" -> years / 10;
            case "year" -> years;
            case "quarter" -> interval.months() % Interval.MONTHS_OF_YEAR / 3 + 1L;
            case "month" -> (long) interval.months() % Interval.MONTHS_OF_YEAR;
            case "day" -> (long) interval.days();
            case "hour" -> micros / Micros.HOUR;
            case "minute" -> micros / Micros.MINUTE % 60;
            case "second" -> micros % Micros.MINUTE / Micros.SECOND;
            case "milliseconds" -> micros % Micros.MINUTE / Micros.MILLISECOND;
            case "microseconds" -> micros % Micros.MINUTE;
            case "epoch" -> seconds(interval).longValue();
            default -> throw noUnit(field);
        };
    }

    /// All of it in seconds: of a year 365.25 days, of a month beside years 30.
    public static BigDecimal seconds(Interval interval) {
        long years = interval.months() / Interval.MONTHS_OF_YEAR;
        long days =
                interval.months() % Interval.MONTHS_OF_YEAR * (long) Interval.DAYS_OF_MONTH
                        + interval.days();
        return BigDecimal.valueOf(years * 31_557_600L)
                .add(BigDecimal.valueOf(days * 86_400L))
                .add(BigDecimal.valueOf(interval.micros(), 6));
    }

    private static TelegraphException noUnit(String field) {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "an interval has no such part: found=\"" + field + "\"");
    }
}
