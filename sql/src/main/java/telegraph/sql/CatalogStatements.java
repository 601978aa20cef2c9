package telegraph.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.define.DropRun;

/// Carries out the statements that change the catalog or show what is in it.
///
/// Threads: the statement's own.
final class CatalogStatements {
    private final Turn turn;

    CatalogStatements(Turn turn) {
        this.turn = turn;
    }

    Event.End createSource(Statement.CreateSource create) {
        TurnGround ground = TurnGround.defining(turn, "CREATE SOURCE");
        if (create.ifNotExists() && isThere(create.name())) {
            return turn.done("CREATE SOURCE");
        }
        // Whatever is wrong with it is said now.
        turn.telegraph().opener().open(create, turn.settings().text("on_error"));
        put(ground, new Entry.SourceEntry(create), create.orReplace());
        return turn.done("CREATE SOURCE");
    }

    Event.End createView(Statement.CreateView create) {
        TurnGround ground = TurnGround.defining(turn, "CREATE VIEW");
        if (create.ifNotExists() && isThere(create.name())) {
            return turn.done("CREATE VIEW");
        }
        Statement.Select select = Statements.query(create.query());
        RelDataType rowType = turn.planner(select).rowType(select);
        if (!create.columns().isEmpty() && create.columns().size() != rowType.getFieldCount()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a view names all columns of its query or none: view="
                            + create.name()
                            + " names="
                            + create.columns().size()
                            + " columns="
                            + rowType.getFieldCount());
        }
        demandDistinct(
                create.columns().isEmpty() ? rowType.getFieldNames() : create.columns(), create);
        put(
                ground,
                new Entry.ViewEntry(create.name(), create.columns(), create.query()),
                create.orReplace());
        return turn.done("CREATE VIEW");
    }

    private static void demandDistinct(List<String> names, Statement.CreateView create) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw TelegraphException.of(
                        SqlState.DUPLICATE_COLUMN,
                        "a view has a column once. Give one another name with AS: view="
                                + create.name()
                                + " column="
                                + name);
            }
        }
    }

    private boolean isThere(TableName name) {
        return turn.view().snapshot().find(name).isPresent();
    }

    private void put(TurnGround ground, Entry entry, boolean orReplace) {
        CatalogView view = ground.view();
        view.lock(ground.transaction());
        view.requireFree(entry.name(), entry.kind());
        if (!orReplace && view.snapshot().find(entry.name()).isPresent()) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_TABLE,
                    entry.kind()
                            + " \""
                            + entry.name()
                            + "\" exists already. CREATE OR REPLACE replaces it");
        }
        view.put(ground.transaction(), entry);
    }

    Event.End dropSource(Statement.DropSource drop) {
        new DropRun(TurnGround.defining(turn, "DROP SOURCE"))
                .sources(drop.names(), drop.ifExists());
        return turn.done("DROP SOURCE");
    }

    Event.End dropView(Statement.DropView drop) {
        new DropRun(TurnGround.defining(turn, "DROP VIEW"))
                .views(drop.names(), drop.ifExists(), drop.cascade());
        return turn.done("DROP VIEW");
    }

    private Entry entry(TableName name) {
        Snapshot snapshot = turn.view().snapshot();
        return snapshot.find(name)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.UNDEFINED_TABLE,
                                "unknown table \""
                                        + name
                                        + "\""
                                        + Nearest.hint(name.toString(), snapshot.names())));
    }

    Event.End entries(boolean sources, boolean views, boolean tables) {
        Snapshot snapshot = turn.view().snapshot();
        List<Object[]> rows = new ArrayList<>();
        for (Entry entry : snapshot.entries()) {
            Object name = entry.name().toString();
            switch (entry) {
                case Entry.TableEntry table when tables ->
                        rows.add(new Object[] {name, "table", columns(table.definition())});
                case Entry.SourceEntry source when sources ->
                        rows.add(new Object[] {name, "source", where(source.create().options())});
                case Entry.ViewEntry view when views ->
                        rows.add(new Object[] {name, "view", view.query()});
                case Entry.TableEntry _,
                        Entry.SourceEntry _,
                        Entry.ViewEntry _,
                        Entry.SchemaEntry _ -> {}
            }
        }
        return turn.table(
                List.of(
                        new ResultColumn("name", "text"),
                        new ResultColumn("kind", "text"),
                        new ResultColumn("definition", "text")),
                rows);
    }

    private static String columns(TableDefinition table) {
        return String.join(
                ", ", table.columns().stream().map(c -> c.name() + " " + c.type()).toList());
    }

    Event.End schemas() {
        return turn.table(
                List.of(new ResultColumn("name", "text")),
                turn.view().snapshot().schemas().stream()
                        .map(schema -> new Object[] {schema})
                        .toList());
    }

    private static String where(Map<String, String> options) {
        return options.getOrDefault("url", options.getOrDefault("path", ""));
    }

    Event.End describe(TableName name) {
        if (name.schema().equalsIgnoreCase(Snapshot.SYSTEM)) {
            return describe(Statements.query("SELECT * FROM " + name.quoted()));
        }
        return switch (entry(name)) {
            case Entry.TableEntry table -> describe(table.definition());
            case Entry.SchemaEntry _ -> throw new IllegalStateException("a schema: " + name);
            case Entry.SourceEntry source -> {
                Map<String, ColumnDefinition> declared = new HashMap<>();
                source.create().columns().forEach(c -> declared.put(c.name(), c));
                Statement.Select all = Statements.query("SELECT * FROM " + name.quoted());
                List<Object[]> rows = new ArrayList<>();
                for (ResultColumn column : QueryRun.columns(turn.planner(all).rowType(all))) {
                    ColumnDefinition definition = declared.get(column.name());
                    rows.add(
                            new Object[] {
                                column.name(),
                                column.type(),
                                definition == null
                                        ? ""
                                        : definition.use().name().toLowerCase(Locale.ROOT),
                                definition == null ? "" : definition.path()
                            });
                }
                yield turn.table(
                        List.of(
                                new ResultColumn("column", "text"),
                                new ResultColumn("type", "text"),
                                new ResultColumn("use", "text"),
                                new ResultColumn("path", "text")),
                        rows);
            }
            case Entry.ViewEntry view -> {
                yield describe(Statements.query(view.query()));
            }
        };
    }

    private Event.End describe(TableDefinition table) {
        List<Object[]> rows = new ArrayList<>();
        for (StoredColumn column : table.columns()) {
            boolean key =
                    table.primaryKey().filter(k -> k.columns().contains(column.id())).isPresent();
            String byDefault =
                    switch (column.identity()) {
                        case NONE -> column.byDefault().orElse("");
                        case ALWAYS -> "generated always as identity";
                        case BY_DEFAULT -> "generated by default as identity";
                    };
            rows.add(
                    new Object[] {
                        column.name(),
                        column.type().toString(),
                        column.notNull() ? "not null" : "",
                        byDefault,
                        key ? "primary key" : ""
                    });
        }
        return turn.table(
                List.of(
                        new ResultColumn("column", "text"),
                        new ResultColumn("type", "text"),
                        new ResultColumn("nulls", "text"),
                        new ResultColumn("default", "text"),
                        new ResultColumn("key", "text")),
                rows);
    }

    Event.End describe(Statement.Select select) {
        SnapshotPlanner planner = turn.planner(select);
        return describe(
                select.estimating().isAsked()
                        ? turn.asking(planner.plan(select), select.estimating()).columns()
                        : QueryRun.columns(planner.rowType(select)));
    }

    private Event.End describe(List<ResultColumn> columns) {
        List<Object[]> rows = new ArrayList<>();
        for (ResultColumn column : columns) {
            rows.add(new Object[] {column.name(), column.type()});
        }
        return turn.table(
                List.of(new ResultColumn("column", "text"), new ResultColumn("type", "text")),
                rows);
    }

    Event.End showCreate(TableName name) {
        return turn.table(
                List.of(new ResultColumn("statement", "text")),
                lines(turn.view().snapshot().createStatement(entry(name))));
    }

    /// A row for each line: a table shows the line breaks of one value escaped.
    private static List<Object[]> lines(String text) {
        return text.lines().map(line -> new Object[] {line}).toList();
    }
}
