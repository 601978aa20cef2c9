package telegraph.cli;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/// Tells the line editor when a statement is whole and which word is being completed.
///
/// A word is an identifier with its qualifiers, a command of the shell, or, inside quotes,
/// everything since the quote.
final class LineParser implements Parser {
    private final Database database;

    LineParser(Database database) {
        this.database = database;
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        boolean accept = context == ParseContext.ACCEPT_LINE || context == ParseContext.UNSPECIFIED;
        String text = line.strip();
        if (accept && !text.isEmpty() && !text.startsWith("\\") && !database.isComplete(line)) {
            throw new EOFError(-1, -1, "a statement ends with a semicolon");
        }
        int start = wordStart(line, cursor);
        return new Word(line, cursor, line.substring(start, cursor));
    }

    @Override
    public boolean isEscapeChar(char c) {
        return false;
    }

    /// Where the word before the cursor starts.
    static int wordStart(String line, int cursor) {
        int quote = openQuote(line, cursor);
        if (quote >= 0) {
            return quote + 1;
        }
        int start = cursor;
        while (start > 0 && isWord(line.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    /// The place of the quote that is open at the cursor, or -1.
    static int openQuote(String line, int cursor) {
        int open = -1;
        for (int i = 0; i < cursor; i++) {
            if (line.charAt(i) == '\'') {
                open = open < 0 ? i : -1;
            }
        }
        return open;
    }

    private static boolean isWord(char c) {
        return Character.isJavaIdentifierPart(c) || c == '.' || c == '\\' || c == '?';
    }

    /// The word before the cursor.
    private record Word(String line, int cursor, String word) implements CompletingParsedLine {
        @Override
        public int wordCursor() {
            return word.length();
        }

        @Override
        public int rawWordCursor() {
            return word.length();
        }

        @Override
        public int rawWordLength() {
            return word.length();
        }

        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int wordIndex() {
            return 0;
        }

        @Override
        public List<String> words() {
            return List.of(word);
        }
    }
}
