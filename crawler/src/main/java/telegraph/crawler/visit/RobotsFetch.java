package telegraph.crawler.visit;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.Manners;
import telegraph.crawler.Outcome;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.robots.Robots;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.http.Octets;
import telegraph.http.RetryAfter;
import telegraph.http.client.Client;
import telegraph.http.client.FetchSlot;
import telegraph.http.url.Url;
import telegraph.http.wire.Wire;

/// Asks for the robots.txt of a site, where it should be or where the site said that it is.
///
/// Where it leads to is asked in a visit of its own, up to [#HOPS_MAX] times, as RFC 9309 wants,
/// also at other hosts.
///
/// Threads: any.
public final class RobotsFetch {
    private static final int HOPS_MAX = 5;

    /// Every site in memory may have one.
    private static final int TARGET_OCTETS_MAX = 256;

    private static final int REDIRECTS_FROM = 300;
    private static final int REDIRECTS_TO = 400;
    private static final byte[] PATH = "/robots.txt".getBytes(StandardCharsets.US_ASCII);

    /// What came.
    ///
    /// @param movedTo where to ask on; null if this is all
    /// @param pauseNanos how long the site wants to be left alone; -1 if it does not say
    public record Answer(
            Robots robots,
            Url movedTo,
            Outcome outcome,
            String detail,
            int status,
            long endNanos,
            long pauseNanos,
            long wireBytes) {}

    private final Client client;
    private final Manners manners;
    private final Ticker ticker;
    private final Clock clock;

    public RobotsFetch(Client client, Manners manners, CrawlPlace place) {
        this.client = client;
        this.manners = manners;
        this.ticker = place.ticker();
        this.clock = place.clock();
    }

    public Answer fetch(Visit visit, FetchSlot exchange) throws InterruptedException {
        Url url = visit.robotsAt() == null ? home(visit.site()) : visit.robotsAt();
        exchange.bodyOctetsMax(Robots.OCTETS_MAX + 1);
        if (visit.isGuest()) {
            try (Wire wire = new Wire()) {
                client.fetch(url, visit.address(), wire, exchange);
            }
        } else {
            client.fetch(url, visit.address(), visit.memory().wire(), exchange);
        }
        Octets location = new Octets(128);
        if (visit.memory().robotsHops() < HOPS_MAX && leadsOn(exchange, location)) {
            Url to = new Url();
            boolean isUrl =
                    to.resolve(url, location.array(), 0, location.length()) == Url.Verdict.OK
                            && to.length() <= TARGET_OCTETS_MAX;
            return answer(Robots.allowingAll(), isUrl ? new Url().set(to) : null, exchange);
        }
        int status = exchange.outcome().isResponse() ? exchange.status() : 0;
        Octets body = exchange.body();
        Robots robots = Robots.parse(status, body.array(), body.length(), manners.userAgent());
        return answer(robots, null, exchange);
    }

    private static Url home(VisitState site) {
        Url url = new Url();
        Octets text = new Octets(128);
        String port = site.port() < 0 ? "" : ":" + site.port();
        text.append(site.isHttps() ? "https://" : "http://");
        text.append(site.host()).append(port).append(PATH, 0, PATH.length);
        if (url.parse(text.array(), 0, text.length()) != Url.Verdict.OK) {
            throw TelegraphException.bug("a site has a robots.txt: url=" + text, null);
        }
        return url;
    }

    private static boolean leadsOn(FetchSlot exchange, Octets location) {
        return exchange.outcome().isResponse()
                && exchange.status() >= REDIRECTS_FROM
                && exchange.status() < REDIRECTS_TO
                && exchange.header("location", location);
    }

    private Answer answer(Robots robots, Url movedTo, FetchSlot exchange) {
        Octets value = new Octets(32);
        long pause =
                robots.isToBeAskedAgain() && exchange.header("retry-after", value)
                        ? RetryAfter.nanos(
                                value.toString(),
                                clock.instant(),
                                manners.retryAfterMax().toNanos())
                        : -1;
        return new Answer(
                robots,
                movedTo,
                Outcome.of(exchange.outcome()),
                exchange.detail(),
                exchange.status(),
                ticker.nanos(),
                pause,
                exchange.wireBytes());
    }
}
