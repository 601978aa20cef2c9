package telegraph.store;

/// Fills an empty container with entries in the order of their keys: several times as fast as
/// inserting them, since whole pages are written and logged.
///
/// Until it has ended the container is empty to whoever reads it, and its transaction does not
/// change it. One that is not ended leaves pages behind that only a rollback frees.
///
/// Threads: one.
public interface Load extends AutoCloseable {
    /// Adds an entry.
    ///
    /// @param key greater than the last one
    void add(Bytes key, Bytes value);

    /// All entries were added.
    void end();

    @Override
    void close();
}
