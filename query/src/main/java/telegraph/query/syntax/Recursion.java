package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.query.QueryReader;
import telegraph.language.query.QueryWalk;

/// A query of a WITH RECURSIVE that names itself, cut in two: where it begins, and the step that
/// makes of the rows that were new the next ones.
///
/// ```
/// WITH RECURSIVE w AS (seed UNION ALL step over w) …
/// ```
///
/// What is refused is what PostgreSQL refuses: the step names the query once, where each of its
/// rows is taken as it comes.
///
/// @param table the name under which the rest of the statement reads its rows
/// @param outer what WITH had given names to before it, which both parts may read
/// @param name its own name
/// @param columns names for its columns; none to keep the seed's
/// @param distinct whether equal rows are one
public record Recursion(
        String table,
        List<Query.With> outer,
        Identifier name,
        List<Identifier> columns,
        Query seed,
        Query step,
        boolean distinct) {
    /// What a query comes to that names itself; empty if it does not.
    ///
    /// @param number of those that the statement has
    /// @throws TelegraphException if it names itself where it must not
    static Optional<Recursion> of(
            Query.With with, int number, List<Query.With> outer, Places places) {
        if (!with.recursive() || mentions(with.query(), with.name()) == 0) {
            return Optional.empty();
        }
        return Optional.of(new Cutting(with, places).cut("recursion " + number, outer));
    }

    /// Its rows, as a query of the table that it is to the rest of the statement.
    Query rows() {
        return allOf(table);
    }

    private Query allOf(String named) {
        return QueryReader.allOf(Query.Table.of(named, name.at()), name.at());
    }

    /// The step over what is kept under another name, as a query of its own.
    public Query stepOver(String working) {
        List<Query.With> with = new ArrayList<>(outer);
        with.removeIf(item -> is(item.name(), name));
        with.add(new Query.With(name, List.of(), allOf(working), false));
        return step.under(with);
    }

    /// Where it begins, as a query of its own.
    public Query seedAlone() {
        return outer.isEmpty() ? seed : seed.under(outer);
    }

    private static boolean is(Identifier one, Identifier other) {
        return one.name().equalsIgnoreCase(other.name());
    }

    private static int mentions(Query query, Identifier name) {
        return (int) QueryWalk.tables(query).stream().filter(table -> isNamed(table, name)).count();
    }

    private static boolean isNamed(Query.Table table, Identifier name) {
        return table.name().size() == 1 && is(table.name().getFirst(), name);
    }

    /// Cuts one query, or says why it cannot be.
    private record Cutting(Query.With with, Places places) {
        Recursion cut(String table, List<Query.With> outer) {
            Query query = with.query();
            while (query.isPlain() && query.body() instanceof Query.Nested nested) {
                query = nested.query();
            }
            if (!query.order().isEmpty()
                    || query.limit().isPresent()
                    || query.offset().isPresent()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported at "
                                + places.text(with.name().at())
                                + ": ORDER BY, LIMIT and OFFSET of a recursive query. Say them"
                                + " where it is read");
            }
            if (!(query.body() instanceof Query.Both union)
                    || union.operator() != Query.SetOperator.UNION) {
                throw refused("a recursive query is of the form first UNION [ALL] next");
            }
            for (Query.With before : query.with()) {
                if (mentions(before.query(), with.name()) > 0) {
                    throw misplaced("in a WITH of its own");
                }
            }
            if (mentions(union.left(), with.name()) > 0) {
                throw misplaced("in the part before UNION");
            }
            if (mentions(union.right(), with.name()) > 1) {
                throw misplaced("more than once");
            }
            place(union.right());
            List<Query.With> all = new ArrayList<>(outer);
            all.addAll(query.with());
            return new Recursion(
                    table,
                    all,
                    with.name(),
                    with.columns(),
                    union.left(),
                    union.right(),
                    !union.all());
        }

        private void place(Query query) {
            for (Query.With inner : query.with()) {
                if (mentions(inner.query(), with.name()) > 0) {
                    place(inner.query());
                    return;
                }
            }
            switch (query.body()) {
                case Query.Nested nested -> place(nested.query());
                case Query.Both both -> {
                    if (both.operator() == Query.SetOperator.INTERSECT) {
                        throw misplaced("within INTERSECT");
                    }
                    if (both.operator() == Query.SetOperator.EXCEPT) {
                        throw misplaced("within EXCEPT");
                    }
                    boolean left = mentions(both.left(), with.name()) > 0;
                    place(left ? both.left() : both.right());
                }
                case Query.Values _ -> throw misplaced("within a subquery");
                case Query.Select select -> {
                    if (select.from().stream().noneMatch(this::isIn)) {
                        throw misplaced("within a subquery");
                    }
                }
            }
        }

        /// Whether the rows of an item are those of the query itself, or made of them.
        private boolean isIn(From item) {
            return switch (item) {
                case Query.Table table -> isNamed(table, with.name());
                case Query.Derived derived -> {
                    boolean in = mentions(derived.query(), with.name()) > 0;
                    if (in) {
                        place(derived.query());
                    }
                    yield in;
                }
                case Query.Rows _ -> false;
                case Query.Join join -> isIn(join);
            };
        }

        private boolean isIn(Query.Join last) {
            boolean in = false;
            for (Query.Join join : last.chain()) {
                in |= !(join.left() instanceof Query.Join) && isIn(join.left());
                boolean right = isIn(join.right());
                boolean padded =
                        switch (join.kind()) {
                            case CROSS, INNER -> false;
                            case LEFT -> right;
                            case RIGHT -> in;
                            case FULL -> in || right;
                        };
                if (padded) {
                    throw misplaced("within an outer join");
                }
                in |= right;
            }
            return in;
        }

        private TelegraphException misplaced(String where) {
            return refused(
                    "a recursive query must not be named "
                            + where
                            + ": query="
                            + with.name().name());
        }

        private TelegraphException refused(String rule) {
            return TelegraphException.of(
                    SqlState.INVALID_RECURSION, rule + " at " + places.text(with.name().at()));
        }
    }
}
