package telegraph.query.block;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.util.Sarg;
import telegraph.engine.source.Range;
import telegraph.query.compile.Compiler;

/// Finds the columns that the filters of a block hold between two values.
///
/// The conjuncts stay filters; what is found here only tells sources which rows need not be read.
/// So a range may be wider than the filter: ends count as included, and a bound that the column's
/// type does not have is rounded to one that it has.
public final class ValueRanges {
    private final RexBuilder rex;
    private final Constants constants;

    public ValueRanges(RexBuilder rex, Compiler compiler) {
        this.rex = rex;
        this.constants = new Constants(rex, compiler);
    }

    /// For each column of the block that has one its range, in the classes of `Batch.valueAt`.
    public Map<Integer, Range> of(List<RexNode> conjuncts) {
        Map<Integer, Range> found = new HashMap<>();
        for (RexNode conjunct : conjuncts) {
            if (conjunct instanceof RexCall call) {
                look(call, found);
            }
        }
        return found;
    }

    private void look(RexCall call, Map<Integer, Range> found) {
        switch (call.getKind()) {
            case GREATER_THAN, GREATER_THAN_OR_EQUAL -> compare(call, 0, found);
            case LESS_THAN, LESS_THAN_OR_EQUAL -> compare(call, 1, found);
            case SEARCH -> search(call, found);
            default -> {}
        }
    }

    /// @param greater the operand that is the greater one
    private void compare(RexCall call, int greater, Map<Integer, Range> found) {
        RexNode high = call.getOperands().get(greater);
        RexNode low = call.getOperands().get(1 - greater);
        if (RenamingCasts.stripWidening(high) instanceof RexInputRef ref) {
            add(ref, constants.constant(low, ref), Optional.empty(), found);
        } else if (RenamingCasts.stripWidening(low) instanceof RexInputRef ref) {
            add(ref, Optional.empty(), constants.constant(high, ref), found);
        }
    }

    private void search(RexCall search, Map<Integer, Range> found) {
        if (!(RenamingCasts.stripWidening(search.getOperands().get(0)) instanceof RexInputRef ref)
                || !(search.getOperands().get(1) instanceof RexLiteral literal)) {
            return;
        }
        Sarg<?> sarg = literal.getValueAs(Sarg.class);
        if (sarg == null || sarg.rangeSet.isEmpty() || sarg.nullAs == RexUnknownAs.TRUE) {
            return;
        }
        var span = sarg.rangeSet.span();
        add(
                ref,
                span.hasLowerBound() ? point(span.lowerEndpoint(), literal, ref) : Optional.empty(),
                span.hasUpperBound() ? point(span.upperEndpoint(), literal, ref) : Optional.empty(),
                found);
    }

    private Optional<Object> point(Comparable<?> endpoint, RexLiteral literal, RexInputRef ref) {
        return constants.constant(rex.makeLiteral(endpoint, literal.getType(), true, true), ref);
    }

    private static void add(
            RexInputRef ref,
            Optional<Object> low,
            Optional<Object> high,
            Map<Integer, Range> found) {
        if (low.isPresent() || high.isPresent()) {
            found.merge(ref.getIndex(), new Range(low, high), ValueRanges::both);
        }
    }

    /// A range that holds what both hold; of two ends on one side either will do.
    private static Range both(Range a, Range b) {
        return new Range(a.low().or(b::low), a.high().or(b::high));
    }
}
