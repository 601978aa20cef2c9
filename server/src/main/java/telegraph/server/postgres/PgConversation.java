package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import telegraph.ground.TelegraphException;
import telegraph.server.door.DoorContext;
import telegraph.server.net.KeptThreads;
import telegraph.server.net.Outflow;
import telegraph.server.postgres.dialect.ClientSettings;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.LongMessages;
import telegraph.server.postgres.message.Malformed;
import telegraph.server.postgres.message.Message;
import telegraph.server.postgres.message.PgInbox;
import telegraph.server.postgres.message.PgReport;
import telegraph.server.postgres.message.Replies;

/// One client's conversation after its login: its messages are done one after the other, by the
/// connection's loop if they need no waiting and by a thread of their own if they may.
///
/// ```
///          ┌─ at once ───────────────────────────────┐
/// message ─┤                                         ├──▶ replies, one write for what came together
///          └─ inbox ──▶ thread, until nothing waits ─┘
/// ```
///
/// Invariants:
///
/// 1. The dialogue belongs to the loop or to the thread, never to both: from the loop to the thread
///    when that is started, and back by a task of the loop, which comes after all that the thread
///    has written.
/// 2. While the thread has it, every message goes to the inbox.
///
/// Threads: the connection's loop, which never waits.
final class PgConversation {
    private static final Logger LOG = LoggerFactory.getLogger(PgConversation.class);

    private final Channel channel;
    private final LongMessages messages;
    private final PgInbox inbox;
    private final Replies replies;
    private final PgTalk talk;
    private final Dialogue dialogue;
    private final Fields fields = new Fields();
    private final Fields waiting = new Fields();
    private final Runnable working = this::work;
    private final Runnable resting = this::rest;
    private List<String> first;
    private boolean taken;
    private boolean running;
    private boolean gone;
    private boolean leaving;
    private boolean ended;

    /// How a conversation begins.
    ///
    /// @param first statements to carry out before the client may send any
    record Start(Channel channel, PgTalk.Peer peer, ClientSettings settings, List<String> first) {}

    /// @param messages counts the long ones of all conversations
    PgConversation(DoorContext door, LongMessages messages, Start start) {
        this.channel = start.channel();
        this.messages = messages;
        this.inbox = new PgInbox(messages, () -> reading(true));
        this.replies = new Replies(channel.alloc());
        Outflow outflow = channel.pipeline().get(Outflow.class);
        PgTalk.Wire wire = new PgTalk.Wire(inbox, outflow, replies);
        this.talk = new PgTalk(door, wire, start.peer(), start.settings());
        this.dialogue = new Dialogue(talk);
        this.first = start.first();
    }

    CancelTarget cancelling() {
        return talk.cancelling();
    }

    /// The client is in: what it is to know first is what `welcome` holds.
    void begin(Replies welcome) {
        if (first.isEmpty()) {
            welcome.readyForQuery('I');
            send(welcome);
        } else {
            send(welcome);
            taken = true;
            start();
        }
    }

    private void send(Replies from) {
        ByteBuf piece = from.take();
        if (piece != null) {
            channel.writeAndFlush(piece, channel.voidPromise());
        }
    }

    /// Takes a message whose fields are the next `length` bytes; they have been read then.
    void accept(byte type, ByteBuf from, int length) {
        if (ended) {
            from.skipBytes(length);
            messages.give(length);
            return;
        }
        if (!taken && channel.isWritable() && !talk.hasMuch()) {
            int start = from.readerIndex();
            boolean done = dialogue.atOnce(type, fields.open(from, length));
            fields.close();
            if (done) {
                messages.give(length);
                return;
            }
            from.readerIndex(start);
        }
        taken = true;
        if (!inbox.put(Message.copy(type, from, length, channel.alloc()))) {
            reading(false);
        }
    }

    private void reading(boolean on) {
        if (channel.eventLoop().inEventLoop()) {
            channel.config().setAutoRead(on);
        } else {
            later(() -> channel.config().setAutoRead(on));
        }
    }

    /// All that came together has been taken.
    void burstEnds() {
        if (!taken) {
            send(replies);
        } else if (!running) {
            start();
        }
    }

    private void start() {
        running = true;
        KeptThreads.start(working);
    }

    /// Does what waits, on the thread.
    private void work() {
        talk.cancelling().busy();
        try {
            List<String> statements = first;
            first = List.of();
            if (!statements.isEmpty()) {
                begin(statements);
            }
            for (Message next = inbox.poll(); next != null; next = inbox.poll()) {
                try (Message message = next) {
                    talk.cancelling().busy();
                    dialogue.carryOut(message.type(), message.open(waiting));
                }
            }
            talk.cancelling().idle();
            talk.send();
        } catch (Malformed e) {
            inbox.close();
            later(() -> fatal("08P01", e.getMessage()));
        } catch (Gone | InterruptedException e) {
            inbox.close();
            later(channel::close);
        } catch (RuntimeException | Error e) {
            inbox.close();
            LOG.error("a conversation failed unexpectedly", e);
            later(() -> fatal("XX000", "this should not happen, please report it: cause=" + e));
        } finally {
            later(resting);
        }
    }

    private void begin(List<String> statements) throws InterruptedException {
        try {
            for (String statement : statements) {
                talk.carryOut(statement);
            }
            replies.readyForQuery('I');
        } catch (TelegraphException e) {
            PgReport report = PgReport.failure(e, "", "");
            later(() -> fatal(report.code(), report.message()));
        }
    }

    private void later(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            // The loops have ended, and all connections with them.
            talk.close();
        }
    }

    /// The thread has ended: the dialogue is the loop's again, or another thread's.
    private void rest() {
        if (gone) {
            close();
        } else if (!inbox.isEmpty()) {
            start();
        } else {
            running = false;
            taken = false;
            if (leaving) {
                leave();
            }
        }
    }

    /// Says why the conversation ends, and ends it.
    void fatal(String code, String why) {
        if (!gone && !ended) {
            ended = true;
            inbox.close(); // what was sent after it is not done
            Replies last = new Replies(channel.alloc());
            last.error(PgReport.fatal(code, why));
            channel.writeAndFlush(last.take()).addListener(_ -> channel.close());
        }
    }

    /// The server is about to stop: so is the conversation as soon as nothing runs in it.
    void leave() {
        leaving = true;
        if (!running && !dialogue.isInTransaction()) {
            leaveNow();
        }
    }

    /// The server stops.
    void leaveNow() {
        fatal("57P01", "terminating connection due to administrator command");
    }

    /// The connection is closed.
    void gone() {
        if (!gone) {
            gone = true;
            inbox.close();
            if (running) {
                Thread.ofVirtual().name("postgres end").start(talk.cancelling()::abandon);
            } else {
                close();
            }
        }
    }

    private void close() {
        running = true;
        taken = true;
        if (talk.hasSession()) {
            Thread.ofVirtual().name("postgres end").start(dialogue::close);
        } else {
            dialogue.close();
        }
    }
}
