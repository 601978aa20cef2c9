package telegraph.sources;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.sources.fetch.Fetcher;
import telegraph.sources.fetch.ResponseCache;
import telegraph.sources.fetch.Secrets;

/// A process's way to the web: connections, limits by host, rate limits and the response cache, all
/// shared by its sources.
///
/// Threads: any. Nothing is opened before the first request.
public final class HttpAccess implements AutoCloseable {
    private final HttpSettings settings;
    private final Fetcher fetcher;

    /// What a process gives its access to the web.
    ///
    /// @param seed where the jitter of retries comes from
    /// @param clients how a client of HTTP is made
    /// @param reach which addresses may be asked now
    public record Surroundings(
            Ticker ticker,
            Clock clock,
            long seed,
            Supplier<HttpClient.Builder> clients,
            Supplier<Reach> reach) {}

    /// @param disk where answers are kept
    /// @param cacheDirectory where answers are kept; made when the first one is
    /// @param secrets the value of a secret by its name, asked when a request is made
    public HttpAccess(
            Disk disk,
            Path cacheDirectory,
            HttpSettings settings,
            Function<String, Optional<String>> secrets,
            Surroundings surroundings) {
        this(
                disk,
                cacheDirectory,
                settings,
                secrets,
                new Fetcher.Nature(
                        surroundings.ticker(),
                        surroundings.clock(),
                        surroundings.seed(),
                        surroundings.clients(),
                        surroundings.reach()));
    }

    /// An access with a clock of its own: the clock that dates in headers are compared with.
    public HttpAccess(
            Disk disk,
            Path cacheDirectory,
            HttpSettings settings,
            Function<String, Optional<String>> secrets,
            Fetcher.Nature nature) {
        this.settings = settings;
        this.fetcher =
                new Fetcher(
                        new ResponseCache(disk, cacheDirectory, settings.cacheBytesMax()),
                        new Fetcher.Concurrency(
                                settings.hostConcurrencyMax(), settings.totalConcurrencyMax()),
                        new Secrets(secrets),
                        nature);
    }

    HttpSettings settings() {
        return settings;
    }

    Fetcher fetcher() {
        return fetcher;
    }

    /// Hangs up on everybody.
    @Override
    public void close() {
        fetcher.transport().close();
    }
}
