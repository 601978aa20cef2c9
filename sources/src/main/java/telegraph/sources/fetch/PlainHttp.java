package telegraph.sources.fetch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import telegraph.ground.Ticker;
import telegraph.http.FetchOutcome;
import telegraph.http.client.Buffers;
import telegraph.http.client.KeptConnections;
import telegraph.http.client.PlainConnection;
import telegraph.http.wire.FetchFailure;
import telegraph.sources.Reach;

/// Asks hosts without TLS over connections of our own: a request costs a third to a half of what it
/// costs by the platform's client.
///
/// ```
///   send ─► a virtual thread: kept connection, or resolve ─► allowed? ─► connect
///                                  └──────► ask ─► head, body ─► keep ─► the future
/// ```
///
/// It connects to the address that was found to be allowed, and asks over a connection that was
/// kept only if its address still is. What goes through a proxy, or has words that HTTP/1.1 does
/// not carry as they are, is left to the platform's client.
///
/// Threads: any; a request has one of its own, since a name may be long in being resolved. Who
/// cancels the future interrupts it, and closes the connection.
final class PlainHttp implements AutoCloseable {
    private static final int BODY_OCTETS_MAX = 1 << 30;
    private static final long BUFFERS_BOUND = 64L << 20;
    private static final int HTTP_PORT = 80;

    private final Ticker ticker;
    private final Supplier<Reach> reach;
    private final Buffers buffers;
    private final KeptConnections kept;
    private final Set<Exchange> underway = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// @param reach which addresses may be asked now
    PlainHttp(Ticker ticker, Supplier<Reach> reach) {
        this.ticker = ticker;
        this.reach = reach;
        this.buffers = new Buffers(BUFFERS_BOUND, ticker);
        this.kept = new KeptConnections(ticker);
    }

    /// Whether a request can be sent here.
    static boolean carries(PageRequest request) {
        URI uri = request.uri();
        return "http".equalsIgnoreCase(uri.getScheme())
                && uri.getHost() != null
                && isWord(request.method())
                && isPlain(target(uri))
                && request.headers().entrySet().stream().allMatch(PlainHttp::isLine)
                && isDirect(uri);
    }

    private static boolean isDirect(URI uri) {
        ProxySelector selector = ProxySelector.getDefault();
        return selector == null
                || selector.select(uri).stream().allMatch(p -> p.type() == Proxy.Type.DIRECT);
    }

    /// Headers that say how a message is framed the platform's client refuses in its words.
    private static boolean isLine(Map.Entry<String, String> header) {
        return isWord(header.getKey())
                && !PlainConnection.isFraming(header.getKey())
                && header.getValue().chars().allMatch(c -> c == '\t' || c >= ' ' && c < 127);
    }

    /// Whether a text is a token of HTTP (RFC 9110, section 5.6.2).
    private static boolean isWord(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
    }

    private static boolean isPlain(String target) {
        return target.chars().allMatch(c -> c > ' ' && c < 127);
    }

    private static String target(URI uri) {
        String path =
                uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    private static String host(URI uri) {
        return uri.getPort() < 0 || uri.getPort() == HTTP_PORT
                ? uri.getHost()
                : uri.getHost() + ":" + uri.getPort();
    }

    /// Sends a request; its answer comes as soon as all of it is there.
    CompletableFuture<Transport.Answer<byte[]>> send(PageRequest request, FetchRules rules) {
        Exchange exchange = new Exchange(request, rules);
        underway.add(exchange);
        exchange.thread.start();
        if (closed) {
            exchange.hangUp();
        }
        return exchange;
    }

    /// One request on its way.
    private final class Exchange extends CompletableFuture<Transport.Answer<byte[]>> {
        private final PageRequest request;
        private final FetchRules rules;
        private final Thread thread;

        Exchange(PageRequest request, FetchRules rules) {
            this.request = request;
            this.rules = rules;
            this.thread = Thread.ofVirtual().name("http-plain").unstarted(this::run);
        }

        private void run() {
            try {
                complete(ask());
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                completeExceptionally(e);
            } finally {
                underway.remove(this);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled) {
                hangUp();
            }
            return cancelled;
        }

        void hangUp() {
            thread.interrupt();
        }

        private Transport.Answer<byte[]> ask() throws IOException, InterruptedException {
            String host = host(request.uri());
            PlainConnection connection = connection(host);
            boolean answered = false;
            try {
                connection.ask(
                        new PlainConnection.Request(
                                request.method(),
                                target(request.uri()),
                                host,
                                request.headers(),
                                request.body()),
                        (int) Math.min(rules.bodyBytesMax(), BODY_OCTETS_MAX),
                        ticker.nanos() + rules.timeout().toNanos());
                Transport.Answer<byte[]> answer =
                        new Transport.Answer<>(
                                connection.status(), headers(connection), connection.body());
                answered = true;
                return answer;
            } catch (FetchFailure e) {
                throw failure(e);
            } finally {
                if (answered) {
                    kept.give(host, connection);
                } else {
                    connection.close();
                }
            }
        }

        private IOException failure(FetchFailure e) {
            if (e.outcome() == FetchOutcome.CLOSED_BEFORE) {
                return new Transport.ClosedException(e);
            }
            return e.outcome() == FetchOutcome.TRUNCATED
                    ? new BodyLimit.Exceeded(
                            "the body may have at most " + rules.bodyBytesMax() + " bytes")
                    : new IOException(e.getMessage(), e);
        }

        private PlainConnection connection(String host) throws IOException {
            Reach allowed = reach.get();
            for (PlainConnection found = kept.take(host); found != null; found = kept.take(host)) {
                if (allowed.allows(found.address().getAddress())) {
                    return found;
                }
                found.close();
            }
            return connect(allowed);
        }

        /// Connects to the first of the host's addresses that lets us.
        private PlainConnection connect(Reach allowed) throws IOException {
            URI uri = request.uri();
            allowed.demandHost(uri.getHost());
            int port = uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
            IOException failure = null;
            for (InetAddress address : InetAddress.getAllByName(uri.getHost())) {
                if (!allowed.allows(address)) {
                    continue; // it was not there when all were looked at
                }
                try {
                    return PlainConnection.to(
                            new InetSocketAddress(address, port),
                            Math.toIntExact(Transport.CONNECT_MAX.toMillis()),
                            buffers);
                } catch (SocketTimeoutException e) {
                    HttpConnectTimeoutException late =
                            new HttpConnectTimeoutException("nobody answers at " + address);
                    late.initCause(e);
                    failure = failure == null ? late : failure;
                } catch (ClosedByInterruptException e) {
                    throw e;
                } catch (IOException e) {
                    failure = failure == null ? e : failure;
                }
            }
            throw failure != null ? failure : new ConnectException("no address may be asked");
        }
    }

    private static HttpHeaders headers(PlainConnection connection) {
        Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        connection.headers(
                (name, value) -> values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value));
        return HttpHeaders.of(values, (_, _) -> true);
    }

    /// Hangs up on everybody.
    @Override
    public void close() {
        closed = true;
        underway.forEach(Exchange::hangUp);
        kept.close();
        buffers.close();
    }
}
