package telegraph.server.http.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.server.observe.ServerLog;

/// What all connections share: who answers which address, who may ask, and what every response
/// says.
///
/// ```
/// request ──▶ is it this site's? ──▶ which route? ──▶ whose is it? ──▶ endpoint
///              (Gate.admit)          (Router)         (Gate.user)
/// ```
///
/// What may wait is done on a virtual thread for each request, the rest on the connection's loop.
///
/// Threads: any.
public final class Site {
    /// Of bodies that nobody has been found to own.
    private static final long STRANGERS_BYTES_MAX = 64L << 20;

    /// Of bodies of users.
    private static final long USERS_BYTES_MAX = 256L << 20;

    /// How many of the largest body there is room for at any rate, it and its copy.
    private static final long BODIES_MIN = 2;

    private static final int PACKED_FROM_BYTES = 1_024;
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final byte[] HEARTBEAT = ": \n\n".getBytes(StandardCharsets.US_ASCII);
    private static final String NOTHING_LOADED = "default-src 'none'; frame-ancestors 'none'";
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private final Router router;
    private final Gate gate;
    private final Ground ground;
    private final int bodyBytesMax;
    private final Bodies strangers;
    private final Bodies users;
    private final Map<EventLoop, Beat> beats = new ConcurrentHashMap<>();

    /// The time that passes, the time of day, and where faults of ours are told.
    public record Ground(Ticker ticker, InstantSource day, ServerLog journal) {}

    public Site(Router router, Gate gate, Ground ground, int bodyBytesMax) {
        this.router = router;
        this.gate = gate;
        this.ground = ground;
        this.bodyBytesMax = bodyBytesMax;
        long least = BODIES_MIN * bodyBytesMax;
        this.strangers = new Bodies(Math.max(least, STRANGERS_BYTES_MAX));
        this.users = new Bodies(Math.max(least, USERS_BYTES_MAX));
    }

    public List<Route> routes() {
        return router.routes();
    }

    /// Takes requests from a connection that has come.
    public void open(SocketChannel channel) {
        HttpConversation.open(this, channel);
    }

    long nanos() {
        return ground.ticker().nanos();
    }

    long heartbeatNanos() {
        return HEARTBEAT_NANOS;
    }

    /// A line that event streams ignore.
    ByteBuf heartbeat() {
        return Unpooled.wrappedBuffer(HEARTBEAT);
    }

    /// What the body of a request will take, nothing yet.
    Bodies.Share share(HttpRequest head, Gate.Proven proven) {
        String authorization = head.headers().get("authorization", "").strip();
        return (gate.known(authorization, proven).isEmpty() ? strangers : users).share();
    }

    static Problem crowded() {
        return new Problem(
                        503,
                        "what large requests take together is bounded, and too many come in at"
                                + " once. Send this one again later")
                .header("retry-after", "1");
    }

    int bodyBytesMax() {
        return bodyBytesMax;
    }

    Beat beat(EventLoop loop) {
        return beats.computeIfAbsent(loop, it -> new Beat(it, this::nanos));
    }

    /// Has a request answered. The connection's loop calls it.
    ///
    /// @param share what its body takes, which is given back once it is answered
    void answer(HttpRequest head, byte[] body, HttpConversation conversation, Bodies.Share share) {
        boolean passedOn = false;
        try {
            passedOn = pass(head, body, conversation, share);
        } finally {
            if (!passedOn) {
                share.close();
            }
        }
    }

    /// Answers, or has another thread do so, which then gives back the share.
    private boolean pass(
            HttpRequest head, byte[] body, HttpConversation conversation, Bodies.Share share) {
        WholeRequest request;
        try {
            request = request(head, body, conversation.channel());
        } catch (Problem e) {
            conversation.reply(e.reply(), null);
            return false;
        }
        HttpExchange exchange = new HttpExchange(request, conversation);
        conversation.answering(exchange);
        try {
            gate.admit(request);
            if (request.method().equals("OPTIONS")) {
                exchange.reply(options(request));
                return false;
            }
            Route route = router.find(request.method(), request.path());
            if (!route.waits()) {
                route.endpoint().answer(exchange);
                return false;
            }
            Thread.ofVirtual()
                    .name("http " + request.method() + " " + route.pattern())
                    .start(() -> answer(route, exchange, conversation.proven(), share));
            return true;
        } catch (Problem e) {
            fail(exchange, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a loop is not interrupted", e);
        }
        return false;
    }

    private void answer(
            Route route, HttpExchange exchange, Gate.Proven proven, Bodies.Share share) {
        try (share) {
            if (route.access() == Route.Access.USER) {
                exchange.by(gate.user(exchange.request(), proven));
                if (!share.move(users)) {
                    throw crowded();
                }
            }
            route.endpoint().answer(exchange);
        } catch (Problem e) {
            fail(exchange, e);
        } catch (TelegraphException e) {
            fail(exchange, problem(e));
        } catch (InterruptedException e) {
            exchange.abort(); // whoever interrupted wants an end, and this is one
        } catch (RuntimeException e) {
            tell(exchange.request(), e);
            fail(exchange, broken(e));
        }
    }

    private void tell(WholeRequest request, RuntimeException fault) {
        StackTraceElement[] at = fault.getStackTrace();
        ground.journal()
                .tell(
                        "fault",
                        Map.of(
                                "door",
                                "http",
                                "request",
                                request.method() + " " + request.path(),
                                "cause",
                                fault.toString(),
                                "at",
                                at.length == 0 ? "" : at[0].toString()));
    }

    /// Tells the problem, or if part of another response is sent, ends it there.
    private static void fail(HttpExchange exchange, Problem problem) {
        if (exchange.isBegun()) {
            exchange.abort();
        } else {
            exchange.reply(problem.reply());
        }
    }

    private static Problem broken(RuntimeException cause) {
        return new Problem(500, "this should not happen, please report it: " + cause);
    }

    /// The status for a failure: whose it is.
    public static Problem problem(TelegraphException failure) {
        int status =
                switch (failure.kind()) {
                    case INPUT -> 400;
                    case CONFLICT -> 409;
                    case RESOURCE -> 503;
                    case CANCELLED -> 409;
                    case UNKNOWN, CORRUPT, BUG -> 500;
                };
        HttpFailure told = HttpFailure.of(failure);
        return new Problem(status, told.message())
                .member("sqlstate", told.sqlstate())
                .member("line", told.line())
                .member("column", told.column())
                .member("hint", told.hint());
    }

    private static WholeRequest request(HttpRequest head, byte[] body, Channel channel) {
        String target = head.uri();
        int authority = target.indexOf("://");
        if (authority > 0 && !target.startsWith("/")) {
            int slash = target.indexOf('/', authority + 3);
            target = slash < 0 ? "/" : target.substring(slash);
        }
        try {
            QueryStringDecoder decoded = new QueryStringDecoder(target, StandardCharsets.UTF_8);
            if (head.headers().getAll("host").size() > 1) {
                throw new Problem(400, "a request has one Host");
            }
            return new WholeRequest(
                    head.method().name(),
                    decoded.path(),
                    decoded.parameters(),
                    head.headers(),
                    body,
                    ((InetSocketAddress) channel.remoteAddress()).getAddress(),
                    ((InetSocketAddress) channel.localAddress()).getAddress());
        } catch (IllegalArgumentException e) {
            throw new Problem(400, "an address cannot be read: " + e.getMessage());
        }
    }

    private HttpReply options(WholeRequest request) {
        boolean whole = request.path().equals("*");
        String allowed =
                whole ? "GET, HEAD, OPTIONS, POST, DELETE" : router.allowed(request.path());
        HttpReply reply = HttpReply.empty(204).with("allow", allowed);
        if (!gate.isFriend(request.header("origin"))) {
            return reply;
        }
        return reply.with("access-control-allow-methods", allowed)
                .with(
                        "access-control-allow-headers",
                        "authorization, content-type, accept, telegraph-session")
                .with("access-control-max-age", "600");
    }

    /// A response with what all of them say.
    ///
    /// @param request what it answers, or null if that could not be read
    HttpReply complete(HttpReply reply, WholeRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("date", DATE.format(ground.day().instant()));
        headers.put("x-content-type-options", "nosniff");
        headers.put("referrer-policy", "no-referrer");
        headers.put("cross-origin-resource-policy", "same-origin");
        headers.put("content-security-policy", NOTHING_LOADED);
        headers.put("cache-control", "no-store");
        headers.putAll(reply.headers());
        if (request != null && gate.isFriend(request.header("origin"))) {
            headers.put("access-control-allow-origin", request.header("origin"));
            headers.put("cross-origin-resource-policy", "cross-origin");
            headers.merge("vary", "origin", (more, origin) -> more + ", " + origin);
        }
        return new HttpReply(reply.status(), reply.type(), reply.body(), headers);
    }

    /// The same, smaller, if that is worth it and the client takes it.
    HttpReply packed(HttpReply reply, WholeRequest request) {
        boolean worth =
                reply.body().length >= PACKED_FROM_BYTES
                        && !reply.headers().containsKey("content-encoding")
                        && ReplyCompression.isWanted(request);
        return worth
                ? new HttpReply(
                                reply.status(),
                                reply.type(),
                                ReplyCompression.gzip(reply.body()),
                                reply.headers())
                        .with("content-encoding", "gzip")
                        .with("vary", "accept-encoding")
                : reply;
    }
}
