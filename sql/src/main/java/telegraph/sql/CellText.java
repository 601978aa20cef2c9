package telegraph.sql;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import telegraph.memory.ArrayText;

/// Values as PostgreSQL writes them: `2013-01-01 05:00:00`, `1e+20`, `2 days 04:05:06`, `{1,NULL}`.
public final class CellText {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder()
                    .appendPattern("HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .toFormatter(Locale.ROOT);
    private static final int PLAIN_DIGITS = 15;
    private static final int PLAIN_DIGITS_OF_FLOAT = 6;

    /// The JDK writes two digits where one would do, for the smallest numbers.
    private static final MathContext ONE_DIGIT = new MathContext(1, RoundingMode.HALF_EVEN);

    private CellText() {}

    /// The text of a value that is not null.
    public static String of(Object value) {
        return switch (value) {
            case String text -> text;
            case Double number -> ofDouble(number);
            case BigDecimal number -> number.toPlainString();
            case LocalTime time -> TIME.format(time);
            case LocalDateTime time -> time.toLocalDate() + " " + TIME.format(time);
            case Instant instant -> of(instant.atOffset(ZoneOffset.UTC).toLocalDateTime()) + "+00";
            case List<?> list -> ArrayText.of(elements(list));
            default -> value.toString();
        };
    }

    /// The shortest text that reads back as the same number.
    public static String ofDouble(double number) {
        if (!Double.isFinite(number) || number == 0) {
            return special(number);
        }
        BigDecimal written = new BigDecimal(Double.toString(number));
        BigDecimal shorter = written.round(ONE_DIGIT);
        boolean isSame = shorter.doubleValue() == number;
        return scientific(isSame ? shorter : written, PLAIN_DIGITS);
    }

    /// The shortest text that reads back as the same number of 32 bits.
    public static String ofFloat(float number) {
        if (!Float.isFinite(number) || number == 0) {
            return special(number);
        }
        BigDecimal written = new BigDecimal(Float.toString(number));
        BigDecimal shorter = written.round(ONE_DIGIT);
        boolean isSame = shorter.floatValue() == number;
        return scientific(isSame ? shorter : written, PLAIN_DIGITS_OF_FLOAT);
    }

    private static String special(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        return number > 0 ? "Infinity" : "-Infinity";
    }

    /// @param plainDigits digits before the point from which on a power of ten is written
    private static String scientific(BigDecimal number, int plainDigits) {
        BigDecimal shortest = number.stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < plainDigits) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        String mantissa =
                digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String power = (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "");
        return (shortest.signum() < 0 ? "-" : "") + mantissa + "e" + power + Math.abs(exponent);
    }

    private static Object element(Object element) {
        return switch (element) {
            case null -> null;
            case Boolean truth -> truth ? "t" : "f";
            case List<?> inner -> elements(inner);
            default -> of(element);
        };
    }

    private static List<Object> elements(List<?> list) {
        List<Object> texts = new ArrayList<>(list.size());
        list.forEach(element -> texts.add(element(element)));
        return texts;
    }
}
