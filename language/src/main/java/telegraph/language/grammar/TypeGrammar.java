package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Definition.TypeChange;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Tokens;

/// The grammar of types, after CREATE, ALTER or DROP.
///
/// ```
/// create = TYPE name AS ENUM "(" [ string { "," string } ] ")"
/// alter  = TYPE name
///            ( ADD VALUE [ IF NOT EXISTS ] string [ ( BEFORE | AFTER ) string ]
///            | RENAME VALUE string TO string | RENAME TO name | SET SCHEMA name )
/// drop   = TYPE [ IF EXISTS ] name { "," name } [ CASCADE | RESTRICT ]
/// ```
final class TypeGrammar {
    private final StatementReader reading;
    private final Tokens tokens;

    TypeGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    Statement create() {
        tokens.expect("type");
        TableName name = reading.tableName("a type");
        if (!tokens.accept("as", "enum")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a type that is made is an enum: write CREATE TYPE "
                            + name.quoted()
                            + " AS ENUM ('a', 'b') at "
                            + tokens.position());
        }
        List<String> labels = new ArrayList<>();
        tokens.expectSign("(");
        if (!tokens.peek().isSign(")")) {
            do {
                labels.add(value());
            } while (tokens.acceptSign(","));
        }
        tokens.expectSign(")");
        return reading.ended(new Definition.CreateType(name, labels));
    }

    private String value() {
        return tokens.expectString("a value");
    }

    Statement alter() {
        tokens.expect("type");
        TableName name = reading.tableName("a type");
        return reading.ended(new Definition.AlterType(name, change(name)));
    }

    private TypeChange change(TableName name) {
        if (tokens.accept("add", "value")) {
            boolean ifNotExists = reading.ifNotExists();
            return new TypeChange.AddValue(value(), ifNotExists, place());
        }
        if (tokens.accept("rename", "value")) {
            String before = value();
            tokens.expect("to");
            return new TypeChange.RenameValue(before, value());
        }
        if (tokens.accept("rename")) {
            tokens.expect("to");
            return new TypeChange.Move(new TableName(name.schema(), tokens.expectName("a name")));
        }
        if (tokens.accept("set", "schema")) {
            return new TypeChange.Move(new TableName(tokens.expectName("a schema"), name.name()));
        }
        throw tokens.unexpected(
                "ADD VALUE, RENAME VALUE, RENAME TO or SET SCHEMA",
                List.of("ADD", "RENAME", "SET"));
    }

    private Optional<TypeChange.Place> place() {
        if (tokens.accept("before")) {
            return Optional.of(new TypeChange.Place(true, value()));
        }
        return tokens.accept("after")
                ? Optional.of(new TypeChange.Place(false, value()))
                : Optional.empty();
    }

    Statement drop() {
        tokens.expect("type");
        boolean ifExists = reading.ifExists();
        List<TableName> names = reading.tableNames("a type");
        boolean cascade = reading.cascade();
        return reading.ended(
                new Definition.DropType(names, ifExists, cascade), "CASCADE", "RESTRICT");
    }
}
