package telegraph.store;

/// Goes over the keys of a container in order, one way.
///
/// It copies a leaf at a time, so it holds no latch between calls; what it shows of the present
/// entry stays as it is until the next move, whatever others do.
///
/// Threads: one at a time; a transaction may have several cursors, each with a thread of its own.
public interface Cursor extends AutoCloseable {
    /// Starts over, before the first key from `low` (inclusive, or the first of all if null) to
    /// `high` (exclusive, or the last of all if null). The bytes are copied.
    void range(Bytes low, Bytes high);

    /// As [#range], in descending order.
    void rangeDescending(Bytes low, Bytes high);

    /// Moves to the next entry; false if there is none. May wait for a lock.
    boolean next();

    /// Where the key and the value of the present entry lie; may be another array after a move.
    byte[] array();

    int keyOffset();

    int keyLength();

    int valueOffset();

    int valueLength();

    @Override
    void close();
}
