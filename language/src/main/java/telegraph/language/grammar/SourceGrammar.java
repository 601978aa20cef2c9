package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.ColumnDefinition.Use;
import telegraph.language.ast.SqlType;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// The grammar of CREATE SOURCE after its name.
///
/// ```
/// source    = [ "(" item { "," item } ")" ] [ WITH "(" option { "," option } ")" ]
/// item      = PRIMARY KEY "(" name { "," name } ")"
///           | name type { attribute }
/// attribute = REQUIRED | OPTIONAL | PATH string | PRIMARY KEY | [ NOT ] NULL
/// option    = key [ "=" ] ( string | [ sign ] number | TRUE | FALSE | NULL )
/// key       = string | quoted name | word { ( "." | "-" ) word }
/// ```
///
/// NOT NULL is accepted and promises nothing, since no source keeps it. A key's first word is in
/// lower case, and what follows the first dot is as written: `header.Accept`, `form.tailNum`.
final class SourceGrammar {
    private static final List<String> ATTRIBUTES =
            List.of("REQUIRED", "OPTIONAL", "PATH", "PRIMARY", "NOT");

    private final Tokens tokens;

    SourceGrammar(Tokens tokens) {
        this.tokens = tokens;
    }

    /// Reads the columns; none if no parenthesis is next.
    List<ColumnDefinition> columns() {
        Map<String, ColumnDefinition> columns = new LinkedHashMap<>();
        List<Token> keys = new ArrayList<>();
        if (!tokens.acceptSign("(")) {
            return List.of();
        }
        do {
            if (tokens.peek().is("primary")
                    && tokens.peek(1).is("key")
                    && tokens.peek(2).isSign("(")) {
                primaryKey(keys);
            } else {
                ColumnDefinition column = column();
                if (columns.put(column.name().toLowerCase(Locale.ROOT), column) != null) {
                    throw TelegraphException.input(
                            "column \""
                                    + column.name()
                                    + "\" stands twice at "
                                    + column.position());
                }
            }
        } while (tokens.acceptSign(","));
        if (!tokens.acceptSign(")")) {
            throw tokens.unexpected("REQUIRED, OPTIONAL, PATH, \",\" or \")\"", ATTRIBUTES);
        }
        keys.forEach(key -> mark(columns, key));
        return List.copyOf(columns.values());
    }

    private void primaryKey(List<Token> keys) {
        if (!keys.isEmpty()) {
            throw Tokens.error(tokens.position(), "a source has one primary key");
        }
        tokens.expect("primary", "key");
        tokens.expectSign("(");
        do {
            Token name = tokens.peek();
            tokens.expectNameAsWritten("a column");
            keys.add(name);
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
    }

    private void mark(Map<String, ColumnDefinition> columns, Token name) {
        String key = name.value().toLowerCase(Locale.ROOT);
        ColumnDefinition column = columns.get(key);
        if (column == null) {
            throw TelegraphException.input(
                    "unknown column \""
                            + name.value()
                            + "\" at "
                            + tokens.position(name)
                            + Nearest.hint(key, columns.keySet()));
        }
        columns.put(
                key,
                new ColumnDefinition(
                        column.name(),
                        column.type(),
                        column.element(),
                        column.path(),
                        column.use(),
                        true,
                        column.position()));
    }

    private ColumnDefinition column() {
        Position position = tokens.position();
        String name = tokens.expectNameAsWritten("a column");
        SqlType type = TypeNames.readSql(tokens);
        String path = null;
        Use use = Use.PLAIN;
        boolean key = false;
        while (true) {
            Position attribute = tokens.position();
            if (tokens.accept("required")) {
                use = use(name, use, Use.REQUIRED, attribute);
            } else if (tokens.accept("optional")) {
                use = use(name, use, Use.OPTIONAL, attribute);
            } else if (tokens.accept("path")) {
                if (path != null) {
                    throw Tokens.error(attribute, "column \"" + name + "\" has one PATH");
                }
                path = tokens.expectString("a path");
            } else if (tokens.accept("primary")) {
                tokens.expect("key");
                key = true;
            } else if (tokens.accept("not")) {
                tokens.expect("null");
            } else if (!tokens.accept("null")) {
                return new ColumnDefinition(
                        name,
                        type.physical(),
                        type.element().map(SqlType::physical),
                        path == null ? "" : path,
                        use,
                        key,
                        position);
            }
        }
    }

    private static Use use(String name, Use before, Use now, Position position) {
        if (before != Use.PLAIN && before != now) {
            throw Tokens.error(
                    position, "column \"" + name + "\" is either REQUIRED or OPTIONAL, not both");
        }
        return now;
    }

    /// Reads the options; none if WITH is not next.
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        if (!tokens.accept("with")) {
            return options;
        }
        tokens.expectSign("(");
        do {
            Position position = tokens.position();
            String key = key();
            tokens.acceptSign("=");
            if (options.put(key, value()) != null) {
                throw Tokens.error(position, "option \"" + key + "\" stands twice");
            }
        } while (tokens.acceptSign(","));
        tokens.expectSign(")");
        return options;
    }

    private String key() {
        Token first = tokens.peek();
        if (first.kind() == Token.Kind.QUOTED || first.isString()) {
            return tokens.next().value();
        }
        if (first.kind() != Token.Kind.WORD) {
            throw tokens.unexpected("an option", List.of());
        }
        tokens.next();
        Token last = first;
        // Parts belong together only without white space: header.X-Api-Key.
        while ((tokens.peek().isSign(".") || tokens.peek().isSign("-"))
                && tokens.peek().start() == last.end()) {
            tokens.next();
            last = tokens.peek();
            if (!last.isName()) {
                throw tokens.unexpected("the rest of an option's name", List.of());
            }
            tokens.next();
        }
        String written = tokens.text(first.start(), last.end()).replace("\"", "");
        return first.value().toLowerCase(Locale.ROOT) + written.substring(first.value().length());
    }

    private String value() {
        Token token = tokens.peek();
        if (token.isString() || token.kind() == Token.Kind.NUMBER) {
            return tokens.next().value();
        }
        if (token.isSign("-") || token.isSign("+")) {
            tokens.next();
            if (tokens.peek().kind() != Token.Kind.NUMBER) {
                throw tokens.unexpected("a number", List.of());
            }
            return (token.isSign("-") ? "-" : "") + tokens.next().value();
        }
        for (String word : List.of("true", "false", "null")) {
            if (tokens.accept(word)) {
                return word;
            }
        }
        throw tokens.unexpected(
                "a string in single quotes, a number, true or false", List.of("true", "false"));
    }
}
