package telegraph.query.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.CyclicMetadataException;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.tools.RelBuilder;
import org.junit.jupiter.api.Test;
import telegraph.query.translate.TypeSystem;

final class MetadataSourceTest {
    private final RelOptCluster cluster = Optimizers.cluster(TypeSystem.factory());

    private RelBuilder numbers() {
        return RelFactories.LOGICAL_BUILDER
                .create(cluster, null)
                .values(new String[] {"n", "t"}, 1, "a", 2, "b", 3, "c", 3, "d");
    }

    private List<RelNode> plans() {
        RelBuilder b = numbers();
        RelNode sorted =
                b.filter(b.equals(b.field("n"), b.literal(3)))
                        .sort(b.field("t"))
                        .project(b.field("t"))
                        .build();
        b = numbers();
        RelNode grouped =
                b.aggregate(b.groupKey("n"), b.count(false, "c"))
                        .sortLimit(1, 2, b.field("c"))
                        .build();
        b = numbers().push(numbers().build());
        RelNode joined =
                b.join(JoinRelType.LEFT, b.equals(b.field(2, 0, "n"), b.field(2, 1, "n"))).build();
        RelNode all = numbers().push(numbers().build()).union(true).build();
        RelNode both = numbers().push(numbers().build()).intersect(false).build();
        RelNode rest = numbers().push(numbers().build()).minus(false).limit(0, 3).build();
        return List.of(sorted, grouped, joined, all, both, rest);
    }

    @Test
    void whatIsAnsweredHereIsWhatCalciteAnswers() {
        RelMetadataQueryBase.THREAD_PROVIDERS.set(JaninoRelMetadataProvider.DEFAULT);
        List<RelNode> nodes = new ArrayList<>();
        for (RelNode plan : plans()) {
            gather(plan, nodes);
            gather(physical(plan), nodes);
        }
        for (Function<RelMetadataQuery, Function<RelNode, Object>> question :
                List.<Function<RelMetadataQuery, Function<RelNode, Object>>>of(
                        asked -> asked::getRowCount,
                        asked -> asked::collations,
                        asked -> asked::getNonCumulativeCost)) {
            List<Object> expected =
                    nodes.stream().map(question.apply(RelMetadataQuery.instance())).toList();
            RelMetadataQuery ours = new Metadata();
            assertEquals(expected, nodes.stream().map(question.apply(ours)).toList());
            assertEquals(
                    expected, nodes.stream().map(question.apply(ours)).toList(), "as it was kept");
        }
    }

    private RelNode physical(RelNode plan) {
        RelOptPlanner planner = cluster.getPlanner();
        planner.clear();
        EnumerableRules.ENUMERABLE_RULES.forEach(planner::addRule);
        planner.setRoot(
                planner.changeTraits(plan, cluster.traitSetOf(EnumerableConvention.INSTANCE)));
        return planner.findBestExp();
    }

    private static void gather(RelNode plan, List<RelNode> into) {
        into.add(plan);
        plan.getInputs().forEach(input -> gather(input, into));
    }

    /// A question of a newer Calcite would be missed here, and not at the first query.
    @Test
    void everyQuestionHasSomebodyWhoAnswers() {
        int questions = 0;
        for (Class<?> metadata : BuiltInMetadata.class.getDeclaredClasses()) {
            for (Class<?> one : metadata.getDeclaredClasses()) {
                if (MetadataHandler.class.isAssignableFrom(one)) {
                    assertNotNull(
                            MetadataSource.INSTANCE.handler(one.asSubclass(MetadataHandler.class)),
                            one.getName());
                    questions++;
                }
            }
        }
        assertEquals(27, questions);
    }

    @Test
    void whatCalciteAnswersIsCompiledOnceSomebodyAsks() {
        RelNode plan = plans().getFirst();
        assertEquals(
                1.0,
                new Metadata().getMaxRowCount(numbers().aggregate(numbers().groupKey()).build()));
        assertEquals(new Metadata().getUniqueKeys(plan), new Metadata().getUniqueKeys(plan));
    }

    @Test
    void aNodeThatIsAskedInOrderToAnswerForItselfIsRefused() {
        RelNode below = numbers().build();
        RelNode turning =
                new SingleRel(cluster, below.getTraitSet(), below) {
                    @Override
                    public double estimateRowCount(RelMetadataQuery asked) {
                        return asked.getRowCount(this);
                    }

                    @Override
                    public RelOptCost computeSelfCost(
                            RelOptPlanner planner, RelMetadataQuery asked) {
                        return asked.getNonCumulativeCost(this);
                    }
                };
        assertThrows(
                CyclicMetadataException.class, () -> new Metadata().getNonCumulativeCost(turning));
    }
}
