package telegraph.language.grammar;

import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Definition.Kind;
import telegraph.language.ast.Definition.Named;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Tokens;

/// The grammar of comments.
///
/// ```
/// comment = COMMENT ON thing IS ( string | NULL )
/// thing   = ( TABLE | VIEW | SOURCE | FOREIGN TABLE | SEQUENCE | INDEX ) name
///         | TYPE name | ( SCHEMA | EXTENSION ) name | COLUMN [ schema "." ] table "." column
///         | CONSTRAINT name ON table
/// ```
final class CommentGrammar {
    private final StatementReader reading;
    private final Tokens tokens;

    CommentGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    Statement read() {
        tokens.expect("comment", "on");
        Named on = thing();
        tokens.expect("is");
        Optional<String> text =
                tokens.accept("null")
                        ? Optional.empty()
                        : Optional.of(tokens.expectString("the comment, or NULL,"))
                                .filter(said -> !said.isEmpty());
        return reading.ended(new Definition.CommentOn(on, text));
    }

    private Named thing() {
        if (tokens.accept("column")) {
            return column();
        }
        if (tokens.accept("constraint")) {
            String name = tokens.expectName("a constraint");
            tokens.expect("on");
            return new Named(Kind.CONSTRAINT, reading.tableName("a table"), name);
        }
        if (tokens.accept("schema")) {
            return Named.of(Kind.SCHEMA, new TableName(tokens.expectName("a schema"), ""));
        }
        if (tokens.accept("extension")) {
            return Named.of(Kind.EXTENSION, new TableName(tokens.expectName("an extension"), ""));
        }
        return Named.of(kind(), reading.tableName("a name"));
    }

    private Kind kind() {
        if (tokens.accept("foreign", "table")) {
            return Kind.SOURCE;
        }
        for (Kind kind :
                new Kind[] {
                    Kind.TABLE, Kind.VIEW, Kind.SOURCE, Kind.SEQUENCE, Kind.INDEX, Kind.TYPE
                }) {
            if (tokens.accept(kind.title())) {
                return kind;
            }
        }
        throw TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "a comment is on a TABLE, COLUMN, CONSTRAINT, INDEX, VIEW, SOURCE, SEQUENCE, TYPE"
                        + " or SCHEMA, and not on a "
                        + tokens.peek().value().toUpperCase(Locale.ROOT)
                        + " at "
                        + tokens.position());
    }

    /// The name of a column behind that of its table, which may have a schema's before it.
    private Named column() {
        String first = tokens.expectName("a table and its column");
        tokens.expectSign(".");
        String second = tokens.expectName("a column");
        if (!tokens.acceptSign(".")) {
            return new Named(Kind.COLUMN, TableName.of(first), second);
        }
        String third = tokens.expectName("a column");
        if (!tokens.acceptSign(".")) {
            return new Named(Kind.COLUMN, new TableName(first, second), third);
        }
        reading.queries().inDatabase(first);
        return new Named(Kind.COLUMN, new TableName(second, third), tokens.expectName("a column"));
    }
}
