package telegraph.crawler;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.crawler.CrawlSetting.NotWritten;

/// Reads the values of options as people write them: `1s`, `2MB`, `10_000`, `on`.
final class Written {
    private static final Pattern AMOUNT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z]*)");
    private static final Map<String, Long> NANOS =
            Map.of(
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "min", 60_000_000_000L,
                    "h", 3_600_000_000_000L,
                    "d", 86_400_000_000_000L);
    private static final Map<String, Long> BYTES =
            Map.of(
                    "", 1L, "b", 1L, "k", 1L << 10, "kb", 1L << 10, "m", 1L << 20, "mb", 1L << 20,
                    "g", 1L << 30, "gb", 1L << 30);

    private Written() {}

    static Duration span(String text) {
        if (text.strip().equals("0")) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(amount(text, NANOS, "a length of time such as 500ms, 10s or 5min"));
    }

    static long size(String text) {
        return amount(text, BYTES, "a size such as 64KB or 2MB");
    }

    static int smallSize(String text) {
        return small(size(text), "a size below 2GB");
    }

    private static long amount(String text, Map<String, Long> units, String kind) {
        Matcher matcher = AMOUNT.matcher(text.strip());
        Long unit = matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new NotWritten(kind, null);
        }
        BigDecimal whole = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
        if (whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new NotWritten(kind, null);
        }
        return whole.longValue();
    }

    static long whole(String text) {
        try {
            return Long.parseLong(text.strip().replace("_", ""));
        } catch (NumberFormatException e) {
            throw new NotWritten("a whole number", e);
        }
    }

    static int small(String text) {
        return small(whole(text), "a whole number below 2147483648");
    }

    private static int small(long value, String kind) {
        if (value != (int) value) {
            throw new NotWritten(kind, null);
        }
        return (int) value;
    }

    static boolean truth(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> throw new NotWritten("on or off", null);
        };
    }
}
