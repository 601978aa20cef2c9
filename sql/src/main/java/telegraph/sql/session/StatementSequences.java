package telegraph.sql.session;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.language.query.SequenceCalls;
import telegraph.language.query.SequenceCalls.Reference;
import telegraph.query.session.AdvisoryLocks;
import telegraph.sql.transaction.TransactionWork;
import telegraph.store.TableMode;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.Counters;
import telegraph.tables.row.TableSequences;

/// The sequences that a session's statement counts up.
///
/// A sequence that a statement names keeps its definition until the transaction ends; that keeps
/// nobody from counting it up, too.
///
/// Threads: [#demand] that of the statement; all else any.
final class StatementSequences implements TableSequences {
    private final SessionCatalog catalog;
    private final Map<String, Sequence> named = new ConcurrentHashMap<>();

    StatementSequences(SessionCatalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public void demand(Set<Reference> references) {
        for (Reference reference : references) {
            if (!named.containsKey(reference.key())) {
                named.put(reference.key(), held(reference));
            }
        }
    }

    @Override
    public boolean isEmpty() {
        return named.isEmpty();
    }

    /// The sequence, with a lock of its definition.
    private Sequence held(Reference reference) {
        CatalogView view = work().view();
        while (true) {
            Sequence sequence = find(reference, view.snapshot());
            Optional<TableDefinition> table = view.snapshot().numbered(sequence.name());
            if (table.isPresent()) {
                work().transaction().lock(table.get().container(), TableMode.IS);
            } else {
                view.hold(work().transaction(), sequence.name());
            }
            if (find(reference, view.snapshot()).equals(sequence)) {
                return sequence;
            }
        }
    }

    /// As the sequence is, with a lock of its definition.
    Sequence held(TableName name) {
        return held(new Reference.Named(name.qualified()));
    }

    /// How far a sequence has counted, as a row of its own.
    Object[] row(Sequence sequence) {
        Counters.Reached reached = counters().reached(sequence, isNew(sequence));
        return new Object[] {reached.last(), 0L, reached.isCalled()};
    }

    private TransactionWork work() {
        return catalog.work();
    }

    private static Sequence find(Reference reference, Snapshot snapshot) {
        return switch (reference) {
            case Reference.Named named -> named(named.text(), snapshot);
            case Reference.OfColumn of -> ofColumn(of, snapshot);
        };
    }

    private static Sequence named(String text, Snapshot snapshot) {
        TableName name =
                SequenceCalls.tableName(text)
                        .orElseThrow(() ->
                                TelegraphException.of(
                                        SqlState.INVALID_NAME,
                                        "invalid name of a sequence: \"" + text + "\""));
        if (!name.isBare() && !snapshot.hasSchema(name.schema())) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_SCHEMA,
                    "unknown schema \""
                            + name.schema()
                            + "\""
                            + Nearest.hint(name.schema(), snapshot.schemas()));
        }
        return snapshot.sequence(name)
                .orElseThrow(() ->
                        snapshot.isTaken(name)
                                ? TelegraphException.of(
                                        SqlState.WRONG_OBJECT_TYPE,
                                        "\"" + name + "\" is not a sequence")
                                : unknown(name.toString(), snapshot));
    }

    private static TelegraphException unknown(String name, Snapshot snapshot) {
        return TelegraphException.of(
                SqlState.UNDEFINED_TABLE,
                "unknown sequence \""
                        + name
                        + "\""
                        + Nearest.hint(
                                name,
                                snapshot.entries().stream()
                                        .filter(Entry.SequenceEntry.class::isInstance)
                                        .map(entry -> entry.name().toString())
                                        .toList()));
    }

    private static Sequence ofColumn(Reference.OfColumn of, Snapshot snapshot) {
        TableName name =
                SequenceCalls.tableName(of.table()).orElseThrow(() -> unknownTable(of.table()));
        TableDefinition table = snapshot.table(name).orElseThrow(() -> unknownTable(of.table()));
        int index = table.indexOf(of.column());
        if (index < 0) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_COLUMN,
                    "table \"" + table.name() + "\" has no column \"" + of.column() + "\"");
        }
        int id = table.columns().get(index).id();
        if (table.columns().get(index).identity() != Identity.NONE) {
            return table.sequence(id);
        }
        return snapshot.owned(table.name()).stream()
                .filter(owned -> owned.owner().orElseThrow().column() == id)
                .map(Entry.SequenceEntry::sequence)
                .findFirst()
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.FEATURE_NOT_SUPPORTED,
                                "a column without a sequence has none to count up: column=\""
                                        + of.column()
                                        + "\" table=\""
                                        + table.name()
                                        + "\""));
    }

    private static TelegraphException unknownTable(String name) {
        return TelegraphException.of(SqlState.UNDEFINED_TABLE, "unknown table \"" + name + "\"");
    }

    private Sequence known(String key) {
        Sequence sequence = named.get(key);
        if (sequence == null) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a statement writes out the names of the sequences that it counts up: name=\""
                            + key
                            + "\". Write it as a literal, and not in a view");
        }
        return sequence;
    }

    private Counters counters() {
        return catalog.sandbox().store().counters();
    }

    private boolean isNew(Sequence sequence) {
        return work().view().isNew(sequence);
    }

    private void demandWritable(String function, Sequence sequence) {
        if (work().isReadOnly() && !sequence.name().isTemporary()) {
            throw TelegraphException.of(
                    SqlState.READ_ONLY_TRANSACTION,
                    "a read-only transaction changes nothing: function=" + function);
        }
    }

    @Override
    public long next(String key) {
        Sequence sequence = known(key);
        demandWritable("nextval", sequence);
        long value = counters().next(sequence, isNew(sequence));
        given(sequence, value);
        return value;
    }

    @Override
    public void given(Sequence sequence, long value) {
        catalog.current().given(sequence, value);
    }

    @Override
    public long current(String key) {
        return catalog.current().of(known(key));
    }

    @Override
    public void set(String key, long value, boolean called) {
        Sequence sequence = known(key);
        demandWritable("setval", sequence);
        long min = sequence.counting().min();
        long max = sequence.counting().max();
        if (value < min || value > max) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "setval: value "
                            + value
                            + " is out of bounds for sequence \""
                            + sequence.name()
                            + "\" ("
                            + min
                            + ".."
                            + max
                            + ")");
        }
        counters().reach(sequence, new Counters.Reached(value, called), isNew(sequence));
        if (called) {
            catalog.current().set(sequence, value);
        }
    }

    @Override
    public long last() {
        return catalog.current().last(work().view().snapshot());
    }

    @Override
    public AdvisoryLocks locks() {
        return catalog.locks().of(work());
    }
}
