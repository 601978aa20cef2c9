package telegraph.sources.fetch;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Reads from headers how long a server wants to be left alone.
final class RetryAfter {
    private static final long EPOCH_SECONDS_MIN = 1_000_000_000L;
    private static final long EPOCH_MILLIS_MIN = 100_000_000_000L;

    private RetryAfter() {}

    /// `Retry-After` in seconds or as a date, or else the reset time of an exhausted rate limit.
    static Optional<Duration> of(HttpHeaders headers, Instant now) {
        Optional<Duration> after =
                headers.firstValue("Retry-After").flatMap(text -> seconds(text.strip(), now));
        return after.isPresent() ? after : exhausted(headers, now);
    }

    /// How long until requests are allowed again, if the headers say that none are left.
    static Optional<Duration> exhausted(HttpHeaders headers, Instant now) {
        for (String prefix : new String[] {"X-RateLimit-", "RateLimit-"}) {
            Optional<String> remaining = headers.firstValue(prefix + "Remaining");
            if (remaining.isPresent() && remaining.get().strip().equals("0")) {
                return headers.firstValue(prefix + "Reset").flatMap(t -> seconds(t.strip(), now));
            }
        }
        return Optional.empty();
    }

    private static Optional<Duration> seconds(String text, Instant now) {
        try {
            double number = Double.parseDouble(text);
            if (number >= EPOCH_MILLIS_MIN) {
                return positive(Duration.between(now, Instant.ofEpochMilli((long) number)));
            }
            if (number >= EPOCH_SECONDS_MIN) {
                return positive(
                        Duration.between(now, Instant.ofEpochMilli((long) (number * 1000))));
            }
            return positive(Duration.ofMillis((long) (number * 1000)));
        } catch (NumberFormatException notANumber) {
            return date(text, now);
        }
    }

    private static Optional<Duration> date(String text, Instant now) {
        try {
            return positive(
                    Duration.between(
                            now,
                            ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant()));
        } catch (DateTimeParseException notADate) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> positive(Duration duration) {
        return Optional.of(duration.isNegative() ? Duration.ZERO : duration);
    }
}
