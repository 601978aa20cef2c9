package telegraph.crawler;

import java.util.List;
import java.util.Optional;
import telegraph.ground.TelegraphException;

/// How a crawl ended.
///
/// @param end why
/// @param status the last one
/// @param missing what there is no page of because its hosts did not answer, if `end` is
///   [End#INCOMPLETE]
/// @param mirrors hosts that say the same as others, in words
/// @param failure what stopped it, if `end` is [End#FAILED] or [End#NO_NETWORK]; the state is kept
public record CrawlSummary(
        End end,
        CrawlStatus status,
        Missing missing,
        List<String> mirrors,
        Optional<TelegraphException> failure) {
    /// URLs that were not reached, and of how many hosts.
    public record Missing(long urls, long hosts) {
        /// Everybody answered.
        public static final Missing NOTHING = new Missing(0, 0);
    }

    /// Why a crawl ended.
    public enum End {
        /// No URL is left.
        COMPLETE,
        /// No URL is left but those of hosts that did not answer; the next start asks them again.
        INCOMPLETE,
        /// As many pages came as were wanted.
        PAGES_MAX,
        /// The crawl's own network was away for too long; the next start goes on.
        NO_NETWORK,
        /// Somebody stopped it; the next start goes on.
        STOPPED,
        /// The disk, the memory or the receiver failed; the next start goes on.
        FAILED
    }

    public CrawlSummary {
        mirrors = List.copyOf(mirrors);
    }
}
