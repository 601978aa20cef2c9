package telegraph.query.json;

import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;
import telegraph.query.value.GrowingText;

/// JSON made of other values, with PostgreSQL's blanks.
///
/// | made of            | JSON                                                       |
/// |--------------------|------------------------------------------------------------|
/// | a text             | a string                                                   |
/// | a number           | the same digits; `NaN` and `Infinity` are strings          |
/// | a moment           | a string with a `T` before the time, `:00` behind the zone |
/// | elements           | `[1, 2]`, with `null` for NULL                             |
/// | an array of SQL    | `[1,2]`                                                    |
/// | a row              | `{"a":1,"b":2}`                                            |
/// | names and values   | `{"a" : 1, "b" : 2}`                                       |
///
/// Elements and values are JSON already. Public because generated code calls it. Threads: any.
public final class JsonMaking {
    private static final String NULL = "null";

    /// What no JSON has: among members that are gathered it stands for one without a name, among
    /// elements before one that begins a line.
    private static final String MARK = "\0";

    private JsonMaking() {}

    /// Texts as an array of SQL that is a text, as [JsonPath] reads it.
    public static String texts(Allowance allowance, String... texts) {
        GrowingText to = new GrowingText("array", allowance).append('{');
        for (int i = 0; i < texts.length; i++) {
            to.append(i == 0 ? "" : ",");
            to.append(
                    texts[i] == null
                            ? "NULL"
                            : '"' + texts[i].replace("\\", "\\\\").replace("\"", "\\\"") + '"');
        }
        return to.append('}').toString();
    }

    public static String string(Allowance allowance, String text) {
        StringBuilder to = new StringBuilder(text.length() + 2);
        JsonFunctions.string(text, to);
        return new GrowingText("to_json", allowance).append(to, 0, to.length()).toString();
    }

    /// @param shown a number as PostgreSQL shows it
    public static String number(String shown) {
        char last = shown.charAt(shown.length() - 1);
        return Character.isDigit(last) ? shown : '"' + shown + '"';
    }

    /// @param shown a date or a time of a date, as PostgreSQL shows it
    public static String moment(String shown) {
        String joined = shown.replaceFirst("^(\\d+-\\d+-\\d+) (?=\\d)", "$1T");
        return '"' + joined.replaceFirst("(:.*[+-]\\d\\d)$", "$1:00") + '"';
    }

    /// An array of elements.
    public static String array(Allowance allowance, String... elements) {
        return array(allowance, ", ", elements);
    }

    /// An array of what is an array of SQL, which has no blanks.
    public static String list(Allowance allowance, String... elements) {
        return array(allowance, ",", elements);
    }

    /// An array of SQL.
    ///
    /// @param shown its elements as PostgreSQL shows them
    /// @param form how they are written
    public static String ofArray(Allowance allowance, List<?> shown, String form) {
        GrowingText to = new GrowingText("to_json", allowance);
        ofArray(allowance, shown, form, to);
        return to.toString();
    }

    private static void ofArray(Allowance allowance, List<?> shown, String form, GrowingText to) {
        to.append('[');
        for (int i = 0; i < shown.size(); i++) {
            to.append(i == 0 ? "" : ",");
            switch (shown.get(i)) {
                case null -> to.append(NULL);
                case List<?> inner -> ofArray(allowance, inner, form, to);
                case Object one -> to.append(formed(allowance, one.toString(), form));
            }
        }
        to.append(']');
    }

    private static String formed(Allowance allowance, String shown, String form) {
        return switch (form) {
            case "truth" -> shown.equals("t") ? "true" : "false";
            case "number" -> number(shown);
            case "moment" -> moment(shown);
            case "json" -> shown;
            default -> string(allowance, shown);
        };
    }

    private static String array(Allowance allowance, String between, String[] elements) {
        GrowingText to = new GrowingText("json_build_array", allowance).append('[');
        for (int i = 0; i < elements.length; i++) {
            to.append(i == 0 ? "" : between).append(element(elements[i]));
        }
        return to.append(']').toString();
    }

    /// An object of names and values, one after the other.
    ///
    /// @throws TelegraphException of 22023 if a name is NULL, or has no value
    public static String object(Allowance allowance, String... members) {
        if (members.length % 2 != 0) {
            throw mistake(
                    "an object is made of names and values, which are as many: arguments="
                            + members.length);
        }
        GrowingText to = new GrowingText("json_build_object", allowance).append('{');
        for (int i = 0; i < members.length; i += 2) {
            if (members[i] == null) {
                throw mistake("the name of a member is not NULL: argument=" + (i + 1));
            }
            to.append(i == 0 ? "" : ", ").append(member(allowance, members[i], members[i + 1]));
        }
        return to.append('}').toString();
    }

    /// An element of an array.
    public static String element(String json) {
        return json == null ? NULL : json;
    }

    /// An element that is an array of SQL or a row, which begins a line if it is not the first.
    public static String line(String json) {
        return MARK + json;
    }

    /// A row, which has no blanks.
    public static String row(Allowance allowance, String... members) {
        GrowingText to = new GrowingText("row_to_json", allowance).append('{');
        for (int i = 0; i < members.length; i += 2) {
            to.append(i == 0 ? "" : ",").append(members[i]).append(':');
            to.append(element(members[i + 1]));
        }
        return to.append('}').toString();
    }

    /// A member of an object.
    ///
    /// @param name a JSON string, or a number or a truth
    public static String member(Allowance allowance, String name, String value) {
        if (name == null) {
            return MARK;
        }
        String quoted = name.startsWith("\"") ? name : '"' + name + '"';
        return new GrowingText("json_object", allowance)
                .append(quoted)
                .append(" : ")
                .append(element(value))
                .toString();
    }

    /// An array of elements that are gathered.
    public static String arrayOf(Allowance allowance, String elements) {
        String lines = elements.startsWith(MARK) ? elements.substring(MARK.length()) : elements;
        return enclosed(allowance, "[", lines.replace(MARK, "\n "), "]");
    }

    /// An object of members that are gathered.
    ///
    /// @throws TelegraphException of 22023 if one has no name
    public static String objectOf(Allowance allowance, String members) {
        if (members.contains(MARK)) {
            throw mistake("the name of a member is not NULL");
        }
        return enclosed(allowance, "{ ", members, " }");
    }

    /// As [#objectOf], in normal form.
    public static String objectOfJsonb(Allowance allowance, String members) {
        return JsonFunctions.normal(objectOf(allowance, members));
    }

    private static String enclosed(Allowance allowance, String open, String all, String close) {
        return new GrowingText("json_agg", allowance)
                .append(open)
                .append(all)
                .append(close)
                .toString();
    }

    private static TelegraphException mistake(String rule) {
        return TelegraphException.of(SqlState.INVALID_PARAMETER_VALUE, rule);
    }
}
