package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Preparation;
import telegraph.language.ast.Statement;
import telegraph.memory.Region;
import telegraph.sql.Event;

/// Carries out PREPARE, EXECUTE and DEALLOCATE.
///
/// Threads: the statement's own.
final class PreparingStatements {
    private final StatementRun run;

    PreparingStatements(StatementRun run) {
        this.run = run;
    }

    Event.End out(Preparation preparing) {
        return switch (preparing) {
            case Preparation.Prepare prepare -> {
                run.prepared()
                        .prepare(
                                prepare.name(),
                                prepare.text(),
                                prepare.types(),
                                run.catalog().client().database());
                yield run.done("PREPARE");
            }
            case Preparation.Execute execute -> execute(execute);
            case Preparation.Deallocate deallocate -> {
                deallocate
                        .name()
                        .ifPresentOrElse(run.prepared()::deallocate, run.prepared()::deallocateAll);
                yield run.done(deallocate.name().isEmpty() ? "DEALLOCATE ALL" : "DEALLOCATE");
            }
        };
    }

    private Event.End execute(Preparation.Execute execute) {
        List<Object> values = new ArrayList<>();
        execute.values().ifPresent(query -> values.addAll(row(query)));
        Statement statement = run.prepared().bound(execute.name(), values);
        if (statement instanceof Preparation) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "a prepared statement is none about prepared statements: name=\""
                            + execute.name()
                            + "\"");
        }
        return new Dispatch(run).out(statement);
    }

    private List<Object> row(Statement.Select query) {
        List<Object[]> rows = new ArrayList<>();
        try (Region region = run.region()) {
            run.asking(run.planner(query).plan(query), query.estimating())
                    .run(region, rows::addAll);
        }
        return Arrays.asList(rows.getFirst());
    }
}
