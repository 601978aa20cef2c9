package telegraph.language.ast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.sample.Sample;

/// A query as it was written.
///
/// @param with the queries it gives names to, before it
/// @param order none if the rows come in any order
/// @param limit how many rows at most; empty for all
/// @param ties whether rows that are sorted as the last of these come too
/// @param at the query itself, without what gives names
public record Query(
        List<With> with,
        Body body,
        List<Term.SortKey> order,
        Optional<Term> limit,
        boolean ties,
        Optional<Term> offset,
        Span at) {
    /// A query that is nothing but its body.
    public static Query of(Body body, Span at) {
        return new Query(List.of(), body, List.of(), Optional.empty(), false, Optional.empty(), at);
    }

    /// Whether it is nothing but its body.
    public boolean isPlain() {
        return with.isEmpty() && order.isEmpty() && limit.isEmpty() && offset.isEmpty();
    }

    /// The same behind a WITH.
    public Query under(List<With> outer) {
        return with.isEmpty()
                ? new Query(outer, body, order, limit, ties, offset, at)
                : new Query(
                        outer,
                        new Nested(this),
                        List.of(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        at);
    }

    /// `name (columns) AS (query)`.
    ///
    /// @param columns none to keep the query's
    public record With(Identifier name, List<Identifier> columns, Query query, boolean recursive) {}

    /// What a query is at its heart.
    public sealed interface Body {}

    /// SELECT.
    ///
    /// @param from the items between commas
    /// @param windows those that WINDOW names
    public record Select(
            Distinct distinct,
            List<Item> items,
            List<From> from,
            Optional<Term> where,
            Grouping grouping,
            List<NamedWindow> windows,
            Optional<Term> qualify,
            Span at)
            implements Body {}

    /// Which rows of a SELECT are one.
    ///
    /// @param rows whether equal rows are
    /// @param on what of DISTINCT ON must be equal; none for the whole row
    public record Distinct(boolean rows, List<Term> on, Span at) {
        public static final Distinct NONE = new Distinct(false, List.of(), Span.NONE);
    }

    /// GROUP BY and HAVING.
    ///
    /// @param by the keys; empty without GROUP BY
    public record Grouping(Optional<Keys> by, Optional<Term> having) {
        public static final Grouping NONE = new Grouping(Optional.empty(), Optional.empty());

        /// The keys, none without GROUP BY.
        public List<Term> keys() {
            return by.map(Keys::terms).orElse(List.of());
        }
    }

    /// What GROUP BY lists.
    ///
    /// @param distinct whether equal grouping sets are one
    public record Keys(List<Term> terms, boolean distinct, Span at) {}

    /// One output of SELECT.
    public record Item(Term term, Optional<Identifier> alias, Span at) {}

    /// `WINDOW name AS (…)`.
    public record NamedWindow(Identifier name, Term.Window window) {}

    /// UNION, INTERSECT or EXCEPT.
    ///
    /// @param at the operator
    public record Both(SetOperator operator, boolean all, Query left, Query right, Span at)
            implements Body {
        /// The operations that begin on the left of this one, the first first, this one last: a
        /// long chain is gone along, not down.
        public List<Both> chain() {
            List<Both> chain = new ArrayList<>(List.of(this));
            while (chain.getLast().left().isPlain()
                    && chain.getLast().left().body() instanceof Both left) {
                chain.add(left);
            }
            return chain.reversed();
        }
    }

    /// How the rows of two queries become one's.
    public enum SetOperator {
        UNION,
        INTERSECT,
        EXCEPT
    }

    /// VALUES.
    public record Values(List<Term.Row> rows, Span at) implements Body {}

    /// A query in parentheses with an order or a limit of its own.
    public record Nested(Query query) implements Body {}

    /// An item of FROM.
    public sealed interface From {
        Span at();
    }

    /// A name and names for the columns.
    public record Alias(Identifier name, List<Identifier> columns) {}

    /// A table by its name.
    ///
    /// @param sample which of its rows, if not all
    /// @param at its name
    public record Table(
            List<Identifier> name, Optional<Alias> alias, Optional<Sample> sample, Span at)
            implements From {
        /// All of its rows.
        public Table(List<Identifier> name, Optional<Alias> alias, Span at) {
            this(name, alias, Optional.empty(), at);
        }

        /// One under its own name, of one part.
        public static Table of(String name, Span at) {
            return new Table(List.of(new Identifier(name, at)), Optional.empty(), at);
        }

        public List<String> parts() {
            return Identifier.names(name);
        }
    }

    /// A query in parentheses.
    ///
    /// @param lateral whether it sees the items before it
    public record Derived(Query query, boolean lateral, Optional<Alias> alias, Span at)
            implements From {}

    /// A function that gives rows.
    public record Rows(
            Term.Call call, boolean ordinality, boolean lateral, Optional<Alias> alias, Span at)
            implements From {}

    /// A join.
    ///
    /// @param on empty for CROSS, NATURAL and USING
    /// @param using the columns that are in both; none without USING
    public record Join(
            From left,
            From right,
            Kind kind,
            boolean natural,
            Optional<Term> on,
            List<Identifier> using,
            Span at)
            implements From {
        /// The joins that begin on the left of this one, the first first, this one last.
        public List<Join> chain() {
            List<Join> chain = new ArrayList<>(List.of(this));
            while (chain.getLast().left() instanceof Join left) {
                chain.add(left);
            }
            return chain.reversed();
        }
    }

    /// How a join treats rows without a partner.
    public enum Kind {
        /// `CROSS JOIN`, which has no condition.
        CROSS,
        INNER,
        LEFT,
        RIGHT,
        FULL
    }
}
