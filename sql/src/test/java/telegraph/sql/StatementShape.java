package telegraph.sql;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A way in which a statement grows: so many branches, joins, levels or terms of one kind.
///
/// Each is a relation with a whole column `x`, so that one can stand where another reads its table.
enum StatementShape {
    UNION_BRANCHES(200) {
        @Override
        String of(int size, String table) {
            return "SELECT x FROM (" + times(size, " UNION ALL ", i -> row(table, i)) + ") u";
        }
    },
    UNIONS_GROUPED(200) {
        @Override
        String of(int size, String table) {
            return "SELECT x, count(*) AS n FROM ("
                    + times(size, " UNION ALL ", i -> row(table, i))
                    + ") u GROUP BY x";
        }
    },
    DISTINCT_UNIONS(200) {
        @Override
        String of(int size, String table) {
            return times(size, " UNION ", i -> row(table, i));
        }
    },
    DIFFERENCES(100) {
        @Override
        String of(int size, String table) {
            return times(size, " EXCEPT ", i -> row(table, i));
        }
    },
    INTERSECTIONS(100) {
        @Override
        String of(int size, String table) {
            return times(size, " INTERSECT ", i -> row(table, i));
        }
    },
    JOINS(100) {
        @Override
        String of(int size, String table) {
            return joins(size, table, " JOIN ", i -> " ON t" + i + ".x = t0.x");
        }
    },
    JOIN_CHAIN(100) {
        @Override
        String of(int size, String table) {
            return joins(size, table, " JOIN ", i -> " ON t" + i + ".x = t" + (i - 1) + ".x");
        }
    },
    JOINS_OF_VALUES(100) {
        @Override
        String of(int size, String table) {
            return "SELECT t0.x FROM ("
                    + row(table, 0)
                    + ") t0"
                    + times(
                            size,
                            "",
                            i -> " JOIN (VALUES (1)) t%1$s(x) ON t%1$s.x = t0.x".formatted(i + 1));
        }
    },
    OUTER_JOINS(100) {
        @Override
        String of(int size, String table) {
            return joins(size, table, " LEFT JOIN ", i -> " ON t" + i + ".x = t0.x");
        }
    },
    OUTER_JOIN_CHAIN(100) {
        @Override
        String of(int size, String table) {
            return joins(size, table, " LEFT JOIN ", i -> " ON t" + i + ".x = t" + (i - 1) + ".x");
        }
    },
    FULL_JOINS(100) {
        @Override
        String of(int size, String table) {
            return joins(size, table, " FULL JOIN ", i -> " ON t" + i + ".x = t" + (i - 1) + ".x");
        }
    },
    CROSS_JOINS(100) {
        @Override
        String of(int size, String table) {
            return joins(size, table, " CROSS JOIN ", _ -> "");
        }
    },
    MIXED_JOINS(100) {
        @Override
        String of(int size, String table) {
            return "SELECT t0.x FROM ("
                    + row(table, 0)
                    + ") t0"
                    + times(
                            size,
                            "",
                            i ->
                                    (i % 2 == 0 ? " JOIN (" : " LEFT JOIN (")
                                            + row(table, i)
                                            + ") t%1$s ON t%1$s.x = t0.x".formatted(i + 1));
        }
    },
    JOINS_OF_GROUPS(100) {
        @Override
        String of(int size, String table) {
            return "SELECT t0.x FROM ("
                    + row(table, 0)
                    + ") t0"
                    + times(
                            size,
                            "",
                            i ->
                                    " JOIN (SELECT x, count(*) AS n FROM (%1$s) g GROUP BY x) t%2$s ON t%2$s.x = t0.x"
                                            .formatted(row(table, i), i + 1));
        }
    },
    TWICE_USED_WITH(24) {
        @Override
        String of(int size, String table) {
            return with(size, table, "SELECT p.x FROM %1$s p JOIN %1$s q ON p.x = q.x");
        }
    },
    TWICE_USED_GROUPED_WITH(24) {
        @Override
        String of(int size, String table) {
            return with(
                    size,
                    table,
                    "SELECT p.x, count(*) AS n FROM %1$s p JOIN %1$s q ON p.x = q.x GROUP BY p.x");
        }
    },
    TWICE_USED_UNION_WITH(24) {
        @Override
        String of(int size, String table) {
            return with(size, table, "SELECT x FROM %1$s UNION ALL SELECT x + 1 FROM %1$s");
        }
    },
    TWICE_ASKED_WITH(24) {
        @Override
        String of(int size, String table) {
            return with(size, table, "SELECT x FROM %1$s WHERE x > (SELECT avg(x) FROM %1$s)");
        }
    },
    WITH_CHAIN(100) {
        @Override
        String of(int size, String table) {
            return with(size, table, "SELECT x FROM %1$s WHERE x > 0");
        }
    },
    DOUBLED_COLUMN(100) {
        @Override
        String of(int size, String table) {
            return with(size, table, "SELECT x + x AS x FROM %1$s");
        }
    },
    DOUBLED_CHOICE(100) {
        @Override
        String of(int size, String table) {
            return with(size, table, "SELECT CASE WHEN x > 1 THEN x ELSE -x END AS x FROM %1$s");
        }
    },
    DOUBLED_SORTED(100) {
        @Override
        String of(int size, String table) {
            return with(size, table, "SELECT x + x AS x FROM %1$s ORDER BY x LIMIT 10");
        }
    },
    DOUBLED_GROUPED(60) {
        @Override
        String of(int size, String table) {
            return "WITH w AS (SELECT x, count(*) AS n FROM ("
                    + row(table, 0)
                    + ") g GROUP BY x), "
                    + times(
                            size,
                            ", ",
                            i ->
                                    "w%s AS (SELECT x, n + n AS n FROM w%s)"
                                            .formatted(i, i == 0 ? "" : "" + (i - 1)))
                    + " SELECT n AS x FROM w"
                    + (size - 1);
        }
    },
    NESTED_QUERIES(100) {
        @Override
        String of(int size, String table) {
            return times(size, "", _ -> "SELECT x FROM (")
                    + row(table, 0)
                    + times(size, "", i -> ") n" + i);
        }
    },
    NESTED_GROUPS(60) {
        @Override
        String of(int size, String table) {
            return times(size, "", _ -> "SELECT x, count(*) AS n FROM (")
                    + row(table, 0)
                    + times(size, "", i -> ") n" + i + " GROUP BY x");
        }
    },
    NESTED_WINDOWS(60) {
        @Override
        String of(int size, String table) {
            return times(size, "", _ -> "SELECT sum(x) OVER (ORDER BY x) AS x FROM (")
                    + row(table, 0)
                    + times(size, "", i -> ") n" + i);
        }
    },
    NESTED_BRACKETS(100) {
        @Override
        String of(int size, String table) {
            return nested(size, table, _ -> "(", i -> " + " + i + ")");
        }
    },
    NESTED_FUNCTIONS(100) {
        @Override
        String of(int size, String table) {
            return nested(size, table, _ -> "abs(", _ -> ")");
        }
    },
    NESTED_CHOICES(100) {
        @Override
        String of(int size, String table) {
            return nested(size, table, i -> "CASE WHEN x > " + i + " THEN ", _ -> " ELSE y END");
        }
    },
    NESTED_ALTERNATIVES(100) {
        @Override
        String of(int size, String table) {
            return nested(size, table, i -> "CASE WHEN x > " + i + " THEN y ELSE ", _ -> " END");
        }
    },
    NESTED_CONDITIONS(100) {
        @Override
        String of(int size, String table) {
            return filtered(
                    table,
                    times(size, "", i -> "(x > %s %s ".formatted(i, i % 2 == 0 ? "AND" : "OR"))
                            + "y > 0"
                            + ")".repeat(size));
        }
    },
    NESTED_MEMBERSHIPS(100) {
        @Override
        String of(int size, String table) {
            return times(size, "", i -> "SELECT x FROM (" + row(table, i) + ") s WHERE x IN (")
                    + "SELECT x FROM ("
                    + row(table, size)
                    + ") s"
                    + ")".repeat(size);
        }
    },
    NESTED_SCALARS(60) {
        @Override
        String of(int size, String table) {
            return times(
                            size,
                            "",
                            i ->
                                    "SELECT x FROM ("
                                            + row(table, i)
                                            + ") s WHERE x < (SELECT max(x) FROM (")
                    + row(table, 0)
                    + times(size, "", _ -> ") m)");
        }
    },
    NESTED_EXISTS(60) {
        @Override
        String of(int size, String table) {
            return times(
                            size,
                            "",
                            i ->
                                    "SELECT x FROM (%2$s) e%1$s WHERE EXISTS (SELECT 1 FROM ("
                                            .formatted(i, row(table, i)))
                    + row(table, 0)
                    + times(
                            size,
                            "",
                            i -> ") f%1$s WHERE f%1$s.x = e%1$s.x)".formatted(size - 1 - i));
        }
    },
    SCALARS(60) {
        @Override
        String of(int size, String table) {
            return "SELECT x"
                    + times(
                            size,
                            "",
                            i ->
                                    ", (SELECT count(*) FROM (%2$s) c WHERE c.x = s.x + %1$s) AS c%1$s"
                                            .formatted(i, row(table, i)))
                    + " FROM ("
                    + row(table, 0)
                    + ") s";
        }
    },
    QUESTIONS(60) {
        @Override
        String of(int size, String table) {
            return "SELECT x FROM ("
                    + row(table, 0)
                    + ") s WHERE "
                    + times(
                            size,
                            " AND ",
                            i ->
                                    "EXISTS (SELECT 1 FROM (%2$s) c WHERE c.x = s.x + %1$s)"
                                            .formatted(i, row(table, i)));
        }
    },
    ALTERNATIVE_QUESTIONS(60) {
        @Override
        String of(int size, String table) {
            return "SELECT x FROM ("
                    + row(table, 0)
                    + ") s WHERE "
                    + times(
                            size,
                            " OR ",
                            i ->
                                    "EXISTS (SELECT 1 FROM (%2$s) c WHERE c.x = s.x + %1$s)"
                                            .formatted(i, row(table, i)));
        }
    },
    REFUSALS(60) {
        @Override
        String of(int size, String table) {
            return "SELECT x FROM ("
                    + row(table, 0)
                    + ") s WHERE "
                    + times(
                            size,
                            " AND ",
                            i ->
                                    "x NOT IN (SELECT x + %s FROM (%s) c)"
                                            .formatted(i, row(table, i)));
        }
    },
    MEMBERSHIPS(60) {
        @Override
        String of(int size, String table) {
            return "SELECT x FROM ("
                    + row(table, 0)
                    + ") s WHERE "
                    + times(
                            size,
                            " AND ",
                            i -> "x IN (SELECT x + %s FROM (%s) c)".formatted(i, row(table, i)));
        }
    },
    LATERALS(60) {
        @Override
        String of(int size, String table) {
            return "SELECT t0.x FROM ("
                    + row(table, 0)
                    + ") t0"
                    + times(
                            size,
                            "",
                            i ->
                                    " CROSS JOIN LATERAL (SELECT max(x) AS x FROM (%3$s) s WHERE s.x < t%1$s.x) t%2$s"
                                            .formatted(i, i + 1, row(table, i)));
        }
    },
    CONJUNCTS(500) {
        @Override
        String of(int size, String table) {
            return filtered(table, times(size, " AND ", i -> "x <> " + i));
        }
    },
    DISJUNCTS(500) {
        @Override
        String of(int size, String table) {
            return filtered(table, times(size, " OR ", i -> "x = " + 2 * i + " AND y = " + i));
        }
    },
    FACTORS(100) {
        @Override
        String of(int size, String table) {
            return "SELECT s.x FROM ("
                    + row(table, 0)
                    + ") s JOIN ("
                    + row(table, 1)
                    + ") t ON "
                    + times(
                            size,
                            " OR ",
                            i -> "(s.x = t.x AND s.y = %1$s AND t.y = %1$s + 1)".formatted(i));
        }
    },
    PRODUCTS_OF_SUMS(40) {
        @Override
        String of(int size, String table) {
            return filtered(
                    table,
                    times(
                            size,
                            " AND ",
                            i -> "(x = %1$s OR y = %1$s OR x + y = %1$s)".formatted(i)));
        }
    },
    SUMS_OF_PRODUCTS(40) {
        @Override
        String of(int size, String table) {
            return filtered(
                    table,
                    times(
                            size,
                            " OR ",
                            i -> "(x > %1$s AND y < %1$s AND x + y = %1$s)".formatted(i)));
        }
    },
    MEMBERS(10_000) {
        @Override
        String of(int size, String table) {
            return filtered(table, "x IN (" + times(size, ", ", i -> "" + 3 * i) + ")");
        }
    },
    STRANGERS(10_000) {
        @Override
        String of(int size, String table) {
            return filtered(table, "x NOT IN (" + times(size, ", ", i -> "" + 3 * i) + ")");
        }
    },
    CHOICES(500) {
        @Override
        String of(int size, String table) {
            return "SELECT CASE "
                    + times(size, "", i -> " WHEN x = %1$s THEN y + %1$s".formatted(i))
                    + " ELSE x END AS x FROM ("
                    + row(table, 0)
                    + ") s";
        }
    },
    TERMS(500) {
        @Override
        String of(int size, String table) {
            return "SELECT "
                    + times(size, " + ", _ -> "x")
                    + " AS x FROM ("
                    + row(table, 0)
                    + ") s";
        }
    },
    COLUMNS(200) {
        @Override
        String of(int size, String table) {
            return "SELECT x"
                    + times(size, "", i -> ", x + %1$s AS c%1$s".formatted(i))
                    + " FROM ("
                    + row(table, 0)
                    + ") s";
        }
    },
    AGGREGATES(200) {
        @Override
        String of(int size, String table) {
            return "SELECT x"
                    + times(size, "", i -> ", sum(y + %1$s) AS c%1$s".formatted(i))
                    + " FROM ("
                    + row(table, 0)
                    + ") s GROUP BY x";
        }
    },
    DISTINCT_AGGREGATES(40) {
        @Override
        String of(int size, String table) {
            return "SELECT x"
                    + times(size, "", i -> ", count(DISTINCT y + %1$s) AS c%1$s".formatted(i))
                    + " FROM ("
                    + row(table, 0)
                    + ") s GROUP BY x";
        }
    },
    WINDOWS(60) {
        @Override
        String of(int size, String table) {
            return "SELECT x"
                    + times(
                            size,
                            "",
                            i ->
                                    ", sum(y) OVER (PARTITION BY x + %1$s ORDER BY y) AS c%1$s"
                                            .formatted(i))
                    + " FROM ("
                    + row(table, 0)
                    + ") s";
        }
    },
    KEYS(100) {
        @Override
        String of(int size, String table) {
            return "SELECT x FROM ("
                    + row(table, 0)
                    + ") s GROUP BY x, "
                    + times(size, ", ", i -> "x + " + i);
        }
    },
    ORDERS(100) {
        @Override
        String of(int size, String table) {
            return "SELECT x FROM ("
                    + row(table, 0)
                    + ") s ORDER BY "
                    + times(size, ", ", i -> "x + " + i)
                    + " LIMIT 10";
        }
    },
    CUBED(20) {
        @Override
        String of(int size, String table) {
            return "SELECT max(x) AS x FROM (SELECT x"
                    + times(size, "", i -> ", x + %1$s AS c%1$s".formatted(i))
                    + " FROM ("
                    + row(table, 0)
                    + ") r) s GROUP BY CUBE ("
                    + times(size, ", ", i -> "c" + i)
                    + ")";
        }
    },
    GROUPING_SETS(100) {
        @Override
        String of(int size, String table) {
            return "SELECT max(x) AS x FROM (SELECT x"
                    + times(size, "", i -> ", x + %1$s AS c%1$s".formatted(i))
                    + " FROM ("
                    + row(table, 0)
                    + ") r) s GROUP BY GROUPING SETS ("
                    + times(size, ", ", i -> "(c" + i + ")")
                    + ")";
        }
    },
    VALUE_ROWS(1_000) {
        @Override
        String of(int size, String table) {
            return "SELECT v.x FROM (VALUES "
                    + times(size, ", ", i -> "(" + i + ")")
                    + ") v(x) JOIN ("
                    + row(table, 0)
                    + ") s ON s.x = v.x";
        }
    };

    /// How large it is asked to be planned.
    final int size;

    StatementShape(int size) {
        this.size = size;
    }

    /// A query of this shape.
    ///
    /// @param table what it reads: a name, or a query in parentheses with an alias, with columns x
    ///   and y
    abstract String of(int size, String table);

    private static String row(String table, int number) {
        return "SELECT x, x + %d AS y FROM %s".formatted(number, table);
    }

    private static String filtered(String table, String condition) {
        return "SELECT x FROM (" + row(table, 0) + ") s WHERE " + condition;
    }

    /// Something around x, again and again.
    private static String nested(
            int size, String table, IntFunction<String> before, IntFunction<String> after) {
        return "SELECT "
                + times(size, "", before)
                + "x"
                + times(size, "", after)
                + " AS x FROM ("
                + row(table, 0)
                + ") s";
    }

    private static String joins(int size, String table, String join, IntFunction<String> on) {
        return "SELECT t0.x FROM ("
                + row(table, 0)
                + ") t0"
                + times(
                        size - 1,
                        "",
                        i -> join + "(" + row(table, i + 1) + ") t" + (i + 1) + on.apply(i + 1));
    }

    /// A chain of WITH, of which each reads the last one as `%1$s`.
    private static String with(int size, String table, String each) {
        return "WITH w AS ("
                + row(table, 0)
                + "), "
                + times(
                        size,
                        ", ",
                        i -> "w" + i + " AS (" + each.formatted(i == 0 ? "w" : "w" + (i - 1)) + ")")
                + " SELECT x FROM w"
                + (size - 1);
    }

    private static String times(int count, String between, IntFunction<String> each) {
        return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(between));
    }
}
