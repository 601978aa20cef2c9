package telegraph.sql.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/// A row of each of two tables, chosen beforehand, and a condition that is true of them: whatever
/// else a query with that condition finds, it must find these (pivoted query synthesis: Rigger and
/// Su, *Testing Database Engines via Pivoted Query Synthesis*, 2020).
///
/// What a condition is of these rows is computed here, in three-valued logic, by code that shares
/// nothing with Telegraph. A condition that is false is denied, and one that is NULL is asked for
/// that.
///
/// ```
/// p (a INTEGER, b INTEGER, s TEXT)  ──► (1, NULL, 'ab')  ┐
/// q (a INTEGER, b INTEGER, s TEXT)  ──► (3, 2, '')       ┴► (p.b > 1) IS NULL AND NOT (p.s < q.s)
/// ```
///
/// Threads: one.
final class Pivot {
    private static final List<String> TABLES = List.of("p", "q");
    private static final int DEPTH_MAX = 3;

    private final RandomGenerator random;
    private final List<List<Row>> rows = new ArrayList<>();
    private final List<Row> pivot = new ArrayList<>();

    /// @param b may be null, as all may
    private record Row(Integer a, Integer b, String s) {
        String sql() {
            return "(" + a + ", " + b + ", " + (s == null ? "NULL" : "'" + s + "'") + ")";
        }
    }

    /// An expression, and its value for the pivot: an Integer, a String, a Boolean or null.
    private record Term(String sql, Object value) {
        Integer number() {
            return (Integer) value;
        }

        String text() {
            return (String) value;
        }

        Boolean truth() {
            return (Boolean) value;
        }
    }

    Pivot(RandomGenerator random) {
        this.random = random;
        for (String _ : TABLES) {
            List<Row> table = new ArrayList<>();
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                table.add(new Row(number(), number(), text()));
            }
            rows.add(table);
            pivot.add(table.get(random.nextInt(table.size())));
        }
    }

    private Integer number() {
        return random.nextInt(4) == 0 ? null : random.nextInt(9) - 3;
    }

    private String text() {
        return random.nextInt(4) == 0 ? null : one("", "a", "ab", "B", "b", "ba", "_");
    }

    private String one(String... some) {
        return some[random.nextInt(some.length)];
    }

    /// What makes the tables, and fills them.
    List<String> tables() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < TABLES.size(); i++) {
            String table = TABLES.get(i);
            all.add("DROP TABLE IF EXISTS " + table);
            all.add("CREATE TABLE " + table + " (a INTEGER, b INTEGER, s TEXT)");
            all.add(
                    "INSERT INTO "
                            + table
                            + " VALUES "
                            + String.join(", ", rows.get(i).stream().map(Row::sql).toList()));
        }
        return all;
    }

    /// A query that counts the pivot among what it finds: 0 is wrong.
    String query() {
        String found =
                "SELECT p.a AS x, p.b AS y, p.s AS z, q.a AS u, q.b AS v, q.s AS w FROM "
                        + switch (random.nextInt(4)) {
                            case 0 -> "p, q WHERE " + rectified();
                            case 1 -> "p JOIN q ON " + rectified() + " WHERE " + rectified();
                            case 2 -> "p LEFT JOIN q ON " + rectified() + " WHERE " + rectified();
                            default -> "p FULL JOIN q ON " + rectified() + " WHERE " + rectified();
                        };
        String within =
                switch (random.nextInt(4)) {
                    case 0 -> "SELECT DISTINCT * FROM (" + found + ") d";
                    case 1 -> found + " UNION SELECT a, b, s, a, b, s FROM q";
                    default -> found;
                };
        return "SELECT count(*) AS n FROM (" + within + ") f WHERE " + isPivot();
    }

    /// A query that looks for the pivot where its condition is denied: whatever is not 0 is wrong.
    String denied() {
        return "SELECT count(*) AS n FROM (SELECT p.a AS x, p.b AS y, p.s AS z, q.a AS u, q.b AS v,"
                + " q.s AS w FROM p, q WHERE NOT ("
                + rectified()
                + ")) f WHERE "
                + isPivot();
    }

    private String isPivot() {
        Row p = pivot.get(0);
        Row q = pivot.get(1);
        return String.join(
                " AND ",
                same("x", p.a()),
                same("y", p.b()),
                same("z", p.s()),
                same("u", q.a()),
                same("v", q.b()),
                same("w", q.s()));
    }

    private static String same(String column, Object value) {
        return column
                + switch (value) {
                    case null -> " IS NULL";
                    case String text -> " = '" + text + "'";
                    default -> " = " + value;
                };
    }

    /// A condition that is true of the pivot.
    private String rectified() {
        Term condition = condition(0);
        return switch (condition.truth()) {
            case null -> "(" + condition.sql() + ") IS NULL";
            case Boolean truth -> truth ? condition.sql() : "NOT " + condition.sql();
        };
    }

    private Term condition(int depth) {
        if (depth == DEPTH_MAX) {
            return comparison(depth);
        }
        int below = depth + 1;
        return switch (random.nextInt(12)) {
            case 0, 1 -> {
                Term a = condition(below);
                Term b = condition(below);
                yield term(and(a.truth(), b.truth()), "(%s AND %s)", a, b);
            }
            case 2, 3 -> {
                Term a = condition(below);
                Term b = condition(below);
                Boolean either = not(and(not(a.truth()), not(b.truth())));
                yield term(either, "(%s OR %s)", a, b);
            }
            case 4 -> {
                Term a = condition(below);
                yield term(not(a.truth()), "(NOT %s)", a);
            }
            case 5 -> {
                Term a = condition(below);
                yield term(a.truth() != null && a.truth(), "(%s IS TRUE)", a);
            }
            case 6 -> {
                Term a = number(below);
                Term low = number(below);
                Term high = number(below);
                Boolean between =
                        and(
                                less(low.number(), a.number(), true),
                                less(a.number(), high.number(), true));
                yield term(between, "(%s BETWEEN %s AND %s)", a, low, high);
            }
            case 7 -> {
                Term a = number(below);
                Term b = number(below);
                Term c = number(below);
                Boolean either =
                        not(
                                and(
                                        not(equal(a.value(), b.value())),
                                        not(equal(a.value(), c.value()))));
                yield term(either, "(%s IN (%s, %s))", a, b, c);
            }
            default -> comparison(depth);
        };
    }

    private Term comparison(int depth) {
        boolean texts = random.nextInt(3) == 0;
        Term a = texts ? text(depth) : number(depth);
        Term b = texts ? text(depth) : number(depth);
        return switch (random.nextInt(8)) {
            case 0, 1 -> term(equal(a.value(), b.value()), "(%s = %s)", a, b);
            case 2 -> term(not(equal(a.value(), b.value())), "(%s <> %s)", a, b);
            case 3 -> term(less(a.value(), b.value(), false), "(%s < %s)", a, b);
            case 4 -> term(less(b.value(), a.value(), true), "(%s >= %s)", a, b);
            case 5 -> term(a.value() == null, "(%s IS NULL)", a);
            case 6 -> term(!Objects.equals(a.value(), b.value()), "(%s IS DISTINCT FROM %s)", a, b);
            default -> term(a.value() != null, "(%s IS NOT NULL)", a);
        };
    }

    private Term number(int depth) {
        int below = depth + 1;
        return switch (depth >= DEPTH_MAX ? random.nextInt(4) : random.nextInt(10)) {
            case 0 -> {
                Integer constant = number();
                yield new Term(
                        constant == null ? "CAST(NULL AS INTEGER)" : "" + constant, constant);
            }
            case 1, 2, 3 -> {
                int table = random.nextInt(2);
                boolean first = random.nextBoolean();
                Row row = pivot.get(table);
                yield new Term(
                        TABLES.get(table) + (first ? ".a" : ".b"), first ? row.a() : row.b());
            }
            case 4, 5 -> {
                Term a = number(below);
                Term b = number(below);
                boolean known = a.value() != null && b.value() != null;
                yield random.nextBoolean()
                        ? term(known ? a.number() + b.number() : null, "(%s + %s)", a, b)
                        : term(known ? a.number() - b.number() : null, "(%s - %s)", a, b);
            }
            case 6 -> {
                Term a = number(below);
                Term b = number(below);
                yield term(a.value() != null ? a.value() : b.value(), "coalesce(%s, %s)", a, b);
            }
            case 7 -> {
                Term a = number(below);
                Term b = number(below);
                boolean same = Boolean.TRUE.equals(equal(a.value(), b.value()));
                yield term(same ? null : a.value(), "nullif(%s, %s)", a, b);
            }
            case 8 -> {
                Term when = condition(below);
                Term then = number(below);
                Term otherwise = number(below);
                boolean met = Boolean.TRUE.equals(when.truth());
                yield term(
                        met ? then.value() : otherwise.value(),
                        "CASE WHEN %s THEN %s ELSE %s END",
                        when,
                        then,
                        otherwise);
            }
            default -> {
                Term a = text(below);
                yield term(a.value() == null ? null : a.text().length(), "length(%s)", a);
            }
        };
    }

    private Term text(int depth) {
        int below = depth + 1;
        return switch (depth >= DEPTH_MAX ? random.nextInt(3) : random.nextInt(5)) {
            case 0 -> {
                String constant = text();
                yield new Term(
                        constant == null ? "CAST(NULL AS TEXT)" : "'" + constant + "'", constant);
            }
            case 1, 2 -> {
                int table = random.nextInt(2);
                yield new Term(TABLES.get(table) + ".s", pivot.get(table).s());
            }
            case 3 -> {
                Term a = text(below);
                Term b = text(below);
                boolean known = a.value() != null && b.value() != null;
                yield term(known ? a.text() + b.text() : null, "(%s || %s)", a, b);
            }
            default -> {
                Term a = text(below);
                String upper =
                        a.value() == null ? null : a.text().toUpperCase(java.util.Locale.ROOT);
                yield term(upper, "upper(%s)", a);
            }
        };
    }

    private static Term term(Object value, String form, Term... parts) {
        Object[] texts = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            texts[i] = parts[i].sql();
        }
        return new Term(String.format(form, texts), value);
    }

    private static Boolean and(Boolean a, Boolean b) {
        if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
            return false;
        }
        return a == null || b == null ? null : Boolean.TRUE;
    }

    private static Boolean not(Boolean a) {
        return a == null ? null : Boolean.valueOf(!a);
    }

    private static Boolean equal(Object a, Object b) {
        return a == null || b == null ? null : Boolean.valueOf(a.equals(b));
    }

    /// Texts are of letters whose order is that of their code points.
    private static Boolean less(Object a, Object b, boolean orEqual) {
        if (a == null || b == null) {
            return null;
        }
        int order =
                a instanceof Integer number
                        ? number.compareTo((Integer) b)
                        : ((String) a).compareTo((String) b);
        return orEqual ? order <= 0 : order < 0;
    }
}
