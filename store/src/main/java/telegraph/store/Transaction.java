package telegraph.store;

import java.util.List;
import java.util.Optional;
import telegraph.ground.Isolation;

/// One transaction after another: the handle is used again, without garbage.
///
/// ```
///            begin              commit, rollback
/// ( idle ) ───────▶ ( open ) ───────────────────▶ ( idle )
/// ```
///
/// Keys are 1 to [Store#KEY_BYTES_MAX] bytes, ordered as unsigned bytes; values up to
/// [Store#VALUE_BYTES_MAX]. Any call may wait for a lock, and then throws
/// [telegraph.ground.TelegraphException] of kind CONFLICT if the transaction was chosen to end a
/// deadlock or waited too long (it stays open and must be rolled back, or rolled back to a
/// savepoint), or of kind CANCELLED if the thread is interrupted.
///
/// Threads: gets and cursors may be used by several threads at once; all else by one at a time,
/// with no other call under way.
public interface Transaction extends AutoCloseable {
    /// Begins, seeing what the level allows.
    ///
    /// @throws IllegalStateException if it is open
    void begin(Isolation isolation);

    /// Has this transaction and those after it wait at most so long for a lock, and not as long as
    /// the options of the store say.
    void waitAtMost(long millis);

    boolean isOpen();

    /// Later transactions have larger ids; 0 while idle.
    long id();

    /// Makes an empty container; others see it when this transaction has committed. Its id is never
    /// used again.
    int create();

    /// Whether a container has nothing in it, not even ghosts, so that it can be loaded.
    boolean isEmpty(int container);

    /// Fills a container that is empty, and locks it as a whole.
    ///
    /// @return empty if it is not, or if somebody else has something locked in it
    Optional<Load> load(int container);

    /// Drops a container at commit, with an exclusive lock on it until then.
    void drop(int container);

    /// Locks a whole container.
    void lock(int container, TableMode mode);

    /// As [#lock], but false, with nothing changed, if it would have to wait.
    boolean tryLock(int container, TableMode mode);

    /// Reads the value of a key into `value`; whether there is one. A serializable transaction that
    /// finds none keeps others from inserting it.
    boolean get(int container, Bytes key, ReadMode reading, Bytes value);

    /// Adds a key with its value; false, with nothing changed, if the key is there. Either way the
    /// key is locked.
    boolean insert(int container, Bytes key, Bytes value);

    /// Changes the value of a key; false if it is not there.
    boolean update(int container, Bytes key, Bytes value);

    /// Removes a key; false if it is not there.
    boolean delete(int container, Bytes key);

    /// A new cursor over the whole container, before its first key.
    Cursor cursor(int container, ReadMode reading);

    /// At most `partsMax - 1` keys that cut the container into parts of about as many pages each,
    /// in order. Every key is in exactly one part, also those added later: the first part ends
    /// before the first cut, the last begins at the last.
    List<Bytes> cuts(int container, int partsMax);

    /// A mark to roll back to.
    long savepoint();

    /// Undoes all changes since the mark was made; locks are kept.
    void rollbackTo(long savepoint);

    /// Makes all changes last, and ends. After an exception the transaction is rolled back, and
    /// stays so; but for one of kind UNKNOWN, after which it may be committed when the store is
    /// opened again.
    void commit();

    /// Undoes all changes, and ends.
    void rollback();

    /// Rolls back if open, and gives the handle back.
    @Override
    void close();
}
