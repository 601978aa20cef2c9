package telegraph.server.postgres;

import telegraph.sql.Query;

/// What a request to cancel is about: the query that runs now, or the thread that does a statement
/// itself.
///
/// A request that comes when nothing runs does nothing, as in PostgreSQL.
///
/// Threads: any.
final class Cancelling {
    private Query query;
    private Thread thread;
    private boolean gone;

    /// A query has been started.
    synchronized void begins(Query started) {
        query = started;
        if (gone) {
            started.abandon();
        }
    }

    /// It has ended.
    synchronized void ends(Query ended) {
        if (query == ended) {
            query = null;
        }
    }

    /// This thread does a statement itself, and may be interrupted until [#leaves].
    synchronized void enters() {
        thread = Thread.currentThread();
        if (gone) {
            thread.interrupt();
        }
    }

    synchronized void leaves() {
        thread = null;
        if (Thread.interrupted() && gone) {
            throw new Gone();
        }
    }

    synchronized void cancel() {
        if (query != null) {
            query.cancel();
        } else if (thread != null) {
            thread.interrupt();
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
