package telegraph.http.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLException;
import telegraph.ground.TelegraphException;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.FetchWatch;
import telegraph.http.wire.MessageWords;

/// Fetches from sites that speak HTTP/2 and nothing else, by the platform's client.
///
/// Such a site is known by what it says to HTTP/1.1, and remembered. The platform's client resolves
/// names by itself and keeps connections as it likes; so it is made to go through a [Tunnel], which
/// leads to the address that the caller has chosen and can be cut when the time is over.
///
/// That client never again speaks HTTP/2 over a way on which TLS once broke off; so a site that has
/// failed is reached by a way of another name, though the same [Tunnel] is at its end.
///
/// The response's head is written down as HTTP/1.1 writes it, which is what readers of archives
/// expect.
///
/// Threads: any.
final class PlatformHttp implements AutoCloseable {
    private static final int SITES_MAX = 4096;
    private static final int HTTPS = 443;

    /// What the platform's client sets itself, or forbids.
    private static final Set<String> NOT_SENT =
            Set.of(
                    "host",
                    "connection",
                    "content-length",
                    "expect",
                    "upgrade",
                    "proxy-authorization");

    /// What a URL may have and the platform's URIs must not.
    private static final String REFUSED = "\\^`{|}[]\"<>";

    private final Dialer dialer;

    /// Sites that insist, and how often each has failed.
    private final Map<Long, Integer> sites =
            Collections.synchronizedMap(
                    new LinkedHashMap<>(16, 0.75f, true) {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
                            return size() > SITES_MAX;
                        }
                    });

    /// For who is being fetched from, how often that has failed, by host and port.
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    private volatile boolean any;
    private Tunnel tunnel;
    private HttpClient client;

    PlatformHttp(Dialer dialer) {
        this.dialer = dialer;
    }

    /// Whether a site is known to insist.
    boolean isKnown(Url url) {
        return any && url.isHttps() && sites.containsKey(url.siteHash());
    }

    void remember(Url url) {
        sites.putIfAbsent(url.siteHash(), 0);
        any = true;
    }

    private synchronized HttpClient client() throws IOException {
        if (client == null) {
            tunnel = new Tunnel(dialer);
            client =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_2)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .sslContext(dialer.context())
                            .proxy(new Way(tunnel.address().getPort()))
                            .executor(Executors.newVirtualThreadPerTaskExecutor())
                            .build();
        }
        return client;
    }

    /// Leads each request through the tunnel, which has one name for each time that a site failed.
    private final class Way extends ProxySelector {
        private final int port;

        Way(int port) {
            this.port = port;
        }

        @Override
        public List<Proxy> select(URI uri) {
            String target = uri.getHost() + ":" + (uri.getPort() < 0 ? HTTPS : uri.getPort());
            int times = failures.getOrDefault(target, 0);
            byte[] loopback = InetAddress.getLoopbackAddress().getAddress();
            try {
                InetAddress named = InetAddress.getByAddress("tunnel-" + times, loopback);
                return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(named, port)));
            } catch (UnknownHostException e) {
                throw TelegraphException.bug("the loopback address is an address", e);
            }
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException why) {
            // The fetch has the reason itself.
        }
    }

    /// Fetches into the exchange, whose request is written.
    void fetch(Url url, InetAddress address, FetchSlot exchange, long answerDeadline)
            throws IOException, FetchFailure, InterruptedException {
        HttpClient asked = client();
        String target = url.host() + ":" + url.port();
        CompletableFuture<HttpResponse<InputStream>> coming = new CompletableFuture<>();
        Closeable cut =
                () -> {
                    coming.cancel(true);
                    tunnel.cut(target);
                };
        exchange.watch.arm(cut, FetchWatch.Phase.ANSWER, answerDeadline);
        failures.put(target, sites.getOrDefault(url.siteHash(), 0));
        tunnel.allow(target, new InetSocketAddress(address, url.port()));
        boolean came = false;
        try {
            CompletableFuture<HttpResponse<InputStream>> sent =
                    asked.sendAsync(
                            request(url, exchange.request),
                            HttpResponse.BodyHandlers.ofInputStream());
            sent.whenComplete((response, failure) -> {
                if (failure == null) {
                    coming.complete(response);
                } else {
                    coming.completeExceptionally(failure);
                }
            });
            HttpResponse<InputStream> response = coming.get();
            try (InputStream body = response.body()) {
                exchange.readForeign(head(response), body);
                came = true;
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SSLException tls) {
                throw new FetchFailure(
                        FetchOutcome.TLS_FAILED,
                        "no TLS: host=" + url.host() + ": cause=" + MessageWords.reason(tls));
            }
            throw e.getCause() instanceof IOException cause
                    ? cause
                    : new IOException(String.valueOf(e.getCause()), e);
        } catch (CancellationException e) {
            throw new IOException("cut off", e);
        } finally {
            tunnel.forbid(target);
            failures.remove(target);
            if (!came) {
                // The client would keep it for a while, beside the one that follows.
                tunnel.cut(target);
                sites.computeIfPresent(url.siteHash(), (site, times) -> times + 1);
            }
        }
    }

    private static HttpRequest request(Url url, Octets request) throws FetchFailure {
        try {
            return written(url, request);
        } catch (IllegalArgumentException e) {
            throw new FetchFailure(
                    FetchOutcome.BAD_URL,
                    "the platform cannot ask for it over HTTP/2: cause=" + MessageWords.reason(e));
        }
    }

    /// The path and query with what URIs refuse written as `%` and its number, which means the
    /// same.
    private static String target(Url url) {
        String text = url.toString();
        int start = text.indexOf('/', "https://".length());
        StringBuilder target = new StringBuilder(text.substring(0, Math.max(0, start)));
        for (int i = Math.max(0, start); i < text.length(); i++) {
            char c = text.charAt(i);
            boolean stray =
                    c == '%'
                            && (i + 2 >= text.length()
                                    || Character.digit(text.charAt(i + 1), 16) < 0
                                    || Character.digit(text.charAt(i + 2), 16) < 0);
            if (stray || REFUSED.indexOf(c) >= 0) {
                target.append(String.format("%%%02X", (int) c));
            } else {
                target.append(c);
            }
        }
        return target.toString();
    }

    private static HttpRequest written(Url url, Octets request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(target(url))).GET();
        String[] lines = request.text(StandardCharsets.ISO_8859_1).split("\r\n");
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            String name = colon < 0 ? "" : lines[i].substring(0, colon);
            if (colon > 0 && !NOT_SENT.contains(name.toLowerCase(Locale.ROOT))) {
                builder.header(name, lines[i].substring(colon + 1).strip());
            }
        }
        return builder.build();
    }

    private static byte[] head(HttpResponse<?> response) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + response.statusCode() + " \r\n");
        response.headers()
                .map()
                .forEach((name, values) -> {
                    if (!name.startsWith(":")) {
                        values.forEach(v -> head.append(name + ": " + v + "\r\n"));
                    }
                });
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
            tunnel.close();
        }
    }
}
