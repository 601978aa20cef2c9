package telegraph.crawler.visit;

import java.net.InetAddress;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.crawler.robots.Robots;
import telegraph.http.url.Url;

/// One turn of a site with a fetcher: its robots.txt, or some of its URLs in a row.
///
/// Filled by the loop, then the fetcher's until its last sheet is back, then the loop's again.
public final class Visit {
    /// The most URLs in a row, if nothing has to be waited for between them.
    public static final int URLS_MAX = 8;

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
    public void begin(VisitState of, SiteMemory known, InetAddress at) {
        site = of;
        memory = known;
        address = at;
        count = 0;
        forRobots = false;
        robotsAt = null;
        robots = null;
    }

    /// The site's rules, or null if they are not to be obeyed.
    public Robots robots() {
        return robots;
    }

    public void robots(Robots rules) {
        robots = rules;
    }

    /// The turn is for the site's robots.txt.
    ///
    /// @param at where it is; null if it is where it should be
    public void forRobots(Url at) {
        forRobots = true;
        robotsAt = at;
    }

    /// Where the site's robots.txt is; null if it is where it should be.
    public Url robotsAt() {
        return robotsAt;
    }

    /// Whether another site is asked.
    public boolean isGuest() {
        return robotsAt != null && robotsAt.siteHash() != site.hash();
    }

    /// When the fetcher was sent out.
    long beganNanos() {
        return beganNanos;
    }

    public void beganNanos(long now) {
        beganNanos = now;
    }

    /// Whether the site had not answered before.
    public boolean isUnproven() {
        return unproven;
    }

    public void unproven(boolean is) {
        unproven = is;
    }

    public boolean isForRobots() {
        return forRobots;
    }

    /// Where the next URL goes; it counts after [#took].
    public QueuedUrl free() {
        if (urls[count] == null) {
            urls[count] = new QueuedUrl();
        }
        return urls[count];
    }

    public void took() {
        count++;
    }

    public int count() {
        return count;
    }

    public QueuedUrl url(int index) {
        return urls[index];
    }

    public VisitState site() {
        return site;
    }

    public SiteMemory memory() {
        return memory;
    }

    public InetAddress address() {
        return address;
    }
}
