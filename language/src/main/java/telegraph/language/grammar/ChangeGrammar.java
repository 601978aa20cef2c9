package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// The grammar of UPDATE and DELETE, and what all changes have in common. INSERT and MERGE have
/// grammars of their own.
///
/// ```
/// update      = UPDATE table [ [ AS ] alias ] SET assignments
///               [ FROM tables ] [ WHERE condition ] [ RETURNING columns ]
/// delete      = DELETE FROM table [ [ AS ] alias ]
///               [ USING tables ] [ WHERE condition ] [ RETURNING columns ]
/// assignments = assignment { "," assignment }
/// assignment  = name "=" ( expression | DEFAULT )
///             | names "=" [ ROW ] "(" ( expression | DEFAULT ) { "," … } ")"
/// ```
///
/// What becomes of them:
///
/// ```
/// UPDATE t SET a = e, b = f FROM u WHERE c     SELECT "t".*, (e), (f) FROM "#target" AS "t", u WHERE c
/// DELETE FROM t USING u WHERE c                SELECT "t".* FROM "#target" AS "t", u WHERE c
/// RETURNING x, y                               SELECT x, y FROM "#row" AS "t"
/// ```
final class ChangeGrammar {
    private final StatementReader reading;
    private final Tokens tokens;

    ChangeGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Reads the statement if it is one of these.
    Optional<Statement> read() {
        String word = tokens.peek().value().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "insert" -> Optional.of(new InsertGrammar(reading, this).read());
            case "update" -> Optional.of(update());
            case "delete" -> Optional.of(delete());
            case "merge" -> Optional.of(new MergeGrammar(reading, this).read());
            default -> Optional.empty();
        };
    }

    private Statement update() {
        tokens.expect("update");
        tokens.accept("only");
        TableName table = reading.tableName("a table");
        String alias = alias(table, "set");
        tokens.expect("set");
        QueryRewriter rows = reading.rewriter();
        rows.write("SELECT " + quote(alias) + ".*");
        List<Change.Assignment> assignments =
                assignments(value(rows), "from", "where", "returning");
        rows.write(" FROM " + quote(Change.TARGET) + " AS " + quote(alias));
        from(rows, "from");
        return ended(
                new Change.Update(table, alias, assignments, rows.composed(), returning(alias)));
    }

    private Statement delete() {
        tokens.expect("delete", "from");
        tokens.accept("only");
        TableName table = reading.tableName("a table");
        String alias = alias(table, "using", "where", "returning");
        QueryRewriter rows = reading.rewriter();
        rows.write("SELECT " + quote(alias) + ".*");
        rows.write(" FROM " + quote(Change.TARGET) + " AS " + quote(alias));
        from(rows, "using");
        return ended(new Change.Delete(table, alias, rows.composed(), returning(alias)));
    }

    /// Reads the other tables, which `word` begins, and the condition.
    private void from(QueryRewriter rows, String word) {
        if (tokens.accept(word)) {
            rows.write(", ");
            rows.piece(true, "a table", Clauses.until("where", "returning"));
        }
        if (tokens.accept("where")) {
            rows.write(" WHERE ");
            rows.piece(false, "a condition", Clauses.until("returning"));
        }
    }

    private Statement ended(Change statement) {
        return reading.ended(statement, "WHERE", "RETURNING");
    }

    /// Reads `[ AS ] alias` if one of these words is not next; else the table's name.
    String alias(TableName table, String... after) {
        if (tokens.accept("as")) {
            return tokens.expectName("an alias");
        }
        Token next = tokens.peek();
        boolean named = next.isName();
        for (String word : after) {
            named &= !next.is(word);
        }
        return named ? tokens.expectName("an alias") : table.name();
    }

    /// Puts a value into the query, given how to find its end.
    interface Values {
        void add(Clauses ends);
    }

    /// Values that become columns of a query.
    static Values value(QueryRewriter rows) {
        return ends -> {
            rows.write(", (");
            rows.piece(false, "a value", ends);
            rows.write(")");
        };
    }

    /// Reads assignments up to one of the words `after`, and puts the values into a query.
    List<Change.Assignment> assignments(Values values, String... after) {
        List<Change.Assignment> assignments = new ArrayList<>();
        int given = 0;
        do {
            if (!tokens.peek().isSign("(")) {
                Position position = tokens.position();
                String column = tokens.expectName("a column");
                tokens.expectSign("=");
                boolean isDefault = byDefault();
                if (!isDefault) {
                    values.add(Clauses.itemUntil(after));
                }
                assignments.add(assignment(column, isDefault ? -1 : given++, position));
                continue;
            }
            List<Change.Target> targets = reading.targets();
            tokens.expectSign("=");
            tokens.accept("row");
            Position place = tokens.position();
            tokens.expectSign("(");
            if (tokens.peek().is("select") || tokens.peek().is("with")) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a subquery gives one column a value at "
                                + place
                                + ". Write one for each column, or use UPDATE … FROM");
            }
            for (int i = 0; i < targets.size(); i++) {
                if (i > 0) {
                    tokens.expectSign(",");
                }
                boolean isDefault = byDefault();
                if (!isDefault) {
                    values.add(Clauses.itemUntil());
                }
                Change.Target target = targets.get(i);
                assignments.add(
                        assignment(target.column(), isDefault ? -1 : given++, target.position()));
            }
            tokens.expectSign(")");
        } while (tokens.acceptSign(","));
        requireDistinct(assignments);
        return List.copyOf(assignments);
    }

    private static Change.Assignment assignment(String column, int value, Position position) {
        return new Change.Assignment(column, value, position);
    }

    private static void requireDistinct(List<Change.Assignment> assignments) {
        for (int i = 1; i < assignments.size(); i++) {
            for (int j = 0; j < i; j++) {
                Change.Assignment second = assignments.get(i);
                if (assignments.get(j).column().equalsIgnoreCase(second.column())) {
                    throw Tokens.error(
                            second.position(),
                            "a column is assigned once: column=" + second.column());
                }
            }
        }
    }

    /// Reads DEFAULT if that is the whole of a value.
    boolean byDefault() {
        Token after = tokens.peek(1);
        boolean ends =
                after.isSign(",")
                        || after.isSign(")")
                        || after.kind() == Token.Kind.END
                        || after.is("from")
                        || after.is("where")
                        || after.is("returning")
                        || after.is("when");
        return ends && tokens.accept("default");
    }

    /// Reads RETURNING if it is next.
    Optional<Statement.Select> returning(String alias) {
        if (!tokens.accept("returning")) {
            return Optional.empty();
        }
        QueryRewriter columns = reading.rewriter();
        columns.write("SELECT ");
        columns.piece(false, "columns", t -> false);
        columns.write(" FROM " + quote(Change.ROW) + " AS " + quote(alias));
        return Optional.of(columns.composed());
    }

    Change.Overriding overriding() {
        if (!tokens.accept("overriding")) {
            return Change.Overriding.NONE;
        }
        boolean system = tokens.accept("system");
        if (!system) {
            tokens.expect("user");
        }
        tokens.expect("value");
        return system ? Change.Overriding.SYSTEM : Change.Overriding.USER;
    }

    static String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
