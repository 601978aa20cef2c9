package telegraph.jdbc;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.jdbc.value.KeptCells;
import telegraph.jdbc.value.LabelledColumns;
import telegraph.jdbc.value.ResultCells;
import telegraph.jdbc.value.StreamedCells;
import telegraph.sql.ResultColumn;

/// Carries out statements on a connection, one after another.
///
/// Rows of a query are read while they come. A statement that changes something is done before it
/// returns, also when it returns rows. Carrying out the next one closes the result before.
///
/// Threads: one at a time; any may cancel.
class JdbcStatement implements Statement, DriverObject {
    private static final int NO_COUNT = -1;

    private final JdbcConnection connection;
    private final List<String> batch = new ArrayList<>();
    private boolean closed;
    private boolean closeOnCompletion;
    private boolean poolable;
    private long rowsMax;
    private int fetchSize;
    private int timeoutSeconds;
    private SQLWarning warnings;
    private volatile JdbcAnswer running;
    private JdbcResultSet result;
    private JdbcResultSet keys;

    /// The keys that the statements of a batch gave back so far; null if none is carried out.
    private List<Object[]> keysOfBatch;

    private long updateCount = NO_COUNT;

    JdbcStatement(JdbcConnection connection) {
        this.connection = connection;
    }

    /// Carries out a statement in the general way.
    ///
    /// @param wanted the keys to give back of rows it adds
    /// @return whether there is a result
    final boolean run(String sql, GeneratedKeys wanted) throws SQLException {
        begin();
        boolean changes = !StatementWords.isQuery(sql);
        JdbcAnswer answer = connection.start(wanted.asked(sql), timeoutSeconds);
        running = answer;
        boolean streams = false;
        try {
            List<ResultColumn> columns = answer.columns();
            if (columns == null) {
                done(answer);
                return false;
            }
            streams = !changes;
            ResultCells cells = new StreamedCells(answer);
            if (changes) {
                cells = kept(answer);
            }
            JdbcResultSet rows = new JdbcResultSet(this, LabelledColumns.of(columns));
            rows.open(cells, changes ? 0 : rowsMax);
            if (changes && wanted.isAsked()) {
                keys = rows;
                return false;
            }
            result = rows;
            if (streams) {
                connection.opened((StreamedCells) cells);
            }
            return true;
        } finally {
            if (!streams) {
                running = null;
                answer.close();
            }
            warn(answer.warning());
        }
    }

    private ResultCells kept(JdbcAnswer answer) throws SQLException {
        List<Object[]> rows = answer.rest();
        done(answer);
        if (keysOfBatch != null) {
            keysOfBatch.addAll(rows);
            rows = keysOfBatch;
        }
        return new KeptCells(rows);
    }

    /// From now on keys are those of all statements together, or again those of the last one.
    final void gatherKeys(boolean together) {
        keysOfBatch = together ? new ArrayList<>() : null;
    }

    private void done(JdbcAnswer answer) {
        updateCount = StatementWords.count(answer.end());
    }

    /// Forgets what the statement before left.
    final void begin() throws SQLException {
        checkOpen();
        warnings = null;
        updateCount = NO_COUNT;
        closeResults();
    }

    /// Notes how many rows a statement that has no result changed.
    final void changed(long count) {
        updateCount = count;
    }

    /// Notes the result of a statement.
    final void resulted(JdbcResultSet rows) {
        result = rows;
    }

    private void closeResults() throws SQLException {
        if (result != null) {
            JdbcResultSet open = result;
            result = null;
            open.closeRows();
        }
        if (keys != null) {
            keys.closeRows();
            keys = null;
        }
        running = null;
    }

    private void warn(SQLWarning warning) {
        if (warning == null) {
            return;
        }
        if (warnings == null) {
            warnings = warning;
        } else {
            warnings.setNextWarning(warning);
        }
    }

    /// Notes something the user should know.
    final void warn(String text) {
        warn(new SQLWarning(text));
    }

    /// The last row of a result was read.
    void resultEnded() {
        if (running != null) {
            warn(running.warning());
            running = null;
        }
    }

    /// The user closed a result.
    void resultClosed(JdbcResultSet gone) throws SQLException {
        running = null;
        if (closeOnCompletion && gone == result) {
            close();
        }
    }

    final JdbcConnection owner() {
        return connection;
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw JdbcFailures.closed("the statement");
        }
        connection.checkOpen();
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        demandResult(run(sql, GeneratedKeys.NONE));
        return result;
    }

    final void demandResult(boolean hasResult) throws SQLException {
        if (!hasResult) {
            throw JdbcFailures.call("executeQuery is for statements with a result. Use execute");
        }
    }

    /// The result of the statement carried out last.
    final JdbcResultSet result() {
        return result;
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        return narrow(update(sql, GeneratedKeys.NONE));
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return narrow(update(sql, GeneratedKeys.of(autoGeneratedKeys)));
    }

    @Override
    public int executeUpdate(String sql, int[] columns) throws SQLException {
        return narrow(update(sql, GeneratedKeys.of(columns)));
    }

    @Override
    public int executeUpdate(String sql, String[] columns) throws SQLException {
        return narrow(update(sql, GeneratedKeys.of(columns)));
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        return update(sql, GeneratedKeys.NONE);
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return update(sql, GeneratedKeys.of(autoGeneratedKeys));
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columns) throws SQLException {
        return update(sql, GeneratedKeys.of(columns));
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columns) throws SQLException {
        return update(sql, GeneratedKeys.of(columns));
    }

    private long update(String sql, GeneratedKeys wanted) throws SQLException {
        return demandCount(run(sql, wanted));
    }

    final long demandCount(boolean hasResult) throws SQLException {
        if (hasResult) {
            closeResults();
            throw JdbcFailures.call(
                    "executeUpdate is for statements without a result. Use execute");
        }
        return Math.max(0, updateCount);
    }

    static int narrow(long count) {
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        return run(sql, GeneratedKeys.NONE);
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        return run(sql, GeneratedKeys.of(autoGeneratedKeys));
    }

    @Override
    public boolean execute(String sql, int[] columns) throws SQLException {
        return run(sql, GeneratedKeys.of(columns));
    }

    @Override
    public boolean execute(String sql, String[] columns) throws SQLException {
        return run(sql, GeneratedKeys.of(columns));
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        checkOpen();
        return result;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        return (int) Math.min(getLargeUpdateCount(), Integer.MAX_VALUE);
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        checkOpen();
        return result == null ? updateCount : NO_COUNT;
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current != CLOSE_CURRENT_RESULT) {
            throw JdbcRefusal.of("a statement has one result open at a time");
        }
        closeResults();
        updateCount = NO_COUNT;
        return false;
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        return keys == null
                ? new JdbcResultSet(this, LabelledColumns.of(List.of()))
                        .open(new KeptCells(List.of()), 0)
                : keys;
    }

    @Override
    public void addBatch(String sql) throws SQLException {
        checkOpen();
        batch.add(sql);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    @Override
    public int[] executeBatch() throws SQLException {
        return Arrays.stream(executeLargeBatch()).mapToInt(JdbcStatement::narrow).toArray();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<String> statements = List.copyOf(batch);
        batch.clear();
        long[] counts = new long[statements.size()];
        for (int i = 0; i < counts.length; i++) {
            try {
                counts[i] = update(statements.get(i), GeneratedKeys.NONE);
            } catch (SQLException e) {
                throw batchFailure(e, Arrays.copyOf(counts, i));
            }
        }
        return counts;
    }

    /// What a batch fails with: the counts of the statements before the one that failed.
    static BatchUpdateException batchFailure(SQLException e, long[] counts) {
        return new BatchUpdateException(
                "statement " + (counts.length + 1) + " of the batch failed: " + e.getMessage(),
                e.getSQLState(),
                e.getErrorCode(),
                counts,
                e);
    }

    @Override
    public void cancel() throws SQLException {
        checkOpen();
        JdbcAnswer now = running;
        if (now != null) {
            now.cancel();
        }
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            closeResults();
            connection.closed(this);
        }
    }

    @Override
    public final boolean isClosed() {
        return closed;
    }

    @Override
    public final void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public final boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closeOnCompletion;
    }

    @Override
    public final int getMaxRows() {
        return narrow(rowsMax);
    }

    @Override
    public final void setMaxRows(int rows) throws SQLException {
        setLargeMaxRows(rows);
    }

    @Override
    public final long getLargeMaxRows() {
        return rowsMax;
    }

    @Override
    public final void setLargeMaxRows(long rows) throws SQLException {
        checkOpen();
        rowsMax = notNegative(rows, "the most rows");
    }

    @Override
    public final int getQueryTimeout() {
        return timeoutSeconds;
    }

    @Override
    public final void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        timeoutSeconds = (int) notNegative(seconds, "a timeout");
    }

    @Override
    public final int getFetchSize() {
        return fetchSize;
    }

    @Override
    public final void setFetchSize(int rows) throws SQLException {
        checkOpen();
        fetchSize = (int) notNegative(rows, "a fetch size");
    }

    private static long notNegative(long number, String what) throws SQLException {
        if (number < 0) {
            throw JdbcFailures.call(what + " is not negative: " + number);
        }
        return number;
    }

    @Override
    public final int getMaxFieldSize() {
        return 0;
    }

    @Override
    public final void setMaxFieldSize(int bytes) throws SQLException {
        if (bytes != 0) {
            throw JdbcRefusal.of("values are never cut short: bytes=" + bytes);
        }
    }

    @Override
    public final void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
    }

    @Override
    public final void setCursorName(String name) throws SQLException {
        throw JdbcRefusal.of("results have no names: name=" + name);
    }

    @Override
    public final SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings;
    }

    @Override
    public final void clearWarnings() throws SQLException {
        checkOpen();
        warnings = null;
    }

    @Override
    public final int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    @Override
    public final void setFetchDirection(int direction) throws SQLException {
        if (direction != ResultSet.FETCH_FORWARD) {
            throw JdbcRefusal.of("results are read forward");
        }
    }

    @Override
    public final int getResultSetConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public final int getResultSetType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public final int getResultSetHoldability() {
        return ResultSet.CLOSE_CURSORS_AT_COMMIT;
    }

    @Override
    public final Connection getConnection() throws SQLException {
        checkOpen();
        return connection;
    }

    @Override
    public final void setPoolable(boolean value) throws SQLException {
        checkOpen();
        poolable = value;
    }

    @Override
    public final boolean isPoolable() throws SQLException {
        checkOpen();
        return poolable;
    }
}
