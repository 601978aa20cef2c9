package telegraph.sql.pgcatalog;

import static telegraph.sql.value.CatalogType.BOOL;
import static telegraph.sql.value.CatalogType.REGCLASS;
import static telegraph.sql.value.CatalogType.TEXT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.introspect.CatalogFunction;
import telegraph.sql.value.CatalogType;

/// The functions that ask what somebody may do. Whoever is there may do everything, so what they
/// tell is whether there are such a role, thing and privilege.
///
/// ```
/// has_table_privilege([role,] table, privileges)
/// has_column_privilege([role,] table, column, privileges)
/// ```
///
/// A role and a thing are a name or an oid. There being nothing of a name is a mistake, as in
/// PostgreSQL, and for an oid the answer is NULL.
///
/// Threads: that of the statement.
final class Privileges {
    private static final Set<String> OF_TABLES =
            Set.of("select", "insert", "update", "delete", "truncate", "references", "trigger");
    private static final Set<String> OF_COLUMNS =
            Set.of("select", "insert", "update", "references");
    private static final Set<String> USAGE = Set.of("usage");

    /// What may be asked for of each kind of thing.
    private static final Map<String, Set<String>> KINDS =
            Map.ofEntries(
                    Map.entry("table", OF_TABLES),
                    Map.entry("any_column", OF_COLUMNS),
                    Map.entry("column", OF_COLUMNS),
                    Map.entry("sequence", Set.of("usage", "select", "update")),
                    Map.entry("schema", Set.of("create", "usage")),
                    Map.entry("database", Set.of("create", "temporary", "temp", "connect")),
                    Map.entry("function", Set.of("execute")),
                    Map.entry("type", USAGE),
                    Map.entry("language", USAGE),
                    Map.entry("server", USAGE),
                    Map.entry("foreign_data_wrapper", USAGE),
                    Map.entry("tablespace", Set.of("create")));

    private static final Set<String> OF_ROLES = Set.of("member", "usage");

    private final Listing listing;
    private final SessionFacts conversation;

    Privileges(Listing listing, SessionFacts conversation) {
        this.listing = listing;
        this.conversation = conversation;
    }

    List<CatalogFunction> all() {
        List<CatalogFunction> all = new ArrayList<>();
        KINDS.forEach((kind, known) ->
                all.add(
                        function(
                                "has_" + kind + "_privilege",
                                kind.equals("column") ? 3 : 2,
                                (v, call) -> {
                                    demandKnown((String) v[v.length - 1], known);
                                    return has(kind, v, call);
                                })));
        all.add(
                function(
                        "pg_has_role",
                        2,
                        (v, _) -> {
                            demandKnown((String) v[v.length - 1], OF_ROLES);
                            demandRole(v[v.length - 2]);
                            return true;
                        }));
        return all;
    }

    /// @param required without a role in front
    private CatalogFunction function(String name, int required, CatalogFunction.Body body) {
        List<CatalogType> types = java.util.Collections.nCopies(required + 1, TEXT);
        return CatalogFunction.of(
                        name,
                        BOOL,
                        types,
                        (v, call) -> {
                            if (v.length == required) {
                                return body.call(v, call);
                            }
                            demandRole(v[0]);
                            return body.call(Arrays.copyOfRange(v, 1, v.length), call);
                        })
                .ofAny()
                .needing(required);
    }

    private Boolean has(String kind, Object[] values, CatalogFunction.Call call) {
        Object thing = values[0];
        return switch (kind) {
            case "table", "any_column" -> relation(thing, call).map(_ -> true).orElse(null);
            case "sequence" -> relation(thing, call).map(this::sequence).orElse(null);
            case "column" ->
                    relation(thing, call).flatMap(of -> column(of, values[1])).orElse(null);
            case "schema" ->
                    thing instanceof String name
                            ? schema(name)
                            : listing.schemas().containsValue(thing) ? (Boolean) true : null;
            case "database" ->
                    thing instanceof String name
                            ? database(name)
                            : thing.equals(CatalogRows.DATABASE) ? (Boolean) true : null;
            case "type" ->
                    thing instanceof String name
                            ? (Boolean) (call.around().oid(CatalogType.REGTYPE, name) > 0)
                            : listing.types().find((Long) thing).map(_ -> true).orElse(null);
            default -> true;
        };
    }

    private Optional<Listed> relation(Object thing, CatalogFunction.Call call) {
        return listing.relation(
                thing instanceof String name ? call.around().oid(REGCLASS, name) : (Long) thing);
    }

    private Boolean sequence(Listed listed) {
        if (listed.kind() != 'S') {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE, "\"" + listed.name() + "\" is not a sequence");
        }
        return true;
    }

    private Optional<Boolean> column(Listed of, Object column) {
        if (column instanceof Long number) {
            return of.columns().stream().anyMatch(one -> one.number() == number)
                    ? Optional.of(true)
                    : Optional.empty();
        }
        demandColumn(of, (String) column);
        return Optional.of(true);
    }

    /// @throws TelegraphException of 42703 if a relation has no such column
    static void demandColumn(Listed of, String column) {
        if (of.columns().stream().noneMatch(one -> one.name().equals(column))) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_COLUMN,
                    "unknown column \"" + column + "\" of \"" + of.name() + "\"");
        }
    }

    private Boolean schema(String name) {
        if (!listing.schemas().containsKey(name)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_SCHEMA, "unknown schema \"" + name + "\"");
        }
        return true;
    }

    private Boolean database(String name) {
        if (!name.equals(conversation.database())) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_DATABASE, "unknown database \"" + name + "\"");
        }
        return true;
    }

    private void demandRole(Object role) {
        if (!role.equals(conversation.user()) && !role.equals(CatalogRows.OWNER)) {
            throw TelegraphException.of(SqlState.UNDEFINED_OBJECT, "unknown role \"" + role + "\"");
        }
    }

    /// @param written such as `SELECT, INSERT WITH GRANT OPTION`
    private static void demandKnown(String written, Set<String> known) {
        for (String one : written.split(",", -1)) {
            String bare =
                    one.strip()
                            .toLowerCase(Locale.ROOT)
                            .replaceFirst(" with (grant|admin) option$", "");
            if (!known.contains(bare)) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "unknown privilege \"" + one.strip() + "\"");
            }
        }
    }
}
