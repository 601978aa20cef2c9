package telegraph.sources.page;

/// Which values go where: position `at[i]` of a vector gets value `from[i] + shift` of a page.
///
/// Threads: one.
public final class Placement {
    public int[] from;
    public int shift;
    public int[] at;
    public int count;

    /// Whether these are consecutive values for the first positions.
    boolean isDense() {
        return from == at && at[count - 1] == count - 1;
    }
}
