package telegraph.sql.session;

import java.util.concurrent.TimeUnit;
import telegraph.ground.Ticker;
import telegraph.query.session.AdvisoryLocks;
import telegraph.sql.sandbox.AdvisoryTable;
import telegraph.sql.transaction.TransactionWork;

/// The advisory locks of one session: those it holds until it ends, and those of its transactions.
///
/// Threads: any.
public final class SessionLocks {
    private final AdvisoryTable table;
    private volatile boolean any;

    public SessionLocks(AdvisoryTable table) {
        this.table = table;
    }

    /// Gives back what the session holds until it ends.
    public void releaseAll() {
        if (any) {
            table.releaseAll(this);
        }
    }

    /// The same as a statement takes them in its transaction.
    AdvisoryLocks of(TransactionWork work) {
        return new AdvisoryLocks() {
            @Override
            public boolean take(
                    Key key, boolean shared, boolean ofTransaction, boolean waits, Ticker ticker) {
                long patience = waits ? TimeUnit.MILLISECONDS.toNanos(work.patienceMillis()) : 0;
                Object scope = ofTransaction ? work : SessionLocks.this;
                if (ofTransaction) {
                    work.atEnd(() -> table.releaseAll(work));
                } else {
                    any = true;
                }
                return table.take(SessionLocks.this, scope, key, shared, patience, ticker);
            }

            @Override
            public boolean release(Key key, boolean shared) {
                return table.release(SessionLocks.this, key, shared);
            }

            @Override
            public void releaseAll() {
                SessionLocks.this.releaseAll();
            }
        };
    }
}
