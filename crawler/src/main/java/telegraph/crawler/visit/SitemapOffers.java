package telegraph.crawler.visit;

import java.nio.charset.StandardCharsets;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.scope.Cut;
import telegraph.crawler.scope.LinkFilter;
import telegraph.http.url.Url;

/// Offers the sitemaps that a robots.txt names as if they were seeds: they are fetched in the turn
/// of their site, have rows, and what they list are their links.
///
/// Threads: the loop's.
public final class SitemapOffers {
    private static final String ROBOTS = "/robots.txt";

    private final Frontier frontier;
    private final LinkFilter filter;
    private final Url url = new Url();
    private final Origin origin = new Origin();

    public SitemapOffers(Frontier frontier, LinkFilter filter) {
        this.frontier = frontier;
        this.filter = filter;
    }

    /// Whether a URL was offered here, for nothing else has a robots.txt as its referrer without
    /// being a link from it.
    static boolean isOffered(Origin origin) {
        return origin.depth() == 0 && origin.referrer().toString().endsWith(ROBOTS);
    }

    public void offer(VisitState site, Robots robots) {
        String port = site.port() < 0 ? "" : ":" + site.port();
        origin.seed().referrer().append(site.isHttps() ? "https://" : "http://");
        origin.referrer().append(site.host()).append(port).append(ROBOTS);
        for (String sitemap : robots.sitemaps()) {
            byte[] octets = sitemap.getBytes(StandardCharsets.UTF_8);
            if (url.parse(octets, 0, octets.length) == Url.Verdict.OK
                    && filter.judge(url, 0) == Cut.KEEP) {
                frontier.offer(url, origin);
            }
        }
    }
}
