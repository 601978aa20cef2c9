package telegraph.jdbc;

import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.ground.TelegraphException;
import telegraph.jdbc.value.LabelledColumns;
import telegraph.jdbc.value.PointCells;
import telegraph.sql.Prepared;

/// A statement with parameters.
///
/// One about a row of a known key is carried out on the caller's thread, and its result is the same
/// object each time, so that nothing is made but what the caller reads.
///
/// Threads: one at a time; any may cancel.
final class JdbcPreparedStatement extends ParametersByType implements PreparedStatement {
    private final Prepared prepared;
    private final GeneratedKeys keys;
    private final String text;
    private final boolean asks;
    private final List<Object[]> batch = new ArrayList<>();
    private final Interruption interruption = new Interruption();
    private PointCells pointCells;
    private JdbcResultSet pointResult;

    JdbcPreparedStatement(JdbcConnection connection, String sql, GeneratedKeys keys) {
        super(connection);
        this.text = sql;
        this.asks = StatementWords.isQuery(sql);
        this.keys = keys;
        this.prepared = connection.session().prepare(sql);
    }

    @Override
    void set(int place, Object value) throws SQLException {
        checkOpen();
        try {
            prepared.set(place, value);
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    @Override
    void setWhole(int place, long value) throws SQLException {
        checkOpen();
        try {
            prepared.set(place, value);
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    /// Carries it out; whether there is a result.
    private boolean run() throws SQLException {
        if (keys.isAsked() || getQueryTimeout() > 0) {
            return run(filled(), keys);
        }
        begin();
        boolean inBlock = owner().beginsPoint();
        if (!carriedOut(inBlock)) {
            return run(filled(), keys);
        }
        if (!prepared.isQuery()) {
            changed(prepared.changed());
            return false;
        }
        if (pointCells == null || pointCells.row() != prepared.row()) {
            pointCells = new PointCells(prepared.row());
            pointResult = new JdbcResultSet(this, LabelledColumns.of(prepared.row().columns()));
        }
        pointCells.open(prepared.hasRow());
        resulted(pointResult.open(pointCells, 0));
        return true;
    }

    private boolean carriedOut(boolean inBlock) throws SQLException {
        interruption.enter();
        try {
            return prepared.carryOut(inBlock);
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        } finally {
            interruption.leave();
        }
    }

    @Override
    public void cancel() throws SQLException {
        super.cancel();
        interruption.interrupt();
    }

    private String filled() throws SQLException {
        try {
            return prepared.statement();
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        if (!asks) {
            demandResult(run(filled(), keys));
        } else {
            demandResult(run());
        }
        return result();
    }

    @Override
    public int executeUpdate() throws SQLException {
        return narrow(executeLargeUpdate());
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        return demandCount(run());
    }

    @Override
    public boolean execute() throws SQLException {
        return run();
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        prepared.clear();
    }

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        try {
            batch.add(prepared.values());
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    @Override
    public void clearBatch() throws SQLException {
        super.clearBatch();
        batch.clear();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        if (batch.isEmpty()) {
            return super.executeLargeBatch();
        }
        List<Object[]> all = List.copyOf(batch);
        batch.clear();
        gatherKeys(keys.isAsked());
        try {
            return carriedOut(all);
        } finally {
            gatherKeys(false);
        }
    }

    private long[] carriedOut(List<Object[]> all) throws SQLException {
        long[] counts = new long[all.size()];
        for (int i = 0; i < counts.length; i++) {
            try {
                Object[] values = all.get(i);
                for (int place = 1; place <= values.length; place++) {
                    prepared.set(place, values[place - 1]);
                }
                counts[i] = executeLargeUpdate();
            } catch (SQLException e) {
                throw batchFailure(e, Arrays.copyOf(counts, i));
            }
        }
        return counts;
    }

    /// The columns of the result, as far as they are known before parameters have values; null if
    /// there is none.
    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        String first = StatementWords.first(text);
        boolean rows = first.equals("select") || first.equals("with") || first.equals("values");
        if (!rows || !asks) {
            return null;
        }
        return new ResultShape(LabelledColumns.of(owner().described(prepared.shape())));
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new ParameterShape(prepared.parameters());
    }

    private static SQLException textGiven() {
        return JdbcFailures.call("a prepared statement has its text already: call it without one");
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        throw textGiven();
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        throw textGiven();
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        throw textGiven();
    }

    @Override
    public void addBatch(String sql) throws SQLException {
        throw textGiven();
    }
}
