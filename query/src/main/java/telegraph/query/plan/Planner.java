package telegraph.query.plan;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.rules.AggregateRemoveRule;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterSetOpTransposeRule;
import org.apache.calcite.rel.rules.FilterSortTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.tools.RelBuilder;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.DeepThread;
import telegraph.language.ast.Statement;
import telegraph.language.query.SequenceCalls;
import telegraph.query.block.Constants;
import telegraph.query.block.Recursions;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;
import telegraph.query.compile.CatalogCalls;
import telegraph.query.compile.ComparedTruths;
import telegraph.query.compile.Compiler;
import telegraph.query.counting.ChangingConditions;
import telegraph.query.counting.CountedRows;
import telegraph.query.counting.Waiting;
import telegraph.query.operator.Functions;
import telegraph.query.recursion.RecursionNode;
import telegraph.query.rewrite.ColumnPruner;
import telegraph.query.rewrite.Correlations;
import telegraph.query.rewrite.DayComparisons;
import telegraph.query.rewrite.FilterPush;
import telegraph.query.rewrite.LateralAggregates;
import telegraph.query.rewrite.LateralRows;
import telegraph.query.rewrite.LateralSets;
import telegraph.query.rewrite.Nested;
import telegraph.query.rewrite.NullNeedles;
import telegraph.query.rewrite.Optimizers;
import telegraph.query.rewrite.Orders;
import telegraph.query.rewrite.ProjectedSubqueries;
import telegraph.query.rewrite.RowNeedles;
import telegraph.query.rewrite.RowQuery;
import telegraph.query.rewrite.SingleRows;
import telegraph.query.rewrite.Subqueries;
import telegraph.query.rewrite.Unnesting;
import telegraph.query.rewrite.ZonedQuery;
import telegraph.query.session.Sequences;
import telegraph.query.sets.SetPush;
import telegraph.query.sets.WrittenSets;
import telegraph.query.spans.IntervalKeys;
import telegraph.query.translate.OpenLiterals;
import telegraph.query.translate.ParameterTypes;
import telegraph.query.translate.QueryShape;
import telegraph.query.translate.Scope;
import telegraph.query.translate.Translator;
import telegraph.query.translate.TypeSystem;
import telegraph.query.validate.ReferenceUses;
import telegraph.query.value.CatalogFacts;
import telegraph.query.value.Evaluation;
import telegraph.query.value.StatementTime;

/// Plans queries: translate, remove subqueries, push filters down, extract blocks, and choose
/// operators for what remains.
///
/// Threads: one at a time. A plan keeps nothing of the planner.
public final class Planner {
    private static final RexExecutor UNCOMPUTED =
            (_, constants, computed) -> computed.addAll(constants);

    // Rules are taken from their own classes: `CoreRules` makes all that Calcite has, at each
    // start.
    private static final List<RelOptRule> SUBQUERIES =
            List.of(
                    SubQueryRemoveRule.Config.FILTER.toRule(),
                    ProjectedSubqueries.RULE,
                    SubQueryRemoveRule.Config.JOIN.toRule());

    private static final List<RelOptRule> PUSHES =
            List.of(
                    FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig.DEFAULT.toRule(),
                    FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig.DEFAULT
                            .toRule(),
                    FilterPush.RULE,
                    SetPush.RULE,
                    FilterSortTransposeRule.Config.DEFAULT.toRule(),
                    FilterAggregateTransposeRule.Config.DEFAULT.toRule(),
                    FilterSetOpTransposeRule.Config.DEFAULT.toRule(),
                    FilterMergeRule.Config.DEFAULT.toRule(),
                    ProjectMergeRule.Config.DEFAULT.toRule(),
                    ProjectRemoveRule.Config.DEFAULT.toRule(),
                    AggregateRemoveRule.Config.DEFAULT.toRule());

    private final JavaTypeFactory types = TypeSystem.factory();
    private final Scope scope;
    private final QueryVariables data;
    private final ZoneId zone;
    private final long textMax;
    private final Sequences sequences;
    private final CatalogFacts facts;
    private final StatementTime time;
    private boolean waits;

    /// A planner for queries whose tables are those of `scope`, asked at `now` by `user`.
    public Planner(Scope scope, Instant now, TimeZone zone, String user) {
        this.scope = scope;
        this.data = QueryVariables.at(now, zone, user, types);
        this.zone = zone.toZoneId();
        this.textMax = Evaluation.TEXT_MAX;
        this.sequences = Sequences.NONE;
        this.facts = CatalogFacts.NONE;
        this.time = StatementTime.standing(now);
    }

    private Planner(
            Planner other,
            Scope scope,
            long textMax,
            Sequences sequences,
            CatalogFacts facts,
            StatementTime time) {
        this.scope = scope;
        this.data =
                other.data.with(
                        Map.of(Evaluation.KEY, new Evaluation(textMax, sequences, facts, time)));
        this.zone = other.zone;
        this.textMax = textMax;
        this.sequences = sequences;
        this.facts = facts;
        this.time = time;
    }

    /// The same, for queries whose expressions make texts of at most so many bytes.
    public Planner withTextMax(long bytes) {
        return new Planner(this, scope, bytes, sequences, facts, time);
    }

    /// The same, for queries that may count these up.
    public Planner counting(Sequences more) {
        return new Planner(this, scope, textMax, more, facts, time);
    }

    /// The same, for queries that are told this of the catalog.
    public Planner telling(CatalogFacts told) {
        return new Planner(this, scope, textMax, sequences, told, time);
    }

    /// The same, for queries of a statement during which time passes.
    public Planner during(StatementTime passing) {
        return new Planner(this, scope, textMax, sequences, facts, passing.in(zone));
    }

    private Compiler compiler(RelOptCluster cluster) {
        return compiler(cluster, data);
    }

    private Compiler compiler(RelOptCluster cluster, QueryVariables data) {
        return new Compiler(
                cluster.getRexBuilder(),
                data.with(Map.of(Evaluation.KEY, new Evaluation(textMax, sequences, facts, time))));
    }

    /// The columns of a query's result, without planning it.
    public RelDataType rowType(Statement.Select query) {
        return DeepThread.call(() -> translator().shape(query).rowType());
    }

    /// What a query gives, without planning it.
    ///
    /// @param parameters what is known of its parameters, which learns what the query tells of them
    /// @param targets types of what its columns go to, as PostgreSQL writes them; "" for any
    public QueryShape shape(
            Statement.Select query, ParameterTypes parameters, List<String> targets) {
        return DeepThread.call(() -> translator().shape(query, parameters, targets));
    }

    /// What a query without parameters gives, by a plan that was made before if there is one.
    public QueryShape shape(Statement.Select query, PlanCache plans) {
        return plans.shape(asked(QueryText.of(query)), scope)
                .orElseGet(() -> DeepThread.call(() -> translator().shape(query)));
    }

    /// @throws telegraph.ground.TelegraphException of kind INPUT if the query makes no sense, with
    ///   its place
    public Plan plan(Statement.Select query) {
        demandSequences(query);
        return DeepThread.call(() -> planned(query, new OpenLiterals()));
    }

    /// As [#plan], by a plan that was made before if there is one. Rows that are written out are
    /// asked for once, and their plan is not kept.
    public PlanLease lease(Statement.Select query, PlanCache plans) {
        demandSequences(query);
        QueryText text = QueryText.of(query);
        if (text.isValues()) {
            return new PlanLease(plan(query), () -> {});
        }
        PlanCache.Asked asked = asked(text);
        Optional<PlanCache.Taken> taken = plans.take(asked, scope);
        if (taken.isPresent()) {
            PlanCache.Taken one = plans.compiled(taken.get(), data);
            Supplier<Plan> whole = () -> again(one, text).orElseGet(() -> plan(query));
            return lease(plans, one, text, whole);
        }
        LookUps.Recorder looked = new LookUps.Recorder(scope);
        OpenLiterals literals = text.literals();
        Planner planner = new Planner(this, looked, textMax, sequences, facts, time);
        Plan plan = DeepThread.call(() -> planner.planned(query, literals));
        boolean lasts = data.areUnasked() && !planner.waits;
        boolean any = data.areLiteralsUnasked();
        return new PlanLease(
                plan.bound(literals.open()).orElseGet(() -> plan(query)),
                () -> {
                    if (lasts) {
                        plans.keep(asked, plan, literals.open(), any, looked);
                    }
                });
    }

    private PlanLease lease(
            PlanCache plans, PlanCache.Taken taken, QueryText text, Supplier<Plan> whole) {
        Optional<Plan> compiled = taken.compiled(text, data);
        Supplier<Plan> plan = whole;
        if (compiled.isEmpty()) {
            Plan now = whole.get();
            plan = () -> now;
        }
        return new PlanLease(plan, compiled, () -> plans.keep(taken));
    }

    /// As [#lease], but empty if no plan was made before.
    public Optional<PlanLease> kept(Statement.Select query, PlanCache plans) {
        demandSequences(query);
        QueryText text = QueryText.of(query);
        if (text.isValues()) {
            return Optional.empty();
        }
        Optional<PlanCache.Taken> taken = plans.take(asked(text), scope);
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        PlanCache.Taken one = plans.compiled(taken.get(), data);
        Optional<Plan> compiled = one.compiled(text, data);
        Optional<Plan> again = compiled.isPresent() ? compiled : again(one, text);
        if (again.isEmpty()) {
            plans.keep(one);
            return Optional.empty();
        }
        return Optional.of(new PlanLease(again::get, again, () -> plans.keep(one)));
    }

    private PlanCache.Asked asked(QueryText text) {
        return new PlanCache.Asked(text, zone.getId(), textMax);
    }

    private Optional<Plan> again(PlanCache.Taken taken, QueryText text) {
        PlanCache.Kept kept = taken.kept();
        Compiler compiler = compiler(taken.cluster());
        taken.cluster().getPlanner().setExecutor(compiler.executor());
        return taken.of(text)
                .map(root -> new Plan(root, kept.rowType(), kept.declared(), compiler, data));
    }

    private Plan planned(Statement.Select query, OpenLiterals literals) {
        RelOptCluster cluster = Optimizers.cluster(types);
        Compiler compiler = compiler(cluster, data.with(literals));
        RexExecutor computing = compiler.executor();
        // What is a constant in UTC may be a time without a zone, until the zone is written.
        cluster.getPlanner().setExecutor(ZonedQuery.areOne(zone) ? computing : UNCOMPUTED);
        Translator.Translated translated = translator().translate(query, cluster, literals);
        RelRoot validated = translated.root();
        demandShown(validated.validatedRowType);
        RelNode written = written(ReferenceUses.shown(validated.project(), translated.declared()));
        RelDataType shown =
                ReferenceUses.shown(validated.validatedRowType, translated.declared(), types);
        waits = Waiting.isIn(written);
        cluster.getPlanner().setExecutor(computing);
        Parts parts = new Parts(compiler);
        EnumerableRel root = parts.physical(written);
        CountedRows.demandOnce(query, parts.counted, parts.last);
        return new Plan(root, shown, translated.declared(), compiler, data);
    }

    /// Chooses the operators of one query, and of the parts of it that are planned by themselves.
    private final class Parts {
        private final Compiler compiler;
        private final Extraction extraction;
        private final Map<Integer, Integer> counted = new HashMap<>();
        private RelNode last;
        private int shares;

        Parts(Compiler compiler) {
            this.compiler = compiler;
            this.extraction = new Extraction(compiler);
        }

        EnumerableRel physical(RelNode written) {
            RelNode whole = new Recursions(this::recursive).rewritten(written);
            RelNode logical = DayComparisons.written(normalized(whole), compiler);
            CountedRows.add(CountedRows.places(logical), counted);
            last = logical;
            Constants constants = new Constants(written.getCluster().getRexBuilder(), compiler);
            RelNode bound = new KeyPassing(this::shared, constants, logical).rewrite(logical);
            return finished(new SharedGroupings(this::shared).rewrite(bound));
        }

        private EnumerableRel finished(RelNode part) {
            return Remainders.physical(extraction.extract(part));
        }

        private SharedRel shared(RelNode part) {
            return new SharedRel(shares++, finished(part));
        }

        private RecursiveRel recursive(RecursionNode node) {
            return new RecursiveRel(
                    node.working().name(),
                    node.getRowType(),
                    physical(written(node.seed())),
                    physical(written(node.step())),
                    node.isDistinct());
        }
    }

    /// A translated plan with the sets, the keys of intervals and the zone in it.
    private RelNode written(RelNode translated) {
        RelNode written =
                ZonedQuery.written(IntervalKeys.written(WrittenSets.of(translated)), zone);
        return written.accept(new ComparedTruths(written.getCluster().getRexBuilder()));
    }

    private static void demandShown(RelDataType rowType) {
        for (RelDataTypeField column : rowType.getFieldList()) {
            if (column.getType().isStruct()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a result has no rows in its columns: column="
                                + column.getName()
                                + ". Give each of them a column");
            }
        }
    }

    /// The columns of a query over one row at hand, whose tables are the parts of that row.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if the query makes no sense, or
    ///   looks at other rows
    public RowQuery rowQuery(Statement.Select query) {
        demandSequences(query);
        return DeepThread.call(() -> {
            RelOptCluster cluster = Optimizers.cluster(types);
            RelRoot root = translator().translate(query, cluster).root();
            RelNode row = IntervalKeys.written(root.project());
            if (Waiting.isIn(row)) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "pg_sleep in a value of a row that is changed is not there. Wait in a"
                                + " SELECT");
            }
            if (facts == CatalogFacts.NONE) {
                CatalogCalls.first(row)
                        .ifPresent(name -> {
                            throw CatalogFacts.refused(name);
                        });
            }
            return RowQuery.of(
                    ZonedQuery.written(row, zone), compiler(cluster), ZonedQuery.isZoned(row));
        });
    }

    private void demandSequences(Statement.Select query) {
        sequences.demand(SequenceCalls.of(query));
    }

    private Translator translator() {
        return new Translator(scope, types, Functions.exactOperatorTable());
    }

    private static RelNode normalized(RelNode plan) {
        try {
            return Nested.demandJoined(normalize(plan));
        } catch (RuntimeException | AssertionError e) {
            Nested.demandKnown(plan, e);
            throw e;
        }
    }

    private static RelNode normalize(RelNode original) {
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(original.getCluster(), null);
        RelNode plan =
                Orders.kept(CountedRows.afterSorts(original))
                        .accept(new SingleRows(builder.getRexBuilder()));
        plan = plan.accept(new NullNeedles(builder.getRexBuilder()));
        plan = plan.accept(new RowNeedles(builder.getRexBuilder()));
        plan = Optimizers.rewritten(plan.accept(new Subqueries(builder)), SUBQUERIES);
        plan = plan.accept(new LateralRows(builder));
        plan = plan.accept(new LateralSets(builder));
        plan = plan.accept(new LateralAggregates(builder));
        plan = plan.accept(new Unnesting(builder, new Correlations(plan)));
        plan = Optimizers.rewritten(plan, PUSHES);
        plan = new ColumnPruner(builder).trim(plan);
        return Optimizers.rewritten(plan, PUSHES).accept(new ChangingConditions());
    }
}
