package telegraph.engine.fold;

import telegraph.engine.vector.Vector;

/// What is kept of the values of one argument outside of the groups' rows, because it grows with
/// them: all values, or all distinct ones.
///
/// Threads: one at a time. Memory: charged or allocated until [#close].
public sealed interface Collected extends AutoCloseable permits OrderStatistic, DistinctValues {
    /// Makes room for groups 0 to `groups` - 1.
    void groups(int groups);

    /// Adds the values at the selected positions to the groups `groupOf[position]`.
    void add(int[] groupOf, Vector values, int[] selection, int count);

    /// Adds what another of the same kind keeps of its group `g` to group `groupOf[g]`.
    void merge(Collected other, int[] groupOf, int groups);

    /// Sets position i to the result of group `wanted[i]`.
    void write(int[] wanted, int count, Vector to);

    @Override
    void close();
}
