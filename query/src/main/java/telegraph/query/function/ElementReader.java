package telegraph.query.function;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import telegraph.memory.ArrayText;
import telegraph.memory.Type;
import telegraph.query.label.EnumCodes;
import telegraph.query.label.EnumType;
import telegraph.query.value.Bytea;
import telegraph.query.value.Numeric;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ValueTexts;

/// Reads the elements of arrays from texts, as values of Calcite's runtime.
///
/// Its methods are functions of queries, which give the type each time, the same in all rows: what
/// reads values of it is kept. Threads: one.
public final class ElementReader {
    private static final String NESTED = " ARRAY";

    private String type = "";
    private String given = "";
    private Function<String, Object> reading;

    /// Public because functions with a memory are made by their class.
    public ElementReader() {}

    /// The array that a text is.
    ///
    /// @param type that of its elements, such as `DECIMAL(6, 2)`
    /// @throws telegraph.ground.TelegraphException of 22P02 if it is none
    public List<?> read(String text, String type) {
        return all(ArrayText.read(text), type, "VARCHAR");
    }

    /// Elements that are shown as texts as those of another type.
    ///
    /// @param from which they were of
    public List<?> cast(List<?> shown, String type, String from) {
        return all(shown, type, from);
    }

    private List<Object> all(List<?> texts, String to, String from) {
        if (!type.equals(to) || !given.equals(from)) {
            reading = reading(to, from);
            type = to;
            given = from;
        }
        return each(texts, type.endsWith(NESTED));
    }

    private List<Object> each(List<?> texts, boolean nested) {
        List<Object> values = new ArrayList<>(texts.size());
        for (Object text : texts) {
            if (text instanceof List<?> != nested && text != null) {
                throw ValueFailures.dimensions(nested);
            }
            values.add(
                    switch (text) {
                        case null -> null;
                        case List<?> inner ->
                                each(inner, inner.stream().anyMatch(List.class::isInstance));
                        case Object one -> reading.apply(one.toString());
                    });
        }
        return values;
    }

    private static Function<String, Object> reading(String type, String from) {
        String name = type.replaceFirst("[( ].*", "");
        return switch (name) {
            case "BOOLEAN" -> ValueTexts::toBoolean;
            case "TINYINT", "SMALLINT" -> text -> small(whole(text, from));
            case "INTEGER" -> isText(from) ? ValueTexts::toInteger : text -> integer(text, from);
            case "BIGINT" -> text -> whole(text, from);
            case "DECIMAL" -> decimal(type);
            case "REAL" -> text -> (float) ValueTexts.toDouble(text);
            case "FLOAT", "DOUBLE" -> ValueTexts::toDouble;
            case "DATE" -> ValueTexts::toDate;
            case "TIME" -> ValueTexts::toTime;
            case "TIMESTAMP" -> ValueTexts::toTimestamp;
            case "TIMESTAMP_WITH_LOCAL_TIME_ZONE" -> ValueTexts::toInstant;
            case "BINARY", "VARBINARY" -> Bytea::canonical;
            case EnumType.NAME -> new EnumCodes(EnumType.values(type))::code;
            default -> text -> text;
        };
    }

    private static boolean isText(String type) {
        return type.startsWith("VARCHAR") || type.startsWith("CHAR");
    }

    /// A whole number of a text, or of another number, which is rounded.
    private static Long whole(String text, String from) {
        if (isText(from)) {
            return CastFunctions.toBigint(text);
        }
        return isFloating(from)
                ? CastFunctions.toBigint((Double) ValueTexts.toDouble(text))
                : CastFunctions.toBigint(ValueTexts.toDecimal(text));
    }

    private static Integer integer(String text, String from) {
        return isFloating(from)
                ? CastFunctions.toInteger((Double) ValueTexts.toDouble(text))
                : CastFunctions.toInteger(ValueTexts.toDecimal(text));
    }

    private static boolean isFloating(String type) {
        return type.startsWith("DOUBLE") || type.startsWith("REAL") || type.startsWith("FLOAT");
    }

    private static Short small(long value) {
        if (value != (short) value) {
            throw ValueFailures.outOfRange("smallint");
        }
        return (short) value;
    }

    private static Function<String, Object> decimal(String type) {
        String[] digits = type.substring(type.indexOf('(') + 1, type.indexOf(')')).split(", *");
        Type to = Type.decimal(Integer.parseInt(digits[0]), Integer.parseInt(digits[1]));
        return text -> Numeric.cast(ValueTexts.toDecimal(text), to);
    }
}
