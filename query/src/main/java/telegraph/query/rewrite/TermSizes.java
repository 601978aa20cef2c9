package telegraph.query.rewrite;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexVisitorImpl;
import telegraph.query.value.Interrupts;

/// How large expressions become when what they name takes the place of the names.
///
/// Threads: any.
public final class TermSizes {
    /// So many terms more than were written are still taken.
    public static final long ADDED_MAX = 10_000;

    /// More is not told apart.
    private static final long MANY = 1L << 40;

    private TermSizes() {}

    /// How many terms are added when each column's own take its place.
    ///
    /// @param terms of how many a column is made
    public static long added(List<RexNode> expressions, IntToLongFunction terms) {
        long[] added = {0};
        RexVisitorImpl<Void> counting =
                new RexVisitorImpl<>(true) {
                    @Override
                    public Void visitInputRef(RexInputRef ref) {
                        Interrupts.check();
                        added[0] = Math.min(MANY, added[0] + terms.applyAsLong(ref.getIndex()) - 1);
                        return null;
                    }
                };
        expressions.forEach(expression -> expression.accept(counting));
        return added[0];
    }

    /// How many terms each column of a program has once it is written out, and its condition behind
    /// them, which has 0 if there is none.
    ///
    /// @param below of how many a column of its input is made
    public static long[] writtenOut(RexProgram program, IntToLongFunction below) {
        List<RexNode> steps = program.getExprList();
        long[] terms = new long[steps.size()];
        for (int s = 0; s < terms.length; s++) {
            Interrupts.check();
            terms[s] = terms(steps.get(s), terms, below);
        }
        int columns = program.getProjectList().size();
        long[] all = new long[columns + 1];
        for (int c = 0; c < columns; c++) {
            all[c] = terms[program.getProjectList().get(c).getIndex()];
        }
        if (program.getCondition() != null) {
            all[columns] = terms[program.getCondition().getIndex()];
        }
        return all;
    }

    /// How many more terms than over its input's columns a program has over what these are made of.
    public static long added(RexProgram program, IntToLongFunction below) {
        return sum(writtenOut(program, below)) - sum(writtenOut(program, _ -> 1));
    }

    private static long sum(long[] terms) {
        return Math.min(MANY, LongStream.of(terms).sum());
    }

    private static long terms(RexNode step, long[] known, IntToLongFunction below) {
        long[] count = {step.nodeCount()};
        step.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitInputRef(RexInputRef ref) {
                        count[0] += below.applyAsLong(ref.getIndex()) - 1;
                        return null;
                    }

                    @Override
                    public Void visitLocalRef(RexLocalRef ref) {
                        count[0] += known[ref.getIndex()] - 1;
                        return null;
                    }
                });
        return Math.min(MANY, count[0]);
    }
}
