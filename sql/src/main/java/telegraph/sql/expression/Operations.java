package telegraph.sql.expression;

import java.util.Locale;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.memory.Batch;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// How many operators the values of one expression may come from: each keeps a batch of what it
/// computes, and does so once for each worker. All of them have half of the heap.
///
/// Comparisons and what joins them keep nothing.
///
/// Threads: any.
final class Operations {
    private static final long BYTES_EACH = (Long.BYTES + 1L) * Batch.ROWS_MAX;

    /// So many have room anywhere.
    private static final int FEW = 1_000;

    private Operations() {}

    static long most(long heapBytes, int processors) {
        return heapBytes / 2 / processors / BYTES_EACH;
    }

    /// @throws TelegraphException that says how many there are, before any is made
    static void demandRoom(RexNode expression) {
        if (expression.nodeCount() < FEW) {
            return;
        }
        Runtime process = Runtime.getRuntime();
        long most = most(process.maxMemory(), process.availableProcessors());
        long count = count(expression);
        if (count > most) {
            throw TelegraphException.of(
                    SqlState.TOO_COMPLEX,
                    String.format(
                            Locale.ROOT,
                            "an expression has too many operators for the memory of this process:"
                                    + " operators=%,d most=%,d. Split it, or put its values into a"
                                    + " table and add them up there",
                            count,
                            most));
        }
    }

    private static long count(RexNode expression) {
        long[] count = {0};
        expression.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitCall(RexCall call) {
                        Interrupts.check();
                        count[0] += call.getType().getSqlTypeName() == SqlTypeName.BOOLEAN ? 0 : 1;
                        return super.visitCall(call);
                    }
                });
        return count[0];
    }
}
