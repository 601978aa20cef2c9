package telegraph.server.redis;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import telegraph.ground.TelegraphException;
import telegraph.sql.Event;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// Makes the table that keys are kept in, and lends the ways to it that threads take turns with.
///
/// Threads: any.
final class Keepers implements AutoCloseable {
    private static final String ISOLATION = "default_transaction_isolation";
    private static final String READ_COMMITTED = "read committed";

    private final Telegraph telegraph;
    private final InstantSource clock;
    private final Deque<KeyValueTable> idle = new ArrayDeque<>();
    private final Object making = new Object();
    private boolean closed;

    Keepers(Telegraph telegraph, InstantSource clock) {
        this.telegraph = telegraph;
        this.clock = clock;
    }

    Telegraph telegraph() {
        return telegraph;
    }

    /// A way to the table for one thread, which closes it.
    KeyValueTable table(KeyValueTable.Manner manner) {
        Session session = telegraph.session();
        if (!session.setting(ISOLATION).equals(READ_COMMITTED)) {
            // Commands are atomic by the locks they take; more would make readers wait.
            carryOut(session, "SET " + ISOLATION + " = '" + READ_COMMITTED + "'");
        }
        return new KeyValueTable(session, clock, manner);
    }

    /// A way to the table, to be given back.
    KeyValueTable lend(KeyValueTable.Manner manner) {
        synchronized (idle) {
            KeyValueTable known = idle.poll();
            if (known != null) {
                known.manner(manner);
                return known;
            }
        }
        return table(manner);
    }

    void giveBack(KeyValueTable table) {
        synchronized (idle) {
            if (!closed) {
                idle.push(table);
                return;
            }
        }
        table.close();
    }

    /// Makes the table if it is not there.
    ///
    /// @throws TelegraphException if it cannot be made
    void make(Session session) {
        synchronized (making) {
            for (String statement : KeyValueTable.DEFINITION) {
                carryOut(session, statement);
            }
        }
    }

    private static void carryOut(Session session, String statement) {
        Failure failure = new Failure();
        try {
            session.start(statement, failure::hear).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the thread was interrupted");
        }
        failure.demandNone();
    }

    /// What became of a statement.
    private static final class Failure {
        private volatile Event.Failed failed;

        void hear(Event event) {
            if (event instanceof Event.Failed last) {
                failed = last;
            }
        }

        void demandNone() {
            if (failed != null) {
                throw failed.cause();
            }
        }
    }

    @Override
    public void close() {
        Deque<KeyValueTable> left;
        synchronized (idle) {
            closed = true;
            left = new ArrayDeque<>(idle);
            idle.clear();
        }
        left.forEach(KeyValueTable::close);
    }
}
