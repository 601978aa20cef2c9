package telegraph.tables.access;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.OrderedPSet;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint.Deferral;
import telegraph.language.ast.TableName;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.row.StoredTable;

/// The foreign keys of one transaction that are checked when it ends, and what there is to check.
///
/// A statement looks at each reference as ever. One that is in order is locked as ever, and nothing
/// is left to do. Of one that is not, the values that refer are kept here, once however many rows
/// have them, and looked at again at the end, whatever became of the rows: what they refer to must
/// be there, and then stays locked until the transaction has ended, or nobody may refer to it. As
/// this holds of all that is ever committed, to look at values too many is never wrong.
///
/// What is kept is bounded: of a foreign key with more than [#KEYS_MAX] values, or [#BYTES_MAX]
/// bytes of all foreign keys, all rows are looked at.
///
/// All of it is one value that is replaced as a whole, so that a rollback to a savepoint takes what
/// was there then ([#mark]).
///
/// Threads: the transaction's own.
public final class DeferredChecks {
    /// Values of all foreign keys together.
    static final int KEYS_MAX = 50_000;

    static final long BYTES_MAX = 8L << 20;

    /// What a value takes beside its bytes, about.
    private static final int KEY_BYTES = 200;

    private static final Mark NONE =
            new Mark(Optional.empty(), HashTreePMap.empty(), OrderedPSet.empty(), 0);

    private Mark now = NONE;

    /// What was said by SET CONSTRAINTS, and what is to be checked.
    ///
    /// @param all of all foreign keys, whether they are deferred, if it was said
    /// @param some of some, which was said later
    /// @param checks in the order in which they came
    /// @param bytes what they take, about
    public record Mark(
            Optional<Boolean> all,
            HashPMap<ConstraintName, Boolean> some,
            OrderedPSet<Check> checks,
            long bytes) {
        Mark saying(Optional<Boolean> ofAll, HashPMap<ConstraintName, Boolean> ofSome) {
            return new Mark(ofAll, ofSome, checks, bytes);
        }

        Mark with(Check check) {
            long more = check instanceof Values values ? values.bytes() : 0;
            return new Mark(all, some, checks.plus(check), bytes + more);
        }

        Mark without(Predicate<Check> gone) {
            Mark left = new Mark(all, some, OrderedPSet.empty(), 0);
            for (Check check : checks) {
                left = gone.test(check) ? left : left.with(check);
            }
            return left;
        }
    }

    /// Something to look at: values that refer, or all rows.
    sealed interface Check {
        ConstraintName name();

        /// In lower case.
        TableName parent();

        /// Whether the row that is referred to went, and it is not one that refers that came.
        boolean gone();
    }

    /// @param key of [Reference#referringKey]
    private record Values(ConstraintName name, TableName parent, boolean gone, ByteBuffer key)
            implements Check {
        long bytes() {
            return KEY_BYTES + key.capacity();
        }
    }

    private record AllRows(ConstraintName name, TableName parent, boolean gone) implements Check {}

    /// Whether a statement that leaves something of a foreign key out of order goes well.
    boolean isDeferred(Reference reference) {
        Deferral declared = reference.foreign().deferral();
        if (declared == Deferral.NEVER) {
            return false;
        }
        if (now == NONE) {
            return declared == Deferral.DEFERRED;
        }
        Boolean said = now.some().get(reference.name());
        return said != null ? said : now.all().orElse(declared == Deferral.DEFERRED);
    }

    /// Has something looked at in the end.
    ///
    /// @param referring has the values in the columns that refer
    /// @param gone whether the row went that has these values
    void add(Reference reference, Object[] referring, boolean gone) {
        ConstraintName name = reference.name();
        TableName parent = reference.parent().definition().name().folded();
        AllRows all = new AllRows(name, parent, gone);
        if (now.checks().contains(all)) {
            return;
        }
        Values values =
                new Values(
                        name,
                        parent,
                        gone,
                        ByteBuffer.wrap(reference.referringKey(referring).toArray()));
        if (now.checks().contains(values)) {
            return;
        }
        boolean fits = now.checks().size() < KEYS_MAX && now.bytes() + values.bytes() <= BYTES_MAX;
        now = fits ? now.with(values) : now.without(c -> c.name().equals(name)).with(all);
    }

    /// Whether there is nothing to look at.
    public boolean isEmpty() {
        return now.checks().isEmpty();
    }

    /// What a rollback comes back to.
    public Mark mark() {
        return now;
    }

    public void rollbackTo(Mark mark) {
        now = mark;
    }

    /// The transaction has ended.
    public void clear() {
        now = NONE;
    }

    /// Refuses to change a table some of whose rows are to be looked at.
    ///
    /// @throws TelegraphException of kind INPUT
    public void demandNone(TableName table) {
        if (isEmpty()) {
            return;
        }
        TableName folded = table.folded();
        for (Check check : now.checks()) {
            if (check.name().table().equals(folded) || check.parent().equals(folded)) {
                throw TelegraphException.of(
                        SqlState.OBJECT_IN_USE,
                        "a table whose foreign keys are still to be checked is not altered: table=\""
                                + table
                                + "\" constraint=\""
                                + check.name().constraint()
                                + "\". Use SET CONSTRAINTS ALL IMMEDIATE first");
            }
        }
    }

    /// SET CONSTRAINTS; [#checkDue] follows.
    ///
    /// @param names none for all
    /// @param snapshot the catalog as the transaction sees it
    public void set(List<TableName> names, boolean deferred, Snapshot snapshot) {
        if (names.isEmpty()) {
            now = now.saying(Optional.of(deferred), HashTreePMap.empty());
        }
        HashPMap<ConstraintName, Boolean> some = now.some();
        for (TableName name : names) {
            for (ConstraintName found : named(name, deferred, snapshot)) {
                some = some.plus(found, deferred);
            }
        }
        now = now.saying(now.all(), some);
    }

    /// The deferrable constraints of a name, which several tables may have.
    private static List<ConstraintName> named(TableName name, boolean deferred, Snapshot snapshot) {
        if (!name.isBare() && !snapshot.hasSchema(name.schema())) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_SCHEMA, "schema \"" + name.schema() + "\" does not exist");
        }
        List<TableDefinition> tables = having(name, snapshot);
        if (tables.isEmpty()) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT, "constraint \"" + name.name() + "\" does not exist");
        }
        List<ConstraintName> found = new ArrayList<>();
        for (TableDefinition table : tables) {
            Optional<ForeignKey> key =
                    table.foreignKeys().stream()
                            .filter(k -> k.name().equalsIgnoreCase(name.name()))
                            .filter(k -> k.deferral().isDeferrable())
                            .findFirst();
            if (key.isEmpty() && deferred) {
                throw TelegraphException.of(
                        SqlState.WRONG_OBJECT_TYPE,
                        "constraint \"" + name.name() + "\" is not deferrable");
            }
            key.ifPresent(k -> found.add(new ConstraintName(table.name().folded(), k.name())));
        }
        return found;
    }

    /// The tables of one schema that have a constraint of a name: for a bare one, of the first
    /// schema that it is found in.
    private static List<TableDefinition> having(TableName name, Snapshot snapshot) {
        List<String> schemas =
                name.isBare() ? snapshot.path() : List.of(snapshot.resolved(name).schema());
        for (String schema : schemas) {
            List<TableDefinition> tables =
                    snapshot.tables().stream()
                            .filter(t -> t.name().schema().equalsIgnoreCase(schema))
                            .filter(t ->
                                    t.constraintNames().stream()
                                            .anyMatch(name.name()::equalsIgnoreCase))
                            .toList();
            if (!tables.isEmpty()) {
                return tables;
            }
        }
        return List.of();
    }

    /// Looks at all there is, before the transaction commits; nothing is left then.
    ///
    /// @throws TelegraphException of kind INPUT if something is not in order, or CANCELLED
    public void check(Transaction transaction, TransactionTables tables) {
        check(transaction, tables, _ -> true);
    }

    /// As [#check], at what is not deferred any more.
    public void checkDue(Transaction transaction, TransactionTables tables) {
        check(transaction, tables, reference -> !isDeferred(reference));
    }

    private void check(
            Transaction transaction, TransactionTables tables, Predicate<Reference> which) {
        Map<ConstraintName, Reference> references = new HashMap<>();
        for (Check check : now.checks()) {
            Reference reference =
                    references.computeIfAbsent(check.name(), name -> reference(name, tables));
            if (!which.test(reference)) {
                continue;
            }
            switch (check) {
                case Values values -> {
                    Object[] referring = reference.referring(values.key().array());
                    demandUninterrupted();
                    if (!reference.holds(transaction, referring)) {
                        throw reference.violation(referring, values.gone());
                    }
                }
                case AllRows all -> demand(reference, all, transaction);
            }
        }
        now = now.without(check -> which.test(references.get(check.name())));
    }

    private static Reference reference(ConstraintName name, TransactionTables tables) {
        StoredTable child = tables.table(name.table());
        ForeignKey foreign =
                child.definition().foreignKeys().stream()
                        .filter(k -> k.name().equals(name.constraint()))
                        .findFirst()
                        .orElseThrow();
        boolean itself = foreign.table().folded().equals(name.table());
        return new Reference(child, foreign, itself ? child : tables.table(foreign.table()));
    }

    private static void demand(Reference reference, AllRows all, Transaction transaction) {
        transaction.lock(reference.parent().container(), TableMode.S);
        new ExistingRows(reference.child(), transaction)
                .forEach(row -> {
                    demandUninterrupted();
                    if (!reference.isPresent(transaction, row)) {
                        throw reference.violation(row, all.gone());
                    }
                });
    }

    private static void demandUninterrupted() {
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled(
                    "the transaction was cancelled while it was checked");
        }
    }
}
