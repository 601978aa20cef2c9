package telegraph.sources.fetch;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import telegraph.http.RetryAfter;

/// Reads from headers how long a server wants to be left alone.
final class HostPause {
    private HostPause() {}

    /// `Retry-After` in seconds or as a date, or else the reset time of an exhausted rate limit.
    static Optional<Duration> of(HttpHeaders headers, Instant now) {
        Optional<Duration> after =
                headers.firstValue("Retry-After").flatMap(t -> RetryAfter.parse(t, now));
        return after.isPresent() ? after : exhausted(headers, now);
    }

    /// How long until requests are allowed again, if the headers say that none are left.
    static Optional<Duration> exhausted(HttpHeaders headers, Instant now) {
        for (String prefix : new String[] {"X-RateLimit-", "RateLimit-"}) {
            Optional<String> remaining = headers.firstValue(prefix + "Remaining");
            if (remaining.isPresent() && remaining.get().strip().equals("0")) {
                return headers.firstValue(prefix + "Reset").flatMap(t -> RetryAfter.parse(t, now));
            }
        }
        return Optional.empty();
    }
}
