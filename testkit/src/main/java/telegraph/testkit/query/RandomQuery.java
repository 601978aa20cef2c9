package telegraph.testkit.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Makes the text of a random query out of everything that the grammar of queries has.
///
/// The query is drawn from one seed and the way in which it is written from another: two texts of
/// the same query say the same, and differ in white space, comments, the case of words, quotes,
/// needless parentheses, and in words such as ASC, OUTER and AS that may be left out.
///
/// Threads: one, once.
public final class RandomQuery {
    /// What a query may have.
    public enum Extent {
        /// All that can be read.
        ALL,
        /// Only what can be carried out, too, or is refused by what it is about.
        PLAIN
    }

    /// The text that has all parentheses and nothing that may be left out.
    public static final long PLAIN_WAY = 0;

    private static final List<String> NAMES = List.of("a", "b", "c", "Select", "a\"b", "x y");
    private static final List<String> TABLES = List.of("t", "u", "v", "Table");

    private final Random random;
    private final Writing out;
    private final Extent extent;
    private final RandomTerm terms;
    private final List<String> files = new ArrayList<>();
    private int aliases;

    private RandomQuery(long seed, long way, Extent extent) {
        this.random = new Random(seed);
        this.out = new Writing(new Random(way), way == PLAIN_WAY);
        this.extent = extent;
        this.terms = new RandomTerm(this);
    }

    /// A text and the files that it reads, in their order.
    public record Made(String text, List<String> files) {}

    /// Makes a query.
    ///
    /// @param seed says which
    /// @param way says how it is written
    public static Made of(long seed, long way, Extent extent, int depth) {
        RandomQuery query = new RandomQuery(seed, way, extent);
        query.query(depth);
        return new Made(query.out.toString(), List.copyOf(query.files));
    }

    Random random() {
        return random;
    }

    Writing out() {
        return out;
    }

    boolean all() {
        return extent == Extent.ALL;
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

    void perhaps(Runnable write) {
        if (below(3) == 0) {
            write.run();
        }
    }

    void times(int count, Runnable write) {
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out.put(",");
            }
            write.run();
        }
    }

    void column() {
        if (chance()) {
            if (all() && below(4) == 0) {
                out.name("s").put(".");
            }
            out.name(one(TABLES)).put(".");
        }
        out.name(one(NAMES));
    }

    /// A query in parentheses.
    void nested(int depth) {
        boolean twice = out.other();
        out.put(twice ? "((" : "(");
        query(depth - 1);
        out.put(twice ? "))" : ")");
    }

    private void query(int depth) {
        perhaps(() -> with(depth));
        boolean single = union(depth);
        if (single || all()) {
            ordered(depth);
        }
    }

    private void ordered(int depth) {
        perhaps(() -> {
            out.words("ORDER BY");
            terms.keys(Math.min(depth, 1));
        });
        perhaps(() -> {
            String count = "" + below(9);
            if (out.other()) {
                out.words("FETCH FIRST").put(count).words("ROWS ONLY");
            } else {
                out.words("LIMIT").put(count);
            }
        });
        perhaps(() -> {
            out.words("OFFSET").put("" + below(9));
            if (out.other()) {
                out.words("ROWS");
            }
        });
    }

    private void with(int depth) {
        boolean recursive = chance();
        out.words(recursive ? "WITH RECURSIVE" : "WITH");
        times(
                1 + below(2),
                () -> {
                    out.name(one(TABLES));
                    perhaps(this::columns);
                    out.words("AS");
                    if (out.other()) {
                        out.words("MATERIALIZED");
                    }
                    nested(depth);
                });
    }

    private void columns() {
        out.put("(");
        times(1 + below(2), () -> out.name(one(NAMES)));
        out.put(")");
    }

    /// Returns whether it is one SELECT, VALUES or TABLE.
    private boolean union(int depth) {
        if (depth == 0 || below(5) > 0) {
            return meet(depth);
        }
        operand(() -> union(depth - 1));
        operator(List.of("UNION", "EXCEPT"));
        operand(() -> meet(depth - 1));
        return false;
    }

    private boolean meet(int depth) {
        if (depth == 0 || below(6) > 0) {
            return single(depth);
        }
        operand(() -> meet(depth - 1));
        operator(List.of("INTERSECT"));
        single(depth - 1);
        return false;
    }

    /// What a set operation binds to by itself, in parentheses or not.
    private void operand(Runnable query) {
        boolean parentheses = out.parenthesised();
        if (parentheses) {
            out.put("(");
        }
        query.run();
        if (parentheses) {
            out.put(")");
        }
    }

    private void operator(List<String> operators) {
        out.words(one(operators));
        if (chance()) {
            out.words("ALL");
        } else if (out.other()) {
            out.words("DISTINCT");
        }
    }

    private boolean single(int depth) {
        int kind = depth > 0 ? below(8) : 2 + below(4);
        switch (kind) {
            case 0, 1 -> nested(depth);
            case 2 -> values(depth);
            case 3 -> {
                String table = one(TABLES);
                if (out.other()) {
                    out.words("TABLE").name(table);
                } else {
                    out.words("SELECT").put("*").words("FROM").name(table);
                }
            }
            default -> select(depth);
        }
        return kind > 1;
    }

    private void values(int depth) {
        int width = 1 + below(3);
        out.words("VALUES");
        times(
                1 + below(2),
                () -> {
                    out.put("(");
                    if (!all()) {
                        out.put("1").put(",");
                    }
                    times(
                            width,
                            () -> {
                                if (all() && below(8) == 0) {
                                    out.words("DEFAULT");
                                } else {
                                    terms.any(depth - 1);
                                }
                            });
                    out.put(")");
                });
    }

    private void select(int depth) {
        out.words("SELECT");
        int distinct = below(6);
        if (distinct < 2) {
            out.words("DISTINCT");
            if (distinct == 0 && all()) {
                out.words("ON").put("(");
                terms.list(depth - 1, 2);
                out.put(")");
            }
        } else if (out.other()) {
            out.words("ALL");
        }
        times(1 + below(3), () -> item(depth));
        if (!all() || below(8) > 0) {
            out.words("FROM");
            times(1 + below(2), () -> from(depth));
        }
        clause("WHERE", depth);
        perhaps(() -> group(depth));
        clause("HAVING", depth);
        perhaps(() -> {
            out.words("WINDOW");
            times(
                    1 + below(2),
                    () -> {
                        out.name("w").words("AS");
                        terms.window(depth - 1);
                    });
        });
        if (below(8) == 0) {
            out.words("QUALIFY");
            terms.any(depth - 1);
        }
    }

    private void clause(String word, int depth) {
        perhaps(() -> {
            out.words(word);
            terms.any(depth);
        });
    }

    private void item(int depth) {
        int kind = below(8);
        if (kind == 0) {
            out.put("*");
        } else if (kind == 1) {
            out.name(one(TABLES)).put(".").put("*");
        } else {
            boolean named = chance();
            terms.any(depth);
            if (named) {
                if (!out.other()) {
                    out.words("AS");
                }
                out.name(one(NAMES));
            }
        }
    }

    private void group(int depth) {
        out.words("GROUP BY");
        if (below(4) == 0) {
            out.words("DISTINCT");
        } else if (out.other()) {
            out.words("ALL");
        }
        times(1 + below(2), () -> set(depth - 1, 2));
    }

    private void set(int depth, int sets) {
        switch (sets > 0 ? below(8) : 3) {
            case 0 -> {
                out.words(chance() ? "ROLLUP" : "CUBE").put("(");
                terms.list(depth, 2);
                out.put(")");
            }
            case 1 -> {
                out.words("GROUPING SETS").put("(");
                times(1 + below(3), () -> set(depth, sets - 1));
                out.put(")");
            }
            case 2 -> out.put("(").put(")");
            default -> terms.any(depth);
        }
    }

    private void from(int depth) {
        from(depth, all() ? 2 : 1);
    }

    /// @param joins how many joins may be around it and in it
    private void from(int depth, int joins) {
        if (joins == 0 || below(3) > 0) {
            table(depth);
            return;
        }
        from(depth, joins - 1);
        switch (below(5)) {
            case 0 -> {
                out.words("CROSS JOIN");
                table(depth);
            }
            case 1 -> {
                out.words("NATURAL");
                kind();
                table(depth);
            }
            case 2 -> {
                kind();
                right(depth, joins);
                out.words("USING");
                columns();
            }
            default -> {
                kind();
                right(depth, joins);
                out.words("ON");
                terms.any(depth - 1);
            }
        }
    }

    private void right(int depth, int joins) {
        if (joins < 2 || chance()) {
            table(depth);
            return;
        }
        // The condition of the inner join comes first, with parentheses or without.
        boolean parentheses = !out.other();
        if (parentheses) {
            out.put("(");
        }
        table(depth);
        kind();
        table(depth);
        out.words("ON");
        terms.any(depth - 1);
        if (parentheses) {
            out.put(")");
        }
    }

    private void kind() {
        String kind = one(List.of("INNER", "LEFT", "RIGHT", "FULL"));
        if (!kind.equals("INNER")) {
            out.words(kind);
            if (out.other()) {
                out.words("OUTER");
            }
        } else if (out.other()) {
            out.words("INNER");
        }
        out.words("JOIN");
    }

    private void table(int depth) {
        switch (below(depth > 0 ? 8 : 4)) {
            case 0 -> {
                String file = "data/" + files.size() + ".csv";
                files.add(file);
                out.put("'" + file + "'");
                alias(true);
            }
            case 4, 5 -> {
                if (chance()) {
                    out.words("LATERAL");
                }
                nested(depth);
                alias(true);
            }
            case 6 -> {
                out.name("unnest").put("(").words("ARRAY").put("[");
                terms.list(depth - 1, 2);
                out.put("]").put(")");
                perhaps(() -> out.words("WITH ORDINALITY"));
                alias(true);
            }
            case 7 -> {
                if (all() && chance()) {
                    out.words("LATERAL");
                }
                out.name("generate_series").put("(");
                terms.list(all() ? depth - 1 : 0, 3);
                out.put(")");
                alias(true);
            }
            default -> {
                perhaps(() -> out.name("s").put("."));
                out.name(one(TABLES));
                alias(chance());
            }
        }
    }

    private void alias(boolean named) {
        if (named) {
            if (!out.other()) {
                out.words("AS");
            }
            out.name("Alias " + aliases++);
            perhaps(this::columns);
        }
    }
}
