package telegraph.store;

import java.nio.file.Path;
import java.util.List;

/// An open store: containers of ordered byte keys with byte values, in one directory.
///
/// Threads: any.
public interface Store extends AutoCloseable {
    /// The longest key.
    int KEY_BYTES_MAX = 1_024;

    /// The longest value.
    int VALUE_BYTES_MAX = 64 << 20;

    /// The container that is there from the start, for whoever keeps a catalog.
    int FIRST_CONTAINER = 1;

    /// A new idle transaction.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if too many are there
    Transaction transaction();

    /// About how many entries a container has; cheap, and never negative.
    long entries(int container);

    /// Pages of a container.
    long pages(int container);

    /// Writes what recovery would have to do again to the data files, and shortens the log.
    void checkpoint();

    /// Writes a copy, while others go on working, to a directory that opens as a store.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if the directory is not empty
    void backup(Path directory);

    /// Checks every page and every invariant of a container, under a shared lock of it; what is
    /// wrong, or nothing.
    List<String> check(int container);

    /// Locks held and waited for.
    List<LockState> locks();

    StoreCounters counters();

    LogState log();

    /// Rolls back what is open, makes a checkpoint and lets others open the directory.
    @Override
    void close();
}
