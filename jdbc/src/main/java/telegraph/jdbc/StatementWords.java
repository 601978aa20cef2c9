package telegraph.jdbc;

import java.util.List;
import java.util.Set;
import telegraph.sql.Event;
import telegraph.sql.Session;
import telegraph.sql.Word;

/// What the words of a statement, and of how it ended, say to the driver.
final class StatementWords {
    private static final Set<String> QUERIES =
            Set.of("select", "with", "values", "table", "explain", "show", "describe", "");
    private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge");
    private static final Set<String> COUNTED =
            Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "COPY", "SELECT");

    /// More are no query that anybody wrote.
    private static final int PARENTHESES_MAX = 100;

    private StatementWords() {}

    /// Whether a statement only asks, by its first word.
    static boolean isQuery(String sql) {
        String first = first(sql);
        return QUERIES.contains(first) && !isChangeWithWith(first, sql);
    }

    /// Whether a statement adds, changes or removes rows.
    static boolean isChange(String sql) {
        String first = first(sql);
        return CHANGES.contains(first) || isChangeWithWith(first, sql);
    }

    private static boolean isChangeWithWith(String first, String sql) {
        return first.equals("with") && Session.isChangeWithWith(sql);
    }

    /// The first word in lower case, after parentheses; "" if there is none.
    static String first(String sql) {
        List<Word> first = Word.first(sql, 1);
        boolean nested = !first.isEmpty() && first.getFirst().text().equals("(");
        List<Word> words = nested ? Word.first(sql, PARENTHESES_MAX) : first;
        return words.stream()
                .map(Word::text)
                .filter(word -> !word.equals("("))
                .findFirst()
                .orElse("");
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
