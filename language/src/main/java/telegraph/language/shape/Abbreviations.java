package telegraph.language.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.query.BareTexts;

/// Functions that say in short what others say together, written out.
///
/// | written                         | stands for                                                    |
/// |---------------------------------|---------------------------------------------------------------|
/// | `age(x)`                        | `age(CURRENT_DATE, x)`                                        |
/// | `date_bin('5 min', x, '2001-01-01')` | `date_bin(CAST('5 min' AS interval), x, …)`, the last with the type of `x` |
/// | `date_trunc(unit, x, zone)`     | `timezone(zone, date_trunc(unit, timezone(zone, x::timestamptz)))` |
/// | `make_timestamptz(y, …, s)`     | `CAST(make_timestamp(y, …, s) AS timestamptz)`                |
/// | `make_timestamptz(y, …, s, zone)` | `timezone(zone, make_timestamp(y, …, s))`                   |
/// | `num_nulls(x, …)`, `num_nonnulls` | `(CASE WHEN x IS NULL THEN 1 ELSE 0 END) + …`               |
/// | `quote_nullable(x)`             | `coalesce(quote_literal(x), 'NULL')`                          |
public final class Abbreviations {
    private static final int MOMENT_PARTS = 6;

    private Abbreviations() {}

    /// What a call stands for; empty if it stands for itself.
    public static Optional<Term> of(Term.Call call) {
        if (call.name().size() != 1
                || call.form() != Term.Form.PLAIN
                || call.star()
                || call.over().isPresent()
                || !call.gathering().isNone()) {
            return Optional.empty();
        }
        List<Term> given = call.arguments();
        Span at = call.at();
        return Optional.ofNullable(
                switch (call.bare().toLowerCase(Locale.ROOT)) {
                    case "age" -> given.size() == 1 ? age(given.getFirst(), at) : null;
                    case "date_trunc" -> given.size() == 3 ? truncated(given, at) : null;
                    case "make_timestamptz" -> moment(given, at);
                    case "num_nulls" -> given.isEmpty() ? null : counted(given, false, at);
                    case "num_nonnulls" -> given.isEmpty() ? null : counted(given, true, at);
                    case "date_bin" -> given.size() == 3 ? binned(given, at) : null;
                    case "quote_nullable" ->
                            given.size() == 1 ? quoted(given.getFirst(), at) : null;
                    default -> null;
                });
    }

    private static Term age(Term start, Span at) {
        Term today = Term.Call.word("current_date", at);
        return Term.Call.plain("age", List.of(today, start), at);
    }

    private static Term truncated(List<Term> given, Span at) {
        Term zone = given.get(2);
        Term moment = BareTexts.cast(given.get(1), "timestamp with time zone");
        Term local = Term.Call.plain("timezone", List.of(zone, moment), at);
        Term start = Term.Call.plain("date_trunc", List.of(given.getFirst(), local), at);
        return Term.Call.plain("timezone", List.of(zone, start), at);
    }

    private static Term moment(List<Term> given, Span at) {
        if (given.size() != MOMENT_PARTS && given.size() != MOMENT_PARTS + 1) {
            return null;
        }
        Term local = Term.Call.plain("make_timestamp", given.subList(0, MOMENT_PARTS), at);
        return given.size() == MOMENT_PARTS
                ? BareTexts.cast(local, "timestamp with time zone")
                : Term.Call.plain("timezone", List.of(given.getLast(), local), at);
    }

    private static Term counted(List<Term> given, boolean present, Span at) {
        List<Term> counts = new ArrayList<>();
        for (Term term : given) {
            counts.add(
                    new Term.Case(
                            Optional.empty(),
                            List.of(
                                    new Term.Branch(
                                            new Term.Test(term, Term.What.NULL, present, at),
                                            number(1, at))),
                            Optional.of(number(0, at)),
                            at));
        }
        return counts.stream()
                .reduce((sum, one) -> new Term.Binary("+", sum, one, at, at))
                .orElseThrow();
    }

    private static Term number(long value, Span at) {
        return new Term.Literal(value, String.valueOf(value), at);
    }

    /// Null if it is written out.
    private static Term binned(List<Term> given, Span at) {
        Term moment = given.get(1);
        List<Term> read = new ArrayList<>(given);
        if (BareTexts.isText(given.getFirst())) {
            read.set(0, BareTexts.cast(given.getFirst(), "interval"));
        }
        if (BareTexts.isText(given.getLast()) && !BareTexts.isText(moment)) {
            Term never = new Term.Literal(false, "", at);
            read.set(
                    2,
                    new Term.Case(
                            Optional.empty(),
                            List.of(new Term.Branch(never, moment)),
                            Optional.of(given.getLast()),
                            at));
        }
        return read.equals(given) ? null : Term.Call.plain("date_bin", read, at);
    }

    private static Term quoted(Term term, Span at) {
        Term literal = Term.Call.plain("quote_literal", List.of(term), at);
        return Term.Call.plain("coalesce", List.of(literal, Term.Literal.text("NULL", at)), at);
    }
}
