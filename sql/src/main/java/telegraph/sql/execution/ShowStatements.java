package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.live.QueryRun;
import telegraph.sql.session.SnapshotPlanner;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// Carries out the statements that show what is in the catalog.
///
/// Threads: the statement's own.
final class ShowStatements {
    private final StatementRun run;

    ShowStatements(StatementRun run) {
        this.run = run;
    }

    Event.End entries(boolean sources, boolean views, boolean tables) {
        Snapshot snapshot = run.view().snapshot();
        List<Object[]> rows = new ArrayList<>();
        for (Entry entry : snapshot.entries()) {
            Object name = entry.name().toString();
            switch (entry) {
                case Entry.TableEntry table when tables ->
                        rows.add(new Object[] {name, table.kind(), columns(table.definition())});
                case Entry.SourceEntry source when sources ->
                        rows.add(new Object[] {name, "source", where(source.create().options())});
                case Entry.ViewEntry view when views ->
                        rows.add(new Object[] {name, "view", view.query()});
                case Entry.TableEntry _,
                        Entry.SourceEntry _,
                        Entry.ViewEntry _,
                        Entry.SequenceEntry _,
                        Entry.TypeEntry _,
                        Entry.SchemaEntry _ -> {}
            }
        }
        return run.table(
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
        return run.table(
                List.of(new ResultColumn("name", "text")),
                run.view().snapshot().schemas().stream()
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
            case Entry.TypeEntry _ ->
                    throw TelegraphException.of(
                            SqlState.WRONG_OBJECT_TYPE,
                            "\"" + name + "\" is a type, and has no columns");
            case Entry.SchemaEntry _ -> throw new IllegalStateException("a schema: " + name);
            case Entry.SourceEntry source -> {
                Map<String, ColumnDefinition> declared = new HashMap<>();
                source.create().columns().forEach(c -> declared.put(c.name(), c));
                Statement.Select all = Statements.query("SELECT * FROM " + name.quoted());
                List<Object[]> rows = new ArrayList<>();
                for (ResultColumn column : QueryRun.columns(run.planner(all).rowType(all))) {
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
                yield run.table(
                        List.of(
                                new ResultColumn("column", "text"),
                                new ResultColumn("type", "text"),
                                new ResultColumn("use", "text"),
                                new ResultColumn("path", "text")),
                        rows);
            }
            case Entry.SequenceEntry sequence ->
                    describe(Statements.query("SELECT * FROM " + sequence.name().qualified()));
            case Entry.ViewEntry view -> {
                Statement.Select query = Statements.query(view.query());
                yield describe(query, run.kept(query));
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
                        case NONE ->
                                column.generated()
                                        .map(text -> "generated always as (" + text + ") stored")
                                        .or(column::byDefault)
                                        .orElse("");
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
        return run.table(
                List.of(
                        new ResultColumn("column", "text"),
                        new ResultColumn("type", "text"),
                        new ResultColumn("nulls", "text"),
                        new ResultColumn("default", "text"),
                        new ResultColumn("key", "text")),
                rows);
    }

    Event.End describe(Statement.Select select) {
        return describe(select, run.planner(select));
    }

    private Event.End describe(Statement.Select select, SnapshotPlanner planner) {
        return describe(
                select.estimating().isAsked()
                        ? run.asking(planner.plan(select), select.estimating()).columns()
                        : QueryRun.columns(planner.rowType(select)));
    }

    private Event.End describe(List<ResultColumn> columns) {
        List<Object[]> rows = new ArrayList<>();
        for (ResultColumn column : columns) {
            rows.add(new Object[] {column.name(), column.type()});
        }
        return run.table(
                List.of(new ResultColumn("column", "text"), new ResultColumn("type", "text")),
                rows);
    }

    Event.End create(TableName name) {
        return run.table(
                List.of(new ResultColumn("statement", "text")),
                lines(run.view().snapshot().createStatement(entry(name))));
    }

    /// A row for each line: a table shows the line breaks of one value escaped.
    private static List<Object[]> lines(String text) {
        return text.lines().map(line -> new Object[] {line}).toList();
    }

    private Entry entry(TableName name) {
        Snapshot snapshot = run.view().snapshot();
        return snapshot.find(name)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.UNDEFINED_TABLE,
                                "unknown table \""
                                        + name
                                        + "\""
                                        + Nearest.hint(name.toString(), snapshot.names())));
    }
}
