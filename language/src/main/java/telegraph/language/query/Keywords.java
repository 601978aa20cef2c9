package telegraph.language.query;

import java.util.Locale;
import java.util.Set;
import telegraph.language.lexer.Token;

/// Which words are names where, as PostgreSQL has it.
///
/// | where                  | is a name                                              |
/// |------------------------|--------------------------------------------------------|
/// | after a dot, after AS  | every word                                             |
/// | an output's, without AS | all but what may come after an expression              |
/// | a table's, without AS  | all but what is reserved, or may come after a table     |
/// | a column               | all but what is reserved                               |
/// | a function             | as a column, and LEFT and RIGHT                        |
///
/// Source: appendix C of PostgreSQL's manual.
final class Keywords {
    private static final Set<String> RESERVED =
            words(
                    """
                    all and any array as asc asymmetric both case cast collate create cross
                    current_catalog current_date current_role current_schema current_time
                    current_timestamp current_user default desc distinct else end except false
                    fetch for from full grant group having ilike in inner intersect into is
                    isnull join lateral leading left like limit localtime localtimestamp natural
                    not notnull null offset on or order outer overlaps placing qualify returning
                    right select session_user similar some symmetric table tablesample then
                    trailing true union unique user using when where window with\
                    """);

    /// What may come after an expression in a list of outputs, beside signs.
    private static final Set<String> NO_LABELS =
            words(
                    """
                    and as collate except fetch filter for from group having ilike in
                    intersect into is isnull like limit not notnull offset on or order over
                    overlaps qualify returning similar union where window with within\
                    """);

    /// Functions that are called without parentheses.
    private static final Set<String> BARE =
            words(
                    """
                    current_catalog current_date current_role current_schema current_time
                    current_timestamp current_user localtime localtimestamp session_user user\
                    """);

    private Keywords() {}

    private static Set<String> words(String text) {
        return Set.of(text.split("\\s+"));
    }

    private static boolean isIn(Set<String> words, Token token) {
        return words.contains(token.value().toLowerCase(Locale.ROOT));
    }

    /// Whether it may be a column, or a table's alias without AS.
    static boolean isName(Token token) {
        return token.kind() == Token.Kind.QUOTED
                || token.kind() == Token.Kind.WORD && !isIn(RESERVED, token);
    }

    /// Whether it may be what an output is called, without AS.
    static boolean isLabel(Token token) {
        return token.kind() == Token.Kind.QUOTED
                || token.kind() == Token.Kind.WORD && !isIn(NO_LABELS, token);
    }

    /// Whether an expression that began before it is over, and none begins with it.
    static boolean endsExpression(Token token) {
        return token.kind() == Token.Kind.END
                || token.isSign(",")
                || token.isSign(")")
                || token.kind() == Token.Kind.WORD
                        && isIn(RESERVED, token)
                        && isIn(NO_LABELS, token)
                        && !token.is("not");
    }

    static boolean isBare(Token token) {
        return token.kind() == Token.Kind.WORD && isIn(BARE, token);
    }
}
