package telegraph.language.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Tokens;

/// Tables of the members that JSON has, which are read as the queries they stand for:
///
/// ```
/// json_to_record(j) AS x (a integer, b json)
///   → LATERAL (SELECT $JSON_FIELD_TEXT(j::json, 'a')::integer AS a, $JSON_FIELD(j::json, 'b')::json AS b) AS x
/// jsonb_to_recordset(j) AS x (a integer)
///   → LATERAL (SELECT $JSON_FIELD_TEXT(o, 'a')::integer AS a FROM jsonb_array_elements(j::jsonb) AS "$set" (o)) AS x
/// ```
///
/// Threads: one.
final class RecordTables {
    private static final Set<String> FUNCTIONS =
            Set.of("json_to_record", "jsonb_to_record", "json_to_recordset", "jsonb_to_recordset");

    /// Types whose values are cut where a cast has too long a text, and refused where JSON has.
    private static final Set<String> CUT =
            Set.of("character", "char", "bpchar", "character varying", "varchar");

    private static final String TABLE = "$set";
    private static final String OBJECT = "$object";

    private final Tokens tokens;
    private final TermReader terms;

    RecordTables(Tokens tokens, TermReader terms) {
        this.tokens = tokens;
        this.terms = terms;
    }

    /// Whether a call is one.
    static boolean isOne(Term.Call call) {
        return call.name().size() == 1
                && call.form() == Term.Form.PLAIN
                && FUNCTIONS.contains(function(call));
    }

    private static String function(Term.Call call) {
        return call.bare().toLowerCase(Locale.ROOT);
    }

    /// A column that a definition list has.
    private record Column(Identifier name, Term.TypeName type) {}

    /// Reads the definitions of columns that follow a call.
    From read(Term.Call call, int start) {
        if (call.arguments().size() != 1) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "function " + call.bare() + " does not take these arguments. It takes 1");
        }
        tokens.accept("as");
        Identifier name =
                tokens.peek().isName() ? terms.identifier("an alias") : call.name().getFirst();
        List<Column> columns = columns(call);
        Span at = terms.from(start);
        return new Query.Derived(
                query(call, columns), true, Optional.of(new Query.Alias(name, List.of())), at);
    }

    private List<Column> columns(Term.Call call) {
        if (!tokens.peek().isSign("(")) {
            throw tokens.unexpected(
                    "columns and their types, as in " + call.bare() + "(…) AS t (a integer)",
                    List.of());
        }
        List<Column> columns = new ArrayList<>();
        do {
            tokens.next();
            Identifier name = terms.identifier("a column");
            Term.TypeName type = terms.types().read();
            demandKnown(type);
            columns.add(new Column(name, type));
        } while (tokens.peek().isSign(","));
        tokens.expectSign(")");
        return columns;
    }

    private static void demandKnown(Term.TypeName type) {
        boolean cut =
                CUT.contains(type.bare())
                        && !(type.bare().contains("var") && type.modifiers().isEmpty());
        if (type.array() || cut) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported: a column of "
                            + (type.array() ? "an array" : "a text of some length")
                            + " of JSON. Take json or text, and cast it");
        }
    }

    private static Query query(Term.Call call, List<Column> columns) {
        String type = function(call).startsWith("jsonb") ? "jsonb" : "json";
        Span at = call.at();
        Term whole = cast(call.arguments().getFirst(), Term.TypeName.plain(type, at), at);
        if (!function(call).endsWith("set")) {
            return select(columns, whole, List.of(), at);
        }
        From objects =
                new Query.Rows(
                        Term.Call.plain(type + "_array_elements", List.of(whole), at),
                        false,
                        true,
                        Optional.of(
                                new Query.Alias(
                                        new Identifier(TABLE, at),
                                        List.of(new Identifier(OBJECT, at)))),
                        at);
        Term object = new Term.Name(List.of(new Identifier(OBJECT, at)), at);
        return select(columns, object, List.of(objects), at);
    }

    private static Query select(List<Column> columns, Term object, List<From> from, Span at) {
        List<Query.Item> items = new ArrayList<>();
        for (Column column : columns) {
            boolean json = column.type.bare().equals("json") || column.type.bare().equals("jsonb");
            Term field =
                    Term.Call.plain(
                            json ? "$JSON_FIELD" : "$JSON_FIELD_TEXT",
                            List.of(object, Term.Literal.text(column.name.name(), at)),
                            at);
            items.add(new Query.Item(cast(field, column.type, at), Optional.of(column.name), at));
        }
        return Query.of(
                new Query.Select(
                        Query.Distinct.NONE,
                        items,
                        from,
                        Optional.empty(),
                        Query.Grouping.NONE,
                        List.of(),
                        Optional.empty(),
                        at),
                at);
    }

    private static Term cast(Term term, Term.TypeName type, Span at) {
        return new Term.Cast(term, type, Term.Style.COLONS, at);
    }
}
