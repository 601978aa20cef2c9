package telegraph.sources.fetch;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.http.HttpDate;

/// What an answer's headers say about keeping it (RFC 9111, for a private cache).
///
/// @param keep whether it may be kept, and that is worth while
/// @param until until when it can be used without asking again
record Freshness(boolean keep, Instant until) {
    /// More counts as this much, as RFC 9111 has it.
    private static final long AGE_SECONDS_MAX = 1L << 31;

    /// @param ttl how long whoever asked will use the answer, if it does not go by the headers;
    ///   `no-store` is obeyed nevertheless
    static Freshness of(HttpHeaders headers, Instant now, Optional<Duration> ttl) {
        String control =
                String.join(",", headers.allValues("Cache-Control")).toLowerCase(Locale.ROOT);
        Optional<Duration> maxAge = Optional.empty();
        boolean askAgain = false;
        for (String directive : control.split(",")) {
            String name = directive.strip();
            if (name.equals("no-store")) {
                return new Freshness(false, now);
            } else if (name.equals("no-cache")) {
                askAgain = true;
            } else if (name.startsWith("max-age=")) {
                maxAge = age(name.substring("max-age=".length()));
            }
        }
        Optional<Duration> fresh = maxAge.isPresent() ? maxAge : expires(headers, now);
        boolean validators =
                headers.firstValue("ETag").isPresent()
                        || headers.firstValue("Last-Modified").isPresent();
        if (askAgain || fresh.isEmpty() || !fresh.get().isPositive()) {
            return new Freshness(ttl.map(Duration::isPositive).orElse(validators), now);
        }
        Duration left =
                fresh.get()
                        .minus(
                                headers.firstValue("Age")
                                        .flatMap(Freshness::age)
                                        .orElse(Duration.ZERO));
        boolean useful = left.isPositive() || validators;
        return new Freshness(ttl.map(Duration::isPositive).orElse(useful), now.plus(left));
    }

    private static Optional<Duration> age(String seconds) {
        try {
            long whole = Long.parseLong(seconds.replace("\"", "").strip());
            return Optional.of(Duration.ofSeconds(Math.min(whole, AGE_SECONDS_MAX)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> expires(HttpHeaders headers, Instant now) {
        OptionalLong date = HttpDate.parse(headers.firstValue("Expires").orElse(""));
        return date.isPresent()
                ? Optional.of(Duration.between(now, Instant.ofEpochMilli(date.getAsLong())))
                : Optional.empty();
    }
}
