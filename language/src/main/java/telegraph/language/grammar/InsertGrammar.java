package telegraph.language.grammar;

import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// The grammar of INSERT.
///
/// ```
/// insert   = INSERT INTO table [ AS alias ] [ names ] [ OVERRIDING ( SYSTEM | USER ) VALUE ]
///            ( DEFAULT VALUES | query ) [ conflict ] [ RETURNING columns ]
/// conflict = ON CONFLICT [ names | ON CONSTRAINT name ]
///            DO ( NOTHING | UPDATE SET assignments [ WHERE condition ] )
/// ```
///
/// A DEFAULT among the VALUES becomes a NULL, and then each row has a text at its end that says
/// where one stood: `VALUES (1, DEFAULT), (2, 3)` is read as `VALUES (1, NULL, '-d'), (2, 3,
/// '--')`. ON CONFLICT … SET a = e WHERE c becomes `SELECT (e), (c) FROM "#row" AS "t", "#excluded"
/// AS "excluded"`.
final class InsertGrammar {
    private final StatementReader reading;
    private final ChangeGrammar changes;
    private final Tokens tokens;

    InsertGrammar(StatementReader reading, ChangeGrammar changes) {
        this.reading = reading;
        this.changes = changes;
        this.tokens = reading.tokens();
    }

    Statement read() {
        tokens.expect("insert", "into");
        TableName table = reading.tableName("a table");
        String alias = tokens.accept("as") ? tokens.expectName("an alias") : table.name();
        boolean named = tokens.peek().isSign("(") && !reading.isQueryNext();
        List<Change.Target> columns = named ? reading.targets() : List.of();
        Change.Overriding overriding = changes.overriding();
        Optional<Statement.Select> source = Optional.empty();
        boolean marked = false;
        if (!tokens.accept("default", "values")) {
            marked = hasDefaults();
            source = Optional.of(marked ? values() : reading.query(InsertGrammar::endsSource));
        }
        Optional<Change.OnConflict> conflict =
                tokens.accept("on", "conflict") ? Optional.of(conflict(alias)) : Optional.empty();
        return reading.ended(
                new Change.Insert(
                        table,
                        alias,
                        columns,
                        source,
                        marked,
                        overriding,
                        conflict,
                        changes.returning(alias)),
                "ON",
                "RETURNING");
    }

    private static boolean endsSource(Tokens tokens) {
        return tokens.peek().is("returning")
                || tokens.peek().is("on") && tokens.peek(1).is("conflict");
    }

    /// Whether VALUES is next and has a DEFAULT for a value.
    private boolean hasDefaults() {
        if (!tokens.peek().is("values")) {
            return false;
        }
        int depth = 0;
        for (int ahead = 1; tokens.peek(ahead).kind() != Token.Kind.END; ahead++) {
            Token token = tokens.peek(ahead);
            Token before = tokens.peek(ahead - 1);
            Token after = tokens.peek(ahead + 1);
            if (token.isSign("(")) {
                depth++;
            } else if (token.isSign(")")) {
                depth--;
            } else if (depth == 0 && token.kind() == Token.Kind.WORD) {
                return false;
            } else if (depth == 1
                    && token.is("default")
                    && (before.isSign("(") || before.isSign(","))
                    && (after.isSign(",") || after.isSign(")"))) {
                return true;
            }
        }
        return false;
    }

    private Statement.Select values() {
        QueryRewriter rows = reading.rewriter();
        tokens.expect("values");
        rows.write("VALUES ");
        boolean firstRow = true;
        do {
            StringBuilder marks = new StringBuilder();
            rows.write(firstRow ? "(" : ", (");
            firstRow = false;
            tokens.expectSign("(");
            do {
                boolean isDefault = changes.byDefault();
                if (isDefault) {
                    rows.write("NULL");
                } else {
                    rows.piece(false, "a value", Clauses.itemUntil());
                }
                rows.write(", ");
                marks.append(isDefault ? 'd' : '-');
            } while (tokens.acceptSign(","));
            rows.write("'" + marks + "')");
            tokens.expectSign(")");
        } while (tokens.acceptSign(","));
        if (!tokens.atEnd() && !endsSource(tokens)) {
            throw tokens.unexpected(
                    "\",\", ON CONFLICT, RETURNING or the end of the statement",
                    List.of("ON", "RETURNING"));
        }
        return rows.composed();
    }

    private Change.OnConflict conflict(String alias) {
        List<Change.Target> columns = List.of();
        String constraint = "";
        if (tokens.accept("on", "constraint")) {
            constraint = tokens.expectName("a constraint");
        } else if (tokens.peek().isSign("(")) {
            columns = reading.targets();
            if (tokens.peek().is("where")) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "an index is on all rows of its table, so ON CONFLICT takes no WHERE"
                                + " before DO at "
                                + tokens.position());
            }
        }
        tokens.expect("do");
        if (tokens.accept("nothing")) {
            return new Change.OnConflict(columns, constraint, Optional.empty());
        }
        Position place = tokens.position();
        tokens.expect("update", "set");
        if (columns.isEmpty() && constraint.isEmpty()) {
            throw Tokens.error(
                    place,
                    "ON CONFLICT DO UPDATE needs to know of which key: ON CONFLICT (column, …) or"
                            + " ON CONFLICT ON CONSTRAINT name");
        }
        return new Change.OnConflict(columns, constraint, Optional.of(update(alias)));
    }

    private Change.ConflictUpdate update(String alias) {
        QueryRewriter values = reading.rewriter();
        values.write("SELECT TRUE");
        List<Change.Assignment> assignments =
                changes.assignments(ChangeGrammar.value(values), "where", "returning");
        boolean conditional = tokens.accept("where");
        if (conditional) {
            values.write(", (");
            values.piece(false, "a condition", Clauses.until("returning"));
            values.write(")");
        }
        values.write(
                " FROM "
                        + ChangeGrammar.quote(Change.ROW)
                        + " AS "
                        + ChangeGrammar.quote(alias)
                        + ", "
                        + ChangeGrammar.quote(Change.EXCLUDED)
                        + " AS \"excluded\"");
        return new Change.ConflictUpdate(assignments, values.composed(), conditional);
    }
}
