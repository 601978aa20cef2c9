package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Alteration;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Definition.Altered;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// The grammar of ALTER TABLE, and of ALTER INDEX [ IF EXISTS ] name RENAME TO name; those of ALTER
/// SEQUENCE and ALTER TYPE are [SequenceGrammar] and [TypeGrammar], and that of owners and rights
/// is [RightsGrammar].
///
/// ```
/// alteration = ADD [ COLUMN ] [ IF NOT EXISTS ] column | ADD constraint [ NOT VALID ]
///            | VALIDATE CONSTRAINT name
///            | DROP [ COLUMN ] [ IF EXISTS ] name [ CASCADE | RESTRICT ]
///            | DROP CONSTRAINT [ IF EXISTS ] name [ CASCADE | RESTRICT ]
///            | ALTER [ COLUMN ] name
///                ( SET DEFAULT expression | DROP DEFAULT | SET NOT NULL | DROP NOT NULL
///                | [ SET DATA ] TYPE type [ USING expression ]
///                | ( ADD | SET ) GENERATED ( ALWAYS | BY DEFAULT ) [ AS IDENTITY ] [ options ]
///                | RESTART [ [ WITH ] n ] | SET option             (see SequenceGrammar)
///                | DROP IDENTITY [ IF EXISTS ]
///                | SET ( STATISTICS n | STORAGE word | COMPRESSION word ) )
///            | REPLICA IDENTITY ( DEFAULT | FULL | NOTHING | USING INDEX name )
///            | CLUSTER ON name | SET WITHOUT CLUSTER
///            | RENAME TO name | RENAME [ COLUMN ] name TO name | RENAME CONSTRAINT name TO name
///            | SET SCHEMA name
/// ```
final class AlterationGrammar {
    private static final List<String> ALTERATIONS =
            List.of("ADD", "DROP", "ALTER", "RENAME", "SET", "VALIDATE");

    private final StatementReader reading;
    private final Tokens tokens;

    AlterationGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Reads the statement after ALTER.
    Statement read() {
        Optional<Statement> rights = new RightsGrammar(reading).altered();
        if (rights.isPresent()) {
            return rights.get();
        }
        if (tokens.peek().is("sequence")) {
            return new SequenceGrammar(reading).alter();
        }
        if (tokens.peek().is("type")) {
            return new TypeGrammar(reading).alter();
        }
        if (tokens.accept("index")) {
            return index();
        }
        Altered kind = kind();
        boolean ifExists = reading.ifExists();
        tokens.accept("only"); // nothing is inherited
        TableName table = reading.tableName(kind == Altered.TABLE ? "a table" : "a view");
        List<Alteration> alterations = new ArrayList<>();
        do {
            alterations.add(alteration());
        } while (tokens.acceptSign(","));
        return reading.ended(new Definition.AlterTable(table, kind, ifExists, alterations));
    }

    private Altered kind() {
        if (tokens.accept("materialized")) {
            tokens.expect("view");
            return Altered.MATERIALIZED_VIEW;
        }
        if (tokens.accept("view")) {
            return Altered.VIEW;
        }
        tokens.expect("table");
        return Altered.TABLE;
    }

    private Statement index() {
        boolean ifExists = reading.ifExists();
        TableName name = reading.tableName("an index");
        tokens.expect("rename", "to");
        return reading.ended(
                new Definition.AlterIndex(name, ifExists, tokens.expectName("a name")));
    }

    private Alteration alteration() {
        if (tokens.accept("add")) {
            return add();
        }
        if (tokens.accept("drop")) {
            return drop();
        }
        if (tokens.accept("alter", "constraint")) {
            String name = tokens.expectName("a constraint");
            return new Alteration.DeferConstraint(
                    name, new ConstraintGrammar.Deferring(tokens).read());
        }
        if (tokens.accept("alter")) {
            tokens.accept("column");
            return alter(tokens.expectName("a column"));
        }
        if (tokens.accept("rename")) {
            return rename();
        }
        if (tokens.accept("replica", "identity")) {
            if (tokens.accept("using")) {
                tokens.expect("index");
            }
            tokens.expectName("DEFAULT, FULL, NOTHING or USING INDEX");
            return new Alteration.Tune("REPLICA IDENTITY");
        }
        if (tokens.accept("cluster", "on")) {
            tokens.expectName("an index");
            return new Alteration.Tune("CLUSTER ON");
        }
        if (tokens.accept("set", "without", "cluster")) {
            return new Alteration.Tune("SET WITHOUT CLUSTER");
        }
        if (tokens.peek(1).is("trigger")
                && (tokens.peek().is("disable") || tokens.peek().is("enable"))) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "there are no triggers, and foreign keys are always checked at "
                            + tokens.position());
        }
        if (tokens.accept("validate", "constraint")) {
            return new Alteration.ValidateConstraint(tokens.expectName("a constraint"));
        }
        if (tokens.accept("set", "schema")) {
            return new Alteration.SetSchema(tokens.expectName("a schema"));
        }
        throw tokens.unexpected("ADD, DROP, ALTER, RENAME or SET SCHEMA", ALTERATIONS);
    }

    private Alteration add() {
        ConstraintGrammar grammar = new ConstraintGrammar(reading);
        if (grammar.isConstraintNext()) {
            grammar.constraint();
            boolean later = tokens.accept("not", "valid");
            return new Alteration.AddConstraint(grammar.constraints().getFirst(), later);
        }
        tokens.accept("column");
        boolean ifNotExists = reading.ifNotExists();
        TableColumn column = grammar.column();
        return new Alteration.AddColumn(ifNotExists, column, grammar.constraints());
    }

    private Alteration drop() {
        boolean constraint = tokens.accept("constraint");
        if (!constraint) {
            if (tokens.peek().is("primary") && tokens.peek(1).is("key")) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a primary key is dropped by its name at "
                                + tokens.position()
                                + ". Use DROP CONSTRAINT; DESCRIBE shows the name");
            }
            tokens.accept("column");
        }
        boolean ifExists = reading.ifExists();
        String name = tokens.expectName(constraint ? "a constraint" : "a column");
        boolean cascade = reading.cascade();
        return constraint
                ? new Alteration.DropConstraint(name, ifExists, cascade)
                : new Alteration.DropColumn(name, ifExists, cascade);
    }

    private Alteration alter(String column) {
        if (tokens.accept("set", "default")) {
            Position position = tokens.position();
            String text = reading.expression();
            return new Alteration.SetDefault(column, text, position);
        }
        if (tokens.accept("drop", "default")) {
            return new Alteration.DropDefault(column);
        }
        if (tokens.accept("drop", "expression")) {
            return new Alteration.DropExpression(column, reading.ifExists());
        }
        if (tokens.accept("drop", "identity")) {
            return new Alteration.SetIdentity(
                    column, Identity.NONE, reading.ifExists(), SequenceOptions.NONE);
        }
        if (tokens.accept("add", "generated") || tokens.accept("set", "generated")) {
            Identity identity = tokens.accept("always") ? Identity.ALWAYS : Identity.BY_DEFAULT;
            if (identity == Identity.BY_DEFAULT) {
                tokens.expect("by", "default");
            }
            if (tokens.accept("as")) {
                tokens.expect("identity");
            }
            return new Alteration.SetIdentity(
                    column, identity, false, new SequenceGrammar(reading).ofIdentity());
        }
        SequenceGrammar counting = new SequenceGrammar(reading);
        if (counting.isAlteredIdentityNext()) {
            return new Alteration.SetCounting(column, counting.ofAlteredIdentity());
        }
        for (String word : List.of("statistics", "storage", "compression")) {
            if (tokens.accept("set", word)) {
                tokens.acceptSign("-");
                tokens.next();
                return new Alteration.Tune("SET " + word.toUpperCase(Locale.ROOT));
            }
        }
        if (tokens.accept("set", "not", "null")) {
            return new Alteration.SetNotNull(column);
        }
        if (tokens.accept("drop", "not", "null")) {
            return new Alteration.DropNotNull(column);
        }
        if (tokens.accept("set", "data", "type") || tokens.accept("type")) {
            SqlType type = TypeNames.readAny(tokens);
            String using = tokens.accept("using") ? reading.expression() : "";
            return new Alteration.SetType(column, type, using);
        }
        throw tokens.unexpected(
                "SET DEFAULT, SET NOT NULL, DROP DEFAULT, DROP NOT NULL, ADD GENERATED or TYPE",
                List.of("SET", "DROP", "TYPE", "ADD"));
    }

    private Alteration rename() {
        if (tokens.accept("to")) {
            return new Alteration.RenameTable(tokens.expectName("a name"));
        }
        boolean constraint = tokens.accept("constraint");
        if (!constraint) {
            tokens.accept("column");
        }
        String before = tokens.expectName(constraint ? "a constraint" : "a column");
        tokens.expect("to");
        String after = tokens.expectName("a name");
        return constraint
                ? new Alteration.RenameConstraint(before, after)
                : new Alteration.RenameColumn(before, after);
    }
}
