package telegraph.crawler;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.crawler.run.Seeds;
import telegraph.crawler.scope.LinkFilter;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;

/// All that a user can say about a crawl.
///
/// What can be told to be wrong without looking at the disk or the network is refused here: a crawl
/// that cannot start leaves nothing behind.
///
/// @param seeds where it starts; may be empty if `into` holds a crawl that goes on
/// @param into the directory of its files
/// @param mustResume whether there has to be a crawl in `into` already; else it goes on if there is
///   one
public record CrawlOptions(
        List<String> seeds,
        Path into,
        boolean mustResume,
        CrawlScope scope,
        Manners manners,
        CrawlTransport transport,
        KeptParts keeping,
        CrawlLimits limits) {
    /// Requests at once if nobody says how many.
    public static final int FETCHERS = 512;

    private static final String NAME_SERVER_PORT = "53";

    public CrawlOptions {
        seeds = List.copyOf(seeds);
        if (seeds.isEmpty() && !mustResume) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a crawl starts somewhere. Give a seed, such as http://localhost:8000/.");
        }
        List<Url> starts = Seeds.parse(seeds);
        LinkFilter.of(scope, starts);
        if (!manners.hasContact() && !onLoopback(starts, transport)) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "who crawls others says how to be reached: user-agent='"
                            + manners.userAgent()
                            + "'. Set a user-agent with a URL about you in it, such as"
                            + " 'Example/1.0 (+https://example.org/crawler)'.");
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /// Whether the crawl stays on this machine, as far as its seeds tell. A name server on loopback
    /// is taken to tell addresses of its own, but for one at the port of name servers: that is the
    /// system's, which passes questions on.
    private static boolean onLoopback(List<Url> seeds, CrawlTransport transport) {
        String resolver = transport.resolver();
        int colon = resolver.lastIndexOf(':');
        if (colon > 0
                && isLoopback(resolver.substring(0, colon))
                && !resolver.substring(colon + 1).equals(NAME_SERVER_PORT)) {
            return true;
        }
        return seeds.stream().allMatch(seed -> isLoopback(seed.host()));
    }

    private static boolean isLoopback(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (name.equals("localhost") || name.endsWith(".localhost")) {
            return true;
        }
        try {
            return !name.isEmpty() && InetAddress.ofLiteral(name).isLoopbackAddress();
        } catch (IllegalArgumentException notAnAddress) {
            return false;
        }
    }

    /// Collects options, with defaults for those not given. Values are judged by [#build].
    ///
    /// Threads: one.
    public static final class Builder {
        private final List<String> seeds = new ArrayList<>();
        private Path into = Path.of("crawl");
        private boolean mustResume;
        private String reach = "host";
        private final List<String> include = new ArrayList<>();
        private final List<String> exclude = new ArrayList<>();
        private long pagesMax = Long.MAX_VALUE;
        private int depthMax = 50;
        private long hostPagesMax = 100_000;
        private boolean nofollow = true;
        private boolean sitemaps;
        private boolean images;
        private String userAgent = Manners.DEFAULT_AGENT;
        private Duration hostDelay = Duration.ofSeconds(1);
        private Optional<Duration> addressDelay = Optional.empty();
        private Duration crawlDelayMax = Duration.ofSeconds(60);
        private boolean robots = true;
        private int fetchers = FETCHERS;
        private Duration timeout = Duration.ofSeconds(30);
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration answerTimeout = Duration.ofSeconds(10);
        private Duration networkWait = Duration.ofMinutes(10);
        private int rateMin = 256;
        private int bodyBytesMax = 2 << 20;
        private String resolver = "own";
        private Optional<String> proxy = Optional.empty();
        private Optional<String> auth = Optional.empty();
        private boolean cookies = true;
        private final List<String> headers = new ArrayList<>();
        private boolean insecure;
        private Optional<Path> caCertificate = Optional.empty();
        private KeptParts.Content content = KeptParts.Content.TEXT;
        private boolean warc;
        private final List<String> extensions = new ArrayList<>();
        private CrawlLimits limits = CrawlLimits.of(CrawlLimits.MEMORY_BYTES);

        private Builder() {}

        public Builder seed(String url) {
            seeds.add(url);
            return this;
        }

        public Builder into(Path directory) {
            into = directory;
            return this;
        }

        public Builder mustResume(boolean must) {
            mustResume = must;
            return this;
        }

        public Builder reach(String hostDomainAnyOrRegex) {
            reach = hostDomainAnyOrRegex;
            return this;
        }

        public Builder include(String prefixOrRegex) {
            include.add(prefixOrRegex);
            return this;
        }

        public Builder exclude(String prefixOrRegex) {
            exclude.add(prefixOrRegex);
            return this;
        }

        public Builder pagesMax(long pages) {
            pagesMax = pages;
            return this;
        }

        public Builder depthMax(int links) {
            depthMax = links;
            return this;
        }

        public Builder hostPagesMax(long pages) {
            hostPagesMax = pages;
            return this;
        }

        public Builder nofollow(boolean obeyed) {
            nofollow = obeyed;
            return this;
        }

        public Builder sitemaps(boolean read) {
            sitemaps = read;
            return this;
        }

        public Builder images(boolean followed) {
            images = followed;
            return this;
        }

        public Builder userAgent(String line) {
            userAgent = line;
            return this;
        }

        public Builder hostDelay(Duration delay) {
            hostDelay = delay;
            return this;
        }

        /// Without it, a quarter of the delay of a host: an address often serves many.
        public Builder addressDelay(Duration delay) {
            addressDelay = Optional.of(delay);
            return this;
        }

        public Builder crawlDelayMax(Duration delay) {
            crawlDelayMax = delay;
            return this;
        }

        public Builder robots(boolean obeyed) {
            robots = obeyed;
            return this;
        }

        public Builder fetchers(int count) {
            fetchers = count;
            return this;
        }

        public Builder timeout(Duration wholeFetch) {
            timeout = wholeFetch;
            return this;
        }

        public Builder answerTimeout(Duration answering) {
            answerTimeout = answering;
            return this;
        }

        public Builder connectTimeout(Duration connecting) {
            connectTimeout = connecting;
            return this;
        }

        public Builder networkWait(Duration beforeTheEnd) {
            networkWait = beforeTheEnd;
            return this;
        }

        public Builder rateMin(int bytesPerSecond) {
            rateMin = bytesPerSecond;
            return this;
        }

        public Builder bodyBytesMax(int bytes) {
            bodyBytesMax = bytes;
            return this;
        }

        public Builder resolver(String ownSystemOrServer) {
            resolver = ownSystemOrServer;
            return this;
        }

        public Builder proxy(String url) {
            proxy = Optional.of(url);
            return this;
        }

        public Builder auth(String userAndPassword) {
            auth = Optional.of(userAndPassword);
            return this;
        }

        public Builder cookies(boolean kept) {
            cookies = kept;
            return this;
        }

        public Builder header(String line) {
            headers.add(line);
            return this;
        }

        public Builder insecure(boolean anyCertificate) {
            insecure = anyCertificate;
            return this;
        }

        public Builder caCertificate(Path file) {
            caCertificate = Optional.of(file);
            return this;
        }

        public Builder content(KeptParts.Content kept) {
            content = kept;
            return this;
        }

        public Builder warc(boolean written) {
            warc = written;
            return this;
        }

        public Builder extension(String jar) {
            extensions.add(jar);
            return this;
        }

        public Builder limits(CrawlLimits all) {
            limits = all;
            return this;
        }

        /// Sets what `name` says, as a user wrote it on a command line or in a statement.
        ///
        /// @throws TelegraphException of kind INPUT that tells the nearest name, or the values
        ///   allowed
        public Builder set(String name, String value) {
            CrawlSetting.of(name).set(this, name, value);
            return this;
        }

        /// @throws TelegraphException of kind INPUT if options contradict the rules
        public CrawlOptions build() {
            Duration address = addressDelay.orElse(hostDelay.dividedBy(4));
            return new CrawlOptions(
                    seeds,
                    into,
                    mustResume,
                    new CrawlScope(
                            reach,
                            include,
                            exclude,
                            pagesMax,
                            depthMax,
                            hostPagesMax,
                            nofollow,
                            sitemaps,
                            images),
                    new Manners(
                            userAgent,
                            hostDelay,
                            address,
                            crawlDelayMax,
                            Duration.ofHours(1),
                            robots,
                            3,
                            4),
                    new CrawlTransport(
                            fetchers,
                            timeout,
                            connectTimeout,
                            answerTimeout,
                            networkWait,
                            rateMin,
                            bodyBytesMax,
                            resolver,
                            proxy,
                            auth,
                            cookies,
                            headers,
                            insecure,
                            caCertificate),
                    new KeptParts(content, warc, extensions),
                    limits);
        }
    }
}
