package telegraph.query.value;

import java.math.BigDecimal;
import telegraph.memory.Interval;

/// Arguments of functions, from the objects of Calcite's runtime to the class a function wants.
///
/// Public because generated code calls it. NULL stays null.
public final class RoutineArguments {
    private RoutineArguments() {}

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

    public static Interval interval(Object code) {
        return code == null ? null : Interval.ofCode(decimal(code).toBigIntegerExact());
    }

    public static Boolean truth(Object value) {
        return (Boolean) value;
    }

    /// Whatever it is, as the text PostgreSQL shows for it.
    public static String shown(Object value, String type) {
        return switch (value) {
            case null -> null;
            case Double d -> ValueTexts.of(d);
            case Float f -> ValueTexts.of(real(f));
            case Boolean b -> b ? "t" : "f";
            case BigDecimal d when type.startsWith("INTERVAL") -> interval(d).toString();
            case BigDecimal d -> d.toPlainString();
            case Number n ->
                    switch (type) {
                        case "DATE" -> ValueTexts.ofDate(n.longValue());
                        case "TIME" -> ValueTexts.ofTime(n.longValue());
                        case "TIMESTAMP" -> ValueTexts.ofTimestamp(n.longValue());
                        case "TIMESTAMP_WITH_LOCAL_TIME_ZONE" ->
                                ValueTexts.ofInstant(n.longValue());
                        default -> n.toString();
                    };
            default -> value.toString();
        };
    }
}
