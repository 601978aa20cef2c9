package telegraph.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import telegraph.jdbc.value.ColumnType;
import telegraph.jdbc.value.LabelledColumns;

/// What the columns of a result are.
///
/// Threads: any; immutable.
final class ResultShape implements ResultSetMetaData, DriverObject {
    private final LabelledColumns shape;

    ResultShape(LabelledColumns shape) {
        this.shape = shape;
    }

    private ColumnType type(int column) throws SQLException {
        return shape.type(index(column));
    }

    private int index(int column) throws SQLException {
        if (column < 1 || column > shape.size()) {
            throw new SQLException(
                    "columns count from 1: column=" + column + " columns=" + shape.size(), "42703");
        }
        return column - 1;
    }

    @Override
    public int getColumnCount() {
        return shape.size();
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return shape.name(index(column));
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return getColumnLabel(column);
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return type(column).code();
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return type(column).name();
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return type(column).valueClass().getName();
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return type(column).displaySize();
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return type(column).precision();
    }

    @Override
    public int getScale(int column) throws SQLException {
        return type(column).scale();
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return type(column).isNumber();
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return type(column).isText();
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        index(column);
        return false;
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        index(column);
        return true;
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        index(column);
        return false;
    }

    @Override
    public int isNullable(int column) throws SQLException {
        index(column);
        return columnNullableUnknown;
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        index(column);
        return true;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        index(column);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        index(column);
        return false;
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        index(column);
        return "";
    }

    @Override
    public String getTableName(int column) throws SQLException {
        index(column);
        return "";
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        index(column);
        return "";
    }
}
