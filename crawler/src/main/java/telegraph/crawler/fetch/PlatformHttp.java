package telegraph.crawler.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLException;
import telegraph.crawler.Octets;
import telegraph.crawler.Outcome;
import telegraph.crawler.url.Url;

/// Fetches from sites that speak HTTP/2 and nothing else, by the platform's client.
///
/// Such a site is known by what it says to HTTP/1.1, and remembered. The platform's client resolves
/// names by itself and keeps connections as it likes; so it is made to go through a [Tunnel], which
/// leads to the address that the crawl has chosen and can be cut when the time is over.
///
/// The response's head is written down as HTTP/1.1 writes it, which is what readers of archives
/// expect.
///
/// Threads: any.
final class PlatformHttp implements AutoCloseable {
    private static final int SITES_MAX = 4096;

    /// What the platform's client sets itself, or forbids.
    private static final Set<String> NOT_SENT = Set.of("host", "connection", "proxy-authorization");

    private final Dialer dialer;
    private final Map<Long, Boolean> sites =
            Collections.synchronizedMap(
                    new LinkedHashMap<>(16, 0.75f, true) {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                            return size() > SITES_MAX;
                        }
                    });
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
        sites.put(url.siteHash(), Boolean.TRUE);
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
                            .proxy(ProxySelector.of(tunnel.address()))
                            .executor(Executors.newVirtualThreadPerTaskExecutor())
                            .build();
        }
        return client;
    }

    /// Fetches into the exchange, whose request is written.
    void fetch(Url url, InetAddress address, Exchange exchange, long answerDeadline)
            throws IOException, FetchFailure, InterruptedException {
        HttpClient asked = client();
        String target = url.host() + ":" + url.port();
        CompletableFuture<HttpResponse<InputStream>> coming = new CompletableFuture<>();
        Closeable cut =
                () -> {
                    coming.cancel(true);
                    tunnel.cut(target);
                };
        exchange.watch.arm(cut, Watch.Phase.ANSWER, answerDeadline);
        tunnel.allow(target, new InetSocketAddress(address, url.port()));
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
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SSLException tls) {
                throw new FetchFailure(
                        Outcome.TLS_FAILED,
                        "no TLS: host=" + url.host() + ": cause=" + Words.reason(tls));
            }
            throw e.getCause() instanceof IOException cause
                    ? cause
                    : new IOException(String.valueOf(e.getCause()), e);
        } catch (CancellationException e) {
            throw new IOException("cut off", e);
        } catch (InterruptedException e) {
            tunnel.cut(target);
            throw e;
        } finally {
            tunnel.forbid(target);
        }
    }

    private static HttpRequest request(Url url, Octets request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url.toString())).GET();
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
