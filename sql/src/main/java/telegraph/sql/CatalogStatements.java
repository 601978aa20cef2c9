package telegraph.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.memory.TelegraphException;
import telegraph.sql.catalog.Catalog;
import telegraph.sql.catalog.Entry;
import telegraph.sql.plan.Planner;
import telegraph.sql.statement.ColumnDefinition;
import telegraph.sql.statement.Nearest;
import telegraph.sql.statement.Statement;
import telegraph.sql.statement.Statements;

/// Carries out the statements that change the catalog or show what is in it.
///
/// Threads: the statement's own.
final class CatalogStatements {
    private final Turn turn;

    CatalogStatements(Turn turn) {
        this.turn = turn;
    }

    Event.End createSource(Statement.CreateSource create) {
        if (create.ifNotExists() && turn.telegraph().catalog().find(create.name()).isPresent()) {
            return turn.done("CREATE SOURCE");
        }
        turn.telegraph()
                .opener()
                .open(
                        create,
                        turn.settings().text("on_error")); // whatever is wrong with it is said now
        turn.telegraph().catalog().put(new Entry.SourceEntry(create), create.orReplace());
        return turn.done("CREATE SOURCE");
    }

    Event.End createView(Statement.CreateView create) {
        if (create.ifNotExists() && turn.telegraph().catalog().find(create.name()).isPresent()) {
            return turn.done("CREATE VIEW");
        }
        Statement.Select select = Statements.query(create.query());
        RelDataType rowType = turn.planner(select).rowType(select);
        if (!create.columns().isEmpty() && create.columns().size() != rowType.getFieldCount()) {
            throw TelegraphException.input(
                    "a view names all columns of its query or none: view="
                            + create.name()
                            + " names="
                            + create.columns().size()
                            + " columns="
                            + rowType.getFieldCount());
        }
        turn.telegraph()
                .catalog()
                .put(
                        new Entry.ViewEntry(create.name(), create.columns(), create.query()),
                        create.orReplace());
        return turn.done("CREATE VIEW");
    }

    Event.End drop(String name, boolean ifExists, boolean source) {
        if (ifExists && turn.telegraph().catalog().find(name).isEmpty()) {
            return turn.done(source ? "DROP SOURCE" : "DROP VIEW");
        }
        turn.telegraph().catalog().drop(name, source);
        return turn.done(source ? "DROP SOURCE" : "DROP VIEW");
    }

    private Entry entry(String name) {
        return turn.telegraph()
                .catalog()
                .find(name)
                .orElseThrow(() ->
                        TelegraphException.input(
                                "unknown table \""
                                        + name
                                        + "\""
                                        + Nearest.of(
                                                        name,
                                                        turn
                                                                .telegraph()
                                                                .catalog()
                                                                .entries()
                                                                .stream()
                                                                .map(Entry::name)
                                                                .toList())
                                                .map(n -> ". Did you mean \"" + n + "\"?")
                                                .orElse("")));
    }

    Event.End entries(boolean sources, boolean views) {
        List<Object[]> rows = new ArrayList<>();
        for (Entry entry : turn.telegraph().catalog().entries()) {
            switch (entry) {
                case Entry.SourceEntry source when sources ->
                        rows.add(
                                new Object[] {
                                    source.name(), "source", where(source.create().options())
                                });
                case Entry.ViewEntry view when views ->
                        rows.add(new Object[] {view.name(), "view", view.query()});
                case Entry.SourceEntry _, Entry.ViewEntry _ -> {}
            }
        }
        return turn.table(
                List.of(
                        new ResultColumn("name", "text"),
                        new ResultColumn("kind", "text"),
                        new ResultColumn("definition", "text")),
                rows);
    }

    private static String where(Map<String, String> options) {
        return options.getOrDefault("url", options.getOrDefault("path", ""));
    }

    Event.End describe(String name) {
        return switch (entry(name)) {
            case Entry.SourceEntry source -> {
                Map<String, ColumnDefinition> declared = new HashMap<>();
                source.create().columns().forEach(c -> declared.put(c.name(), c));
                Statement.Select all =
                        Statements.query("SELECT * FROM \"" + name.replace("\"", "\"\"") + "\"");
                List<Object[]> rows = new ArrayList<>();
                for (ResultColumn column : Asking.columns(turn.planner(all).rowType(all))) {
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

    Event.End describe(Statement.Select select) {
        Planner planner = turn.planner(select);
        return describe(
                select.estimating().isAsked()
                        ? turn.asking(planner.plan(select), select.estimating()).columns()
                        : Asking.columns(planner.rowType(select)));
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

    Event.End showCreate(String name) {
        return turn.table(
                List.of(new ResultColumn("statement", "text")),
                lines(Catalog.createStatement(entry(name))));
    }

    /// A row for each line: a table shows the line breaks of one value escaped.
    private static List<Object[]> lines(String text) {
        return text.lines().map(line -> new Object[] {line}).toList();
    }
}
