package telegraph.sql.execution;

import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.language.ast.TransactionControl;
import telegraph.sql.Event;
import telegraph.sql.TransactionState;
import telegraph.sql.live.TimeLimit;
import telegraph.sql.transaction.TransactionModes;
import telegraph.sql.transaction.TransactionWork;
import telegraph.sql.transaction.Transactions;
import telegraph.store.TableMode;

/// Carries out the statements about the session's transaction.
///
/// As in PostgreSQL, to begin twice or to end what was not begun is no error but worth a notice.
///
/// Threads: the statement's own.
final class TransactionStatements {
    private final StatementRun run;
    private final Transactions transactions;
    private final TransactionWork work;

    TransactionStatements(StatementRun run) {
        this.run = run;
        this.transactions = run.transactions();
        this.work = run.work();
    }

    Event.End out(TransactionControl control) {
        return switch (control) {
            case TransactionControl.Begin begin -> begin(begin.modes());
            case TransactionControl.Commit commit -> end(true, commit.chain());
            case TransactionControl.Rollback rollback -> end(false, rollback.chain());
            case TransactionControl.Savepoint savepoint -> {
                demandBlock("SAVEPOINT");
                work.savepoint(savepoint.name());
                yield run.done("SAVEPOINT");
            }
            case TransactionControl.RollbackTo to -> {
                demandBlock("ROLLBACK TO");
                transactions.rollbackTo(work, to.name());
                yield run.done("ROLLBACK");
            }
            case TransactionControl.Release release -> {
                demandBlock("RELEASE");
                work.release(release.name());
                yield run.done("RELEASE");
            }
            case TransactionControl.LockTable lock -> {
                demandBlock("LOCK TABLE");
                lock.names().forEach(name -> lock(name, mode(lock.mode()), lock.waits()));
                yield run.done("LOCK TABLE");
            }
            case TransactionControl.SetTransaction set -> {
                if (isIdle()) {
                    notice("SET TRANSACTION is about an open transaction, and there is none");
                } else {
                    work.prepare(set.modes());
                }
                yield run.done("SET");
            }
            case TransactionControl.SetConstraints set -> {
                if (isIdle()) {
                    notice("SET CONSTRAINTS is about an open transaction, and there is none");
                } else {
                    work.setConstraints(set);
                }
                yield run.done("SET CONSTRAINTS");
            }
            case TransactionControl.SetCharacteristics set -> {
                TransactionModes.keep(set.modes(), run.settings());
                yield run.done("SET");
            }
        };
    }

    private void lock(TableName name, TableMode mode, boolean waits) {
        if (waits) {
            work.tables().locked(name, mode, work.transaction());
        } else if (!work.tables().tryLock(name, mode, work.transaction())) {
            throw TelegraphException.of(
                    SqlState.LOCK_NOT_AVAILABLE,
                    "could not obtain lock on relation \"" + name + "\"");
        }
    }

    /// The weakest mode that keeps others from all that PostgreSQL's does, where those who change
    /// rows or lock them have IX, and those who read, check a foreign key, or read again what they
    /// read, IS.
    private static TableMode mode(TransactionControl.LockMode mode) {
        return switch (mode) {
            case ACCESS_SHARE -> TableMode.IS;
            case ROW_SHARE, ROW_EXCLUSIVE -> TableMode.IX;
            case SHARE -> TableMode.S;
            case SHARE_UPDATE_EXCLUSIVE, SHARE_ROW_EXCLUSIVE -> TableMode.SIX;
            case EXCLUSIVE, ACCESS_EXCLUSIVE -> TableMode.X;
        };
    }

    private Event.End begin(TransactionControl.Modes modes) {
        if (isIdle()) {
            work.prepare(modes);
            transactions.begin(work);
        } else {
            work.prepare(modes);
            notice("a transaction is open already");
        }
        return run.done("BEGIN");
    }

    private Event.End end(boolean commit, boolean chain) {
        if (isIdle()) {
            if (chain) {
                throw noBlock(commit ? "COMMIT AND CHAIN" : "ROLLBACK AND CHAIN");
            }
            notice("no transaction is open");
            return run.done(commit ? "COMMIT" : "ROLLBACK");
        }
        TransactionControl.Modes modes =
                new TransactionControl.Modes(
                        Optional.of(work.isolation()), Optional.of(work.isReadOnly()));
        if (commit && transactions.state() == TransactionState.OPEN) {
            settle();
        }
        boolean lasts = transactions.end(work, commit);
        if (chain) {
            work.prepare(modes);
            transactions.begin(work);
        }
        return run.done(lasts ? "COMMIT" : "ROLLBACK");
    }

    /// Checks what was deferred to the commit, for no longer than a statement may take.
    private void settle() {
        try (TimeLimit _ = run.timeLimit()) {
            work.settle();
        } catch (RuntimeException | Error e) {
            transactions.end(work, false);
            throw e;
        }
    }

    private boolean isIdle() {
        return transactions.state() == TransactionState.IDLE;
    }

    private void demandBlock(String statement) {
        if (isIdle()) {
            throw noBlock(statement);
        }
    }

    private static TelegraphException noBlock(String statement) {
        return TelegraphException.of(
                SqlState.NO_ACTIVE_TRANSACTION,
                statement + " needs an open transaction. Begin one with BEGIN");
    }

    private void notice(String text) {
        run.emit(new Event.Notice(text));
    }
}
