package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Token;

/// One of the words that a statement begins with, as doors look at them that have statements of
/// their own: a name, a number, a string or a sign. What stands together with points and signs is
/// one word, such as `-0.5`, `2024-01-31` or `a.b`.
///
/// @param text in lower case if it is a word without quotes, without its quotes if it has some
/// @param quoted `"` if it is a quoted name, `'` if it is a string, a blank if it is neither
/// @param start where it begins in the statement
/// @param end where it ends
public record Word(String text, char quoted, int start, int end) {
    /// A word is of so many tokens at most, but for one that nobody looks for.
    private static final int TOKENS = 6;

    /// The first words of a statement, so many at most.
    public static List<Word> first(String statement, int most) {
        List<Word> words = new ArrayList<>();
        for (Token token : Lexer.first(statement, most == 1 ? 1 : TOKENS * most)) {
            Word last = words.isEmpty() ? null : words.getLast();
            boolean together =
                    last != null
                            && last.quoted == ' '
                            && last.end == token.start()
                            && isPart(token)
                            && isPart(statement.charAt(last.end - 1));
            if (together) {
                words.removeLast();
                words.add(plain(statement, last.start, token.end()));
            } else if (words.size() == most) {
                break;
            } else {
                words.add(of(statement, token));
            }
        }
        return words;
    }

    private static boolean isPart(Token token) {
        return switch (token.kind()) {
            case WORD, NUMBER -> true;
            case SIGN -> token.value().chars().allMatch(c -> ".-+".indexOf(c) >= 0);
            default -> false;
        };
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || ".-+".indexOf(c) >= 0;
    }

    private static Word plain(String statement, int start, int end) {
        return new Word(statement.substring(start, end).toLowerCase(Locale.ROOT), ' ', start, end);
    }

    private static Word of(String statement, Token token) {
        return switch (token.kind()) {
            case QUOTED -> new Word(token.value(), '"', token.start(), token.end());
            case STRING, ESCAPED, UNICODE ->
                    new Word(token.value(), '\'', token.start(), token.end());
            default -> plain(statement, token.start(), token.end());
        };
    }
}
