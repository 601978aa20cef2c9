package telegraph.sql.execution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.language.TableMentions;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.memory.Region;
import telegraph.query.plan.Plan;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.Settings;
import telegraph.sql.live.BriefRun;
import telegraph.sql.live.QueryRun;
import telegraph.sql.live.RunningQuery;
import telegraph.sql.live.TimeLimit;
import telegraph.sql.sandbox.OpenSandbox;
import telegraph.sql.session.Naming;
import telegraph.sql.session.PreparedTexts;
import telegraph.sql.session.SessionCatalog;
import telegraph.sql.session.SessionState;
import telegraph.sql.session.SnapshotPlanner;
import telegraph.sql.transaction.TransactionWork;
import telegraph.sql.transaction.Transactions;
import telegraph.store.Store;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.row.StatementMoment;

/// One statement's run in a session: the transaction it is done in, its memory and its limit of
/// time, how its queries are planned and asked, and the events that end it.
///
/// Threads: the statement's own.
public final class StatementRun {
    private final SessionState session;
    private final SessionCatalog catalog;
    private final RunningQuery query;
    private final long start;

    /// @param work the transaction it is done in
    public StatementRun(SessionState session, TransactionWork work, RunningQuery query) {
        this(session, session.catalog(work), query);
    }

    private StatementRun(SessionState session, SessionCatalog catalog, RunningQuery query) {
        this.session = session;
        this.catalog = catalog;
        this.query = query;
        this.start = ticker().nanos();
    }

    /// A run in the same transaction whose events go to `listener`.
    StatementRun unheard(Consumer<Event> listener) {
        return new StatementRun(session, catalog, RunningQuery.unstarted(query.id(), listener));
    }

    OpenSandbox sandbox() {
        return catalog.sandbox();
    }

    /// The sandbox's store.
    Store store() {
        return sandbox().store().get();
    }

    private Ticker ticker() {
        return sandbox().world().ticker();
    }

    Settings settings() {
        return catalog.settings();
    }

    Transactions transactions() {
        return session.transactions();
    }

    /// Now, here, by whom the session is with.
    StatementMoment asked() {
        return catalog.asked();
    }

    PreparedTexts prepared() {
        return session.prepared();
    }

    /// The transaction it is done in.
    public TransactionWork work() {
        return catalog.work();
    }

    /// What its queries can name.
    SessionCatalog catalog() {
        return catalog;
    }

    /// The catalog as the transaction sees it.
    public CatalogView view() {
        return work().view();
    }

    RunningQuery query() {
        return query;
    }

    void emit(Event event) {
        query.emit(event);
    }

    public TimeLimit timeLimit() {
        return new TimeLimit(query, settings().duration("time_limit"), ticker());
    }

    SnapshotPlanner planner(Statement.Select select) {
        return planner(select, Map.of());
    }

    /// A planner for a query that can name some tables more.
    SnapshotPlanner planner(Statement.Select select, Map<String, Source> more) {
        return catalog.planner(select, more, Naming.SESSION);
    }

    /// A planner for a query that was kept as a text.
    SnapshotPlanner kept(Statement.Select select) {
        return catalog.planner(select, Map.of(), Naming.KEPT);
    }

    /// The text of a query that is to be kept, where the tables that are found by the session's
    /// search path alone have their schemas.
    ///
    /// @throws TelegraphException of kind INPUT if it cannot be told which names are theirs
    String lasting(String query) {
        Snapshot snapshot = view().snapshot();
        if (snapshot == snapshot.plain()) {
            return query;
        }
        return TableMentions.named(query, name -> elsewhere(name, snapshot))
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.FEATURE_NOT_SUPPORTED,
                                "a query of WITH has the name of a table that search_path finds, so"
                                        + " it cannot be told which is meant where the view is read."
                                        + " Write the schema before the name of the table"));
    }

    private static Optional<TableName> elsewhere(TableName name, Snapshot snapshot) {
        TableName found = snapshot.resolved(name);
        boolean outside = name.isBare() && !found.isPublic() && snapshot.isTaken(found);
        return outside ? Optional.of(found) : Optional.empty();
    }

    /// A planner for a query that is to be kept as a text.
    SnapshotPlanner lasting(Statement.Select select) {
        return catalog.planner(select, Map.of(), Naming.LASTING);
    }

    /// The memory of this statement; the caller closes it.
    Region region() {
        return query.in(sandbox().memory().query(query.id(), settings().bytes("memory_limit")));
    }

    QueryRun asking(Plan plan, EstimateClause estimating) {
        return new QueryRun(query, plan, estimating, settings(), ticker(), query.isLive());
    }

    /// A query that is carried out if it is about a few rows at hand.
    BriefRun briefly(Plan plan) {
        return new BriefRun(query, plan, settings(), ticker());
    }

    /// As [#asking], for a query whose rows are the statement's own business: nobody sees it grow.
    QueryRun asking(Plan plan) {
        return new QueryRun(query, plan, EstimateClause.NOTHING, settings(), ticker(), false);
    }

    /// Ends with a small result.
    Event.End table(List<ResultColumn> columns, List<Object[]> rows) {
        emit(new Event.Columns(columns));
        emit(new Event.Rows(rows));
        return new Event.End("SELECT " + rows.size(), rows.size(), elapsed(), List.of(), List.of());
    }

    /// Ends without a result.
    public Event.End done(String tag) {
        return new Event.End(tag, 0, elapsed(), List.of(), List.of());
    }

    /// Ends with what a query did.
    Event.End end(String tag, QueryRun.Outcome outcome) {
        return new Event.End(tag, outcome.rows(), elapsed(), outcome.progress(), outcome.routes());
    }

    long elapsed() {
        return ticker().nanos() - start;
    }
}
