package telegraph.http.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import telegraph.ground.Ticker;
import telegraph.http.ClientOptions;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.http.wire.ArrayPool;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.FetchWatch;
import telegraph.http.wire.Inflaters;
import telegraph.http.wire.OpenWires;
import telegraph.http.wire.Reaper;
import telegraph.http.wire.Wire;
import telegraph.memory.Region;

/// Fetches URLs over HTTP/1.1.
///
/// What the net does wrong is an [FetchOutcome] of the exchange, in words; the one exception a
/// fetch throws is that its thread was interrupted. A redirect is an answer like another.
///
/// Memory: each exchange charges the region with [#EXCHANGE_BYTES]; arrays for bodies come from a
/// pool that is charged as it grows, up to [FetchLimits#poolBytes] and, for one body at a time,
/// what that needs beyond. Connections and cookies are charged, too; a connection is not kept when
/// all of them hold more than half of the pool's bound. [#close] takes all of it back, when the
/// exchanges and wires are closed.
///
/// Threads: any; each with an exchange of its own, and each wire with one fetch at a time.
public final class Client implements AutoCloseable {
    /// What an exchange holds on the heap whatever it fetches.
    public static final int EXCHANGE_BYTES =
            FetchSlot.INLET_OCTETS + FetchSlot.REQUEST_OCTETS + (2 << 10);

    /// A wire that was idle longer than this is looked at before it is used.
    private static final long STALE_NANOS = 1_000_000;

    private final ClientOptions options;
    private final Ticker ticker;
    private final Region region;
    private final ArrayPool pool;
    private final Inflaters inflaters;
    private final RequestHead requests;
    private final OpenWires wires;
    private final Dialer dialer;
    private final CookieJar cookies;
    private final PlatformHttp http2;
    private final Reaper reaper;

    public Client(ClientOptions options, Ticker ticker, Region region) {
        this.options = options;
        this.ticker = ticker;
        this.region = region;
        this.requests = new RequestHead(options);
        this.wires = new OpenWires(options.limits().poolBytes() / 2, region);
        this.dialer = new Dialer(options, requests, wires);
        this.pool = new ArrayPool(options.limits().poolBytes(), ticker, region);
        this.inflaters = new Inflaters(region);
        this.cookies = new CookieJar(options.clock(), region);
        this.http2 = new PlatformHttp(dialer);
        this.reaper = new Reaper(ticker);
    }

    /// A slot for one fetch after another, to be closed by whoever asked for it.
    public FetchSlot exchange() {
        region.charge(EXCHANGE_BYTES);
        FetchSlot made = new FetchSlot(this);
        reaper.add(made.watch);
        return made;
    }

    void forget(FetchSlot exchange) {
        reaper.remove(exchange.watch);
        region.discharge(EXCHANGE_BYTES);
    }

    /// Fetches a URL over a wire, which is connected first if it has to be. Blocks; returns when
    /// the exchange says what came.
    ///
    /// @param address of the URL's host; of no meaning if there is a proxy
    /// @throws InterruptedException if the thread was interrupted; the wire is closed then
    public void fetch(Url url, InetAddress address, Wire wire, FetchSlot exchange)
            throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        exchange.begin(url, ticker.nanos());
        boolean keeps = false;
        try {
            keeps = !http2.isKnown(url) && overHttp1(url, address, wire, exchange);
            if (http2.isKnown(url)) {
                long now = ticker.nanos();
                http2.fetch(url, address, exchange, exchange.answerDeadline(now));
                takeCookies(url, exchange.head);
                exchange.watch.disarm();
            }
        } catch (IOException e) {
            keeps = false;
            fail(exchange, e);
        } catch (FetchFailure e) {
            keeps = false;
            settle(exchange, e);
        } catch (InterruptedException e) {
            keeps = false;
            settle(exchange, new FetchFailure(FetchOutcome.BROKEN, "interrupted"));
            throw e;
        } finally {
            long now = ticker.nanos();
            exchange.end(now);
            if (keeps && wires.hasRoom()) {
                wire.idle(now);
            } else {
                wire.close();
            }
        }
    }

    /// Whether somebody at an address, or the proxy if there is one, lets a connection be opened
    /// within a time. It is closed at once. Blocks.
    public boolean reaches(InetSocketAddress address, Duration within) throws InterruptedException {
        return dialer.reaches(address, Math.toIntExact(within.toMillis()));
    }

    /// Fetches over HTTP/1.1; returns whether the wire may be kept. If the site turns out to insist
    /// on HTTP/2, that is remembered, and nothing has come yet.
    private boolean overHttp1(Url url, InetAddress address, Wire wire, FetchSlot exchange)
            throws IOException, FetchFailure, InterruptedException {
        try {
            ask(url, address, wire, exchange);
        } catch (FetchFailure e) {
            if (!url.isHttps() || !exchange.wantsHttp2()) {
                throw e;
            }
        }
        if (url.isHttps() && exchange.wantsHttp2()) {
            exchange.watch.disarm();
            wire.close();
            http2.remember(url);
            return false;
        }
        takeCookies(url, exchange.head);
        boolean keeps = exchange.readBody();
        exchange.watch.disarm();
        return keeps;
    }

    /// Sends the request and reads the answer's head, once more over a new connection if the one
    /// that was kept is found dead, or out of step.
    private void ask(Url url, InetAddress address, Wire wire, FetchSlot exchange)
            throws IOException, FetchFailure, InterruptedException {
        if (isReady(wire, url)) {
            long now = ticker.nanos();
            exchange.watch.arm(
                    wire.socket(), FetchWatch.Phase.ANSWER, exchange.answerDeadline(now));
            try {
                exchange.send(wire.out(), wire.in());
                exchange.readHead();
                return;
            } catch (IOException e) {
                // Its words do not matter: only whether the time is over, or the thread
                // interrupted.
                FetchFailure dead =
                        exchange.why(e, FetchOutcome.BROKEN, "the kept connection is dead");
                assert dead != null;
            } catch (FetchFailure e) {
                // What the answer before left behind may have come so late that it was taken for
                // the beginning of this one.
                if (e.outcome() != FetchOutcome.BAD_RESPONSE) {
                    throw e;
                }
                exchange.watch.disarm();
            }
        }
        wire.close();
        dialer.dial(url, address, wire, exchange);
        long now = ticker.nanos();
        exchange.connected(now);
        exchange.watch.proceed(FetchWatch.Phase.ANSWER, exchange.answerDeadline(now));
        exchange.send(wire.out(), wire.in());
        exchange.readHead();
    }

    private boolean isReady(Wire wire, Url url) {
        if (!wire.serves(url)) {
            return false;
        }
        if (ticker.nanos() - wire.idleSinceNanos() < STALE_NANOS) {
            return true;
        }
        try {
            // What comes unasked belongs to no request, and must not be taken for an answer.
            return wire.in().available() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void fail(FetchSlot exchange, IOException e) throws InterruptedException {
        try {
            exchange.fail(exchange.why(e, FetchOutcome.BROKEN, "the connection broke"));
        } catch (FetchFailure reaped) {
            exchange.fail(reaped);
        }
    }

    private static void settle(FetchSlot exchange, FetchFailure failure) {
        try {
            exchange.watch.disarm();
            exchange.fail(failure);
        } catch (FetchFailure reaped) {
            exchange.fail(reaped);
        }
    }

    ClientOptions options() {
        return options;
    }

    ArrayPool pool() {
        return pool;
    }

    Inflaters inflaters() {
        return inflaters;
    }

    RequestHead requests() {
        return requests;
    }

    boolean isProxied() {
        return options.proxy().isPresent();
    }

    /// Says to a site what it set before.
    void addCookies(Url url, Octets request) {
        if (options.cookies()) {
            cookies.addTo(request, url);
        }
    }

    private void takeCookies(Url url, ResponseHead head) {
        if (options.cookies()) {
            cookies.takeFrom(head, url);
        }
    }

    /// Ends the fetches under way, and gives back what the pool keeps. Exchanges and wires are
    /// closed by those who have them.
    @Override
    public void close() {
        reaper.close();
        http2.close();
        pool.close();
        inflaters.close();
        cookies.close();
    }
}
