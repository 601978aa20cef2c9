package telegraph.crawler.visit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlTransport;
import telegraph.crawler.dns.LoopbackOnly;
import telegraph.crawler.dns.ProxiedNames;
import telegraph.crawler.dns.Resolver;
import telegraph.crawler.dns.ResolverOptions;
import telegraph.crawler.dns.SystemResolver;
import telegraph.crawler.dns.UdpResolver;
import telegraph.http.ClientOptions;
import telegraph.http.FetchLimits;
import telegraph.http.client.Client;
import telegraph.http.url.Url;
import telegraph.http.wire.TlsTrust;
import telegraph.memory.Region;

/// Makes the client and the resolver that the options ask for.
public final class Network {
    private static final Duration RATE_WINDOW = Duration.ofSeconds(5);
    private static final int HEAD_OCTETS = 64 << 10;

    private Network() {}

    public static Resolver resolver(CrawlOptions crawl, CrawlPlace place, Region region) {
        Resolver all = anyAddress(crawl, place, region);
        return crawl.manners().hasContact() || crawl.transport().proxy().isPresent()
                ? all
                : new LoopbackOnly(all);
    }

    private static Resolver anyAddress(CrawlOptions crawl, CrawlPlace place, Region region) {
        CrawlTransport transport = crawl.transport();
        if (transport.proxy().isPresent()) {
            return new ProxiedNames();
        }
        ResolverOptions options =
                switch (transport.resolver()) {
                    case "system" -> null;
                    case "own" -> ResolverOptions.ofSystem();
                    default ->
                            ResolverOptions.of(
                                    List.of(ResolverOptions.server(transport.resolver())));
                };
        return options == null
                ? new SystemResolver(place.reachable())
                : new UdpResolver(
                        options.allowed(place.reachable())
                                .cacheEntries(
                                        Math.clamp(crawl.limits().memoryBytes() >> 15, 256, 8_192)),
                        place.ticker(),
                        place.chance(),
                        region);
    }

    public static Client client(
            CrawlOptions options, List<Url> seeds, CrawlPlace place, Region region) {
        CrawlTransport transport = options.transport();
        long exchanges = (long) CrawlRoom.fetchers(options) * Client.EXCHANGE_BYTES;
        FetchLimits limits =
                new FetchLimits(
                        transport.connectTimeout(),
                        transport.answerTimeout(),
                        transport.timeout(),
                        transport.rateMin(),
                        RATE_WINDOW,
                        HEAD_OCTETS,
                        transport.bodyBytesMax(),
                        options.limits().bodyBytes() - exchanges);
        ClientOptions client =
                ClientOptions.of(options.manners().userAgent())
                        .withLimits(limits)
                        .withHeaders(
                                transport.headers().stream()
                                        .map(ClientOptions.Header::parse)
                                        .toList())
                        .withCookies(transport.cookies())
                        .withKeepRaw(options.keeping().warc())
                        .withClock(place.clock());
        if (transport.insecure()) {
            client = client.withTls(new ClientOptions.Tls(Optional.empty(), false));
        } else if (transport.caCertificate().isPresent()) {
            client =
                    client.withTls(
                            new ClientOptions.Tls(
                                    transport.caCertificate().map(TlsTrust::with), true));
        }
        if (transport.proxy().isPresent()) {
            client = client.withProxy(ClientOptions.Proxy.parse(transport.proxy().get()));
        }
        if (transport.auth().isPresent()) {
            client = client.withLogins(logins(transport.auth().get(), seeds));
        }
        return new Client(client, place.ticker(), region);
    }

    /// A password is for the hosts of the seeds, and for nobody to whom their pages lead.
    private static List<ClientOptions.Login> logins(String auth, List<Url> seeds) {
        int colon = auth.indexOf(':');
        String user = auth.substring(0, colon);
        String password = auth.substring(colon + 1);
        return seeds.stream()
                .map(Url::host)
                .distinct()
                .map(host -> new ClientOptions.Login(host, user, password))
                .toList();
    }
}
