package telegraph.sql.execution;

import telegraph.language.ast.Change;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Preparation;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TransactionControl;
import telegraph.language.ast.Transfer;
import telegraph.language.ast.Upkeep;
import telegraph.sql.Event;
import telegraph.sql.live.TimeLimit;

/// Carries out one statement, whatever it is, and says what came of it by events. Each family of
/// statements has a class of its own.
///
/// Threads: the statement's own.
public final class Dispatch {
    private final Turn turn;

    public Dispatch(Turn turn) {
        this.turn = turn;
    }

    /// Does it, and returns how it ended well.
    public Event.End out(Statement statement) {
        boolean ends =
                statement instanceof TransactionControl.Commit
                        || statement instanceof TransactionControl.Rollback
                        || statement instanceof TransactionControl.RollbackTo;
        if (!ends) {
            turn.transactions().demandUsable();
        }
        return switch (statement) {
            case Statement.Select select -> {
                try (TimeLimit _ = turn.timeLimit()) {
                    yield new QueryStatements(turn).select(select);
                }
            }
            case Statement.OfCatalog query -> {
                try (TimeLimit _ = turn.timeLimit()) {
                    yield new CatalogQueries(turn).out(query);
                }
            }
            case Statement.Explain explain -> {
                try (TimeLimit _ = turn.timeLimit()) {
                    yield new QueryStatements(turn).explain(explain);
                }
            }
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
            case TransactionControl control -> new TransactionStatements(turn).out(control);
            case Preparation preparing -> new PreparingStatements(turn).out(preparing);
            case Definition definition -> new DefinitionStatements(turn).out(definition);
            case Upkeep upkeep -> new UpkeepStatements(turn).out(upkeep);
            case Change change -> {
                try (TimeLimit _ = turn.timeLimit()) {
                    yield new ChangeStatements(turn).out(change);
                }
            }
            case Transfer transfer -> {
                try (TimeLimit _ = turn.timeLimit()) {
                    yield new TransferStatements(turn).out(transfer);
                }
            }
        };
    }

    private CatalogStatements catalog() {
        return new CatalogStatements(turn);
    }

    private ShowStatements show() {
        return new ShowStatements(turn);
    }

    private SettingStatements settings() {
        return new SettingStatements(turn);
    }
}
