package telegraph.sql.session;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.query.plan.Plan;
import telegraph.query.plan.PlanCache;
import telegraph.query.plan.PlanLease;
import telegraph.query.plan.Planner;
import telegraph.query.translate.ParameterTypes;
import telegraph.query.translate.QueryShape;

/// Plans one query by one state of the catalog: what is found, what is suggested and what is listed
/// belong together.
///
/// A table that was changed between the moment that the planner sees and the lock that holds it is
/// no part of that state. Then all begins anew, by what the catalog is then; the locks stay, so it
/// is another table that changes the next time, or the same one under its name. One that is defined
/// anew faster than a query comes to its lock is held by its name after a few attempts, unless the
/// lock that has been taken keeps it as it is now.
///
/// Threads: one.
public final class SnapshotPlanner {
    /// A statement that meets more changes than this waits better until they are over.
    private static final int ATTEMPTS_MAX = 100;

    /// Changes that are met without holding the names of tables.
    private static final int ATTEMPTS_FREE = 3;

    private final Supplier<Planner> planners;
    private final PlanCache plans;
    private final Consumer<TableName> holding;

    /// A definition that the planner goes by is out of date.
    static final class Outdated extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient TableName table;
        private final boolean isKept;

        /// @param isKept whether the transaction has a lock that keeps the definition as it is now
        Outdated(TableName table, boolean isKept) {
            super("the definition of a table changed while a query was planned: table=" + table);
            this.table = table;
            this.isKept = isKept;
        }
    }

    /// @param planners makes a planner that sees the catalog as it is then
    /// @param plans those that were made before
    /// @param holding keeps the definition of a table as it is until the transaction ends
    SnapshotPlanner(Supplier<Planner> planners, PlanCache plans, Consumer<TableName> holding) {
        this.planners = planners;
        this.holding = holding;
        this.plans = plans;
    }

    public Plan plan(Statement.Select query) {
        return settled(planner -> planner.plan(query));
    }

    /// As [#plan], by a plan that was made before if there is one, until it is closed.
    public PlanLease lease(Statement.Select query) {
        return settled(planner -> planner.lease(query, plans));
    }

    /// As [#lease], but empty if none was made before.
    public Optional<PlanLease> kept(Statement.Select query) {
        return settled(planner -> planner.kept(query, plans));
    }

    public RelDataType rowType(Statement.Select query) {
        return settled(planner -> planner.rowType(query));
    }

    /// What a query without parameters gives, by a plan that was made before if there is one.
    public QueryShape shape(Statement.Select query) {
        return settled(planner -> planner.shape(query, plans));
    }

    public QueryShape shape(
            Statement.Select query, ParameterTypes parameters, List<String> targets) {
        return settled(planner -> planner.shape(query, parameters, targets));
    }

    private <T> T settled(Function<Planner, T> attempt) {
        for (int attempts = 1; ; attempts++) {
            try {
                return attempt.apply(planners.get());
            } catch (Outdated e) {
                if (attempts == ATTEMPTS_MAX) {
                    throw TelegraphException.of(
                            SqlState.SERIALIZATION_FAILURE,
                            "definitions changed again and again while a query was planned. Try"
                                    + " again",
                            e);
                }
                if (attempts >= ATTEMPTS_FREE && !e.isKept) {
                    holding.accept(e.table);
                }
            }
        }
    }
}
