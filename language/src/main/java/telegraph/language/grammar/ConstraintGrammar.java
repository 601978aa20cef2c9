package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Constraint.Deferral;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// The grammar of a table's columns and constraints.
///
/// ```
/// column     = name type { [ CONSTRAINT name ] property }
/// property   = NOT NULL | NULL | DEFAULT expression | PRIMARY KEY | UNIQUE
///            | CHECK "(" expression ")" | references
///            | GENERATED ( ALWAYS | BY DEFAULT ) AS IDENTITY [ "(" … ")" ]
///            | GENERATED ALWAYS AS "(" expression ")" STORED
/// constraint = [ CONSTRAINT name ]
///              ( PRIMARY KEY columns | UNIQUE columns | CHECK "(" expression ")"
///              | FOREIGN KEY columns references )
/// references = REFERENCES table [ columns ] { ON ( DELETE | UPDATE ) action } deferral
/// action     = NO ACTION | RESTRICT | CASCADE | SET ( NULL | DEFAULT )
/// type       = … | SERIAL | BIGSERIAL | SMALLSERIAL
/// ```
final class ConstraintGrammar {
    private static final List<String> PROPERTIES =
            List.of(
                    "NOT",
                    "NULL",
                    "DEFAULT",
                    "PRIMARY",
                    "UNIQUE",
                    "CHECK",
                    "REFERENCES",
                    "GENERATED",
                    "CONSTRAINT");
    private static final List<String> CONSTRAINTS =
            List.of("CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN");
    private static final Map<String, SqlType.Name> SERIALS =
            Map.of(
                    "serial", SqlType.Name.INTEGER,
                    "serial4", SqlType.Name.INTEGER,
                    "bigserial", SqlType.Name.BIGINT,
                    "serial8", SqlType.Name.BIGINT,
                    "smallserial", SqlType.Name.SMALLINT,
                    "serial2", SqlType.Name.SMALLINT);

    private final StatementReader reading;
    private final Tokens tokens;
    private final List<Constraint> constraints = new ArrayList<>();

    ConstraintGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// The constraints read so far, those of columns among them.
    List<Constraint> constraints() {
        return List.copyOf(constraints);
    }

    /// Whether a constraint is next, and no column.
    boolean isConstraintNext() {
        Token first = tokens.peek();
        Token second = tokens.peek(1);
        return first.is("constraint")
                || first.is("primary") && second.is("key")
                || first.is("foreign") && second.is("key")
                || (first.is("unique") || first.is("check")) && second.isSign("(");
    }

    private List<String> key() {
        List<String> columns = reading.columns();
        if (tokens.peek().is("include")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a key that is a constraint has no columns beside it at "
                            + tokens.position()
                            + ". Use CREATE UNIQUE INDEX … INCLUDE");
        }
        return columns;
    }

    /// Reads a constraint of the table.
    void constraint() {
        String name = tokens.accept("constraint") ? tokens.expectName("a name") : "";
        if (tokens.accept("primary", "key")) {
            constraints.add(new Constraint.PrimaryKey(name, key()));
            checkedAtOnce("a key");
        } else if (tokens.accept("unique")) {
            constraints.add(new Constraint.Unique(name, key()));
            checkedAtOnce("a key");
        } else if (tokens.peek().is("check")) {
            check(name);
            checkedAtOnce("a CHECK constraint");
        } else if (tokens.accept("foreign", "key")) {
            references(name, reading.columns());
        } else {
            throw tokens.unexpected("PRIMARY KEY, UNIQUE, CHECK or FOREIGN KEY", CONSTRAINTS);
        }
    }

    /// Reads that a constraint is NOT DEFERRABLE, which all but foreign keys are.
    private void checkedAtOnce(String what) {
        Position position = tokens.position();
        if (new Deferring(tokens).read().isDeferrable()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    what + " is checked by each statement and cannot be deferred at " + position);
        }
    }

    private void check(String name) {
        Position position = tokens.position();
        tokens.expect("check");
        String text = reading.inParentheses();
        constraints.add(new Constraint.Check(name, text, position));
    }

    private void references(String name, List<String> columns) {
        tokens.expect("references");
        TableName table = reading.tableName("a table");
        List<String> referenced = tokens.peek().isSign("(") ? reading.columns() : List.of();
        Constraint.Action onDelete = Constraint.Action.NO_ACTION;
        Constraint.Action onUpdate = Constraint.Action.NO_ACTION;
        while (tokens.peek().is("on") || tokens.peek().is("match")) {
            if (tokens.accept("match")) {
                tokens.expect("simple");
                continue;
            }
            tokens.expect("on");
            if (tokens.accept("delete")) {
                onDelete = action();
            } else if (tokens.accept("update")) {
                onUpdate = action();
            } else {
                throw tokens.unexpected("DELETE or UPDATE", List.of("DELETE", "UPDATE"));
            }
        }
        if (!referenced.isEmpty() && referenced.size() != columns.size()) {
            throw Tokens.error(
                    tokens.position(),
                    "a foreign key has as many columns as it refers to: columns="
                            + columns.size()
                            + " referenced="
                            + referenced.size());
        }
        constraints.add(
                new Constraint.ForeignKey(
                        name,
                        columns,
                        table,
                        referenced,
                        onDelete,
                        onUpdate,
                        new Deferring(tokens).read()));
    }

    private Constraint.Action action() {
        if (tokens.accept("no", "action")) {
            return Constraint.Action.NO_ACTION;
        }
        if (tokens.accept("restrict")) {
            return Constraint.Action.RESTRICT;
        }
        if (tokens.accept("cascade")) {
            return Constraint.Action.CASCADE;
        }
        if (tokens.accept("set", "null")) {
            return Constraint.Action.SET_NULL;
        }
        if (tokens.accept("set", "default")) {
            return Constraint.Action.SET_DEFAULT;
        }
        throw tokens.unexpected(
                "NO ACTION, RESTRICT, CASCADE, SET NULL or SET DEFAULT",
                List.of("NO", "RESTRICT", "CASCADE", "SET"));
    }

    /// Reads a column, and keeps the constraints that stand at it.
    TableColumn column() {
        Position position = tokens.position();
        String name = tokens.expectName("a column");
        String serial = tokens.peek().value().toLowerCase(Locale.ROOT);
        boolean counts = tokens.peek().kind() == Token.Kind.WORD && SERIALS.containsKey(serial);
        SqlType type = null;
        if (counts) {
            type = SqlType.of(SERIALS.get(serial));
            tokens.next();
        } else {
            type = TypeNames.readAny(tokens);
        }
        return new Properties(name, counts).read(type, position);
    }

    /// What stands after a column's type.
    private final class Properties {
        private final String column;
        private final boolean serial;
        private boolean notNull;
        private boolean nullable;
        private Optional<String> byDefault = Optional.empty();
        private Optional<String> generated = Optional.empty();
        private Identity identity;
        private SequenceOptions counting = SequenceOptions.NONE;

        Properties(String column, boolean serial) {
            this.column = column;
            this.serial = serial;
            this.notNull = serial;
            this.identity = serial ? Identity.BY_DEFAULT : Identity.NONE;
        }

        TableColumn read(SqlType type, Position position) {
            Position place = tokens.position();
            while (property()) {
                if (notNull && nullable) {
                    throw Tokens.error(
                            place, "column \"" + column + "\" is either NULL or NOT NULL");
                }
                if (byDefault.isPresent() && identity != Identity.NONE) {
                    throw Tokens.error(
                            place, "column \"" + column + "\" has either a DEFAULT or an identity");
                }
                demandOneValue(place);
                place = tokens.position();
            }
            if (identity != Identity.NONE) {
                requireWhole(type, position);
            }
            return new TableColumn(
                    column, type, notNull, byDefault, generated, identity, counting, position);
        }

        private void demandOneValue(Position place) {
            if (generated.isPresent() && (byDefault.isPresent() || identity != Identity.NONE)) {
                throw Tokens.error(
                        place,
                        "both "
                                + (byDefault.isPresent() ? "default" : "identity")
                                + " and generation expression specified for column \""
                                + column
                                + "\"");
            }
        }

        private void requireWhole(SqlType type, Position position) {
            if (!type.isWhole()) {
                throw TelegraphException.of(
                        SqlState.INVALID_TABLE_DEFINITION,
                        "an identity column is a smallint, integer or bigint: column="
                                + column
                                + " type="
                                + type
                                + " at "
                                + position);
            }
        }

        private boolean property() {
            String name = tokens.accept("constraint") ? tokens.expectName("a name") : "";
            Position place = tokens.position();
            if (tokens.accept("not", "null")) {
                notNull = true;
            } else if (tokens.accept("null")) {
                nullable = true;
            } else if (tokens.accept("default")) {
                if (byDefault.isPresent()) {
                    throw Tokens.error(place, "column \"" + column + "\" has one DEFAULT");
                }
                byDefault = Optional.of(reading.expression());
            } else if (tokens.accept("primary", "key")) {
                constraints.add(new Constraint.PrimaryKey(name, List.of(column)));
                checkedAtOnce("a key");
            } else if (tokens.accept("unique")) {
                constraints.add(new Constraint.Unique(name, List.of(column)));
                checkedAtOnce("a key");
            } else if (tokens.peek().is("check")) {
                check(name);
            } else if (tokens.peek().is("references")) {
                references(name, List.of(column));
            } else if (tokens.peek().is("generated")) {
                generated(place);
            } else if (!name.isEmpty()) {
                throw tokens.unexpected("a constraint", PROPERTIES);
            } else {
                Deferring.demandNone(tokens);
                return false;
            }
            return true;
        }

        private void generated(Position place) {
            tokens.expect("generated");
            boolean always = tokens.accept("always");
            if (!always) {
                tokens.expect("by", "default");
            }
            tokens.expect("as");
            if (tokens.peek().isSign("(")) {
                expression(always, place);
            } else {
                tokens.expect("identity");
                identity(always ? Identity.ALWAYS : Identity.BY_DEFAULT, place);
            }
        }

        private void expression(boolean always, Position place) {
            if (!always) {
                throw Tokens.error(
                        place, "for a generated column, GENERATED ALWAYS must be specified");
            }
            if (generated.isPresent()) {
                throw Tokens.error(
                        place,
                        "multiple generation clauses specified for column \"" + column + "\"");
            }
            generated = Optional.of(reading.inParentheses());
            tokens.expect("stored");
        }

        private void identity(Identity given, Position place) {
            if (identity != Identity.NONE) {
                throw Tokens.error(
                        place,
                        serial
                                ? "a serial column has an identity already"
                                : "column \"" + column + "\" has one identity");
            }
            identity = given;
            notNull = true;
            counting = new SequenceGrammar(reading).ofIdentity();
        }
    }

    /// The grammar of when a constraint is checked, which stands behind it.
    ///
    /// ```
    /// deferral = { [ NOT ] DEFERRABLE | INITIALLY ( DEFERRED | IMMEDIATE ) }
    /// ```
    ///
    /// Each is said once; what is INITIALLY DEFERRED is DEFERRABLE.
    static final class Deferring {
        private final Tokens tokens;
        private Boolean deferrable;
        private Boolean deferred;

        Deferring(Tokens tokens) {
            this.tokens = tokens;
        }

        Deferral read() {
            Position place = tokens.position();
            while (isNext(tokens)) {
                place = tokens.position();
                if (tokens.accept("initially")) {
                    boolean late = tokens.accept("deferred");
                    if (!late) {
                        tokens.expect("immediate");
                    }
                    demandFirst(deferred, "INITIALLY IMMEDIATE/DEFERRED", place);
                    deferred = late;
                } else {
                    demandFirst(deferrable, "DEFERRABLE/NOT DEFERRABLE", place);
                    deferrable = !tokens.accept("not");
                    tokens.expect("deferrable");
                }
            }
            boolean late = Boolean.TRUE.equals(deferred);
            if (late && Boolean.FALSE.equals(deferrable)) {
                throw Tokens.error(
                        place, "constraint declared INITIALLY DEFERRED must be DEFERRABLE");
            }
            if (late) {
                return Deferral.DEFERRED;
            }
            return Boolean.TRUE.equals(deferrable) ? Deferral.IMMEDIATE : Deferral.NEVER;
        }

        private static void demandFirst(Boolean before, String clause, Position place) {
            if (before != null) {
                throw Tokens.error(place, "multiple " + clause + " clauses not allowed");
            }
        }

        /// Refuses it where it stands behind no constraint that can have it.
        static void demandNone(Tokens tokens) {
            if (isNext(tokens)) {
                Position place = tokens.position();
                String clause = tokens.accept("initially") ? "INITIALLY" : "DEFERRABLE";
                throw Tokens.error(place, "misplaced " + clause + " clause");
            }
        }

        private static boolean isNext(Tokens tokens) {
            return tokens.peek().is("deferrable")
                    || tokens.peek().is("initially")
                    || tokens.peek().is("not") && tokens.peek(1).is("deferrable");
        }
    }
}
