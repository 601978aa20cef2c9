package telegraph.query.value;

import org.apache.calcite.rel.type.RelDataType;

/// Tells of a text, before a query runs, whether it can be read as a value of a type.
public final class ReadableTexts {
    private ReadableTexts() {}

    /// @throws telegraph.ground.TelegraphException of kind INPUT, as the cast would, if it cannot
    public static void demand(String text, RelDataType type) {
        switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> Texting.toInteger(text);
            case BIGINT -> Texting.toBigint(text);
            case DECIMAL -> Texting.toDecimal(text);
            case REAL, FLOAT, DOUBLE -> Texting.toDouble(text);
            case BOOLEAN -> Texting.toBoolean(text);
            case DATE -> Texting.toDate(text);
            case TIME -> Texting.toTime(text);
            case TIMESTAMP -> Texting.toTimestamp(text);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Texting.toInstant(text);
            case BINARY, VARBINARY -> Bytea.canonical(text);
            default -> {} // what is no constant of these is read when it is cast
        }
    }
}
