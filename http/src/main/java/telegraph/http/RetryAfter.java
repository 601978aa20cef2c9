package telegraph.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// How long a host asks to be left alone, as `Retry-After` says it (RFC 9110, section 10.2.3) and
/// what else hosts say it in: seconds, a date, or the time by the clock in seconds or milliseconds.
public final class RetryAfter {
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d*)?");
    private static final double EPOCH_SECONDS_MIN = 1e9;
    private static final double EPOCH_MILLIS_MIN = 1e11;

    private RetryAfter() {}

    /// From `now` on, not negative; empty if the text says nothing.
    public static Optional<Duration> parse(String text, Instant now) {
        String said = text.strip();
        if (!NUMBER.matcher(said).matches()) {
            OptionalLong date = HttpDate.parse(said);
            return date.isPresent() ? until(date.getAsLong(), now) : Optional.empty();
        }
        double number = Double.parseDouble(said);
        if (number >= EPOCH_MILLIS_MIN) {
            return until((long) number, now);
        }
        return number >= EPOCH_SECONDS_MIN
                ? until((long) (number * 1000), now)
                : Optional.of(Duration.ofMillis((long) (number * 1000)));
    }

    private static Optional<Duration> until(long epochMillis, Instant now) {
        Duration left = Duration.between(now, Instant.ofEpochMilli(epochMillis));
        return Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    /// The same in nanoseconds, at most `most`; -1 if the text says nothing.
    public static long nanos(String text, Instant now, long most) {
        Optional<Duration> said = parse(text, now);
        if (said.isEmpty()) {
            return -1;
        }
        return said.get().compareTo(Duration.ofNanos(most)) > 0 ? most : said.get().toNanos();
    }
}
