package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Change;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Script;
import telegraph.language.lexer.Tokens;
import telegraph.language.query.QueryReader;
import telegraph.language.query.QueryWalk;

/// A statement being read, and what all its grammars read: names, expressions, queries.
///
/// @param queries what reads its queries and expressions
/// @param with queries that its own may name, which WITH before the statement gives names to
/// @param inner whether it stands in parentheses, the first of which was read
record StatementReader(
        Script script, Tokens tokens, QueryReader queries, List<Query.With> with, boolean inner) {
    StatementReader(Script script, Tokens tokens, QueryReader queries) {
        this(script, tokens, queries, List.of(), false);
    }

    /// The same behind a WITH.
    StatementReader under(List<Query.With> outer) {
        return new StatementReader(script, tokens, queries, outer, false);
    }

    /// A statement in a WITH.
    ///
    /// @param before what the WITH has before it
    StatementReader within(List<Query.With> before) {
        return new StatementReader(script, tokens, queries, before, true);
    }

    /// `[ [ database "." ] schema "." ] name`.
    TableName tableName(String what) {
        String first = tokens.expectName(what);
        if (!tokens.acceptSign(".")) {
            return TableName.of(first);
        }
        String second = tokens.expectName(what);
        if (!tokens.acceptSign(".")) {
            return new TableName(first, second);
        }
        queries.inDatabase(first);
        return new TableName(second, tokens.expectName(what));
    }

    /// `name { "," name }`.
    List<TableName> tableNames(String what) {
        List<TableName> names = new ArrayList<>();
        do {
            names.add(tableName(what));
        } while (tokens.acceptSign(","));
        return names;
    }

    /// `"(" name { "," name } ")"`, in lower case unless quoted.
    List<String> columns() {
        return targets().stream().map(Change.Target::column).toList();
    }

    /// As [#columns], with their places.
    List<Change.Target> targets() {
        List<Change.Target> targets = new ArrayList<>();
        tokens.expectSign("(");
        do {
            Position position = tokens.position();
            targets.add(new Change.Target(tokens.expectName("a column"), position));
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
        return targets;
    }

    /// Whether a query is next.
    boolean isQueryNext() {
        return queries.isQueryNext();
    }

    /// The rest of the statement as a query.
    Statement.Select query() {
        return select(queries.whole());
    }

    /// A query that is a part of the statement, whose rows are kept.
    Statement.Select exactQuery() {
        queries.requireQuery();
        Position position = tokens.position();
        Query query = queries.query();
        queries.clauses();
        return exact(select(query), position);
    }

    /// The query, if it does not ask for estimates.
    static Statement.Select exact(Statement.Select query, Position position) {
        if (query.estimating().isAsked()) {
            throw Tokens.error(position, "rows that are kept are exact: ask for no estimates here");
        }
        return query;
    }

    private Query underWith(Query query) {
        boolean named =
                QueryWalk.tables(query).stream()
                        .filter(table -> table.name().size() == 1)
                        .map(table -> table.name().getFirst().name())
                        .anyMatch(name ->
                                with.stream()
                                        .anyMatch(it -> it.name().name().equalsIgnoreCase(name)));
        return named ? query.under(with) : query;
    }

    /// A query with the tables that were written out so far.
    Statement.Select select(Query query) {
        return new Statement.Select(
                with.isEmpty() ? query : underWith(query),
                tokens.text(),
                script.lines(),
                queries.tables(),
                queries.estimating(),
                List.of());
    }

    /// The queries whose rows are locked that were read since this was last asked, each to be done
    /// before what stands around it.
    List<Statement.SelectForUpdate> locked(Optional<Query> whole) {
        StatementReader plain = new StatementReader(script, tokens, queries);
        return queries.locked().stream()
                .map(rows ->
                        new Statement.SelectForUpdate(
                                rows.name(),
                                exact(
                                        plain.select(rows.rows()),
                                        rows.locks().getFirst().position()),
                                rows.locks(),
                                whole.filter(query -> query == rows.reference()).isEmpty()))
                .toList();
    }

    /// The rest of the statement as a table, made the query for all of its rows.
    Statement.Select allOfTable() {
        Query query = queries.allOfTable();
        queries.clauses();
        tokens.expectEnd();
        return select(query);
    }

    /// Reads an expression.
    Term term() {
        return queries.terms().read();
    }

    /// The text of an expression in parentheses, without them.
    String inParentheses() {
        tokens.expectSign("(");
        String text = expression();
        tokens.expectSign(")");
        return text;
    }

    /// The text of an expression; it is read to find its end and what is wrong with it.
    String expression() {
        int start = tokens.peek().start();
        term();
        return tokens.text(start, tokens.peek(-1).end());
    }

    /// Reads IF EXISTS.
    boolean ifExists() {
        return tokens.accept("if", "exists");
    }

    /// Reads IF NOT EXISTS.
    boolean ifNotExists() {
        return tokens.accept("if", "not", "exists");
    }

    /// Reads CASCADE or RESTRICT; whether it is CASCADE.
    boolean cascade() {
        boolean cascade = tokens.accept("cascade");
        if (!cascade) {
            tokens.accept("restrict");
        }
        return cascade;
    }

    /// Ends the statement.
    <T> T ended(T statement, String... alternatives) {
        if (inner) {
            tokens.expectSign(")");
        } else {
            tokens.expectEnd(alternatives);
        }
        return statement;
    }
}
