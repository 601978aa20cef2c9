package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;

/// Names for columns of a subquery that have one name: each has a name of its own, which nobody can
/// write, so that a star finds each, and nobody finds one by the name that they have in common.
///
/// ```
/// SELECT * FROM a, b            id  x  id  y
/// within, of a subquery         id␀1  x  id␀2  y
/// ```
///
/// Names are the same in capitals too, as wherever a column is looked for.
public final class DoubledNames {
    /// No text holds it that comes from outside.
    private static final char MARK = '\0';

    private static final Pattern MARKED = Pattern.compile(MARK + "\\d+");

    private DoubledNames() {}

    /// The same names, of which those that are there several times are told apart.
    public static List<String> apart(List<String> names) {
        Map<String, Integer> counts = new HashMap<>();
        for (String name : names) {
            counts.merge(key(name), 1, Integer::sum);
        }
        Map<String, Integer> given = new HashMap<>();
        List<String> apart = new ArrayList<>(names.size());
        for (String name : names) {
            String key = key(name);
            String mark = counts.get(key) == 1 ? "" : MARK + "" + given.merge(key, 1, Integer::sum);
            apart.add(visible(name) + mark);
        }
        return apart;
    }

    /// What a name is compared by.
    public static String key(String name) {
        return visible(name).toLowerCase(Locale.ROOT);
    }

    /// The name as it was written, or a message with names as they were written.
    public static String visible(String name) {
        return name.indexOf(MARK) < 0 ? name : MARKED.matcher(name).replaceAll("");
    }

    /// Whether several columns have this name.
    public static boolean isDoubled(RelDataType row, String name) {
        return row.getField(visible(name) + MARK + 1, false, false) != null;
    }
}
