package telegraph.server.admission;

import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import telegraph.engine.meter.Progress;
import telegraph.ground.TelegraphException;
import telegraph.server.admission.QueryLine.State;
import telegraph.sql.Event;
import telegraph.sql.Query;

/// One statement from when it was asked for until it is forgotten.
///
/// ```
/// ( queued ) ──▶ ( running ) ──▶ ( ended | failed | cancelled )
///      └──────────── cancelled ──────────▲
/// ```
///
/// Its events pass through here on their way to the audience: they are counted and kept for those
/// who watch. The last one gives its turn to another statement before the audience, which may be
/// slow, hears it.
///
/// Threads: any.
final class Admitted implements Query, Consumer<Event> {
    private final Queries queries;
    private final Told told = new Told();
    private final ReentrantLock opening = new ReentrantLock();
    private final CountDownLatch over = new CountDownLatch(1);
    private final String id;
    private final Admission.Client client;
    private final String text;
    private final Instant asked;

    /// Whether the limits are about it.
    private final boolean counted;

    /// What it needs to run; let go when it has ended.
    private volatile Part part;

    private Runnable atEnd = () -> {};
    private volatile State state = State.QUEUED;
    private volatile Query running;
    private volatile String cancelled;
    private volatile boolean abandoned;
    private volatile boolean begun;
    private volatile long startNanos;
    private volatile long nanos;
    private volatile long rows;
    private volatile long requests;
    private volatile long memoryPeak;
    private volatile Event last;

    private record Part(StatementStart starting, Audience audience) {}

    /// Who asked for what, when.
    ///
    /// @param counted whether the limits are about it
    record Question(String id, Admission asked, Instant at, boolean counted) {}

    Admitted(Queries queries, Question question, StatementStart how, Audience to) {
        Admission asked = question.asked();
        this.queries = queries;
        this.id = question.id();
        this.counted = question.counted();
        this.client = asked.client();
        this.text = Masked.of(asked.text());
        this.asked = question.at();
        this.part = new Part(how, to);
    }

    /// Has `action` run when it ends; at once if that was before.
    void atEnd(Runnable action) {
        boolean now;
        synchronized (this) {
            atEnd = action;
            now = state.isOver();
        }
        if (now) {
            action.run();
        }
    }

    /// Whether it began.
    boolean hadTurn() {
        return begun;
    }

    boolean isCounted() {
        return counted;
    }

    String user() {
        return client.user();
    }

    Told told() {
        return told;
    }

    State state() {
        return state;
    }

    /// Tells the audience that it waits, unless it has begun meanwhile.
    void queued(int place) {
        opening.lock();
        try {
            if (state == State.QUEUED) {
                told.queued(place);
                part.audience().queued(place);
            }
        } finally {
            opening.unlock();
        }
    }

    /// Begins it; it has a turn.
    void begin(long now) {
        opening.lock();
        try {
            startNanos = now;
            begun = true;
            state = State.RUNNING;
            told.started();
            part.audience().started();
        } finally {
            opening.unlock();
        }
        Part mine = part;
        try {
            Query query = mine.starting().start(id, this);
            synchronized (this) {
                if (state.isOver()) {
                    // Short ones end before whoever began them is told so.
                    memoryPeak = query.memoryPeak();
                } else {
                    running = query;
                }
            }
            if (cancelled != null) {
                stop(query);
            }
        } catch (TelegraphException e) {
            accept(new Event.Failed(e));
        }
    }

    @Override
    public void accept(Event event) {
        Part mine = part;
        Event passed =
                switch (event) {
                    case Event.Rows more -> {
                        rows += more.rows().size();
                        yield more;
                    }
                    case Event.Sources sources -> {
                        requests = requests(sources.progress());
                        yield sources;
                    }
                    case Event.End end -> {
                        rows = end.rows();
                        requests = requests(end.progress());
                        yield end;
                    }
                    case Event.Failed failed -> new Event.Failed(queries.reworded(failed.cause()));
                    case Event.Columns _,
                            Event.Snapshot _,
                            Event.Routing _,
                            Event.Notice _,
                            Event.Copy _ ->
                            event;
                };
        told.tell(passed);
        if (!(passed instanceof Event.End) && !(passed instanceof Event.Failed)) {
            mine.audience().accept(passed);
            return;
        }
        end(passed);
        try {
            mine.audience().accept(passed);
        } finally {
            running = null; // and with it the session and what the query ran in
            over.countDown();
            queries.told();
        }
    }

    private static long requests(Iterable<Progress> sources) {
        long requests = 0;
        for (Progress source : sources) {
            requests += source.requests();
        }
        return requests;
    }

    private void end(Event how) {
        Runnable then;
        synchronized (this) {
            then = atEnd;
            last = how;
            state =
                    switch (how) {
                        case Event.Failed failed
                                when failed.cause().kind() == TelegraphException.Kind.CANCELLED ->
                                State.CANCELLED;
                        case Event.Failed _ -> State.FAILED;
                        default -> State.ENDED;
                    };
            Query query = running;
            memoryPeak = query == null ? 0 : query.memoryPeak();
            part = null;
        }
        nanos = !begun ? 0 : queries.now() - startNanos;
        then.run();
        queries.ended(this, how);
    }

    /// It was cancelled before it had a turn, and gets none.
    void dropped() {
        Thread.ofVirtual()
                .name(id)
                .start(() -> {
                    opening.lock();
                    try {
                        accept(new Event.Failed(TelegraphException.cancelled(cancelled)));
                    } finally {
                        opening.unlock();
                    }
                });
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public void cancel() {
        cancel("the query was cancelled");
    }

    @Override
    public void cancel(String why) {
        Query query;
        synchronized (this) {
            if (cancelled != null || state.isOver()) {
                return;
            }
            cancelled = why;
            query = running;
        }
        if (query != null) {
            stop(query);
        } else {
            queries.drop(this);
        }
    }

    @Override
    public void abandon() {
        abandoned = true;
        cancel("nobody wants the rows of the query any more");
    }

    private void stop(Query query) {
        if (abandoned) {
            query.abandon();
        } else {
            query.cancel(cancelled);
        }
    }

    @Override
    public void join() throws InterruptedException {
        over.await();
    }

    @Override
    public long memory() {
        Query query = running;
        return query == null ? 0 : query.memory();
    }

    @Override
    public long memoryPeak() {
        Query query = running;
        return query == null || state.isOver() ? memoryPeak : query.memoryPeak();
    }

    QueryLine line(int place) {
        State now = state;
        long took = now == State.RUNNING ? queries.now() - startNanos : nanos;
        TelegraphException cause = last instanceof Event.Failed failed ? failed.cause() : null;
        return new QueryLine(
                id,
                client,
                text,
                now,
                place,
                asked,
                took,
                rows,
                requests,
                now.isOver() ? 0 : memory(),
                memoryPeak(),
                last instanceof Event.End end ? end.tag() : "",
                cause == null ? "" : cause.getMessage(),
                cause == null ? "" : cause.state().code());
    }
}
