package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.language.ast.TableName;

/// One of the two parts of the catalog as a transaction sees and changes it: what all sessions
/// share, or a session's temporary tables.
///
/// As long as the transaction has not locked it, it is as it is committed.
///
/// Threads: one at a time; [#snapshot] any.
final class Layer {
    private final Published published;
    private final List<Change> changes = new ArrayList<>();
    private volatile Snapshot own;
    private Snapshot base;
    private boolean publishing;

    /// @param name whose entry was put or removed
    /// @param mark how many changes the transaction had made by then, to all that it sees
    /// @param after what the transaction sees since then
    private record Change(TableName name, int mark, Snapshot after) {}

    Layer(Published published) {
        this.published = published;
    }

    Snapshot snapshot() {
        Snapshot mine = own;
        return mine != null ? mine : published.settled();
    }

    boolean isLocked() {
        return own != null;
    }

    /// The transaction has it to itself from now on.
    void locked() {
        base = published.settled();
        own = base;
    }

    void changed(TableName name, int mark, Snapshot after) {
        changes.add(new Change(name, mark, after));
        own = after;
    }

    /// Forgets the changes made since a mark; the store has undone them.
    void rollbackTo(int mark) {
        boolean any = changes.removeIf(change -> change.mark() > mark);
        if (any) {
            own = changes.isEmpty() ? base : changes.getLast().after();
        }
    }

    /// Whether the transaction made the table, so that nobody else can know its containers.
    boolean isNew(TableDefinition table) {
        if (own == null) {
            return false;
        }
        Set<Integer> before = containers(base);
        base.table(table.name()).ifPresent(there -> before.addAll(containers(there)));
        return !before.contains(table.container());
    }

    /// Whether the transaction made the place where a sequence is counted, so that nobody else can
    /// know it.
    boolean isNew(Sequence sequence) {
        return own != null
                && base.sequence(sequence.name()).stream().noneMatch(sequence::isAt)
                && sequences(base).stream().noneMatch(sequence::isAt);
    }

    /// Whether the transaction made the container of a table's counters.
    boolean isNewCounters(TableDefinition table) {
        return own != null
                && base.table(table.name()).stream()
                        .noneMatch(t -> t.counters() == table.counters())
                && !counters(base).contains(table.counters());
    }

    /// The sequences that the transaction counts up alone, and makes known with its commit.
    List<Sequence> made() {
        return own == null ? List.of() : without(sequences(own), sequences(base));
    }

    /// The sequences that nobody counts up in their places when the transaction has committed.
    List<Sequence> gone() {
        return own == null ? List.of() : without(sequences(base), sequences(own));
    }

    private static List<Sequence> without(List<Sequence> all, List<Sequence> others) {
        return all.stream().filter(one -> others.stream().noneMatch(one::isAt)).toList();
    }

    /// Those that a snapshot has under the names that the transaction changed.
    private List<Sequence> sequences(Snapshot snapshot) {
        List<Sequence> sequences = new ArrayList<>();
        Set<TableName> seen = new LinkedHashSet<>();
        for (Change change : changes) {
            Optional<Entry> entry =
                    seen.add(change.name().folded())
                            ? snapshot.find(change.name())
                            : Optional.empty();
            if (entry.isPresent() && entry.get() instanceof Entry.SequenceEntry one) {
                sequences.add(one.sequence());
            } else if (entry.isPresent() && entry.get() instanceof Entry.TableEntry table) {
                sequences.addAll(table.definition().sequences());
            }
        }
        return sequences;
    }

    /// The containers of rows and counters that go with the commit.
    Set<Integer> dropped() {
        if (own == null) {
            return Set.of();
        }
        Set<Integer> dropped = containers(base);
        dropped.removeAll(containers(own));
        return dropped;
    }

    /// Those of the tables that a snapshot has under the names that the transaction changed.
    private Set<Integer> containers(Snapshot snapshot) {
        Set<Integer> containers = new LinkedHashSet<>();
        for (Change change : changes) {
            snapshot.table(change.name()).ifPresent(t -> containers.addAll(containers(t)));
        }
        sequences(snapshot).forEach(sequence -> containers.add(sequence.container()));
        return containers;
    }

    private static List<Integer> containers(TableDefinition table) {
        return List.of(table.container(), table.counters());
    }

    /// The containers of counters that go with the commit.
    Set<Integer> droppedCounters() {
        if (own == null) {
            return Set.of();
        }
        Set<Integer> dropped = counters(base);
        dropped.removeAll(counters(own));
        return dropped;
    }

    private Set<Integer> counters(Snapshot snapshot) {
        Set<Integer> counters = new LinkedHashSet<>();
        for (Change change : changes) {
            snapshot.table(change.name()).ifPresent(t -> counters.add(t.counters()));
        }
        sequences(snapshot).forEach(sequence -> counters.add(sequence.container()));
        counters.remove(0);
        return counters;
    }

    /// The store is about to commit; [#committed] or [#rolledBack] follows.
    void committing() {
        if (!changes.isEmpty()) {
            published.publishing();
            publishing = true;
        }
    }

    /// The store has committed.
    void committed() {
        if (publishing) {
            publishing = false;
            published.published(own);
        }
        forget();
    }

    /// The store has rolled back.
    void rolledBack() {
        if (publishing) {
            publishing = false;
            published.unpublished();
        }
        forget();
    }

    private void forget() {
        changes.clear();
        own = null;
        base = null;
    }
}
