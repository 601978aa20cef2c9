package telegraph.tables.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Definition;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;
import telegraph.language.query.SequenceCalls;
import telegraph.store.Transaction;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.Counters;

/// Makes and changes sequences, those of identities too.
///
/// A sequence that is to count otherwise, or from somewhere else, goes on in another place, so that
/// a rollback takes the change back and no number that was given meanwhile.
///
/// Threads: one.
public final class SequenceRun {
    private static final OptionalLong NOTHING = OptionalLong.empty();

    private final Ground ground;
    private final CatalogView view;
    private final Transaction transaction;

    public SequenceRun(Ground ground) {
        this.ground = ground;
        this.view = ground.view();
        this.transaction = ground.transaction();
    }

    public void create(Definition.CreateSequence create) {
        TableName name = create.name();
        if (create.ifNotExists() && view.snapshot().isTaken(name)) {
            ground.notice("\"" + name + "\" exists already, and stays as it is");
            return;
        }
        view.requireFree(name, "");
        Counting counting = Counting.of(create.options(), SqlType.Name.BIGINT);
        Optional<Entry.Owner> owner = create.options().owner().flatMap(said -> owner(name, said));
        OptionalLong restart =
                create.options().restart().map(SequenceOptions.Restart::with).orElse(NOTHING);
        restart.ifPresent(next -> counting.demandWithin("RESTART", next));
        Sequence sequence = new Sequence(name, transaction.create(), 0, counting);
        view.put(transaction, new Entry.SequenceEntry(sequence, owner));
        restart.ifPresent(
                next -> ground.counters().reach(sequence, new Counters.Reached(next, false), true));
    }

    private Optional<Entry.Owner> owner(TableName sequence, SequenceOptions.Owner said) {
        if (said.column().isEmpty()) {
            return Optional.empty();
        }
        SequenceOptions.Column column = said.column().get();
        TableDefinition table = view.table(column.table());
        if (!table.name().folded().schema().equals(sequence.folded().schema())) {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    "a sequence is in the schema of the table that owns it: sequence=\""
                            + sequence
                            + "\" table=\""
                            + table.name()
                            + "\"");
        }
        StoredColumn owning =
                new Draft(table, view.snapshot(), transaction::create).column(column.name());
        return Optional.of(new Entry.Owner(table.name(), owning.id()));
    }

    public void alter(Definition.AlterSequence alter) {
        TableName name = view.snapshot().resolved(alter.name());
        if (alter.ifExists() && !view.snapshot().isTaken(name)) {
            ground.notice("there is no sequence \"" + name + "\"");
            return;
        }
        if (alter.to().isPresent()) {
            move(name, alter.to().get().within(name.schema()));
            return;
        }
        Optional<TableDefinition> table = view.snapshot().numbered(name);
        if (table.isPresent()) {
            refuseOwner(alter.options());
            Sequence sequence = view.snapshot().sequence(name).orElseThrow();
            identity(table.get(), column(table.get(), sequence), alter.options());
            return;
        }
        Entry.SequenceEntry there = require(name);
        view.claim(transaction, there); // so that nobody counts from here on
        Sequence sequence =
                alter.options().counts()
                        ? changed(there.sequence(), alter.options())
                        : there.sequence();
        Optional<Entry.Owner> owner =
                alter.options().owner().isPresent()
                        ? owner(name, alter.options().owner().get())
                        : there.owner();
        view.put(transaction, there.with(sequence).with(owner));
    }

    private static void refuseOwner(SequenceOptions said) {
        if (said.owner().isPresent()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "the sequence of an identity belongs to its column. Use ALTER TABLE … DROP"
                            + " IDENTITY");
        }
    }

    private Entry.SequenceEntry require(TableName name) {
        if (view.require(name, "sequence") instanceof Entry.SequenceEntry sequence) {
            return sequence;
        }
        throw new IllegalStateException("an entry of another kind: " + name);
    }

    /// Has the sequence of an identity count otherwise.
    void identity(TableDefinition table, int column, SequenceOptions said) {
        view.claim(transaction, table);
        Draft draft = new Draft(table, view.snapshot(), transaction::create);
        draft.renumber(column, changed(table.sequence(column), said));
        view.put(transaction, new Entry.TableEntry(draft.definition()));
    }

    private static int column(TableDefinition table, Sequence sequence) {
        return table.numberings().stream()
                .filter(n -> table.sequence(n.column()).isAt(sequence))
                .findFirst()
                .orElseThrow()
                .column();
    }

    /// The sequence as it counts from now on, in another place.
    Sequence changed(Sequence before, SequenceOptions said) {
        Counting counting = before.counting().changed(said);
        Counters.Reached reached = ground.counters().reached(before, view.isNew(before));
        if (said.restart().isPresent()) {
            long next = said.restart().get().with().orElse(counting.start());
            reached = new Counters.Reached(next, false);
        }
        counting.demandWithin("RESTART", reached.last());
        Sequence after = before.moved(counting);
        ground.counters().reach(after, reached, true);
        return after;
    }

    private void move(TableName name, TableName to) {
        Optional<TableDefinition> table = view.snapshot().numbered(name);
        boolean schema = !to.folded().schema().equals(name.folded().schema());
        Optional<Entry.Owner> owner = table.isPresent() ? Optional.empty() : require(name).owner();
        if (schema && (table.isPresent() || owner.isPresent())) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a sequence that a column owns is in the schema of its table: sequence=\""
                            + name
                            + "\"");
        }
        if (view.snapshot().isTemporary(to) != name.isTemporary()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "cannot move objects into or out of temporary schemas: sequence=" + name);
        }
        view.requireFree(to, "");
        demandUnused(name);
        if (table.isPresent()) {
            Draft draft = new Draft(table.get(), view.snapshot(), transaction::create);
            Sequence sequence = view.snapshot().sequence(name).orElseThrow();
            draft.renameSequence(column(table.get(), sequence), to.name());
            view.claim(transaction, table.get());
            view.put(transaction, new Entry.TableEntry(draft.definition()));
            return;
        }
        Entry.SequenceEntry there = require(name);
        view.remove(transaction, name);
        view.put(transaction, there.with(there.sequence().named(to)));
    }

    /// Defaults are kept as text, so what one names keeps its name.
    private void demandUnused(TableName name) {
        List<Use> uses = uses(name, _ -> true);
        if (!uses.isEmpty()) {
            throw Dependents.refused("sequence \"" + name + "\"", titles(uses), "Drop these first");
        }
    }

    /// A column whose default counts up a sequence.
    private record Use(TableDefinition table, StoredColumn column) {
        String title() {
            return "the default of column \""
                    + column.name()
                    + "\" of table \""
                    + table.name()
                    + "\"";
        }
    }

    private static List<String> titles(List<Use> uses) {
        return uses.stream().map(Use::title).toList();
    }

    private List<Use> uses(TableName sequence, Predicate<TableDefinition> among) {
        List<Use> uses = new ArrayList<>();
        for (TableDefinition table : view.snapshot().tables()) {
            for (StoredColumn column : table.columns()) {
                if (column.byDefault().filter(text -> names(text, sequence)).isPresent()
                        && among.test(table)) {
                    uses.add(new Use(table, column));
                }
            }
        }
        return uses;
    }

    private static boolean names(String text, TableName sequence) {
        return text.contains("(")
                && SequenceCalls.of(Statements.query("SELECT " + text)).stream()
                        .anyMatch(reference ->
                                reference instanceof SequenceCalls.Reference.Named named
                                        && SequenceCalls.tableName(named.kept().relation())
                                                .filter(name ->
                                                        name.folded().equals(sequence.folded()))
                                                .isPresent());
    }

    public void drop(Definition.DropSequence drop) {
        for (TableName name : drop.names()) {
            Optional<TableDefinition> table = view.snapshot().numbered(name);
            if (table.isPresent()) {
                throw TelegraphException.of(
                        SqlState.DEPENDENT_OBJECTS,
                        "sequence \""
                                + name
                                + "\" belongs to an identity of table \""
                                + table.get().name()
                                + "\". Use ALTER TABLE … DROP IDENTITY");
            }
            if (drop.ifExists() && !view.snapshot().isTaken(name)) {
                ground.notice("there is no sequence \"" + name + "\"");
                continue;
            }
            drop(require(name).sequence(), drop.cascade(), _ -> true);
        }
    }

    /// Drops a sequence, and the defaults that count it up.
    ///
    /// @param among tables that stay
    void drop(Sequence sequence, boolean cascade, Predicate<TableDefinition> among) {
        List<Use> uses = uses(sequence.name(), among);
        if (!uses.isEmpty() && !cascade) {
            throw Dependents.refused(
                    "sequence \"" + sequence.name() + "\"",
                    titles(uses),
                    "Drop these first, or use CASCADE");
        }
        for (Use use : uses) {
            TableDefinition table = view.table(use.table().name());
            view.claim(transaction, table);
            Draft draft = new Draft(table, view.snapshot(), transaction::create);
            draft.replace(draft.column(use.column().name()).withDefault(Optional.empty()));
            view.put(transaction, new Entry.TableEntry(draft.definition()));
            ground.notice(use.title() + " was dropped, too");
        }
        boolean own = view.isNew(sequence);
        view.remove(transaction, sequence.name());
        if (own) {
            transaction.drop(sequence.container());
        }
    }

    /// Drops the sequences that go with columns of a table.
    ///
    /// @param among tables that stay
    /// @param columns which of them go, by their ids
    void dropOwned(
            TableName table,
            boolean cascade,
            Predicate<TableDefinition> among,
            Predicate<Integer> columns) {
        for (Entry.SequenceEntry owned : view.snapshot().owned(table)) {
            if (columns.test(owned.owner().orElseThrow().column())) {
                drop(owned.sequence(), cascade, among);
            }
        }
    }

    /// Lets the sequences of a table's columns know its new name.
    void renamed(TableName before, TableName after) {
        for (Entry.SequenceEntry owned : view.snapshot().owned(before)) {
            if (!before.folded().schema().equals(after.folded().schema())) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a table stays in the schema of the sequences that it owns: sequence=\""
                                + owned.name()
                                + "\". Make it OWNED BY NONE first");
            }
            view.put(
                    transaction,
                    owned.with(
                            Optional.of(
                                    new Entry.Owner(after, owned.owner().orElseThrow().column()))));
        }
    }
}
