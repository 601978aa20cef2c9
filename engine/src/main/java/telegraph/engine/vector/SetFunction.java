package telegraph.engine.vector;

import java.util.List;
import telegraph.memory.Type;

/// Computes a set for each row: elements of one type, in an order, as many as there are.
///
/// ```
/// evaluate(rows)   begin(p)   fill fill fill…   begin(q)   fill…        evaluate(more rows)
///                  the set of the row at p, part by part
/// ```
///
/// Sets may be larger than memory, so that only what is asked for is computed.
///
/// Threads: as [Expression].
public interface SetFunction {
    /// That of the elements.
    Type type();

    /// The columns it reads.
    List<ColumnRef> columns();

    /// Becomes the sets of these rows, which stay as they are until the last of them is done.
    ///
    /// @throws telegraph.ground.TelegraphException if a selected row has no set
    /// @throws Expression.TooManyRows if the sets of so many rows take more room than is held at
    ///   once; never for one row
    void evaluate(Rows rows, int[] selection, int count);

    /// Turns to the set of one of the rows, before its first element.
    ///
    /// @throws telegraph.ground.TelegraphException if it has none
    void begin(int position);

    /// Puts the next elements into a vector, which may have NULLs, from a position on.
    ///
    /// @param most how many there is room for
    /// @return how many there were: fewer than `most` only if none are left
    int fill(Vector to, int at, int most);

    SetFunction fork();
}
