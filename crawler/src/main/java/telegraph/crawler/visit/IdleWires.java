package telegraph.crawler.visit;

/// The open connections of sites that are not being visited, the one idle longest in front.
///
/// Sites in memory may be many more than a process may have sockets: beyond the bound, and after a
/// while, the oldest is closed, and its site connects anew in its next turn.
///
/// Threads: the loop's.
public final class IdleWires {
    private static final long IDLE_MAX_NANOS = 15_000_000_000L;

    private final int most;

    /// Before the first and behind the last; its own neighbours when there are none. No site's, so
    /// it has no rules.
    private final SiteMemory ends = new SiteMemory(this, null);

    private int count;

    public IdleWires(int most) {
        this.most = most;
        ends.before = ends;
        ends.after = ends;
    }

    /// A visit is over; if the wire is open it is the youngest.
    public void add(SiteMemory site, long now) {
        if (!site.wire().isOpen()) {
            return;
        }
        site.before = ends.before;
        site.after = ends;
        ends.before.after = site;
        ends.before = site;
        count++;
        closeOld(now);
    }

    /// A visit begins, or the site leaves memory.
    public void remove(SiteMemory site) {
        if (site.before != null) {
            site.before.after = site.after;
            site.after.before = site.before;
            site.before = null;
            site.after = null;
            count--;
        }
    }

    /// Closes what is too many or was idle for too long.
    public void closeOld(long now) {
        while (count > 0) {
            SiteMemory oldest = ends.after;
            if (count <= most && now - oldest.wire().idleSinceNanos() < IDLE_MAX_NANOS) {
                return;
            }
            remove(oldest);
            oldest.wire().close();
        }
    }

    int count() {
        return count;
    }
}
