package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Makes queries with literal tables among strings that look just like them.
final class RandomQuery {
    private final Random random;
    private int count;

    /// The literal tables of the query made, in order.
    final List<String> tables = new ArrayList<>();

    RandomQuery(Random random) {
        this.random = random;
    }

    String query(int depth) {
        String select = "SELECT " + value(depth) + ", " + value(depth);
        String from = " FROM " + table(depth) + join(depth) + (chance() ? ", " + table(depth) : "");
        String where = chance() ? " WHERE " + condition(depth) : "";
        String group = chance() ? " GROUP BY a, " + string() : "";
        String order = chance() ? " ORDER BY a, " + string() : "";
        String more = depth > 0 && chance() ? " UNION ALL " + query(depth - 1) : "";
        return select + from + where + group + (more.isEmpty() ? order : more);
    }

    private String join(int depth) {
        if (chance()) {
            return "";
        }
        return chance()
                ? " JOIN " + table(depth) + " ON " + condition(depth)
                : " LEFT JOIN " + table(depth) + " USING (a, b)";
    }

    private String table(int depth) {
        String alias = " AS t" + count++;
        return switch (random.nextInt(depth > 0 ? 5 : 3)) {
            case 0 -> "named" + alias;
            case 1 -> {
                String table = "data/" + count++ + ".csv";
                tables.add(table);
                yield "'" + table + "'" + alias;
            }
            case 2 -> "(VALUES (" + string() + ", 1), (" + string() + ", 2))" + alias;
            case 3 -> "(" + query(depth - 1) + ")" + alias;
            default -> "(" + table(depth - 1) + " JOIN " + table(depth - 1) + " ON TRUE)";
        };
    }

    private String condition(int depth) {
        return switch (random.nextInt(depth > 0 ? 5 : 4)) {
            case 0 -> "a = " + value(depth);
            case 1 -> "a IN (" + string() + ", " + string() + ")";
            case 2 -> "a IS DISTINCT FROM " + string();
            case 3 -> "a = b AND c = ANY(ARRAY[" + string() + ", " + string() + "])";
            default -> "EXISTS (" + query(depth - 1) + ")";
        };
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 5 : 4)) {
            case 0 -> string();
            case 1 -> "TRIM(BOTH " + string() + " FROM " + string() + ")";
            case 2 -> "CASE WHEN a = " + string() + " THEN f(b, " + string() + ") END";
            case 3 -> "sum(a) OVER (PARTITION BY b ORDER BY c, " + string() + ")";
            default -> "(" + query(depth - 1) + ")";
        };
    }

    private String string() {
        return "'lit/" + count++ + ".csv'";
    }

    private boolean chance() {
        return random.nextBoolean();
    }
}
