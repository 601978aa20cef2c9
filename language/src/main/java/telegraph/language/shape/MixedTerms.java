package telegraph.language.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Term;
import telegraph.language.query.BareTexts;

/// Gives texts without a type, such as `'2'`, the type of what stands beside them where all are to
/// have one: in a column of VALUES, in `greatest` and `least`.
///
/// | written                      | in a query                           | to be stored                        |
/// |------------------------------|--------------------------------------|-------------------------------------|
/// | `VALUES (1), ('2')`          | `VALUES (1), (CAST('2' AS integer))` | `VALUES (CAST(1 AS text)), ('2')`   |
/// | `VALUES (d::date), ('2024-01-31')` | `…, (CAST('2024-01-31' AS date))` | `VALUES (CAST(d::date AS text)), …` |
///
/// What is stored has the type of its column, whatever stands in other rows; as a text it becomes
/// that. What stands beside has a type here if its words tell it: numbers, truth, casts.
public final class MixedTerms {
    /// From the narrowest on; what is of two is of the wider one.
    private static final List<String> NUMBERS =
            List.of("smallint", "integer", "bigint", "numeric", "real", "double precision");

    private MixedTerms() {}

    /// The rows of a query.
    public static Query.Values read(Query.Values values) {
        return columns(values, MixedTerms::alike);
    }

    /// The rows of an INSERT.
    public static Query.Values stored(Query.Values values) {
        return columns(values, MixedTerms::texts);
    }

    private interface Unifying {
        List<Term> of(List<Term> terms);
    }

    private static Query.Values columns(Query.Values values, Unifying unifying) {
        List<Term.Row> rows = values.rows();
        int width = rows.getFirst().terms().size();
        if (rows.size() == 1 || rows.stream().anyMatch(row -> row.terms().size() != width)) {
            return values;
        }
        List<List<Term>> columns = new ArrayList<>();
        boolean changed = false;
        for (int c = 0; c < width; c++) {
            int column = c;
            List<Term> written = rows.stream().map(row -> row.terms().get(column)).toList();
            List<Term> unified = isMixed(written) ? unifying.of(written) : written;
            changed |= unified != written;
            columns.add(unified);
        }
        if (!changed) {
            return values;
        }
        List<Term.Row> unified = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            int row = r;
            unified.add(
                    new Term.Row(
                            columns.stream().map(column -> column.get(row)).toList(),
                            rows.get(r).at()));
        }
        return new Query.Values(unified, values.at());
    }

    /// Whether texts without a type stand beside anything else.
    private static boolean isMixed(List<Term> terms) {
        return terms.stream().anyMatch(BareTexts::isText)
                && !terms.stream().allMatch(term -> BareTexts.isText(term) || isOfAny(term));
    }

    private static boolean isOfAny(Term term) {
        return term instanceof Term.Default
                || term instanceof Term.Parameter
                || term instanceof Term.Literal literal && literal.value() == null;
    }

    /// Values that are to have one type: the texts as values of the type of the others, if that is
    /// told.
    public static List<Term> alike(List<Term> terms) {
        if (!isMixed(terms)) {
            return terms;
        }
        Optional<Term.TypeName> type = Optional.empty();
        for (Term term : terms) {
            if (BareTexts.isText(term) || isOfAny(term)) {
                continue;
            }
            Optional<Term.TypeName> own = type(term);
            if (own.isEmpty()) {
                return terms;
            }
            type = type.isEmpty() ? own : common(type.get(), own.get());
            if (type.isEmpty()) {
                return terms;
            }
        }
        Term.TypeName all = type.orElseThrow();
        return terms.stream().map(term -> BareTexts.isText(term) ? cast(term, all) : term).toList();
    }

    private static List<Term> texts(List<Term> terms) {
        return terms.stream()
                .map(term ->
                        BareTexts.isText(term) || isOfAny(term)
                                ? term
                                : BareTexts.cast(term, "text"))
                .toList();
    }

    private static Term cast(Term term, Term.TypeName type) {
        return new Term.Cast(term, type, Term.Style.CALL, term.at());
    }

    private static Optional<Term.TypeName> type(Term term) {
        return switch (term) {
            case Term.Cast cast -> Optional.of(cast.type());
            case Term.Interval interval ->
                    Optional.of(Term.TypeName.plain("interval", interval.at()));
            case Term.Unary sign when sign.operator().equals("-") || sign.operator().equals("+") ->
                    type(sign.term());
            case Term.Literal literal when literal.value() instanceof Boolean ->
                    Optional.of(Term.TypeName.plain("boolean", literal.at()));
            case Term.Literal literal when literal.isNumber() ->
                    Optional.of(Term.TypeName.plain(number(literal), literal.at()));
            default -> Optional.empty();
        };
    }

    private static String number(Term.Literal number) {
        return number.value() instanceof Long whole
                ? Integer.MAX_VALUE >= whole ? "integer" : "bigint"
                : "numeric";
    }

    private static Optional<Term.TypeName> common(Term.TypeName one, Term.TypeName other) {
        int first = NUMBERS.indexOf(one.bare());
        int second = NUMBERS.indexOf(other.bare());
        if (first >= 0 && second >= 0 && !one.array() && !other.array()) {
            return Optional.of(first >= second ? one : other);
        }
        boolean same =
                Identifier.names(one.name()).equals(Identifier.names(other.name()))
                        && one.modifiers().equals(other.modifiers())
                        && one.array() == other.array()
                        && one.fields().equals(other.fields());
        return same ? Optional.of(one) : Optional.empty();
    }
}
