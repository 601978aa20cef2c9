package telegraph.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/// A result that is read from its first row to its last, with columns by number or by label; moves
/// in any other direction are refused, and so are the kinds of value Telegraph does not have.
///
/// Threads: one at a time.
abstract class ForwardResultSet extends ReadOnlyResultSet {
    private static SQLException scrolling() {
        return JdbcRefusal.of("results are read forward, once. Ask again, or keep the rows");
    }

    private static SQLException kind(String method) {
        return JdbcRefusal.of("values are no objects of the database: method=" + method);
    }

    @Override
    public final int getType() {
        return TYPE_FORWARD_ONLY;
    }

    @Override
    public final int getFetchDirection() {
        return FETCH_FORWARD;
    }

    @Override
    public final void setFetchDirection(int direction) throws SQLException {
        if (direction != FETCH_FORWARD) {
            throw scrolling();
        }
    }

    @Override
    public boolean absolute(int column) throws SQLException {
        throw scrolling();
    }

    @Override
    public void afterLast() throws SQLException {
        throw scrolling();
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean first() throws SQLException {
        throw scrolling();
    }

    @Override
    public Array getArray(String label) throws SQLException {
        throw kind("getArray");
    }

    @Override
    public Array getArray(int column) throws SQLException {
        throw kind("getArray");
    }

    @Override
    public Blob getBlob(String label) throws SQLException {
        throw kind("getBlob");
    }

    @Override
    public Blob getBlob(int column) throws SQLException {
        throw kind("getBlob");
    }

    @Override
    public Clob getClob(String label) throws SQLException {
        throw kind("getClob");
    }

    @Override
    public Clob getClob(int column) throws SQLException {
        throw kind("getClob");
    }

    @Override
    public String getCursorName() throws SQLException {
        throw kind("getCursorName");
    }

    @Override
    public NClob getNClob(String label) throws SQLException {
        throw kind("getNClob");
    }

    @Override
    public NClob getNClob(int column) throws SQLException {
        throw kind("getNClob");
    }

    @Override
    public Object getObject(String label, Map<String, Class<?>> types) throws SQLException {
        throw kind("getObject");
    }

    @Override
    public Object getObject(int column, Map<String, Class<?>> types) throws SQLException {
        throw kind("getObject");
    }

    @Override
    public Ref getRef(String label) throws SQLException {
        throw kind("getRef");
    }

    @Override
    public Ref getRef(int column) throws SQLException {
        throw kind("getRef");
    }

    @Override
    public RowId getRowId(String label) throws SQLException {
        throw kind("getRowId");
    }

    @Override
    public RowId getRowId(int column) throws SQLException {
        throw kind("getRowId");
    }

    @Override
    public SQLXML getSQLXML(String label) throws SQLException {
        throw kind("getSQLXML");
    }

    @Override
    public SQLXML getSQLXML(int column) throws SQLException {
        throw kind("getSQLXML");
    }

    @Override
    public URL getURL(String label) throws SQLException {
        throw kind("getURL");
    }

    @Override
    public URL getURL(int column) throws SQLException {
        throw kind("getURL");
    }

    @Deprecated
    @Override
    public InputStream getUnicodeStream(String label) throws SQLException {
        throw kind("getUnicodeStream");
    }

    @Deprecated
    @Override
    public InputStream getUnicodeStream(int column) throws SQLException {
        throw kind("getUnicodeStream");
    }

    @Override
    public boolean last() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean previous() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean relative(int column) throws SQLException {
        throw scrolling();
    }

    @Override
    public InputStream getAsciiStream(String label) throws SQLException {
        return getAsciiStream(findColumn(label));
    }

    @Deprecated
    @Override
    public BigDecimal getBigDecimal(String label, int value) throws SQLException {
        return getBigDecimal(findColumn(label), value);
    }

    @Override
    public BigDecimal getBigDecimal(String label) throws SQLException {
        return getBigDecimal(findColumn(label));
    }

    @Override
    public InputStream getBinaryStream(String label) throws SQLException {
        return getBinaryStream(findColumn(label));
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        return getBoolean(findColumn(label));
    }

    @Override
    public byte getByte(String label) throws SQLException {
        return getByte(findColumn(label));
    }

    @Override
    public byte[] getBytes(String label) throws SQLException {
        return getBytes(findColumn(label));
    }

    @Override
    public Reader getCharacterStream(String label) throws SQLException {
        return getCharacterStream(findColumn(label));
    }

    @Override
    public Date getDate(String label, Calendar calendar) throws SQLException {
        return getDate(findColumn(label), calendar);
    }

    @Override
    public Date getDate(String label) throws SQLException {
        return getDate(findColumn(label));
    }

    @Override
    public double getDouble(String label) throws SQLException {
        return getDouble(findColumn(label));
    }

    @Override
    public float getFloat(String label) throws SQLException {
        return getFloat(findColumn(label));
    }

    @Override
    public int getInt(String label) throws SQLException {
        return getInt(findColumn(label));
    }

    @Override
    public long getLong(String label) throws SQLException {
        return getLong(findColumn(label));
    }

    @Override
    public Reader getNCharacterStream(String label) throws SQLException {
        return getNCharacterStream(findColumn(label));
    }

    @Override
    public String getNString(String label) throws SQLException {
        return getNString(findColumn(label));
    }

    @Override
    public <T> T getObject(String label, Class<T> type) throws SQLException {
        return getObject(findColumn(label), type);
    }

    @Override
    public Object getObject(String label) throws SQLException {
        return getObject(findColumn(label));
    }

    @Override
    public short getShort(String label) throws SQLException {
        return getShort(findColumn(label));
    }

    @Override
    public String getString(String label) throws SQLException {
        return getString(findColumn(label));
    }

    @Override
    public Time getTime(String label, Calendar calendar) throws SQLException {
        return getTime(findColumn(label), calendar);
    }

    @Override
    public Time getTime(String label) throws SQLException {
        return getTime(findColumn(label));
    }

    @Override
    public Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(label), calendar);
    }

    @Override
    public Timestamp getTimestamp(String label) throws SQLException {
        return getTimestamp(findColumn(label));
    }
}
