package telegraph.query.json;

import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Parts of JSON that is a text ([JsonFunctions]): what stands there, as it stands there, so that a
/// part of what is in normal form is in normal form too. A part that is not there is NULL.
///
/// | operator | a part is given as                                          |
/// |----------|-------------------------------------------------------------|
/// | `-> #>`  | JSON                                                        |
/// | `->> #>>`| a text: a string without its quotes, NULL for `null`        |
///
/// Public because generated code calls it. Threads: any.
public final class JsonParts {
    private final JsonParser parser;
    private final String json;
    private final boolean asText;

    private JsonParts(JsonParser parser, String json, boolean asText) {
        this.parser = parser;
        this.json = json;
        this.asText = asText;
    }

    public static String member(String json, String name) {
        return part(json, List.of(new Step(name, null)), false);
    }

    public static String element(String json, Long index) {
        return part(json, List.of(new Step(null, index)), false);
    }

    /// As [#element]; of jsonb that has no parts the first and last element is the value itself.
    public static String elementOfJsonb(String json, Long index) {
        return isWhole(json, index) ? json : element(json, index);
    }

    public static String elementTextOfJsonb(String json, Long index) {
        return isWhole(json, index) ? textAt(json, "{}") : elementText(json, index);
    }

    private static boolean isWhole(String json, Long index) {
        return (index == 0 || index == -1) && !json.startsWith("[") && !json.startsWith("{");
    }

    public static String memberText(String json, String name) {
        return part(json, List.of(new Step(name, null)), true);
    }

    public static String elementText(String json, Long index) {
        return part(json, List.of(new Step(null, index)), true);
    }

    /// @param path an array as a text, such as `{a,0,b}`
    public static String at(String json, String path) {
        return part(json, steps(path), false);
    }

    public static String textAt(String json, String path) {
        return part(json, steps(path), true);
    }

    /// Also what `json[a][b]` is of jsonb.
    ///
    /// @param path its steps
    public static String extract(String json, String... path) {
        return part(json, steps(List.of(path)), false);
    }

    public static String extractText(String json, String... path) {
        return part(json, steps(List.of(path)), true);
    }

    /// A member that is not null.
    ///
    /// @throws TelegraphException of 22023 of what is no object
    public static String field(String json, String name) {
        String field = member(demandObject(json), name);
        return "null".equals(field) ? null : field;
    }

    /// As [#field], as a text.
    public static String fieldText(String json, String name) {
        return memberText(demandObject(json), name);
    }

    private static String demandObject(String json) {
        if (!json.stripLeading().startsWith("{")) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a record is made of an object: json of type " + type(json));
        }
        return json;
    }

    /// What kind of JSON it is.
    public static String type(String json) {
        try (JsonParser parser = JsonFunctions.open(JsonFunctions.valid(json))) {
            return switch (parser.nextToken()) {
                case START_OBJECT -> "object";
                case START_ARRAY -> "array";
                case VALUE_STRING -> "string";
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number";
                case VALUE_NULL -> "null";
                default -> "boolean";
            };
        }
    }

    /// How many elements an array has.
    public static Integer length(String json) {
        try (JsonParser parser = JsonFunctions.open(JsonFunctions.valid(json))) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "cannot get the length of what is no array: json of type " + type(json));
            }
            int count = 0;
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                parser.skipChildren();
                count++;
            }
            return count;
        }
    }

    /// A step to a member by its name, or to an element by its index; one of a path may be both.
    private record Step(String name, Long index) {}

    private static List<Step> steps(String path) {
        return steps(JsonPath.steps(path));
    }

    private static List<Step> steps(List<String> path) {
        List<Step> steps = new ArrayList<>();
        for (String step : path) {
            steps.add(new Step(step, JsonPath.index(step)));
        }
        return steps;
    }

    private static String part(String json, List<Step> steps, boolean asText) {
        try (JsonParser parser = JsonFunctions.open(JsonFunctions.valid(json))) {
            JsonParts parts = new JsonParts(parser, json, asText);
            parser.nextToken();
            return steps.isEmpty() ? parts.whole() : parts.of(steps);
        } catch (JacksonException e) {
            throw JsonFunctions.notJson(json, e);
        }
    }

    /// All of it: of what has no parts with the blanks before it, as PostgreSQL has it.
    private String whole() {
        return switch (parser.currentToken()) {
            case START_OBJECT, START_ARRAY -> json.strip();
            case VALUE_STRING, VALUE_NULL ->
                    asText ? value(parser, json, true) : json.stripTrailing();
            default -> json.stripTrailing();
        };
    }

    /// The part of the value that begins with the token at hand, all of which is behind the parser
    /// then.
    private String of(List<Step> steps) {
        if (steps.isEmpty()) {
            return value(parser, json, asText);
        }
        Step step = steps.getFirst();
        List<Step> rest = steps.subList(1, steps.size());
        return switch (parser.currentToken()) {
            case START_OBJECT -> member(step.name, rest);
            case START_ARRAY -> element(step.index, rest);
            default -> null;
        };
    }

    /// Of members of one name the last counts.
    private String member(String name, List<Step> rest) {
        String found = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            boolean wanted = parser.currentName().equals(name);
            parser.nextToken();
            if (wanted) {
                found = of(rest);
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private String element(Long index, List<Step> rest) {
        List<String> last = new ArrayList<>();
        String found = null;
        for (long i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            boolean wanted = index != null && (index == i || index < 0);
            if (!wanted) {
                parser.skipChildren();
            } else if (index < 0) {
                last.add(of(rest));
            } else {
                found = of(rest);
            }
        }
        if (index != null && index < 0 && -index <= last.size()) {
            return last.get((int) (last.size() + index));
        }
        return found;
    }

    /// The value that begins with the token at hand, all of which is behind the parser then.
    static String value(JsonParser parser, String json, boolean asText) {
        JsonToken token = parser.currentToken();
        if (asText && token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (asText && token == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.finishToken();
        parser.skipChildren();
        return json.substring(start, (int) parser.currentLocation().getCharOffset());
    }
}
