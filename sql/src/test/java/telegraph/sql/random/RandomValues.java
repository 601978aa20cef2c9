package telegraph.sql.random;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Queries over a table `v` of whole numbers, decimals, of which those of more than 18 digits may
/// be NaN, days, moments, texts and truth values: their functions and operators, groups and windows
/// of them, set operations, and every answer in an order that leaves nothing open, so that LIMIT
/// and OFFSET have one answer too.
///
/// Quotients and averages are rounded to six digits, and no decimal is multiplied by one, since
/// PostgreSQL gives as many digits as it needs and Telegraph has 38. Threads: one.
final class RandomValues implements Statements {
    private static final int DEPTH_MAX = 2;

    private final RandomGenerator random;

    RandomValues(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public List<String> tables() {
        StringBuilder rows = new StringBuilder();
        int count = 1 + random.nextInt(9);
        String nan = random.nextInt(2) == 0 ? "CAST('NaN' AS NUMERIC)" : "2.125";
        for (int i = 0; i < count; i++) {
            rows.append(i == 0 ? "" : ", ")
                    .append(
                            String.format(
                                    "(%s, %s, %s, %s, %s, %s, %s, %s, %s)",
                                    orNull(String.valueOf(random.nextInt(9) - 3)),
                                    orNull(one("0", "5", "-7", "4000000000", "-4000000001")),
                                    orNull(one("0", "0.5", "2.125", "-2.5", "1000.001", "7")),
                                    orNull(
                                            one(
                                                    "0",
                                                    "0.5",
                                                    "2.125",
                                                    "-12345678901234.00000001",
                                                    "12345678901234.5",
                                                    "99999999.99999999",
                                                    nan,
                                                    nan)),
                                    orNull(one("0", "0.5", "-2.125", "0.0000001", "7", nan)),
                                    orNull(day()),
                                    orNull(moment()),
                                    orNull(word()),
                                    orNull(one("true", "false"))));
        }
        return List.of(
                "DROP TABLE IF EXISTS v",
                "CREATE TABLE v (i INTEGER, b BIGINT, n NUMERIC(12, 3), w NUMERIC(30, 8), u NUMERIC,"
                        + " d DATE, m TIMESTAMP, s TEXT, f BOOLEAN)",
                "INSERT INTO v VALUES " + rows);
    }

    private String orNull(String value) {
        return random.nextInt(6) == 0 ? "NULL" : value;
    }

    private String day() {
        return one(
                "DATE '2024-02-29'",
                "DATE '2023-12-31'",
                "DATE '1969-12-31'",
                "DATE '2024-02-01'",
                "DATE '0999-01-01'");
    }

    private String moment() {
        return one(
                "TIMESTAMP '2024-02-29 23:59:59.999999'",
                "TIMESTAMP '1969-12-31 23:59:59.5'",
                "TIMESTAMP '2024-02-29 00:00:00'",
                "TIMESTAMP '2001-05-31 12:30:00.000001'");
    }

    private String word() {
        return one("''", "'a'", "'A b'", "'ünï'", "'x😀x'", "'a_b%'", "' 10 '", "'10'", "'b,a'");
    }

    @Override
    public String query() {
        return switch (random.nextInt(8)) {
            case 0, 1 ->
                    String.format(
                            "SELECT %s AS x, %s AS y, %s AS z FROM v WHERE %s%s",
                            any(0), any(0), any(0), condition(0), order("x", "y", "z"));
            case 2, 3 -> {
                String key = key();
                yield String.format(
                        "SELECT %s AS x, %s AS y, %s AS z FROM v WHERE %s GROUP BY %s%s%s",
                        key,
                        aggregate(),
                        aggregate(),
                        condition(1),
                        key,
                        one("", "", " HAVING " + aggregate() + " IS NOT NULL"),
                        order("x", "y", "z"));
            }
            case 4 -> {
                String type = one("number", "number", "text", "moment");
                yield String.format(
                        "SELECT %s AS x, %s AS y FROM v WHERE %s %s SELECT %s, %s FROM v%s",
                        of(type, 1),
                        number(1),
                        condition(1),
                        one("UNION", "UNION ALL", "UNION ALL", "INTERSECT", "EXCEPT"),
                        of(type, 1),
                        number(1),
                        order("x", "y"));
            }
            case 5 ->
                    String.format(
                            "SELECT i AS x, %s AS y, %s OVER (%s ORDER BY i, b, n, w, u, d, m, s, f%s)"
                                    + " AS z FROM v WHERE %s%s",
                            any(1),
                            one(
                                    "sum(" + number(1) + ")",
                                    "max(" + number(1) + ")",
                                    "min(" + moments(1) + ")",
                                    "count(" + any(1) + ")"),
                            one("", "PARTITION BY f", "PARTITION BY " + key()),
                            one(
                                    "",
                                    " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
                                    " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
                                    " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"),
                            condition(1),
                            order("x", "y", "z"));
            case 6 ->
                    String.format(
                            "SELECT i AS x, o.%s AS y, %s AS z FROM v %s JOIN (SELECT i AS i2, b AS b2,"
                                    + " n AS n2, w AS w2, u AS u2, d AS d2, m AS m2, s AS s2 FROM v) AS o ON"
                                    + " %s WHERE %s%s",
                            one("n2", "w2", "u2", "s2", "d2"),
                            any(1),
                            one("", "LEFT", "RIGHT", "FULL"),
                            one(
                                    "n = w2",
                                    "u = w2",
                                    "w = w2",
                                    "i = n2",
                                    "b = i2",
                                    "d = m2",
                                    "s = s2",
                                    "n = w2 AND i = i2",
                                    "d = date_trunc('day', m2)"),
                            condition(1),
                            order("x", "y", "z"));
            default ->
                    String.format(
                            "SELECT %s AS x, %s AS y, %s AS z FROM v WHERE %s",
                            aggregate(), aggregate(), aggregate(), condition(0));
        };
    }

    /// An order by all of the columns.
    private String order(String... names) {
        List<String> left = new ArrayList<>(List.of(names));
        StringBuilder order = new StringBuilder(" ORDER BY ");
        while (!left.isEmpty()) {
            order.append(left.remove(random.nextInt(left.size())))
                    .append(one("", "", " DESC", " NULLS FIRST", " DESC NULLS LAST"))
                    .append(left.isEmpty() ? "" : ", ");
        }
        return order + one("", "", " LIMIT 3", " LIMIT 2 OFFSET 1", " OFFSET 2");
    }

    private String one(String... some) {
        return some[random.nextInt(some.length)];
    }

    /// What rows are grouped by.
    private String key() {
        return one(
                "i",
                "n",
                "w",
                "u",
                "s",
                "f::text",
                "d",
                "i % 3",
                "upper(s)",
                "date_trunc('month', m)",
                "round(n, 0)",
                "coalesce(n, w)",
                "coalesce(w, u)",
                "length(s)");
    }

    private String aggregate() {
        String aggregate =
                switch (random.nextInt(9)) {
                    case 0, 1 -> "sum(" + number(1) + ")";
                    case 2 -> "avg(" + measure() + ")";
                    case 3 -> one("min(", "max(") + of(one("number", "text", "moment"), 1) + ")";
                    case 4 -> "count(" + any(1) + ")";
                    case 5 -> "count(DISTINCT " + any(1) + ")";
                    case 6 -> one("bool_and(", "bool_or(") + condition(1) + ")::text";
                    case 7 -> "string_agg(s, '|' ORDER BY s" + one("", " DESC") + ")";
                    default -> "count(*)";
                };
        if (aggregate.startsWith("avg")) {
            return "round(" + aggregate + ", 6)";
        }
        return aggregate.endsWith("::text") || random.nextInt(4) != 0
                ? aggregate
                : aggregate + " FILTER (WHERE " + condition(2) + ")";
    }

    private String any(int depth) {
        return of(one("number", "number", "text", "text", "moment", "truth"), depth);
    }

    private String of(String type, int depth) {
        return switch (type) {
            case "number" -> number(depth);
            case "text" -> text(depth);
            case "moment" -> moments(depth);
            default -> "(" + condition(depth) + ")::text";
        };
    }

    private String number(int depth) {
        int below = depth + 1;
        if (depth > DEPTH_MAX) {
            return one("i", "b", "n", "w", "u", "0", "1.5", "-2.25", "7", "i", "n", "-w");
        }
        return switch (random.nextInt(20)) {
            case 0, 1, 2 ->
                    String.format("(%s %s %s)", number(below), one("+", "-"), number(below));
            case 3 -> String.format("(%s * %s)", number(below), one("2", "-3", "10"));
            case 4 -> String.format("round((%s + %s) / 7.0, 6)", measure(), measure());
            case 5 -> String.format("(%s %% %s)", one("i", "n", "w", "u"), one("3", "2.5", "-4"));
            case 6 ->
                    String.format(
                            "%s(%s + %s)",
                            one("abs", "floor", "ceil", "sign"), one("n", "w"), number(below));
            case 7 ->
                    String.format(
                            "%s(%s, %s)",
                            one("round", "trunc"), one("n", "w", "n + w", "u"), one("0", "1", "2"));
            case 8, 9 -> branches(number(below), number(below), below);
            case 10 -> String.format("%s(%s)", one("length", "octet_length"), text(below));
            case 11 -> String.format("strpos(%s, %s)", text(below), text(DEPTH_MAX + 1));
            case 12 ->
                    String.format(
                            "extract(%s FROM %s)",
                            one("year", "month", "day", "dow", "doy", "week", "quarter"),
                            moments(below));
            case 13 -> "(d - " + day() + ")";
            default -> number(DEPTH_MAX + 1);
        };
    }

    /// A number whose digits after the point are declared: PostgreSQL gives quotients as many as
    /// their operands have, at least.
    private String measure() {
        return one("i", "b", "n", "w");
    }

    /// One of two values of a type.
    private String branches(String one, String other, int below) {
        return switch (random.nextInt(5)) {
            case 0 -> String.format("coalesce(%s, %s)", one, other);
            case 1 -> String.format("nullif(%s, %s)", one, other);
            case 2 -> String.format("greatest(%s, %s)", one, other);
            case 3 -> String.format("least(%s, %s)", one, other);
            default ->
                    String.format("CASE WHEN %s THEN %s ELSE %s END", condition(below), one, other);
        };
    }

    private String text(int depth) {
        int below = depth + 1;
        if (depth > DEPTH_MAX) {
            return one("s", "s", "s", word());
        }
        String count = one("0", "1", "2", "5", "-1");
        return switch (random.nextInt(24)) {
            case 0, 1 -> String.format("(%s || %s)", text(below), text(below));
            case 2 -> one("upper(", "lower(", "reverse(", "btrim(", "initcap(") + text(below) + ")";
            case 3 -> String.format("%s(%s, %s)", one("left", "right"), text(below), count);
            case 4 ->
                    String.format(
                            "substring(%s FROM %s FOR %s)", text(below), count, one("0", "1", "3"));
            case 5 -> String.format("replace(%s, %s, %s)", text(below), word(), word());
            case 6 ->
                    String.format(
                            "%s(%s, %s, %s)", one("lpad", "rpad"), text(below), count, word());
            case 7 -> String.format("repeat(%s, %s)", text(below), count);
            case 8 -> String.format("split_part(%s, %s, %s)", text(below), word(), one("1", "2"));
            case 9 -> String.format("translate(%s, 'ab1', 'x')", text(below));
            case 10 -> String.format("concat(%s, %s)", text(below), one("i", "d", "s", "b"));
            case 11 -> String.format("concat_ws('-', %s, i, %s)", text(below), text(below));
            case 12, 13 -> branches(text(below), text(below), below);
            case 14 -> one("i", "b", "d", "m", "f", "w", "w::float8") + "::text";
            case 15 ->
                    String.format(
                            "to_char(%s, '%s')",
                            one("d", "m"),
                            one("YYYY-MM-DD", "HH24:MI:SS.US", "Day, DD Mon", "IYYY-IW", "J"));
            case 16 -> "md5(" + text(below) + ")";
            case 17 ->
                    String.format(
                            "regexp_replace(%s, '%s', '<\\&>'%s)",
                            text(below), one("[ab]", "\\d+", "^.", "\\s*$"), one("", ", 'g'"));
            case 18 -> String.format("format('%%s|%%6s', %s, i)", text(below));
            default -> text(DEPTH_MAX + 1);
        };
    }

    private String moments(int depth) {
        int below = depth + 1;
        if (depth > DEPTH_MAX) {
            return one("m", "m", moment());
        }
        return switch (random.nextInt(10)) {
            case 0 ->
                    String.format(
                            "date_trunc('%s', %s)",
                            one("month", "day", "week", "hour"), moments(below));
            case 1 ->
                    String.format(
                            "(%s %s INTERVAL '%s')",
                            moments(below),
                            one("+", "-"),
                            one("1 month", "36 hours", "1 year", "0.5 seconds", "3 days"));
            case 2 -> "(d + " + one("i", "1", "-40") + ")::timestamp";
            case 3 -> moments(below) + "::date::timestamp";
            case 4, 5 -> branches(moments(below), moments(below), below);
            case 6 -> "(d + INTERVAL '" + one("1 month", "12 hours") + "')";
            default -> moments(DEPTH_MAX + 1);
        };
    }

    private String condition(int depth) {
        int below = depth + 1;
        String comparison = one("=", "<>", "<", "<=", ">", ">=");
        if (depth > DEPTH_MAX) {
            return String.format("%s %s %s", number(below), comparison, number(below));
        }
        return switch (random.nextInt(16)) {
            case 0, 1 ->
                    String.format(
                            "(%s %s %s)", condition(below), one("AND", "OR"), condition(below));
            case 2 -> "(NOT " + condition(below) + ")";
            case 3 -> one("f", "(f IS TRUE)", "(f IS NOT FALSE)", "(f IS UNKNOWN)");
            case 4 -> "(" + any(below) + one(" IS NULL)", " IS NOT NULL)");
            case 5 ->
                    String.format(
                            "(%s IS %s FROM %s)",
                            number(below), one("DISTINCT", "NOT DISTINCT"), number(below));
            case 6 ->
                    String.format(
                            "(%s %s %s)",
                            text(below),
                            one("LIKE", "NOT LIKE", "ILIKE", "~", "~*"),
                            one("'a%'", "'%b%'", "'_'", "'[a-c]'", "'^A'", "'%ï'"));
            case 7 ->
                    String.format(
                            "(%s %s (%s, %s))",
                            number(below), one("IN", "NOT IN"), number(below), number(below));
            case 8 ->
                    String.format(
                            "(%s BETWEEN %s AND %s)", number(below), number(below), number(below));
            case 9, 10 -> String.format("(%s %s %s)", text(below), comparison, text(below));
            case 11 -> String.format("(%s %s %s)", moments(below), comparison, moments(below));
            case 12 -> String.format("(d %s %s)", comparison, one(day(), moments(below)));
            default -> String.format("(%s %s %s)", number(below), comparison, number(below));
        };
    }
}
