package telegraph.language.ast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An expression as it was written.
public sealed interface Term {
    /// Where it stands, without parentheses around it.
    Span at();

    /// A literal.
    ///
    /// @param value null, Boolean, Long, BigDecimal or String
    /// @param written the digits of a number as they were written; else empty
    record Literal(Object value, String written, Span at) implements Term {
        public static Literal text(String value, Span at) {
            return new Literal(value, "", at);
        }

        public boolean isNumber() {
            return value instanceof Number;
        }
    }

    /// `X'1f'`, by its digits.
    record Bytes(String digits, Span at) implements Term {}

    /// `INTERVAL '2:30' HOUR TO MINUTE`.
    ///
    /// @param value a text; or, as in `INTERVAL 3 DAYS`, another term in one unit
    record Interval(Term value, boolean negative, Optional<Fields> fields, Span at)
            implements Term {}

    /// `DAY(3) TO SECOND(6)`.
    ///
    /// @param to empty if it is the same unit
    record Fields(Unit from, Optional<Unit> to, Span at) {}

    /// A unit of time.
    ///
    /// @param name in lower case
    /// @param precisions none, one or, of seconds alone, two numbers in parentheses
    record Unit(String name, List<Integer> precisions) {}

    /// `$1` and so on.
    record Parameter(int number, Span at) implements Term {}

    /// A column, with names before it or not.
    record Name(List<Identifier> words, Span at) implements Term {
        public List<String> parts() {
            return Identifier.names(words);
        }
    }

    /// `*` or `t.*`.
    record Star(List<Identifier> qualifier, Span at) implements Term {
        public List<String> parts() {
            return Identifier.names(qualifier);
        }
    }

    /// A function's call. One with words between its arguments has them in the order of the
    /// function that PostgreSQL calls for it.
    ///
    /// | written                            | function and arguments           |
    /// |------------------------------------|----------------------------------|
    /// | `extract(year FROM t)`             | `extract('year', t)`             |
    /// | `position(a IN b)`                 | `position(b, a)`                 |
    /// | `substring(a FROM b FOR c)`        | `substring(a, b, c)`             |
    /// | `trim(LEADING a FROM b)`           | `ltrim(b, a)`                    |
    /// | `overlay(a PLACING b FROM c FOR d)` | `overlay(a, b, c, d)`           |
    ///
    /// @param star whether it is `count(*)`
    /// @param at the name and what is in parentheses
    record Call(
            List<Identifier> name,
            Form form,
            List<Term> arguments,
            boolean star,
            Gathering gathering,
            Optional<Window> over,
            Span at)
            implements Term {
        /// A call of nothing but a name and arguments.
        public static Call plain(String name, List<Term> arguments, Span at) {
            return new Call(
                    List.of(new Identifier(name, at)),
                    Form.PLAIN,
                    arguments,
                    false,
                    Gathering.NONE,
                    Optional.empty(),
                    at);
        }

        /// A function without parentheses.
        public static Call word(String name, Span at) {
            return new Call(
                    List.of(new Identifier(name, at)),
                    Form.BARE,
                    List.of(),
                    false,
                    Gathering.NONE,
                    Optional.empty(),
                    at);
        }

        public String bare() {
            return name.getLast().name();
        }

        public List<String> parts() {
            return Identifier.names(name);
        }
    }

    /// How a call is written.
    enum Form {
        PLAIN,
        /// Without parentheses, such as CURRENT_DATE.
        BARE,
        /// With words between its arguments.
        WORDS
    }

    /// What stands about the rows an aggregate takes.
    ///
    /// @param order ORDER BY among the arguments
    /// @param within WITHIN GROUP (ORDER BY …)
    record Gathering(
            boolean distinct,
            List<SortKey> order,
            Optional<Within> within,
            Optional<Filter> filter,
            Optional<Nulls> nulls) {
        public static final Gathering NONE =
                new Gathering(
                        false, List.of(), Optional.empty(), Optional.empty(), Optional.empty());

        public boolean isNone() {
            return equals(NONE);
        }
    }

    /// WITHIN GROUP.
    record Within(List<SortKey> order, Span at) {}

    /// FILTER (WHERE …).
    record Filter(Term condition, Span at) {}

    /// IGNORE NULLS or RESPECT NULLS.
    record Nulls(boolean ignored, Span at) {}

    /// A window: what is in the parentheses after OVER, or a name alone.
    ///
    /// @param base the window that it begins with, if it names one
    /// @param named whether the name is all there is
    record Window(
            Optional<Identifier> base,
            boolean named,
            List<Term> partition,
            List<SortKey> order,
            Optional<Frame> frame,
            Span at) {}

    /// Which rows about the current one a window has.
    ///
    /// @param to empty for the current row
    record Frame(Unity unity, Bound from, Optional<Bound> to, Exclusion exclusion, Span at) {}

    /// What the distances of a frame count.
    enum Unity {
        ROWS,
        RANGE,
        GROUPS
    }

    /// Where a frame begins or ends.
    ///
    /// @param distance empty for UNBOUNDED and CURRENT ROW
    record Bound(Side side, Optional<Term> distance, Span at) {}

    /// On which side of the current row.
    enum Side {
        PRECEDING,
        CURRENT,
        FOLLOWING
    }

    /// Which rows of a frame are left out.
    enum Exclusion {
        UNSAID,
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }

    /// One key of ORDER BY.
    ///
    /// @param nullsAreFirst where NULLs stand, if that was said
    record SortKey(Term term, boolean descending, Optional<Boolean> nullsAreFirst, Span at) {
        /// Whether NULLs come before all else.
        public boolean nullsFirst() {
            return nullsAreFirst.orElse(descending);
        }
    }

    /// An operator between two terms: signs, or `and`, `or`, `overlaps`.
    ///
    /// @param operatorAt the operator alone
    record Binary(String operator, Term left, Term right, Span operatorAt, Span at)
            implements Term {
        /// The operators that begin on the left of this one, the first first, this one last: a long
        /// chain is gone along, not down.
        public List<Binary> chain() {
            List<Binary> chain = new ArrayList<>(List.of(this));
            while (chain.getLast().left() instanceof Binary left) {
                chain.add(left);
            }
            return chain.reversed();
        }
    }

    /// An operator before a term: signs, or `not`.
    record Unary(String operator, Term term, Span at) implements Term {}

    /// A cast to a type.
    record Cast(Term term, TypeName type, Style style, Span at) implements Term {}

    /// How a cast is written.
    enum Style {
        /// `CAST(x AS type)`.
        CALL,
        /// `x::type`.
        COLONS,
        /// `type 'text'`.
        PREFIX
    }

    /// The name of a type as written.
    ///
    /// @param name all of its words with a blank between them, in lower case if they are not
    ///   quoted, such as `character varying`, `timestamp with time zone`
    /// @param modifiers the numbers in parentheses
    /// @param fields which an interval has; empty if none are said
    /// @param array whether brackets or ARRAY follow
    record TypeName(
            List<Identifier> name,
            List<Integer> modifiers,
            Optional<Fields> fields,
            boolean array,
            Span at) {
        /// One that is a name alone.
        public static TypeName plain(String name, Span at) {
            return new TypeName(
                    List.of(new Identifier(name, at)), List.of(), Optional.empty(), false, at);
        }

        public String bare() {
            return name.getLast().name();
        }
    }

    /// CASE.
    record Case(Optional<Term> subject, List<Branch> branches, Optional<Term> otherwise, Span at)
            implements Term {}

    /// WHEN … THEN ….
    record Branch(Term when, Term then) {}

    /// IN and a list.
    ///
    /// @param listAt the list with its parentheses
    record InList(
            Term term, List<Term> list, boolean negated, Span operatorAt, Span listAt, Span at)
            implements Term {}

    /// IN and a query.
    record InQuery(Term term, Query query, boolean negated, Span operatorAt, Span at)
            implements Term {}

    /// [NOT] BETWEEN.
    record Between(Term term, Term low, Term high, boolean symmetric, boolean negated, Span at)
            implements Term {}

    /// [NOT] LIKE, ILIKE or SIMILAR TO.
    record Like(
            Match match,
            Term term,
            Term pattern,
            Optional<Term> escape,
            boolean negated,
            Span operatorAt,
            Span at)
            implements Term {}

    /// How a text is matched with a pattern.
    enum Match {
        LIKE,
        ILIKE,
        SIMILAR
    }

    /// An operator and ANY or ALL of an array.
    record OfArray(Term left, String operator, boolean all, Term array, Span operatorAt, Span at)
            implements Term {}

    /// An operator and ANY or ALL of a query.
    record OfQuery(Term left, String operator, boolean all, Query query, Span operatorAt, Span at)
            implements Term {}

    /// EXISTS.
    record Exists(Query query, Span at) implements Term {}

    /// A query in parentheses.
    record Scalar(Query query, Span at) implements Term {}

    /// `ARRAY[…]`.
    record ArrayOf(List<Term> terms, Span at) implements Term {}

    /// `ARRAY(SELECT …)`.
    record ArrayQuery(Query query, Span at) implements Term {}

    /// `a[i]`.
    record Element(Term array, Term index, Span at) implements Term {}

    /// `a[i:j]`.
    record Slice(Term array, Optional<Term> from, Optional<Term> to, Span at) implements Term {}

    /// `(a).b`, or `(a).*`.
    record Field(Term term, Identifier field, Span at) implements Term {
        public String name() {
            return field.name();
        }
    }

    /// `(a, b)` or `ROW(a, b)`.
    record Row(List<Term> terms, Span at) implements Term {}

    /// IS [NOT] NULL, TRUE, FALSE, UNKNOWN.
    record Test(Term term, What what, boolean negated, Span at) implements Term {}

    /// What a test looks for.
    enum What {
        NULL,
        TRUE,
        FALSE,
        UNKNOWN
    }

    /// IS [NOT] DISTINCT FROM.
    record Distinct(Term left, Term right, boolean negated, Span operatorAt, Span at)
            implements Term {}

    /// COLLATE.
    record Collate(Term term, List<Identifier> collation, Span at) implements Term {}

    /// DEFAULT in a row of VALUES.
    record Default(Span at) implements Term {}

    /// What GROUP BY lists beside expressions: ROLLUP, CUBE, GROUPING SETS, and the empty set.
    record Sets(Sort sort, List<Term> terms, Span at) implements Term {}

    /// What several grouping sets are.
    enum Sort {
        EMPTY,
        ROLLUP,
        CUBE,
        SETS
    }
}
