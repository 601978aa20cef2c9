package telegraph.query.run;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.query.plan.RemainderGuard;

/// A condition that is not asked any more once the query is to stop: a join can try many pairs
/// before one fits.
///
/// Threads: as [Predicate].
final class StoppablePredicate implements Predicate {
    private final Predicate condition;
    private final RemainderGuard guard;

    StoppablePredicate(Predicate condition, RemainderGuard guard) {
        this.condition = condition;
        this.guard = guard;
    }

    @Override
    public List<ColumnRef> columns() {
        return condition.columns();
    }

    @Override
    public boolean canThrow() {
        return condition.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        guard.check();
        return condition.narrow(rows, selection, count);
    }

    @Override
    public Predicate fork() {
        return new StoppablePredicate(condition.fork(), guard);
    }
}
