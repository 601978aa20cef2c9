package telegraph.engine.vector;

import java.util.List;

/// Decides which tuples stay.
///
/// Threads: as [Expression].
public interface Predicate {
    List<ColumnRef> columns();

    boolean canThrow();

    /// Keeps in `selection` the positions, of its first `count`, for which the predicate is true
    /// (not false, not unknown), in their order, and returns how many.
    int narrow(Rows rows, int[] selection, int count);

    Predicate fork();
}
