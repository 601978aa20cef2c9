package telegraph.crawler.visit;

import telegraph.crawler.CrawlLimits;
import telegraph.crawler.CrawlOptions;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.client.Client;

/// Whether there is room for what a crawl is told to do, judged before it begins.
///
/// | on the heap                | of the crawl's memory                    |
/// |----------------------------|------------------------------------------|
/// | bodies, and their fetchers | [CrawlLimits#bodyBytes], of which fetchers may have half |
/// | finished pages             | [CrawlLimits#recordBytes]                     |
///
/// The heap has to be a third larger than these, so that it can be collected, and to hold what
/// every program has. Queues and tables are outside of it.
public final class CrawlRoom {
    private static final long PROGRAM_BYTES = 16L << 20;
    private static final long MEGABYTE = 1L << 20;

    private CrawlRoom() {}

    /// Fetchers that the memory for bodies has room for; of those that nobody asked for, fewer are
    /// as good.
    public static int fetchers(CrawlOptions options) {
        return Math.clamp(fetchersMost(options.limits()), 1, options.transport().fetchers());
    }

    private static long fetchersMost(CrawlLimits limits) {
        return limits.bodyBytes() / 2 / Client.EXCHANGE_BYTES;
    }

    /// @param heapMost bytes of the heap when it is as large as it may be
    /// @throws TelegraphException of kind INPUT if the memory has no room for the fetchers,
    ///   RESOURCE if the heap has none for its part of the memory
    public static void demand(CrawlOptions options, long heapMost) {
        CrawlLimits limits = options.limits();
        int wanted = options.transport().fetchers();
        if (wanted > CrawlOptions.FETCHERS && wanted > fetchersMost(limits)) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "each fetcher has its part of the memory: fetchers="
                            + wanted
                            + " most="
                            + fetchersMost(limits)
                            + " memory="
                            + limits.memoryBytes() / MEGABYTE
                            + "MB. Give memory="
                            + memoryFor(wanted)
                            + "MB, or fewer fetchers.");
        }
        long needed = (limits.bodyBytes() + limits.recordBytes()) * 4 / 3 + PROGRAM_BYTES;
        if (needed > heapMost) {
            throw TelegraphException.of(
                    SqlState.INSUFFICIENT_RESOURCES,
                    "bodies and finished pages lie on the heap: memory="
                            + limits.memoryBytes() / MEGABYTE
                            + "MB needed="
                            + needed / MEGABYTE
                            + "MB heap="
                            + heapMost / MEGABYTE
                            + "MB. Give less memory, or start with a larger -Xmx.");
        }
    }

    /// Megabytes that have room for so many fetchers.
    private static long memoryFor(int fetchers) {
        long megabytes = 1;
        while (fetchersMost(CrawlLimits.of(Math.max(CrawlLimits.MEMORY_MIN, megabytes * MEGABYTE)))
                < fetchers) {
            megabytes++;
        }
        return megabytes;
    }
}
