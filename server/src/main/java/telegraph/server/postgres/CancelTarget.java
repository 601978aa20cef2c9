package telegraph.server.postgres;

import telegraph.ground.TelegraphException;
import telegraph.sql.Query;

/// What a request to cancel is about: the query that runs now, or the thread that does a statement
/// itself.
///
/// A request that comes while messages are done but nothing runs, such as between a statement's
/// description and its start, is about what runs next of them. One that comes when nothing is to be
/// done, as from the moment when the client is told that the server is ready, does nothing, as in
/// PostgreSQL.
///
/// Threads: any.
final class CancelTarget {
    private Query query;
    private Thread thread;

    /// How many deeds a thread did itself, and whether somebody asked to cancel the present one.
    private int deed;

    private boolean asked;
    private String expired = "";
    private boolean busy;
    private boolean pending;
    private boolean gone;

    /// There are messages to be done.
    synchronized void busy() {
        busy = true;
    }

    /// They are done, or the client is about to be told that it may send the next.
    synchronized void idle() {
        busy = false;
        pending = false;
    }

    /// @throws TelegraphException if what runs next is to be cancelled
    synchronized void demandWanted() {
        if (pending) {
            pending = false;
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }

    /// A query has been started.
    synchronized void begins(Query started) {
        query = started;
        if (gone) {
            started.abandon();
        } else if (pending) {
            pending = false;
            started.cancel();
        }
    }

    /// It has ended.
    synchronized void ends(Query ended) {
        if (query == ended) {
            query = null;
        }
    }

    /// This thread does something itself, and may be interrupted until [#leaves].
    ///
    /// @return the number of this deed, for [#expire]
    synchronized int enters() {
        demandWanted();
        thread = Thread.currentThread();
        asked = false;
        if (gone) {
            thread.interrupt();
        }
        return ++deed;
    }

    /// The time of what a thread does itself is up, unless it does something else by now.
    synchronized void expire(int of, String reason) {
        if (thread != null && of == deed) {
            expired = reason;
            thread.interrupt();
        }
    }

    /// Why what the thread did was cancelled, or "" if somebody asked for that.
    synchronized String expired() {
        return expired;
    }

    /// It has done it.
    ///
    /// @param over whether the statement has ended with that; if not, a request to cancel it that
    ///   came meanwhile is about what follows
    synchronized void leaves(boolean over) {
        thread = null;
        pending |= asked && !over;
        asked = false;
        expired = "";
        if (Thread.interrupted() && gone) {
            throw new Gone();
        }
    }

    synchronized void cancel() {
        if (query != null) {
            query.cancel();
        } else if (thread != null) {
            asked = true;
            thread.interrupt();
        } else {
            pending = busy;
        }
    }

    /// Nobody wants the rest.
    synchronized void abandon() {
        gone = true;
        if (query != null) {
            query.abandon();
        } else if (thread != null) {
            thread.interrupt();
        }
    }
}
