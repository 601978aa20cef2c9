package telegraph.crawler.journal;

import java.util.List;
import telegraph.crawler.Outcome;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.page.LinkCursor;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.PageView;
import telegraph.crawler.page.Part;
import telegraph.crawler.scope.LinkFilter;
import telegraph.http.Octets;
import telegraph.http.url.Url;

/// What the record of a page does to the frontier and the counts: the same when it was just
/// appended to the journal and when the journal is replayed.
///
/// Threads: the loop's.
public final class PageEffects {
    private static final int OK = 200;

    private static final int MOVED_MAX = 10_000;

    private final Frontier frontier;
    private final CrawlCounts tally;
    private final Mirrors mirrors;
    private final Scope scope;
    private final LinkCursor links = new LinkCursor();
    private final Origin origin = new Origin();
    private final Url url = new Url();

    /// Which links are followed.
    ///
    /// @param nofollow whether pages that forbid to follow their links are obeyed
    /// @param moved where seeds were redirected to, which stands for them
    public record Scope(LinkFilter filter, boolean nofollow, List<String> moved) {
        /// Takes a site into the scope.
        void widen(Url url) {
            filter.widen(url);
            String text = url.toString();
            if (moved.size() < MOVED_MAX && !moved.contains(text)) {
                moved.add(text);
            }
        }
    }

    public PageEffects(Frontier frontier, CrawlCounts tally, Mirrors mirrors, Scope scope) {
        this.frontier = frontier;
        this.tally = tally;
        this.mirrors = mirrors;
        this.scope = scope;
    }

    /// Counts the page and offers where it leads.
    void apply(PageView page, long nowNanos) {
        tally.row(page.outcome(), page.status(), Math.max(0, page.wireBytes()), nowNanos);
        if (page.status() == OK && page.hasDigest() && page.outcome() == Outcome.FETCHED) {
            mirrors.page(page.array(), page.start(Part.URL), page.end(Part.URL), page.digestHigh());
        }
        if (page.hasFlag(PageRecord.FOLLOWED)) {
            offerTarget(page);
        }
        if (page.linkCount() > 0 && !(scope.nofollow() && page.hasFlag(PageRecord.NOFOLLOW))) {
            offerLinks(page);
        }
    }

    private void offerTarget(PageView page) {
        origin.depth(page.depth()).noChain();
        for (int i = 0; i < page.chainLength(); i++) {
            origin.redirected(page.chain(i));
        }
        origin.redirected(page.urlHash());
        referrer(page);
        offer(page.array(), page.start(Part.FINAL_URL), page.end(Part.FINAL_URL));
        boolean stoodForSeed = !page.has(Part.REFERRER) || page.chainLength() > 0;
        if (page.depth() == 0 && stoodForSeed) {
            scope.widen(url);
        }
    }

    private void offerLinks(PageView page) {
        origin.depth(page.depth() + 1).noChain();
        referrer(page);
        links.rewind(page);
        while (links.next()) {
            if (links.isFollowed() && !frontier.wasOffered(links.hash())) {
                offer(links.array(), links.urlStart(), links.urlEnd());
            }
        }
    }

    private void referrer(PageView page) {
        Octets referrer = origin.referrer().clear();
        referrer.append(page.array(), page.start(Part.URL), page.end(Part.URL));
    }

    private void offer(byte[] from, int start, int end) {
        if (url.parse(from, start, end) == Url.Verdict.OK) {
            frontier.offer(url, origin);
        }
    }
}
