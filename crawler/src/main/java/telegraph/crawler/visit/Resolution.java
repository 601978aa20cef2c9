package telegraph.crawler.visit;

import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.frontier.VisitState;

/// What the resolver found out for a site.
public final class Resolution extends LoopInbox.Letter {
    private final VisitState site;
    private final DnsAnswer answer;
    private final long askedNanos;

    public Resolution(VisitState site, long askedNanos, DnsAnswer answer) {
        this.askedNanos = askedNanos;
        this.site = site;
        this.answer = answer;
    }

    public VisitState site() {
        return site;
    }

    /// When it was asked for.
    long askedNanos() {
        return askedNanos;
    }

    public DnsAnswer answer() {
        return answer;
    }
}
