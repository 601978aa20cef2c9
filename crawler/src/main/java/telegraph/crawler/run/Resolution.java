package telegraph.crawler.run;

import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.frontier.VisitState;

/// What the resolver found out for a site.
final class Resolution extends LoopInbox.Letter {
    private final VisitState site;
    private final DnsAnswer answer;
    private final long askedNanos;

    Resolution(VisitState site, long askedNanos, DnsAnswer answer) {
        this.askedNanos = askedNanos;
        this.site = site;
        this.answer = answer;
    }

    VisitState site() {
        return site;
    }

    /// When it was asked for.
    long askedNanos() {
        return askedNanos;
    }

    DnsAnswer answer() {
        return answer;
    }
}
