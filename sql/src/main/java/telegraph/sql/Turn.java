package telegraph.sql;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.engine.Source;
import telegraph.ground.Ticker;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Statement;
import telegraph.memory.Region;
import telegraph.query.plan.Plan;
import telegraph.store.Store;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.row.StatementMoment;

/// One statement's turn in a conversation: what carrying it out needs, whatever it is, and the
/// events that end it.
///
/// Threads: the statement's own.
final class Turn {
    private final Lasting lasting;
    private final OpenSandbox sandbox;
    private final Settings settings;
    private final TransactionWork work;
    private final RunningQuery query;
    private final Manner manner;
    private final long start;

    /// What a conversation keeps from statement to statement.
    record Lasting(
            OpenSandbox sandbox,
            Settings settings,
            Transactions transactions,
            PreparedTexts prepared,
            SessionClient client) {}

    /// How a statement is to be carried out.
    ///
    /// @param live whether snapshots of the answer are wanted while it is not complete
    /// @param input what COPY FROM STDIN reads, or null for a door that does not copy
    record Manner(boolean live, InputStream input) {}

    /// @param work the transaction it is done in
    Turn(Lasting lasting, TransactionWork work, RunningQuery query, Manner manner) {
        this.sandbox = lasting.sandbox();
        this.settings = lasting.settings();
        this.lasting = lasting;
        this.work = work;
        this.query = query;
        this.manner = manner;
        this.start = ticker().nanos();
    }

    /// A turn in the same transaction whose events go to `listener`.
    Turn unheard(Consumer<Event> listener) {
        return new Turn(lasting, work, RunningQuery.unstarted(query.id(), listener), manner);
    }

    OpenSandbox sandbox() {
        return sandbox;
    }

    /// The sandbox's store.
    Store store() {
        return sandbox.store().get();
    }

    private Ticker ticker() {
        return sandbox.world().ticker();
    }

    Settings settings() {
        return settings;
    }

    Transactions transactions() {
        return lasting.transactions();
    }

    /// Who asks.
    SessionClient client() {
        return lasting.client();
    }

    /// Now, here, by whom the session is with.
    StatementMoment asked() {
        return sandbox.asked(client());
    }

    PreparedTexts prepared() {
        return lasting.prepared();
    }

    /// The transaction it is done in.
    TransactionWork work() {
        return work;
    }

    /// What its queries can name.
    SessionCatalog catalog() {
        return new SessionCatalog(sandbox, settings, work, client());
    }

    /// The catalog as the transaction sees it.
    CatalogView view() {
        return work.view();
    }

    RunningQuery query() {
        return query;
    }

    /// What COPY FROM STDIN reads; empty for a door that does not copy.
    Optional<InputStream> input() {
        return Optional.ofNullable(manner.input());
    }

    void emit(Event event) {
        query.emit(event);
    }

    TimeLimit timeLimit() {
        return new TimeLimit(query, settings.duration("time_limit"), ticker());
    }

    SnapshotPlanner planner(Statement.Select select) {
        return planner(select, Map.of());
    }

    /// A planner for a query that can name some tables more.
    SnapshotPlanner planner(Statement.Select select, Map<String, Source> more) {
        return catalog().planner(select, more);
    }

    /// The memory of this statement; the caller closes it.
    Region region() {
        return query.in(sandbox.memory().query(query.id(), settings.bytes("memory_limit")));
    }

    QueryRun asking(Plan plan, EstimateClause estimating) {
        return new QueryRun(query, plan, estimating, settings, ticker(), manner.live());
    }

    /// As [#asking], for a query whose rows are the statement's own business: nobody sees it grow.
    QueryRun asking(Plan plan) {
        return new QueryRun(query, plan, EstimateClause.NOTHING, settings, ticker(), false);
    }

    /// Ends with a small result.
    Event.End table(List<ResultColumn> columns, List<Object[]> rows) {
        emit(new Event.Columns(columns));
        emit(new Event.Rows(rows));
        return new Event.End("SELECT " + rows.size(), rows.size(), elapsed(), List.of(), List.of());
    }

    /// Ends without a result.
    Event.End done(String tag) {
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
