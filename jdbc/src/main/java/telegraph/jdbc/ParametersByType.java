package telegraph.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import telegraph.jdbc.value.JdbcConversions;
import telegraph.jdbc.value.JdbcMoments;
import telegraph.memory.Decimals;

/// The many ways to give a parameter a value, which all come down to one.
///
/// Threads: one at a time.
abstract class ParametersByType extends JdbcStatement implements PreparedStatement {
    ParametersByType(JdbcConnection connection) {
        super(connection);
    }

    /// Gives a value of a class that results have, or null.
    abstract void set(int place, Object value) throws SQLException;

    /// Gives a whole number.
    abstract void setWhole(int place, long value) throws SQLException;

    @Override
    public void setNull(int place, int type) throws SQLException {
        set(place, null);
    }

    @Override
    public void setNull(int place, int type, String typeName) throws SQLException {
        set(place, null);
    }

    @Override
    public void setBoolean(int place, boolean value) throws SQLException {
        set(place, value);
    }

    @Override
    public void setByte(int place, byte value) throws SQLException {
        setWhole(place, value);
    }

    @Override
    public void setShort(int place, short value) throws SQLException {
        setWhole(place, value);
    }

    @Override
    public void setInt(int place, int value) throws SQLException {
        setWhole(place, value);
    }

    @Override
    public void setLong(int place, long value) throws SQLException {
        setWhole(place, value);
    }

    /// A float is given as the decimal number it shows, since it is no double.
    @Override
    public void setFloat(int place, float value) throws SQLException {
        set(place, Double.valueOf(Float.toString(value)));
    }

    @Override
    public void setDouble(int place, double value) throws SQLException {
        set(place, value);
    }

    @Override
    public void setBigDecimal(int place, BigDecimal value) throws SQLException {
        set(place, value);
    }

    @Override
    public void setString(int place, String value) throws SQLException {
        set(place, value);
    }

    @Override
    public void setNString(int place, String value) throws SQLException {
        set(place, value);
    }

    @Override
    public void setBytes(int place, byte[] value) throws SQLException {
        set(place, value == null ? null : value.clone());
    }

    @Override
    public void setDate(int place, Date value) throws SQLException {
        setDate(place, value, null);
    }

    @Override
    public void setDate(int place, Date value, Calendar calendar) throws SQLException {
        set(place, value == null ? null : JdbcMoments.of(value, calendar));
    }

    @Override
    public void setTime(int place, Time value) throws SQLException {
        setTime(place, value, null);
    }

    @Override
    public void setTime(int place, Time value, Calendar calendar) throws SQLException {
        set(place, value == null ? null : JdbcMoments.of(value, calendar));
    }

    @Override
    public void setTimestamp(int place, Timestamp value) throws SQLException {
        setTimestamp(place, value, null);
    }

    @Override
    public void setTimestamp(int place, Timestamp value, Calendar calendar) throws SQLException {
        set(place, value == null ? null : JdbcMoments.of(value, calendar));
    }

    /// An object of any class that a value can be read as.
    @Override
    public void setObject(int place, Object value) throws SQLException {
        switch (value) {
            case Long number -> setWhole(place, number);
            case Integer number -> setWhole(place, number);
            case Short number -> setWhole(place, number);
            case Byte number -> setWhole(place, number);
            case Float number -> setFloat(place, number);
            case BigInteger number -> set(place, new BigDecimal(number));
            case Date date -> setDate(place, date);
            case Time time -> setTime(place, time);
            case Timestamp at -> setTimestamp(place, at);
            case java.util.Date at -> setTimestamp(place, new Timestamp(at.getTime()));
            case Calendar at -> set(place, at.toInstant());
            case OffsetDateTime at -> set(place, at.toInstant());
            case ZonedDateTime at -> set(place, at.toInstant());
            case byte[] bytes -> setBytes(place, bytes);
            case Array _ -> throw arrays();
            case Object[] _ -> throw arrays();
            case null, default -> set(place, value);
        }
    }

    private static SQLException arrays() {
        return JdbcRefusal.of("arrays cannot be parameters. Write IN (?, ?, …)");
    }

    @Override
    public void setObject(int place, Object value, int type) throws SQLException {
        if (value == null) {
            set(place, null);
            return;
        }
        switch (type) {
            case Types.BOOLEAN, Types.BIT -> set(place, JdbcConversions.flag(value));
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                    setWhole(place, JdbcConversions.whole(value, Long.MIN_VALUE, Long.MAX_VALUE));
            case Types.DOUBLE, Types.FLOAT, Types.REAL -> set(place, JdbcConversions.real(value));
            case Types.NUMERIC, Types.DECIMAL ->
                    set(place, Decimals.isNaN(value) ? value : JdbcConversions.decimal(value));
            case Types.VARCHAR, Types.CHAR, Types.LONGVARCHAR, Types.NVARCHAR, Types.NCHAR ->
                    set(place, value instanceof byte[] ? value : JdbcConversions.text(value));
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
                    setMoment(place, value, type);
            case Types.ARRAY -> throw arrays();
            default -> setObject(place, value);
        }
    }

    private void setMoment(int place, Object value, int type) throws SQLException {
        Object moment =
                switch (value) {
                    case Date date -> date.toLocalDate();
                    case Time time -> JdbcMoments.of(time, null);
                    case Timestamp at -> at.toLocalDateTime();
                    case java.util.Date at -> at.toInstant();
                    case OffsetDateTime at -> at.toInstant();
                    case ZonedDateTime at -> at.toInstant();
                    case LocalDate _, LocalTime _, LocalDateTime _, Instant _, String _ -> value;
                    default -> throw JdbcConversions.wrong(value, "a date or time");
                };
        set(
                place,
                switch (type) {
                    case Types.DATE -> JdbcMoments.date(moment, JdbcMoments.zone(null));
                    case Types.TIME -> JdbcMoments.time(moment, JdbcMoments.zone(null));
                    case Types.TIMESTAMP -> JdbcMoments.local(moment, JdbcMoments.zone(null));
                    default -> JdbcMoments.instant(moment, JdbcMoments.zone(null));
                });
    }

    @Override
    public void setObject(int place, Object value, int type, int scale) throws SQLException {
        boolean decimal = type == Types.NUMERIC || type == Types.DECIMAL;
        if (value != null && decimal && !Decimals.isNaN(value)) {
            set(
                    place,
                    JdbcConversions.decimal(value).setScale(scale, java.math.RoundingMode.HALF_UP));
        } else {
            setObject(place, value, type);
        }
    }

    @Override
    public void setObject(int place, Object value, SQLType type) throws SQLException {
        setObject(place, value, type.getVendorTypeNumber());
    }

    @Override
    public void setObject(int place, Object value, SQLType type, int scale) throws SQLException {
        setObject(place, value, type.getVendorTypeNumber(), scale);
    }

    @Override
    public void setCharacterStream(int place, Reader value) throws SQLException {
        set(place, value == null ? null : read(value, Long.MAX_VALUE));
    }

    @Override
    public void setCharacterStream(int place, Reader value, int length) throws SQLException {
        set(place, value == null ? null : read(value, length));
    }

    @Override
    public void setCharacterStream(int place, Reader value, long length) throws SQLException {
        set(place, value == null ? null : read(value, length));
    }

    @Override
    public void setNCharacterStream(int place, Reader value) throws SQLException {
        setCharacterStream(place, value);
    }

    @Override
    public void setNCharacterStream(int place, Reader value, long length) throws SQLException {
        setCharacterStream(place, value, length);
    }

    @Override
    public void setClob(int place, Reader value) throws SQLException {
        setCharacterStream(place, value);
    }

    @Override
    public void setClob(int place, Reader value, long length) throws SQLException {
        setCharacterStream(place, value, length);
    }

    @Override
    public void setNClob(int place, Reader value) throws SQLException {
        setCharacterStream(place, value);
    }

    @Override
    public void setNClob(int place, Reader value, long length) throws SQLException {
        setCharacterStream(place, value, length);
    }

    @Override
    public void setBinaryStream(int place, InputStream value) throws SQLException {
        set(place, value == null ? null : read(value, Long.MAX_VALUE));
    }

    @Override
    public void setBinaryStream(int place, InputStream value, int length) throws SQLException {
        set(place, value == null ? null : read(value, length));
    }

    @Override
    public void setBinaryStream(int place, InputStream value, long length) throws SQLException {
        set(place, value == null ? null : read(value, length));
    }

    @Override
    public void setBlob(int place, InputStream value) throws SQLException {
        setBinaryStream(place, value);
    }

    @Override
    public void setBlob(int place, InputStream value, long length) throws SQLException {
        setBinaryStream(place, value, length);
    }

    @Override
    public void setAsciiStream(int place, InputStream value) throws SQLException {
        setAsciiStream(place, value, Long.MAX_VALUE);
    }

    @Override
    public void setAsciiStream(int place, InputStream value, int length) throws SQLException {
        setAsciiStream(place, value, (long) length);
    }

    @Override
    public void setAsciiStream(int place, InputStream value, long length) throws SQLException {
        set(
                place,
                value == null ? null : new String(read(value, length), StandardCharsets.US_ASCII));
    }

    @Deprecated
    @Override
    public void setUnicodeStream(int place, InputStream value, int length) throws SQLException {
        set(place, value == null ? null : new String(read(value, length), StandardCharsets.UTF_8));
    }

    private static String read(Reader reader, long length) throws SQLException {
        StringWriter text = new StringWriter();
        char[] buffer = new char[8_192];
        long left = length;
        try {
            while (left > 0) {
                int count = reader.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (count < 0) {
                    break;
                }
                text.write(buffer, 0, count);
                left -= count;
            }
            return text.toString();
        } catch (IOException e) {
            throw new SQLException("a parameter's stream cannot be read: " + e.getMessage(), e);
        }
    }

    private static byte[] read(InputStream stream, long length) throws SQLException {
        try {
            return length >= Integer.MAX_VALUE
                    ? stream.readAllBytes()
                    : stream.readNBytes((int) length);
        } catch (IOException e) {
            throw new SQLException("a parameter's stream cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void setURL(int place, URL value) throws SQLException {
        set(place, value == null ? null : value.toString());
    }

    @Override
    public void setArray(int place, Array value) throws SQLException {
        throw arrays();
    }

    @Override
    public void setRef(int place, Ref value) throws SQLException {
        throw objects("Ref");
    }

    @Override
    public void setBlob(int place, Blob value) throws SQLException {
        throw objects("Blob");
    }

    @Override
    public void setClob(int place, Clob value) throws SQLException {
        throw objects("Clob");
    }

    @Override
    public void setNClob(int place, NClob value) throws SQLException {
        throw objects("NClob");
    }

    @Override
    public void setRowId(int place, RowId value) throws SQLException {
        throw objects("RowId");
    }

    @Override
    public void setSQLXML(int place, SQLXML value) throws SQLException {
        throw objects("SQLXML");
    }

    private static SQLException objects(String what) {
        return JdbcRefusal.of("parameters are plain values: class=" + what);
    }
}
