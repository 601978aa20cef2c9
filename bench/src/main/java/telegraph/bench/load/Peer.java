package telegraph.bench.load;

import java.sql.SQLException;

/// A store that holds FOO(a INTEGER PRIMARY KEY, b CHAR(96)), in a directory of its own.
///
/// Threads: any; each client one at a time.
interface Peer extends AutoCloseable {
    /// What a commit waits for, in the peer's own words.
    String commits();

    /// Makes the table with rows 0 to `rows - 1`.
    void load(int rows) throws Exception;

    /// A connection, or what the peer has in its place.
    Client client() throws Exception;

    /// What the peer itself counts, if it does.
    default Counts counts() {
        return Counts.NONE;
    }

    @Override
    void close() throws SQLException;

    /// Runs transactions of one statement each; each method returns what keeps the compiler from
    /// leaving out the work.
    interface Client extends AutoCloseable {
        long select(int a) throws Exception;

        long selectAll(int a) throws Exception;

        long update(int a, int version) throws Exception;

        long insert(int a) throws Exception;

        long delete(int a) throws Exception;

        @Override
        void close() throws SQLException;
    }

    /// Numbers that only grow.
    record Counts(long lockVisits, long lockWaits, long latchRetries, long syncs) {
        static final Counts NONE = new Counts(-1, -1, -1, -1);

        Counts since(Counts before) {
            return new Counts(
                    lockVisits - before.lockVisits,
                    lockWaits - before.lockWaits,
                    latchRetries - before.latchRetries,
                    syncs - before.syncs);
        }

        boolean areKnown() {
            return lockVisits >= 0;
        }
    }
}
