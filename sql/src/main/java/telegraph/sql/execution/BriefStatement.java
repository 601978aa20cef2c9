package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.meter.RequestBudget;
import telegraph.language.ast.Statement;
import telegraph.sql.BriefAnswer;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.live.RunningQuery;
import telegraph.sql.live.TimeLimit;
import telegraph.sql.session.SessionState;
import telegraph.sql.transaction.TransactionWork;

/// A query that is answered by the thread that asks it: one about a few rows at hand, for which a
/// plan was made before.
///
/// Threads: one.
public final class BriefStatement {
    private final List<Object[]> rows = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private List<ResultColumn> columns = List.of();

    private BriefStatement() {}

    /// The answer; empty, with nothing done, if the query is not such a one.
    ///
    /// @throws telegraph.ground.TelegraphException as the statement fails on a thread of its own
    public static Optional<BriefAnswer> answer(
            String id, SessionState session, TransactionWork work, Statement.Select select) {
        BriefStatement brief = new BriefStatement();
        RunningQuery query = RunningQuery.unstarted(id, brief::hear);
        StatementRun run = new StatementRun(session, work, query);
        return query.here(() ->
                ScopedValue.where(RequestBudget.CURRENT, budget(run))
                        .call(() -> {
                            try (TimeLimit _ = run.timeLimit()) {
                                return new QueryStatements(run).briefly(select);
                            }
                        })
                        .map(brief::ended));
    }

    /// Rows at hand are asked of nobody.
    private static RequestBudget budget(StatementRun run) {
        return new RequestBudget(run.settings().integer("requests_max"), false);
    }

    private void hear(Event event) {
        switch (event) {
            case Event.Columns shape -> columns = shape.columns();
            case Event.Rows more -> rows.addAll(more.rows());
            case Event.Notice notice -> notices.add(notice.text());
            default -> throw new IllegalStateException("a query gives rows: event=" + event);
        }
    }

    private BriefAnswer ended(Event.End end) {
        return new BriefAnswer(columns, rows, notices, end);
    }
}
