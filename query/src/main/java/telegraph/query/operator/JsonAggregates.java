package telegraph.query.operator;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Term;

/// Aggregates that gather JSON, written as a text that is gathered:
///
/// ```
/// json_agg(x ORDER BY y)        $JSON_ARRAY_OF(string_agg($JSON_GATHERED_ELEMENT(x), ', ' ORDER BY y))
/// jsonb_object_agg(k, v)        $JSONB_OBJECT_OF(string_agg($JSONB_GATHERED_MEMBER(k, v), ', '))
/// ```
///
/// Any thread.
public final class JsonAggregates {
    /// @param whole what makes JSON of what was gathered
    /// @param part what makes what is gathered
    private record Gathered(String whole, JsonConstructor part, int arguments) {}

    private static final Map<String, Gathered> ALL =
            Map.of(
                    "json_agg",
                    new Gathered("$JSON_ARRAY_OF", JsonConstructor.JSON_ELEMENT, 1),
                    "jsonb_agg",
                    new Gathered("$JSONB_ARRAY_OF", JsonConstructor.JSONB_ELEMENT, 1),
                    "json_object_agg",
                    new Gathered("$JSON_OBJECT_OF", JsonConstructor.JSON_MEMBER, 2),
                    "jsonb_object_agg",
                    new Gathered("$JSONB_OBJECT_OF", JsonConstructor.JSONB_MEMBER, 2));

    private JsonAggregates() {}

    /// Their names.
    static Set<String> names() {
        return ALL.keySet();
    }

    /// Whether a call is one of them.
    public static boolean isOne(Term.Call call) {
        return call.name().size() == 1
                && call.form() == Term.Form.PLAIN
                && ALL.containsKey(call.bare().toLowerCase(Locale.ROOT));
    }

    /// What stands for a call that [#isOne].
    public static Term gathering(Term.Call call) {
        Gathered gathered = ALL.get(call.bare().toLowerCase(Locale.ROOT));
        if (call.star() || call.arguments().size() != gathered.arguments) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "function "
                            + call.bare()
                            + " does not take these arguments. It takes "
                            + gathered.arguments);
        }
        if (call.over().isPresent()) {
            throw refused(call, "OVER. Gather in a subquery, and join it");
        }
        if (call.gathering().distinct()) {
            throw refused(call, "DISTINCT. Gather the rows of a SELECT DISTINCT");
        }
        Term part = Term.Call.plain(gathered.part.getName(), call.arguments(), call.at());
        Term between = Term.Literal.text(", ", call.at());
        Term text =
                new Term.Call(
                        List.of(new Identifier("string_agg", call.at())),
                        Term.Form.PLAIN,
                        List.of(part, between),
                        false,
                        call.gathering(),
                        call.over(),
                        call.at());
        return Term.Call.plain(gathered.whole, List.of(text), call.at());
    }

    private static TelegraphException refused(Term.Call call, String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED, "not supported: " + call.bare() + " with " + what);
    }
}
