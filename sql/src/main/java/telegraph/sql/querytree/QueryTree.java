package telegraph.sql.querytree;

import java.util.List;
import java.util.Optional;

/// A query as it was written.
///
/// @param with the queries it gives names to, before it
public record QueryTree(
        List<With> with,
        Body body,
        List<Term.SortKey> order,
        Optional<Term> limit,
        Optional<Term> offset) {
    /// `name (columns) AS (query)`.
    public record With(String name, List<String> columns, QueryTree query, boolean recursive) {}

    /// What a query is at its heart.
    public sealed interface Body {}

    /// SELECT.
    ///
    /// @param distinct whether equal rows are one
    /// @param on what of DISTINCT ON must be equal; none for the whole row
    /// @param from the items between commas
    public record Select(
            boolean distinct,
            List<Term> on,
            List<Item> items,
            List<From> from,
            Optional<Term> where,
            Grouping grouping)
            implements Body {}

    /// GROUP BY and HAVING.
    public record Grouping(List<Term> by, Optional<Term> having) {}

    /// One output of SELECT.
    public record Item(Term term, Optional<String> alias) {}

    /// UNION, INTERSECT or EXCEPT.
    public record Both(String operator, boolean all, QueryTree left, QueryTree right)
            implements Body {}

    /// VALUES.
    public record Values(List<List<Term>> rows) implements Body {}

    /// A query in parentheses with an order or a limit of its own.
    public record Nested(QueryTree query) implements Body {}

    /// An item of FROM.
    public sealed interface From {}

    /// A name and names for the columns.
    public record Alias(String name, List<String> columns) {}

    /// A table by its name.
    public record Table(List<String> name, Optional<Alias> alias, int at) implements From {}

    /// A query in parentheses.
    ///
    /// @param lateral whether it sees the items before it
    public record Derived(QueryTree query, boolean lateral, Optional<Alias> alias)
            implements From {}

    /// A function that gives rows.
    public record Rows(Term.Call call, boolean ordinality, Optional<Alias> alias) implements From {}

    /// A join.
    ///
    /// @param using the columns that are in both; with NATURAL found later
    public record Join(From left, From right, Kind kind, Optional<Term> on, List<String> using)
            implements From {}

    /// How a join treats rows without a partner.
    public enum Kind {
        INNER,
        LEFT,
        RIGHT,
        FULL
    }
}
