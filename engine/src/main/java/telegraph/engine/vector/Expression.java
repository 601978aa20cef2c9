package telegraph.engine.vector;

import java.util.List;
import java.util.Optional;
import telegraph.memory.Type;

/// Computes a column from others, a batch at a time.
///
/// Threads: an instance belongs to one worker; [#fork] makes another for the next. `toString` is
/// what EXPLAIN shows.
public interface Expression {
    Type type();

    /// The columns it reads.
    List<ColumnRef> columns();

    /// The column it is, if it does nothing but read one.
    default Optional<ColumnRef> bareColumn() {
        return Optional.empty();
    }

    /// Whether some input can make it fail, so that it must not run before the filters that guard
    /// it.
    boolean canThrow();

    /// The values at the selected positions; the vector stays the expression's and is valid until
    /// its next call.
    ///
    /// @throws telegraph.ground.TelegraphException if a selected row has no value
    /// @throws TooManyRows if the values of so many rows take more room than is held at once; never
    ///   for one row
    Vector evaluate(Rows rows, int[] selection, int count);

    /// Says that nobody reads the vector of the last [#evaluate] any more, so that others may have
    /// it ([Rows#vectors]). Nobody has to say so.
    default void release(Rows rows) {}

    /// Says that fewer rows are to be asked for at once: see [telegraph.engine.Slices].
    final class TooManyRows extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /// Caught by whoever asked, so that where it comes from is nobody's business.
        public static final TooManyRows NOW = new TooManyRows();

        private TooManyRows() {
            super(
                    "the values of so many rows take more room than is held at once",
                    null,
                    false,
                    false);
        }
    }

    Expression fork();
}
