package telegraph.server.postgres.dialect;

import java.util.List;
import telegraph.sql.Word;

/// The words of a short statement, read from left to right.
///
/// Threads: one; used once.
public final class ShortStatement {
    private static final Word END = new Word("", ' ', -1, -1);

    private final String statement;
    private final List<Word> words;
    private int at;

    private ShortStatement(String statement, List<Word> words) {
        this.statement = statement;
        this.words = words;
    }

    /// Cuts a statement, or only its first `most` words.
    static ShortStatement of(String statement, int most) {
        return new ShortStatement(statement, Word.first(statement, most));
    }

    /// The first word in lower case; "" if there is none.
    public static String first(String statement) {
        return of(statement, 1).peek().text();
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
        boolean is = next != END && next.quoted() == ' ' && next.text().equals(word);
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
                        && (next.quoted() == '"'
                                || next.quoted() == ' '
                                        && Character.isJavaIdentifierStart(next.text().charAt(0)));
        at += fits ? 1 : 0;
        return fits ? next.text() : "";
    }

    /// The next word as a value as it is written, or null if there is none.
    String value() {
        Word next = peek();
        if (next == END) {
            return null;
        }
        at++;
        return next.quoted() == ' ' ? statement.substring(next.start(), next.end()) : next.text();
    }

    /// The next word as what something is called, or null if there is none.
    String called() {
        Word next = peek();
        at += next == END ? 0 : 1;
        return next == END ? null : next.text();
    }

    /// The next word as a number that is not negative; -1 if it is none.
    long number() {
        Word next = peek();
        if (next == END || next.quoted() != ' ' || !next.text().matches("\\d{1,18}")) {
            return -1;
        }
        at++;
        return Long.parseLong(next.text());
    }

    /// What is left of the statement, from the next word on.
    String rest() {
        return atEnd() ? "" : statement.substring(peek().start());
    }
}
