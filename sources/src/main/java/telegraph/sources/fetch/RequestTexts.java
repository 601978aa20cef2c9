package telegraph.sources.fetch;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Pattern;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// Values as texts, in requests and on pages.
///
/// Texts of pages are read generously where there is one meaning (`1,234`, `2013-01-31 05:00`,
/// `yes`) and never where there are two (`01/02/2013`).
public final class RequestTexts {
    private static final Pattern GROUPED = Pattern.compile("[-+]?\\d{1,3}(,\\d{3})+(\\.\\d*)?");
    private static final Pattern ZONED = Pattern.compile(".*(Z|[+-]\\d{2}(:?\\d{2})?)");
    private static final long EPOCH_MILLIS_MIN = 100_000_000_000L;

    private RequestTexts() {}

    /// A value of [telegraph.memory.Batch#valueAt] as it is sent.
    public static String of(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    /// The value that `text` stands for; null if it is blank and the type is not TEXT.
    public static Object value(Type type, String text) throws Unfit {
        if (type.kind() == Type.Kind.TEXT) {
            return text;
        }
        String clean = text.strip();
        if (clean.isEmpty()) {
            return null;
        }
        try {
            return switch (type.kind()) {
                case BOOLEAN -> truth(clean);
                case INTEGER -> integer(clean);
                case BIGINT -> number(clean).longValueExact();
                case DOUBLE -> Double.valueOf(plain(clean));
                case DECIMAL -> decimal(type, number(clean));
                case DATE -> LocalDate.parse(clean.length() > 10 ? day(clean) : clean);
                case TIME -> LocalTime.parse(clean);
                case TIMESTAMP -> LocalDateTime.ofInstant(instant(clean), ZoneOffset.UTC);
                case INSTANT -> instant(clean);
                case TEXT -> clean;
            };
        } catch (NumberFormatException | ArithmeticException | DateTimeException e) {
            throw new Unfit(text);
        }
    }

    /// A number as a value of the column.
    public static Object value(Type type, BigDecimal number) throws Unfit {
        try {
            return switch (type.kind()) {
                case INTEGER -> number.intValueExact();
                case BIGINT -> number.longValueExact();
                case DOUBLE -> number.doubleValue();
                case DECIMAL -> decimal(type, number);
                case TIMESTAMP -> LocalDateTime.ofInstant(epoch(number), ZoneOffset.UTC);
                case INSTANT -> epoch(number);
                case TEXT -> number.toPlainString();
                case BOOLEAN, DATE, TIME -> value(type, number.toPlainString());
            };
        } catch (ArithmeticException | DateTimeException e) {
            throw new Unfit(number.toString());
        }
    }

    private static Object integer(String text) {
        if (text.length() < 10) {
            boolean digits = true;
            for (int i = 0; i < text.length() && digits; i++) {
                char c = text.charAt(i);
                digits = c >= '0' && c <= '9';
            }
            if (digits) {
                return Integer.parseInt(text);
            }
        }
        return number(text).intValueExact();
    }

    private static Object truth(String text) throws Unfit {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "on", "1" -> true;
            case "false", "f", "no", "n", "off", "0" -> false;
            default -> throw new Unfit(text);
        };
    }

    private static String plain(String text) {
        return GROUPED.matcher(text).matches() ? text.replace(",", "") : text;
    }

    private static BigDecimal number(String text) {
        return new BigDecimal(plain(text));
    }

    private static BigDecimal decimal(Type type, BigDecimal number) {
        BigDecimal scaled = number.setScale(type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > type.precision()) {
            throw new ArithmeticException("too many digits");
        }
        return scaled;
    }

    /// The day of a moment, if the rest of the text is midnight or a time at all.
    private static String day(String text) {
        return LocalDateTime.ofInstant(instant(text), ZoneOffset.UTC).toLocalDate().toString();
    }

    /// Without a zone, UTC.
    private static Instant instant(String text) {
        String iso =
                text.indexOf(' ') == 10 ? text.substring(0, 10) + "T" + text.substring(11) : text;
        if (iso.length() <= 10) {
            return LocalDate.parse(iso).atStartOfDay().toInstant(ZoneOffset.UTC);
        }
        if (ZONED.matcher(iso.substring(10)).matches()) {
            String zoned = iso.matches(".*[+-]\\d{2}") ? iso + ":00" : iso;
            if (zoned.matches(".*[+-]\\d{4}")) {
                int at = zoned.length() - 2;
                zoned = zoned.substring(0, at) + ":" + zoned.substring(at);
            }
            return OffsetDateTime.parse(zoned).toInstant();
        }
        return LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }

    private static Instant epoch(BigDecimal number) {
        long whole = number.longValue();
        return Math.abs(whole) >= EPOCH_MILLIS_MIN
                ? Instant.ofEpochMilli(whole)
                : Micros.instant(number.movePointRight(6).longValue());
    }
}
