package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.ast.Transfer;
import telegraph.language.ast.Transfer.CopyOptions;
import telegraph.language.ast.Transfer.CopyOptions.Format;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// The grammar of TRUNCATE and COPY.
///
/// ```
/// truncate = TRUNCATE [ TABLE ] table { "," table }
///            [ ( RESTART | CONTINUE ) IDENTITY ] [ CASCADE | RESTRICT ]
/// copy     = COPY ( table [ names ] | "(" query ")" ) ( FROM | TO ) ( path | STDIN | STDOUT )
///            [ [ WITH ] ( "(" option { "," option } ")" | option { option } ) ]
/// option   = FORMAT ( CSV | TEXT | BINARY ) | CSV | HEADER [ flag ] | FREEZE [ flag ] | DELIMITER [ AS ] string
///          | NULL [ AS ] string | QUOTE [ AS ] string | ESCAPE [ AS ] string | ENCODING 'UTF8'
/// ```
final class TransferGrammar {
    private static final List<String> OPTIONS =
            List.of(
                    "FORMAT",
                    "CSV",
                    "HEADER",
                    "DELIMITER",
                    "NULL",
                    "QUOTE",
                    "ESCAPE",
                    "ENCODING",
                    "FREEZE");

    private final StatementReader reading;
    private final Tokens tokens;
    private Optional<Format> format = Optional.empty();
    private boolean header;
    private String delimiter = "";
    private Optional<String> nullText = Optional.empty();
    private String quote = "\"";
    private String escape = "";

    TransferGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    Statement truncate() {
        tokens.expect("truncate");
        tokens.accept("table");
        List<TableName> names = reading.tableNames("a table");
        boolean restart = tokens.accept("restart", "identity");
        if (!restart) {
            tokens.accept("continue", "identity");
        }
        boolean cascade = reading.cascade();
        return reading.ended(
                new Transfer.Truncate(names, restart, cascade), "RESTART", "CONTINUE", "CASCADE");
    }

    Statement copy() {
        tokens.expect("copy");
        if (tokens.peek().isSign("(")) {
            tokens.expectSign("(");
            Statement.Select query = reading.exactQuery();
            tokens.expectSign(")");
            tokens.expect("to");
            return to(query, Optional.empty());
        }
        int start = tokens.peek().start();
        TableName table = reading.tableName("a table or a query in parentheses");
        List<String> columns = tokens.peek().isSign("(") ? reading.columns() : List.of();
        if (tokens.accept("from")) {
            CopyName file = name("stdin");
            CopyOptions options = options(file);
            return reading.ended(new Transfer.CopyFrom(table, columns, file.path(), options));
        }
        if (!tokens.accept("to")) {
            throw tokens.unexpected("FROM or TO", List.of("FROM", "TO"));
        }
        return to(
                reading.select(all(Composed.at(start), table, columns)),
                Optional.of(new Transfer.Copied(table, columns)));
    }

    private Statement to(Statement.Select rows, Optional<Transfer.Copied> table) {
        CopyName file = name("stdout");
        CopyOptions options = options(file);
        file.demandWritten(format.isPresent());
        return reading.ended(new Transfer.CopyTo(rows, table, file.path(), options));
    }

    private static Query all(Composed composed, TableName table, List<String> columns) {
        List<Identifier> name = new ArrayList<>();
        if (!table.isBare()) {
            name.add(composed.name(table.schema()));
        }
        name.add(composed.name(table.name()));
        List<Query.Item> items =
                columns.isEmpty()
                        ? List.of(composed.item(new Term.Star(List.of(), composed.at())))
                        : columns.stream().map(c -> composed.item(composed.column(c))).toList();
        return composed.select(
                items,
                List.of(new Query.Table(name, Optional.empty(), composed.at())),
                Optional.empty());
    }

    private CopyName name(String standard) {
        Position position = tokens.position();
        String path =
                tokens.accept(standard)
                        ? ""
                        : tokens.expectString(
                                "a path, or " + standard.toUpperCase(Locale.ROOT) + ",");
        return new CopyName(path, position);
    }

    /// @param file without a path for what passes between a client and us, which is text as in
    ///   PostgreSQL
    private CopyOptions options(CopyName file) {
        boolean with = tokens.accept("with");
        if (tokens.acceptSign("(")) {
            do {
                option();
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        } else {
            if (with) {
                option();
            }
            while (!tokens.atEnd()) {
                option();
            }
        }
        return new CopyOptions(
                format.orElse(file.path().isEmpty() ? Format.TEXT : Format.CSV),
                header,
                delimiter.isEmpty() && file.hasTabs() ? "\t" : delimiter,
                nullText,
                quote,
                escape.isEmpty() ? quote : escape);
    }

    private void option() {
        if (tokens.accept("format")) {
            format = Optional.of(format());
        } else if (tokens.accept("csv")) {
            format = Optional.of(Format.CSV);
        } else if (tokens.accept("header")) {
            header = flag();
        } else if (tokens.accept("delimiter") || tokens.accept("delimiters")) {
            delimiter = character("a delimiter");
        } else if (tokens.accept("null")) {
            nullText = Optional.of(text("a text"));
        } else if (tokens.accept("quote")) {
            quote = character("a quote");
        } else if (tokens.accept("escape")) {
            escape = character("an escape");
        } else if (tokens.accept("freeze")) {
            // Rows that are put in are seen by nobody else before COMMIT, with and without it.
            flag();
        } else if (tokens.accept("encoding")) {
            encoding();
        } else {
            throw tokens.unexpected(String.join(", ", OPTIONS), OPTIONS);
        }
    }

    /// Reads TRUE, FALSE, ON or OFF if one is next; false if it is one that says no.
    private boolean flag() {
        boolean off = tokens.accept("false") || tokens.accept("off");
        if (!off && !tokens.accept("true")) {
            tokens.accept("on");
        }
        return !off;
    }

    private Format format() {
        String name =
                tokens.peek().isString() ? tokens.next().value() : tokens.expectName("a format");
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "csv" -> Format.CSV;
            case "text" -> Format.TEXT;
            case "binary" -> Format.BINARY;
            default ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "COPY knows the formats csv, text and binary: found \"" + name + "\"");
        };
    }

    private String text(String what) {
        tokens.accept("as");
        return tokens.expectString(what);
    }

    private String character(String what) {
        Position position = tokens.position();
        String text = text(what);
        if (text.length() != 1 || text.charAt(0) > '~' || text.charAt(0) < '\t' || isBreak(text)) {
            throw Tokens.error(position, what + " is one character of ASCII, and no line break");
        }
        return text;
    }

    private static boolean isBreak(String text) {
        return text.equals("\n") || text.equals("\r");
    }

    private void encoding() {
        Position position = tokens.position();
        String name = text("an encoding").toUpperCase(Locale.ROOT).replace("-", "");
        if (!name.equals("UTF8")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "COPY reads and writes UTF8 only at " + position);
        }
    }
}
