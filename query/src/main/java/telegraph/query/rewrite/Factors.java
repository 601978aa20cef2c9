package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import telegraph.query.compile.Compiler;

/// Takes conditions apart, so that each part can work as early as possible.
///
/// ```
/// (a = b AND x = 1 AND y = 2) OR (a = b AND x = 3 AND y = 4)
///   → a = b                                  what all alternatives share
///     (x = 1 AND y = 2) OR (x = 3 AND y = 4) what is left
///     x = 1 OR x = 3,  y = 2 OR y = 4        what that says of each input alone
/// ```
///
/// Threads: any.
public final class Factors {
    private Factors() {}

    /// Conjuncts that together are true of the same rows as `conjuncts`.
    ///
    /// @param inputOf which input a column belongs to
    public static List<RexNode> of(
            List<RexNode> conjuncts, RexBuilder rex, IntUnaryOperator inputOf) {
        List<RexNode> all = new ArrayList<>();
        for (RexNode conjunct : conjuncts) {
            List<RexNode> parts =
                    conjunct.getKind() == SqlKind.OR && RexUtil.isDeterministic(conjunct)
                            ? RelOptUtil.conjunctions(RexUtil.pullFactors(rex, conjunct))
                            : List.of(conjunct);
            for (RexNode part : parts) {
                all.addAll(ofInputs(part, rex, inputOf));
                all.add(part);
            }
        }
        return all.stream().distinct().toList();
    }

    /// What a condition over several inputs says of each of them alone, as far as every alternative
    /// says something.
    private static List<RexNode> ofInputs(
            RexNode condition, RexBuilder rex, IntUnaryOperator inputOf) {
        Set<Integer> inputs = inputs(condition, inputOf);
        if (condition.getKind() != SqlKind.OR
                || inputs.size() < 2
                || !RexUtil.isDeterministic(condition)) {
            return List.of();
        }
        List<RexNode> implied = new ArrayList<>();
        for (int input : inputs) {
            List<RexNode> alternatives = new ArrayList<>();
            for (RexNode alternative : RelOptUtil.disjunctions(condition)) {
                alternatives.add(
                        RexUtil.composeConjunction(
                                rex,
                                RelOptUtil.conjunctions(alternative).stream()
                                        .filter(c -> inputs(c, inputOf).equals(Set.of(input)))
                                        .filter(c -> !Compiler.canThrow(c))
                                        .toList()));
            }
            if (alternatives.stream().noneMatch(RexNode::isAlwaysTrue)) {
                implied.add(RexUtil.composeDisjunction(rex, alternatives));
            }
        }
        return implied;
    }

    private static Set<Integer> inputs(RexNode node, IntUnaryOperator inputOf) {
        Set<Integer> inputs = new TreeSet<>();
        RelOptUtil.InputFinder.bits(node).forEach(bit -> inputs.add(inputOf.applyAsInt(bit)));
        return inputs;
    }
}
