package telegraph.testkit.query;

import java.util.List;
import java.util.Random;

/// Makes the expressions of a [RandomQuery], by PostgreSQL's table of precedence: each kind of
/// expression has a level, and stands in parentheses where one of a higher level is due.
///
/// Threads: one.
final class RandomTerm {
    private static final int OR = 1;
    private static final int AND = 2;
    private static final int NOT = 3;
    private static final int IS = 4;
    private static final int COMPARISON = 5;
    private static final int MEMBERSHIP = 6;
    private static final int OTHER = 7;
    private static final int SUM = 8;
    private static final int PRODUCT = 9;
    private static final int POWER = 10;
    private static final int ZONE = 11;
    private static final int COLLATION = 12;
    private static final int SIGN = 13;
    private static final int SUFFIX = 14;
    private static final int PRIMARY = 15;

    private static final List<String> COMPARISONS = List.of("=", "<", ">", "<=", ">=", "<>");
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "x",
                    "it's",
                    "a \"b\"",
                    "-- no",
                    "/* no",
                    "back\\slash",
                    "\u00e9 \ud83d\ude00",
                    "a\nb");
    private static final List<String> NUMBERS =
            List.of("0", "1", "42", "1.5", ".25", "3.", "1e10", "2.5E-3", "12345678901234567890");
    private static final List<String> TYPES =
            List.of(
                    "INT",
                    "INTEGER",
                    "BIGINT",
                    "SMALLINT",
                    "REAL",
                    "DOUBLE PRECISION",
                    "NUMERIC",
                    "BOOLEAN",
                    "DATE",
                    "CHARACTER VARYING",
                    "TIMESTAMP WITH TIME ZONE",
                    "TIME",
                    "TEXT",
                    "UUID");
    private static final List<String> UNITS =
            List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND");
    private static final List<String> BARE =
            List.of("CURRENT_DATE", "CURRENT_TIMESTAMP", "CURRENT_USER", "LOCALTIME", "USER");

    private final RandomQuery queries;
    private final Random random;
    private final Writing out;

    RandomTerm(RandomQuery queries) {
        this.queries = queries;
        this.random = queries.random();
        this.out = queries.out();
    }

    private int below(int bound) {
        return random.nextInt(bound);
    }

    private boolean chance() {
        return random.nextBoolean();
    }

    private <T> T one(List<T> of) {
        return of.get(below(of.size()));
    }

    /// Writes any expression.
    void any(int depth) {
        term(OR, depth);
    }

    /// Expressions with commas between them.
    void list(int depth, int max) {
        queries.times(1 + below(max), () -> any(depth));
    }

    /// Writes an expression of a level at least.
    private void term(int least, int depth) {
        int level = depth <= 0 ? PRIMARY : Math.min(1 + below(PRIMARY + 4), PRIMARY);
        boolean known = queries.all() || level != POWER && level != COLLATION;
        int kind = known ? level : PRIMARY;
        boolean parentheses = kind < least || out.parenthesised();
        if (parentheses) {
            out.put("(");
        }
        of(kind, depth - 1);
        if (parentheses) {
            out.put(")");
        }
    }

    private void of(int level, int depth) {
        switch (level) {
            case OR -> chain(OR, "OR", depth);
            case AND -> chain(AND, "AND", depth);
            case NOT -> {
                out.words("NOT");
                term(NOT, depth);
            }
            case IS -> test(depth);
            case COMPARISON -> comparison(depth);
            case MEMBERSHIP -> membership(depth);
            case OTHER -> other(depth);
            case SUM -> operator(SUM, one(List.of("+", "-")), depth);
            case PRODUCT -> operator(PRODUCT, one(List.of("*", "/", "%")), depth);
            case POWER -> operator(POWER, "^", depth);
            case ZONE -> {
                term(ZONE, depth);
                out.words("AT TIME ZONE");
                term(COLLATION, depth);
            }
            case COLLATION -> {
                term(COLLATION, depth);
                out.words("COLLATE").name("C");
            }
            case SIGN -> {
                out.put(queries.all() && chance() ? "+" : "-");
                term(SIGN, depth);
            }
            case SUFFIX -> suffix(depth);
            default -> primary(depth);
        }
    }

    private void chain(int level, String word, int depth) {
        term(level, depth);
        out.words(word);
        term(level + 1, depth);
    }

    private void operator(int level, String sign, int depth) {
        term(level, depth);
        out.put(sign);
        term(level + 1, depth);
    }

    private void test(int depth) {
        boolean not = chance();
        boolean distinct = below(3) == 0;
        term(COMPARISON, depth);
        boolean isNull = !distinct && below(3) == 0;
        if (isNull && out.other()) {
            out.words(not ? "NOTNULL" : "ISNULL");
            return;
        }
        out.words(not ? "IS NOT" : "IS");
        if (distinct) {
            out.words("DISTINCT FROM");
            term(COMPARISON, depth);
        } else {
            out.words(isNull ? "NULL" : one(List.of("TRUE", "FALSE", "UNKNOWN")));
        }
    }

    private void comparison(int depth) {
        String sign = one(COMPARISONS);
        term(MEMBERSHIP, depth);
        out.put(sign.equals("<>") && out.other() ? "!=" : sign);
        int kind = below(6);
        if (kind > 1) {
            term(MEMBERSHIP, depth);
            return;
        }
        boolean all = chance();
        out.words(all ? "ALL" : out.other() ? "SOME" : "ANY");
        if (kind == 0) {
            queries.nested(depth);
        } else {
            out.put("(").words("ARRAY").put("[");
            list(depth, 3);
            out.put("]").put(")");
        }
    }

    private void membership(int depth) {
        String not = chance() ? "NOT " : "";
        int kind = below(queries.all() ? 6 : 5);
        term(OTHER, depth);
        switch (kind) {
            case 0 -> {
                out.words(not + "IN").put("(");
                list(depth, 3);
                out.put(")");
            }
            case 1 -> {
                out.words(not + "IN");
                queries.nested(depth);
            }
            case 2 -> {
                boolean symmetric = chance();
                out.words(not + "BETWEEN");
                if (symmetric) {
                    out.words("SYMMETRIC");
                } else if (out.other()) {
                    out.words("ASYMMETRIC");
                }
                term(OTHER, depth);
                out.words("AND");
                term(OTHER, depth);
            }
            case 3, 4 -> {
                out.words(not + one(List.of("LIKE", "ILIKE", "SIMILAR TO")));
                term(OTHER, depth);
                if (chance()) {
                    out.words("ESCAPE").text("!");
                }
            }
            default -> {
                out.words("OVERLAPS");
                term(OTHER, depth);
            }
        }
    }

    private void other(int depth) {
        if (queries.all() && below(4) == 0) {
            out.put(one(List.of("~", "@", "|/")));
            term(SUM, depth);
            return;
        }
        String sign =
                one(
                        queries.all()
                                ? List.of("||", "->", "->>", "@>", "&&", "~", "!~*", "<<", "#", "&")
                                : List.of("||", "~", "~*", "!~", "!~*"));
        term(OTHER, depth);
        out.put(sign);
        if (queries.all() && below(8) == 0) {
            out.words("ANY").put("(");
            any(depth);
            out.put(")");
        } else {
            term(SUM, depth);
        }
    }

    private void suffix(int depth) {
        int kind = queries.all() ? below(6) : 2 + below(2);
        term(kind < 2 ? SUFFIX : PRIMARY + 1, depth);
        switch (kind) {
            case 0, 1 -> {
                out.put("::");
                type();
            }
            case 2 -> {
                out.put("[");
                any(depth);
                out.put("]");
            }
            case 3 -> out.put(".").name("f");
            case 4 -> out.put(".").put("*");
            default -> {
                out.put("[");
                queries.perhaps(() -> any(depth));
                out.put(":");
                queries.perhaps(() -> any(depth));
                out.put("]");
            }
        }
    }

    private void type() {
        switch (below(queries.all() ? 20 : 16)) {
            case 0 -> out.words("NUMERIC").put("(").put("10").put(",").put("2").put(")");
            case 1 -> out.words("VARCHAR").put("(").put("3").put(")");
            case 2 -> out.words("TIMESTAMP").put("(").put("3").put(")");
            case 3 -> out.words("INT").put("[").put("]");
            case 16 -> out.words("INTERVAL DAY TO SECOND").put("(").put("3").put(")");
            case 17 -> out.words("TIME").put("(").put("0").put(")").words("WITH TIME ZONE");
            case 18 -> out.name("s").put(".").name("kind");
            case 19 -> out.words("TEXT").put("[").put("3").put("]").put("[").put("]");
            default -> out.words(one(TYPES));
        }
    }

    private void primary(int depth) {
        switch (below(depth > 0 ? 20 : 9)) {
            case 0 -> out.text(one(TEXTS));
            case 1 -> out.put(one(NUMBERS));
            case 2 -> out.words(one(List.of("NULL", "TRUE", "FALSE")));
            case 3 -> interval(depth);
            case 4 -> moment();
            case 5 -> out.put("x'1F00'");
            case 6, 7 -> queries.column();
            case 8 -> parameterOrBare();
            case 9 -> {
                out.words("CAST").put("(");
                any(depth);
                out.words("AS");
                type();
                out.put(")");
            }
            case 10 -> cases(depth);
            case 11 -> {
                if (queries.all()) {
                    out.words("EXISTS");
                }
                queries.nested(depth);
            }
            case 12 -> queries.nested(depth);
            case 13 -> {
                out.words("ARRAY").put("[");
                list(depth, 3);
                out.put("]");
            }
            case 14 -> {
                out.words("ARRAY");
                queries.nested(depth);
            }
            case 15 -> row(depth);
            case 16 -> worded(depth);
            default -> call(depth);
        }
    }

    private void parameterOrBare() {
        if (chance()) {
            out.put("$" + (1 + below(3)));
        } else {
            out.words(one(BARE));
        }
    }

    /// A text after the name of a type.
    private void moment() {
        int kind = below(queries.all() ? 4 : 2);
        switch (kind) {
            case 0 -> out.words("DATE").put("'2024-02-29'");
            case 1 -> out.words("TIMESTAMP").put("'2024-02-29 01:02:03'");
            case 2 -> out.words("TIMESTAMP WITH TIME ZONE").put("'2024-02-29 01:02:03+01'");
            default -> out.words("BOOLEAN").put("'yes'");
        }
    }

    private void interval(int depth) {
        int kind = below(depth > 0 && queries.all() ? 4 : 3);
        boolean minus = chance();
        out.words("INTERVAL");
        if (kind == 0) {
            out.put(minus ? "'-2 days'" : "'1 hour 30 minutes'");
            return;
        }
        if (minus) {
            out.put("-");
        }
        if (kind == 1) {
            out.put("'3'").words(one(UNITS));
        } else if (kind == 2) {
            out.put("'1 02:03:04'").words("DAY").put("(").put("3").put(")").words("TO SECOND");
        } else {
            out.put("(");
            any(depth);
            out.put(")").words(one(UNITS));
        }
    }

    private void cases(int depth) {
        out.words("CASE");
        queries.perhaps(() -> any(depth));
        int branches = 1 + below(2);
        for (int i = 0; i < branches; i++) {
            out.words("WHEN");
            any(depth);
            out.words("THEN");
            any(depth);
        }
        queries.perhaps(() -> {
            out.words("ELSE");
            any(depth);
        });
        out.words("END");
    }

    private void row(int depth) {
        int terms = (queries.all() ? 0 : 1) + below(3);
        if (terms < 2 || !out.other()) {
            out.words("ROW");
        }
        out.put("(");
        queries.times(terms, () -> any(depth));
        out.put(")");
    }

    private void worded(int depth) {
        int kind = below(6);
        out.words(List.of("EXTRACT", "POSITION", "SUBSTRING", "OVERLAY", "TRIM", "TRIM").get(kind));
        out.put("(");
        switch (kind) {
            case 0 -> {
                out.words(one(UNITS)).words("FROM");
                any(depth);
            }
            case 1 -> {
                term(OTHER, inner(depth));
                out.words("IN");
                term(OTHER, depth);
            }
            case 2 -> {
                any(depth);
                out.words("FROM");
                any(depth);
                queries.perhaps(() -> {
                    out.words("FOR");
                    any(depth);
                });
            }
            case 3 -> {
                any(depth);
                out.words("PLACING");
                any(depth);
                out.words("FROM");
                any(depth);
                queries.perhaps(() -> {
                    out.words("FOR");
                    any(depth);
                });
            }
            default -> {
                String side = one(List.of("LEADING", "TRAILING", "BOTH"));
                if (!side.equals("BOTH") || !out.other()) {
                    out.words(side);
                }
                any(depth);
                out.words("FROM");
                any(depth);
            }
        }
        out.put(")");
    }

    private void call(int depth) {
        int kind = below(8);
        switch (kind) {
            case 0 -> out.name("count").put("(").put("*").put(")");
            case 1 -> {
                out.name("sum").put("(").words("DISTINCT");
                any(depth);
                out.put(")");
            }
            case 2 -> {
                out.name("string_agg").put("(");
                any(depth);
                out.put(",").text(",").words("ORDER BY");
                keys(depth);
                out.put(")");
            }
            case 3 -> {
                out.name("percentile_cont").put("(").put("0.5").put(")").words("WITHIN GROUP");
                out.put("(").words("ORDER BY");
                keys(depth);
                out.put(")");
            }
            case 4 -> {
                out.name("last_value").put("(");
                any(depth);
                out.put(")").words(one(List.of("IGNORE NULLS", "RESPECT NULLS")));
            }
            case 5 -> {
                out.name("s").put(".").name("g").put("(");
                list(depth, 2);
                out.put(")");
            }
            default -> {
                out.name("f").put("(");
                queries.perhaps(() -> list(depth, 3));
                out.put(")");
            }
        }
        boolean aggregate = kind < 3;
        if (aggregate && chance()) {
            out.words("FILTER").put("(").words("WHERE");
            any(depth);
            out.put(")");
        }
        if (kind == 4 || kind < 2 && chance()) {
            out.words("OVER");
            if (below(3) == 0) {
                out.name("w");
            } else {
                window(depth);
            }
        }
    }

    /// What ORDER BY has.
    void keys(int depth) {
        queries.times(
                1 + below(2),
                () -> {
                    boolean descending = chance();
                    any(depth);
                    if (descending) {
                        out.words("DESC");
                    } else if (out.other()) {
                        out.words("ASC");
                    }
                    queries.perhaps(() -> {
                        out.words("NULLS");
                        out.words(chance() ? "FIRST" : "LAST");
                    });
                });
    }

    /// How deep goes what only PostgreSQL's grammar lets go deep.
    private int inner(int depth) {
        return queries.all() ? depth : 0;
    }

    /// A window in parentheses.
    void window(int written) {
        int depth = inner(written);
        out.put("(");
        queries.perhaps(() -> out.name("w"));
        queries.perhaps(() -> {
            out.words("PARTITION BY");
            list(depth, 2);
        });
        queries.perhaps(() -> {
            out.words("ORDER BY");
            keys(depth);
        });
        queries.perhaps(() -> frame(depth));
        out.put(")");
    }

    private void frame(int depth) {
        out.words(
                one(queries.all() ? List.of("ROWS", "RANGE", "GROUPS") : List.of("ROWS", "RANGE")));
        if (chance()) {
            out.words("BETWEEN");
            bound("PRECEDING", depth);
            out.words("AND");
            bound("FOLLOWING", depth);
        } else {
            bound("PRECEDING", depth);
        }
        int excluded = below(5);
        if (excluded > 0) {
            out.words("EXCLUDE");
            out.words(List.of("NO OTHERS", "CURRENT ROW", "GROUP", "TIES").get(excluded - 1));
        }
    }

    private void bound(String side, int depth) {
        switch (below(3)) {
            case 0 -> out.words("CURRENT ROW");
            case 1 -> out.words("UNBOUNDED " + side);
            default -> {
                any(depth);
                out.words(side);
            }
        }
    }
}
