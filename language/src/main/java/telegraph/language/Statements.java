package telegraph.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.grammar.StatementParser;
import telegraph.language.grammar.TypeNames;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Script;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;
import telegraph.language.query.QueryReader;
import telegraph.language.shape.PointShape;
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

    private Statements() {}

    /// All statements of a script.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT that says where the first mistake
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
            StatementParser parser = new StatementParser(cut, statement, functions);
            Statement read = parser.read();
            Position position = cut.lines().position(statement.getFirst().start());
            parsed.add(
                    new Parsed(
                            read,
                            cut.source(statement),
                            position.line(),
                            position.column(),
                            parser.databases()));
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

    /// Whether a statement begins with WITH and changes rows all the same.
    public static boolean isChangeWithWith(String statement) {
        Script cut = Script.of(statement);
        List<List<Token>> statements = cut.statements();
        return !statements.isEmpty()
                && new QueryReader(cut.reading(statements.getFirst()), TABLE_FUNCTIONS)
                        .isChangeWithWith();
    }

    /// The name of a type as a column's declaration has to write it.
    public static String typeName(Type type) {
        return TypeNames.name(type);
    }

    /// The name of its type as the declaration of a source's column has to write it.
    ///
    /// @param element the type of the elements of an array; empty if it is none
    public static String typeName(Type type, Optional<Type> element) {
        return element.map(one -> TypeNames.name(one) + "[]").orElse(TypeNames.name(type));
    }

    /// The type of a name as PostgreSQL writes it, or empty if there is none such.
    public static Optional<SqlType> type(String name) {
        try {
            Script script = Script.of(name);
            Tokens tokens = script.reading(script.statements().getFirst());
            SqlType type = TypeNames.readSql(tokens);
            return tokens.atEnd() ? Optional.of(type) : Optional.empty();
        } catch (TelegraphException e) {
            return Optional.empty(); // a type of PostgreSQL that columns cannot have
        }
    }

    /// The name of a type of the catalog as PostgreSQL writes it, or empty if it is another's or
    /// none.
    public static Optional<TableName> userType(String name) {
        try {
            Script script = Script.of(name);
            if (script.statements().isEmpty()) {
                return Optional.empty();
            }
            Tokens tokens = script.reading(script.statements().getFirst());
            SqlType type = TypeNames.readAny(tokens);
            return tokens.atEnd() ? type.user().map(UserType::name) : Optional.empty();
        } catch (TelegraphException e) {
            return Optional.empty(); // no name of a type: no other question is asked
        }
    }

    /// What a literal says that is all of an expression, be it cast.
    public static Optional<String> literal(String expression) {
        List<Token> tokens = Lexer.cut(expression).tokens();
        boolean alone =
                tokens.getFirst().kind() == Token.Kind.STRING
                        && (tokens.get(1).kind() == Token.Kind.END || tokens.get(1).isSign("::"));
        return alone ? Optional.of(tokens.getFirst().value()) : Optional.empty();
    }

    /// A statement about one row; empty if the text is any other one, right or wrong.
    public static Optional<PointStatement> point(String statement) {
        try {
            List<Parsed> parsed = parse(statement);
            return parsed.size() == 1
                    ? PointShape.of(parsed.getFirst().statement())
                    : Optional.empty();
        } catch (TelegraphException e) {
            return Optional.empty(); // what is wrong with it is said by who carries it out
        }
    }
}
