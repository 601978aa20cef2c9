package telegraph.query.value;

import java.math.BigDecimal;

/// Arguments of functions, from the objects of Calcite's runtime to the class a function wants.
///
/// Public because generated code calls it. NULL stays null.
public final class Arguments {
    private Arguments() {}

    public static String text(Object value) {
        return value == null ? null : value.toString();
    }

    public static Long whole(Object value) {
        return value == null ? null : (Long) ((Number) value).longValue();
    }

    public static Double real(Object value) {
        return switch (value) {
            case null -> null;
            case Float f -> Double.parseDouble(f.toString());
            default -> ((Number) value).doubleValue();
        };
    }

    public static BigDecimal decimal(Object value) {
        return switch (value) {
            case null -> null;
            case BigDecimal d -> d;
            default -> new BigDecimal(value.toString());
        };
    }

    public static Boolean truth(Object value) {
        return (Boolean) value;
    }

    /// Whatever it is, as the text PostgreSQL shows for it.
    public static String shown(Object value, String type) {
        return switch (value) {
            case null -> null;
            case Double d -> Texting.of(d);
            case Float f -> Texting.of(real(f));
            case Boolean b -> b ? "t" : "f";
            case BigDecimal d -> d.toPlainString();
            case Number n ->
                    switch (type) {
                        case "DATE" -> Texting.ofDate(n.longValue());
                        case "TIME" -> Texting.ofTime(n.longValue());
                        case "TIMESTAMP" -> Texting.ofTimestamp(n.longValue());
                        case "TIMESTAMP_WITH_LOCAL_TIME_ZONE" -> Texting.ofInstant(n.longValue());
                        default -> n.toString();
                    };
            default -> value.toString();
        };
    }
}
