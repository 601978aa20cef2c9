package telegraph.tables.access;

import telegraph.store.ReadMode;
import telegraph.store.Transaction;

/// A way to rows of a table.
///
/// Threads: any; each read is by one.
interface RowPath {
    /// What EXPLAIN calls it.
    String name();

    /// Reads them, until that is enough.
    void read(Transaction transaction, ReadMode reading, StoredRows out)
            throws InterruptedException;
}
