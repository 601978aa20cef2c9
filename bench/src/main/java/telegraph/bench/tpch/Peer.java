package telegraph.bench.tpch;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/// One that answers SQL over the tables of TPC-H.
///
/// Threads: one.
interface Peer extends AutoCloseable {
    /// Makes the tables known, or loads them if that is how it works.
    void open(TpchTables data, TpchTables.Format format) throws Exception;

    /// The whole answer.
    ///
    /// @throws TooLong if it takes more than so many seconds
    List<Object[]> ask(String sql, int seconds) throws Exception;

    @Override
    void close() throws IOException, SQLException;

    /// An answer took longer than anybody waits.
    final class TooLong extends Exception {
        private static final long serialVersionUID = 1L;

        TooLong(Throwable cause) {
            super("an answer takes too long", cause);
        }
    }
}
