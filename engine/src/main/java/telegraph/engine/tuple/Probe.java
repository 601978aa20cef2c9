package telegraph.engine.tuple;

import java.util.List;
import telegraph.engine.vector.ColumnRef;

/// How tuples of one span find their matches among the rows of another input.
///
/// @param index the index of the target's SteM to look into, or -1 to walk all rows
/// @param keys the tuple's columns that the index is asked with
/// @param equalities all that must be equal
/// @param bind the lookup that these tuples bind, or null
/// @param fed whether the target's rows come by themselves too
public record Probe(
        long span,
        int target,
        int index,
        List<ColumnRef> keys,
        List<Link> equalities,
        Instance.Bind bind,
        boolean fed) {
    /// Whether the tuples must ask for the target's rows, since nothing else brings them (R5).
    public boolean mustAsk() {
        return bind != null && !fed;
    }

    /// A column of the tuple that must equal a column of the target.
    public record Link(ColumnRef from, ColumnRef to) {}
}
