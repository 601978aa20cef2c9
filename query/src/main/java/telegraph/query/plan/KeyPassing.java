package telegraph.query.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.query.block.Constants;
import telegraph.query.block.KeyJoin;
import telegraph.query.block.RenamingCasts;
import telegraph.query.block.SharedRel;
import telegraph.query.block.Sizes;
import telegraph.query.translate.SourceTable;

/// Gives a form that stands inside an outer join, a semijoin or below a grouping the values it must
/// be asked for, by joining it with the distinct keys of the other side.
///
/// ```
/// flights LEFT JOIN planes(tailnum required) ON f.tailnum = p.tailnum
///   → s := flights, run once
///     s LEFT JOIN (planes ⋈ distinct s.tailnum) ON …
/// ```
///
/// A side that could be read whole, but has far more rows than the other has keys, is given them
/// too: it gives fewer rows to the join, and the eddy can drop the others as they are read.
///
/// The result stays the same: rows of the form with other keys would not have matched. The join
/// with the keys is an inner one, so the form's rows are looked up by the eddy of that block.
///
/// Threads: one, once. The idea is that of magic sets (Bancilhon et al., *Magic Sets and Other
/// Strange Ways to Implement Logic Programs*, PODS 1986).
public final class KeyPassing {
    private static final double ROWS_MIN = 50_000;
    private static final double FEWER = 4;

    private final Function<RelNode, SharedRel> share;
    private final Constants constants;
    private final RelBuilder builder;

    /// @param share makes a leaf of a part of the plan that is to run once
    KeyPassing(Function<RelNode, SharedRel> share, Constants constants, RelNode plan) {
        this.share = share;
        this.constants = constants;
        this.builder = RelFactories.LOGICAL_BUILDER.create(plan.getCluster(), null);
    }

    RelNode rewrite(RelNode node) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(rewrite(input));
        }
        RelNode copy = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        return copy instanceof Join join ? passed(join) : copy;
    }

    private RelNode passed(Join join) {
        return switch (join.getJoinType()) {
            case LEFT, SEMI, ANTI -> pass(join, true);
            case RIGHT -> pass(join, false);
            case INNER -> {
                RelNode right = pass(join, true);
                yield right == join ? pass(join, false) : right;
            }
            default -> join;
        };
    }

    /// Passes keys of the other side to the right side (or the left) if that wants any, or has far
    /// more rows than can find partners.
    private RelNode pass(Join join, boolean toRight) {
        RelNode target = toRight ? join.getRight() : join.getLeft();
        RelNode giver = toRight ? join.getLeft() : join.getRight();
        Set<Integer> wanted = wants(target).orElse(Set.of());
        boolean inRegion = join.getJoinType() == JoinRelType.INNER && inRegion(target);
        if (inRegion || !Extraction.storable(giver) || !wants(giver).orElse(Set.of(-1)).isEmpty()) {
            return join;
        }
        Map<Integer, RexNode> partners = partners(join, toRight);
        for (int field : wanted) {
            partners.keySet().stream()
                    .filter(other -> isTwin(target, field, other))
                    .findFirst()
                    .ifPresent(other -> partners.putIfAbsent(field, partners.get(other)));
        }
        if (wanted.isEmpty() && spares(join, giver, target)) {
            wanted = new TreeSet<>(partners.keySet());
            wanted.removeIf(field -> !isExposed(target, field));
        }
        if (wanted.isEmpty() || !partners.keySet().containsAll(wanted)) {
            return join;
        }
        RelNode once = share.apply(giver);
        List<RexNode> keys = wanted.stream().map(partners::get).toList();
        RelNode distinct = builder.push(once).project(keys).distinct().build();
        RelNode bound = new KeyJoin(builder).into(target, List.copyOf(wanted), distinct);
        return join.copy(join.getTraitSet(), toRight ? List.of(once, bound) : List.of(bound, once));
    }

    /// Whether a join that stays an operator has few rows on one side, since filters leave few, and
    /// very many on the other.
    private static boolean spares(Join join, RelNode giver, RelNode target) {
        double rows = Sizes.rows(target);
        return join.getJoinType() != JoinRelType.INNER
                && rows >= ROWS_MIN
                && Sizes.rows(giver) * FEWER < rows
                && Sizes.isSelective(Sizes.kept(giver));
    }

    /// Whether two fields are one column, perhaps of a wider type: the planner adds such a field
    /// where a condition compares another type.
    private static boolean isTwin(RelNode node, int field, int other) {
        return switch (node) {
            case Filter filter -> isTwin(filter.getInput(), field, other);
            case Project project ->
                    RenamingCasts.stripWidening(project.getProjects().get(field))
                                    instanceof RexInputRef a
                            && RenamingCasts.stripWidening(project.getProjects().get(other))
                                    instanceof RexInputRef b
                            && a.getIndex() == b.getIndex();
            default -> field == other;
        };
    }

    /// Whether a field is a column of what stands below projections and filters.
    private static boolean isExposed(RelNode node, int field) {
        return switch (node) {
            case Filter filter -> isExposed(filter.getInput(), field);
            case Project project ->
                    RenamingCasts.stripWidening(project.getProjects().get(field))
                                    instanceof RexInputRef ref
                            && isExposed(project.getInput(), ref.getIndex());
            case Aggregate aggregate ->
                    aggregate.getGroupType() == Aggregate.Group.SIMPLE
                            && field < aggregate.getGroupCount()
                            && isExposed(aggregate.getInput(), aggregate.getGroupSet().nth(field));
            case Sort sort ->
                    sort.fetch == null && sort.offset == null && isExposed(sort.getInput(), field);
            default -> true;
        };
    }

    /// For fields of the target that must equal something of the giver, that, over the giver's
    /// fields.
    private static Map<Integer, RexNode> partners(Join join, boolean toRight) {
        int split = join.getLeft().getRowType().getFieldCount();
        Map<Integer, RexNode> partners = new HashMap<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
            if (!(conjunct instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
                continue;
            }
            for (int side = 0; side < 2; side++) {
                RexNode mine = RenamingCasts.stripWidening(call.getOperands().get(side));
                RexNode other = call.getOperands().get(1 - side);
                ImmutableBitSet read = RelOptUtil.InputFinder.bits(other);
                if (mine instanceof RexInputRef ref
                        && ref.getIndex() >= split == toRight
                        && !read.isEmpty()
                        && (toRight ? read.length() <= split : read.nth(0) >= split)) {
                    partners.put(
                            toRight ? ref.getIndex() - split : ref.getIndex(),
                            toRight ? other : org.apache.calcite.rex.RexUtil.shift(other, -split));
                }
            }
        }
        return partners;
    }

    /// Whether the forms of a plan lie in the region of an inner join above it.
    private static boolean inRegion(RelNode node) {
        return switch (node) {
            case TableScan _ -> true;
            case Filter filter -> inRegion(filter.getInput());
            case Project project -> inRegion(project.getInput());
            case Join join ->
                    join.getJoinType() == JoinRelType.INNER
                            && inRegion(join.getLeft())
                            && inRegion(join.getRight());
            default -> false;
        };
    }

    /// The fields of a plan that must be given values before it can run; empty of fields if it can
    /// run as it is, empty if no values for its fields would help.
    private Optional<Set<Integer>> wants(RelNode node) {
        return switch (node) {
            case TableScan scan -> Optional.of(required(scan));
            case Filter filter -> wants(filter.getInput()).map(w -> unpinned(w, filter));
            case Project project ->
                    wants(project.getInput())
                            .flatMap(w -> all(w, i -> exposing(project.getProjects(), i)));
            case Aggregate aggregate ->
                    wants(aggregate.getInput()).flatMap(w -> all(w, i -> key(aggregate, i)));
            case Sort sort when sort.fetch == null && sort.offset == null -> wants(sort.getInput());
            case Join join -> joined(join);
            default ->
                    node.getInputs().stream()
                                    .allMatch(i -> wants(i).map(Set::isEmpty).orElse(false))
                            ? Optional.of(Set.of())
                            : Optional.empty();
        };
    }

    private static Set<Integer> required(TableScan scan) {
        var access = scan.getTable().unwrapOrThrow(SourceTable.class).source().access();
        Set<Integer> columns = new TreeSet<>();
        if (!access.scan()) {
            Arrays.stream(access.binds().getFirst()).forEach(columns::add);
        }
        return columns;
    }

    private Set<Integer> unpinned(Set<Integer> wanted, Filter filter) {
        if (wanted.isEmpty()) {
            return wanted;
        }
        Set<Integer> left = new TreeSet<>(wanted);
        left.removeAll(constants.pinned(filter.getCondition()).keySet());
        return left;
    }

    private Optional<Set<Integer>> joined(Join join) {
        Optional<Set<Integer>> left = wants(join.getLeft());
        Optional<Set<Integer>> right = wants(join.getRight());
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        int split = join.getLeft().getRowType().getFieldCount();
        Set<Integer> wanted = new TreeSet<>();
        boolean inner = join.getJoinType() == JoinRelType.INNER;
        boolean leftGiven =
                inner
                        && right.get().isEmpty()
                        && partners(join, false).keySet().containsAll(left.get());
        boolean rightGiven =
                left.get().isEmpty() && partners(join, true).keySet().containsAll(right.get());
        if (!leftGiven) {
            wanted.addAll(left.get());
        }
        if (!rightGiven) {
            if (!inner && !right.get().isEmpty()) {
                return Optional.empty();
            }
            right.get().forEach(field -> wanted.add(field + split));
        }
        return Optional.of(wanted);
    }

    private static Optional<Set<Integer>> all(
            Set<Integer> fields, java.util.function.IntUnaryOperator up) {
        Set<Integer> mapped = new TreeSet<>();
        for (int field : fields) {
            int at = up.applyAsInt(field);
            if (at < 0) {
                return Optional.empty();
            }
            mapped.add(at);
        }
        return Optional.of(mapped);
    }

    private static int exposing(List<RexNode> projects, int field) {
        for (int i = 0; i < projects.size(); i++) {
            if (RenamingCasts.stripWidening(projects.get(i)) instanceof RexInputRef ref
                    && ref.getIndex() == field) {
                return i;
            }
        }
        return -1;
    }

    private static int key(Aggregate aggregate, int field) {
        boolean inAllSets = aggregate.getGroupSets().stream().allMatch(set -> set.get(field));
        return inAllSets ? aggregate.getGroupSet().indexOf(field) : -1;
    }
}
