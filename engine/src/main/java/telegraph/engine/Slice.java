package telegraph.engine;

/// Which rows of a stream are wanted.
///
/// @param offset how many to pass over first
/// @param fetch how many at most, or [#ALL]
public record Slice(long offset, long fetch) {
    /// As many as there are.
    public static final long ALL = Long.MAX_VALUE;

    public Slice {
        if (offset < 0 || fetch < 0) {
            throw new IllegalArgumentException(
                    "a slice has no negative parts: offset=" + offset + " fetch=" + fetch);
        }
    }

    /// How many rows from the first on have to be known, or [#ALL].
    public long end() {
        return fetch > ALL - offset ? ALL : offset + fetch;
    }
}
