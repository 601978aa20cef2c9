package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.language.ast.Preparation;
import telegraph.language.ast.Query;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// The grammar of prepared statements.
///
/// ```
/// prepare    = PREPARE name [ "(" type { "," type } ")" ] AS statement
/// execute    = EXECUTE name [ "(" value { "," value } ")" ]
/// deallocate = DEALLOCATE [ PREPARE ] ( name | ALL )
/// ```
final class PreparationGrammar {
    private final StatementReader reading;
    private final Tokens tokens;

    PreparationGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Reads the statement if it is one of these.
    Optional<Statement> read() {
        String word = tokens.peek().value().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "prepare" -> Optional.of(prepare());
            case "execute" -> Optional.of(execute());
            case "deallocate" -> Optional.of(deallocate());
            default -> Optional.empty();
        };
    }

    private Statement prepare() {
        tokens.expect("prepare");
        String name = tokens.expectName("a name");
        List<SqlType> types = new ArrayList<>();
        if (tokens.acceptSign("(")) {
            do {
                types.add(TypeNames.readAny(tokens));
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        }
        tokens.expect("as");
        Position position = tokens.position();
        if (tokens.atEnd()) {
            throw tokens.unexpected("a statement", List.of());
        }
        int start = tokens.peek().start();
        while (!tokens.atEnd()) {
            tokens.next();
        }
        String text = tokens.text(start, tokens.peek(-1).end());
        return new Preparation.Prepare(name, types, text, position);
    }

    private Statement execute() {
        tokens.expect("execute");
        String name = tokens.expectName("a name");
        Optional<Statement.Select> values = Optional.empty();
        if (tokens.peek().isSign("(")) {
            Composed composed = Composed.at(tokens.peek().start());
            tokens.next();
            List<Query.Item> items =
                    reading.queries().terms().list().stream().map(composed::item).toList();
            tokens.expectSign(")");
            Query row = composed.select(items, List.of(), Optional.empty());
            values = Optional.of(reading.select(row));
        }
        return reading.ended(new Preparation.Execute(name, values));
    }

    private Statement deallocate() {
        tokens.expect("deallocate");
        tokens.accept("prepare");
        Optional<String> name =
                tokens.accept("all")
                        ? Optional.empty()
                        : Optional.of(tokens.expectName("a name or ALL"));
        return reading.ended(new Preparation.Deallocate(name));
    }
}
