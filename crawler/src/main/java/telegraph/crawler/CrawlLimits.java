package telegraph.crawler;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The bounds of everything in a crawl that could grow with the web.
///
/// | bound            | of what                                                                  |
/// |------------------|--------------------------------------------------------------------------|
/// | `memoryBytes`    | all below together, as the crawl's region counts them                    |
/// | `sitesActive`    | sites with a queue in memory; the others stand in a line on disk         |
/// | `frontierBytes`  | the sieve's table and cache, the heads of queues, the site table         |
/// | `bodyBytes`      | bodies and buffers of all fetches under way                              |
/// | `recordBytes`    | finished pages that the loop has not taken yet                           |
/// | `linksMax`       | links kept and followed of one page                                      |
/// | `textBytes`      | text of one page                                                         |
/// | `checkpointPages`| pages after which a checkpoint is written                                |
/// | `checkpointNanos`| time after which a checkpoint is written, if anything was done           |
public record CrawlLimits(
        long memoryBytes,
        int sitesActive,
        long frontierBytes,
        long bodyBytes,
        long recordBytes,
        int linksMax,
        int textBytes,
        int checkpointPages,
        long checkpointNanos) {
    /// The memory of a crawl that is not told otherwise: with the heap's own needs and the
    /// program's code it stays below 256 MB resident.
    public static final long MEMORY_BYTES = 128L << 20;

    /// The least memory a crawl works in.
    public static final long MEMORY_MIN = 16L << 20;

    private static final long UNSHARED_BYTES = 3L << 20;

    public CrawlLimits {
        demand("memory in bytes", memoryBytes, MEMORY_MIN, Long.MAX_VALUE);
    }

    /// The shares of `memoryBytes`. What nobody is given here is for what has bounds of its own:
    /// desks, open connections, the caches of names, cookies and mirrors, the rules of sites, and
    /// URLs that are done out of turn.
    public static CrawlLimits of(long memoryBytes) {
        int sites = Math.clamp(memoryBytes >> 14, 256, 16_384);
        long shared = memoryBytes - memoryBytes / 16 - UNSHARED_BYTES;
        return new CrawlLimits(
                memoryBytes,
                sites,
                shared * 7 / 16,
                shared / 4,
                shared / 8,
                4_096,
                64 << 10,
                20_000,
                10_000_000_000L);
    }

    static void demand(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    name
                            + " is "
                            + (most >= Integer.MAX_VALUE
                                    ? "at least " + least
                                    : "from " + least + " to " + most)
                            + ": found="
                            + value);
        }
    }
}
