package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// The grammar of sequences, and of how identities count.
///
/// ```
/// create  = SEQUENCE [ IF NOT EXISTS ] name { option }
/// alter   = SEQUENCE [ IF EXISTS ] name ( option { option } | RENAME TO name | SET SCHEMA name )
/// drop    = SEQUENCE [ IF EXISTS ] name { "," name } [ CASCADE | RESTRICT ]
/// option  = AS type | INCREMENT [ BY ] n | MINVALUE n | NO MINVALUE | MAXVALUE n | NO MAXVALUE
///         | START [ WITH ] n | RESTART [ [ WITH ] n ] | CACHE n | [ NO ] CYCLE
///         | OWNED BY ( NONE | table "." column ) | SEQUENCE NAME name
/// ```
final class SequenceGrammar {
    private static final List<String> OPTIONS =
            List.of(
                    "AS",
                    "INCREMENT",
                    "MINVALUE",
                    "MAXVALUE",
                    "NO",
                    "START",
                    "RESTART",
                    "CACHE",
                    "CYCLE",
                    "OWNED");

    private final StatementReader reading;
    private final Tokens tokens;
    private final Set<String> said = new HashSet<>();
    private Optional<SqlType> type = Optional.empty();
    private OptionalLong increment = OptionalLong.empty();
    private Optional<SequenceOptions.Bound> minimum = Optional.empty();
    private Optional<SequenceOptions.Bound> maximum = Optional.empty();
    private OptionalLong start = OptionalLong.empty();
    private OptionalLong cache = OptionalLong.empty();
    private Optional<Boolean> cycle = Optional.empty();
    private Optional<SequenceOptions.Restart> restart = Optional.empty();
    private Optional<SequenceOptions.Owner> owner = Optional.empty();
    private Optional<TableName> name = Optional.empty();

    SequenceGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    Statement create() {
        tokens.expect("sequence");
        boolean ifNotExists = reading.ifNotExists();
        TableName of = reading.tableName("a sequence");
        while (option()) {}
        return ended(new Definition.CreateSequence(of, ifNotExists, options()));
    }

    Statement alter() {
        tokens.expect("sequence");
        boolean ifExists = reading.ifExists();
        TableName of = reading.tableName("a sequence");
        if (tokens.accept("rename", "to")) {
            TableName to = new TableName(of.schema(), tokens.expectName("a name"));
            return moved(of, ifExists, to);
        }
        if (tokens.accept("set", "schema")) {
            TableName to = new TableName(tokens.expectName("a schema"), of.name());
            return moved(of, ifExists, to);
        }
        if (!option()) {
            throw tokens.unexpected("RENAME TO, SET SCHEMA, RESTART or an option", OPTIONS);
        }
        while (option()) {}
        return ended(new Definition.AlterSequence(of, ifExists, options(), Optional.empty()));
    }

    private Statement moved(TableName name, boolean ifExists, TableName to) {
        return reading.ended(
                new Definition.AlterSequence(
                        name, ifExists, SequenceOptions.NONE, Optional.of(to)));
    }

    Statement drop() {
        tokens.expect("sequence");
        boolean ifExists = reading.ifExists();
        List<TableName> names = reading.tableNames("a sequence");
        boolean cascade = reading.cascade();
        return reading.ended(
                new Definition.DropSequence(names, ifExists, cascade), "CASCADE", "RESTRICT");
    }

    private Statement ended(Statement statement) {
        return reading.ended(statement, OPTIONS.toArray(String[]::new));
    }

    /// The options of an identity in parentheses, if there are any.
    SequenceOptions ofIdentity() {
        if (tokens.acceptSign("(")) {
            while (option()) {}
            tokens.expectSign(")");
        }
        return options();
    }

    /// Those after ALTER COLUMN, each of which has SET before it but RESTART.
    SequenceOptions ofAlteredIdentity() {
        while (tokens.peek().is("restart") || tokens.peek().is("set")) {
            tokens.accept("set");
            if (!option()) {
                throw tokens.unexpected("an option of the identity", OPTIONS);
            }
        }
        return options();
    }

    /// Whether SET and an option of an identity, or RESTART, is next.
    boolean isAlteredIdentityNext() {
        Token after = tokens.peek(1);
        return tokens.peek().is("restart")
                || tokens.peek().is("set")
                        && OPTIONS.stream()
                                .anyMatch(word -> after.is(word.toLowerCase(Locale.ROOT)));
    }

    private SequenceOptions options() {
        return new SequenceOptions(
                type, increment, minimum, maximum, start, cache, cycle, restart, owner, name);
    }

    /// Reads an option if one is next.
    private boolean option() {
        Position place = tokens.position();
        if (tokens.accept("as")) {
            once("AS", place);
            type = Optional.of(type(place));
        } else if (tokens.accept("increment")) {
            tokens.accept("by");
            increment = number("INCREMENT", place);
        } else if (tokens.accept("minvalue")) {
            minimum = Optional.of(new SequenceOptions.Bound(number("MINVALUE", place)));
        } else if (tokens.accept("maxvalue")) {
            maximum = Optional.of(new SequenceOptions.Bound(number("MAXVALUE", place)));
        } else if (tokens.accept("start")) {
            tokens.accept("with");
            start = number("START", place);
        } else if (tokens.accept("restart")) {
            restart(place);
        } else if (tokens.accept("cache")) {
            cache = number("CACHE", place);
        } else if (tokens.accept("cycle")) {
            once("CYCLE", place);
            cycle = Optional.of(true);
        } else if (tokens.accept("owned", "by")) {
            once("OWNED BY", place);
            owner = Optional.of(owner());
        } else if (tokens.accept("sequence", "name")) {
            once("SEQUENCE NAME", place);
            name = Optional.of(reading.tableName("a sequence"));
        } else if (tokens.accept("no")) {
            no(place);
        } else {
            return false;
        }
        return true;
    }

    private void no(Position place) {
        SequenceOptions.Bound none = new SequenceOptions.Bound(OptionalLong.empty());
        if (tokens.accept("minvalue")) {
            once("MINVALUE", place);
            minimum = Optional.of(none);
        } else if (tokens.accept("maxvalue")) {
            once("MAXVALUE", place);
            maximum = Optional.of(none);
        } else if (tokens.accept("cycle")) {
            once("CYCLE", place);
            cycle = Optional.of(false);
        } else {
            throw tokens.unexpected(
                    "MINVALUE, MAXVALUE or CYCLE", List.of("MINVALUE", "MAXVALUE", "CYCLE"));
        }
    }

    private void restart(Position place) {
        boolean given = tokens.accept("with") || isNumberNext();
        OptionalLong with = OptionalLong.empty();
        if (given) {
            with = number("RESTART", place);
        } else {
            once("RESTART", place);
        }
        restart = Optional.of(new SequenceOptions.Restart(with));
    }

    private boolean isNumberNext() {
        Token next = tokens.peek();
        return next.isSign("-") || next.isSign("+") || next.kind() == Token.Kind.NUMBER;
    }

    private OptionalLong number(String option, Position place) {
        once(option, place);
        boolean negative = tokens.acceptSign("-");
        if (!negative) {
            tokens.acceptSign("+");
        }
        if (tokens.peek().kind() != Token.Kind.NUMBER) {
            throw tokens.unexpected("a number", List.of());
        }
        String digits = (negative ? "-" : "") + tokens.next().value();
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw TelegraphException.of(
                    SqlState.INVALID_TEXT_REPRESENTATION,
                    "a sequence counts in whole numbers of 64 bits: " + option + "=" + digits,
                    e);
        }
    }

    private void once(String option, Position place) {
        if (!said.add(option)) {
            throw Tokens.error(place, "a sequence has each option once: option=" + option);
        }
    }

    private SqlType type(Position place) {
        SqlType of = TypeNames.readSql(tokens);
        if (!of.isWhole()) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a sequence is of smallint, integer or bigint: type=" + of + " at " + place);
        }
        return of;
    }

    private SequenceOptions.Owner owner() {
        Position place = tokens.position();
        List<String> parts = new ArrayList<>();
        do {
            parts.add(tokens.expectName("a table and its column, or NONE"));
        } while (tokens.acceptSign("."));
        return switch (parts.size()) {
            case 1 -> {
                if (!parts.getFirst().equals("none")) {
                    throw Tokens.error(place, "write OWNED BY table.column, or OWNED BY NONE");
                }
                yield new SequenceOptions.Owner(Optional.empty());
            }
            case 2 -> owner(TableName.of(parts.get(0)), parts.get(1));
            case 3 -> owner(new TableName(parts.get(0), parts.get(1)), parts.get(2));
            default -> throw Tokens.error(place, "write OWNED BY table.column, or OWNED BY NONE");
        };
    }

    private static SequenceOptions.Owner owner(TableName table, String column) {
        return new SequenceOptions.Owner(Optional.of(new SequenceOptions.Column(table, column)));
    }
}
