package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.DeepThread;
import telegraph.language.ast.Change;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Escapes;
import telegraph.language.lexer.NestingDepth;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Script;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;
import telegraph.language.query.QueryReader;

/// Reads one statement. Each family of statements has a grammar of its own, and all share that of
/// queries and expressions, [QueryReader].
///
/// ```
/// statement = query                                    (with SELECT … INTO name, CREATE TABLE … AS)
///           | EXPLAIN [ ANALYZE ] [ VERBOSE ] query | EXPLAIN "(" option [ ON | OFF ] { "," … } ")" query
///           | CREATE [ OR REPLACE ] SOURCE [ IF NOT EXISTS ] name source       (SourceGrammar)
///           | CREATE [ OR REPLACE ] VIEW [ IF NOT EXISTS ] name [ "(" names ")" ] AS query
///           | DROP ( SOURCE | VIEW ) [ IF EXISTS ] names [ CASCADE | RESTRICT ]
///           | CREATE … | DROP … | ALTER …              (DefinitionGrammar, AlterationGrammar)
///           | COMMENT ON …                             (CommentGrammar)
///           | GRANT … | REVOKE …                       (RightsGrammar)
///           | INSERT … | UPDATE … | DELETE … | MERGE … (ChangeGrammar)
///           | TRUNCATE … | COPY …                      (TransferGrammar)
///           | BEGIN … | COMMIT … | SAVEPOINT … | LOCK … (ControlGrammar)
///           | PREPARE … | EXECUTE … | DEALLOCATE …     (PreparationGrammar)
///           | CHECKPOINT | CHECK TABLE name | BACKUP TO string | ANALYZE [ names ] | VACUUM [ options ] [ names ]
///           | SHOW ( SOURCES | VIEWS | TABLES | SCHEMAS | SETTINGS | ALL | name
///                  | CREATE [ SOURCE | VIEW | TABLE ] name )
///           | ( DESCRIBE | DESC ) ( [ SOURCE | VIEW | TABLE ] name | query | table )
///           | SET name ( "=" | TO ) value | RESET ( name | ALL )
/// ```
public final class StatementParser {
    /// The words that a statement may begin with.
    public static final List<String> STATEMENTS =
            List.of(
                    "SELECT",
                    "WITH",
                    "VALUES",
                    "TABLE",
                    "EXPLAIN",
                    "CREATE",
                    "DROP",
                    "SHOW",
                    "DESCRIBE",
                    "DESC",
                    "SET",
                    "RESET",
                    "INSERT",
                    "UPDATE",
                    "DELETE",
                    "MERGE",
                    "TRUNCATE",
                    "COPY",
                    "ALTER",
                    "REFRESH",
                    "BEGIN",
                    "START",
                    "COMMIT",
                    "END",
                    "ROLLBACK",
                    "ABORT",
                    "SAVEPOINT",
                    "RELEASE",
                    "LOCK",
                    "PREPARE",
                    "EXECUTE",
                    "DEALLOCATE",
                    "CHECKPOINT",
                    "CHECK",
                    "BACKUP",
                    "ANALYZE",
                    "VACUUM",
                    "REINDEX",
                    "COMMENT",
                    "GRANT",
                    "REVOKE");

    private static final List<String> KINDS =
            List.of("TABLE", "INDEX", "UNIQUE", "SCHEMA", "SEQUENCE", "SOURCE", "VIEW");
    private static final List<String> EXPLAIN_OPTIONS =
            List.of(
                    "analyze",
                    "buffers",
                    "costs",
                    "format",
                    "settings",
                    "summary",
                    "timing",
                    "verbose",
                    "wal");
    private static final List<String> SHOWN =
            List.of("SOURCES", "VIEWS", "TABLES", "SCHEMAS", "SETTINGS", "ALL", "CREATE");

    /// A reader goes down a dozen calls for each bracket: so many have room on any stack.
    private static final int SHALLOW_MAX = 50;

    private final StatementReader reading;
    private final Tokens tokens;
    private final int depth;

    public StatementParser(Script script, List<Token> statement, Set<String> functions) {
        this.tokens = script.reading(statement);
        this.reading = new StatementReader(script, tokens, new QueryReader(tokens, functions));
        this.depth = NestingDepth.demandShallow(statement, script.lines());
        Escapes.demandWhole(statement, script.lines());
        Token last = statement.getLast();
        if (last.kind() == Token.Kind.UNFINISHED) {
            throw Tokens.error(
                    tokens.position(last), "the " + last.value() + " that begins here has no end");
        }
    }

    public Statement read() {
        return roomy(() -> withLocked(statement()));
    }

    /// The databases that names of tables in what was read begin with.
    public Set<String> databases() {
        return reading.queries().databases();
    }

    /// A statement behind the queries in it whose rows are locked.
    private Statement withLocked(Statement statement) {
        Statement asked =
                switch (statement) {
                    case Statement.With with -> with.last();
                    case Statement.OfCatalog catalog -> catalog.query(); // whose rows have no locks
                    default -> statement;
                };
        List<Statement.SelectForUpdate> locked =
                reading.locked(
                        asked instanceof Statement.Select select
                                ? Optional.of(select.query())
                                : Optional.empty());
        if (locked.isEmpty()) {
            return statement;
        }
        List<Statement.Step> steps = new ArrayList<>();
        Statement last = asked;
        switch (statement) {
            case Statement.With with -> steps.addAll(with.steps());
            case Statement.Select _, Statement.OfCatalog _, Change _ -> {}
            default ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "not supported at "
                                    + locked.getFirst().locks().getFirst().position()
                                    + ": FOR UPDATE and FOR SHARE in a statement that is no query"
                                    + " of tables and changes no rows");
        }
        for (Statement.SelectForUpdate rows : locked) {
            if (rows.inner()) {
                steps.add(rows);
            } else {
                last = rows;
            }
        }
        return steps.isEmpty() ? last : new Statement.With(List.copyOf(steps), last);
    }

    private <T> T roomy(Supplier<T> read) {
        return depth > SHALLOW_MAX ? DeepThread.call(read) : read.get();
    }

    private Statement statement() {
        if (reading.queries().isChangeWithWith()) {
            return new WithGrammar(reading).read();
        }
        if (reading.isQueryNext()) {
            return query();
        }
        Token first = tokens.peek();
        String word = first.kind() == Token.Kind.WORD ? first.value() : "";
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "explain" -> explain();
            case "create" -> create();
            case "drop" -> drop();
            case "alter" -> {
                tokens.next();
                yield new AlterationGrammar(reading).read();
            }
            case "show" -> show();
            case "describe", "desc" -> describe();
            case "reset" -> reset();
            case "refresh" -> new MaterializedGrammar(reading).refresh();
            case "comment" -> new CommentGrammar(reading).read();
            case "grant", "revoke" -> new RightsGrammar(reading).read();
            case "truncate" -> new TransferGrammar(reading).truncate();
            case "copy" -> new TransferGrammar(reading).copy();
            case "set" -> new ControlGrammar(reading).read().orElseGet(this::set);
            default ->
                    new ChangeGrammar(reading)
                            .read()
                            .or(() -> new ControlGrammar(reading).read())
                            .or(() -> new PreparationGrammar(reading).read())
                            .or(new UpkeepGrammar(reading)::read)
                            .orElseThrow(this::unknown);
        };
    }

    private Statement query() {
        Position place = tokens.position();
        reading.queries().allowInto();
        Statement.Select query = reading.query();
        Optional<QueryReader.Into> into = reading.queries().into();
        if (into.isPresent()) {
            return DefinitionGrammar.of(into.get(), StatementReader.exact(query, place));
        }
        return CatalogWords.areIn(tokens.names()) ? new Statement.OfCatalog(query) : query;
    }

    private TelegraphException unknown() {
        return tokens.unexpected(
                "a statement such as SELECT, INSERT, CREATE TABLE or SHOW", STATEMENTS);
    }

    private Statement explain() {
        tokens.expect("explain");
        boolean analyze;
        if (tokens.peek().isSign("(") && !reading.isQueryNext()) {
            analyze = explainOptions();
        } else {
            analyze = tokens.accept("analyze");
            tokens.accept("verbose");
        }
        return new Statement.Explain(analyze, reading.query());
    }

    /// Reads options in parentheses; whether ANALYZE is among them. What they have PostgreSQL tell
    /// besides is told anyway, or is nothing here.
    private boolean explainOptions() {
        boolean analyze = false;
        tokens.expectSign("(");
        do {
            Position place = tokens.position();
            String option = tokens.expectName("an option").toLowerCase(Locale.ROOT);
            if (option.equals("format")) {
                String format = tokens.expectName("a format");
                if (!format.equalsIgnoreCase("text")) {
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "EXPLAIN tells in text: format=" + format + " at " + place);
                }
            } else if (EXPLAIN_OPTIONS.contains(option)) {
                boolean on = !tokens.accept("false") && !tokens.accept("off");
                if (on && !tokens.accept("true")) {
                    tokens.accept("on");
                }
                analyze |= on && option.equals("analyze");
            } else {
                throw TelegraphException.of(
                        SqlState.SYNTAX_ERROR,
                        "unrecognized EXPLAIN option \""
                                + option
                                + "\" at "
                                + place
                                + Nearest.hint(option, EXPLAIN_OPTIONS));
            }
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
        return analyze;
    }

    private Statement create() {
        tokens.expect("create");
        RightsGrammar.demandKnown(tokens);
        boolean orReplace = tokens.accept("or");
        if (orReplace) {
            tokens.expect("replace");
        }
        DefinitionGrammar definitions = new DefinitionGrammar(reading);
        if (orReplace) {
            definitions.refuseTemporary();
        } else if (definitions.isNext()) {
            return definitions.create();
        }
        boolean source = kind();
        boolean ifNotExists = tokens.accept("if", "not", "exists");
        if (ifNotExists && orReplace) {
            throw Tokens.error(
                    tokens.position(), "OR REPLACE and IF NOT EXISTS exclude each other");
        }
        TableName name = reading.tableName("a name");
        return source
                ? createSource(name, orReplace, ifNotExists)
                : createView(name, orReplace, ifNotExists);
    }

    /// Reads SOURCE or VIEW; whether it is SOURCE.
    private boolean kind() {
        if (tokens.accept("source")) {
            return true;
        }
        if (!tokens.accept("view")) {
            throw tokens.unexpected("TABLE, INDEX, SEQUENCE, SCHEMA, SOURCE or VIEW", KINDS);
        }
        return false;
    }

    private Statement createSource(TableName name, boolean orReplace, boolean ifNotExists) {
        SourceGrammar grammar = new SourceGrammar(tokens);
        List<ColumnDefinition> columns = grammar.columns();
        Map<String, String> options = grammar.options();
        tokens.expectEnd(options.isEmpty() ? new String[] {"WITH"} : new String[0]);
        if (columns.isEmpty() && options.isEmpty()) {
            throw tokens.unexpected("columns in parentheses, or WITH", List.of());
        }
        return new Statement.CreateSource(name, orReplace, ifNotExists, columns, options);
    }

    private Statement createView(TableName name, boolean orReplace, boolean ifNotExists) {
        List<String> columns =
                tokens.peek().isSign("(") ? tokens.expectNames("a column") : List.of();
        tokens.expect("as");
        int start = tokens.peek().start();
        Position place = tokens.position();
        // Reading it finds what is wrong with it now and not at its first use.
        if (reading.query().estimating().isAsked()) {
            throw inView(place);
        }
        return new Statement.CreateView(
                name, orReplace, ifNotExists, columns, tokens.text(start, tokens.peek(-1).end()));
    }

    private static TelegraphException inView(Position place) {
        return Tokens.error(
                place,
                "a view is a table to others: SELECT ONLINE, ERROR WITHIN and WITHIN belong to the"
                        + " query that reads it");
    }

    private Statement drop() {
        tokens.expect("drop");
        RightsGrammar.demandKnown(tokens);
        DefinitionGrammar definitions = new DefinitionGrammar(reading);
        if (definitions.isNext()) {
            return definitions.drop();
        }
        boolean source = kind();
        boolean ifExists = reading.ifExists();
        List<TableName> names = reading.tableNames("a name");
        if (source) {
            return reading.ended(new Statement.DropSource(names, ifExists));
        }
        boolean cascade = reading.cascade();
        return reading.ended(new Statement.DropView(names, ifExists, cascade));
    }

    private Statement show() {
        tokens.expect("show");
        Statement shown = null;
        if (tokens.accept("create")) {
            skipKind();
            shown = new Statement.ShowCreate(reading.tableName("a name"));
        } else if (tokens.accept("sources")) {
            shown = new Statement.ShowSources();
        } else if (tokens.accept("views")) {
            shown = new Statement.ShowViews();
        } else if (tokens.accept("tables")) {
            shown = new Statement.ShowTables();
        } else if (tokens.accept("schemas")) {
            shown = new Statement.ShowSchemas();
        } else if (tokens.accept("transaction", "isolation", "level")) {
            shown = new Statement.Show("transaction_isolation");
        } else if (tokens.accept("settings") || tokens.accept("all")) {
            shown = new Statement.ShowSettings();
        } else if (tokens.atEnd()) {
            throw tokens.unexpected(String.join(", ", SHOWN) + " or a setting", SHOWN);
        } else {
            shown = new Statement.Show(setting());
        }
        tokens.expectEnd();
        return shown;
    }

    private Statement describe() {
        tokens.next();
        Token first = tokens.peek();
        boolean call = first.kind() == Token.Kind.WORD && tokens.peek(1).isSign("(");
        if (first.isString() || call) {
            return new Statement.DescribeQuery(reading.allOfTable());
        }
        boolean named = first.is("table") && tokens.peek(1).isName();
        if (reading.isQueryNext() && !named && tokens.peek(1).kind() != Token.Kind.END) {
            return new Statement.DescribeQuery(reading.query());
        }
        skipKind();
        TableName name = reading.tableName("a name, a query or a file in quotes");
        tokens.expectEnd();
        return new Statement.Describe(name);
    }

    /// Reads SOURCE, VIEW or TABLE if a name follows it.
    private void skipKind() {
        Token kind = tokens.peek();
        boolean known = kind.is("source") || kind.is("view") || kind.is("table");
        if (known && tokens.peek(1).isName()) {
            tokens.next();
        }
    }

    private Statement set() {
        tokens.expect("set");
        String name = setting();
        if (!tokens.acceptSign("=") && !tokens.accept("to")) {
            throw tokens.unexpected("\"=\" or TO", List.of("TO"));
        }
        Token first = tokens.peek();
        if (tokens.atEnd()) {
            throw tokens.unexpected("a value", List.of());
        }
        if (first.is("default") && tokens.peek(1).kind() == Token.Kind.END) {
            return new Statement.Reset(name);
        }
        boolean alone = tokens.peek(1).kind() == Token.Kind.END;
        if (first.isString() || first.kind() == Token.Kind.QUOTED && alone) {
            String value = tokens.next().value();
            tokens.expectEnd();
            return new Statement.Set(name, value);
        }
        // Anything else is taken as written, so that sizes and times need no quotes: 512MB, 10 s.
        Token last = first;
        while (!tokens.atEnd()) {
            last = tokens.next();
            if (last.isString()) {
                throw Tokens.error(tokens.position(last), "a setting takes one value");
            }
        }
        return new Statement.Set(name, tokens.text(first.start(), last.end()));
    }

    private Statement reset() {
        tokens.expect("reset");
        String name = setting();
        tokens.expectEnd();
        return new Statement.Reset(name);
    }

    /// Reads the name of a setting, which may have dots.
    private String setting() {
        List<String> parts = new ArrayList<>();
        do {
            parts.add(tokens.expectName("a setting"));
        } while (tokens.acceptSign("."));
        return String.join(".", parts);
    }

    /// Reads the whole statement as a query.
    public Statement.Select readQuery() {
        return roomy(() -> {
            Statement.Select query = reading.query();
            withLocked(new Statement.DescribeQuery(query));
            return query;
        });
    }

    public static TelegraphException missing() {
        return Tokens.error(new Position(1, 1), "expected a statement, found nothing");
    }
}
