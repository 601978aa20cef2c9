package telegraph.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import telegraph.ground.TelegraphException;
import telegraph.jdbc.value.StreamedCells;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;
import telegraph.sql.TransactionState;

/// A conversation with a sandbox through JDBC.
///
/// Without autocommit the first statement begins a transaction, and [#commit] or [#rollback] ends
/// it. Results that are open then are closed, and before the next statement of the transaction they
/// are read into memory, since a transaction does one thing at a time.
///
/// Threads: one at a time; any may close or abort.
final class JdbcConnection implements Connection, DriverObject {
    private final Sandboxes.Sandbox sandbox;
    private final Session session;
    private final String url;
    private final Set<JdbcStatement> statements = ConcurrentHashMap.newKeySet();
    private final List<StreamedCells> open = new ArrayList<>();
    private boolean autoCommit = true;
    private boolean readOnly;
    private int isolation = TRANSACTION_READ_COMMITTED;
    private int savepoints;
    private int networkTimeout;
    private volatile boolean closed;
    private SQLWarning warnings;

    JdbcConnection(Sandboxes.Sandbox sandbox, String url) {
        this.sandbox = sandbox;
        this.session = sandbox.session();
        this.url = url;
    }

    String url() {
        return url;
    }

    /// Bytes that queries of the sandbox hold now.
    long memoryUsed() {
        return sandbox.memoryUsed();
    }

    Session session() {
        return session;
    }

    void checkOpen() throws SQLException {
        if (closed) {
            throw JdbcFailures.closed("the connection");
        }
    }

    /// The columns of a result that DESCRIBE tells of: of a query, or of something with a name.
    List<ResultColumn> described(String what) throws SQLException {
        try (JdbcAnswer answer = start("DESCRIBE " + what, 0)) {
            return answer.rest().stream()
                    .map(row -> new ResultColumn((String) row[0], (String) row[1]))
                    .toList();
        }
    }

    /// Starts a statement in the transaction it belongs to.
    JdbcAnswer start(String sql, int timeoutSeconds) throws SQLException {
        checkOpen();
        keepOpenResults();
        beginUnlessBegun();
        return JdbcAnswer.start(session, sql, timeoutSeconds);
    }

    private void beginUnlessBegun() throws SQLException {
        if (!autoCommit && !isInTransaction()) {
            act(session::begin);
        }
    }

    private boolean isInTransaction() {
        return session.transactionState() != TransactionState.IDLE;
    }

    /// Does something on this thread that can fail.
    private static void act(Runnable action) throws SQLException {
        try {
            action.run();
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    /// Notes a result that comes while it is read.
    void opened(StreamedCells cells) {
        open.add(cells);
    }

    /// Makes way for a statement that is carried out on this thread; whether it is to begin a
    /// transaction if none is open.
    boolean beginsPoint() throws SQLException {
        if (!open.isEmpty()) {
            keepOpenResults();
        }
        return !autoCommit;
    }

    private void keepOpenResults() throws SQLException {
        if (isInTransaction()) {
            for (StreamedCells cells : open) {
                cells.keep();
            }
        }
        open.removeIf(StreamedCells::isEnded);
    }

    private static String words(int level) throws SQLException {
        return switch (level) {
            case TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
            case TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
            case TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
            case TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> throw JdbcRefusal.of("an isolation level is one of JDBC's: level=" + level);
        };
    }

    /// Carries out a statement that has no result.
    private void control(String sql) throws SQLException {
        try (JdbcAnswer answer = JdbcAnswer.start(session, sql, 0)) {
            answer.rest();
        }
    }

    @Override
    public void commit() throws SQLException {
        closeOpenResults();
        try {
            if (!session.commit()) {
                throw new SQLException(
                        "a statement of the transaction had failed, so it was rolled back",
                        "25P02");
            }
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    @Override
    public void rollback() throws SQLException {
        closeOpenResults();
        act(session::rollback);
    }

    private void closeOpenResults() throws SQLException {
        checkOpen();
        if (autoCommit) {
            throw JdbcFailures.call("with autocommit each statement is a transaction of its own");
        }
        for (StreamedCells cells : open) {
            cells.close();
        }
        open.clear();
    }

    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        checkOpen();
        if (on != autoCommit) {
            if (!autoCommit) {
                commit();
            }
            autoCommit = on;
        }
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        checkOpen();
        return autoCommit;
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return savepoint(new JdbcSavepoint(++savepoints, ""));
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        return savepoint(new JdbcSavepoint(0, name));
    }

    private Savepoint savepoint(JdbcSavepoint savepoint) throws SQLException {
        withSavepoints();
        beginUnlessBegun();
        act(() -> session.savepoint(savepoint.title()));
        return savepoint;
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        withSavepoints();
        JdbcSavepoint known = ours(savepoint);
        act(() -> session.rollbackTo(known.title()));
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        withSavepoints();
        JdbcSavepoint known = ours(savepoint);
        act(() -> session.release(known.title()));
    }

    private void withSavepoints() throws SQLException {
        checkOpen();
        if (autoCommit) {
            throw JdbcFailures.call("savepoints are for transactions, so autocommit must be off");
        }
        keepOpenResults();
    }

    private static JdbcSavepoint ours(Savepoint savepoint) throws SQLException {
        if (savepoint instanceof JdbcSavepoint known) {
            return known;
        }
        throw JdbcFailures.call("a savepoint is one that this connection made");
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        String words = words(level);
        between("the isolation level");
        control("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + words);
        isolation = level;
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        checkOpen();
        return isolation;
    }

    @Override
    public void setReadOnly(boolean only) throws SQLException {
        checkOpen();
        if (only != readOnly) {
            between("read only");
            control("SET SESSION CHARACTERISTICS AS TRANSACTION READ " + (only ? "ONLY" : "WRITE"));
            readOnly = only;
        }
    }

    private void between(String what) throws SQLException {
        if (isInTransaction()) {
            throw new SQLException(what + " changes between transactions, not in one", "25001");
        }
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        checkOpen();
        return readOnly;
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        SQLException failure = null;
        for (JdbcStatement statement : statements) {
            try {
                statement.close();
            } catch (SQLException e) {
                failure = e;
            }
        }
        try {
            session.close();
        } finally {
            sandbox.close();
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        if (executor == null) {
            throw JdbcFailures.call("abort needs an executor");
        }
        executor.execute(() -> {
            if (!closed) {
                closed = true;
                session.close();
                sandbox.close();
            }
        });
    }

    @Override
    public boolean isValid(int seconds) throws SQLException {
        if (seconds < 0) {
            throw JdbcFailures.call("a timeout is not negative: seconds=" + seconds);
        }
        return !closed;
    }

    <S extends JdbcStatement> S register(S statement) throws SQLException {
        checkOpen();
        statements.add(statement);
        return statement;
    }

    void closed(JdbcStatement statement) {
        statements.remove(statement);
    }

    @Override
    public Statement createStatement() throws SQLException {
        return register(new JdbcStatement(this));
    }

    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        return downgraded(createStatement(), type, concurrency);
    }

    @Override
    public Statement createStatement(int type, int concurrency, int holdability)
            throws SQLException {
        return createStatement(type, concurrency);
    }

    /// As JDBC has it: what a result cannot do it does not, and a warning says so.
    private <S extends Statement> S downgraded(S statement, int type, int concurrency)
            throws SQLException {
        if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
            SQLWarning warning =
                    new SQLWarning("results are read forward, once, and change nothing", "01000");
            if (warnings == null) {
                warnings = warning;
            } else {
                warnings.setNextWarning(warning);
            }
        }
        return statement;
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepare(sql, GeneratedKeys.NONE);
    }

    private JdbcPreparedStatement prepare(String sql, GeneratedKeys keys) throws SQLException {
        checkOpen();
        try {
            return register(new JdbcPreparedStatement(this, sql, keys));
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency)
            throws SQLException {
        return downgraded(prepareStatement(sql), type, concurrency);
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int type, int concurrency, int holdability) throws SQLException {
        return prepareStatement(sql, type, concurrency);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys)
            throws SQLException {
        return prepare(sql, GeneratedKeys.of(autoGeneratedKeys));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
        return prepare(sql, GeneratedKeys.of(columns));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
        return prepare(sql, GeneratedKeys.of(columns));
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        throw JdbcRefusal.of("there are no stored procedures");
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency)
            throws SQLException {
        return prepareCall(sql);
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return prepareCall(sql);
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        checkOpen();
        return sql;
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        return new SandboxListing(this);
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        warnings = null;
    }

    @Override
    public void setCatalog(String catalog) throws SQLException {
        checkOpen();
    }

    @Override
    public String getCatalog() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void setSchema(String schema) throws SQLException {
        checkOpen();
        if (!schema.equalsIgnoreCase("public")) {
            throw JdbcRefusal.of(
                    "names without a schema are of public. Write it before the name: schema="
                            + schema);
        }
    }

    @Override
    public String getSchema() throws SQLException {
        checkOpen();
        return "public";
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        checkOpen();
        if (holdability != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
            throw JdbcRefusal.of("results are closed at commit");
        }
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return ResultSet.CLOSE_CURSORS_AT_COMMIT;
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return Map.of();
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        if (!map.isEmpty()) {
            throw JdbcRefusal.of("there are no user-defined types");
        }
    }

    @Override
    public void setNetworkTimeout(Executor executor, int millis) throws SQLException {
        checkOpen();
        networkTimeout = millis;
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        checkOpen();
        return networkTimeout;
    }

    @Override
    public Clob createClob() throws SQLException {
        throw JdbcRefusal.of("texts of any length are strings. Use setString");
    }

    @Override
    public NClob createNClob() throws SQLException {
        throw JdbcRefusal.of("texts of any length are strings. Use setString");
    }

    @Override
    public Blob createBlob() throws SQLException {
        throw JdbcRefusal.of("bytes of any number are arrays of bytes. Use setBytes");
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        throw JdbcRefusal.of("XML is text. Use setString");
    }

    @Override
    public Array createArrayOf(String type, Object[] elements) throws SQLException {
        throw JdbcRefusal.of("arrays cannot be parameters: type=" + type);
    }

    @Override
    public Struct createStruct(String type, Object[] attributes) throws SQLException {
        throw JdbcRefusal.of("there are no structures: type=" + type);
    }

    @Override
    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        if (closed) {
            throw new SQLClientInfoException();
        }
        // Nobody asks who a client of the same process is.
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        setClientInfo("", "");
    }

    @Override
    public String getClientInfo(String name) throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        return new Properties();
    }
}
