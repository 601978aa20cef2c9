package telegraph.sources.parquet;

/// Which values go where: position `at[i]` of a vector gets value `from[i] + shift` of a page.
///
/// Threads: one.
final class Places {
    int[] from;
    int shift;
    int[] at;
    int count;

    /// Whether these are consecutive values for the first positions.
    boolean isDense() {
        return from == at && at[count - 1] == count - 1;
    }
}
