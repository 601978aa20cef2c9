package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Parameters;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.Change;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Preparation;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Transfer;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.translate.ParameterTypes;
import telegraph.query.translate.QueryShape;
import telegraph.sql.Description;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.introspect.Inquiry;
import telegraph.sql.live.QueryRun;
import telegraph.store.ReadMode;
import telegraph.tables.access.TableSource;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.change.JoinedRows;
import telegraph.tables.change.RowSpool;
import telegraph.tables.change.SpooledSource;

/// Finds out what a statement asks for and gives, without carrying it out.
///
/// Parameters stay open while the queries in it are validated, which tells their types. What a
/// statement without parameters shows, such as a setting, is looked at by carrying it out for
/// nobody.
///
/// Threads: one.
public final class Describer {
    private final StatementRun run;
    private final Parameters text;
    private final ParameterTypes types;
    private final ChangesInTurn turns = new ChangesInTurn();

    private Describer(StatementRun run, Parameters text, ParameterTypes types) {
        this.run = run;
        this.text = text;
        this.types = types;
    }

    /// @param types what is known of the parameters, which learns more
    public static Description of(StatementRun run, Parameters text, ParameterTypes types) {
        return new Describer(run, text, types).description();
    }

    private Description description() {
        List<Parsed> statements = Statements.parse(text.statement());
        if (statements.size() > 1) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "one statement is prepared at a time: statements=" + statements.size());
        }
        statements.forEach(one -> one.demandWithin(run.catalog().client().database()));
        Optional<List<ResultColumn>> columns =
                statements.isEmpty()
                        ? Optional.empty()
                        : columns(statements.getFirst().statement());
        return new Description(types.types(), columns);
    }

    private Optional<List<ResultColumn>> columns(Statement statement) {
        return switch (statement) {
            case Statement.Select select -> Optional.of(columns(select));
            case Statement.OfCatalog query -> Optional.of(ofCatalog(query));
            case Statement.Explain explain -> {
                shape(explain.query(), Map.of(), List.of());
                yield Optional.of(List.of(new ResultColumn("plan", "text")));
            }
            case Change change -> changed(change).map(QueryRun::columns);
            case Statement.With with -> behind(with);
            case Statement.SelectForUpdate rows -> Optional.of(columns(rows.query()));
            case Definition.CreateTable create -> {
                create.as().ifPresent(as -> shape(as.query(), Map.of(), List.of()));
                yield Optional.empty();
            }
            case Preparation.Execute execute -> {
                Parameters prepared = run.prepared().parameters(execute.name());
                ParameterTypes open =
                        new ParameterTypes(prepared.places(), prepared.count(), List.of());
                yield of(run, prepared, open).columns();
            }
            case Statement.ShowSources _,
                    Statement.ShowViews _,
                    Statement.ShowTables _,
                    Statement.ShowSchemas _,
                    Statement.ShowCreate _,
                    Statement.Describe _,
                    Statement.DescribeQuery _,
                    Statement.ShowSettings _,
                    Statement.Show _ ->
                    shown(statement);
            case telegraph.language.ast.Upkeep.CheckTable _ ->
                    Optional.of(List.of(new ResultColumn("found", "text")));
            case Definition _,
                    telegraph.language.ast.Rights _,
                    Preparation _,
                    Transfer _,
                    telegraph.language.ast.TransactionControl _,
                    telegraph.language.ast.Upkeep _,
                    Statement.CreateSource _,
                    Statement.DropSource _,
                    Statement.CreateView _,
                    Statement.DropView _,
                    Statement.Set _,
                    Statement.Reset _ ->
                    Optional.empty();
        };
    }

    private List<ResultColumn> columns(Statement.Select select) {
        boolean plain = !select.estimating().isAsked();
        if (plain && text.count() == 0) {
            return QueryRun.columns(run.planner(select).shape(select));
        }
        QueryShape shape = shape(select, Map.of(), List.of());
        if (plain) {
            return QueryRun.columns(shape);
        }
        // Which columns an estimate adds is known by the plan.
        String filled = text.fill(Collections.nCopies(text.count(), "NULL"));
        Statement.Select query = Statements.query(filled);
        return run.asking(run.planner(query).plan(query), query.estimating()).columns();
    }

    private List<ResultColumn> ofCatalog(Statement.OfCatalog query) {
        Optional<Inquiry> asked = new CatalogQueries(run).inquiry(query);
        if (asked.isEmpty()) {
            return columns(query.query());
        }
        List<String> found = asked.get().parameters();
        text.places()
                .forEach((place, parameter) -> {
                    types.plain(place);
                    types.tell(
                            place, parameter <= found.size() ? found.get(parameter - 1) : "text");
                });
        return CatalogQueries.columns(asked.get());
    }

    private QueryShape shape(
            Statement.Select query, Map<String, Source> more, List<String> targets) {
        return run.planner(query, turns.tables(query, more)).shape(query, types, targets);
    }

    /// What stands behind changes and locks, over tables without rows in the place of these.
    private Optional<List<ResultColumn>> behind(Statement.With statement) {
        try (Region region = run.region()) {
            for (Statement.Step step : statement.steps()) {
                String name = step.name().name();
                shape(step)
                        .ifPresentOrElse(
                                shape -> turns.returned(name, empty(step, shape, region)),
                                () -> turns.silent(name));
            }
            return switch (statement.last()) {
                case Statement.Select select -> Optional.of(later(select));
                case Statement.SelectForUpdate rows -> Optional.of(later(rows.query()));
                default -> columns(statement.last());
            };
        }
    }

    private List<ResultColumn> later(Statement.Select select) {
        return QueryRun.columns(shape(select, Map.of(), List.of()));
    }

    private Optional<QueryShape> shape(Statement.Step step) {
        return switch (step) {
            case Statement.ChangedRows rows -> changed(rows.change());
            case Statement.SelectForUpdate rows -> {
                try {
                    yield Optional.of(shape(rows.query(), Map.of(), List.of()));
                } catch (TelegraphException e) {
                    throw LockingStatements.ofAround(rows, e);
                }
            }
        };
    }

    private static Source empty(Statement.Step step, QueryShape shape, Region region) {
        return new SpooledSource(
                step.name().name(),
                ChangeStatements.columns(step, shape.rowType().getFieldNames()),
                shape.declared(),
                new RowSpool(region, StatementQuestions.types(shape.rowType())));
    }

    private Optional<QueryShape> changed(Change change) {
        TableDefinition table = run.view().table(change.table());
        TableSource rows =
                new TableSource(
                        run.work().tables().table(change.table()),
                        run.store(),
                        run.work().transaction(),
                        ReadMode.PLAIN);
        Map<String, Source> target = Map.of(Change.TARGET, rows.numbered());
        switch (change) {
            case Change.Insert insert -> {
                insert.source().ifPresent(from -> shape(from, Map.of(), targets(insert, table)));
                insert.onConflict()
                        .flatMap(Change.OnConflict::update)
                        .ifPresent(update ->
                                shape(
                                        update.values(),
                                        Map.of(Change.ROW, rows, Change.EXCLUDED, rows),
                                        targets(update.assignments(), table)));
            }
            case Change.Update update -> {
                QueryShape found =
                        shape(update.rows(), target, targets(update.assignments(), table));
                return returning(change, rows, found);
            }
            case Change.Delete delete -> {
                QueryShape found = shape(delete.rows(), target, List.of());
                return returning(change, rows, found);
            }
            case Change.Merge merge -> shape(merge.rows(), target, List.of());
        }
        return change.returning().map(query -> shape(query, Map.of(Change.ROW, rows), List.of()));
    }

    /// What RETURNING gives of rows that are found by a query.
    private Optional<QueryShape> returning(Change change, TableSource rows, QueryShape found) {
        if (change.joined().isEmpty()) {
            return change.returning()
                    .map(query -> shape(query, Map.of(Change.ROW, rows), List.of()));
        }
        List<String> names = found.rowType().getFieldNames();
        int at = names.indexOf(Change.JOINED + 0);
        TableDefinition table = rows.table().definition();
        List<String> own = table.columns().stream().map(StoredColumn::name).toList();
        JoinedRows joined = new JoinedRows(own, names.subList(at, names.size()), change.joined());
        List<String> declared =
                new ArrayList<>(table.types().stream().map(SqlType::written).toList());
        declared.addAll(found.declared().subList(at, names.size()));
        List<Type> types = new ArrayList<>();
        rows.schema().columns().forEach(column -> types.add(column.type()));
        types.addAll(StatementQuestions.types(found.rowType()).subList(at, names.size()));
        try (Region region = run.region()) {
            Source source =
                    new SpooledSource(
                            change.table().name(),
                            joined.columns(),
                            declared,
                            new RowSpool(region, types));
            return change.returning()
                    .map(joined::query)
                    .map(query -> shape(query, Map.of(Change.ROW, source), List.of()));
        }
    }

    /// The types of the columns that an INSERT gives values.
    private static List<String> targets(Change.Insert insert, TableDefinition table) {
        if (insert.columns().isEmpty()) {
            return table.types().stream().map(type -> open(type.written())).toList();
        }
        return insert.columns().stream().map(one -> type(table, one.column())).toList();
    }

    /// The types of the columns that are assigned to, behind that of a first column that is not.
    private static List<String> targets(
            List<Change.Assignment> assignments, TableDefinition table) {
        List<String> targets = new ArrayList<>();
        targets.add("");
        for (Change.Assignment assignment : assignments) {
            if (!assignment.isDefault()) {
                targets.add(type(table, assignment.column()));
            }
        }
        return targets;
    }

    private static String type(TableDefinition table, String column) {
        int index = table.indexOf(column);
        // Who carries the statement out says that there is no such column.
        return index < 0 ? "" : open(table.types().get(index).written());
    }

    /// A type without its length, which a value is held to only when it is put in.
    private static String open(String type) {
        return type.replaceFirst("\\(.*?\\)", "");
    }

    private Optional<List<ResultColumn>> shown(Statement statement) {
        List<List<ResultColumn>> seen = new ArrayList<>();
        new Dispatch(
                        run.unheard(event -> {
                            if (event instanceof Event.Columns shape) {
                                seen.add(shape.columns());
                            }
                        }))
                .out(statement);
        return seen.stream().findFirst();
    }
}
