package telegraph.query.json;

import java.util.List;
import java.util.Map;
import telegraph.query.value.Allowance;
import telegraph.query.value.GrowingText;

/// Writes a [JsonValue] in the normal form of jsonb, or over lines as `jsonb_pretty` does.
///
/// Threads: one.
final class JsonWriter {
    private static final String INDENT = "    ";

    private final GrowingText to;
    private final boolean lines;
    private int depth;

    private JsonWriter(GrowingText to, boolean lines) {
        this.to = to;
        this.lines = lines;
    }

    /// The normal form.
    static String written(JsonValue value, Allowance allowance) {
        return written(value, new JsonWriter(new GrowingText("jsonb", allowance), false));
    }

    /// With a line for each part.
    static String pretty(JsonValue value, Allowance allowance) {
        return written(value, new JsonWriter(new GrowingText("jsonb_pretty", allowance), true));
    }

    private static String written(JsonValue value, JsonWriter writer) {
        writer.write(value);
        return writer.to.toString();
    }

    private void write(JsonValue value) {
        switch (value) {
            case JsonValue.Members object -> object(object.members());
            case JsonValue.Elements array -> array(array.elements());
            case JsonValue.Text text -> string(text.text());
            case JsonValue.Number number -> to.append(number.number().toPlainString());
            case JsonValue.Word word -> to.append(word.toString());
        }
    }

    private void string(String text) {
        StringBuilder string = new StringBuilder(text.length() + 2);
        JsonFunctions.string(text, string);
        to.append(string, 0, string.length());
    }

    private void object(Map<String, JsonValue> members) {
        open("{");
        boolean first = true;
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            next(first);
            string(member.getKey());
            to.append(": ");
            write(member.getValue());
            first = false;
        }
        close("}");
    }

    private void array(List<JsonValue> elements) {
        open("[");
        for (int i = 0; i < elements.size(); i++) {
            next(i == 0);
            write(elements.get(i));
        }
        close("]");
    }

    private void open(String bracket) {
        to.append(bracket);
        depth++;
    }

    private void next(boolean first) {
        if (!first) {
            to.append(lines ? "," : ", ");
        }
        line();
    }

    private void close(String bracket) {
        depth--;
        line();
        to.append(bracket);
    }

    private void line() {
        if (lines) {
            to.append("\n").append(INDENT.repeat(depth));
        }
    }
}
