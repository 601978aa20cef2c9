package telegraph.engine;

import telegraph.engine.vector.Expression;
import telegraph.memory.Batch;

/// Takes the rows of a batch at once, or in as many slices as it takes where what is computed of
/// them has no room for more ([Expression.TooManyRows]).
///
/// How many go at once is remembered for the next batch, and more are tried again after a while.
///
/// Threads: one.
public final class Slices {
    private static final int SLICES_BEFORE_MORE = 16;

    /// Made when a batch is first sliced, which most never are.
    private int[] slice;

    private int most = Batch.ROWS_MAX;
    private int sliced;

    /// What is done with the rows.
    ///
    /// @param <X> what using them may throw
    public interface Work<X extends Exception> {
        /// Computes what may be too much; may be called again for some of the same rows.
        void evaluate(int[] selection, int count);

        /// Uses what was computed of these rows, before more are.
        void use(int[] selection, int count) throws X;
    }

    /// Does the work for all selected rows, in their order.
    public <X extends Exception> void forEach(int[] selection, int count, Work<X> work) throws X {
        for (int done = 0; done < count; ) {
            int rows = Math.min(most, count - done);
            int[] some = selection;
            if (rows < count) {
                if (slice == null) {
                    slice = new int[Batch.ROWS_MAX];
                }
                System.arraycopy(selection, done, slice, 0, rows);
                some = slice;
            }
            if (evaluated(some, rows, work)) {
                work.use(some, rows);
                done += rows;
            }
        }
    }

    private boolean evaluated(int[] selection, int count, Work<?> work) {
        try {
            work.evaluate(selection, count);
        } catch (Expression.TooManyRows e) {
            if (count == 1) {
                throw new IllegalStateException("one row is never too many", e);
            }
            most = count / 2;
            sliced = 0;
            return false;
        }
        if (most < Batch.ROWS_MAX && ++sliced == SLICES_BEFORE_MORE) {
            most *= 2;
            sliced = 0;
        }
        return true;
    }
}
