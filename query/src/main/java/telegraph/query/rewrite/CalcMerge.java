package telegraph.query.rewrite;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.rules.CalcMergeRule;

/// Makes one calculation of two over one another, unless it would be far larger than both: there
/// are those that name each column below twice, and those below do the same.
public final class CalcMerge extends CalcMergeRule {
    public static final CalcMerge RULE = new CalcMerge();

    private CalcMerge() {
        super(CalcMergeRule.Config.DEFAULT);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
        Calc top = call.rel(0);
        Calc bottom = call.rel(1);
        long[] below = TermSizes.writtenOut(bottom.getProgram(), _ -> 1);
        return below[below.length - 1] + TermSizes.added(top.getProgram(), column -> below[column])
                <= TermSizes.ADDED_MAX;
    }
}
