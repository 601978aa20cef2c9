package telegraph.query.value;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import telegraph.memory.ArrayText;
import telegraph.memory.Interval;
import telegraph.memory.MomentText;

/// Arguments of functions, from the objects of Calcite's runtime to the class a function wants.
///
/// Public because generated code calls it. NULL stays null.
public final class RoutineArguments {
    /// What the name of an array's type has behind that of its elements.
    static final String ARRAY = " ARRAY";

    private RoutineArguments() {}

    public static List<?> list(Object value) {
        return (List<?>) value;
    }

    /// The elements of an array as the texts PostgreSQL shows for them.
    ///
    /// @param type that of the array
    public static List<?> allShown(Object value, String type) {
        if (value == null) {
            return null;
        }
        String element = type.substring(0, type.length() - ARRAY.length());
        List<Object> texts = new ArrayList<>();
        for (Object each : (List<?>) value) {
            texts.add(each instanceof List<?> ? allShown(each, element) : shown(each, element));
        }
        return texts;
    }

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
            case List<?> list -> ArrayText.of(allShown(list, type));
            case Double d -> ValueTexts.of(d);
            case Float f -> ValueTexts.of(real(f));
            case Boolean b -> b ? "t" : "f";
            case BigDecimal d when type.startsWith("INTERVAL") -> interval(d).toString();
            case BigDecimal d -> d.toPlainString();
            case Number n ->
                    switch (type) {
                        case "DATE" -> MomentText.date(n.longValue());
                        case "TIME" -> MomentText.time(n.longValue());
                        case "TIMESTAMP" -> MomentText.timestamp(n.longValue());
                        case "TIMESTAMP_WITH_LOCAL_TIME_ZONE" -> MomentText.instant(n.longValue());
                        default -> n.toString();
                    };
            default -> value.toString();
        };
    }
}
