package telegraph.crawler.run;

import java.net.InetAddress;
import telegraph.crawler.frontier.QueuedUrl;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.url.Url;

/// One turn of a site with a fetcher: its robots.txt, or some of its URLs in a row.
///
/// Filled by the loop, then the fetcher's until its last sheet is back, then the loop's again.
final class Visit {
    /// The most URLs in a row, if nothing has to be waited for between them.
    static final int URLS_MAX = 8;

    private final QueuedUrl[] urls = new QueuedUrl[URLS_MAX];
    private int count;
    private VisitState site;
    private SiteMemory memory;
    private InetAddress address;
    private boolean forRobots;
    private Url robotsAt;
    private boolean unproven;
    private long beganNanos;
    private Robots robots;

    /// Begins a turn, of no URL so far.
    void begin(VisitState of, SiteMemory known, InetAddress at) {
        site = of;
        memory = known;
        address = at;
        count = 0;
        forRobots = false;
        robotsAt = null;
        robots = null;
    }

    /// The site's rules, or null if they are not to be obeyed.
    Robots robots() {
        return robots;
    }

    void robots(Robots rules) {
        robots = rules;
    }

    /// The turn is for the site's robots.txt.
    ///
    /// @param at where it is; null if it is where it should be
    void forRobots(Url at) {
        forRobots = true;
        robotsAt = at;
    }

    /// Where the site's robots.txt is; null if it is where it should be.
    Url robotsAt() {
        return robotsAt;
    }

    /// Whether another site is asked.
    boolean isGuest() {
        return robotsAt != null && robotsAt.siteHash() != site.hash();
    }

    /// When the fetcher was sent out.
    long beganNanos() {
        return beganNanos;
    }

    void beganNanos(long now) {
        beganNanos = now;
    }

    /// Whether the site had not answered before.
    boolean isUnproven() {
        return unproven;
    }

    void unproven(boolean is) {
        unproven = is;
    }

    boolean isForRobots() {
        return forRobots;
    }

    /// Where the next URL goes; it counts after [#took].
    QueuedUrl free() {
        if (urls[count] == null) {
            urls[count] = new QueuedUrl();
        }
        return urls[count];
    }

    void took() {
        count++;
    }

    int count() {
        return count;
    }

    QueuedUrl url(int index) {
        return urls[index];
    }

    VisitState site() {
        return site;
    }

    SiteMemory memory() {
        return memory;
    }

    InetAddress address() {
        return address;
    }
}
