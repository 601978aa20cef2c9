package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Script;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// A statement being read, and what all its grammars read: names, expressions, queries.
///
/// @param functions names of the functions that are tables where a table is due
record StatementReader(Script script, Tokens tokens, Set<String> functions) {
    private static final Set<String> QUERIES = Set.of("select", "with", "values", "table");

    /// `[ schema "." ] name`.
    TableName tableName(String what) {
        String first = tokens.expectName(what);
        if (!tokens.acceptSign(".")) {
            return TableName.of(first);
        }
        return new TableName(first, tokens.expectName(what));
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
        int ahead = 0;
        while (tokens.peek(ahead).isSign("(")) {
            ahead++;
        }
        Token first = tokens.peek(ahead);
        return first.kind() == Token.Kind.WORD
                && QUERIES.contains(first.value().toLowerCase(Locale.ROOT));
    }

    /// The rest of the statement as a query.
    Statement.Select query() {
        requireQuery();
        return rewriter().query();
    }

    /// A query up to where `ends` holds.
    Statement.Select query(Predicate<Tokens> ends) {
        requireQuery();
        Position position = tokens.position();
        QueryRewriter rewriter = rewriter();
        rewriter.piece(false, "a query", ends);
        return exact(rewriter.composed(), position);
    }

    private void requireQuery() {
        if (!isQueryNext()) {
            throw tokens.unexpected("a query", List.of("SELECT", "WITH", "VALUES", "TABLE"));
        }
    }

    /// The query, if it does not ask for estimates.
    static Statement.Select exact(Statement.Select query, Position position) {
        if (query.estimating().isAsked()) {
            throw Tokens.error(position, "rows that are kept are exact: ask for no estimates here");
        }
        return query;
    }

    QueryRewriter rewriter() {
        return new QueryRewriter(script, tokens, functions);
    }

    /// The text of an expression in parentheses, without them.
    String inParentheses(String what) {
        tokens.expectSign("(");
        String text = expression(what, t -> t.peek().isSign(")"));
        tokens.expectSign(")");
        return text;
    }

    /// The text of an expression up to where `ends` holds outside of its brackets and CASEs; it is
    /// read once to find what is wrong with it.
    String expression(String what, Predicate<Tokens> ends) {
        int start = tokens.peek().start();
        int depth = 0;
        boolean first = true;
        while (!tokens.atEnd()) {
            Token token = tokens.peek();
            if (depth == 0 && (!first || token.isSign(",") || token.isSign(")"))) {
                if (ends.test(tokens)) {
                    break;
                }
            }
            if (token.isSign("(") || token.isSign("[") || token.is("case")) {
                depth++;
            } else if (token.isSign(")") || token.isSign("]") || token.is("end")) {
                depth--;
            }
            first = false;
            tokens.next();
        }
        if (first) {
            throw tokens.unexpected(what, List.of());
        }
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
        tokens.expectEnd(alternatives);
        return statement;
    }
}
