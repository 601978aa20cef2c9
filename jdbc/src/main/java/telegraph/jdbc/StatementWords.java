package telegraph.jdbc;

import java.util.Locale;
import java.util.Set;
import telegraph.sql.Event;

/// What the words of a statement, and of how it ended, say to the driver.
final class StatementWords {
    private static final Set<String> QUERIES =
            Set.of("select", "with", "values", "table", "explain", "show", "describe", "");
    private static final Set<String> COUNTED =
            Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "COPY", "SELECT");

    private StatementWords() {}

    /// Whether a statement only asks, by its first word.
    static boolean isQuery(String sql) {
        return QUERIES.contains(first(sql));
    }

    /// The first word in lower case, after white space, comments and parentheses; "" if there is
    /// none.
    static String first(String sql) {
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c) || c == '(' || c == '\uFEFF') {
                at++;
            } else if (sql.startsWith("--", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end;
            } else if (sql.startsWith("/*", at)) {
                at = commentEnd(sql, at);
            } else {
                break;
            }
        }
        int end = at;
        while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
            end++;
        }
        return sql.substring(at, end).toLowerCase(Locale.ROOT);
    }

    /// Where a block comment, which may have others inside, ends.
    private static int commentEnd(String sql, int start) {
        int depth = 0;
        int at = start;
        do {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < sql.length());
        return at;
    }

    /// How many rows a statement changed, by what it says at its end; 0 if it changes none.
    static long count(Event.End end) {
        String tag = end.tag();
        int space = tag.lastIndexOf(' ');
        if (space < 0 || !COUNTED.contains(tag.substring(0, tag.indexOf(' ')))) {
            return 0;
        }
        String last = tag.substring(space + 1);
        return last.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(last) : 0;
    }
}
