package telegraph.sources.fetch;

import java.time.Duration;
import java.util.Optional;

/// How hard to try.
///
/// @param source what messages call the source
/// @param timeout how long one request may take, with its body
/// @param retries how often a failed request is sent again
/// @param requestsPerSecond 0 for no limit
/// @param cacheTtl how long an answer is good whatever its headers say; empty to follow them
public record FetchRules(
        String source,
        Duration timeout,
        int retries,
        double requestsPerSecond,
        Optional<Duration> cacheTtl,
        long bodyBytesMax) {}
