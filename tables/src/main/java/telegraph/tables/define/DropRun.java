package telegraph.tables.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition;
import telegraph.language.ast.TableName;
import telegraph.store.Transaction;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;

/// Drops tables, views, sources, indexes and schemas, with what stands on them if that is wanted.
///
/// Threads: one.
public final class DropRun {
    private final Ground ground;
    private final CatalogView view;
    private final Transaction transaction;

    public DropRun(Ground ground) {
        this.ground = ground;
        this.view = ground.view();
        this.transaction = ground.transaction();
    }

    public void tables(Definition.DropTable drop) {
        drop(present(drop.names(), "table", drop.ifExists()), drop.cascade());
    }

    public void materialized(Definition.DropMaterialized drop) {
        drop(present(drop.names(), "materialized view", drop.ifExists()), drop.cascade());
    }

    public void views(List<TableName> names, boolean ifExists, boolean cascade) {
        drop(present(names, "view", ifExists), cascade);
    }

    /// Views over a source are left: they are right again when the source is.
    public void sources(List<TableName> names, boolean ifExists) {
        present(names, "source", ifExists).forEach(entry -> view.remove(transaction, entry.name()));
    }

    private List<Entry> present(List<TableName> names, String kind, boolean ifExists) {
        List<Entry> entries = new ArrayList<>();
        for (TableName name : names) {
            if (ifExists && view.snapshot().find(name).isEmpty()) {
                ground.notice("there is no " + kind + " \"" + name + "\"");
                continue;
            }
            if (name.schema().equalsIgnoreCase(Snapshot.SYSTEM)) {
                view.requireSchema(name.schema());
            }
            if (!kind.equals("table")) {
                demandKind(name, kind);
            }
            Entry entry = view.require(name, kind);
            if (!entries.contains(entry)) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /// Refuses something of another kind with a word on how to drop that.
    private void demandKind(TableName name, String kind) {
        Optional<Entry> there = view.snapshot().find(name);
        if (there.isPresent() && !there.get().kind().equals(kind)) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "\"%s\" is a %s. Use DROP %s"
                            .formatted(
                                    there.get().name(),
                                    there.get().kind(),
                                    there.get().kind().toUpperCase(Locale.ROOT)));
        }
    }

    private void drop(List<Entry> entries, boolean cascade) {
        List<TableName> names = entries.stream().map(Entry::name).toList();
        if (names.isEmpty()) {
            return;
        }
        Dependents dependents = new Dependents(ground, names);
        for (Entry entry : entries) {
            if (entry instanceof Entry.TableEntry table) {
                release(table.definition(), names, cascade);
            }
        }
        SequenceRun sequences = new SequenceRun(ground);
        Set<TableName> gone = new HashSet<>(names.stream().map(TableName::folded).toList());
        for (Entry entry : entries) {
            switch (entry) {
                case Entry.TableEntry table ->
                        sequences.dropOwned(
                                table.name(),
                                cascade,
                                other -> !gone.contains(other.name().folded()),
                                _ -> true);
                case Entry.SequenceEntry one when view.snapshot().find(one.name()).isPresent() ->
                        sequences.drop(
                                one.sequence(),
                                cascade,
                                other -> !gone.contains(other.name().folded()));
                default -> {}
            }
        }
        for (Entry entry : entries) {
            if (entry instanceof Entry.SequenceEntry || entry instanceof Entry.TypeEntry) {
                continue; // gone by now, or when no table has it any more
            }
            if (entry instanceof Entry.TableEntry table) {
                free(view.snapshot().table(table.name()).orElseThrow());
            }
            view.remove(transaction, entry.name());
        }
        for (Entry entry : entries) {
            if (entry instanceof Entry.TypeEntry type) {
                new TypeRun(ground).drop(type, cascade);
            }
        }
        Entry first = entries.getFirst();
        dependents.settle(first.kind() + " \"" + first.name() + "\"", cascade);
    }

    /// Takes away the foreign keys of other tables to one that goes.
    private void release(TableDefinition table, List<TableName> going, boolean cascade) {
        ground.claim(table);
        Set<TableName> gone = new HashSet<>(going.stream().map(TableName::folded).toList());
        List<TableDefinition> referring =
                view.snapshot().referring(table.name()).stream()
                        .filter(other -> !gone.contains(other.name().folded()))
                        .toList();
        if (!referring.isEmpty() && !cascade) {
            throw Dependents.refused(
                    "table \"" + table.name() + "\"",
                    referring.stream()
                            .map(other -> "a foreign key of table \"" + other.name() + "\"")
                            .toList(),
                    "Drop these first, or use CASCADE");
        }
        for (TableDefinition other : referring) {
            ground.claim(other);
            Draft draft = new Draft(other, view.snapshot(), transaction::create);
            draft.dropForeignKeysTo(table.name());
            view.put(transaction, new Entry.TableEntry(draft.definition()));
            ground.notice("the foreign keys of table \"" + other.name() + "\" to it were dropped");
        }
    }

    private void free(TableDefinition table) {
        free(table, view, transaction);
    }

    /// Drops the containers of a table that goes.
    static void free(TableDefinition table, CatalogView view, Transaction transaction) {
        transaction.drop(table.container());
        // Others may count until the transaction commits, which drops what they count in.
        if (table.counters() != 0 && view.isNewCounters(table)) {
            transaction.drop(table.counters());
        }
        table.indexes().forEach(index -> transaction.drop(index.container()));
    }

    public void indexes(Definition.DropIndex drop) {
        for (TableName name : drop.names()) {
            Optional<TableDefinition> table = view.snapshot().indexed(name);
            if (table.isPresent()) {
                index(table.get(), name, drop.cascade());
            } else if (drop.ifExists()) {
                ground.notice("there is no index \"" + name + "\"");
            } else {
                throw unknownIndex(name, view.snapshot());
            }
        }
    }

    static TelegraphException unknownIndex(TableName name, Snapshot now) {
        List<String> names = new ArrayList<>();
        now.tables().forEach(table -> table.indexes().forEach(index -> names.add(index.name())));
        return TelegraphException.of(
                SqlState.UNDEFINED_OBJECT,
                "unknown index \"" + name + "\"" + Nearest.hint(name.name(), names));
    }

    private void index(TableDefinition table, TableName name, boolean cascade) {
        Optional<TableDefinition.Index> index =
                table.indexes().stream()
                        .filter(i -> !i.constraint() && i.name().equalsIgnoreCase(name.name()))
                        .findFirst();
        if (index.isEmpty()) {
            throw TelegraphException.of(
                    SqlState.DEPENDENT_OBJECTS,
                    "index \""
                            + name
                            + "\" belongs to a constraint of that name. Use ALTER TABLE "
                            + table.name().quoted()
                            + " DROP CONSTRAINT");
        }
        view.claim(transaction, table);
        Draft draft = new Draft(table, view.snapshot(), transaction::create);
        draft.dropIndex(index.get());
        view.put(transaction, new Entry.TableEntry(draft.definition()));
        new Unreferred(ground).settle(table.name(), cascade);
        transaction.drop(index.get().container());
    }

    public void schemas(Definition.DropSchema drop) {
        for (String schema : drop.names()) {
            boolean own =
                    !schema.equalsIgnoreCase(TableName.PUBLIC)
                            && !schema.equalsIgnoreCase(Snapshot.SYSTEM)
                            && !view.snapshot().isTemporary(new TableName(schema, ""));
            if (!own) {
                throw TelegraphException.of(
                        SqlState.DEPENDENT_OBJECTS,
                        "schema \"" + schema.toLowerCase(Locale.ROOT) + "\" is always there");
            }
            if (view.snapshot().hasSchema(schema)) {
                schema(schema, drop.cascade());
            } else if (drop.ifExists()) {
                ground.notice("there is no schema \"" + schema + "\"");
            } else {
                view.requireSchema(schema);
            }
        }
    }

    private void schema(String schema, boolean cascade) {
        List<Entry> entries = view.snapshot().entries(schema);
        if (!entries.isEmpty() && !cascade) {
            throw Dependents.refused(
                    "schema \"" + schema + "\"",
                    entries.stream().map(e -> e.kind() + " \"" + e.name() + "\"").toList(),
                    "Drop them first, or use CASCADE");
        }
        drop(entries, true);
        view.remove(transaction, Entry.SchemaEntry.of(schema).name());
    }
}
