package telegraph.bench.growth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntFunction;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/// A server that speaks PostgreSQL's protocol: ours, or PostgreSQL.
///
/// Threads: one.
public final class Server implements AutoCloseable {
    private static final int FETCH_ROWS = 10_000;

    private final String url;
    private final boolean ours;
    private final Connection connection;
    private final Statement statement;

    public Server(String url, boolean ours) throws SQLException {
        this.url = url;
        this.ours = ours;
        this.connection = DriverManager.getConnection(url);
        this.statement = connection.createStatement();
        // Each is another; none is to be remembered.
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }

    boolean isOurs() {
        return ours;
    }

    Connection connection() {
        return connection;
    }

    Connection another() throws SQLException {
        return DriverManager.getConnection(url);
    }

    void execute(String sql) throws SQLException {
        statement.execute(sql);
    }

    /// Reads all rows of a query; how many there were.
    public long ask(String sql) throws SQLException {
        connection.setAutoCommit(false); // or the driver keeps all rows
        try (Statement asking = connection.createStatement()) {
            asking.setFetchSize(FETCH_ROWS);
            long rows = 0;
            try (ResultSet result = asking.executeQuery(sql)) {
                while (result.next()) {
                    result.getString(1);
                    rows++;
                }
            }
            connection.commit();
            return rows;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /// Copies rows to a table.
    ///
    /// @param line of a number, in the form of COPY, with its end
    void copy(String table, int rows, IntFunction<String> line) throws SQLException {
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + table + " FROM STDIN", new Lines(rows, line));
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /// Lines that are made as they are read.
    private static final class Lines extends InputStream {
        private static final int LINES_AT_ONCE = 1_000;

        private final int rows;
        private final IntFunction<String> line;
        private byte[] ready = {};
        private int at;
        private int next;

        Lines(int rows, IntFunction<String> line) {
            this.rows = rows;
            this.line = line;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            if (at == ready.length) {
                if (next == rows) {
                    return -1;
                }
                StringBuilder more = new StringBuilder();
                for (int end = Math.min(rows, next + LINES_AT_ONCE); next < end; next++) {
                    more.append(line.apply(next));
                }
                ready = more.toString().getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            int count = Math.min(length, ready.length - at);
            System.arraycopy(ready, at, to, offset, count);
            at += count;
            return count;
        }
    }
}
