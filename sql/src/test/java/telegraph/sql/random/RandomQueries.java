package telegraph.sql.random;

import java.util.List;
import java.util.random.RandomGenerator;

/// Queries over two tables `t` and `u` of the columns `a`, `b` and `c`, whole numbers and NULLs, or
/// numbers without declared digits, NaN among them: joins, groupings, set operations, LATERAL,
/// correlated subqueries and comparisons with all of a query.
///
/// No number comes near the end of its type, and nothing is divided, so that all of them have an
/// answer. Threads: one.
final class RandomQueries implements Statements {
    private static final int DEPTH_MAX = 2;

    private static final String NAN = "CAST('NaN' AS NUMERIC)";

    private final RandomGenerator random;

    /// The type of the columns.
    private final String type;

    /// Where NaN comes to Calcite's code it is refused, and most queries are to have answers: so
    /// one in two rounds of numbers without declared digits has none.
    private final boolean hasNaN;

    RandomQueries(RandomGenerator random) {
        this.random = random;
        this.type = one("INTEGER", "INTEGER", "NUMERIC");
        this.hasNaN = type.equals("NUMERIC") && random.nextBoolean();
    }

    @Override
    public List<String> tables() {
        return List.of(
                "DROP TABLE IF EXISTS t",
                "DROP TABLE IF EXISTS u",
                String.format("CREATE TABLE t (a %s, b %s, c %s)", type, type, type),
                String.format("CREATE TABLE u (a %s, b %s, c %s)", type, type, type),
                "INSERT INTO t VALUES " + rows(),
                "INSERT INTO u VALUES " + rows());
    }

    /// Rows of a table: `(1, NULL, -3), …`.
    private String rows() {
        StringBuilder rows = new StringBuilder();
        int count = 1 + random.nextInt(9);
        for (int i = 0; i < count; i++) {
            rows.append(i == 0 ? "" : ", ")
                    .append(String.format("(%s, %s, %s)", value(), value(), value()));
        }
        return rows.toString();
    }

    private String value() {
        if (hasNaN && random.nextInt(6) == 0) {
            return NAN;
        }
        return random.nextInt(5) == 0 ? "NULL" : String.valueOf(random.nextInt(12) - 2);
    }

    /// What rows are made of, and a condition for them.
    record Filtered(String select, String from, String where) {
        String sql(String condition) {
            return "SELECT " + select + " FROM " + from + " WHERE " + condition;
        }
    }

    Filtered filtered() {
        return new Filtered(number(0) + " AS x, " + number(0) + " AS y", from(), condition(0));
    }

    @Override
    public String query() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                Filtered filtered = filtered();
                yield filtered.sql(filtered.where());
            }
            case 4, 5 ->
                    String.format(
                            "SELECT t.a AS x, count(*), sum(%s) AS y FROM %s WHERE %s GROUP BY"
                                    + " t.a HAVING %s",
                            number(DEPTH_MAX),
                            from(),
                            condition(0),
                            one("count(*) > 0", "max(t.b) > 1", "t.a IS NULL OR t.a > 0"));
            case 6 ->
                    String.format(
                            "SELECT DISTINCT %s AS x FROM %s WHERE %s",
                            number(0), from(), condition(0));
            case 7 ->
                    String.format(
                            "SELECT %s AS x FROM %s %s SELECT %s FROM u AS t",
                            number(1),
                            from(),
                            one("UNION", "UNION ALL", "INTERSECT", "EXCEPT"),
                            number(1));
            case 8 ->
                    String.format(
                            "SELECT t.a, l.s FROM %s %s JOIN LATERAL (SELECT %s(x.b) AS s FROM"
                                    + " u AS x"
                                    + " WHERE x.a %s t.b) l ON true",
                            from(), one("LEFT", ""), one("sum", "max", "count"), one("=", "<"));
            default ->
                    String.format(
                            "SELECT count(*), sum(%s), max(%s) FROM %s WHERE %s",
                            number(0), number(0), from(), condition(0));
        };
    }

    private String one(String... some) {
        return some[random.nextInt(some.length)];
    }

    private String column() {
        return one("a", "b", "c");
    }

    private String from() {
        return switch (random.nextInt(7)) {
            case 0, 1 -> "t";
            case 2 -> "(SELECT a, b, c FROM u) AS t";
            case 3 -> "t JOIN u ON " + one("t.a = u.a", "t.b < u.b", "true");
            case 4 -> "t LEFT JOIN u ON t.a = u.b";
            case 5 -> "u AS v RIGHT JOIN t ON v.a = t.a AND v.b > 1";
            default -> "t FULL JOIN u ON t.c = u.c";
        };
    }

    private String number(int depth) {
        int below = depth + 1;
        if (depth > DEPTH_MAX) {
            return leaf();
        }
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3 ->
                    String.format("(%s %s %s)", number(below), one("+", "-", "*"), number(below));
            case 4, 5 -> String.format("coalesce(%s, %s)", number(below), number(below));
            case 6, 7 ->
                    String.format(
                            "CASE WHEN %s THEN %s ELSE %s END",
                            condition(below), number(below), number(below));
            case 8 -> String.format("nullif(%s, %s)", number(below), number(below));
            case 9 -> "abs(t." + column() + " - " + number(below) + ")";
            case 10 ->
                    String.format(
                            "(SELECT %s(x.%s) FROM %s)",
                            one("max", "min", "count", "1 + count", "sum"), column(), inner());
            case 11 -> "(- " + number(below) + ")";
            default -> leaf();
        };
    }

    /// What a subquery reads as `x`, and which of it: most of it depends on the row of `t`.
    private String inner() {
        String from =
                switch (random.nextInt(14)) {
                    case 0 -> some("(SELECT * FROM u AS i WHERE i.%s %s t.%s) AS x");
                    case 1 -> some("t AS x RIGHT JOIN u AS z ON x.a = z.b AND z.%s %s t.%s");
                    case 2 ->
                            some(
                                    "t AS x FULL JOIN (SELECT * FROM u AS i WHERE i.%s %s t.%s)"
                                            + " AS z ON x.a = z.a");
                    case 3 ->
                            some(
                                    "(SELECT i.a, max(i.b) AS b, min(i.c) AS c FROM u AS i"
                                            + " WHERE i.%s %s t.%s GROUP BY i.a HAVING count(*) > 0) AS x");
                    case 4 ->
                            some(
                                            "(SELECT * FROM u AS i WHERE i.%s %s t.%s "
                                                    + one(
                                                            "EXCEPT",
                                                            "EXCEPT ALL",
                                                            "INTERSECT",
                                                            "INTERSECT ALL",
                                                            "UNION")
                                                    + " SELECT * FROM t AS i")
                                    + some(" WHERE i.%s %s t.%s) AS x");
                    case 5 ->
                            some(
                                    "(SELECT * FROM t AS i WHERE i.%s %s t.%s ORDER BY i.a"
                                            + " DESC, i.b NULLS FIRST, i.c LIMIT 2 OFFSET 1) AS x");
                    case 6 ->
                            some("(SELECT * FROM u AS i WHERE i.%s %s t.%s) AS x LEFT JOIN")
                                    + some(
                                            " (SELECT * FROM t AS i WHERE i.%s %s t.%s) AS z ON"
                                                    + " x.b = z.b")
                                    + one("", some(" AND z.%s %s t.%s"));
                    case 7 ->
                            some(
                                    "(SELECT i.a, i.b, (rank() OVER (PARTITION BY i.a ORDER BY"
                                            + " i.b, i.c))::number AS c FROM t AS i WHERE i.%s %s t.%s) AS x");
                    case 8 ->
                            some(
                                            "(SELECT i.a, i.b, (SELECT max(k.c) FROM u AS k"
                                                    + " WHERE k.a >= i.b AND k.%s %s t.%s) AS c FROM t AS i")
                                    + one("", some(" WHERE i.%s %s t.%s"))
                                    + ") AS x";
                    case 9 ->
                            some(
                                    "(SELECT DISTINCT i.a + t.a AS a, i.b, t.c AS c FROM t AS i"
                                            + " WHERE i.%s %s t.%s) AS x");
                    case 10 ->
                            some(
                                    "(SELECT count(*)::number AS a, sum(i.b)::number AS b, max(i.c)"
                                            + " AS c FROM t AS i WHERE i.%s %s t.%s) AS x");
                    case 11 -> "t AS x";
                    case 12 ->
                            some(
                                    "t AS x JOIN LATERAL (SELECT max(k.b) AS m FROM u AS k"
                                            + " WHERE k.a = x.a AND k.%s %s t.%s) AS l ON l.m > x.b OR l.m IS NULL");
                    default -> "u AS x";
                };
        String where = some(" WHERE x.%s %s t.%s");
        return from
                + switch (random.nextInt(7)) {
                    case 0 -> " WHERE x." + column() + one(" < ", " > ") + one("1", "4", "9");
                    case 1 -> where + some(" AND x.%s %s t.%s");
                    case 2 ->
                            where
                                    + some(
                                            " AND "
                                                    + one("", "NOT ")
                                                    + "EXISTS (SELECT 1 FROM t AS w WHERE w.a = x.b AND w.%s %s t.%s)");
                    case 3 -> "";
                    case 4 ->
                            where
                                    + some(
                                            " AND x.a "
                                                    + one("IN", "NOT IN")
                                                    + " (SELECT w.b FROM u AS w WHERE w.c = x.b OR w.%s %s t.%s)");
                    case 5 ->
                            where
                                    + some(
                                            " OR x.b >= ALL (SELECT w.b FROM u AS w WHERE w.c >"
                                                    + " x.b AND w.%s %s t.%s)");
                    default -> where;
                };
    }

    /// The text with a column, a comparison and a column in it.
    private String some(String text) {
        // Where the engine has no join by an inequality, NaN is refused.
        String comparison = hasNaN && random.nextInt(3) > 0 ? "=" : one("=", "=", "<", ">=");
        return String.format(text, column(), comparison, column()).replace("::number", "::" + type);
    }

    private String leaf() {
        return one("t.a", "t.b", "t.c", "t.a", "1", "2", "-3", hasNaN ? NAN : "0");
    }

    private String condition(int depth) {
        int below = depth + 1;
        if (depth > DEPTH_MAX) {
            return comparison(below);
        }
        return switch (random.nextInt(14)) {
            case 0, 1 -> String.format("(%s AND %s)", condition(below), condition(below));
            case 2 -> String.format("(%s OR %s)", condition(below), condition(below));
            case 3 -> String.format("(NOT %s)", condition(below));
            case 4 -> number(below) + one(" IS NULL", " IS NOT NULL");
            case 5 ->
                    String.format(
                            "%s %s (%s, %s)",
                            number(below), one("IN", "NOT IN"), number(below), number(below));
            case 6 ->
                    String.format(
                            "%s BETWEEN %s AND %s", number(below), number(below), number(below));
            case 7 ->
                    String.format(
                            "%s %s %s (SELECT x.%s FROM %s)",
                            leaf(),
                            one("=", "<>", "<", ">="),
                            one("ANY", "ALL"),
                            column(),
                            inner());
            case 8 ->
                    String.format(
                            "%s %s (SELECT x.%s FROM %s)",
                            leaf(), one("IN", "NOT IN"), column(), inner());
            case 9 -> String.format("%s (SELECT 1 FROM %s)", one("EXISTS", "NOT EXISTS"), inner());
            case 10 ->
                    String.format(
                            "(%s, %s) %s (SELECT x.%s, x.%s FROM %s)",
                            leaf(), leaf(), one("IN", "NOT IN"), column(), column(), inner());
            default -> comparison(below);
        };
    }

    private String comparison(int depth) {
        return String.join(
                " ", List.of(number(depth), one("=", "<>", "<", "<=", ">", ">="), number(depth)));
    }
}
