package telegraph.query.value;

import org.apache.calcite.rel.type.RelDataType;
import telegraph.query.label.EnumType;

/// Tells of a text, before a query runs, whether it can be read as a value of a type.
public final class ReadableTexts {
    private ReadableTexts() {}

    /// @throws telegraph.ground.TelegraphException of kind INPUT, as the cast would, if it cannot
    public static void demand(String text, RelDataType type) {
        if (type instanceof EnumType one) {
            one.values().code(text);
            return;
        }
        switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> ValueTexts.toInteger(text);
            case BIGINT -> ValueTexts.toBigint(text);
            case DECIMAL -> {
                if (!ValueTexts.isNaN(text)) {
                    ValueTexts.toDecimal(text);
                }
            }
            case REAL, FLOAT, DOUBLE -> ValueTexts.toDouble(text);
            case BOOLEAN -> ValueTexts.toBoolean(text);
            case DATE -> ValueTexts.toDate(text);
            case TIME -> ValueTexts.toTime(text);
            case TIMESTAMP -> ValueTexts.toTimestamp(text);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ValueTexts.toInstant(text);
            case BINARY, VARBINARY -> Bytea.canonical(text);
            default -> {} // what is no constant of these is read when it is cast
        }
    }
}
