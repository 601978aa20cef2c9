package telegraph.query.rewrite;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.rules.CalcMergeRule;
import org.apache.calcite.rex.RexUtil;

/// Makes one calculation of two over one another, unless it would be far larger than both: there
/// are those that name each column below twice, and those below do the same. What gives another
/// value each time is computed once, below.
public final class CalcMerge extends CalcMergeRule {
    public static final CalcMerge RULE = new CalcMerge();

    private CalcMerge() {
        super(CalcMergeRule.Config.DEFAULT);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
        Calc top = call.rel(0);
        Calc bottom = call.rel(1);
        if (!bottom.getProgram().getExprList().stream().allMatch(RexUtil::isDeterministic)) {
            return false;
        }
        long[] below = TermSizes.writtenOut(bottom.getProgram(), _ -> 1);
        return below[below.length - 1] + TermSizes.added(top.getProgram(), column -> below[column])
                <= TermSizes.ADDED_MAX;
    }
}
