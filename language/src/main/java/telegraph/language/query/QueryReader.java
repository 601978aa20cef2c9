package telegraph.language.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.Body;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Query.SetOperator;
import telegraph.language.ast.RowLock;
import telegraph.language.ast.Span;
import telegraph.language.ast.TableLiteral;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.lexer.LongList;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads queries as PostgreSQL writes them, and the tables and estimates that only Telegraph has.
///
/// ```
/// query  = [ WITH [ RECURSIVE ] name [ "(" names ")" ] AS "(" query ")" { "," … } ]
///          both [ ORDER BY keys ] [ LIMIT n | FETCH … ] [ OFFSET n ] [ locking ] [ estimates ]
/// both   = meet { ( UNION | EXCEPT ) [ ALL | DISTINCT ] meet }
/// meet   = single { INTERSECT [ ALL | DISTINCT ] single }
/// single = SELECT … | VALUES … | TABLE name | "(" query ")"
/// select = SELECT [ ONLINE ] [ DISTINCT [ ON "(" list ")" ] | ALL ] [ items ] [ FROM … ]
///          [ WHERE term ] [ GROUP BY [ DISTINCT | ALL ] sets ] [ HAVING term ]
///          [ WINDOW name AS window { "," … } ] [ QUALIFY term ]
/// ```
///
/// A list after IN that is very long is read as a query of a table of its values ([LongList]).
///
/// Threads: one; a reader reads one statement.
public final class QueryReader {
    private static final Set<String> QUERIES = Set.of("select", "with", "values", "table");

    private final Tokens tokens;
    private final TableLiterals literals;
    private final EstimateReader estimates;
    private final TermReader terms;

    /// How many queries are open around what is read, and whether a SELECT was read.
    private int depth;

    private boolean selected;
    private int parameters;
    private boolean intoAllowed;
    private Optional<Into> into = Optional.empty();
    private Optional<TableName> changed = Optional.empty();
    private final Set<String> databases = new HashSet<>();
    private final LockingReader locking;

    /// @param functions names of the functions that are tables where a table is due
    public QueryReader(Tokens tokens, Set<String> functions) {
        this.tokens = tokens;
        this.literals = new TableLiterals(tokens, functions);
        this.estimates = new EstimateReader(tokens);
        this.terms = new TermReader(this);
        this.locking = new LockingReader(tokens, terms);
    }

    /// The databases that names of tables in what was read begin with.
    public Set<String> databases() {
        return Set.copyOf(databases);
    }

    /// Takes note of the database that a name begins with.
    public void inDatabase(String database) {
        databases.add(database);
    }

    /// A name without the database that it begins with, if it has more parts than it needs.
    ///
    /// @param parts how many it has without one
    List<Identifier> withoutDatabase(List<Identifier> name, int parts) {
        if (name.size() != parts + 1) {
            return name;
        }
        inDatabase(name.getFirst().name());
        return name.subList(1, name.size());
    }

    /// Says which table the statement changes, under its own name.
    public void changing(TableName table) {
        changed = Optional.of(table);
    }

    /// The name of a column, without the database, and without the schema of the table that the
    /// statement changes: in its queries that is called by its name alone.
    List<Identifier> column(List<Identifier> name) {
        List<Identifier> parts = withoutDatabase(name, 3);
        boolean ofChanged =
                parts.size() == 3
                        && changed.filter(table ->
                                        table.schema().equalsIgnoreCase(parts.get(0).name())
                                                && table.name()
                                                        .equalsIgnoreCase(parts.get(1).name()))
                                .isPresent();
        return ofChanged ? parts.subList(1, 3) : parts;
    }

    Tokens tokens() {
        return tokens;
    }

    public TermReader terms() {
        return terms;
    }

    TableLiterals literals() {
        return literals;
    }

    /// The tables that were written out in what was read.
    public List<TableLiteral> tables() {
        return literals.found();
    }

    /// What was said of estimates.
    public EstimateClause estimating() {
        return estimates.read();
    }

    /// The table that SELECT … INTO makes.
    public record Into(TableName name, boolean temporary) {}

    /// Has SELECT … INTO read as what it is and not refused.
    public void allowInto() {
        intoAllowed = true;
    }

    /// The table that SELECT … INTO makes of what was read.
    public Optional<Into> into() {
        return into;
    }

    boolean isClauseNext() {
        return estimates.isClauseNext();
    }

    /// `?`, by its place among those of the statement.
    Term.Parameter parameter(Span at) {
        return new Term.Parameter(++parameters, at);
    }

    private Span from(int start) {
        return terms.from(start);
    }

    /// Whether a query is next, in parentheses or not.
    public boolean isQueryNext() {
        int ahead = 0;
        while (tokens.peek(ahead).isSign("(")) {
            ahead++;
        }
        Token token = tokens.peek(ahead);
        return token.kind() == Token.Kind.WORD
                && QUERIES.contains(token.value().toLowerCase(Locale.ROOT))
                && !(token.is("values") && !tokens.peek(ahead + 1).isSign("(")); // a column
    }

    /// Whether a parenthesis is next that has a query in it and nothing else.
    public boolean isQueryInParentheses() {
        if (!tokens.peek().isSign("(") || !isQueryNext()) {
            return false;
        }
        if (!tokens.peek(1).isSign("(")) {
            return true;
        }
        // An expression or a join may begin with a query in parentheses: what follows it tells.
        int before = tokens.index();
        tokens.next();
        skipParenthesis();
        Token after = tokens.peek();
        boolean whole = after.isSign(")");
        boolean goesOn =
                after.is("union")
                        || after.is("except")
                        || after.is("intersect")
                        || after.is("order")
                        || after.is("limit")
                        || after.is("offset")
                        || after.is("fetch");
        tokens.moveTo(before + 1);
        boolean inner = goesOn || whole && isQueryInParentheses();
        tokens.moveTo(before);
        return inner;
    }

    private void skipParenthesis() {
        int open = 0;
        do {
            Token token = tokens.next();
            open += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
        } while (open > 0 && !tokens.atEnd());
    }

    /// Reads the rest of the statement as a query.
    public Query whole() {
        requireQuery();
        Query query = query();
        clauses();
        tokens.expectEnd();
        return query;
    }

    /// Reads what is said of estimates, if it is next.
    public void clauses() {
        if (estimates.isClauseNext()) {
            estimates.readClauses(depth == 0);
        }
    }

    /// Fails unless a query is next.
    public void requireQuery() {
        if (!isQueryNext()) {
            throw tokens.unexpected("a query", List.of("SELECT", "WITH", "VALUES", "TABLE"));
        }
    }

    /// Reads a query as far as it goes.
    public Query query() {
        int mark = locking.known();
        List<RowLock> locks = new ArrayList<>();
        Query query = query(locks);
        Query read = locks.isEmpty() ? query : locking.taken(query, locks, mark);
        locking.forget(mark);
        return read;
    }

    private Query query(List<RowLock> locks) {
        List<Query.With> with = with();
        int start = tokens.peek().start();
        Query both = both();
        List<Term.SortKey> order = terms.order();
        Optional<Term> limit = Optional.empty();
        Optional<Term> offset = Optional.empty();
        boolean limited = false;
        boolean ties = false;
        while (true) {
            if (!limited && tokens.accept("limit")) {
                limited = true;
                limit = tokens.accept("all") ? Optional.empty() : Optional.of(count());
            } else if (offset.isEmpty() && tokens.accept("offset")) {
                offset = Optional.of(count());
                if (!tokens.accept("rows")) {
                    tokens.accept("row");
                }
            } else if (!limited && tokens.peek().is("fetch")) {
                limited = true;
                limit = Optional.of(fetch());
                ties = tokens.accept("with", "ties");
                if (!ties) {
                    tokens.expect("only");
                }
            } else if (locking.isNext()) {
                locks.add(locking.read());
            } else {
                break;
            }
        }
        if (depth > 0) {
            clauses();
        }
        Span at = from(start);
        boolean plain = order.isEmpty() && limit.isEmpty() && offset.isEmpty();
        if (plain && with.isEmpty()) {
            return both;
        }
        if (both.isPlain()) {
            return new Query(with, both.body(), order, limit, ties, offset, at);
        }
        return plain && both.with().isEmpty()
                ? new Query(
                        with,
                        both.body(),
                        both.order(),
                        both.limit(),
                        both.ties(),
                        both.offset(),
                        at)
                : new Query(with, new Query.Nested(both), order, limit, ties, offset, at);
    }

    /// How many rows, which PostgreSQL has read as any expression.
    private Term count() {
        return terms.read();
    }

    private Term fetch() {
        tokens.next();
        if (!tokens.accept("first")) {
            tokens.expect("next");
        }
        boolean one = tokens.peek().is("row") || tokens.peek().is("rows");
        int at = tokens.peek().start();
        Term count = one ? new Term.Literal(1L, "1", new Span(at, at)) : terms.primaries().read();
        if (!tokens.accept("rows")) {
            tokens.expect("row");
        }
        return count;
    }

    /// The queries whose rows are locked, in their order, that were taken out of what was read
    /// since this was last asked.
    public List<LockedQuery> locked() {
        return locking.drain();
    }

    TelegraphException refused(String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported at " + tokens.position() + ": " + what);
    }

    /// Whether WITH is next, and a change in it or behind it.
    public boolean isChangeWithWith() {
        int before = tokens.index();
        boolean change = tokens.accept("with") && areChangesAhead();
        tokens.moveTo(before);
        return change;
    }

    /// Whether a change is among what WITH, which was read, gives names to, or behind it.
    private boolean areChangesAhead() {
        tokens.accept("recursive");
        do {
            tokens.next();
            if (tokens.peek().isSign("(")) {
                skipParenthesis();
            }
            tokens.accept("as");
            tokens.accept("not");
            tokens.accept("materialized");
            if (!tokens.peek().isSign("(")) {
                break;
            }
            if (changes(tokens.peek(1))) {
                return true;
            }
            skipParenthesis();
        } while (tokens.acceptSign(","));
        return changes(tokens.peek());
    }

    /// What reads a change that WITH gives a name to, behind its first parenthesis and with its
    /// last.
    @FunctionalInterface
    public interface ChangeReader {
        /// @param before what the WITH has before it
        void read(Identifier name, List<Identifier> columns, List<Query.With> before);
    }

    private List<Query.With> with() {
        return with((_, _, _) -> {
            throw refused("WITH that changes rows within another statement. It begins one");
        });
    }

    /// Reads WITH and what it gives names to, if it is next; changes by a reader of their own.
    public List<Query.With> with(ChangeReader changing) {
        List<Query.With> with = new ArrayList<>();
        if (tokens.accept("with")) {
            boolean recursive = tokens.accept("recursive");
            do {
                Identifier name = terms.identifier("a name");
                List<Identifier> columns =
                        tokens.peek().isSign("(") ? terms.names("a column") : List.of();
                tokens.expect("as");
                if (tokens.accept("not")) {
                    tokens.expect("materialized");
                } else {
                    tokens.accept("materialized");
                }
                if (tokens.peek().isSign("(") && changes(tokens.peek(1))) {
                    tokens.next();
                    changing.read(name, columns, List.copyOf(with));
                    continue;
                }
                Query.With named = new Query.With(name, columns, inParentheses(), recursive);
                with.add(named);
                locking.know(named);
            } while (tokens.acceptSign(","));
        }
        return with;
    }

    private static boolean changes(Token token) {
        return token.is("insert") || token.is("update") || token.is("delete") || token.is("merge");
    }

    /// Reads a query in parentheses.
    Query inParentheses() {
        tokens.expectSign("(");
        requireQuery();
        depth++;
        Query query = query();
        depth--;
        tokens.expectSign(")");
        return query;
    }

    private Query both() {
        int start = tokens.peek().start();
        Query left = meet();
        while (tokens.peek().is("union") || tokens.peek().is("except")) {
            left = joined(left, start, this::meet);
        }
        return left;
    }

    private Query meet() {
        int start = tokens.peek().start();
        Query left = single();
        while (tokens.peek().is("intersect")) {
            left = joined(left, start, this::single);
        }
        return left;
    }

    /// Reads an operator and what is on its right.
    private Query joined(Query left, int start, Supplier<Query> right) {
        int at = tokens.peek().start();
        SetOperator operator = operator();
        boolean all = all();
        Span where = from(at);
        return Query.of(new Query.Both(operator, all, left, right.get(), where), from(start));
    }

    private SetOperator operator() {
        return SetOperator.valueOf(tokens.next().value().toUpperCase(Locale.ROOT));
    }

    private boolean all() {
        boolean all = tokens.accept("all");
        if (!all) {
            tokens.accept("distinct");
        }
        return all;
    }

    private Query single() {
        int start = tokens.peek().start();
        if (tokens.peek().isSign("(")) {
            return inParentheses();
        }
        if (tokens.accept("values")) {
            Body values = values(start);
            return Query.of(values, from(start));
        }
        if (tokens.peek().is("table")) {
            return all(start);
        }
        if (!tokens.peek().is("select")) {
            throw tokens.unexpected(
                    "SELECT, VALUES or TABLE", List.of("SELECT", "VALUES", "TABLE"));
        }
        Body select = select(start);
        return Query.of(select, from(start));
    }

    private Body values(int start) {
        List<Term.Row> rows = new ArrayList<>();
        do {
            int at = tokens.peek().start();
            tokens.expectSign("(");
            List<Term> row = new ArrayList<>();
            do {
                int value = tokens.peek().start();
                boolean isDefault =
                        tokens.peek().is("default")
                                && (tokens.peek(1).isSign(",") || tokens.peek(1).isSign(")"));
                if (isDefault) {
                    tokens.next();
                    row.add(new Term.Default(from(value)));
                } else {
                    row.add(terms.read());
                }
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
            rows.add(new Term.Row(row, from(at)));
        } while (tokens.acceptSign(","));
        return new Query.Values(rows, from(start));
    }

    /// `TABLE name`.
    private Query all(int start) {
        tokens.next();
        int at = tokens.peek().start();
        From table;
        if (literals.isNext()) {
            TableLiteral literal = literals.read();
            table = Query.Table.of(literal.identifier(), from(at));
        } else {
            table =
                    new Query.Table(
                            withoutDatabase(terms.qualified(), 2), Optional.empty(), from(at));
        }
        return allOf(table, from(start));
    }

    /// All rows of a table.
    public static Query allOf(From table, Span at) {
        return allOf(table, at, new Term.Star(List.of(), at));
    }

    /// One term for all rows of a table.
    static Query allOf(From table, Span at, Term term) {
        return Query.of(
                new Query.Select(
                        Query.Distinct.NONE,
                        List.of(new Query.Item(term, Optional.empty(), at)),
                        List.of(table),
                        Optional.empty(),
                        Query.Grouping.NONE,
                        List.of(),
                        Optional.empty(),
                        at),
                at);
    }

    /// Reads a table as after FROM, and makes it the query for all of its rows.
    public Query allOfTable() {
        int start = tokens.peek().start();
        From table = fromItem();
        return allOf(table, from(start));
    }

    /// One item of FROM.
    public From fromItem() {
        return new FromReader(this, new HashSet<>()).joined();
    }

    /// The rows that a list after IN stands for.
    Query listed(LongList list) {
        int start = tokens.peek().start();
        Position position = tokens.position();
        tokens.moveTo(list.end());
        TableLiteral table = literals.listed(position, list.values());
        Span at = from(start);
        Term column = new Term.Name(List.of(new Identifier(TableLiteral.VALUE, at)), at);
        return allOf(Query.Table.of(table.identifier(), at), at, column);
    }

    private Body select(int start) {
        boolean first = depth == 0 && !selected;
        if (depth == 0) {
            selected = true;
        }
        if (estimates.isOnlineNext()) {
            estimates.readOnline(first);
        } else {
            tokens.next();
        }
        Query.Distinct distinct = distinct();
        List<Query.Item> items = distinct.rows() || isItemNext() ? items() : List.of();
        if (tokens.peek().is("into")) {
            into = Optional.of(into(first));
        }
        List<From> from = tokens.accept("from") ? from() : List.of();
        Optional<Term> where = accepted("where");
        Optional<Query.Keys> by =
                tokens.peek().is("group") ? Optional.of(keys()) : Optional.empty();
        Optional<Term> having = accepted("having");
        List<Query.NamedWindow> windows = tokens.accept("window") ? windows() : List.of();
        Optional<Term> qualify = accepted("qualify");
        if (tokens.peek().is("into")) {
            throw refused("INTO behind FROM. Write it before FROM, or CREATE TABLE … AS SELECT");
        }
        return new Query.Select(
                distinct,
                items,
                from,
                where,
                new Query.Grouping(by, having),
                windows,
                qualify,
                from(start));
    }

    /// Reads what SELECT … INTO makes.
    ///
    /// @param first whether it is the first SELECT of the statement, and no subquery
    private Into into(boolean first) {
        if (!first || !intoAllowed) {
            throw Tokens.error(tokens.position(), "SELECT … INTO is a statement of its own");
        }
        tokens.next();
        boolean temporary = false;
        if (tokens.peek(1).isName()) {
            if (!tokens.accept("local") && !tokens.accept("global")) {
                tokens.accept("unlogged"); // all tables outlive a crash
            }
            temporary = tokens.accept("temporary") || tokens.accept("temp");
            tokens.accept("table");
        }
        String name = tokens.expectName("a table");
        return new Into(
                tokens.acceptSign(".")
                        ? new TableName(name, tokens.expectName("a table"))
                        : TableName.of(name),
                temporary);
    }

    private Optional<Term> accepted(String word) {
        return tokens.accept(word) ? Optional.of(terms.read()) : Optional.empty();
    }

    /// The items after FROM, which was read.
    public List<From> from() {
        return new FromReader(this, new HashSet<>()).items();
    }

    private Query.Distinct distinct() {
        int at = tokens.peek().start();
        if (!tokens.accept("distinct")) {
            tokens.accept("all");
            return Query.Distinct.NONE;
        }
        List<Term> on = List.of();
        if (tokens.accept("on")) {
            tokens.expectSign("(");
            on = terms.list();
            tokens.expectSign(")");
        }
        return new Query.Distinct(true, on, from(at));
    }

    /// A word that begins a clause only with BY is taken for a column, to be told what it is.
    private boolean isItemNext() {
        Token token = tokens.peek();
        boolean bare = token.is("order") || token.is("group");
        return !Keywords.endsExpression(token) || bare && !tokens.peek(1).is("by");
    }

    /// The outputs of a SELECT, or what RETURNING gives.
    public List<Query.Item> items() {
        List<Query.Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (tokens.acceptSign(","));
        return items;
    }

    private Query.Item item() {
        int start = tokens.peek().start();
        if (tokens.acceptSign("*")) {
            Term star = new Term.Star(List.of(), from(start));
            return new Query.Item(star, Optional.empty(), from(start));
        }
        Term term = terms.read();
        boolean named =
                tokens.accept("as") || Keywords.isLabel(tokens.peek()) && !estimates.isClauseNext();
        Optional<Identifier> alias =
                named ? Optional.of(terms.identifier("a name")) : Optional.empty();
        return new Query.Item(term, alias, from(start));
    }

    private Query.Keys keys() {
        int start = tokens.peek().start();
        tokens.expect("group", "by");
        boolean distinct = tokens.accept("distinct");
        if (!distinct) {
            tokens.accept("all");
        }
        List<Term> keys = sets();
        return new Query.Keys(keys, distinct, from(start));
    }

    private List<Term> sets() {
        List<Term> sets = new ArrayList<>();
        do {
            sets.add(set());
        } while (tokens.acceptSign(","));
        return sets;
    }

    private Term set() {
        int start = tokens.peek().start();
        if (tokens.peek().isSign("(") && tokens.peek(1).isSign(")")) {
            tokens.next();
            tokens.next();
            return new Term.Sets(Term.Sort.EMPTY, List.of(), from(start));
        }
        if (tokens.accept("grouping", "sets")) {
            tokens.expectSign("(");
            List<Term> sets = sets();
            tokens.expectSign(")");
            return new Term.Sets(Term.Sort.SETS, sets, from(start));
        }
        boolean rollup = tokens.peek().is("rollup");
        if ((rollup || tokens.peek().is("cube")) && tokens.peek(1).isSign("(")) {
            tokens.next();
            tokens.expectSign("(");
            List<Term> list = terms.list();
            tokens.expectSign(")");
            return new Term.Sets(rollup ? Term.Sort.ROLLUP : Term.Sort.CUBE, list, from(start));
        }
        return terms.read();
    }

    private List<Query.NamedWindow> windows() {
        List<Query.NamedWindow> windows = new ArrayList<>();
        do {
            Identifier name = terms.identifier("a window");
            tokens.expect("as");
            windows.add(new Query.NamedWindow(name, terms.primaries().calls().window()));
        } while (tokens.acceptSign(","));
        return windows;
    }
}
