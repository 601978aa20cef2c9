package telegraph.sql.execution;

import telegraph.language.ast.Change;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Preparation;
import telegraph.language.ast.Rights;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TransactionControl;
import telegraph.language.ast.Transfer;
import telegraph.language.ast.Upkeep;
import telegraph.sql.Event;
import telegraph.sql.TransactionState;
import telegraph.sql.live.TimeLimit;

/// Carries out one statement, whatever it is, and says what came of it by events. Each family of
/// statements has a class of its own.
///
/// Threads: the statement's own.
public final class Dispatch {
    private final StatementRun run;

    public Dispatch(StatementRun run) {
        this.run = run;
    }

    /// Does it, and returns how it ended well.
    public Event.End out(Statement statement) {
        boolean ends =
                statement instanceof TransactionControl.Commit
                        || statement instanceof TransactionControl.Rollback
                        || statement instanceof TransactionControl.RollbackTo;
        if (!ends) {
            run.transactions().demandUsable();
        }
        // What ends a transaction is not stopped half way.
        if (statement instanceof TransactionControl control
                && !(statement instanceof TransactionControl.LockTable)
                && !(statement instanceof TransactionControl.SetConstraints)) {
            return new TransactionStatements(run).out(control);
        }
        try (TimeLimit _ = run.timeLimit()) {
            Event.End end = inTime(statement);
            if (run.transactions().state() == TransactionState.IDLE) {
                run.work().settle();
            }
            return end;
        }
    }

    private Event.End inTime(Statement statement) {
        return switch (statement) {
            case Statement.Select select -> new QueryStatements(run).select(select);
            case Statement.OfCatalog query -> new CatalogQueries(run).out(query);
            case Statement.Explain explain -> new QueryStatements(run).explain(explain);
            case Statement.CreateSource create -> catalog().createSource(create);
            case Statement.DropSource drop -> catalog().dropSource(drop);
            case Statement.CreateView create -> catalog().createView(create);
            case Statement.DropView drop -> catalog().dropView(drop);
            case Statement.ShowSources _ -> show().entries(true, false, false);
            case Statement.ShowViews _ -> show().entries(false, true, false);
            case Statement.ShowTables _ -> show().entries(true, true, true);
            case Statement.ShowSchemas _ -> show().schemas();
            case Statement.ShowCreate show -> show().create(show.name());
            case Statement.Describe describe -> show().describe(describe.name());
            case Statement.DescribeQuery describe -> show().describe(describe.query());
            case Statement.ShowSettings _ -> settings().all();
            case Statement.Show show -> settings().show(show.setting());
            case Statement.Set set -> settings().set(set.name(), set.value());
            case Statement.Reset reset -> settings().reset(reset.name());
            case TransactionControl control -> new TransactionStatements(run).out(control);
            case Preparation preparing -> new PreparingStatements(run).out(preparing);
            case Definition definition -> new DefinitionStatements(run).out(definition);
            case Rights rights -> new RightsStatements(run).out(rights);
            case Upkeep upkeep -> new UpkeepStatements(run).out(upkeep);
            case Change change -> new ChangeStatements(run).out(change);
            case Statement.With changing -> new ChangeStatements(run).out(changing);
            case Statement.SelectForUpdate rows -> LockingStatements.out(run, rows);
            case Transfer transfer -> new TransferStatements(run).out(transfer);
        };
    }

    private CatalogStatements catalog() {
        return new CatalogStatements(run);
    }

    private ShowStatements show() {
        return new ShowStatements(run);
    }

    private SettingStatements settings() {
        return new SettingStatements(run);
    }
}
