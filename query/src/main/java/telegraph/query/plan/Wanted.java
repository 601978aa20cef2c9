package telegraph.query.plan;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import telegraph.engine.SortKey;

/// What is asked of a node.
///
/// @param rows how many rows will do, or -1 for all
/// @param ordered whether they must be in the order of what they are read from, where that is known
/// @param order in what order the rows must be to be the first ones; empty if any will do. Where
///   they cannot be had so, all are wanted
public record Wanted(long rows, boolean ordered, List<SortKey> order) {
    public static final Wanted ALL = new Wanted(-1, true);

    /// Also all, in the order in which they come.
    public static final Wanted ANY_ORDER = new Wanted(-1, false);

    private Wanted(long rows, boolean ordered) {
        this(rows, ordered, List.of());
    }

    /// What a node of which this is asked asks of its inputs.
    public Wanted below(RelNode node) {
        return switch (node) {
            case EnumerableLimit limit when limit.fetch instanceof RexLiteral fetch ->
                    new Wanted(upTo(limit.offset, fetch), true);
            case EnumerableLimitSort sort
                    when sort.fetch instanceof RexLiteral fetch
                            && (sort.offset == null || sort.offset instanceof RexLiteral) ->
                    new Wanted(upTo(sort.offset, fetch), true, keys(sort.getCollation()));
            case Calc calc ->
                    calc.getProgram().getCondition() == null && order.isEmpty()
                            ? this
                            : new Wanted(-1, ordered);
            case GuardRel _ -> this;
            case Join _ -> ANY_ORDER;
            default -> ALL;
        };
    }

    private static long upTo(RexNode offset, RexLiteral fetch) {
        long skipped = offset instanceof RexLiteral literal ? number(literal) : 0;
        return number(fetch) + Math.min(skipped, Long.MAX_VALUE - number(fetch));
    }

    private static long number(RexLiteral literal) {
        return literal.getValueAs(BigDecimal.class)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    /// How rows are ordered.
    public static List<SortKey> keys(RelCollation collation) {
        return collation.getFieldCollations().stream()
                .map(by ->
                        new SortKey(
                                by.getFieldIndex(),
                                by.direction.isDescending(),
                                by.nullDirection == RelFieldCollation.NullDirection.FIRST))
                .toList();
    }
}
