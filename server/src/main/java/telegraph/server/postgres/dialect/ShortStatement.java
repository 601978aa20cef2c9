package telegraph.server.postgres.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The words of a short statement: names, numbers, strings and signs, without comments.
///
/// Threads: one; used once.
public final class ShortStatement {
    /// One of them.
    ///
    /// @param text in lower case if it is a word without quotes, without its quotes if it has some
    /// @param quoted `"` if it is a quoted name, `'` if it is a string, a blank if it is neither
    /// @param start where it begins
    private record Word(String text, char quoted, int start) {}

    private static final Word END = new Word("", ' ', -1);

    private final String statement;
    private final List<Word> words = new ArrayList<>();
    private int at;

    private ShortStatement(String statement) {
        this.statement = statement;
    }

    /// Cuts a statement, or only its first `most` words.
    static ShortStatement of(String statement, int most) {
        ShortStatement words = new ShortStatement(statement);
        words.cut(most);
        return words;
    }

    /// The first word in lower case; "" if there is none.
    public static String first(String statement) {
        return of(statement, 1).peek().text;
    }

    private void cut(int most) {
        int i = 0;
        while (i < statement.length() && words.size() < most) {
            char c = statement.charAt(i);
            if (Character.isWhitespace(c) || c == '\uFEFF') {
                i++;
            } else if (statement.startsWith("--", i)) {
                int end = statement.indexOf('\n', i);
                i = end < 0 ? statement.length() : end;
            } else if (statement.startsWith("/*", i)) {
                i = commentEnd(i);
            } else if (c == '\'' || c == '"') {
                i = quoted(i, c);
            } else if (isPart(c)) {
                i = word(i);
            } else {
                words.add(new Word(String.valueOf(c), ' ', i++));
            }
        }
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == '+';
    }

    private int word(int start) {
        int end = start + 1;
        while (end < statement.length() && isPart(statement.charAt(end))) {
            end++;
        }
        words.add(new Word(statement.substring(start, end).toLowerCase(Locale.ROOT), ' ', start));
        return end;
    }

    private int quoted(int start, char quote) {
        StringBuilder text = new StringBuilder();
        int i = start + 1;
        while (i < statement.length()) {
            char c = statement.charAt(i++);
            if (c == quote) {
                if (i == statement.length() || statement.charAt(i) != quote) {
                    break;
                }
                i++;
            }
            text.append(c);
        }
        words.add(new Word(text.toString(), quote, start));
        return i;
    }

    private int commentEnd(int start) {
        int depth = 0;
        int i = start;
        do {
            if (statement.startsWith("/*", i)) {
                depth++;
                i += 2;
            } else if (statement.startsWith("*/", i)) {
                depth--;
                i += 2;
            } else {
                i++;
            }
        } while (depth > 0 && i < statement.length());
        return i;
    }

    private Word peek() {
        return at < words.size() ? words.get(at) : END;
    }

    boolean atEnd() {
        return at >= words.size();
    }

    /// Whether the next word is this one, which is passed then.
    boolean accept(String word) {
        Word next = peek();
        boolean is = next != END && next.quoted == ' ' && next.text.equals(word);
        at += is ? 1 : 0;
        return is;
    }

    /// Whether the next word is one of these, which is passed then.
    boolean acceptAny(String... any) {
        for (String word : any) {
            if (accept(word)) {
                return true;
            }
        }
        return false;
    }

    /// The next word as a name, or "" if it cannot be one.
    String name() {
        Word next = peek();
        boolean fits =
                next != END
                        && (next.quoted == '"'
                                || next.quoted == ' '
                                        && Character.isJavaIdentifierStart(next.text.charAt(0)));
        at += fits ? 1 : 0;
        return fits ? next.text : "";
    }

    /// The next word as a value as it is written, or null if there is none.
    String value() {
        Word next = peek();
        if (next == END) {
            return null;
        }
        at++;
        return next.quoted == ' '
                ? statement.substring(next.start, next.start + next.text.length())
                : next.text;
    }

    /// The next word as a number that is not negative; -1 if it is none.
    long number() {
        Word next = peek();
        if (next == END || next.quoted != ' ' || !next.text.matches("\\d{1,18}")) {
            return -1;
        }
        at++;
        return Long.parseLong(next.text);
    }

    /// What is left of the statement, from the next word on.
    String rest() {
        return atEnd() ? "" : statement.substring(peek().start);
    }
}
