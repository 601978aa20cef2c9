package telegraph.language.grammar;

import java.util.List;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// The grammar of materialized views; they are altered as tables are.
///
/// ```
/// create  = CREATE MATERIALIZED VIEW [ IF NOT EXISTS ] name [ names ] AS query [ WITH [ NO ] DATA ]
/// refresh = REFRESH MATERIALIZED VIEW [ CONCURRENTLY ] name [ WITH [ NO ] DATA ]
/// drop    = DROP MATERIALIZED VIEW [ IF EXISTS ] name { "," name } [ CASCADE | RESTRICT ]
/// ```
final class MaterializedGrammar {
    private final StatementReader reading;
    private final Tokens tokens;

    MaterializedGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Reads the statement after CREATE.
    Statement create() {
        tokens.expect("materialized", "view");
        boolean ifNotExists = reading.ifNotExists();
        TableName name = reading.tableName("a view");
        List<String> columns = tokens.peek().isSign("(") ? reading.columns() : List.of();
        tokens.expect("as");
        int start = tokens.peek().start();
        reading.exactQuery();
        String query = tokens.text(start, tokens.peek(-1).end());
        return reading.ended(
                new Definition.CreateMaterialized(
                        name, ifNotExists, columns, query, DefinitionGrammar.isWithData(tokens)));
    }

    /// Reads REFRESH.
    Statement refresh() {
        tokens.expect("refresh", "materialized", "view");
        boolean concurrently = tokens.accept("concurrently");
        TableName name = reading.tableName("a view");
        Position place = tokens.position();
        boolean rows = DefinitionGrammar.isWithData(tokens);
        if (concurrently && !rows) {
            throw Tokens.error(
                    place, "CONCURRENTLY and WITH NO DATA options cannot be used together");
        }
        return reading.ended(new Definition.RefreshMaterialized(name, concurrently, rows), "WITH");
    }

    /// Reads the statement after DROP.
    Statement drop() {
        tokens.expect("materialized", "view");
        boolean ifExists = reading.ifExists();
        List<TableName> names = reading.tableNames("a view");
        boolean cascade = reading.cascade();
        return reading.ended(
                new Definition.DropMaterialized(names, ifExists, cascade), "CASCADE", "RESTRICT");
    }
}
