package telegraph.sql.querytree;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.language.lexer.Token;
import telegraph.sql.querytree.QueryTree.Alias;
import telegraph.sql.querytree.QueryTree.Body;
import telegraph.sql.querytree.QueryTree.From;
import telegraph.sql.querytree.QueryTree.Kind;

/// Reads queries as PostgreSQL writes them.
///
/// ```
/// query  = [ WITH [ RECURSIVE ] name [ "(" names ")" ] AS "(" query ")" { "," … } ]
///          both [ ORDER BY keys ] [ LIMIT n | FETCH … ] [ OFFSET n ]
/// both   = meet { ( UNION | EXCEPT ) [ ALL ] meet }
/// meet   = single { INTERSECT [ ALL ] single }
/// single = SELECT … | VALUES … | TABLE name | "(" query ")"
/// ```
///
/// Threads: one; a reader is used once.
public final class QueryReader {
    private static final Set<String> NO_ALIAS =
            Set.of(
                    ("as cross except fetch for from full group having inner intersect join lateral"
                                    + " left limit natural offset on order right union using where"
                                    + " window with tablesample into")
                            .split(" "));

    private final QueryWords words;
    private final TermReader terms;

    public QueryReader(String text) {
        this.words = new QueryWords(text);
        this.terms = new TermReader(words, this);
    }

    /// The whole text as a query.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if it is none
    public QueryTree read() {
        QueryTree query = query();
        words.expectEnd();
        return query;
    }

    public QueryWords words() {
        return words;
    }

    QueryTree query() {
        List<QueryTree.With> with = with();
        Body body = both();
        List<Term.SortKey> order = order();
        Optional<Term> limit = Optional.empty();
        Optional<Term> offset = Optional.empty();
        while (true) {
            if (words.accept("limit")) {
                limit = words.accept("all") ? Optional.empty() : Optional.of(terms.read());
            } else if (words.accept("offset")) {
                offset = Optional.of(terms.read());
                if (!words.accept("rows")) {
                    words.accept("row");
                }
            } else if (words.accept("fetch")) {
                limit = Optional.of(fetch());
            } else {
                break;
            }
        }
        if (words.accept("for")) {
            // Rows of the catalog are not locked: FOR UPDATE and FOR SHARE change nothing.
            words.next();
        }
        return new QueryTree(with, body, order, limit, offset);
    }

    private Term fetch() {
        if (!words.accept("first")) {
            words.expect("next");
        }
        boolean one = words.is("row") || words.is("rows");
        Term count = one ? new Term.Literal(1L) : terms.read();
        words.next();
        words.expect("only");
        return count;
    }

    private List<QueryTree.With> with() {
        List<QueryTree.With> with = new ArrayList<>();
        if (words.accept("with")) {
            boolean recursive = words.accept("recursive");
            do {
                String name = words.name("a name");
                List<String> columns = words.peek().isSign("(") ? names() : List.of();
                words.expect("as");
                words.accept("not");
                words.accept("materialized");
                with.add(new QueryTree.With(name, columns, inParentheses(), recursive));
            } while (words.acceptSign(","));
        }
        return with;
    }

    QueryTree inParentheses() {
        words.expectSign("(");
        QueryTree query = query();
        words.expectSign(")");
        return query;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        words.expectSign("(");
        do {
            names.add(words.name("a name"));
        } while (words.acceptSign(","));
        words.expectSign(")");
        return names;
    }

    List<Term.SortKey> order() {
        List<Term.SortKey> keys = new ArrayList<>();
        if (words.accept("order")) {
            words.expect("by");
            do {
                Term term = terms.read();
                boolean descending = words.accept("desc");
                if (!descending) {
                    words.accept("asc");
                }
                boolean first = descending;
                if (words.accept("nulls")) {
                    first = words.accept("first");
                    if (!first) {
                        words.expect("last");
                    }
                }
                keys.add(new Term.SortKey(term, descending, first));
            } while (words.acceptSign(","));
        }
        return keys;
    }

    private Body both() {
        Body left = meet();
        while (words.is("union") || words.is("except")) {
            String operator = words.name("UNION");
            left = new QueryTree.Both(operator, all(), wrapped(left), wrapped(meet()));
        }
        return left;
    }

    private Body meet() {
        Body left = single();
        while (words.accept("intersect")) {
            left = new QueryTree.Both("intersect", all(), wrapped(left), wrapped(single()));
        }
        return left;
    }

    private boolean all() {
        boolean all = words.accept("all");
        words.accept("distinct");
        return all;
    }

    private static QueryTree wrapped(Body body) {
        return body instanceof QueryTree.Nested nested
                ? nested.query()
                : new QueryTree(List.of(), body, List.of(), Optional.empty(), Optional.empty());
    }

    private Body single() {
        if (words.peek().isSign("(")) {
            QueryTree nested = inParentheses();
            boolean plain =
                    nested.with().isEmpty()
                            && nested.order().isEmpty()
                            && nested.limit().isEmpty()
                            && nested.offset().isEmpty();
            return plain ? nested.body() : new QueryTree.Nested(nested);
        }
        if (words.accept("values")) {
            List<List<Term>> rows = new ArrayList<>();
            do {
                words.expectSign("(");
                rows.add(terms.list());
                words.expectSign(")");
            } while (words.acceptSign(","));
            return new QueryTree.Values(rows);
        }
        if (words.accept("table")) {
            From table = table();
            return new QueryTree.Select(
                    false,
                    List.of(),
                    List.of(new QueryTree.Item(new Term.Star(List.of(), 0), Optional.empty())),
                    List.of(table),
                    Optional.empty(),
                    new QueryTree.Grouping(List.of(), Optional.empty()));
        }
        words.expect("select");
        return select();
    }

    private Body select() {
        boolean distinct = words.accept("distinct");
        List<Term> on = List.of();
        if (distinct && words.accept("on")) {
            words.expectSign("(");
            on = terms.list();
            words.expectSign(")");
        } else {
            words.accept("all");
        }
        List<QueryTree.Item> items = new ArrayList<>();
        if (!words.is("from") && words.peek().kind() != Token.Kind.END) {
            do {
                items.add(item());
            } while (words.acceptSign(","));
        }
        List<From> from = new ArrayList<>();
        if (words.accept("from")) {
            do {
                from.add(joined());
            } while (words.acceptSign(","));
        }
        Optional<Term> where = words.accept("where") ? Optional.of(terms.read()) : Optional.empty();
        List<Term> by = List.of();
        if (words.accept("group")) {
            words.expect("by");
            by = terms.list();
        }
        Optional<Term> having =
                words.accept("having") ? Optional.of(terms.read()) : Optional.empty();
        return new QueryTree.Select(
                distinct, on, items, from, where, new QueryTree.Grouping(by, having));
    }

    private QueryTree.Item item() {
        Term term = terms.itemOrStar();
        if (words.accept("as")) {
            return new QueryTree.Item(term, Optional.of(words.name("a name")));
        }
        boolean named = words.isNameBut(NO_ALIAS);
        return new QueryTree.Item(
                term, named ? Optional.of(words.name("a name")) : Optional.empty());
    }

    private From joined() {
        From left = table();
        while (true) {
            boolean natural = words.accept("natural");
            Kind kind = Kind.INNER;
            boolean cross = words.accept("cross");
            if (words.accept("left")) {
                kind = Kind.LEFT;
            } else if (words.accept("right")) {
                kind = Kind.RIGHT;
            } else if (words.accept("full")) {
                kind = Kind.FULL;
            } else {
                words.accept("inner");
            }
            words.accept("outer");
            if (!words.accept("join")) {
                return left;
            }
            From right = table();
            Optional<Term> on = Optional.empty();
            List<String> using = natural ? List.of("*") : List.of();
            if (!cross && !natural) {
                if (words.accept("using")) {
                    using = names();
                } else {
                    if (!words.is("on")) {
                        // a JOIN (b JOIN c ON …) ON …, written without the parentheses
                        right = joinedWith(right);
                    }
                    words.expect("on");
                    on = Optional.of(terms.read());
                }
            }
            left = new QueryTree.Join(left, right, kind, on, using);
        }
    }

    private From joinedWith(From left) {
        Kind kind = words.accept("left") ? Kind.LEFT : Kind.INNER;
        words.accept("inner");
        words.accept("outer");
        words.expect("join");
        From right = table();
        words.expect("on");
        return new QueryTree.Join(left, right, kind, Optional.of(terms.read()), List.of());
    }

    private From table() {
        boolean lateral = words.accept("lateral");
        words.accept("only");
        if (words.peek().isSign("(")) {
            int start = words.index();
            words.next();
            if (isQueryNext()) {
                words.moveTo(start);
                QueryTree query = inParentheses();
                return new QueryTree.Derived(query, lateral, alias());
            }
            From inner = joined();
            words.expectSign(")");
            return inner;
        }
        int at = words.peek().start();
        if (words.is("rows") && words.peek(1).is("from")) {
            throw words.unexpected("a table");
        }
        List<String> name = terms.qualified();
        if (words.peek().isSign("(")) {
            Term.Call call = terms.call(name, at);
            boolean ordinality = words.accept("with", "ordinality");
            return new QueryTree.Rows(call, ordinality, alias());
        }
        if (words.peek().isSign("*")) {
            words.next();
        }
        return new QueryTree.Table(name, alias(), at);
    }

    boolean isQueryNext() {
        int ahead = 0;
        while (words.peek(ahead).isSign("(")) {
            ahead++;
        }
        Token first = words.peek(ahead);
        return first.is("select") || first.is("with") || first.is("values");
    }

    private Optional<Alias> alias() {
        boolean said = words.accept("as");
        if (!said && !words.isNameBut(NO_ALIAS)) {
            return Optional.empty();
        }
        String name = words.name("a name");
        if (!words.peek().isSign("(")) {
            return Optional.of(new Alias(name, List.of()));
        }
        List<String> columns = new ArrayList<>();
        words.expectSign("(");
        do {
            columns.add(words.name("a column"));
            // Types of a record's columns are known here anyway.
            if (words.peek().isName()) {
                terms.type();
            }
        } while (words.acceptSign(","));
        words.expectSign(")");
        return Optional.of(new Alias(name, columns));
    }
}
