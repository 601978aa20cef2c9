package telegraph.crawler;

import java.util.List;

/// Which URLs a crawl takes, and how many of them.
///
/// @param reach `host` (the hosts of the seeds), `domain` (their registered domains), `any`, or a
///   regular expression that the whole URL matches
/// @param include prefixes or regular expressions of which a URL has one, if there are any
/// @param exclude prefixes or regular expressions of which a URL has none
/// @param pagesMax responses after which the crawl ends, exactly
/// @param depthMax links from a seed to a page at most
/// @param hostPagesMax URLs taken from one site at most
/// @param nofollow whether links marked nofollow are left alone
/// @param sitemaps whether the sitemaps that robots.txt names are read
/// @param images whether images are links, too
public record CrawlScope(
        String reach,
        List<String> include,
        List<String> exclude,
        long pagesMax,
        int depthMax,
        long hostPagesMax,
        boolean nofollow,
        boolean sitemaps,
        boolean images) {
    public CrawlScope {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        CrawlLimits.demand("max-pages", pagesMax, 1, Long.MAX_VALUE);
        CrawlLimits.demand("max-depth", depthMax, 0, 65_535);
        CrawlLimits.demand("per-host-pages", hostPagesMax, 1, Integer.MAX_VALUE);
    }
}
