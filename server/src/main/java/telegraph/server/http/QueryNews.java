package telegraph.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.Ticker;
import telegraph.server.admission.Queries;
import telegraph.server.admission.QueryLine;
import telegraph.server.http.answer.AnswerForm;
import telegraph.server.http.wire.Flow;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.JsonOutput;

/// Tells all who follow the list of statements how it stands, each time it changes and, since
/// numbers move, once a second while statements run.
///
/// One thread makes each event once for all of them, while there are any. Who has not read the one
/// before is left out until it has; events replace each other, so nothing is lost. Nobody gets the
/// same list twice, so that neither one who comes nor one who does not read costs the others.
///
/// Threads: any.
final class QueryNews implements AutoCloseable {
    private static final int ENDED_MAX = 50;
    private static final Duration QUIET = Duration.ofSeconds(1);

    /// Between two events, and some more for each who follows.
    private static final Duration APART = Duration.ofMillis(200);

    private static final Duration APART_EACH = Duration.ofNanos(100_000);

    private static final class Follower {
        private final Flow flow;
        private final AnswerForm form;

        /// The last event it got; for the teller alone.
        private long seen;

        Follower(Flow flow, AnswerForm form) {
            this.flow = flow;
            this.form = form;
        }
    }

    private final Queries queries;
    private final Ticker ticker;
    private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private Thread teller;
    private boolean changed;
    private boolean closed;

    QueryNews(Queries queries, Ticker ticker) {
        this.queries = queries;
        this.ticker = ticker;
    }

    /// Sends events to a client until it goes away.
    void add(HttpExchange exchange, AnswerForm form) {
        Follower follower = new Follower(exchange.stream(HttpReply.head(form.type())), form);
        followers.add(follower);
        exchange.onGone(() -> followers.remove(follower));
        exchange.onLeaving(() -> {
            if (followers.remove(follower)) {
                follower.flow.end();
            }
        });
        if (exchange.isGone()) {
            followers.remove(follower);
            return;
        }
        lock.lock();
        try {
            changed = true;
            if (teller == null && !closed) {
                teller = Thread.ofVirtual().name("query news").start(this::tellAll);
            }
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    /// How many follow.
    int count() {
        return followers.size();
    }

    private void changed() {
        lock.lock();
        try {
            changed = true;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    private void tellAll() {
        try (Queries.Following _ = queries.follow(this::changed)) {
            long number = 0;
            boolean moving = true;
            List<QueryLine> before = List.of();
            while (awaitNews(moving)) {
                List<QueryLine> lines = lines();
                if (number == 0 || !lines.equals(before)) {
                    number++;
                    before = lines;
                }
                moving = lines.stream().anyMatch(line -> !line.state().isOver());
                moving |= !tell(lines, number);
                ticker.sleep(APART.plus(APART_EACH.multipliedBy(followers.size())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody is to be told any more
        }
    }

    /// Waits for a change, or a while if numbers move anyway or somebody was left out; false, and
    /// this thread is nobody's teller any more, if nobody follows.
    private boolean awaitNews(boolean moving) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = QUIET.toNanos();
            while (!changed && nanos > 0 && !followers.isEmpty()) {
                nanos = news.awaitNanos(nanos);
                if (nanos <= 0 && !moving) {
                    nanos = QUIET.toNanos();
                }
            }
            changed = false;
            if (followers.isEmpty() || closed) {
                teller = null;
                return false;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private List<QueryLine> lines() {
        List<QueryLine> lines = new ArrayList<>();
        int ended = 0;
        for (QueryLine line : queries.list()) {
            if (!line.state().isOver() || ended++ < ENDED_MAX) {
                lines.add(line);
            }
        }
        return lines;
    }

    /// Sends an event to those who did not get it yet and have room for it; whether all have it.
    private boolean tell(List<QueryLine> lines, long number) {
        boolean all = true;
        Map<AnswerForm, ByteBuf> frames = new EnumMap<>(AnswerForm.class);
        for (Follower follower : followers) {
            if (follower.seen == number) {
                continue;
            }
            if (!follower.flow.hasRoom()) {
                all = false;
                continue;
            }
            ByteBuf frame =
                    frames.computeIfAbsent(follower.form, form -> frame(form, lines, number));
            if (follower.flow.offer(frame.duplicate())) {
                follower.seen = number;
            } else {
                all = false;
            }
        }
        return all;
    }

    /// On the heap and never released, since nobody knows who reads it last.
    private static ByteBuf frame(AnswerForm form, List<QueryLine> lines, long number) {
        boolean bare = form == AnswerForm.LINES;
        ByteArrayOutputStream frame = new ByteArrayOutputStream(4096);
        frame.writeBytes(ascii(bare ? "" : "event: queries\nid: " + number + "\ndata: "));
        JsonOutput.write(
                frame,
                json -> {
                    json.writeStartObject();
                    json.writeStringProperty("event", "queries");
                    QueryLines.list(json, lines);
                    json.writeEndObject();
                });
        frame.writeBytes(ascii(bare ? "\n" : "\n\n"));
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(frame.toByteArray()));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (teller != null) {
                teller.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
