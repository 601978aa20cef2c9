package telegraph.sources.text;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;

/// The names by which an option can ask for a type: those of SQL and their usual synonyms.
public final class OptionTypes {
    private static final Pattern DECIMAL =
            Pattern.compile(
                    "(?:decimal|numeric)\\s*\\(\\s*(\\d{1,3})\\s*(?:,\\s*(\\d{1,3})\\s*)?\\)");
    private static final Pattern LENGTH = Pattern.compile("\\s*\\(\\s*\\d+\\s*\\)");
    private static final Pattern ARRAY = Pattern.compile("(.*?)(?: ?\\[\\d*]| array)");
    private static final Map<String, Type> NAMES = names();

    private OptionTypes() {}

    private static Map<String, Type> names() {
        Map<String, Type> names = new TreeMap<>();
        put(names, Type.BOOLEAN, "boolean", "bool", "logical");
        put(names, Type.INTEGER, "integer", "int", "int4", "smallint", "tinyint", "int2");
        put(names, Type.BIGINT, "bigint", "int8", "long");
        put(names, Type.DOUBLE, "double", "double precision", "float8", "float", "real", "float4");
        put(names, Type.decimal(38, 10), "decimal", "numeric");
        put(names, Type.DATE, "date");
        put(names, Type.TIME, "time", "time without time zone");
        put(names, Type.TIMESTAMP, "timestamp", "datetime", "timestamp without time zone");
        put(names, Type.INSTANT, "timestamptz", "timestamp with time zone", "instant");
        put(names, Type.TEXT, "text", "varchar", "string", "char", "character varying");
        return Map.copyOf(names);
    }

    private static void put(Map<String, Type> names, Type type, String... words) {
        for (String word : words) {
            names.put(word, type);
        }
    }

    /// The type of that name.
    ///
    /// @throws TelegraphException of kind INPUT, with the nearest name, if there is none
    public static ValueType parse(String name) {
        String word = name.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        Matcher array = ARRAY.matcher(word);
        return array.matches()
                ? ValueType.array(single(array.group(1), name))
                : ValueType.of(single(word, name));
    }

    private static Type single(String word, String name) {
        Matcher decimal = DECIMAL.matcher(word);
        if (decimal.matches()) {
            int scale = decimal.group(2) == null ? 0 : Integer.parseInt(decimal.group(2));
            return Type.decimal(Integer.parseInt(decimal.group(1)), scale);
        }
        Type type = NAMES.get(LENGTH.matcher(word).replaceAll(""));
        if (type == null) {
            throw TelegraphException.input(
                    "a type is one of SQL's: type=\""
                            + name
                            + "\""
                            + Nearest.advice(word, NAMES.keySet()));
        }
        return type;
    }
}
