package telegraph.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import telegraph.ground.TelegraphException;
import telegraph.jdbc.value.JdbcConversions;
import telegraph.jdbc.value.JdbcMoments;
import telegraph.jdbc.value.LabelledColumns;
import telegraph.jdbc.value.ResultCells;
import telegraph.jdbc.value.ValueObjects;

/// The rows of a query, read forward.
///
/// Values are read where they lie, by the type asked for; nothing is made of a value nobody reads.
///
/// Threads: one at a time, but for closing.
final class JdbcResultSet extends ForwardResultSet {
    private final JdbcStatement statement;
    private final LabelledColumns shape;
    private ResultCells cells;
    private long rowsMax;
    private long row;
    private boolean onRow;
    private boolean closed;
    private boolean wasNull;
    private int fetchSize;
    private Map<String, Integer> labels;

    /// @param statement that made it, or null
    JdbcResultSet(JdbcStatement statement, LabelledColumns shape) {
        this.statement = statement;
        this.shape = shape;
    }

    /// Shows rows from the first on; may be called again, with other rows of the same shape.
    ///
    /// @param most the most rows to show, or 0
    JdbcResultSet open(ResultCells rows, long most) {
        cells = rows;
        rowsMax = most;
        row = 0;
        onRow = false;
        closed = false;
        return this;
    }

    @Override
    public boolean next() throws SQLException {
        checkOpen();
        if (rowsMax > 0 && row >= rowsMax) {
            onRow = false;
        } else {
            try {
                onRow = cells.next();
            } catch (TelegraphException e) {
                throw JdbcFailures.of(e);
            }
        }
        if (onRow) {
            row++;
        } else {
            ended();
        }
        return onRow;
    }

    private void ended() throws SQLException {
        cells.close();
        if (statement != null) {
            statement.resultEnded();
        }
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            onRow = false;
            cells.close();
            if (statement != null) {
                statement.resultClosed(this);
            }
        }
    }

    /// Closes it without telling the statement, which knows.
    void closeRows() {
        if (!closed) {
            closed = true;
            onRow = false;
            cells.close();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw JdbcFailures.closed("the result");
        }
    }

    /// Notes whether the value is NULL, which it returns.
    private boolean isNull(int column) throws SQLException {
        if (!onRow) {
            throw where();
        }
        if (column < 1 || column > shape.size()) {
            throw new SQLException(
                    "columns count from 1: column=" + column + " columns=" + shape.size(), "42703");
        }
        wasNull = cells.isNull(column - 1);
        return wasNull;
    }

    private SQLException where() {
        return closed
                ? JdbcFailures.closed("the result")
                : JdbcFailures.call(
                        row == 0
                                ? "next() comes before the first value"
                                : "the last row of the result has been read");
    }

    private Object value(int column) throws SQLException {
        return isNull(column) ? null : cells.valueAt(column - 1);
    }

    private long whole(int column, long low, long high) throws SQLException {
        if (isNull(column)) {
            return 0;
        }
        return shape.isWhole(column - 1)
                ? JdbcConversions.within(cells.wholeAt(column - 1), low, high)
                : JdbcConversions.whole(cells.valueAt(column - 1), low, high);
    }

    @Override
    public boolean wasNull() {
        return wasNull;
    }

    @Override
    public String getString(int column) throws SQLException {
        Object value = value(column);
        return value == null ? null : JdbcConversions.text(value);
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        Object value = value(column);
        return value != null && JdbcConversions.flag(value);
    }

    @Override
    public byte getByte(int column) throws SQLException {
        return (byte) whole(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    @Override
    public short getShort(int column) throws SQLException {
        return (short) whole(column, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    @Override
    public int getInt(int column) throws SQLException {
        return (int) whole(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public long getLong(int column) throws SQLException {
        return whole(column, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public float getFloat(int column) throws SQLException {
        return (float) getDouble(column);
    }

    @Override
    public double getDouble(int column) throws SQLException {
        Object value = value(column);
        return value == null ? 0 : JdbcConversions.real(value);
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        Object value = value(column);
        return value == null ? null : JdbcConversions.decimal(value);
    }

    @Deprecated
    @Override
    public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(column);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    public byte[] getBytes(int column) throws SQLException {
        Object value = value(column);
        return value == null ? null : JdbcConversions.bytes(value);
    }

    @Override
    public Date getDate(int column) throws SQLException {
        return getDate(column, null);
    }

    @Override
    public Date getDate(int column, Calendar calendar) throws SQLException {
        Object value = value(column);
        return value == null
                ? null
                : JdbcMoments.sqlDate(
                        JdbcMoments.date(value, JdbcMoments.zone(calendar)), calendar);
    }

    @Override
    public Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    @Override
    public Time getTime(int column, Calendar calendar) throws SQLException {
        Object value = value(column);
        return value == null
                ? null
                : JdbcMoments.sqlTime(
                        JdbcMoments.time(value, JdbcMoments.zone(calendar)), calendar);
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        return getTimestamp(column, null);
    }

    @Override
    public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        Object value = value(column);
        return value == null ? null : JdbcMoments.sqlTimestamp(value, calendar);
    }

    @Override
    public Object getObject(int column) throws SQLException {
        Object value = value(column);
        return value == null ? null : ValueObjects.of(value, shape.type(column - 1));
    }

    @Override
    public <T> T getObject(int column, Class<T> type) throws SQLException {
        if (type == null) {
            throw JdbcFailures.call("a class must be given to read a value as one of it");
        }
        Object value = value(column);
        return value == null
                ? null
                : type.cast(ValueObjects.as(value, type, shape.type(column - 1)));
    }

    @Override
    public <T> T getObject(String label, Class<T> type) throws SQLException {
        return getObject(findColumn(label), type);
    }

    @Override
    public InputStream getAsciiStream(int column) throws SQLException {
        String text = getString(column);
        return text == null
                ? null
                : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public InputStream getBinaryStream(int column) throws SQLException {
        byte[] bytes = getBytes(column);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    @Override
    public Reader getCharacterStream(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new StringReader(text);
    }

    @Override
    public Reader getNCharacterStream(int column) throws SQLException {
        return getCharacterStream(column);
    }

    @Override
    public String getNString(int column) throws SQLException {
        return getString(column);
    }

    /// The first column of that label, or else the first if case does not count.
    @Override
    public int findColumn(String label) throws SQLException {
        checkOpen();
        if (labels == null) {
            labels = labels();
        }
        Integer column = labels.get(label);
        if (column == null && label != null) {
            column = labels.get(label.toLowerCase(Locale.ROOT));
        }
        if (column == null) {
            throw new SQLException("unknown column of the result: label=" + label, "42703");
        }
        return column;
    }

    private Map<String, Integer> labels() {
        Map<String, Integer> places = new HashMap<>();
        for (int c = 0; c < shape.size(); c++) {
            places.putIfAbsent(shape.name(c), c + 1);
        }
        for (int c = 0; c < shape.size(); c++) {
            places.putIfAbsent(shape.name(c).toLowerCase(Locale.ROOT), c + 1);
        }
        return places;
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return new ResultShape(shape);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        return row == 0 && !onRow;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return row > 0 && !onRow;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return row == 1 && onRow;
    }

    @Override
    public boolean isLast() throws SQLException {
        throw JdbcRefusal.of("whether a row is the last is known when next() says so");
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return onRow ? (int) row : 0;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        if (rows < 0) {
            throw JdbcFailures.call("a fetch size is not negative: rows=" + rows);
        }
        fetchSize = rows;
    }

    @Override
    public int getFetchSize() {
        return fetchSize;
    }

    @Override
    public Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    public int getHoldability() {
        return CLOSE_CURSORS_AT_COMMIT;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }
}
