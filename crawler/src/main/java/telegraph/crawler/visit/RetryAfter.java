package telegraph.crawler.visit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/// How long a site asks to be left alone: the header Retry-After (RFC 9110, 10.2.3).
public final class RetryAfter {
    private static final int DIGITS_MAX = 9;

    private RetryAfter() {}

    /// Nanoseconds from `now`, at most `most`; -1 if the value says nothing.
    public static long nanos(String value, Instant now, long most) {
        String text = value.strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return text.length() > DIGITS_MAX
                    ? most
                    : Math.min(most, Long.parseLong(text) * 1_000_000_000L);
        }
        try {
            Instant until =
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            long millis =
                    Math.clamp(until.toEpochMilli() - now.toEpochMilli(), 0, most / 1_000_000);
            return millis * 1_000_000;
        } catch (DateTimeException notADate) {
            return -1;
        }
    }
}
