package telegraph.crawler;

import java.util.List;
import java.util.Optional;
import telegraph.memory.TelegraphException;

/// How a crawl ended.
///
/// @param end why
/// @param status the last one
/// @param mirrors hosts that say the same as others, in words
/// @param failure what stopped it, if `end` is [End#FAILED]; the state is kept
public record CrawlSummary(
        End end, CrawlStatus status, List<String> mirrors, Optional<TelegraphException> failure) {
    /// Why a crawl ended.
    public enum End {
        /// No URL is left.
        COMPLETE,
        /// As many pages came as were wanted.
        PAGES_MAX,
        /// Somebody stopped it; the next start goes on.
        STOPPED,
        /// The disk, the memory or the receiver failed; the next start goes on.
        FAILED
    }

    public CrawlSummary {
        mirrors = List.copyOf(mirrors);
    }
}
