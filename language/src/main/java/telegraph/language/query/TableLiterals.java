package telegraph.language.query;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableLiteral;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// The literal tables of one statement, and the identifiers that stand for them.
///
/// The identifier is what a reader would call the table, so that plans and messages are readable; a
/// number is added where it would otherwise be, but for case, that of another literal or a name in
/// the query.
final class TableLiterals {
    private static final Pattern COMPRESSION = Pattern.compile("(?i)\\.(gz|gzip|zst|zstd)$");
    private static final Pattern EXTENSION = Pattern.compile("\\.[A-Za-z0-9]{1,8}$");
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}\\p{N} _.-]+");

    /// What names of table functions begin with, and of nothing else that is called like one.
    private static final Pattern PREFIXES = Pattern.compile("read_|crawl_");

    private final Tokens tokens;
    private final Set<String> functions;
    private final Map<List<Object>, TableLiteral> found = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>();

    TableLiterals(Tokens tokens, Set<String> functions) {
        this.tokens = tokens;
        this.functions = functions;
        tokens.names().forEach(name -> taken.add(name.toLowerCase(Locale.ROOT)));
    }

    List<TableLiteral> found() {
        return List.copyOf(found.values());
    }

    /// Whether what is next is a literal table, given that a table is due.
    boolean isNext() {
        Token token = tokens.peek();
        if (token.isString()) {
            return true;
        }
        if (token.kind() != Token.Kind.WORD || !tokens.peek(1).isSign("(")) {
            return false;
        }
        String name = token.value().toLowerCase(Locale.ROOT);
        if (PREFIXES.matcher(name).lookingAt() && !functions.contains(name)) {
            throw TelegraphException.input(
                    "unknown table function \""
                            + token.value()
                            + "\" at "
                            + tokens.position()
                            + Nearest.hint(name, functions));
        }
        return functions.contains(name);
    }

    /// Reads the literal that is next.
    TableLiteral read() {
        Position position = tokens.position();
        Token first = tokens.next();
        String function = "";
        List<Object> arguments = List.of(first.value());
        Map<String, Object> named = Map.of();
        if (!first.isString()) {
            function = first.value().toLowerCase(Locale.ROOT);
            LiteralValues.Arguments read = new LiteralValues(tokens, function).read();
            arguments = read.plain();
            named = read.named();
        }
        return known(position, function, arguments, named);
    }

    /// The table of a list of values.
    TableLiteral listed(Position position, List<Object> values) {
        return known(position, TableLiteral.VALUES, values, Map.of());
    }

    private TableLiteral known(
            Position position, String function, List<Object> arguments, Map<String, Object> named) {
        List<Object> same = List.of(function, arguments, named);
        TableLiteral known = found.get(same);
        if (known == null) {
            TableLiteral literal =
                    new TableLiteral(
                            "", function, arguments, named, position.line(), position.column());
            known =
                    new TableLiteral(
                            identifier(literal.title()),
                            function,
                            arguments,
                            named,
                            position.line(),
                            position.column());
            found.put(same, known);
        }
        return known;
    }

    private String identifier(String title) {
        String name = title.replaceAll("[\\p{Cntrl}]", " ");
        String identifier = name.isEmpty() ? "#1" : name;
        for (int i = 2; !taken.add(identifier.toLowerCase(Locale.ROOT)); i++) {
            identifier = name + "#" + i;
        }
        return identifier;
    }

    /// The name a query may use for the table when it gives none: that of the file, without folders
    /// and extensions, or of a function that does not read one file. Empty for patterns, and where
    /// it would not look like a name.
    static String alias(TableLiteral table) {
        if (table.function().startsWith("crawl")) {
            return table.function();
        }
        if (table.arguments().isEmpty() || !(table.arguments().getFirst() instanceof String path)) {
            return "";
        }
        String file = path;
        if (path.contains("://")) {
            file = path.split("[?#]", 2)[0];
        }
        file = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        file = COMPRESSION.matcher(file).replaceFirst("");
        file = EXTENSION.matcher(file).replaceFirst("");
        return PLAIN_NAME.matcher(file).matches() && !file.isBlank() ? file : "";
    }
}
