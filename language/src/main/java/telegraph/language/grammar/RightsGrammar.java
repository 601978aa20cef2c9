package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition.Kind;
import telegraph.language.ast.Definition.Named;
import telegraph.language.ast.Rights;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Tokens;

/// The grammar of rights and owners.
///
/// ```
/// grant   = GRANT rights ON things TO roles [ WITH GRANT OPTION ] [ GRANTED BY role ]
/// revoke  = REVOKE [ GRANT OPTION FOR ] rights ON things FROM roles [ GRANTED BY role ]
///             [ CASCADE | RESTRICT ]
/// rights  = ALL [ PRIVILEGES ] [ columns ] | right [ columns ] { "," right [ columns ] }
/// things  = [ TABLE ] names | SEQUENCE names | TYPE names | SCHEMA names | DATABASE names
///         | ALL ( TABLES | SEQUENCES | FUNCTIONS | PROCEDURES | ROUTINES ) IN SCHEMA names
/// altered = DEFAULT PRIVILEGES [ FOR ( ROLE | USER ) roles ] [ IN SCHEMA names ]
///             ( GRANT … | REVOKE … )            (of a kind of things that are made later)
///         | ( TABLE | VIEW | SEQUENCE | FOREIGN TABLE | TYPE | SCHEMA | DATABASE ) [ IF EXISTS ] name
///             OWNER TO role
/// ```
final class RightsGrammar {
    private static final Set<String> RIGHTS =
            Set.of(
                    "select",
                    "insert",
                    "update",
                    "delete",
                    "truncate",
                    "references",
                    "trigger",
                    "usage",
                    "create",
                    "connect",
                    "temporary",
                    "temp",
                    "execute");

    /// What may be made later, and of what default privileges are.
    private static final Set<String> LATER =
            Set.of("tables", "sequences", "functions", "routines", "types", "schemas");

    private static final Map<String, Kind> OWNED =
            Map.of(
                    "table", Kind.TABLE,
                    "view", Kind.VIEW,
                    "source", Kind.SOURCE,
                    "sequence", Kind.SEQUENCE,
                    "type", Kind.TYPE,
                    "schema", Kind.SCHEMA);

    private final StatementReader reading;
    private final Tokens tokens;

    RightsGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Refuses roles and domains, after CREATE, ALTER or DROP.
    static void demandKnown(Tokens tokens) {
        if (tokens.peek().is("domain")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "there are no domains at "
                            + tokens.position()
                            + ". Give each column the type and the CHECK");
        }
        if (tokens.peek().is("role") || tokens.peek().is("user") || tokens.peek().is("group")) {
            throw noRoles(tokens);
        }
    }

    private static TelegraphException noRoles(Tokens tokens) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "there are no roles in the catalog at "
                        + tokens.position()
                        + ". Who may come in stands in the file of --password-file, for which"
                        + " telegraph serve --make-password NAME writes a line");
    }

    /// Reads GRANT or REVOKE.
    Statement read() {
        if (tokens.accept("grant")) {
            demandRights();
            List<Named> on = things();
            tokens.expect("to");
            roles();
            option();
            return reading.ended(new Rights.Grant(on));
        }
        tokens.expect("revoke");
        tokens.accept("grant", "option", "for");
        demandRights();
        List<Named> on = things();
        tokens.expect("from");
        roles();
        granted();
        reading.cascade();
        return reading.ended(new Rights.Revoke(on));
    }

    private void option() {
        tokens.accept("with", "grant", "option");
        granted();
    }

    private void granted() {
        if (tokens.accept("granted", "by")) {
            tokens.expectName("a role");
        }
    }

    /// Reads what may be done, up to ON.
    private void demandRights() {
        do {
            boolean all = tokens.accept("all");
            if (all) {
                tokens.accept("privileges");
            } else {
                right();
            }
            if (tokens.peek().isSign("(")) {
                reading.columns();
            }
        } while (tokens.acceptSign(","));
        tokens.expect("on");
    }

    private void right() {
        String right = tokens.peek().value().toLowerCase(Locale.ROOT);
        if (!RIGHTS.contains(right)) {
            boolean role =
                    tokens.peek(1).is("to")
                            || tokens.peek(1).is("from")
                            || tokens.peek(1).isSign(",");
            throw role
                    ? noRoles(tokens)
                    : tokens.unexpected(
                            "ALL or a right such as SELECT",
                            RIGHTS.stream().map(r -> r.toUpperCase(Locale.ROOT)).toList());
        }
        tokens.next();
    }

    private List<Named> things() {
        if (tokens.accept("all")) {
            boolean known =
                    LATER.contains(tokens.peek().value().toLowerCase(Locale.ROOT))
                            || tokens.peek().is("procedures");
            if (!known) {
                throw tokens.unexpected("TABLES or SEQUENCES", List.of("TABLES", "SEQUENCES"));
            }
            tokens.next();
            tokens.expect("in", "schema");
            return schemas();
        }
        if (tokens.accept("schema")) {
            return schemas();
        }
        if (tokens.accept("database")) {
            names("a database");
            return List.of();
        }
        Kind kind =
                tokens.accept("sequence")
                        ? Kind.SEQUENCE
                        : tokens.accept("type") ? Kind.TYPE : Kind.TABLE;
        boolean word = kind != Kind.TABLE || tokens.accept("table");
        boolean another =
                tokens.peek(1).isName() && !tokens.peek(1).is("to") && !tokens.peek(1).is("from");
        if (!word && another) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "rights are on a TABLE, SEQUENCE, TYPE, SCHEMA or DATABASE, and not on a "
                            + tokens.peek().value().toUpperCase(Locale.ROOT)
                            + " at "
                            + tokens.position());
        }
        return reading.tableNames("a name").stream().map(name -> Named.of(kind, name)).toList();
    }

    private List<Named> schemas() {
        return names("a schema").stream()
                .map(name -> Named.of(Kind.SCHEMA, new TableName(name, "")))
                .toList();
    }

    private List<String> names(String what) {
        List<String> names = new ArrayList<>();
        do {
            names.add(tokens.expectName(what));
        } while (tokens.acceptSign(","));
        return names;
    }

    private void roles() {
        do {
            tokens.accept("group");
            tokens.expectName("a role");
        } while (tokens.acceptSign(","));
    }

    /// Reads what follows ALTER, if it is about rights or an owner.
    Optional<Statement> altered() {
        demandKnown(tokens);
        if (tokens.accept("default", "privileges")) {
            return Optional.of(byDefault());
        }
        int before = tokens.index();
        if (tokens.accept("foreign")) {
            tokens.expect("table");
            return Optional.of(owner(Kind.SOURCE, true));
        }
        Kind kind = OWNED.get(tokens.peek().value().toLowerCase(Locale.ROOT));
        if (kind == null) {
            return Optional.empty();
        }
        tokens.next();
        boolean alone =
                kind != Kind.TABLE
                        && kind != Kind.SEQUENCE
                        && kind != Kind.VIEW
                        && kind != Kind.TYPE;
        int start = tokens.index();
        if (!alone && !isOwnerNext()) {
            tokens.moveTo(before);
            return Optional.empty();
        }
        tokens.moveTo(start);
        return Optional.of(owner(kind, alone));
    }

    /// Whether OWNER stands behind a name.
    private boolean isOwnerNext() {
        reading.ifExists();
        tokens.accept("only");
        if (!tokens.peek().isName()) {
            return false;
        }
        reading.tableName("a name");
        return tokens.peek().is("owner");
    }

    private Statement owner(Kind kind, boolean alone) {
        boolean ifExists = reading.ifExists();
        tokens.accept("only");
        TableName name =
                kind == Kind.SCHEMA
                        ? new TableName(tokens.expectName("a schema"), "")
                        : reading.tableName("a name");
        if (alone && !tokens.peek().is("owner")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "nothing of a "
                            + kind.title()
                            + " is altered but its OWNER at "
                            + tokens.position()
                            + ". Drop it and create it anew");
        }
        tokens.expect("owner", "to");
        tokens.expectName("a role");
        return reading.ended(new Rights.AlterOwner(Named.of(kind, name), ifExists));
    }

    private Statement byDefault() {
        if (tokens.accept("for")) {
            if (!tokens.accept("user")) {
                tokens.expect("role");
            }
            roles();
        }
        List<Named> in = tokens.accept("in", "schema") ? schemas() : List.of();
        boolean revokes = tokens.accept("revoke");
        if (revokes) {
            tokens.accept("grant", "option", "for");
        } else {
            tokens.expect("grant");
        }
        demandRights();
        if (!LATER.contains(tokens.peek().value().toLowerCase(Locale.ROOT))) {
            throw tokens.unexpected("TABLES, SEQUENCES or SCHEMAS", LATER);
        }
        tokens.next();
        tokens.expect(revokes ? "from" : "to");
        roles();
        if (revokes) {
            reading.cascade();
        } else {
            tokens.accept("with", "grant", "option");
        }
        return reading.ended(new Rights.AlterDefaultPrivileges(in, revokes));
    }
}
