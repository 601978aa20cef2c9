package telegraph.sql.querytree;

import java.util.List;
import java.util.Optional;

/// An expression as it was written.
public sealed interface Term {
    /// A literal.
    ///
    /// @param value null, Boolean, Long, BigDecimal or String
    record Literal(Object value) implements Term {}

    /// `$1` and so on.
    record Parameter(int number) implements Term {}

    /// A column, with names before it or not.
    record Name(List<String> parts, int at) implements Term {}

    /// `*` or `t.*`.
    record Star(List<String> qualifier, int at) implements Term {}

    /// A function's call.
    ///
    /// @param star whether it is `count(*)`
    record Call(
            List<String> name,
            List<Term> arguments,
            boolean star,
            Optional<Gathering> gathering,
            Optional<Window> over,
            int at)
            implements Term {
        public String bare() {
            return name.getLast();
        }
    }

    /// What stands about the rows an aggregate takes: DISTINCT, ORDER BY, FILTER.
    record Gathering(boolean distinct, List<SortKey> order, Optional<Term> filter) {}

    /// OVER (PARTITION BY … ORDER BY …).
    record Window(List<Term> partition, List<SortKey> order) {}

    /// One key of ORDER BY.
    record SortKey(Term term, boolean descending, boolean nullsFirst) {}

    /// An operator between two terms.
    record Binary(String operator, Term left, Term right, int at) implements Term {}

    /// An operator before a term.
    record Unary(String operator, Term term, int at) implements Term {}

    /// A cast to a type.
    record Cast(Term term, TypeName type) implements Term {}

    /// The name of a type as written, arrays with their brackets.
    record TypeName(String name, boolean array, int at) {}

    /// CASE.
    record Case(Optional<Term> subject, List<Branch> branches, Optional<Term> otherwise)
            implements Term {}

    /// WHEN … THEN ….
    record Branch(Term when, Term then) {}

    /// IN and a list.
    record InList(Term term, List<Term> list, boolean negated, int at) implements Term {}

    /// IN and a query.
    record InQuery(Term term, QueryTree query, boolean negated, int at) implements Term {}

    /// An operator and ANY or ALL of an array.
    record OfArray(Term left, String operator, boolean all, Term array, int at) implements Term {}

    /// An operator and ANY or ALL of a query.
    record OfQuery(Term left, String operator, boolean all, QueryTree query, int at)
            implements Term {}

    /// EXISTS.
    record Exists(QueryTree query) implements Term {}

    /// A query in parentheses.
    record Scalar(QueryTree query) implements Term {}

    /// `ARRAY[…]`.
    record ArrayOf(List<Term> terms) implements Term {}

    /// `ARRAY(SELECT …)`.
    record ArrayQuery(QueryTree query) implements Term {}

    /// `a[i]`.
    record Element(Term array, Term index) implements Term {}

    /// `a[i:j]`.
    record Slice(Term array, Optional<Term> from, Optional<Term> to) implements Term {}

    /// `(a).b`.
    record Field(Term term, String name, int at) implements Term {}

    /// `(a, b)` or `ROW(a, b)`.
    record Row(List<Term> terms) implements Term {}

    /// IS [NOT] NULL, TRUE, FALSE, UNKNOWN.
    record Test(Term term, What what, boolean negated) implements Term {}

    /// What a test looks for.
    public enum What {
        NULL,
        TRUE,
        FALSE
    }

    /// IS [NOT] DISTINCT FROM.
    record Distinct(Term left, Term right, boolean negated, int at) implements Term {}
}
