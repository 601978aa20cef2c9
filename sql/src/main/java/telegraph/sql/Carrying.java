package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.memory.Region;
import telegraph.memory.TelegraphException;
import telegraph.sql.catalog.Catalog;
import telegraph.sql.catalog.Entry;
import telegraph.sql.plan.Explain;
import telegraph.sql.plan.Plan;
import telegraph.sql.plan.Planner;
import telegraph.sql.statement.ColumnDefinition;
import telegraph.sql.statement.Estimating;
import telegraph.sql.statement.Nearest;
import telegraph.sql.statement.Statement;
import telegraph.sql.statement.Statements;

/// Carries out one statement, whatever it is, and says what came of it by events.
///
/// Threads: the statement's own.
final class Carrying {
    private final Telegraph telegraph;
    private final Settings settings;
    private final RunningQuery query;
    private final boolean live;
    private final long start;

    Carrying(Telegraph telegraph, Settings settings, RunningQuery query, boolean live) {
        this.telegraph = telegraph;
        this.settings = settings;
        this.query = query;
        this.live = live;
        this.start = telegraph.ticker().nanos();
    }

    /// Does it, and returns how it ended well.
    Event.End out(Statement statement) {
        return switch (statement) {
            case Statement.Select select -> {
                try (TimeLimit _ = timeLimit()) {
                    yield select(select);
                }
            }
            case Statement.Explain explain -> {
                try (TimeLimit _ = timeLimit()) {
                    yield explain(explain);
                }
            }
            case Statement.CreateSource create -> createSource(create);
            case Statement.DropSource drop -> drop(drop.name(), drop.ifExists(), true);
            case Statement.CreateView create -> createView(create);
            case Statement.DropView drop -> drop(drop.name(), drop.ifExists(), false);
            case Statement.ShowSources _ -> entries(true, false);
            case Statement.ShowViews _ -> entries(false, true);
            case Statement.ShowTables _ -> entries(true, true);
            case Statement.ShowSettings _ -> allSettings();
            case Statement.Show show ->
                    table(
                            List.of(new ResultColumn(show.setting(), "text")),
                            rows(settings.show(show.setting())));
            case Statement.ShowCreate show ->
                    table(
                            List.of(new ResultColumn("statement", "text")),
                            lines(Catalog.createStatement(entry(show.name()))));
            case Statement.Describe describe -> describe(describe.name());
            case Statement.DescribeQuery describe -> describe(describe.query());
            case Statement.Set set -> {
                settings.set(set.name(), set.value());
                yield done("SET");
            }
            case Statement.Reset reset -> {
                settings.reset(reset.name());
                yield done("RESET");
            }
        };
    }

    private TimeLimit timeLimit() {
        return new TimeLimit(query, settings.duration("time_limit"), telegraph.ticker());
    }

    private Planner planner(Statement.Select select) {
        return telegraph.planner(select, settings.text("on_error"));
    }

    private Event.End select(Statement.Select select) {
        Plan plan = planner(select).plan(select);
        try (Region region = region()) {
            Asking.Outcome outcome = asking(plan, select.estimating()).run(region, true);
            notices(outcome, select.estimating());
            return end("SELECT " + outcome.rows(), outcome);
        } catch (TelegraphException e) {
            throw UnboundPlace.added(e, select);
        }
    }

    private Region region() {
        return telegraph.memory().query(query.id(), settings.bytes("memory_limit"));
    }

    private Asking asking(Plan plan, Estimating estimating) {
        return new Asking(query, plan, estimating, settings, telegraph.ticker(), live);
    }

    private void notices(Asking.Outcome outcome, Estimating estimating) {
        Stopping.ending(estimating, outcome.stopped(), outcome.progress())
                .forEach(text -> query.emit(new Event.Notice(text)));
        outcome.progress().stream()
                .filter(progress -> progress.failed() > 0)
                .map(progress ->
                        progress.source()
                                + ": "
                                + progress.failed()
                                + " of "
                                + progress.requests()
                                + " requests failed, and their rows are missing from this result ("
                                + progress.failure()
                                + ")")
                .forEach(text -> query.emit(new Event.Notice(text)));
    }

    private Event.End explain(Statement.Explain explain) {
        Plan plan = planner(explain.query()).plan(explain.query());
        Estimating estimating = explain.query().estimating();
        Asking asking = asking(plan, estimating);
        List<String> lines = new ArrayList<>(Explain.lines(plan));
        lines.addAll(asking.explain());
        Asking.Outcome outcome = null;
        if (explain.analyze()) {
            try (Region region = region()) {
                outcome = asking.run(region, false);
                lines.addAll(Analysis.lines(outcome));
                ending(outcome, estimating, lines);
            }
        }
        List<Object[]> rows = lines.stream().map(line -> new Object[] {line}).toList();
        query.emit(new Event.Columns(List.of(new ResultColumn("plan", "text"))));
        query.emit(new Event.Rows(rows));
        return outcome == null
                ? new Event.End("EXPLAIN", rows.size(), elapsed(), List.of(), List.of())
                : end("EXPLAIN", outcome);
    }

    private static void ending(Asking.Outcome outcome, Estimating estimating, List<String> lines) {
        List<String> said = Stopping.ending(estimating, outcome.stopped(), outcome.progress());
        if (!said.isEmpty()) {
            lines.add("");
            lines.addAll(said);
        }
    }

    private Event.End createSource(Statement.CreateSource create) {
        if (create.ifNotExists() && telegraph.catalog().find(create.name()).isPresent()) {
            return done("CREATE SOURCE");
        }
        telegraph
                .opener()
                .open(create, settings.text("on_error")); // whatever is wrong with it is said now
        telegraph.catalog().put(new Entry.SourceEntry(create), create.orReplace());
        return done("CREATE SOURCE");
    }

    private Event.End createView(Statement.CreateView create) {
        if (create.ifNotExists() && telegraph.catalog().find(create.name()).isPresent()) {
            return done("CREATE VIEW");
        }
        Statement.Select select = Statements.query(create.query());
        RelDataType rowType = planner(select).rowType(select);
        if (!create.columns().isEmpty() && create.columns().size() != rowType.getFieldCount()) {
            throw TelegraphException.input(
                    "a view names all columns of its query or none: view="
                            + create.name()
                            + " names="
                            + create.columns().size()
                            + " columns="
                            + rowType.getFieldCount());
        }
        telegraph
                .catalog()
                .put(
                        new Entry.ViewEntry(create.name(), create.columns(), create.query()),
                        create.orReplace());
        return done("CREATE VIEW");
    }

    private Event.End drop(String name, boolean ifExists, boolean source) {
        if (ifExists && telegraph.catalog().find(name).isEmpty()) {
            return done(source ? "DROP SOURCE" : "DROP VIEW");
        }
        telegraph.catalog().drop(name, source);
        return done(source ? "DROP SOURCE" : "DROP VIEW");
    }

    private Entry entry(String name) {
        return telegraph
                .catalog()
                .find(name)
                .orElseThrow(() ->
                        TelegraphException.input(
                                "unknown table \""
                                        + name
                                        + "\""
                                        + Nearest.of(
                                                        name,
                                                        telegraph.catalog().entries().stream()
                                                                .map(Entry::name)
                                                                .toList())
                                                .map(n -> ". Did you mean \"" + n + "\"?")
                                                .orElse("")));
    }

    private Event.End entries(boolean sources, boolean views) {
        List<Object[]> rows = new ArrayList<>();
        for (Entry entry : telegraph.catalog().entries()) {
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
        return table(
                List.of(
                        new ResultColumn("name", "text"),
                        new ResultColumn("kind", "text"),
                        new ResultColumn("definition", "text")),
                rows);
    }

    private static String where(Map<String, String> options) {
        return options.getOrDefault("url", options.getOrDefault("path", ""));
    }

    private Event.End allSettings() {
        List<Object[]> rows = new ArrayList<>();
        for (Settings.Shown shown : settings.all()) {
            rows.add(new Object[] {shown.name(), shown.value(), shown.origin(), shown.purpose()});
        }
        return table(
                List.of(
                        new ResultColumn("name", "text"),
                        new ResultColumn("value", "text"),
                        new ResultColumn("origin", "text"),
                        new ResultColumn("purpose", "text")),
                rows);
    }

    private Event.End describe(String name) {
        return switch (entry(name)) {
            case Entry.SourceEntry source -> {
                Map<String, ColumnDefinition> declared = new java.util.HashMap<>();
                source.create().columns().forEach(c -> declared.put(c.name(), c));
                Statement.Select all =
                        Statements.query("SELECT * FROM \"" + name.replace("\"", "\"\"") + "\"");
                List<Object[]> rows = new ArrayList<>();
                for (ResultColumn column : Asking.columns(planner(all).rowType(all))) {
                    ColumnDefinition definition = declared.get(column.name());
                    rows.add(
                            new Object[] {
                                column.name(),
                                column.type(),
                                definition == null
                                        ? ""
                                        : definition
                                                .use()
                                                .name()
                                                .toLowerCase(java.util.Locale.ROOT),
                                definition == null ? "" : definition.path()
                            });
                }
                yield table(
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

    private Event.End describe(Statement.Select select) {
        Planner planner = planner(select);
        return describe(
                select.estimating().isAsked()
                        ? asking(planner.plan(select), select.estimating()).columns()
                        : Asking.columns(planner.rowType(select)));
    }

    private Event.End describe(List<ResultColumn> columns) {
        List<Object[]> rows = new ArrayList<>();
        for (ResultColumn column : columns) {
            rows.add(new Object[] {column.name(), column.type()});
        }
        return table(
                List.of(new ResultColumn("column", "text"), new ResultColumn("type", "text")),
                rows);
    }

    /// A row for each line: a table shows the line breaks of one value escaped.
    private static List<Object[]> lines(String text) {
        return text.lines().map(line -> new Object[] {line}).toList();
    }

    private static List<Object[]> rows(String value) {
        return List.<Object[]>of(new Object[] {value});
    }

    private Event.End table(List<ResultColumn> columns, List<Object[]> rows) {
        query.emit(new Event.Columns(columns));
        query.emit(new Event.Rows(rows));
        return new Event.End("SELECT " + rows.size(), rows.size(), elapsed(), List.of(), List.of());
    }

    private Event.End done(String tag) {
        return new Event.End(tag, 0, elapsed(), List.of(), List.of());
    }

    private Event.End end(String tag, Asking.Outcome outcome) {
        return new Event.End(tag, outcome.rows(), elapsed(), outcome.progress(), outcome.routes());
    }

    private long elapsed() {
        return telegraph.ticker().nanos() - start;
    }
}
