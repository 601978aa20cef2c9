package telegraph.sql;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.engine.source.Source;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Statement;
import telegraph.memory.Region;
import telegraph.query.plan.Plan;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.row.StatementMoment;

/// One statement's turn in a conversation: what carrying it out needs, whatever it is, and the
/// events that end it.
///
/// Threads: the statement's own.
final class Turn {
    private final Lasting lasting;
    private final Telegraph telegraph;
    private final Settings settings;
    private final TransactionWork work;
    private final RunningQuery query;
    private final Manner manner;
    private final long start;

    /// What a conversation keeps from statement to statement.
    record Lasting(
            Telegraph telegraph,
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
        this.telegraph = lasting.telegraph();
        this.settings = lasting.settings();
        this.lasting = lasting;
        this.work = work;
        this.query = query;
        this.manner = manner;
        this.start = telegraph.ticker().nanos();
    }

    /// A turn in the same transaction whose events go to `listener`.
    Turn unheard(Consumer<Event> listener) {
        return new Turn(lasting, work, RunningQuery.unstarted(query.id(), listener), manner);
    }

    Telegraph telegraph() {
        return telegraph;
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
        return telegraph.asked(client());
    }

    PreparedTexts prepared() {
        return lasting.prepared();
    }

    /// The transaction it is done in.
    TransactionWork work() {
        return work;
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
        return new TimeLimit(query, settings.duration("time_limit"), telegraph.ticker());
    }

    SnapshotPlanner planner(Statement.Select select) {
        return planner(select, Map.of());
    }

    /// Where it is carried out, and for whom.
    SeatConversation.Seat seat() {
        return new SeatConversation.Seat(telegraph, settings, work, client());
    }

    /// A planner for a query that can name some tables more.
    SnapshotPlanner planner(Statement.Select select, Map<String, Source> more) {
        return telegraph.planner(select, seat(), more);
    }

    /// The memory of this statement; the caller closes it.
    Region region() {
        return query.in(telegraph.memory().query(query.id(), settings.bytes("memory_limit")));
    }

    QueryRun asking(Plan plan, EstimateClause estimating) {
        return new QueryRun(query, plan, estimating, settings, telegraph.ticker(), manner.live());
    }

    /// As [#asking], for a query whose rows are the statement's own business: nobody sees it grow.
    QueryRun asking(Plan plan) {
        return new QueryRun(
                query, plan, EstimateClause.NOTHING, settings, telegraph.ticker(), false);
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
        return telegraph.ticker().nanos() - start;
    }
}
