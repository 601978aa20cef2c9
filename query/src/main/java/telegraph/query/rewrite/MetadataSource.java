package telegraph.query.rewrite;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.apache.calcite.adapter.enumerable.EnumerableCorrelate;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableMergeJoin;
import org.apache.calcite.adapter.enumerable.EnumerableMergeUnion;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.plan.volcano.RelSubset;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Combine;
import org.apache.calcite.rel.core.Exchange;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Match;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.SortExchange;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.CyclicMetadataException;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.DelegatingMetadataRel;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.NullSentinel;
import org.apache.calcite.rel.metadata.RelMdCollation;
import org.apache.calcite.rel.metadata.RelMdRowCount;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ArrowSet;
import org.apache.calcite.util.ImmutableBitSet;

/// Who answers what is asked of the nodes of a plan: as Calcite does, with little to do before the
/// first answer.
///
/// Calcite makes a proxy for each of 27 questions before it plans a query, writes, parses and
/// compiles a class for each question that is asked, and puts it in the proxy's place. Here the
/// three questions that every plan asks are answered by code that was compiled with the rest, and
/// so is whether columns are unique ([UniqueColumns]); the others are Calcite's, once somebody
/// asks.
///
/// Threads: any.
final class MetadataSource implements MetadataHandlerProvider {
    private static final RelMdRowCount ROWS = new RelMdRowCount();
    private static final RelMdCollation ORDERS =
            (RelMdCollation)
                    RelMdCollation.SOURCE
                            .handlers(BuiltInMetadata.Collation.Handler.class)
                            .getFirst();

    static final MetadataSource INSTANCE = new MetadataSource();

    /// By their interface: who answers, or whoever says that nobody has yet. As many as Calcite has
    /// questions.
    private final Map<Class<?>, MetadataHandler<?>> handlers = new ConcurrentHashMap<>();

    private MetadataSource() {
        answered(
                BuiltInMetadata.RowCount.Handler.class,
                (r, mq) -> once(r, mq, "rows", MetadataSource::rows));
        answered(
                BuiltInMetadata.Collation.Handler.class,
                (r, mq) -> once(r, mq, "orders", MetadataSource::orders));
        answered(
                BuiltInMetadata.NonCumulativeCost.Handler.class,
                (r, mq) ->
                        once(
                                r,
                                mq,
                                "cost",
                                (n, m) -> n.computeSelfCost(n.getCluster().getPlanner(), m)));
        answered(
                BuiltInMetadata.ColumnUniqueness.Handler.class,
                (r, mq, columns, _) ->
                        once(
                                r,
                                mq,
                                List.of("unique", columns),
                                (n, m) -> UniqueColumns.areUnique(n, columns, m)));
        answered(BuiltInMetadata.AllPredicates.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.ColumnOrigin.Handler.class, (r, _, _) -> unknown(r));
        answered(BuiltInMetadata.CumulativeCost.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.DistinctRowCount.Handler.class, (r, _, _, _) -> unknown(r));
        answered(BuiltInMetadata.Distribution.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.ExplainVisibility.Handler.class, (r, _, _) -> unknown(r));
        answered(BuiltInMetadata.ExpressionLineage.Handler.class, (r, _, _) -> unknown(r));
        answered(BuiltInMetadata.InputFieldsUsed.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.LowerBoundCost.Handler.class, (r, _, _) -> unknown(r));
        answered(BuiltInMetadata.MaxRowCount.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.MinRowCount.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.NodeTypes.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.PercentageOriginalRows.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.PopulationSize.Handler.class, (r, _, _) -> unknown(r));
        answered(BuiltInMetadata.Predicates.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.Selectivity.Handler.class, (r, _, _) -> unknown(r));
        answered(BuiltInMetadata.TableReferences.Handler.class, (r, _) -> unknown(r));
        answered(BuiltInMetadata.UniqueKeys.Handler.class, (r, _, _) -> unknown(r));
        answered(
                BuiltInMetadata.FunctionalDependency.Handler.class,
                new UnknownFunctionalDependency());
        answered(BuiltInMetadata.Measure.Handler.class, new UnknownMeasure());
        answered(BuiltInMetadata.Memory.Handler.class, new UnknownMemory());
        answered(BuiltInMetadata.Parallelism.Handler.class, new UnknownParallelism());
        answered(BuiltInMetadata.Size.Handler.class, new UnknownSize());
    }

    private <H extends MetadataHandler<?>> void answered(Class<H> question, H handler) {
        handlers.put(question, handler);
    }

    @Override
    public <H extends MetadataHandler<?>> H handler(Class<H> question) {
        return question.cast(handlers.get(question));
    }

    /// Compiles who answers, instead of whoever did not know.
    @Override
    public <H extends MetadataHandler<?>> H revise(Class<H> question) {
        H compiled =
                JaninoRelMetadataProvider.of(DefaultRelMetadataProvider.INSTANCE).revise(question);
        handlers.put(question, compiled);
        return compiled;
    }

    /// @throws NoHandler which has the question asked again of whom [#revise] gives
    private static <T> T unknown(RelNode node) {
        throw new NoHandler(node.getClass());
    }

    /// An answer that is kept with the query, until the planner clears what is known of the node.
    ///
    /// @throws CyclicMetadataException if the node is asked in order to answer for itself
    private static <T> T once(
            RelNode asked,
            RelMetadataQuery query,
            Object question,
            BiFunction<RelNode, RelMetadataQuery, T> answer) {
        RelNode node = asked;
        while (node instanceof DelegatingMetadataRel delegating) {
            node = delegating.getMetadataDelegateRel();
        }
        Object known = query.map.get(node, question);
        if (known == NullSentinel.ACTIVE) {
            throw new CyclicMetadataException();
        }
        if (known != null) {
            @SuppressWarnings("unchecked") // as it was put below
            T same = known == NullSentinel.INSTANCE ? null : (T) known;
            return same;
        }
        query.map.put(node, question, NullSentinel.ACTIVE);
        try {
            T found = answer.apply(node, query);
            query.map.put(node, question, found == null ? NullSentinel.INSTANCE : found);
            return found;
        } catch (RuntimeException e) {
            query.map.row(node).clear();
            throw e;
        }
    }

    private static Double rows(RelNode node, RelMetadataQuery query) {
        return switch (node) {
            case RelSubset n -> ROWS.getRowCount(n, query);
            case Combine n -> ROWS.getRowCount(n, query);
            case Union n -> ROWS.getRowCount(n, query);
            case Intersect n -> ROWS.getRowCount(n, query);
            case Minus n -> ROWS.getRowCount(n, query);
            case Filter n -> ROWS.getRowCount(n, query);
            case Calc n -> ROWS.getRowCount(n, query);
            case Project n -> ROWS.getRowCount(n, query);
            case Sort n -> ROWS.getRowCount(n, query);
            case EnumerableLimit n -> ROWS.getRowCount(n, query);
            case Sample n -> ROWS.getRowCount(n, query);
            case Aggregate n -> ROWS.getRowCount(n, query);
            case Exchange n -> ROWS.getRowCount(n, query);
            case TableModify n -> ROWS.getRowCount(n, query);
            case SingleRel n -> ROWS.getRowCount(n, query);
            case Join n -> ROWS.getRowCount(n, query);
            case TableScan n -> ROWS.getRowCount(n, query);
            case Values n -> ROWS.getRowCount(n, query);
            default -> ROWS.getRowCount(node, query);
        };
    }

    private static ImmutableList<RelCollation> orders(RelNode node, RelMetadataQuery query) {
        return switch (node) {
            case RelSubset n -> ORDERS.collations(n, query);
            case Window n -> ORDERS.collations(n, query);
            case Match n -> ORDERS.collations(n, query);
            case Filter n -> ORDERS.collations(n, query);
            case TableModify n -> ORDERS.collations(n, query);
            case TableScan n -> ORDERS.collations(n, query);
            case EnumerableMergeJoin n -> ORDERS.collations(n, query);
            case EnumerableHashJoin n -> ORDERS.collations(n, query);
            case EnumerableNestedLoopJoin n -> ORDERS.collations(n, query);
            case EnumerableMergeUnion n -> ORDERS.collations(n, query);
            case EnumerableCorrelate n -> ORDERS.collations(n, query);
            case EnumerableLimit n -> ORDERS.collations(n, query);
            case Sort n -> ORDERS.collations(n, query);
            case SortExchange n -> ORDERS.collations(n, query);
            case Project n -> ORDERS.collations(n, query);
            case Calc n -> ORDERS.collations(n, query);
            case Values n -> ORDERS.collations(n, query);
            default -> ORDERS.collations(node, query);
        };
    }

    private static final class UnknownFunctionalDependency
            implements BuiltInMetadata.FunctionalDependency.Handler {
        @Override
        public Boolean determines(RelNode node, RelMetadataQuery asked, int key, int column) {
            return unknown(node);
        }

        @Override
        public Boolean determinesSet(
                RelNode node,
                RelMetadataQuery asked,
                ImmutableBitSet determinants,
                ImmutableBitSet dependents) {
            return unknown(node);
        }

        @Override
        public ImmutableBitSet dependents(
                RelNode node, RelMetadataQuery asked, ImmutableBitSet ordinals) {
            return unknown(node);
        }

        @Override
        public Set<ImmutableBitSet> determinants(
                RelNode node, RelMetadataQuery asked, ImmutableBitSet ordinals) {
            return unknown(node);
        }

        @Override
        public ArrowSet getFDs(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }
    }

    private static final class UnknownMeasure implements BuiltInMetadata.Measure.Handler {
        @Override
        public Boolean isMeasure(RelNode node, RelMetadataQuery asked, int column) {
            return unknown(node);
        }

        @Override
        public RexNode expand(
                RelNode node,
                RelMetadataQuery asked,
                int column,
                BuiltInMetadata.Measure.Context context) {
            return unknown(node);
        }
    }

    private static final class UnknownMemory implements BuiltInMetadata.Memory.Handler {
        @Override
        public Double memory(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }

        @Override
        public Double cumulativeMemoryWithinPhase(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }

        @Override
        public Double cumulativeMemoryWithinPhaseSplit(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }
    }

    private static final class UnknownParallelism implements BuiltInMetadata.Parallelism.Handler {
        @Override
        public Boolean isPhaseTransition(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }

        @Override
        public Integer splitCount(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }
    }

    private static final class UnknownSize implements BuiltInMetadata.Size.Handler {
        @Override
        public Double averageRowSize(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }

        @Override
        public List<Double> averageColumnSizes(RelNode node, RelMetadataQuery asked) {
            return unknown(node);
        }
    }
}
