package telegraph.server.postgres;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.BriefAnswer;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.ResultColumn;

/// A statement under way, whose events one thread sends and another takes.
///
/// ```
/// statement ──accept──▶ [ rows, rows, … at most WAITING_MAX ] ──next──▶ the conversation
/// ```
///
/// A statement whose rows nobody takes waits, so a result of any size needs bounded memory: a slow
/// client, a portal that is suspended and a cursor all hold their query back in this way.
///
/// Threads: the statement's call `accept`; one takes; any may abandon.
final class PgAnswer {
    /// The most pieces of a result that wait to be taken; a piece is some thousand rows at most.
    private static final int WAITING_MAX = 4;

    /// The most bytes, about, of a result that is kept since its transaction goes on.
    private static final long KEPT_BYTES_MAX = 64 << 20;

    private static final int ROW_BYTES = 40;
    private static final int VALUE_BYTES = 24;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Event> waiting = new ArrayDeque<>();
    private final List<Event.Notice> notices = new ArrayList<>();
    private final CancelTarget cancelling;
    private List<ResultColumn> columns;
    private Event.Copy copy;
    private Event.End end;
    private TelegraphException failure;
    private boolean keeping;
    private long keptBytes;
    private boolean abandoned;

    /// What was started, or null.
    private Query query;

    private PgAnswer(CancelTarget cancelling) {
        this.cancelling = cancelling;
    }

    /// Starts a statement.
    ///
    /// @param starting starts it and has its events told to whom it is given
    static PgAnswer start(CancelTarget cancelling, Function<Consumer<Event>, Query> starting) {
        PgAnswer answer = new PgAnswer(cancelling);
        Query query = starting.apply(answer::accept);
        answer.query = query;
        cancelling.begins(query);
        return answer;
    }

    /// One that has ended.
    static PgAnswer of(BriefAnswer whole) {
        PgAnswer answer = new PgAnswer(null);
        answer.accept(new Event.Columns(whole.columns()));
        answer.accept(new Event.Rows(whole.rows()));
        whole.notices().forEach(text -> answer.notices.add(new Event.Notice(text)));
        answer.accept(whole.end());
        return answer;
    }

    private void accept(Event event) {
        lock.lock();
        try {
            switch (event) {
                case Event.Columns shape -> columns = shape.columns();
                case Event.Rows rows -> {
                    if (!rows.rows().isEmpty()) {
                        keep(event);
                    }
                }
                case Event.End last -> end = last;
                case Event.Failed failed -> failure = failed.cause();
                case Event.Notice notice -> notices.add(notice);
                case Event.Copy.In in -> copy = in;
                case Event.Copy.Out out -> copy = out;
                case Event.Copy.Lines _ -> keep(event);
                case Event.Snapshot _, Event.Sources _, Event.Routing _ -> {
                    return;
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void keep(Event event) {
        try {
            while (waiting.size() >= WAITING_MAX && !keeping && !abandoned) {
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
        if (keeping && event instanceof Event.Rows rows) {
            charge(rows.rows());
        }
        if (!abandoned) {
            waiting.add(event);
        }
    }

    private void charge(List<Object[]> rows) {
        for (Object[] row : rows) {
            keptBytes += ROW_BYTES;
            for (Object value : row) {
                keptBytes += VALUE_BYTES + (value instanceof String text ? text.length() : 0);
            }
        }
        if (keptBytes > KEPT_BYTES_MAX) {
            throw TelegraphException.of(
                    SqlState.CONFIGURATION_LIMIT,
                    "a result that is not read to its end is kept while its transaction goes on,"
                            + " up to bytes="
                            + KEPT_BYTES_MAX
                            + ". Read it to its end first, close it, or ask for fewer rows");
        }
    }

    /// Waits until it is known what the statement gives: rows, lines to copy, or nothing.
    void awaitShape() throws InterruptedException {
        lock.lock();
        try {
            while (columns == null && copy == null && end == null) {
                await();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The columns of its rows, or null if it gives none; known after [#awaitShape].
    List<ResultColumn> columns() {
        lock.lock();
        try {
            return columns;
        } finally {
            lock.unlock();
        }
    }

    /// What it copies, or null if it does not; known after [#awaitShape].
    Event.Copy copy() {
        lock.lock();
        try {
            return copy;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for more rows, or lines; null if there are no more.
    Event next() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty()) {
                if (end != null) {
                    return null;
                }
                await();
            }
            changed.signalAll();
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the statement has ended, and keeps what it still gives.
    void keepAll() throws InterruptedException {
        lock.lock();
        try {
            keeping = true;
            changed.signalAll();
            while (end == null) {
                await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void await() throws InterruptedException {
        if (failure != null) {
            throw failure;
        }
        changed.await();
    }

    /// How the statement ended; null if it has not.
    Event.End end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    boolean isEnded() {
        lock.lock();
        try {
            return end != null || failure != null;
        } finally {
            lock.unlock();
        }
    }

    /// What the user should know and was not told yet.
    List<Event.Notice> notices() {
        lock.lock();
        try {
            List<Event.Notice> told = List.copyOf(notices);
            notices.clear();
            return told;
        } finally {
            lock.unlock();
        }
    }

    /// What logs and messages call the statement.
    String id() {
        return query.id();
    }

    /// Ends the statement if it has not ended, and waits until all it held is free.
    void close() throws InterruptedException {
        boolean ended;
        lock.lock();
        try {
            abandoned = true;
            waiting.clear();
            ended = end != null || failure != null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!ended) {
            query.abandon();
        }
        if (query != null) {
            query.join();
            cancelling.ends(query);
        }
    }
}
