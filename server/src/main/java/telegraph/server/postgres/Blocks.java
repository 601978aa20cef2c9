package telegraph.server.postgres;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.TransactionState;

/// The transactions of a conversation as PostgreSQL has them: those that BEGIN opens, and those
/// that nobody opens.
///
/// Statements that come together belong together: those of one simple query, and those that are
/// executed until the next Sync, are one transaction unless they say otherwise. It is opened with
/// the first of them, if there are several, and ends with them.
///
/// Threads: one at a time.
final class Blocks {
    private final PgTalk talk;
    private final Portals portals;
    private boolean implicit;

    Blocks(PgTalk talk, Portals portals) {
        this.talk = talk;
        this.portals = portals;
    }

    /// What a client is told when it may send more.
    char status() {
        return switch (talk.state()) {
            case IDLE -> 'I';
            case OPEN -> 'T';
            case FAILED -> 'E';
        };
    }

    boolean isIdle() {
        return talk.state() == TransactionState.IDLE;
    }

    boolean isImplicit() {
        return implicit;
    }

    /// Has what follows belong to one transaction.
    void together() {
        if (isIdle()) {
            talk.session().begin();
            implicit = true;
        }
    }

    /// What came together has come.
    void ended() throws InterruptedException {
        boolean own = implicit;
        implicit = false;
        if (own && !isIdle()) {
            end(true);
        } else if (isIdle()) {
            portals.endTransaction(true);
            talk.transactionEnded(true);
        }
    }

    /// A statement failed, and with it those that came with it.
    void failed() throws InterruptedException {
        if (implicit) {
            implicit = false;
            end(false);
        } else if (isIdle()) {
            talk.transactionEnded(false);
        }
    }

    /// @throws TelegraphException if a statement of the transaction has failed
    void demandUsable() {
        if (talk.state() == TransactionState.FAILED) {
            throw TelegraphException.of(
                    SqlState.FAILED_TRANSACTION,
                    "current transaction is aborted, commands ignored until end of transaction"
                            + " block");
        }
    }

    void begin() {
        demandUsable();
        if (implicit) {
            implicit = false;
        } else if (isIdle()) {
            talk.session().begin();
        } else {
            talk.warn("25001", "there is already a transaction in progress");
        }
        talk.replies().commandComplete("BEGIN");
    }

    void commit() throws InterruptedException {
        finish(true);
    }

    void rollback() throws InterruptedException {
        finish(false);
    }

    private void finish(boolean commit) throws InterruptedException {
        if (implicit || isIdle()) {
            talk.warn("25P01", "there is no transaction in progress");
        }
        implicit = false;
        boolean lasts = isIdle() ? commit : end(commit);
        talk.replies().commandComplete(lasts ? "COMMIT" : "ROLLBACK");
    }

    private boolean end(boolean commit) throws InterruptedException {
        portals.endTransaction(commit);
        boolean lasts = false;
        try {
            if (commit) {
                lasts = talk.session().commit();
            } else {
                talk.session().rollback();
            }
            return lasts;
        } finally {
            talk.transactionEnded(lasts);
        }
    }

    void savepoint(String name) throws InterruptedException {
        demandBlock("SAVEPOINT");
        demandUsable();
        portals.keepAll();
        talk.session().savepoint(name);
        talk.settings().savepoint(name);
        talk.replies().commandComplete("SAVEPOINT");
    }

    void release(String name) throws InterruptedException {
        demandBlock("RELEASE SAVEPOINT");
        demandUsable();
        portals.keepAll();
        talk.session().release(name);
        talk.settings().released(name);
        talk.replies().commandComplete("RELEASE");
    }

    void rollbackTo(String name) throws InterruptedException {
        demandBlock("ROLLBACK TO SAVEPOINT");
        portals.keepAll();
        talk.session().rollbackTo(name);
        talk.govern(talk.settings().rolledBackTo(name, talk.replies()));
        talk.replies().commandComplete("ROLLBACK");
    }

    /// @throws TelegraphException if no transaction is open
    void demandBlock(String statement) {
        if (isIdle()) {
            throw TelegraphException.of(
                    SqlState.NO_ACTIVE_TRANSACTION,
                    statement + " can only be used in transaction blocks");
        }
    }
}
