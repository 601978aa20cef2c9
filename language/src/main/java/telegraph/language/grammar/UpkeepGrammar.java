package telegraph.language.grammar;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Upkeep;
import telegraph.language.lexer.Tokens;

/// The grammar of the statements that look after the store.
///
/// ```
/// upkeep = CHECKPOINT | CHECK TABLE table | BACKUP [ DATABASE | STORE ] TO directory
///        | ANALYZE [ tables ] | VACUUM { option } [ tables ]
///        | REINDEX [ "(" option { "," option } ")" ] ( INDEX | TABLE | SCHEMA | DATABASE | SYSTEM ) [ CONCURRENTLY ] name
/// ```
final class UpkeepGrammar {
    private final StatementReader reading;
    private final Tokens tokens;

    UpkeepGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Reads such a statement, if one is next.
    Optional<Statement> read() {
        if (tokens.accept("checkpoint")) {
            return Optional.of(reading.ended(new Upkeep.Checkpoint()));
        }
        if (tokens.accept("check")) {
            tokens.expect("table");
            return Optional.of(reading.ended(new Upkeep.CheckTable(reading.tableName("a table"))));
        }
        if (tokens.accept("backup")) {
            if (!tokens.accept("database")) {
                tokens.accept("store");
            }
            tokens.expect("to");
            return Optional.of(
                    reading.ended(new Upkeep.Backup(tokens.expectString("a directory"))));
        }
        if (tokens.accept("analyze")) {
            List<TableName> names = tokens.atEnd() ? List.of() : reading.tableNames("a table");
            return Optional.of(reading.ended(new Upkeep.Analyze(names)));
        }
        if (tokens.accept("vacuum")) {
            return Optional.of(vacuum());
        }
        if (tokens.accept("reindex")) {
            return Optional.of(reindex());
        }
        return Optional.empty();
    }

    private Statement vacuum() {
        if (tokens.acceptSign("(")) {
            do {
                vacuumOption();
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        }
        while (tokens.peek().isName() && vacuumOption()) {}
        List<TableName> names = tokens.atEnd() ? List.of() : reading.tableNames("a table");
        return reading.ended(new Upkeep.Vacuum(names));
    }

    /// Reads a word by which PostgreSQL says how thoroughly; whether one was next.
    private boolean vacuumOption() {
        return tokens.accept("full")
                || tokens.accept("freeze")
                || tokens.accept("verbose")
                || tokens.accept("analyze");
    }

    private Statement reindex() {
        boolean concurrently = false;
        if (tokens.acceptSign("(")) {
            do {
                concurrently |= reindexOption();
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        }
        for (Upkeep.Reindex.Kind kind : Upkeep.Reindex.Kind.values()) {
            if (tokens.accept(kind.name().toLowerCase(Locale.ROOT))) {
                concurrently |= tokens.accept("concurrently");
                TableName name =
                        kind.isOfTables()
                                ? reading.tableName("a name")
                                : TableName.of(tokens.expectName("a name"));
                return reading.ended(new Upkeep.Reindex(kind, name, concurrently));
            }
        }
        throw tokens.unexpected(
                "INDEX, TABLE, SCHEMA, DATABASE or SYSTEM",
                List.of("INDEX", "TABLE", "SCHEMA", "DATABASE", "SYSTEM"));
    }

    /// Reads one of what REINDEX has in parentheses; whether it says that others go on meanwhile.
    private boolean reindexOption() {
        if (tokens.accept("tablespace")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "there are no tablespaces at " + tokens.position());
        }
        boolean concurrently = tokens.accept("concurrently");
        if (!concurrently) {
            tokens.expect("verbose");
        }
        boolean off = tokens.accept("false") || tokens.accept("off");
        if (!off && !tokens.accept("true")) {
            tokens.accept("on");
        }
        return concurrently && !off;
    }
}
