package telegraph.sources;

import java.time.Duration;
import java.util.Optional;

/// The limits that all HTTP sources of a process share.
///
/// @param hostConcurrencyMax requests under way at once to one host
/// @param totalConcurrencyMax requests under way at once in all
/// @param cacheTtl how long an answer is served from the cache, whatever its headers say; empty to
///   follow the headers
/// @param cacheBytesMax bytes the response cache may take on disk; 0 for no cache
/// @param bodyBytesMax the longest body read into memory, unpacked
/// @param timeout how long one request may take, with its body, where the source says nothing
public record HttpSettings(
        int hostConcurrencyMax,
        int totalConcurrencyMax,
        Optional<Duration> cacheTtl,
        long cacheBytesMax,
        long bodyBytesMax,
        Duration timeout) {
    public static HttpSettings defaults() {
        return new HttpSettings(
                256, 512, Optional.empty(), 256L << 20, 64L << 20, Duration.ofSeconds(30));
    }

    public HttpSettings withCacheTtl(Optional<Duration> ttl) {
        return new HttpSettings(
                hostConcurrencyMax, totalConcurrencyMax, ttl, cacheBytesMax, bodyBytesMax, timeout);
    }

    public HttpSettings withConcurrency(int host, int total) {
        return new HttpSettings(host, total, cacheTtl, cacheBytesMax, bodyBytesMax, timeout);
    }
}
