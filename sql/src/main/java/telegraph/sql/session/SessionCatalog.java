package telegraph.sql.session;

import java.util.Map;
import java.util.function.BooleanSupplier;
import telegraph.engine.source.Source;
import telegraph.language.ast.Statement;
import telegraph.query.plan.Planner;
import telegraph.sql.SessionClient;
import telegraph.sql.Settings;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.sandbox.OpenSandbox;
import telegraph.sql.transaction.TransactionWork;
import telegraph.tables.access.TableChanges;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.row.StatementMoment;

/// The catalog as one session sees it in one transaction: what its queries can name.
///
/// Threads: one at a time, as the transaction.
///
/// @param work the transaction in which tables are read
/// @param client who asks
/// @param current the numbers that the session was given of sequences
/// @param locks the advisory locks that it holds
public record SessionCatalog(
        OpenSandbox sandbox,
        Settings settings,
        TransactionWork work,
        SessionClient client,
        CurrentValues current,
        SessionLocks locks) {
    /// As somebody sees it of whom nothing is kept.
    public SessionCatalog(
            OpenSandbox sandbox, Settings settings, TransactionWork work, SessionClient client) {
        this(
                sandbox,
                settings,
                work,
                client,
                new CurrentValues(),
                new SessionLocks(sandbox.locks()));
    }

    /// A planner for one query, at this moment.
    ///
    /// @param more tables that this query can name, beside those of the catalog
    public SnapshotPlanner planner(
            Statement.Select select, Map<String, Source> more, Naming naming) {
        StatementMoment asked = asked();
        return new SnapshotPlanner(
                () -> {
                    SessionScope scope =
                            new SessionScope(
                                    new WorkTables(this),
                                    sandbox.opener(),
                                    settings.text("on_error"),
                                    new SessionScope.Text(select.tables(), naming));
                    return new Planner(scope.with(more), asked.now(), asked.zone(), asked.user())
                            .withTextMax(asked.textMax())
                            .counting(asked.sequences())
                            .telling(
                                    new CatalogAnswers(() ->
                                            surroundings(work.view().snapshot(), "", () -> false)))
                            .during(asked.time());
                },
                sandbox.plans(),
                name -> work.view().hold(work.transaction(), name));
    }

    /// What one statement changes.
    public TableChanges changes(StatementMoment asked) {
        return new TableChanges(
                work.transaction(), work.tables(), sandbox.store().counters(), asked);
    }

    /// Now, in its transaction, by whom the session is with, counting up its sequences.
    public StatementMoment asked() {
        return work.within(sandbox.asked(client, settings))
                .counting(new StatementSequences(this))
                .knowing(name -> work.view().snapshot().type(name));
    }

    /// The catalog as PostgreSQL's tools see it, with what they can ask of the session.
    ///
    /// @param statement the text that asks
    public CatalogSurroundings surroundings(
            Snapshot snapshot, String statement, BooleanSupplier isCancelled) {
        return new CatalogSurroundings(
                sandbox.listing(snapshot), new StatementFacts(this, statement, isCancelled));
    }
}
