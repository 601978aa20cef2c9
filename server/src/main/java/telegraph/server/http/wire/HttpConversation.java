package telegraph.server.http.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import telegraph.server.net.Outflow;
import telegraph.server.net.ShutdownNotice;

/// One connection: takes requests from it and has them answered, one at a time and in order.
///
/// ```
///          head               body whole                    answered
/// WAITING ─────▶ READING ────────────────▶ ANSWERING ────────────────────▶ WAITING
///    │               │                         │  requests that come
///    │ too late,     │ malformed or too large  │  meanwhile wait
///    ▼               ▼                         ▼
///  closed         CLOSING ──▶ closed        closed, if the client asked for it
/// ```
///
/// 1. At most [#PENDING_MAX] parts of later requests wait, with [#PENDING_BYTES_MAX] bytes of
///    bodies, and what was read with them; then nothing more is read.
/// 2. Nothing of a later request is looked at before the answer to the one before is on its way.
/// 3. What large bodies take is bounded for all connections together, by one of [Bodies] until it
///    is known whose they are and by another from then on until they are answered.
/// 4. While a request is answered the connection is still read, so that its end is noticed.
///
/// Threads: the connection's loop; [#reply], [#stream] and [#endStream] any.
final class HttpConversation extends ChannelInboundHandlerAdapter {
    private static final int PENDING_MAX = 64;
    private static final int PENDING_BYTES_MAX = 65_536;
    private static final int LINE_BYTES_MAX = 8_192;
    private static final int HEAD_BYTES_MAX = 16_384;
    private static final int PIECE_BYTES_MAX = 16_384;

    /// Bodies of up to this size are not counted among the large ones.
    private static final int BODY_FREE_BYTES = 65_536;

    private static final String CODEC = "codec";

    /// Bodies of this type are given signs of life.
    private static final String EVENTS = "text/event-stream";

    /// How long a connection may stay open between two requests.
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /// How long a request may take from its head to the end of its body.
    private static final long BODY_NANOS = TimeUnit.SECONDS.toNanos(30);

    /// How long what a client still sends is thrown away, so that it can read why.
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final byte[] CONTINUE =
            "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private enum State {
        WAITING,
        READING,
        ANSWERING,
        CLOSING
    }

    private final Site site;
    private final Outflow outflow = new Outflow();
    private final Queue<HttpObject> pending = new ArrayDeque<>(2);
    private final Gate.Proven proven = new Gate.Proven();
    private long pendingBytes;
    private ChannelHandlerContext context;
    private State state = State.WAITING;
    private boolean draining;
    private long deadlineNanos;
    private HttpRequest head;
    private ByteArrayOutputStream body;
    private Bodies.Share share;
    private volatile HttpExchange exchange;
    private volatile boolean keepsAlive;
    private volatile HttpVersion version = HttpVersion.HTTP_1_1;
    private volatile Flow beating;

    private HttpConversation(Site site) {
        this.site = site;
    }

    /// Begins on a connection that has come.
    static void open(Site site, Channel channel) {
        HttpDecoderConfig limits =
                new HttpDecoderConfig()
                        .setMaxInitialLineLength(LINE_BYTES_MAX)
                        .setMaxHeaderSize(HEAD_BYTES_MAX)
                        .setMaxChunkSize(PIECE_BYTES_MAX);
        HttpConversation conversation = new HttpConversation(site);
        channel.pipeline()
                .addLast(CODEC, new HttpServerCodec(limits))
                .addLast(conversation.outflow)
                .addLast(conversation);
    }

    long nanos() {
        return site.nanos();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        deadlineNanos = nanos() + IDLE_NANOS;
        site.beat(added.channel().eventLoop()).add(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        site.beat(closed.channel().eventLoop()).remove(this);
        forget();
        HttpExchange running = exchange;
        if (running != null) {
            running.left(false);
        }
        closed.fireChannelInactive();
    }

    private void forget() {
        pending.forEach(ReferenceCountUtil::release);
        pending.clear();
        pendingBytes = 0;
        body = null;
        head = null;
        if (share != null) {
            share.close();
            share = null;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        if (state == State.CLOSING || !(message instanceof HttpObject part)) {
            ReferenceCountUtil.release(message);
            return;
        }
        pending.add(part);
        pendingBytes += bytes(part);
        drain();
        if (pending.size() > PENDING_MAX || pendingBytes > PENDING_BYTES_MAX) {
            from.channel().config().setAutoRead(false);
        }
    }

    private static int bytes(HttpObject part) {
        return part instanceof HttpContent content ? content.content().readableBytes() : 0;
    }

    private void drain() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            while (!pending.isEmpty() && (state == State.WAITING || state == State.READING)) {
                HttpObject part = pending.poll();
                pendingBytes -= bytes(part);
                try {
                    take(part);
                } catch (Problem e) {
                    refuse(e);
                } finally {
                    ReferenceCountUtil.release(part);
                }
            }
        } finally {
            draining = false;
        }
        boolean few = pending.size() <= PENDING_MAX / 2 && pendingBytes <= PENDING_BYTES_MAX / 2;
        if (few && !context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(true);
        }
    }

    private void take(HttpObject part) {
        if (part.decoderResult().isFailure()) {
            throw malformed(part.decoderResult().cause());
        }
        if (part instanceof HttpRequest request) {
            begin(request);
        }
        if (part instanceof HttpContent content) {
            append(content);
        }
    }

    private static Problem malformed(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ ->
                    new Problem(
                            414,
                            "an address is at most "
                                    + LINE_BYTES_MAX
                                    + " bytes. Send what is long in the body");
            case TooLongHttpHeaderException _ ->
                    new Problem(431, "headers are at most " + HEAD_BYTES_MAX + " bytes in all");
            default ->
                    new Problem(
                            400,
                            "a request follows HTTP/1.1, and this one does not: cause="
                                    + cause.getMessage());
        };
    }

    private void begin(HttpRequest request) {
        head = request;
        version = request.protocolVersion();
        keepsAlive = HttpUtil.isKeepAlive(request);
        state = State.READING;
        deadlineNanos = nanos() + BODY_NANOS;
        body = new ByteArrayOutputStream(0);
        share = site.share(request, proven);
        if (version.majorVersion() != 1) {
            throw new Problem(505, "this server speaks HTTP/1.1: version=" + version);
        }
        if (version.minorVersion() > 0 && !request.headers().contains(HttpHeaderNames.HOST)) {
            throw new Problem(400, "a request of HTTP/1.1 has a Host");
        }
        long length = HttpUtil.getContentLength(request, 0L);
        if (length > site.bodyBytesMax()) {
            throw tooLarge();
        }
        String expects = request.headers().get(HttpHeaderNames.EXPECT);
        if (expects != null) {
            if (!expects.equalsIgnoreCase("100-continue")) {
                throw new Problem(417, "the only expectation that is met is 100-continue");
            }
            // Past the encoder, for which this would be the answer.
            context.pipeline().context(CODEC).writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
        }
    }

    private Problem tooLarge() {
        return new Problem(
                413,
                "a body is at most " + site.bodyBytesMax() + " bytes. Load large data by COPY");
    }

    private void append(HttpContent content) {
        ByteBuf bytes = content.content();
        int size = body.size() + bytes.readableBytes();
        if (size > site.bodyBytesMax()) {
            throw tooLarge();
        }
        // Its array has room to grow, and is copied in the end.
        if (size > BODY_FREE_BYTES && !share.grow(2 * (long) size)) {
            throw Site.crowded();
        }
        try {
            bytes.readBytes(body, bytes.readableBytes());
        } catch (IOException e) {
            throw new IllegalStateException("memory takes bytes", e);
        }
        if (content instanceof LastHttpContent) {
            HttpRequest whole = head;
            byte[] all = body.toByteArray();
            head = null;
            body = null;
            Bodies.Share held = share;
            share = null;
            state = State.ANSWERING;
            site.answer(whole, all, this, held);
        }
    }

    /// Answers a request that cannot be read to its end, and closes.
    private void refuse(Problem problem) {
        state = State.CLOSING;
        forget();
        deadlineNanos = nanos() + LINGER_NANOS;
        keepsAlive = false;
        Channel channel = context.channel();
        channel.config().setAutoRead(true);
        context.writeAndFlush(response(site.complete(problem.reply(), null)))
                .addListener(sent -> {
                    if (channel instanceof SocketChannel socket && sent.isSuccess()) {
                        socket.shutdownOutput();
                    } else {
                        channel.close();
                    }
                });
    }

    /// What this connection has proven before.
    Gate.Proven proven() {
        return proven;
    }

    Channel channel() {
        return context.channel();
    }

    /// The request is being answered.
    void answering(HttpExchange running) {
        exchange = running;
        if (!context.channel().isActive()) {
            running.left(false);
        }
    }

    /// Sends a response that is whole.
    ///
    /// @param request what it answers, or null if that could not be read
    void reply(HttpReply reply, WholeRequest request) {
        HttpReply packed = request == null ? reply : site.packed(reply, request);
        answered(context.writeAndFlush(response(site.complete(packed, request))));
    }

    private DefaultFullHttpResponse response(HttpReply reply) {
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        HttpResponseStatus.valueOf(reply.status()),
                        Unpooled.wrappedBuffer(reply.body()));
        headers(response, reply);
        if (reply.status() != 204 && reply.status() != 304) {
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
        }
        return response;
    }

    private void headers(HttpResponse response, HttpReply reply) {
        if (!reply.type().isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, reply.type());
        }
        reply.headers().forEach(response.headers()::set);
        HttpUtil.setKeepAlive(response.headers(), version, keepsAlive);
    }

    /// Sends the head of a response whose body is still to come.
    Flow stream(HttpReply reply, WholeRequest request) {
        HttpResponse response =
                new DefaultHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()));
        if (version.minorVersion() == 0) {
            keepsAlive = false; // its end is the end of the body
        } else {
            response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        headers(response, site.complete(reply, request));
        context.writeAndFlush(response, context.voidPromise());
        Flow flow = new Flow(this, context.channel(), outflow);
        if (reply.type().equals(EVENTS)) {
            beating = flow;
        }
        return flow;
    }

    /// The body that was sent piece by piece is complete.
    void endStream(LastHttpContent last) {
        beating = null;
        answered(context.writeAndFlush(last));
    }

    private void answered(ChannelFuture sent) {
        HttpExchange running = exchange;
        exchange = null;
        if (running != null) {
            running.left(true);
        }
        if (!keepsAlive) {
            sent.addListener(ChannelFutureListener.CLOSE);
            return;
        }
        if (context.channel().eventLoop().inEventLoop()) {
            next();
        } else {
            context.channel().eventLoop().execute(this::next);
        }
    }

    private void next() {
        if (state == State.ANSWERING) {
            state = State.WAITING;
            deadlineNanos = nanos() + IDLE_NANOS;
            drain();
        }
    }

    /// Once a second: what takes too long is ended, and a silent stream gives a sign of life.
    void beat(long now) {
        Flow flow = beating;
        if (flow != null && now - flow.writtenNanos() > site.heartbeatNanos()) {
            flow.offer(site.heartbeat());
        }
        if (state == State.ANSWERING || now - deadlineNanos < 0) {
            return;
        }
        if (state == State.READING) {
            refuse(
                    new Problem(
                            408,
                            "a request is sent within "
                                    + TimeUnit.NANOSECONDS.toSeconds(BODY_NANOS)
                                    + " seconds"));
        } else {
            context.close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext from, Object event) {
        if (event instanceof ShutdownNotice how) {
            keepsAlive = false;
            HttpExchange running = exchange;
            if (state == State.WAITING) {
                from.close();
            } else if (how == ShutdownNotice.NOW && running != null) {
                running.leave();
            }
        }
        from.fireUserEventTriggered(event);
    }
}
