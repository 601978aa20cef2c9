package telegraph.language.grammar;

import java.util.List;
import java.util.function.Predicate;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Finds the end of a piece of a statement: one of some words, outside of `CASE … END`; or a comma
/// or closing parenthesis, if these end it too.
///
/// It counts as it is asked, token by token, so each piece needs one of its own.
final class Clauses implements Predicate<Tokens> {
    private final List<String> words;
    private final boolean signs;
    private int cases;

    private Clauses(boolean signs, List<String> words) {
        this.signs = signs;
        this.words = words;
    }

    /// What ends at one of these words.
    static Clauses until(String... words) {
        return new Clauses(false, List.of(words));
    }

    /// What is one of a list, and ends at one of these words, too.
    static Clauses itemUntil(String... words) {
        return new Clauses(true, List.of(words));
    }

    @Override
    public boolean test(Tokens tokens) {
        Token token = tokens.peek();
        if (token.is("case")) {
            cases++;
        } else if (token.is("end") && cases > 0) {
            cases--;
            return false;
        }
        boolean sign = signs && (token.isSign(",") || token.isSign(")"));
        // IS DISTINCT FROM is no clause.
        boolean clause =
                words.stream().anyMatch(token::is)
                        && !(token.is("from") && tokens.peek(-1).is("distinct"));
        return cases == 0 && (sign || clause);
    }
}
