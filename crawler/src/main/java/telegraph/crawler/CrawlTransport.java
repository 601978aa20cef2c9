package telegraph.crawler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import telegraph.crawler.dns.ResolverOptions;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.ClientOptions;

/// How a crawl asks over the network.
///
/// @param fetchers requests at once at most
/// @param timeout of a whole fetch, from connecting to the last octet
/// @param connectTimeout of connecting alone, TLS included
/// @param answerTimeout from a request to the end of its answer's head
/// @param networkWait how long a crawl waits for its own network to come back before it ends
/// @param rateMin octets a second below which a body that comes is given up
/// @param bodyBytesMax decoded octets of a body after which it is cut
/// @param resolver `own` (the servers of the system, asked by the crawl's own resolver), `system`,
///   or the `address:port` of a name server
/// @param proxy `http://host:port` that all requests go through
/// @param auth `user:password` for sites that ask for Basic authentication
/// @param cookies whether sites are told the cookies they set
/// @param headers lines `Name: value` that every request carries
/// @param insecure whether certificates are taken as they come
/// @param caCertificate a file of certificates that are trusted beside the platform's
public record CrawlTransport(
        int fetchers,
        Duration timeout,
        Duration connectTimeout,
        Duration answerTimeout,
        Duration networkWait,
        int rateMin,
        int bodyBytesMax,
        String resolver,
        Optional<String> proxy,
        Optional<String> auth,
        boolean cookies,
        List<String> headers,
        boolean insecure,
        Optional<Path> caCertificate) {
    public CrawlTransport {
        headers = List.copyOf(headers);
        CrawlLimits.demand("fetchers", fetchers, 1, 65_536);
        CrawlLimits.demand("timeout in ms", timeout.toMillis(), 1, Integer.MAX_VALUE);
        CrawlLimits.demand(
                "connect-timeout in ms", connectTimeout.toMillis(), 1, Integer.MAX_VALUE);
        CrawlLimits.demand("answer-timeout in ms", answerTimeout.toMillis(), 1, Integer.MAX_VALUE);
        CrawlLimits.demand("network-wait in ms", networkWait.toMillis(), 0, Long.MAX_VALUE);
        CrawlLimits.demand("min-rate", rateMin, 0, Integer.MAX_VALUE);
        CrawlLimits.demand("max-bytes", bodyBytesMax, 0, 1 << 30);
        if (!resolver.equals("own") && !resolver.equals("system")) {
            ResolverOptions.server(resolver);
        }
        proxy.ifPresent(ClientOptions.Proxy::parse);
        auth.ifPresent(CrawlTransport::judgeAuth);
        headers.forEach(ClientOptions.Header::parse);
    }

    private static void judgeAuth(String auth) {
        int colon = auth.indexOf(':');
        if (colon < 1) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "auth is a user and a password with a colon between them");
        }
        new ClientOptions.Login("", auth.substring(0, colon), auth.substring(colon + 1));
    }
}
