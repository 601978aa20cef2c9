package telegraph.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import telegraph.jdbc.value.ColumnType;

/// What the parameters of a prepared statement are: of any type, so that text describes them.
///
/// Threads: any; immutable.
final class ParameterShape implements ParameterMetaData, DriverObject {
    private static final ColumnType ANY = ColumnType.of("text");

    private final int count;

    ParameterShape(int count) {
        this.count = count;
    }

    private ColumnType type(int place) throws SQLException {
        if (place < 1 || place > count) {
            throw new SQLException(
                    "parameters count from 1: parameter=" + place + " parameters=" + count,
                    "42P02");
        }
        return ANY;
    }

    @Override
    public int getParameterCount() {
        return count;
    }

    @Override
    public int getParameterType(int place) throws SQLException {
        return type(place).code();
    }

    @Override
    public String getParameterTypeName(int place) throws SQLException {
        return type(place).name();
    }

    @Override
    public String getParameterClassName(int place) throws SQLException {
        return type(place).valueClass().getName();
    }

    @Override
    public int getPrecision(int place) throws SQLException {
        return type(place).precision();
    }

    @Override
    public int getScale(int place) throws SQLException {
        return type(place).scale();
    }

    @Override
    public boolean isSigned(int place) throws SQLException {
        return type(place).isNumber();
    }

    @Override
    public int isNullable(int place) throws SQLException {
        type(place);
        return parameterNullableUnknown;
    }

    @Override
    public int getParameterMode(int place) throws SQLException {
        type(place);
        return parameterModeIn;
    }
}
