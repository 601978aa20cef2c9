package telegraph.examples.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import telegraph.ground.Ticker;

/// A web site on a port of the loopback address, as slow as it is told to be.
///
/// Each request runs on a virtual thread: it is counted, refused with 429 if the rate limit says
/// so, made to wait, and answered. A client that goes away in the middle is nobody's concern.
///
/// Threads: any.
public final class Site implements AutoCloseable {
    private final Pages pages;
    private final Manner manner;
    private final Pace pace;
    private final Ticker ticker;
    private final LongAdder requests = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /// How a site behaves.
    ///
    /// @param character what is awkward about it, in words
    /// @param latency the usual time before the first byte
    /// @param stall how long it pauses in the middle of a reply that stalls
    record Manner(
            String name, String character, Duration latency, Duration stall, RateLimit limit) {}

    Site(Manner manner, Pages pages, Pace pace, Ticker ticker) throws IOException {
        this.pages = pages;
        this.manner = manner;
        this.pace = pace;
        this.ticker = ticker;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public String name() {
        return manner.name();
    }

    /// What is awkward about it.
    public String character() {
        return manner.character();
    }

    /// The address without a path, such as `http://127.0.0.1:40123`.
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// How many requests came, refused ones too.
    public long requests() {
        return requests.sum();
    }

    /// How many requests were over the rate limit.
    public long refused() {
        return refused.sum();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.increment();
            send(exchange, reply(exchange));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply reply(HttpExchange exchange) throws InterruptedException {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return Reply.problem(405, "this site answers GET only: method=" + method)
                    .with("Allow", "GET, HEAD");
        }
        if (!manner.limit().allows()) {
            refused.increment();
            return Reply.problem(429, "too many requests; come back after the time given")
                    .with("Retry-After", Long.toString(manner.limit().secondsToWait()));
        }
        ticker.sleep(pace.jittered(manner.latency()));
        return pages.get(Request.of(exchange.getRequestURI()));
    }

    private void send(HttpExchange exchange, Reply reply) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", reply.type());
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] body = reply.body();
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(reply.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(reply.status(), body.length);
        OutputStream out = exchange.getResponseBody();
        int half = reply.stalls() ? body.length / 2 : 0;
        if (half > 0) {
            out.write(Arrays.copyOf(body, half));
            out.flush();
            ticker.sleep(pace.exact(manner.stall()));
        }
        out.write(body, half, body.length - half);
    }
}
