package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.label.EnumType;
import telegraph.query.plan.Plan;
import telegraph.query.plan.PlanLease;
import telegraph.query.plan.PlannedSources;
import telegraph.query.value.Types;
import telegraph.sql.Event;
import telegraph.sql.live.QueryRun;
import telegraph.sql.session.Naming;
import telegraph.tables.change.Questions;

/// The questions of one statement, asked as its session would, and what the first of them did.
///
/// It owns the statement's memory, and has the plans of its questions until it is closed.
///
/// Threads: the statement's own.
final class StatementQuestions implements Questions, AutoCloseable {
    private final StatementRun run;
    private final Naming naming;
    private final Region region;
    private final List<PlanLease> leases = new ArrayList<>();
    private final ChangesInTurn turns = new ChangesInTurn();
    private QueryRun.Outcome outcome;

    StatementQuestions(StatementRun run) {
        this(run, Naming.SESSION);
    }

    /// @param naming what the names in its questions stand for
    StatementQuestions(StatementRun run, Naming naming) {
        this.run = run;
        this.naming = naming;
        this.region = run.region();
    }

    @Override
    public Region region() {
        return region;
    }

    @Override
    public Question ask(Statement.Select query, Map<String, Source> more) {
        if (query.estimating().isAsked()) {
            throw TelegraphException.input(
                    "what is kept is exact: a query that may stop early, or shows estimates, gives"
                            + " no rows to a statement that changes something");
        }
        PlanLease lease =
                run.catalog().planner(query, turns.tables(query, more), naming).lease(query);
        leases.add(lease);
        Planned planned = new Planned(query, lease.plan());
        turns.demandUnchanged(planned.sources());
        return planned;
    }

    /// Passes the rows of a query on as the statement's result; how many there were.
    long show(Question question) {
        Planned planned = planned(question);
        try (Region own = region.child("result")) {
            QueryRun.Outcome done = run.asking(planned.plan, planned.query.estimating()).run(own);
            QueryStatements.notices(run, done);
            if (outcome == null) {
                outcome = done;
            }
            return done.rows();
        }
    }

    /// What the changes of the statement did so far.
    ChangesInTurn turns() {
        return turns;
    }

    /// The types of rows, as they are kept: intervals, arrays and enums as texts, as tables have
    /// them.
    static List<Type> types(RelDataType rows) {
        List<Type> types = new ArrayList<>();
        for (RelDataTypeField column : rows.getFieldList()) {
            if (SqlTypeName.INTERVAL_TYPES.contains(column.getType().getSqlTypeName())
                    || EnumType.of(column.getType()).isPresent()) {
                types.add(Type.TEXT);
                continue;
            }
            types.add(
                    Types.physical(column.getType())
                            .orElseThrow(() ->
                                    TelegraphException.of(
                                            SqlState.FEATURE_NOT_SUPPORTED,
                                            "rows that a statement changes, joins or locks are kept,"
                                                    + " and this has no form in which it is: column="
                                                    + column.getName())));
        }
        return types;
    }

    /// The columns of a query's rows.
    RelDataType rowType(Question question) {
        return planned(question).plan.rowType();
    }

    private static Planned planned(Question question) {
        if (question instanceof Planned planned) {
            return planned;
        }
        throw new IllegalStateException("a question of another statement");
    }

    /// The end of a statement that did what its tag says.
    Event.End ended(String tag, long rows) {
        return outcome == null
                ? new Event.End(tag, rows, run.elapsed(), List.of(), List.of())
                : new Event.End(tag, rows, run.elapsed(), outcome.progress(), outcome.routes());
    }

    @Override
    public void close() {
        region.close();
        leases.forEach(PlanLease::close);
    }

    private final class Planned implements Question {
        private final Statement.Select query;
        private final Plan plan;

        Planned(Statement.Select query, Plan plan) {
            this.query = query;
            this.plan = plan;
        }

        @Override
        public List<String> columns() {
            return plan.rowType().getFieldNames();
        }

        @Override
        public List<Type> types() {
            return StatementQuestions.types(plan.rowType());
        }

        @Override
        public List<String> declared() {
            return plan.declared();
        }

        @Override
        public List<Source> sources() {
            return PlannedSources.of(plan);
        }

        @Override
        public boolean isOneToOne() {
            return PlannedSources.isOneToOne(plan);
        }

        @Override
        public void run(Consumer<List<Object[]>> to) {
            try (Region own = region.child("query")) {
                QueryRun.Outcome done =
                        run.briefly(plan)
                                .run(own, to)
                                .orElseGet(() -> run.asking(plan).run(own, to));
                QueryStatements.notices(run, done);
                if (outcome == null) {
                    outcome = done;
                }
            } catch (TelegraphException e) {
                throw UnboundPlace.added(e, query);
            }
        }
    }
}
