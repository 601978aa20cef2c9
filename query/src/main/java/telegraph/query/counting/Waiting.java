package telegraph.query.counting;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import telegraph.language.query.EachTime;

/// Tells plans that wait, as `pg_sleep` has them do: no thread carries them out that others need.
///
/// Threads: one; an instance looks at one plan.
public final class Waiting extends RexShuttle {
    private boolean found;

    private Waiting() {}

    public static boolean isIn(RelNode plan) {
        Waiting waiting = new Waiting();
        waiting.look(plan);
        return waiting.found;
    }

    private void look(RelNode node) {
        node.accept(this);
        node.getInputs().forEach(this::look);
    }

    @Override
    public RexNode visitCall(RexCall call) {
        found |= EachTime.waits(call.getOperator().getName());
        return super.visitCall(call);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subquery) {
        look(subquery.rel);
        return super.visitSubQuery(subquery);
    }
}
