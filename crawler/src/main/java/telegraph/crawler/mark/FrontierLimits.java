package telegraph.crawler.mark;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The bounds of a frontier's memory, and how sites take turns in it.
///
/// | bound                | of what                                                              |
/// |----------------------|----------------------------------------------------------------------|
/// | `memoryBytes`        | everything below together                                            |
/// | `sitesActive`        | sites in memory with the head of their queue                         |
/// | `sitesPerAddress`    | sites in memory with URLs of one address, if there is no room for all |
/// | `resolving`          | sites handed out for an address at once                              |
/// | `requestsPerAddress` | sites of one address handed out at once                              |
/// | `turnUrls`           | URLs of a site after which it gives its place to one that waits      |
/// | `urlsPerSite`        | URLs of one site that are taken in; more are dropped and counted     |
public record FrontierLimits(
        long memoryBytes,
        int sitesActive,
        int sitesPerAddress,
        int resolving,
        int requestsPerAddress,
        int turnUrls,
        int urlsPerSite) {
    /// The least memory a frontier works in.
    public static final long MEMORY_MIN = 4L << 20;

    private static final int RESOLVING = 1_024;
    private static final int TURN_URLS = 64;

    public FrontierLimits {
        demand("memory in bytes", memoryBytes, MEMORY_MIN);
        demand("active sites", sitesActive, 1);
        demand("active sites of an address", sitesPerAddress, 1);
        demand("sites that are resolved at once", resolving, 1);
        demand("requests to an address at once", requestsPerAddress, 1);
        demand("URLs in a turn", turnUrls, 1);
        demand("URLs of a site", urlsPerSite, 1);
    }

    /// Limits of a polite crawl: one request to an address at a time, no bound on URLs of a site.
    public static FrontierLimits of(long memoryBytes, int sitesActive) {
        return new FrontierLimits(
                memoryBytes,
                sitesActive,
                Math.max(1, sitesActive / 4),
                RESOLVING,
                1,
                TURN_URLS,
                Integer.MAX_VALUE);
    }

    public FrontierLimits withRequestsPerAddress(int requests) {
        return new FrontierLimits(
                memoryBytes,
                sitesActive,
                sitesPerAddress,
                resolving,
                requests,
                turnUrls,
                urlsPerSite);
    }

    public FrontierLimits withUrlsPerSite(int urls) {
        return new FrontierLimits(
                memoryBytes,
                sitesActive,
                sitesPerAddress,
                resolving,
                requestsPerAddress,
                turnUrls,
                urls);
    }

    public FrontierLimits withTurnUrls(int urls) {
        return new FrontierLimits(
                memoryBytes,
                sitesActive,
                sitesPerAddress,
                resolving,
                requestsPerAddress,
                urls,
                urlsPerSite);
    }

    private static void demand(String name, long value, long least) {
        if (value < least) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "the frontier's limit of "
                            + name
                            + " is at least "
                            + least
                            + ": found="
                            + value);
        }
    }
}
