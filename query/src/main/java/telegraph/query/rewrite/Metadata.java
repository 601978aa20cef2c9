package telegraph.query.rewrite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.query.value.Interrupts;

/// Answers, of which those that ask themselves on the way down a plan look whether anybody still
/// wants them.
///
/// Threads: one at a time.
final class Metadata extends RelMetadataQuery {
    private static final double ROWS_MAX = 1e18;

    /// How many nodes a plan has at most whose predicates are inferred.
    private static final int INFERRED_MAX = 100;

    Metadata() {
        super(MetadataSource.INSTANCE);
    }

    /// Finite, since what would cost infinitely much is never chosen.
    @Override
    public Double getRowCount(RelNode node) {
        Interrupts.check();
        return Math.min(ROWS_MAX, super.getRowCount(node));
    }

    /// None of a large plan: to infer what each join says of both its sides costs the cube of how
    /// many there are, and nothing needs it but chances to simplify.
    @Override
    public RelOptPredicateList getPulledUpPredicates(RelNode node) {
        Interrupts.check();
        if (isLarge(node)) {
            return RelOptPredicateList.EMPTY;
        }
        return node.stripped() instanceof Intersect both
                ? ofAllInputs(both)
                : super.getPulledUpPredicates(node);
    }

    /// What holds of each input. Calcite leaves out what another implies, and tries that with
    /// literals taken from under their casts, which fails where a cast changes the kind.
    private RelOptPredicateList ofAllInputs(Intersect node) {
        List<RexNode> all =
                node.getInputs().stream()
                        .flatMap(input -> getPulledUpPredicates(input).pulledUpPredicates.stream())
                        .distinct()
                        .toList();
        return RelOptPredicateList.of(node.getCluster().getRexBuilder(), all);
    }

    private static boolean isLarge(RelNode node) {
        Deque<RelNode> left = new ArrayDeque<>();
        left.push(node);
        for (int seen = 0; seen <= INFERRED_MAX; seen++) {
            if (left.isEmpty()) {
                return false;
            }
            left.pop().stripped().getInputs().forEach(left::push);
        }
        return true;
    }

    @Override
    public Double getMaxRowCount(RelNode node) {
        Interrupts.check();
        return super.getMaxRowCount(node);
    }

    @Override
    public Double getSelectivity(RelNode node, RexNode predicate) {
        Interrupts.check();
        return super.getSelectivity(node, predicate);
    }

    @Override
    public Boolean areColumnsUnique(RelNode node, ImmutableBitSet columns, boolean noNulls) {
        Interrupts.check();
        return super.areColumnsUnique(node, columns, noNulls);
    }
}
