package telegraph.jdbc;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.TelegraphException;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;

/// A statement under way, whose events one thread sends and another takes as rows.
///
/// ```
/// statement ──accept──▶ [ rows, rows, … at most WAITING_MAX ] ──next──▶ whoever asked
/// ```
///
/// A statement whose rows nobody takes waits, so a result of any size needs bounded memory.
///
/// Threads: the statement's call `accept`; one takes; any may cancel.
public final class JdbcAnswer implements AutoCloseable {
    /// The most pieces of a result that wait to be taken; a piece is some thousand rows at most.
    private static final int WAITING_MAX = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<List<Object[]>> waiting = new ArrayDeque<>();
    private final int timeoutSeconds;
    private long nanosLeft;
    private List<ResultColumn> columns;
    private Event.End end;
    private TelegraphException failure;
    private SQLWarning warning;
    private boolean abandoned;
    private Query query;

    private JdbcAnswer(int timeoutSeconds) {
        this.timeoutSeconds = timeoutSeconds;
        this.nanosLeft = TimeUnit.SECONDS.toNanos(timeoutSeconds);
    }

    /// Starts a statement.
    ///
    /// @param timeoutSeconds how long whoever takes its rows waits for them in all, or 0
    static JdbcAnswer start(Session session, String sql, int timeoutSeconds) {
        JdbcAnswer answer = new JdbcAnswer(timeoutSeconds);
        answer.query = session.start(sql, answer::accept);
        return answer;
    }

    private void accept(Event event) {
        lock.lock();
        try {
            switch (event) {
                case Event.Columns shape -> columns = shape.columns();
                case Event.Rows more -> keep(more.rows());
                case Event.End last -> end = last;
                case Event.Failed failed -> failure = failed.cause();
                case Event.Notice notice -> warn(notice.text());
                case Event.Snapshot _, Event.Sources _, Event.Routing _, Event.Copy _ -> {
                    return;
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void keep(List<Object[]> rows) {
        try {
            while (waiting.size() >= WAITING_MAX && !abandoned) {
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("nobody takes the rows any more");
        }
        if (!abandoned && !rows.isEmpty()) {
            waiting.add(rows);
        }
    }

    private void warn(String text) {
        SQLWarning next = new SQLWarning(text);
        if (warning == null) {
            warning = next;
        } else {
            warning.setNextWarning(next);
        }
    }

    /// Waits until it is known whether there are rows to come.
    ///
    /// @return the columns, or null if the statement ended and has none
    List<ResultColumn> columns() throws SQLException {
        lock.lock();
        try {
            while (columns == null && end == null) {
                await();
            }
            return columns;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for more rows; null if there are no more.
    public List<Object[]> next() throws SQLException {
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

    /// Waits for all rows that are still to come.
    List<Object[]> rest() throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (List<Object[]> piece = next(); piece != null; piece = next()) {
            rows.addAll(piece);
        }
        return rows;
    }

    private void await() throws SQLException {
        if (failure != null) {
            throw JdbcFailures.of(failure);
        }
        try {
            if (timeoutSeconds == 0) {
                changed.await();
            } else if (nanosLeft > 0) {
                nanosLeft = changed.awaitNanos(nanosLeft);
            } else {
                query.cancel();
                throw JdbcFailures.timeout(timeoutSeconds);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            query.cancel();
            throw JdbcFailures.interrupted();
        }
    }

    /// How the statement ended; it has, when [#columns] gave none or [#next] gave no more.
    Event.End end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /// What the user should know, or null.
    SQLWarning warning() {
        lock.lock();
        try {
            return warning;
        } finally {
            lock.unlock();
        }
    }

    void cancel() {
        query.cancel();
    }

    /// Ends the statement, if it has not, and waits until all it held is free.
    @Override
    public void close() {
        lock.lock();
        try {
            abandoned = true;
            waiting.clear();
            changed.signalAll();
            if (end == null && failure == null) {
                query.abandon();
            }
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (true) {
            try {
                query.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
