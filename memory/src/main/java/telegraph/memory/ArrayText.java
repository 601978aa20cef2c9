package telegraph.memory;

import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Arrays as PostgreSQL writes them: `{1,NULL,"a b"}`, and `{{1,2},{3,4}}`.
///
/// An element stands in quotes if it is empty, is the word NULL, or has a blank, a brace, a comma,
/// a quote or a backslash; behind a backslash any character is itself. Any thread.
public final class ArrayText {
    private static final int NESTING_MAX = 6;
    private static final int SHOWN_MAX = 100;

    private ArrayText() {}

    /// @param elements texts, NULL, and lists of them
    public static String of(List<?> elements) {
        StringBuilder text = new StringBuilder();
        append(elements, text);
        return text.toString();
    }

    private static void append(List<?> elements, StringBuilder text) {
        text.append('{');
        for (int i = 0; i < elements.size(); i++) {
            text.append(i == 0 ? "" : ",");
            switch (elements.get(i)) {
                case null -> text.append("NULL");
                case List<?> inner -> append(inner, text);
                case Object element -> quoted(element.toString(), text);
            }
        }
        text.append('}');
    }

    private static void quoted(String element, StringBuilder text) {
        boolean plain =
                !element.isEmpty()
                        && !element.equalsIgnoreCase("null")
                        && element.chars().noneMatch(ArrayText::isSyntax);
        if (plain) {
            text.append(element);
            return;
        }
        text.append('"');
        for (int i = 0; i < element.length(); i++) {
            char c = element.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\');
            }
            text.append(c);
        }
        text.append('"');
    }

    private static boolean isSyntax(int c) {
        return c == ',' || c == '{' || c == '}' || c == '"' || c == '\\' || isBlank(c);
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    /// The elements that a text lists: texts, null, and lists of them.
    ///
    /// @throws TelegraphException of 22P02 if it is no array, of 0A000 if it says at which index it
    ///   begins
    public static List<Object> read(String text) {
        return new Reading(text).all();
    }

    /// One reading of a text.
    private static final class Reading {
        private final String text;
        private int at;

        Reading(String text) {
            this.text = text;
        }

        List<Object> all() {
            blanks();
            if (peek() == '[') {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported: an array that begins at another index than 1: " + quoted());
            }
            List<Object> elements = list(1);
            blanks();
            demand(at == text.length(), "nothing stands behind the last brace");
            return elements;
        }

        private List<Object> list(int depth) {
            demand(peek() == '{', "it begins with a brace");
            demand(depth <= NESTING_MAX, "it has at most " + NESTING_MAX + " dimensions");
            at++;
            List<Object> elements = new ArrayList<>();
            blanks();
            if (peek() == '}') {
                at++;
                return elements;
            }
            while (true) {
                blanks();
                elements.add(peek() == '{' ? list(depth + 1) : element());
                blanks();
                char c = peek();
                demand(c == ',' || c == '}', "elements stand between commas");
                at++;
                if (c == '}') {
                    demandAlike(elements);
                    return elements;
                }
            }
        }

        private void demandAlike(List<Object> elements) {
            int size = size(elements.getFirst());
            demand(
                    elements.stream().allMatch(element -> size(element) == size),
                    "its arrays have as many elements each");
        }

        private static int size(Object element) {
            return element instanceof List<?> list ? list.size() : -1;
        }

        private String element() {
            StringBuilder element = new StringBuilder();
            boolean isQuoted = false;
            int kept = 0;
            while (true) {
                char c = peek();
                demand(at < text.length(), "it ends with a brace");
                if (c == ',' || c == '}' || c == '{') {
                    break;
                }
                at++;
                if (c == '"') {
                    demand(
                            !isQuoted && element.toString().isBlank(),
                            "quotes hold all of an element");
                    isQuoted = true;
                    quoted(element);
                    kept = element.length();
                } else if (c == '\\') {
                    demand(at < text.length(), "a character stands behind a backslash");
                    element.append(text.charAt(at++));
                    kept = element.length();
                } else {
                    demand(!isQuoted || isBlank(c), "quotes hold all of an element");
                    element.append(c);
                    kept = isBlank(c) ? kept : element.length();
                }
            }
            element.setLength(kept);
            demand(isQuoted || kept > 0, "no element is missing");
            return !isQuoted && element.toString().equalsIgnoreCase("null")
                    ? null
                    : element.toString();
        }

        /// Reads up to the closing quote.
        private void quoted(StringBuilder element) {
            while (true) {
                demand(at < text.length(), "a quote is closed");
                char c = text.charAt(at++);
                if (c == '"') {
                    return;
                }
                if (c == '\\') {
                    demand(at < text.length(), "a character stands behind a backslash");
                    c = text.charAt(at++);
                }
                element.append(c);
            }
        }

        private void blanks() {
            while (at < text.length() && isBlank(text.charAt(at))) {
                at++;
            }
        }

        private char peek() {
            return at < text.length() ? text.charAt(at) : 0;
        }

        /// The text in a message, as far as anybody reads it.
        private String quoted() {
            return text.length() <= SHOWN_MAX
                    ? '"' + text + '"'
                    : '"'
                            + text.substring(0, SHOWN_MAX)
                            + "\"… of "
                            + text.length()
                            + " characters";
        }

        private void demand(boolean right, String rule) {
            if (!right) {
                throw TelegraphException.of(
                        SqlState.INVALID_TEXT_REPRESENTATION,
                        "malformed array literal: " + quoted() + ": " + rule + ", as in {1,2}");
            }
        }
    }
}
