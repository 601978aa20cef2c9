package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import telegraph.engine.source.Source;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Statement;
import telegraph.language.lexer.Quotes;
import telegraph.memory.Region;
import telegraph.query.plan.Plan;
import telegraph.sql.Event;
import telegraph.sql.Trial;
import telegraph.sql.live.QueryRun;
import telegraph.sql.live.TimeLimit;
import telegraph.tables.catalog.Entry;

/// Tries sources: opens one as it is declared and reads some rows, without the catalog knowing.
///
/// Threads: the statement's own.
public final class TrialStatements {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,38}(\\.\\d{1,38})?");

    private final StatementRun run;

    public TrialStatements(StatementRun run) {
        this.run = run;
    }

    /// @throws TelegraphException of what keeping or reading the source would say
    public Event.End out(Trial trial) {
        Statement.CreateSource said = declaration(trial.create());
        Statement.CreateSource create = said.named(run.view().lasting(said.name(), "source"));
        run.view().requireFree(create.name(), "source");
        run.view().requireHarmless(new Entry.SourceEntry(create));
        Source source = run.sandbox().opener().open(create, run.settings().text("on_error"));
        Statement.Select select = question(create, trial);
        Plan plan = run.planner(select, Map.of(create.name().name(), source)).plan(select);
        try (Region region = run.region();
                TimeLimit _ = run.timeLimit()) {
            QueryRun.Outcome outcome = run.asking(plan, EstimateClause.NOTHING).run(region);
            QueryStatements.notices(run, outcome);
            return run.end("SELECT " + outcome.rows(), outcome);
        }
    }

    private static Statement.CreateSource declaration(String text) {
        List<Parsed> statements = Statements.parse(text);
        if (statements.size() == 1
                && statements.getFirst().statement() instanceof Statement.CreateSource create) {
            return create;
        }
        throw TelegraphException.input("what can be tried is one CREATE SOURCE statement");
    }

    private static Statement.Select question(Statement.CreateSource create, Trial trial) {
        List<String> given = new ArrayList<>();
        trial.values().forEach((name, value) -> given.add(equal(create, name, value)));
        return Statements.query(
                "SELECT * FROM "
                        + Quotes.name(create.name().name())
                        + (given.isEmpty() ? "" : " WHERE " + String.join(" AND ", given))
                        + " LIMIT "
                        + trial.rows());
    }

    private static String equal(Statement.CreateSource create, String name, String value) {
        ColumnDefinition column =
                create.columns().stream()
                        .filter(it -> it.name().equalsIgnoreCase(name))
                        .findFirst()
                        .orElseThrow(() -> unknown(create, name));
        return Quotes.name(column.name()) + " = " + literal(column, value.strip());
    }

    private static String literal(ColumnDefinition column, String value) {
        return switch (column.type().kind()) {
            case TEXT -> Quotes.string(value);
            case INTEGER, BIGINT, DECIMAL, DOUBLE -> {
                if (!NUMBER.matcher(value).matches()) {
                    throw TelegraphException.of(
                            SqlState.INVALID_TEXT_REPRESENTATION,
                            "the value for a column of numbers is a number: column="
                                    + column.name()
                                    + " value=\""
                                    + value
                                    + '"');
                }
                yield value;
            }
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT ->
                    "CAST("
                            + Quotes.string(value)
                            + " AS "
                            + Statements.typeName(column.type())
                            + ")";
        };
    }

    private static TelegraphException unknown(Statement.CreateSource create, String name) {
        List<String> names = create.columns().stream().map(ColumnDefinition::name).toList();
        return TelegraphException.of(
                SqlState.UNDEFINED_COLUMN,
                "a value is for a column of the source: column="
                        + name
                        + " source="
                        + create.name()
                        + Nearest.hint(name, names));
    }
}
