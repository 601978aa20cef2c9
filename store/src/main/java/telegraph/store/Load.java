package telegraph.store;

/// Fills a container that its transaction has made, with entries in the order of their keys:
/// several times as fast as inserting them, since whole pages are written and logged.
///
/// Until it has ended nobody may read the container or change it. One that is not ended leaves it
/// in a state of which only the end of the transaction is left: a rollback.
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
