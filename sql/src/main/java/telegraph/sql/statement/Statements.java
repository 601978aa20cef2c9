package telegraph.sql.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import telegraph.memory.Type;

/// Reads scripts.
///
/// Threads: any.
public final class Statements {
    /// The functions that are tables where a table is due.
    public static final Set<String> TABLE_FUNCTIONS =
            Set.of(
                    "read_csv",
                    "read_tsv",
                    "read_json",
                    "read_ndjson",
                    "read_parquet",
                    "read_html",
                    "crawl",
                    "crawl_pages",
                    "crawl_links");

    private static final Pattern PLAIN_NAME = Pattern.compile("[a-z_][a-z0-9_]*");

    /// Names that PostgreSQL or the standard reserve, so that they need quotes in a query.
    private static final Set<String> RESERVED =
            Set.of(
                    ("all and any array as asc between both by case cast check collate column create"
                                    + " cross cube current cursor date day default desc describe"
                                    + " distinct drop else end except exists explain false fetch"
                                    + " filter for foreign from full group grouping having hour if"
                                    + " in inner insert intersect interval into is join key language"
                                    + " lateral leading left like limit method minute minus month"
                                    + " natural not null offset on only or order outer over"
                                    + " partition position primary range references right row rows"
                                    + " second select set show some symmetric table then time"
                                    + " timestamp to trailing true union unique unknown update user"
                                    + " using value values view when where window with year")
                            .split(" "));

    private Statements() {}

    /// All statements of a script.
    ///
    /// @throws telegraph.memory.TelegraphException of kind INPUT that says where the first mistake
    ///   is
    public static List<Parsed> parse(String script) {
        return parse(script, TABLE_FUNCTIONS);
    }

    /// All statements of a script in which calls of `functions` are tables.
    ///
    /// @param functions names in lower case
    public static List<Parsed> parse(String script, Set<String> functions) {
        Script cut = Script.of(script);
        List<Parsed> parsed = new ArrayList<>();
        for (List<Token> statement : cut.statements()) {
            Statement read = new StatementParser(cut, statement, functions).read();
            Position position = cut.lines().position(statement.getFirst().start());
            parsed.add(new Parsed(read, cut.source(statement), position.line(), position.column()));
        }
        return parsed;
    }

    /// The one query that `text` is.
    public static Statement.Select query(String text) {
        Script cut = Script.of(text);
        List<List<Token>> statements = cut.statements();
        if (statements.isEmpty()) {
            throw StatementParser.missing();
        }
        if (statements.size() > 1) {
            throw Tokens.error(
                    cut.lines().position(statements.get(1).getFirst().start()),
                    "expected one query, found more after the semicolon");
        }
        return new StatementParser(cut, statements.getFirst(), TABLE_FUNCTIONS).readQuery();
    }

    /// The texts of a script's statements, without semicolons, whether they can be read or not.
    public static List<String> split(String script) {
        Script cut = Script.of(script);
        return cut.statements().stream().map(cut::source).toList();
    }

    /// The statements of a script as [#split] gives them, each moved to where it stands in the
    /// script by white space before it, so that messages about it name that place. What they mean
    /// is not looked at, so the statements before a wrong one can be carried out.
    public static List<String> splitInPlace(String script) {
        Script cut = Script.of(script);
        return cut.statements().stream()
                .map(statement -> {
                    Position at = cut.lines().position(statement.getFirst().start());
                    return "\n".repeat(at.line() - 1)
                            + " ".repeat(at.column() - 1)
                            + cut.source(statement);
                })
                .toList();
    }

    /// Whether the text does not end in the middle of a statement: it is empty, or its last
    /// statement ends in a semicolon.
    public static boolean isComplete(String text) {
        return Script.of(text).isComplete();
    }

    /// A name as a statement has to write it, with quotes if it needs them.
    public static String quoteName(String name) {
        boolean plain =
                PLAIN_NAME.matcher(name).matches()
                        && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
        return plain ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /// A string as a statement has to write it.
    public static String quoteString(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    /// The name of a type as a column's declaration has to write it.
    public static String typeName(Type type) {
        return TypeNames.name(type);
    }
}
