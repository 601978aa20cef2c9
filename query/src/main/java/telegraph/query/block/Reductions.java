package telegraph.query.block;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import telegraph.query.compile.Compiler;
import telegraph.query.translate.SourceTable;

/// Spares a grouping that is joined by its keys the groups that can find no partner.
///
/// ```
/// part (p_brand = 'B') ⋈ avg of lineitem by l_partkey
///   → part (p_brand = 'B') ⋈ avg of (lineitem ⋈ distinct p_partkey of part (p_brand = 'B')) …
/// ```
///
/// Worth it if another part is filtered well, can be read twice at little cost, and has few keys
/// beside the rows that are grouped. The idea is that of [KeyPassing].
///
/// Threads: one, once.
public final class Reductions {
    private static final double ROWS_MIN = 50_000;
    private static final double FEWER = 4;

    private final RelBuilder builder;
    private final RexBuilder rex;

    public Reductions(RelOptCluster cluster) {
        this.builder = RelFactories.LOGICAL_BUILDER.create(cluster, null);
        this.rex = cluster.getRexBuilder();
    }

    /// Which part gives keys: its columns by the columns of the plan that must equal them.
    private record Giver(
            JoinRegion.Part part, TreeMap<Integer, Integer> keys, List<RexNode> filters) {
        double rows() {
            return Sizes.rows(part.node()) * share();
        }

        double share() {
            return filters.stream().mapToDouble(Sizes::share).reduce(1, (a, b) -> a * b);
        }
    }

    /// The plan of a part, over fewer rows if that pays.
    RelNode reduced(JoinRegion.Part part, JoinRegion region) {
        RelNode plan = part.node();
        Aggregate aggregate = aggregate(plan);
        if (aggregate == null || Sizes.rows(aggregate.getInput()) < ROWS_MIN) {
            return plan;
        }
        Optional<Giver> best = Optional.empty();
        for (JoinRegion.Part other : region.parts()) {
            Giver giver = giver(part, other, region);
            if (other != part
                    && !giver.keys.isEmpty()
                    && isCheap(other)
                    && giver.rows() * FEWER < Sizes.rows(aggregate.getInput())
                    && Sizes.isSelective(giver.share() * Sizes.kept(other.node()))
                    && (best.isEmpty() || giver.rows() < best.get().rows())) {
                best = Optional.of(giver);
            }
        }
        return best.map(giver -> with(plan, giver)).orElse(plan);
    }

    /// The grouping below nothing but projections and filters, or null.
    private static Aggregate aggregate(RelNode node) {
        return switch (node) {
            case Aggregate aggregate ->
                    aggregate.getGroupType() == Aggregate.Group.SIMPLE ? aggregate : null;
            case Filter filter -> aggregate(filter.getInput());
            case Project project -> aggregate(project.getInput());
            default -> null;
        };
    }

    private static boolean isKey(RelNode node, int column) {
        return switch (node) {
            case Aggregate aggregate -> column < aggregate.getGroupCount();
            case Filter filter -> isKey(filter.getInput(), column);
            case Project project ->
                    RenamingCasts.strip(project.getProjects().get(column))
                                    instanceof RexInputRef ref
                            && isKey(project.getInput(), ref.getIndex());
            default -> false;
        };
    }

    /// Whether reading a part once more costs little: it lies in files or tables, whose rows are
    /// counted.
    private static boolean isCheap(JoinRegion.Part part) {
        return isCheap(part.node());
    }

    static boolean isCheap(RelNode node) {
        SourceTable table =
                node.getTable() == null ? null : node.getTable().unwrap(SourceTable.class);
        return table != null
                ? table.source().access().scan() && table.source().traits().rows().isPresent()
                : !node.getInputs().isEmpty()
                        && node.getInputs().stream().allMatch(Reductions::isCheap);
    }

    private static Giver giver(JoinRegion.Part part, JoinRegion.Part other, JoinRegion region) {
        int[] classes = Constants.equalColumns(region.conjuncts(), region.width());
        TreeMap<Integer, Integer> keys = new TreeMap<>();
        for (int column = 0; column < part.width(); column++) {
            for (int o = 0; o < other.width() && isKey(part.node(), column); o++) {
                if (classes[part.offset() + column] == classes[other.offset() + o]) {
                    keys.putIfAbsent(column, o);
                }
            }
        }
        List<RexNode> filters = new ArrayList<>();
        for (RexNode conjunct : region.conjuncts()) {
            Set<Integer> read = RelOptUtil.InputFinder.bits(conjunct).asSet();
            if (!read.isEmpty()
                    && read.stream().allMatch(c -> region.parts().get(region.partOf(c)) == other)
                    && !Compiler.canThrow(conjunct)) {
                filters.add(RexUtil.shift(conjunct, -other.offset()));
            }
        }
        return new Giver(other, keys, filters);
    }

    private RelNode with(RelNode plan, Giver giver) {
        builder.push(giver.part.node());
        if (!giver.filters.isEmpty()) {
            builder.filter(RexUtil.composeConjunction(rex, giver.filters));
        }
        List<RexNode> keys = new ArrayList<>();
        giver.keys.values().forEach(column -> keys.add(builder.field(column)));
        RelNode distinct = builder.project(keys).distinct().build();
        return new KeyJoin(builder).into(plan, List.copyOf(giver.keys.keySet()), distinct);
    }
}
