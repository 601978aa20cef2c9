package telegraph.server.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.util.concurrent.RejectedExecutionException;
import telegraph.server.net.ShutdownNotice;
import telegraph.server.resp.MalformedRequest;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;
import telegraph.server.resp.Unread;

/// One client's connection: reads its commands and answers them in order, all that came together
/// with one write.
///
/// ```
///            a command that has to wait for somebody
/// ( here ) ──────────────────────────────────────────▶ ( away )
///    ▲   reads, answers at once                           │  reads no further than a little
///    └────────────────────────────────────────────────────┘
///                        it is answered
/// ```
///
/// Invariants:
///
/// 1. Answers leave in the order of their commands.
/// 2. While it is away, or its client does not read, no command is begun, and not much is read.
/// 3. An idle conversation holds no buffer.
///
/// Threads: its event loop, except where said otherwise.
final class RedisConversation extends ChannelInboundHandlerAdapter {
    /// Answers beyond that are sent before more are made.
    private static final int ANSWERS_BYTES_MAX = 64 << 10;

    private static final int ANSWERS_BYTES_FIRST = 2 << 10;

    private final Lobby lobby;
    private final Seat seat;
    private final RedisClient client;
    private final Unread unread;
    private ChannelHandlerContext context;
    private RedisCommand own;
    private ByteBuf answers;
    private Burst burst;
    private boolean away;
    private boolean closing;
    private boolean leaving;

    RedisConversation(Lobby lobby, Seat seat) {
        this.lobby = lobby;
        this.seat = seat;
        this.client = lobby.client();
        this.unread = new Unread(lobby.budget());
    }

    /// What is known of the client.
    RedisClient client() {
        return client;
    }

    InetAddress address() {
        return lobby.address(context.channel());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        if (client.isKnown()) {
            lobby.proven(added.channel());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (closing) {
            bytes.release();
            return;
        }
        try {
            unread.add(bytes, request().wanted(), context.alloc());
            answer();
        } catch (MalformedRequest e) {
            end(e);
        }
    }

    private RedisCommand request() {
        return own != null ? own : seat.request();
    }

    /// Answers as many commands as there are and as can be.
    private void answer() throws MalformedRequest {
        boolean well = false;
        try {
            while (unread.bytes() != null && !away && !closing && isRead() && answerOne()) {
                // One after the other.
            }
            well = true;
        } finally {
            if (!well) {
                forget();
            }
        }
        leave();
        holdBack();
    }

    /// Answers the next command; false if it has not all come, or has to wait.
    private boolean answerOne() throws MalformedRequest {
        RedisCommand request = request();
        if (!request.read(unread.bytes(), client.isKnown())) {
            if (!request.isLong()) {
                request.clear();
            } else if (own == null) {
                own = seat.giveUp();
            }
            unread.settle(context.alloc());
            return false;
        }
        boolean begun = request.count() == 0 || begin(request);
        int end = request.end();
        forget();
        if (begun && unread.bytes() != null) {
            unread.skip(end);
        }
        return begun;
    }

    /// Leaves the place where commands are read as others want to find it.
    private void forget() {
        request().clear();
        own = null;
    }

    /// Whether the client reads what it is sent.
    private boolean isRead() {
        return context.channel().isWritable();
    }

    /// Begins a command; false if one before it has to end first.
    private boolean begin(RedisCommand request) {
        Command command = Command.of(request);
        if (burst != null && !joins(command, request)) {
            return false;
        }
        RedisReply reply = reply();
        int mark = reply.mark();
        try {
            carryOut(command, request, reply);
        } catch (RedisRefusal e) {
            reply.back(mark);
            reply.error(e.getMessage());
        }
        if (answers != null && answers.readableBytes() > ANSWERS_BYTES_MAX) {
            send();
        }
        return true;
    }

    private boolean joins(Command command, RedisCommand request) {
        return command != null
                && command.kind() == Command.Kind.CHANGE
                && command.takes(request.count())
                && burst.isChanges()
                && burst.hasRoom();
    }

    private void carryOut(Command command, RedisCommand request, RedisReply reply) {
        if (command == null) {
            throw lobby.unknown(request);
        }
        if (!command.takes(request.count())) {
            throw command.wrongCount();
        }
        if (command.kind() == Command.Kind.TALK) {
            lobby.talk().answer(command, request, reply, this);
            return;
        }
        if (!client.isKnown()) {
            throw RedisClient.UNKNOWN;
        }
        lobby.counts().command();
        if (burst != null || !seat.desk().answer(command, request, reply)) {
            if (burst == null) {
                burst =
                        new Burst(
                                context.alloc().ioBuffer(ANSWERS_BYTES_FIRST),
                                client.version(),
                                this::back);
            }
            burst.add(command, request);
        }
    }

    private RedisReply reply() {
        if (answers == null) {
            answers = context.alloc().ioBuffer(ANSWERS_BYTES_FIRST);
        }
        return seat.reply().to(answers, client.version());
    }

    /// Has the commands that were gathered carried out elsewhere.
    private void leave() {
        if (burst == null || away) {
            return;
        }
        if (lobby.budget().take(burst.bytes())) {
            away = true;
            lobby.keyspace().later(burst);
            return;
        }
        Burst refused = burst;
        refused.refuseRest("OOM too many bytes of commands wait: try again later");
        burst = null;
        send();
        context.write(refused.answers());
    }

    /// The commands are answered; called on any thread.
    private void back(Burst done) {
        lobby.budget().give(done.bytes());
        if (!later(() -> resume(done))) {
            done.answers().release();
        }
    }

    /// Has something done on the loop; false if that has ended, and all its connections before it.
    /// Called on any thread.
    boolean later(Runnable action) {
        try {
            context.executor().execute(action);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void resume(Burst done) {
        burst = null;
        if (!context.channel().isActive()) {
            done.answers().release();
            return;
        }
        send();
        context.write(done.answers());
        here();
    }

    /// Goes away until somebody calls [#here] on the loop.
    void goAway() {
        away = true;
    }

    /// Goes on with what came meanwhile.
    void here() {
        away = false;
        try {
            answer();
        } catch (MalformedRequest e) {
            end(e);
        }
        sendAll();
    }

    /// Writes an answer from the loop, between commands.
    RedisReply interject() {
        return reply();
    }

    ChannelHandlerContext context() {
        return context;
    }

    /// Ends after what was answered is sent.
    void quit() {
        closing = true;
    }

    private void end(MalformedRequest why) {
        if (burst != null && !away) {
            // What was gathered before it is not carried out, and not acknowledged.
            burst.answers().release();
            burst = null;
        }
        reply().error(why.getMessage());
        closing = true;
        unread.release();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
        sendAll();
    }

    /// Sends all answers, and ends if there will be no more.
    private void sendAll() {
        send();
        context.flush();
        if ((closing || leaving && isIdle()) && context.channel().isActive()) {
            closing = true;
            context.writeAndFlush(context.alloc().buffer(0))
                    .addListener(_ -> context.channel().close());
        }
    }

    private boolean isIdle() {
        return !away && unread.bytes() == null;
    }

    private void send() {
        if (answers == null) {
            return;
        }
        if (answers.isReadable()) {
            context.write(answers, context.voidPromise());
        } else {
            answers.release();
        }
        answers = null;
    }

    /// Reads on only as long as what is read is answered and the answers are taken.
    private void holdBack() {
        boolean reads = unread.size() <= Unread.FREE_BYTES || !away && isRead();
        if (context.channel().config().isAutoRead() != reads) {
            context.channel().config().setAutoRead(reads);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext from) throws Exception {
        if (isRead() && !away && !closing) {
            here();
        }
        super.channelWritabilityChanged(from);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext from, Object event) throws Exception {
        if (event instanceof ShutdownNotice how) {
            leaving = true;
            closing |= how == ShutdownNotice.NOW;
            sendAll();
        }
        super.userEventTriggered(from, event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) throws Exception {
        closing = true;
        unread.release();
        if (answers != null) {
            answers.release();
            answers = null;
        }
        super.channelInactive(from);
    }
}
