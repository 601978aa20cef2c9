package telegraph.tables.define;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import telegraph.language.Mentions;
import telegraph.tables.catalog.StoredColumn;

/// The columns that an expression's text names, and names made of them.
final class ExpressionColumns {
    private ExpressionColumns() {}

    static boolean mentions(String text, String column) {
        return Mentions.names(text).contains(column.toLowerCase(Locale.ROOT));
    }

    /// The one column that the text names, as the part of a constraint's name; none if it names
    /// several, as PostgreSQL has it.
    static List<String> mentioned(String text, List<StoredColumn> columns) {
        Set<String> names = Mentions.names(text);
        List<String> found =
                columns.stream()
                        .map(StoredColumn::name)
                        .filter(name -> names.contains(name.toLowerCase(Locale.ROOT)))
                        .toList();
        return found.size() == 1 ? found : List.of();
    }

    static String renamed(String text, String before, String after) {
        return Mentions.renamed(text, before, after);
    }

    /// The name, or the first with a number after it that is not taken.
    static String free(String name, Predicate<String> isTaken) {
        String free = name;
        for (int i = 1; isTaken.test(free); i++) {
            free = name + i;
        }
        return free;
    }
}
