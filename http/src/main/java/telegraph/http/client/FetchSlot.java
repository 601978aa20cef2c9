package telegraph.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import telegraph.http.FetchLimits;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.http.wire.Borrowed;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.FetchWatch;
import telegraph.http.wire.Inlet;
import telegraph.http.wire.MessageWords;

/// A slot for one fetch after another: what is asked, what came, and how that went.
///
/// ```java
/// try (FetchSlot exchange = client.exchange(); Wire wire = new Wire()) {
///     client.fetch(url, address, wire, exchange);
///     if (exchange.outcome() == FetchOutcome.FETCHED && exchange.status() == 200) {
///         scan(exchange.body());
///     }
///     exchange.release();
/// }
/// ```
///
/// What it tells is that of the last fetch, until the next or [#release]. Octets it returns are its
/// own: they are to be read and not kept.
///
/// Threads: one.
public final class FetchSlot implements AutoCloseable {
    static final int INLET_OCTETS = 16 << 10;
    static final int REQUEST_OCTETS = 1 << 10;
    private static final int ASIDE_MAX = 8 << 10;
    private static final int UPGRADE_REQUIRED = 426;
    private static final int NO_VERSION = 505;

    final FetchWatch watch;
    final Inlet inlet;
    final ResponseHead head = new ResponseHead();
    final Octets request = new Octets(REQUEST_OCTETS);
    final Body body;

    private final Client client;
    private final Octets extra = new Octets(0);
    private final Octets rawHead = new Octets(0);
    private final Borrowed raw;
    private final BodyFraming framing;
    private int bodyOctetsMax;
    private FetchOutcome outcome = FetchOutcome.BROKEN;
    private String detail = "";
    private long began;
    private long ended;
    private long connected;
    private long deadline;
    private boolean headCame;
    private boolean http2;
    private boolean closed;

    FetchSlot(Client client) {
        this.client = client;
        FetchLimits limits = client.options().limits();
        this.watch = new FetchWatch(limits);
        this.inlet = new Inlet(INLET_OCTETS, client.pool(), watch);
        this.body = new Body(client.pool(), client.inflaters(), watch);
        this.raw = new Borrowed(client.pool(), watch);
        this.framing = new BodyFraming(inlet, body, raw, limits.headOctets());
        this.bodyOctetsMax = limits.bodyOctets();
    }

    /// Adds a header to the next request alone, such as If-None-Match; false, and nothing is added,
    /// if the value is none that can be sent.
    public boolean addRequestHeader(String name, byte[] value, int start, int end) {
        for (int i = start; i < end; i++) {
            if (value[i] >= 0 && value[i] < ' ' && value[i] != '\t' || value[i] == 127) {
                return false;
            }
        }
        extra.append(name).append(": ").append(value, start, end).append("\r\n");
        return true;
    }

    /// The longest body of the next fetch alone, in the place of the client's limit.
    public void bodyOctetsMax(int octets) {
        bodyOctetsMax = octets;
    }

    public FetchOutcome outcome() {
        return outcome;
    }

    /// The outcome in words; empty if all went well.
    public String detail() {
        return detail;
    }

    /// The response's status; 0 if none came. A fetch that failed later than that has it, too.
    public int status() {
        return headCame ? head.status() : 0;
    }

    /// The body, unpacked; as much of it as came.
    public Octets body() {
        return body.octets();
    }

    /// Whether the body was cut at the limit.
    public boolean truncated() {
        return body.isTruncated();
    }

    /// Octets of the response, as they came through the socket.
    public long wireBytes() {
        return inlet.received();
    }

    /// Puts the value of the first header of a name into `into`; false if there is none.
    ///
    /// @param name in small letters
    public boolean header(String name, Octets into) {
        into.clear();
        int found = headCame ? head.find(name, 0) : -1;
        if (found >= 0) {
            head.value(found, into);
        }
        return found >= 0;
    }

    /// The same for all headers of a name, with `, ` between their values.
    public boolean headers(String name, Octets into) {
        into.clear();
        int found = headCame ? head.find(name, 0) : -1;
        boolean any = found >= 0;
        for (boolean first = true; found >= 0; found = head.find(name, found + 1)) {
            if (!first) {
                into.append(", ");
            }
            head.value(found, into);
            first = false;
        }
        return any;
    }

    /// The request's head as it was sent, its blank line included.
    public Octets requestHead() {
        return request;
    }

    /// The response's head as it came, from the status line to the blank line; empty if none came.
    public Octets rawHead() {
        rawHead.clear();
        if (headCame) {
            rawHead.append(inlet.array, head.start(), head.end());
        }
        return rawHead;
    }

    /// What came behind the head, packed and in chunks if it came so; of use only with
    /// [ClientOptions#keepRaw].
    public Octets rawBody() {
        return framing.isRawApart() ? raw.octets() : body.octets();
    }

    /// How long it took to connect, TLS included; 0 if the wire was open.
    public long connectNanos() {
        return connected;
    }

    /// From the start of the fetch to the end of the body.
    public long totalNanos() {
        return ended - began;
    }

    /// Gives back the arrays of bodies to the client's other exchanges. The next fetch does so,
    /// too.
    public void release() {
        headCame = false;
        framing.begin(0);
        body.release();
        raw.release();
        inlet.release();
        rawHead.shrink(ASIDE_MAX);
        request.shrink(ASIDE_MAX);
        client.pool().settle(watch);
    }

    /// Ends the slot.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release();
            client.forget(this);
        }
    }

    // What follows is for the fetch under way.

    void begin(Url url, long now) {
        release();
        FetchLimits limits = client.options().limits();
        began = now;
        ended = now;
        connected = 0;
        deadline = now + limits.whole().toNanos();
        detail = "";
        outcome = FetchOutcome.FETCHED;
        http2 = false;
        client.requests().get(request, url, client.isProxied() && !url.isHttps());
        client.addCookies(url, request);
        request.append(extra);
        RequestHead.end(request);
        extra.clear();
        body.begin(bodyOctetsMax, deadline);
        raw.begin(deadline);
        framing.begin(deadline);
        bodyOctetsMax = limits.bodyOctets();
    }

    void end(long now) {
        ended = now;
    }

    void fail(FetchFailure failure) {
        outcome = failure.outcome();
        detail = failure.getMessage();
    }

    void connected(long now) {
        connected = now - began;
    }

    long connectDeadline() {
        return Math.min(began + client.options().limits().connect().toNanos(), deadline);
    }

    long answerDeadline(long now) {
        return Math.min(now + client.options().limits().answer().toNanos(), deadline);
    }

    void send(OutputStream out, InputStream in) throws IOException {
        headCame = false;
        inlet.begin(in);
        out.write(request.array(), 0, request.length());
    }

    /// Reads the head of the response, past those that only say that it will come.
    void readHead() throws IOException, FetchFailure, InterruptedException {
        head.receive(inlet, client.options().limits().headOctets(), deadline);
        headCame = true;
    }

    /// The head was not the site's.
    void forgetHead() {
        headCame = false;
    }

    /// Reads the body; returns whether the connection may be used again.
    boolean readBody() throws IOException, FetchFailure, InterruptedException {
        watch.proceed(FetchWatch.Phase.BODY, deadline);
        body.head(head);
        boolean whole = framing.read(head, client.options().keepRaw());
        settle();
        return whole && head.keepsAlive();
    }

    private void settle() {
        if (body.isTruncated()) {
            outcome = FetchOutcome.TRUNCATED;
            detail = "the body was cut: octets=" + body.octets().length();
        }
    }

    /// Takes a response that another client has received: its head as HTTP/1.1 writes it, and its
    /// body.
    void readForeign(byte[] foreignHead, InputStream from)
            throws IOException, FetchFailure, InterruptedException {
        http2 = false;
        headCame = false;
        inlet.begin(from);
        head.begin(0);
        int limit = client.options().limits().headOctets();
        if (foreignHead.length > limit) {
            throw new FetchFailure(
                    FetchOutcome.HEADER_TOO_LARGE, "a head is short: limit=" + limit);
        }
        inlet.put(foreignHead, deadline);
        boolean complete = head.isComplete(inlet.array, inlet.end);
        assert complete;
        head.parse(inlet.array);
        inlet.start = head.end();
        inlet.keep(deadline);
        head.parse(inlet.array);
        headCame = true;
        watch.proceed(FetchWatch.Phase.BODY, deadline);
        body.head(head);
        framing.readAll(client.options().keepRaw());
        settle();
    }

    /// The site has said that it wants HTTP/2.
    void insistsOnHttp2() {
        http2 = true;
    }

    /// Whether it has, or the answer of HTTP/1.1 means that.
    boolean wantsHttp2() {
        return http2
                || headCame && (head.status() == UPGRADE_REQUIRED || head.status() == NO_VERSION)
                || !headCame && inlet.isFrame();
    }

    /// What an exception of the socket means: that the reaper closed it, that the thread was
    /// interrupted, or what the caller thinks.
    FetchFailure why(IOException e, FetchOutcome otherwise, String words)
            throws FetchFailure, InterruptedException {
        watch.disarm();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return new FetchFailure(otherwise, words + ": cause=" + MessageWords.reason(e));
    }
}
