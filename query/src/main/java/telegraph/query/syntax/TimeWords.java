package telegraph.query.syntax;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;

/// PostgreSQL's words for days and moments, which stand where a time is written.
///
/// | written                                  | read as                         |
/// |------------------------------------------|---------------------------------|
/// | `'now'::timestamp`                       | `CAST(now() AS timestamp)`      |
/// | `date 'today'`, `'tomorrow'`, `'yesterday'` | `current_date`, `+ 1`, `- 1` |
/// | `timestamptz 'epoch'`                    | `timestamptz '1970-01-01 …'`    |
final class TimeWords {
    private static final Set<String> DAYS = Set.of("date");
    private static final Set<String> MOMENTS =
            Set.of("timestamp", "timestamptz", "timestamp with time zone");

    private TimeWords() {}

    /// What a cast of a text stands for, or empty if the text is none of these words.
    static Optional<Term> read(Term.Cast cast, String text) {
        Term.TypeName type = cast.type();
        boolean moment = MOMENTS.contains(type.bare());
        if (type.array() || !moment && !DAYS.contains(type.bare())) {
            return Optional.empty();
        }
        Span at = cast.at();
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "now" -> Optional.of(as(type, Term.Call.plain("now", List.of(), at), at));
            case "today" -> Optional.of(as(type, today(at), at));
            case "tomorrow" -> Optional.of(as(type, from(today(at), "+", at), at));
            case "yesterday" -> Optional.of(as(type, from(today(at), "-", at), at));
            case "epoch" ->
                    Optional.of(
                            as(
                                    type,
                                    Term.Literal.text(
                                            moment ? "1970-01-01 00:00:00+00" : "1970-01-01", at),
                                    at));
            default -> Optional.empty();
        };
    }

    private static Term as(Term.TypeName type, Term term, Span at) {
        return new Term.Cast(term, type, Term.Style.CALL, at);
    }

    private static Term from(Term day, String operator, Span at) {
        return new Term.Binary(operator, day, new Term.Literal(1L, "1", at), at, at);
    }

    private static Term today(Span at) {
        return Term.Call.word("current_date", at);
    }
}
