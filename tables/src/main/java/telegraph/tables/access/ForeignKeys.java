package telegraph.tables.access;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.language.ast.Constraint.Action;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.row.StoredTable;

/// Holds the foreign keys of one statement, and does what they ask for when a row goes that others
/// refer to.
///
/// A new reference locks the row that it refers to, shared, so that it stays; a row that goes is
/// locked exclusively before those that refer to it are looked for, so that no new ones come. What
/// follows from a row's end is done one row after the other, however long the chain.
///
/// | action       | rows that refer to one that goes                            |
/// |--------------|-------------------------------------------------------------|
/// | NO ACTION    | must be gone, or have another to refer to, when the statement ends |
/// | RESTRICT     | fail the statement                                          |
/// | CASCADE      | go too, or get the new key                                  |
/// | SET NULL, SET DEFAULT | get NULL or their defaults, which must refer to a row |
///
/// What is deferred fails no statement: what is not in order when it ends goes to [DeferredChecks].
///
/// Threads: one.
final class ForeignKeys {
    /// Rows looked for at once.
    private static final int CHUNK = 1_000;

    /// Rows whose check waits for the end of the statement; others are checked at once.
    private static final int LATE_MAX = 100_000;

    private final TableChanges changes;
    private final TransactionTables tables;
    private final DeferredChecks deferred;
    private final Map<StoredTable, List<Reference>> outgoing =
            new IdentityHashMap<>(TableChanges.TABLES_FEW);
    private final Map<StoredTable, List<Reference>> incoming =
            new IdentityHashMap<>(TableChanges.TABLES_FEW);
    private final ArrayDeque<Gone> gone = new ArrayDeque<>(1);
    private final List<Late> late = new ArrayList<>(0);
    private boolean following;

    /// Whether no table that was asked about refers to another.
    private boolean hasNone = true;

    /// A row that went, or has another key now.
    ///
    /// @param after null if it was deleted
    private record Gone(Reference reference, Object[] before, Object[] after) {}

    /// What the end of the statement has to find in order: that the row that `referring` refers to
    /// is there, or that nobody refers to it.
    private record Late(Reference reference, Object[] referring, boolean gone) {}

    ForeignKeys(TableChanges changes, TransactionTables tables) {
        this.changes = changes;
        this.tables = tables;
        this.deferred = tables.deferred();
    }

    /// Begins another statement: what is known of rows is another transaction's.
    void begin() {
        if (!hasNone) {
            outgoing.values().forEach(references -> references.forEach(Reference::forget));
        }
    }

    private List<Reference> outgoing(StoredTable table) {
        List<Reference> known = outgoing.get(table);
        return known == null ? learnt(table) : known;
    }

    private List<Reference> learnt(StoredTable table) {
        List<Reference> references =
                table.definition().foreignKeys().stream()
                        .map(f -> new Reference(table, f, parent(table, f)))
                        .toList();
        hasNone &= references.isEmpty();
        outgoing.put(table, references);
        return references;
    }

    private StoredTable parent(StoredTable child, ForeignKey foreign) {
        return foreign.table().folded().equals(child.definition().name().folded())
                ? child
                : tables.table(foreign.table());
    }

    private List<Reference> incoming(StoredTable table) {
        return incoming.computeIfAbsent(
                table,
                t -> {
                    List<Reference> all = new ArrayList<>();
                    for (StoredTable child : tables.referring(t.definition().name())) {
                        boolean self = child.container() == t.container();
                        outgoing(self ? t : child).stream()
                                .filter(r -> r.parent().container() == t.container())
                                .forEach(all::add);
                    }
                    return all;
                });
    }

    /// Whether rows of a table may refer to others of it.
    boolean isToItself(StoredTable table) {
        return outgoing(table).stream().anyMatch(Reference::isToItself);
    }

    void inserted(StoredTable table, Object[] row) {
        for (Reference reference : outgoing(table)) {
            demandPresent(reference, row);
        }
    }

    private void demandPresent(Reference reference, Object[] row) {
        if (deferred.isDeferred(reference)) {
            if (!reference.isPresentAtOnce(changes.transaction(), row)) {
                deferred.add(reference, row, false);
            }
            return;
        }
        if (reference.isPresent(changes.transaction(), row)) {
            return;
        }
        if (reference.isToItself() && late.size() < LATE_MAX) {
            late.add(new Late(reference, row.clone(), false));
            return;
        }
        throw reference.violation(row, false);
    }

    void updated(StoredTable table, Object[] before, Object[] after) {
        for (Reference reference : outgoing(table)) {
            if (!reference.refersAlike(before, after)) {
                demandPresent(reference, after);
            }
        }
        for (Reference reference : incoming(table)) {
            Object[] old = reference.referred(before);
            Object[] now = reference.referred(after);
            if (old != null && (now == null || !reference.refersAlike(old, now))) {
                gone.add(new Gone(reference, before, after));
            }
        }
        follow();
    }

    void deleted(StoredTable table, Object[] before) {
        for (Reference reference : incoming(table)) {
            if (reference.referred(before) != null) {
                gone.add(new Gone(reference, before, null));
            }
        }
        follow();
    }

    private void follow() {
        if (following) {
            return;
        }
        following = true;
        try {
            while (!gone.isEmpty()) {
                follow(gone.poll());
            }
        } finally {
            following = false;
        }
    }

    private void follow(Gone row) {
        Reference reference = row.reference();
        reference.forget();
        Object[] referring = reference.referred(row.before());
        ForeignKey foreign = reference.foreign();
        Action action = row.after() == null ? foreign.onDelete() : foreign.onUpdate();
        switch (action) {
            case NO_ACTION -> {
                Late check = new Late(reference, referring, true);
                if (late.size() < LATE_MAX) {
                    late.add(check);
                } else {
                    settle(check);
                }
            }
            case RESTRICT -> {
                if (reference.isReferred(changes.transaction(), referring)) {
                    throw reference.violation(referring, true);
                }
            }
            case CASCADE, SET_NULL, SET_DEFAULT -> carryOn(row, referring, action);
        }
    }

    private void carryOn(Gone gone, Object[] referring, Action action) {
        Reference reference = gone.reference();
        StoredTable child = reference.child();
        RowSearch search = reference.search();
        Bytes last = new Bytes();
        List<Bytes> keys = search.next(changes.transaction(), referring, last, CHUNK);
        while (!keys.isEmpty()) {
            for (Bytes key : keys) {
                Optional<Object[]> row = changes.read(child, key, ReadMode.FOR_UPDATE);
                if (row.isPresent() && reference.refersAlike(row.get(), referring)) {
                    if (action == Action.CASCADE && gone.after() == null) {
                        changes.delete(child, key, row.get());
                    } else {
                        Object[] after = changed(gone, row.get(), action);
                        changes.update(child, key, row.get(), after);
                        // The default may be the very value whose row is gone.
                        demandPresent(reference, after);
                    }
                }
            }
            keys = search.next(changes.transaction(), referring, last, CHUNK);
        }
    }

    private Object[] changed(Gone gone, Object[] row, Action action) {
        Reference reference = gone.reference();
        Object[] after = row.clone();
        for (int i = 0; i < reference.childColumns().length; i++) {
            int column = reference.childColumns()[i];
            after[column] =
                    switch (action) {
                        case CASCADE -> gone.after()[reference.parentColumns()[i]];
                        case SET_DEFAULT -> changes.byDefault(reference.child(), column);
                        case SET_NULL, NO_ACTION, RESTRICT -> null;
                    };
        }
        return after;
    }

    /// Checks what waited for the end of the statement.
    void end() {
        if (late.isEmpty()) {
            return;
        }
        for (Late check : late) {
            check.reference().forget();
            settle(check);
        }
        late.clear();
    }

    private void settle(Late check) {
        Reference reference = check.reference();
        if (reference.holds(changes.transaction(), check.referring())) {
            return;
        }
        if (!deferred.isDeferred(reference)) {
            throw reference.violation(check.referring(), check.gone());
        }
        deferred.add(reference, check.referring(), check.gone());
    }
}
