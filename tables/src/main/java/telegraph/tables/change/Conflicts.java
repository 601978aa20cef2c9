package telegraph.tables.change;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.tables.access.Conflict;
import telegraph.tables.row.RowExpressions;

/// What an INSERT does with rows whose key is there already: ON CONFLICT.
///
/// A row is put in unless one with its key is there; if another transaction puts one there in
/// between, that is found when the own one is refused, and the question is asked again. No row is
/// changed twice by one statement, since which of the changes came last would be chance.
///
/// Of a row with several keys that are there, those that the statement names count first.
///
/// Threads: one.
final class Conflicts implements AutoCloseable {
    /// How often a key may come and go while a row waits to be put in.
    private static final int TRIES_MAX = 100;

    private final Target target;
    private final Optional<Change.ConflictUpdate> update;
    private final List<String> arbiters;
    private final RowExpressions values;
    private final ChangedKeys affected;

    Conflicts(Questions questions, Target target, Change.OnConflict conflict) {
        this.target = target;
        this.update = conflict.update();
        this.arbiters = target.arbiters(conflict);
        this.values = update.map(one -> target.conflictValues(one.values())).orElse(null);
        update.ifPresent(one -> one.assignments().forEach(this::demandAssignable));
        this.affected = new ChangedKeys(questions.region());
    }

    private void demandAssignable(Change.Assignment assignment) {
        target.demandAssignable(
                target.column(assignment.column(), assignment.position()), assignment.isDefault());
    }

    /// Puts a row in, or does what is to be done with the one that is there; the row as it is now,
    /// or null if nothing was done.
    Object[] put(Object[] row) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            Optional<Conflict> conflict = target.insertIfFree(row, arbiters);
            if (conflict.isEmpty()) {
                Object[] inserted = target.inserted(row);
                if (update.isPresent()) {
                    affected.add(target.key(inserted));
                }
                return inserted;
            }
            if (!arbiters.contains(conflict.get().constraint())) {
                throw conflict.get().violation();
            }
            if (update.isEmpty()) {
                return null;
            }
            Object[] there = target.lock(conflict.get(), row);
            if (there != null) {
                return changed(there, row);
            }
        }
        throw TelegraphException.of(
                SqlState.SERIALIZATION_FAILURE,
                "a row could be neither put in nor found, since others put in and took away its key"
                        + " again and again: table="
                        + target.name()
                        + " tries="
                        + TRIES_MAX);
    }

    private Object[] changed(Object[] there, Object[] excluded) {
        if (!affected.add(target.key(there))) {
            throw TelegraphException.of(
                    SqlState.CARDINALITY_VIOLATION,
                    "ON CONFLICT DO UPDATE changes no row twice: table="
                            + target.name()
                            + ". Two of the rows to insert have the same key");
        }
        Change.ConflictUpdate one = update.orElseThrow();
        Object[] both = Arrays.copyOf(there, 2 * target.width());
        System.arraycopy(excluded, 0, both, target.width(), target.width());
        Object[] made = values.of(both);
        if (one.conditional() && !Boolean.TRUE.equals(made[made.length - 1])) {
            return null;
        }
        Object[] row = Arrays.copyOf(there, there.length);
        for (Change.Assignment assignment : one.assignments()) {
            int column = target.column(assignment.column(), assignment.position());
            row[column] =
                    assignment.isDefault()
                            ? target.byDefault(column)
                            : target.fit(column, made[1 + assignment.value()]);
        }
        return target.update(there, row);
    }

    @Override
    public void close() {
        affected.close();
        update.ifPresent(one -> target.giveBack(one.values(), values));
    }
}
