package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.List;
import telegraph.language.ast.Term;

/// The values of a SELECT that are computed beside its rows: results of aggregates and windows, and
/// the elements of sets, one after the other.
///
/// Threads: that of the statement.
final class Slots {
    private final List<Gathered> aggregates = new ArrayList<>();
    private final List<Windowed> windows = new ArrayList<>();
    private final List<Expanded> sets = new ArrayList<>();
    private int count;

    /// An aggregate.
    ///
    /// @param order values to sort its rows by, with their keys
    record Gathered(
            int slot,
            ListAggregate aggregate,
            List<Bound> arguments,
            boolean distinct,
            List<Bound> order,
            List<Term.SortKey> keys,
            Bound filter) {}

    /// A window function.
    record Windowed(
            int slot,
            String function,
            List<Bound> arguments,
            List<Bound> partition,
            List<Bound> order,
            List<Term.SortKey> keys) {}

    /// A function that returns a set.
    record Expanded(int slot, Bound set) {}

    int next() {
        return count++;
    }

    int count() {
        return count;
    }

    List<Gathered> aggregates() {
        return aggregates;
    }

    List<Windowed> windows() {
        return windows;
    }

    List<Expanded> sets() {
        return sets;
    }
}
