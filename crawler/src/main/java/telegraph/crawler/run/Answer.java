package telegraph.crawler.run;

import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.frontier.VisitState;

/// What the resolver found out for a site.
final class Answer extends Inbox.Letter {
    private final VisitState site;
    private final DnsAnswer answer;

    Answer(VisitState site, DnsAnswer answer) {
        this.site = site;
        this.answer = answer;
    }

    VisitState site() {
        return site;
    }

    DnsAnswer answer() {
        return answer;
    }
}
