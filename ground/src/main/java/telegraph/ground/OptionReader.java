package telegraph.ground;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the values of options and settings as people write them: `on`, `10_000`, `1s`, `2MB`.
///
/// A text of another kind gives nothing: what it should have been is told by those who know whose
/// option it is.
///
/// Threads: any.
public final class OptionReader {
    private static final Pattern AMOUNT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z]*)");
    private static final Map<String, Long> NANOS =
            Map.of(
                    "us", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "sec", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "min", 60_000_000_000L,
                    "h", 3_600_000_000_000L,
                    "d", 86_400_000_000_000L);
    private static final Map<String, Long> BYTES =
            Map.of(
                    "b", 1L, "k", 1L << 10, "kb", 1L << 10, "m", 1L << 20, "mb", 1L << 20, "g",
                    1L << 30, "gb", 1L << 30, "t", 1L << 40, "tb", 1L << 40);

    private OptionReader() {}

    /// A truth value.
    public static Optional<Boolean> flag(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> Optional.of(true);
            case "false", "off", "no", "0" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /// A whole number, however it is written.
    public static Optional<Long> whole(String text) {
        try {
            return Optional.of(new BigDecimal(text.strip().replace("_", "")).longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /// A length of time.
    ///
    /// @param unitless the unit of a number without one, or "" if only zero goes without
    public static Optional<Duration> duration(String text, String unitless) {
        if (unitless.isEmpty() && text.strip().equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        return amount(text, NANOS, unitless, RoundingMode.DOWN).map(Duration::ofNanos);
    }

    /// A number of bytes; units are powers of 1,024.
    public static Optional<Long> bytes(String text) {
        return amount(text, BYTES, "b", RoundingMode.HALF_UP);
    }

    private static Optional<Long> amount(
            String text, Map<String, Long> units, String unitless, RoundingMode rounding) {
        Matcher amount = AMOUNT.matcher(text.strip());
        if (!amount.matches()) {
            return Optional.empty();
        }
        String written = amount.group(2).toLowerCase(Locale.ROOT).replace("ib", "b");
        Long unit = units.get(written.isEmpty() ? unitless : written);
        if (unit == null) {
            return Optional.empty();
        }
        BigDecimal whole =
                new BigDecimal(amount.group(1))
                        .multiply(BigDecimal.valueOf(unit))
                        .setScale(0, rounding);
        return whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(whole.longValueExact());
    }
}
