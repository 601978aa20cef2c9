package telegraph.crawler.run;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.Manners;
import telegraph.crawler.Octets;
import telegraph.crawler.Outcome;
import telegraph.crawler.dns.DnsAnswer;
import telegraph.crawler.dns.Resolver;
import telegraph.crawler.fetch.Client;
import telegraph.crawler.fetch.Exchange;
import telegraph.crawler.fetch.Wire;
import telegraph.crawler.robots.Robots;
import telegraph.crawler.url.Url;
import telegraph.engine.Ticker;
import telegraph.memory.TelegraphException;

/// Asks a site for its robots.txt, and follows where it leads: up to [#HOPS_MAX] redirects, as RFC
/// 9309 wants, also to other hosts.
///
/// Between two hops the delay of a host passes.
///
/// Threads: any.
final class RobotsFetch {
    private static final int HOPS_MAX = 5;
    private static final int REDIRECTS_FROM = 300;
    private static final int REDIRECTS_TO = 400;
    private static final byte[] PATH = "/robots.txt".getBytes(StandardCharsets.US_ASCII);

    /// What came.
    ///
    /// @param pauseNanos how long the site wants to be left alone; -1 if it does not say
    record Answer(
            Robots robots,
            Outcome outcome,
            String detail,
            int status,
            long endNanos,
            long pauseNanos,
            long wireBytes) {}

    private final Client client;
    private final Resolver resolver;
    private final Manners manners;
    private final Ticker ticker;
    private final Clock clock;

    RobotsFetch(Client client, Resolver resolver, Manners manners, CrawlPlace place) {
        this.client = client;
        this.resolver = resolver;
        this.manners = manners;
        this.ticker = place.ticker();
        this.clock = place.clock();
    }

    Answer fetch(Visit visit, Exchange exchange) throws InterruptedException {
        Url url = new Url();
        Octets text = new Octets(128);
        String port = visit.site().port() < 0 ? "" : ":" + visit.site().port();
        text.append(visit.site().isHttps() ? "https://" : "http://");
        text.append(visit.site().host()).append(port).append(PATH, 0, PATH.length);
        if (url.parse(text.array(), 0, text.length()) != Url.Verdict.OK) {
            throw TelegraphException.bug("a site has a robots.txt: url=" + text, null);
        }
        exchange.bodyOctetsMax(Robots.OCTETS_MAX + 1);
        client.fetch(url, visit.address(), visit.memory().wire(), exchange);
        long bytes = exchange.wireBytes();
        Url from = new Url();
        for (int hop = 0; hop < HOPS_MAX && leadsOn(exchange, text); hop++) {
            from.set(url);
            if (url.resolve(from, text.array(), 0, text.length()) != Url.Verdict.OK) {
                return answer(Robots.allowingAll(), exchange, bytes);
            }
            ticker.sleep(manners.hostDelay());
            exchange.bodyOctetsMax(Robots.OCTETS_MAX + 1);
            if (url.siteHash() == visit.site().hash()) {
                client.fetch(url, visit.address(), visit.memory().wire(), exchange);
            } else if (!elsewhere(url, exchange)) {
                return answer(Robots.allowingAll(), exchange, bytes);
            }
            bytes += exchange.wireBytes();
        }
        int status = exchange.outcome().isResponse() ? exchange.status() : 0;
        Octets body = exchange.body();
        Robots robots = Robots.parse(status, body.array(), body.length(), manners.userAgent());
        return answer(robots, exchange, bytes);
    }

    private static boolean leadsOn(Exchange exchange, Octets location) {
        return exchange.outcome().isResponse()
                && exchange.status() >= REDIRECTS_FROM
                && exchange.status() < REDIRECTS_TO
                && exchange.header("location", location);
    }

    /// Fetches from another host; false if that has no address.
    private boolean elsewhere(Url url, Exchange exchange) throws InterruptedException {
        CompletableFuture<DnsAnswer> found = new CompletableFuture<>();
        resolver.resolve(url.host(), (host, answer) -> found.complete(answer));
        try {
            DnsAnswer answer = found.get();
            if (!answer.isFound()) {
                return false;
            }
            InetAddress address = answer.addresses().getFirst();
            try (Wire wire = new Wire()) {
                client.fetch(url, address, wire, exchange);
            }
            return true;
        } catch (ExecutionException e) {
            throw TelegraphException.bug("a resolver answers: host=" + url.host(), e);
        }
    }

    private Answer answer(Robots robots, Exchange exchange, long bytes) {
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
                exchange.outcome(),
                exchange.detail(),
                exchange.status(),
                ticker.nanos(),
                pause,
                bytes);
    }
}
