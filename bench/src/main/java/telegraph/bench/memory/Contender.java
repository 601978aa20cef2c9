package telegraph.bench.memory;

/// One way to keep the tuples of a partition while they are probed or filtered.
///
/// Threads: one.
interface Contender extends AutoCloseable {
    /// Works on one partition from its first tuple to its last.
    ///
    /// @return what shows that the work was done
    long partition(int number) throws Exception;

    @Override
    void close();
}
