package telegraph.query.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.ValueFailures;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// JSON as it lies in a batch: as text.
///
/// | type    | text                                                                          |
/// |---------|-------------------------------------------------------------------------------|
/// | `json`  | as it was written, which must be JSON                                         |
/// | `jsonb` | PostgreSQL's normal form: one blank behind `,` and `:`, no other; the members of an object by the length of their names in bytes and then by these, the last of those of one name alone; numbers without exponent |
///
/// Public because generated code calls it. Threads: any.
public final class JsonFunctions {
    private static final JsonFactory FACTORY = new JsonFactory();

    /// Digits of a number when it is written without its exponent.
    private static final int DIGITS_MAX = 1_000;

    /// A normal form that is so much longer than the text is one of many such numbers.
    private static final int GROWTH_MAX = 2;

    private static final int GROWTH_FREE = 64 << 10;

    static final Comparator<String> BY_LENGTH_AND_BYTES =
            Comparator.comparing(
                    name -> name.getBytes(StandardCharsets.UTF_8),
                    Comparator.<byte[]>comparingInt(bytes -> bytes.length)
                            .thenComparing(Arrays::compareUnsigned));

    private final JsonParser parser;
    private final long lengthMax;

    private JsonFunctions(JsonParser parser, int length) {
        this.parser = parser;
        this.lengthMax = (long) GROWTH_MAX * length + GROWTH_FREE;
    }

    /// The text itself.
    ///
    /// @throws TelegraphException of 22P02 if it is no JSON
    public static String valid(String text) {
        try (JsonParser parser = open(text)) {
            demand(parser.nextToken() != null, text);
            parser.skipChildren();
            demand(parser.nextToken() == null, text);
            return text;
        } catch (JacksonException e) {
            throw notJson(text, e);
        }
    }

    /// The text in its normal form.
    ///
    /// @throws TelegraphException of 22P02 if it is no JSON, of 22P05 if a string has what no text
    ///   can hold, of 22003 if a number has too many digits
    public static String normal(String text) {
        try (JsonParser parser = open(text)) {
            JsonToken first = parser.nextToken();
            demand(first != null, text);
            StringBuilder to = new StringBuilder(text.length());
            new JsonFunctions(parser, text.length()).value(first, to);
            demand(parser.nextToken() == null, text);
            return to.toString();
        } catch (JacksonException e) {
            throw notJson(text, e);
        }
    }

    /// A text without members that are null, and without blanks; all else as it was written.
    public static String withoutNulls(String text) {
        try (JsonParser parser = open(valid(text))) {
            StringBuilder to = new StringBuilder(text.length());
            withoutNulls(parser, parser.nextToken(), to);
            return to.toString();
        }
    }

    private static void withoutNulls(JsonParser parser, JsonToken token, StringBuilder to) {
        switch (token) {
            case START_OBJECT -> {
                String before = "{";
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    JsonToken value = parser.nextToken();
                    if (value != JsonToken.VALUE_NULL) {
                        string(name, to.append(before));
                        withoutNulls(parser, value, to.append(':'));
                        before = ",";
                    }
                }
                to.append(before.equals("{") ? "{}" : "}");
            }
            case START_ARRAY -> {
                String before = "[";
                for (JsonToken value = parser.nextToken();
                        value != JsonToken.END_ARRAY;
                        value = parser.nextToken()) {
                    withoutNulls(parser, value, to.append(before));
                    before = ",";
                }
                to.append(before.equals("[") ? "[]" : "]");
            }
            case VALUE_STRING -> string(parser.getString(), to);
            default -> to.append(parser.getString());
        }
    }

    static JsonParser open(String text) {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    private void value(JsonToken token, StringBuilder to) {
        switch (token) {
            case START_OBJECT -> object(to);
            case START_ARRAY -> array(to);
            case VALUE_STRING -> string(parser.getString(), to);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                    to.append(number(parser.getString()).toPlainString());
            default -> to.append(parser.getString());
        }
        if (to.length() > lengthMax) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "the numbers of a jsonb value take too much room without their exponents:"
                            + " characters="
                            + to.length());
        }
    }

    private void object(StringBuilder to) {
        Map<String, String> members = new TreeMap<>(BY_LENGTH_AND_BYTES);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            StringBuilder value = new StringBuilder();
            value(parser.nextToken(), value);
            members.put(name, value.toString());
        }
        String before = "{";
        for (Map.Entry<String, String> member : members.entrySet()) {
            string(member.getKey(), to.append(before));
            to.append(": ").append(member.getValue());
            before = ", ";
        }
        to.append(members.isEmpty() ? "{}" : "}");
    }

    private void array(StringBuilder to) {
        to.append('[');
        String before = "";
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            value(token, to.append(before));
            before = ", ";
        }
        to.append(']');
    }

    static BigDecimal number(String written) {
        BigDecimal number = new BigDecimal(written);
        if (number.precision() > DIGITS_MAX || Math.abs((long) number.scale()) > DIGITS_MAX) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "a number of a jsonb value has at most "
                            + DIGITS_MAX
                            + " digits: found="
                            + ValueFailures.quoted(written));
        }
        return number;
    }

    static void string(String text, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> to.append("\\\"");
                case '\\' -> to.append("\\\\");
                case '\b' -> to.append("\\b");
                case '\f' -> to.append("\\f");
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                case '\t' -> to.append("\\t");
                default -> {
                    demandCharacter(text, i);
                    if (c < ' ') {
                        to.append(String.format("\\u%04x", (int) c));
                    } else {
                        to.append(c);
                    }
                }
            }
        }
        to.append('"');
    }

    private static void demandCharacter(String text, int i) {
        char c = text.charAt(i);
        if (c == 0) {
            throw TelegraphException.of(
                    SqlState.UNTRANSLATABLE_CHARACTER,
                    "\\u0000 cannot be in a text, and so not in a string of jsonb");
        }
        boolean alone =
                Character.isHighSurrogate(c)
                        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                        : Character.isLowSurrogate(c)
                                && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
        if (alone) {
            throw notJson(text, null);
        }
    }

    static void demand(boolean fits, String text) {
        if (!fits) {
            throw notJson(text, null);
        }
    }

    static TelegraphException notJson(String text, JacksonException cause) {
        String at =
                cause == null || cause.getLocation() == null
                        ? ""
                        : " line="
                                + cause.getLocation().getLineNr()
                                + " column="
                                + cause.getLocation().getColumnNr();
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "invalid value for json: " + ValueFailures.quoted(text) + at,
                cause);
    }
}
