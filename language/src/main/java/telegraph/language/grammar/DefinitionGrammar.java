package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Definition.Likeness;
import telegraph.language.ast.Definition.OnCommit;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;
import telegraph.language.query.QueryReader.Into;

/// The grammar of tables, indexes and schemas, after CREATE, DROP or ALTER.
///
/// ```
/// create = [ life ] TABLE [ IF NOT EXISTS ] table "(" item { "," item } ")" { layout } [ on commit ]
///        | [ life ] TABLE [ IF NOT EXISTS ] table [ columns ] [ on commit ] AS query [ WITH [ NO ] DATA ]
///        | [ UNIQUE ] INDEX [ [ IF NOT EXISTS ] name ] ON table [ USING BTREE ] keys
///            [ INCLUDE columns ] [ WITH "(" fillfactor = n ")" ]
///        | SCHEMA [ IF NOT EXISTS ] name | SEQUENCE …            (see SequenceGrammar)
///        | TYPE …                                               (see TypeGrammar)
///        | EXTENSION [ IF NOT EXISTS ] name [ [ WITH ] SCHEMA name ]
/// life   = UNLOGGED | [ GLOBAL | LOCAL ] ( TEMPORARY | TEMP )
/// commit = ON COMMIT ( PRESERVE ROWS | DELETE ROWS | DROP )
/// layout = WITH "(" fillfactor = n ")" | WITHOUT OIDS
/// item   = column | constraint                                   (see ConstraintGrammar)
///        | LIKE table { ( INCLUDING | EXCLUDING ) ( likeness | ALL ) }
/// drop   = ( TABLE | INDEX | SCHEMA ) [ IF EXISTS ] name { "," name } [ CASCADE | RESTRICT ]
/// alter  = TABLE [ IF EXISTS ] table alteration { "," alteration }   (see AlterationGrammar)
/// ```
final class DefinitionGrammar {
    private static final Set<String> COLLATIONS = Set.of("C", "POSIX", "default", "ucs_basic");

    private final StatementReader reading;
    private final Tokens tokens;

    DefinitionGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Whether what follows CREATE or DROP is read here.
    boolean isNext() {
        Token next = tokens.peek();
        return next.is("table")
                || next.is("index")
                || next.is("unique")
                || next.is("unlogged")
                || isLifeNext(tokens)
                || next.is("schema")
                || next.is("materialized")
                || next.is("sequence")
                || next.is("type")
                || next.is("extension");
    }

    Statement create() {
        if (tokens.peek().is("sequence")) {
            return new SequenceGrammar(reading).create();
        }
        if (tokens.peek().is("type")) {
            return new TypeGrammar(reading).create();
        }
        Position place = tokens.position();
        boolean temporary = isTemporary(tokens);
        boolean unlogged = !temporary && tokens.accept("unlogged"); // all tables outlive a crash
        if (tokens.accept("table")) {
            return createTable(temporary);
        }
        if (temporary) {
            throw notTemporary(place);
        }
        if (unlogged) {
            throw tokens.unexpected("TABLE", List.of("TABLE"));
        }
        if (tokens.peek().is("materialized")) {
            return new MaterializedGrammar(reading).create();
        }
        if (tokens.accept("extension")) {
            return createExtension();
        }
        if (tokens.accept("schema")) {
            boolean ifNotExists = reading.ifNotExists();
            return reading.ended(
                    new Definition.CreateSchema(tokens.expectName("a schema"), ifNotExists));
        }
        return createIndex();
    }

    private Statement createExtension() {
        boolean ifNotExists = reading.ifNotExists();
        String name = tokens.expectName("an extension");
        tokens.accept("with");
        if (tokens.accept("schema")) {
            tokens.expectName("a schema");
        }
        return reading.ended(new Definition.CreateExtension(name, ifNotExists));
    }

    /// Whether what is next says that something is temporary.
    private static boolean isLifeNext(Tokens tokens) {
        Token next = tokens.peek();
        boolean scope = next.is("global") || next.is("local");
        Token word = scope ? tokens.peek(1) : next;
        return word.is("temporary") || word.is("temp");
    }

    /// Reads `[ GLOBAL | LOCAL ] ( TEMPORARY | TEMP )`, if that is next; whether it is.
    private static boolean isTemporary(Tokens tokens) {
        if (!isLifeNext(tokens)) {
            return false;
        }
        if (!tokens.accept("global")) {
            tokens.accept("local"); // neither says more than TEMPORARY does
        }
        return tokens.accept("temporary") || tokens.accept("temp");
    }

    /// Refuses something else than a table that is to be temporary.
    void refuseTemporary() {
        Position place = tokens.position();
        if (isTemporary(tokens)) {
            throw notTemporary(place);
        }
    }

    private TelegraphException notTemporary(Position place) {
        boolean known = tokens.peek().is("view") || tokens.peek().is("sequence");
        return known || tokens.peek().is("recursive")
                ? TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "tables are temporary, and nothing else is: a temporary "
                                + tokens.peek().value().toLowerCase(Locale.ROOT)
                                + " is not there at "
                                + place)
                : tokens.unexpected("TABLE", List.of("TABLE"));
    }

    private Statement createTable(boolean temporary) {
        boolean ifNotExists = reading.ifNotExists();
        TableName name = reading.tableName("a table");
        if (tokens.peek().is("as")
                || tokens.peek().is("on")
                || tokens.peek().isSign("(") && isNamesOnly()) {
            return createAs(name, temporary, ifNotExists);
        }
        ConstraintGrammar grammar = new ConstraintGrammar(reading);
        List<TableColumn> columns = new ArrayList<>();
        List<Definition.Like> likes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        tokens.expectSign("(");
        if (tokens.peek().isSign(")")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a table has at least one column at " + tokens.position());
        }
        do {
            if (grammar.isConstraintNext()) {
                grammar.constraint();
                continue;
            }
            if (tokens.peek().is("like") && tokens.peek(1).isName()) {
                tokens.next();
                likes.add(like(columns.size()));
                continue;
            }
            TableColumn column = grammar.column();
            if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
                throw TelegraphException.of(
                        SqlState.DUPLICATE_COLUMN,
                        "column \"" + column.name() + "\" stands twice at " + column.position());
            }
            columns.add(column);
        } while (tokens.acceptSign(","));
        if (!tokens.acceptSign(")")) {
            throw tokens.unexpected(
                    "NOT NULL, DEFAULT, PRIMARY KEY, UNIQUE, CHECK, REFERENCES, \",\" or \")\"",
                    List.of("NOT", "DEFAULT", "PRIMARY", "UNIQUE", "CHECK", "REFERENCES"));
        }
        layout();
        return reading.ended(
                new Definition.CreateTable(
                        name,
                        new Definition.Life(temporary, onCommit()),
                        ifNotExists,
                        columns,
                        likes,
                        grammar.constraints(),
                        Optional.empty()));
    }

    /// Reads what follows LIKE.
    private Definition.Like like(int before) {
        TableName table = reading.tableName("a table");
        Set<Likeness> including = EnumSet.noneOf(Likeness.class);
        while (tokens.peek().is("including") || tokens.peek().is("excluding")) {
            boolean in = tokens.next().is("including");
            Set<Likeness> said = likenesses();
            if (in) {
                including.addAll(said);
            } else {
                including.removeAll(said);
            }
        }
        return new Definition.Like(table, before, including);
    }

    private Set<Likeness> likenesses() {
        if (tokens.accept("all")) {
            return EnumSet.allOf(Likeness.class);
        }
        for (Likeness one : Likeness.values()) {
            if (tokens.accept(one.name().toLowerCase(Locale.ROOT))) {
                return Set.of(one);
            }
        }
        List<String> names = Arrays.stream(Likeness.values()).map(Likeness::name).toList();
        throw tokens.unexpected("ALL, " + String.join(", ", names), names);
    }

    /// Reads `ON COMMIT …`, if that is next.
    private Optional<OnCommit> onCommit() {
        if (!tokens.accept("on")) {
            return Optional.empty();
        }
        tokens.expect("commit");
        if (tokens.accept("drop")) {
            return Optional.of(OnCommit.DROP);
        }
        boolean delete = tokens.accept("delete");
        if (!delete && !tokens.accept("preserve")) {
            throw tokens.unexpected(
                    "DROP, DELETE ROWS or PRESERVE ROWS", List.of("DROP", "DELETE", "PRESERVE"));
        }
        tokens.expect("rows");
        return Optional.of(delete ? OnCommit.DELETE_ROWS : OnCommit.PRESERVE_ROWS);
    }

    /// Reads `WITH (fillfactor = n, …)`, which says how PostgreSQL lays out pages and looks after
    /// them: here they split when they have no room, and need nobody.
    private void layout() {
        if (tokens.accept("without")) {
            tokens.expect("oids");
            return;
        }
        if (!tokens.accept("with")) {
            return;
        }
        tokens.expectSign("(");
        do {
            String parameter = tokens.peek().value().toLowerCase(Locale.ROOT);
            boolean known =
                    parameter.equals("fillfactor")
                            || parameter.equals("toast")
                            || parameter.startsWith("autovacuum_")
                            || parameter.equals("parallel_workers");
            if (!known) {
                throw tokens.unexpected("fillfactor", List.of("fillfactor"));
            }
            tokens.next();
            if (tokens.acceptSign(".")) {
                tokens.expectName("a parameter");
            }
            tokens.expectSign("=");
            tokens.next();
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
    }

    /// Whether the parentheses that are next hold names without types.
    private boolean isNamesOnly() {
        return tokens.peek(1).isName()
                && (tokens.peek(2).isSign(",") || tokens.peek(2).isSign(")"));
    }

    private Statement createAs(TableName name, boolean temporary, boolean ifNotExists) {
        List<String> columns = tokens.peek().isSign("(") ? reading.columns() : List.of();
        Definition.Life life = new Definition.Life(temporary, onCommit());
        tokens.expect("as");
        Statement.Select query = reading.exactQuery();
        boolean rows = isWithData(tokens);
        return reading.ended(of(name, life, ifNotExists, new Definition.As(columns, query, rows)));
    }

    /// SELECT … INTO.
    static Definition.CreateTable of(Into into, Statement.Select query) {
        return of(
                into.name(),
                new Definition.Life(into.temporary(), Optional.empty()),
                false,
                new Definition.As(List.of(), query, true));
    }

    private static Definition.CreateTable of(
            TableName name, Definition.Life life, boolean ifNotExists, Definition.As as) {
        return new Definition.CreateTable(
                name, life, ifNotExists, List.of(), List.of(), List.of(), Optional.of(as));
    }

    /// Reads `[ WITH [ NO ] DATA ]`; whether data is wanted.
    static boolean isWithData(Tokens tokens) {
        if (!tokens.accept("with")) {
            return true;
        }
        boolean rows = !tokens.accept("no");
        tokens.expect("data");
        return rows;
    }

    private Statement createIndex() {
        boolean unique = tokens.accept("unique");
        tokens.expect("index");
        tokens.accept("concurrently"); // others read meanwhile anyway
        boolean ifNotExists = reading.ifNotExists();
        String name = tokens.peek().is("on") ? "" : tokens.expectName("a name");
        tokens.expect("on");
        TableName table = reading.tableName("a table");
        method();
        List<String> columns = new ArrayList<>();
        tokens.expectSign("(");
        do {
            columns.add(tokens.expectName("a column"));
            order();
            // An index is read in both directions, and finds NULLs at either end.
            if (!tokens.accept("asc")) {
                tokens.accept("desc");
            }
            if (tokens.accept("nulls") && !tokens.accept("first")) {
                tokens.expect("last");
            }
            if (tokens.peek().isSign("(")) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "an index is on columns, not on expressions, at " + tokens.position());
            }
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
        List<String> included = tokens.accept("include") ? reading.columns() : List.of();
        layout();
        Optional<String> condition =
                tokens.accept("where") ? Optional.of(reading.expression()) : Optional.empty();
        return reading.ended(
                new Definition.CreateIndex(
                        name, unique, ifNotExists, table, columns, included, condition));
    }

    private void method() {
        if (!tokens.accept("using")) {
            return;
        }
        Position place = tokens.position();
        String method = tokens.expectName("a method");
        if (!method.equals("btree")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "an index is a btree, and not a " + method + " at " + place);
        }
    }

    /// Reads by which order a column is indexed, if it is the one that all are: texts by their code
    /// points, all else by its value.
    private void order() {
        Position place = tokens.position();
        boolean collated = tokens.accept("collate");
        boolean classed =
                !collated && tokens.peek().value().toLowerCase(Locale.ROOT).endsWith("_ops");
        if (!collated && !classed) {
            return;
        }
        String name = tokens.expectName("an order");
        if (tokens.acceptSign(".")) {
            name = tokens.expectName("an order");
        }
        if (collated && !COLLATIONS.contains(name)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "an index is in the order of code points: collation=\""
                            + name
                            + "\" at "
                            + place);
        }
        order();
    }

    Statement drop() {
        if (tokens.peek().is("extension")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "there are no extensions to drop at " + tokens.position());
        }
        if (tokens.peek().is("sequence")) {
            return new SequenceGrammar(reading).drop();
        }
        if (tokens.peek().is("type")) {
            return new TypeGrammar(reading).drop();
        }
        if (tokens.peek().is("materialized")) {
            return new MaterializedGrammar(reading).drop();
        }
        boolean schema = tokens.accept("schema");
        boolean table = !schema && tokens.accept("table");
        if (!schema && !table) {
            tokens.expect("index");
            tokens.accept("concurrently");
        }
        boolean ifExists = reading.ifExists();
        if (schema) {
            List<String> names = new ArrayList<>();
            do {
                names.add(tokens.expectName("a schema"));
            } while (tokens.acceptSign(","));
            boolean cascade = reading.cascade();
            return ended(new Definition.DropSchema(names, ifExists, cascade));
        }
        List<TableName> names = reading.tableNames(table ? "a table" : "an index");
        boolean cascade = reading.cascade();
        return ended(
                table
                        ? new Definition.DropTable(names, ifExists, cascade)
                        : new Definition.DropIndex(names, ifExists, cascade));
    }

    private Statement ended(Statement statement) {
        return reading.ended(statement, "CASCADE", "RESTRICT");
    }
}
