package telegraph.testkit.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import telegraph.testkit.model.Away;
import telegraph.testkit.model.Bytes;
import telegraph.testkit.model.National;
import telegraph.testkit.model.PageText;
import telegraph.testkit.model.Paths;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.WebModel;
import telegraph.testkit.model.WebShape;

/// A made-up web on the loopback address, with its own name server.
///
/// ```java
/// try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(1, 10, 20))) {
///     crawl(web.seed(), web.resolver());
///     Expected right = web.expected(Reach.ANY, web.seed());
///     assertEquals(right.answered(), whatWasCrawled);
///     assertEquals(List.of(), web.violations());
/// }
/// ```
///
/// Host `h<N>.synth.test` serves its pages on [#port] of an address 127.x.y.z that only [#resolver]
/// knows; or on another port by TLS, with a certificate that [#authority] has signed. All of it
/// follows from the [WebShape].
///
/// Threads: any.
public final class SyntheticWeb implements AutoCloseable {
    private final WebModel model;
    private final WebServer server;
    private final NameServer names;

    private SyntheticWeb(WebShape shape, int port) {
        model = new WebModel(shape);
        server = new WebServer(model, port);
        names = new NameServer(model);
    }

    public static SyntheticWeb start(WebShape shape) {
        return start(shape, 0);
    }

    /// The same web at a port, so that its URLs are the same in another process.
    ///
    /// @throws java.io.UncheckedIOException if the port is taken
    public static SyntheticWeb start(WebShape shape, int port) {
        return new SyntheticWeb(shape, port);
    }

    public WebShape shape() {
        return model.shape;
    }

    /// The port of HTTP, at every address.
    public int port() {
        return server.port();
    }

    /// The certificate that is to be trusted, as files have it, for hosts that speak TLS.
    public String authority() {
        return server.door
                .map(TlsDoor::authority)
                .orElseThrow(() -> new IllegalStateException("nobody here speaks TLS"));
    }

    /// Where the name server listens, by UDP and TCP.
    public InetSocketAddress resolver() {
        return names.address();
    }

    /// The address that the name server gives for a host, if it gives one.
    public InetAddress address(int host) {
        return model.address(host);
    }

    /// Page 0 of host 0, from which all plain pages can be reached.
    public String seed() {
        return url(0, 0);
    }

    /// The normalised URL of a page.
    public String url(int host, int page) {
        Bytes url = new Bytes(64);
        server.text.url(Ref.page(host, page), url);
        return url.toString();
    }

    /// The title of a page of HTML, decoded.
    public String title(int host, int page) {
        long ref = Ref.page(host, page);
        return National.title(model.pageKind(host, page), PageText.title(model, ref));
    }

    /// Whether a URL belongs to a trap or came of a link that is no URL, so that it is for the
    /// crawler to decide about it.
    public static boolean isWild(String url) {
        return url.contains("/trap/") || url.contains("/odd/");
    }

    /// What a crawl from some pages must have done when it has ended.
    public Expected expected(Reach reach, String... seeds) {
        return new Search(model, reach).collect(refs(seeds), server.text);
    }

    /// How many different URLs a crawl must get a response for; cheaper than [#expected] in a large
    /// web.
    public int expectedAnswers(Reach reach, String... seeds) {
        Map<Search.Fate, Integer> counts = new Search(model, reach).count(refs(seeds));
        return counts.getOrDefault(Search.Fate.ANSWERED, 0);
    }

    private long[] refs(String... seeds) {
        return Arrays.stream(seeds).mapToLong(this::ref).toArray();
    }

    private long ref(String url) {
        URI uri = URI.create(url);
        byte[] host = Bytes.ascii(uri.getRawAuthority());
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        byte[] path = Bytes.ascii(uri.getRawPath() + query);
        int number = model.findHost(host, 0, host.length);
        long ref =
                number < 0 ? Ref.NOTHING : Paths.find(number, path, 0, path.length, new Bytes(64));
        if (ref == Ref.NOTHING) {
            throw new IllegalArgumentException("this web has no such URL: url=" + url);
        }
        return ref;
    }

    /// Takes the whole network away, as it looks to a crawler whose own connection is cut.
    public void goAway(Away how) {
        names.away(true);
        server.goAway(how);
    }

    /// The network is there again.
    public void comeBack() {
        server.comeBack();
        names.away(false);
    }

    /// How often a URL of this web was answered.
    public int answers(String url) {
        return server.conduct.answers(ref(url));
    }

    /// What crawlers did so far.
    public WebCounts counts() {
        return server.conduct.counts();
    }

    /// What crawlers did wrong so far, each in words, the first hundred of them.
    public List<String> violations() {
        return server.conduct.told();
    }

    /// Connections open now.
    public int openConnections() {
        return server.openConnections();
    }

    /// Queries for addresses of a name so far.
    public int nameQueries(String name) {
        return names.queries(name);
    }

    /// All queries for addresses so far.
    public int nameQueries() {
        return names.queries();
    }

    /// Queries that came while another for the same name had not been answered.
    public int nameQueriesTwice() {
        return names.twice();
    }

    /// Resets all connections and stops listening.
    @Override
    public void close() {
        server.close();
        names.close();
    }
}
