package telegraph.tables.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Definition;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableName;
import telegraph.memory.Region;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.ExistingRows;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.StoredTable;

/// Makes tables, indexes and schemas.
///
/// Threads: one.
public final class CreateRun {
    private final Ground ground;
    private final CatalogView view;
    private final Transaction transaction;

    public CreateRun(Ground ground) {
        this.ground = ground;
        this.view = ground.view();
        this.transaction = ground.transaction();
    }

    /// Makes a table, without rows.
    ///
    /// @param columns those declared, or those of the query it is made of
    /// @return the table, or empty if it was there and that is fine
    public Optional<TableDefinition> table(
            Definition.CreateTable create, List<TableColumn> columns) {
        if (create.ifNotExists() && isThere(create.name())) {
            return Optional.empty();
        }
        view.requireFree(create.name(), "");
        Draft draft = new Draft(create.name(), view.snapshot(), transaction::create);
        List<Resemblance> models = columns(create, columns, draft);
        models.forEach(model -> model.constraints(draft));
        inOrder(create.constraints()).forEach(draft::add);
        create.life().onCommit().ifPresent(said -> onCommit(draft, said, create.name()));
        TableDefinition table = draft.definition();
        KeptTexts.demand(table, ground);
        for (TableDefinition.ForeignKey key : table.foreignKeys()) {
            view.snapshot()
                    .table(key.table())
                    .ifPresent(other -> transaction.lock(other.container(), TableMode.S));
        }
        view.put(transaction, new Entry.TableEntry(table));
        return Optional.of(table);
    }

    /// Adds columns, those of LIKE in their places; what LIKE is of.
    private List<Resemblance> columns(
            Definition.CreateTable create, List<TableColumn> columns, Draft draft) {
        List<Resemblance> models = new ArrayList<>();
        for (int c = 0; c <= columns.size(); c++) {
            for (Definition.Like like : create.likes()) {
                if (like.before() == c) {
                    Resemblance model = Resemblance.of(like, view);
                    model.columns(draft);
                    models.add(model);
                }
            }
            if (c < columns.size()) {
                draft.add(columns.get(c), Optional.empty());
            }
        }
        return models;
    }

    private static void onCommit(Draft draft, Definition.OnCommit said, TableName name) {
        if (!name.isTemporary()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "ON COMMIT can only be used on temporary tables: table=" + name);
        }
        draft.onCommit(said);
    }

    /// Makes a materialized view, without rows.
    public void materialized(
            TableName name, TableDefinition.Materialized query, List<TableColumn> columns) {
        view.requireFree(name, "");
        Draft draft = new Draft(name, view.snapshot(), transaction::create);
        columns.forEach(column -> draft.add(column, Optional.empty()));
        draft.materialize(query);
        view.put(transaction, new Entry.TableEntry(draft.definition()));
    }

    /// Whether something of that name is there, which is told then.
    public boolean isThere(TableName name) {
        boolean there = view.snapshot().find(name).isPresent();
        if (there) {
            ground.notice("\"" + name + "\" exists already, and stays as it is");
        }
        return there;
    }

    /// Keys before the foreign keys that may refer to them.
    private static List<Constraint> inOrder(List<Constraint> constraints) {
        List<Constraint> ordered = new ArrayList<>();
        for (Constraint constraint : constraints) {
            switch (constraint) {
                case Constraint.PrimaryKey key -> ordered.addFirst(key);
                case Constraint.Unique _, Constraint.Check _ -> ordered.add(constraint);
                case Constraint.ForeignKey _ -> {}
            }
        }
        constraints.stream().filter(Constraint.ForeignKey.class::isInstance).forEach(ordered::add);
        return ordered;
    }

    /// Makes an index and fills it.
    public void index(Definition.CreateIndex create) {
        TableDefinition table = view.relation(create.table());
        TableName name = new TableName(table.name().schema(), create.name());
        if (!create.name().isEmpty()) {
            if (create.ifNotExists() && view.snapshot().indexed(name).isPresent()) {
                ground.notice("index \"" + name + "\" exists already, and stays as it is");
                return;
            }
            view.requireFree(name, "");
        }
        transaction.lock(table.container(), TableMode.S);
        Draft draft = new Draft(table, view.snapshot(), transaction::create);
        List<Integer> ids = draft.ids(create.columns());
        String given =
                create.name().isEmpty() ? draft.indexName(create.columns(), "idx") : create.name();
        // A row is looked up by its key in any case, so what is included need not be in the index.
        draft.index(
                new TableDefinition.Index(
                        given,
                        0,
                        ids,
                        create.unique(),
                        false,
                        create.condition(),
                        draft.ids(create.included())));
        TableDefinition after = draft.definition();
        KeptTexts.demand(after, ground);
        try (Region region = ground.region()) {
            new ExistingRows(new StoredTable(after), transaction).index(given, region);
        }
        view.put(transaction, new Entry.TableEntry(after));
    }

    public void schema(Definition.CreateSchema create) {
        if (view.snapshot().hasSchema(create.name())) {
            if (create.ifNotExists()) {
                ground.notice("schema \"" + create.name() + "\" exists already");
                return;
            }
            throw TelegraphException.of(
                    SqlState.DUPLICATE_SCHEMA,
                    create.name().equalsIgnoreCase(Snapshot.SYSTEM)
                            ? "schema \"" + Snapshot.SYSTEM + "\" is the system's"
                            : "schema \"" + create.name() + "\" exists already");
        }
        if (create.name().regionMatches(true, 0, "pg_", 0, 3)) {
            throw TelegraphException.of(
                    SqlState.RESERVED_NAME,
                    "unacceptable schema name \""
                            + create.name()
                            + "\": \"pg_\" begins the names of"
                            + " the system's");
        }
        view.put(transaction, Entry.SchemaEntry.of(create.name()));
    }

    /// Takes note that a dump asks for the language of functions, as every one of PostgreSQL does.
    public void extension(Definition.CreateExtension create) {
        if (!create.name().equals("plpgsql")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "there are no extensions: extension=\"" + create.name() + "\"");
        }
        ground.notice("extension \"plpgsql\" does nothing: there are no functions to write in it");
    }
}
