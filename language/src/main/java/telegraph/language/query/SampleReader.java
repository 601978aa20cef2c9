package telegraph.language.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Tokens;
import telegraph.language.sample.Sample;

/// Reads `TABLESAMPLE method (percentage) [REPEATABLE (seed)]`. The numbers stand in the query.
///
/// Threads: one.
final class SampleReader {
    private final Tokens tokens;
    private final TermReader terms;

    SampleReader(Tokens tokens, TermReader terms) {
        this.tokens = tokens;
        this.terms = terms;
    }

    /// The clause, if one is next.
    Optional<Sample> read() {
        int place = tokens.peek().start();
        if (!tokens.accept("tablesample")) {
            return Optional.empty();
        }
        Identifier named = terms.identifier("a method");
        String method = named.name().toLowerCase(Locale.ROOT);
        List<Term> arguments = new ArrayList<>();
        tokens.expectSign("(");
        do {
            arguments.add(terms.read());
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
        Optional<Term> seed = Optional.empty();
        if (tokens.accept("repeatable")) {
            tokens.expectSign("(");
            seed = Optional.of(terms.read());
            tokens.expectSign(")");
        }
        if (!method.equals("bernoulli") && !method.equals("system")) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT,
                    "there is no method of TABLESAMPLE of that name. Use BERNOULLI or SYSTEM:"
                            + " method="
                            + named.name());
        }
        if (arguments.size() != 1) {
            throw TelegraphException.of(
                    SqlState.INVALID_SAMPLE,
                    method + " of TABLESAMPLE takes one percentage: found=" + arguments.size());
        }
        float percentage = percentage(arguments.getFirst());
        Optional<Double> drawn = seed.map(SampleReader::seed);
        return Optional.of(new Sample(method.equals("system"), percentage, drawn, place));
    }

    private static float percentage(Term term) {
        Double number = number(term, "percentage", SqlState.INVALID_SAMPLE);
        if (!(number >= 0 && number <= 100)) {
            throw TelegraphException.of(
                    SqlState.INVALID_SAMPLE,
                    "a percentage of TABLESAMPLE lies between 0 and 100: percentage=" + number);
        }
        return number.floatValue();
    }

    private static Double seed(Term term) {
        return number(term, "seed", SqlState.INVALID_SAMPLE_SEED);
    }

    private static Double number(Term term, String what, SqlState ofNull) {
        return switch (term) {
            case Term.Unary sign when sign.operator().equals("-") ->
                    -number(sign.term(), what, ofNull);
            case Term.Unary sign when sign.operator().equals("+") ->
                    number(sign.term(), what, ofNull);
            case Term.Literal literal when literal.value() == null ->
                    throw TelegraphException.of(
                            ofNull, "a " + what + " of TABLESAMPLE is not NULL");
            case Term.Literal literal when literal.value() instanceof Number number ->
                    number.doubleValue();
            case Term.Literal literal when literal.value() instanceof String text -> parsed(text);
            default ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "a "
                                    + what
                                    + " of TABLESAMPLE that is computed is not there. Write the"
                                    + " number");
        };
    }

    private static double parsed(String text) {
        try {
            String word = text.strip().toLowerCase(Locale.ROOT);
            return word.equals("nan") ? Double.NaN : Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw TelegraphException.of(
                    SqlState.INVALID_TEXT_REPRESENTATION,
                    "invalid value for REAL: \"" + text + "\"",
                    e);
        }
    }
}
