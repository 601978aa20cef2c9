package telegraph.sql.pgcatalog;

import static telegraph.sql.value.CatalogType.BOOL;
import static telegraph.sql.value.CatalogType.INT2;
import static telegraph.sql.value.CatalogType.INT4;
import static telegraph.sql.value.CatalogType.INT8;
import static telegraph.sql.value.CatalogType.NAME;
import static telegraph.sql.value.CatalogType.OID;
import static telegraph.sql.value.CatalogType.REGCLASS;
import static telegraph.sql.value.CatalogType.REGTYPE;
import static telegraph.sql.value.CatalogType.TEXT;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.sql.introspect.CatalogFunction;
import telegraph.sql.introspect.Relation;
import telegraph.sql.value.CatalogType;

/// The functions that tell something of the catalog or the session.
///
/// Threads: that of the statement.
final class CatalogFunctions {
    private static final List<String> UNITS = List.of("kB", "MB", "GB", "TB", "PB");

    private final Listing listing;
    private final SessionFacts conversation;
    private final Definitions definitions;
    private final Map<String, CatalogFunction> all = new HashMap<>();

    CatalogFunctions(Listing listing, SessionFacts conversation) {
        this.listing = listing;
        this.conversation = conversation;
        this.definitions = new Definitions(listing);
        session();
        settings();
        privileges();
        visibility();
        descriptions();
        texts();
        sizes();
        nothing();
    }

    Optional<CatalogFunction> find(String name) {
        return Optional.ofNullable(all.get(name));
    }

    Collection<String> names() {
        return all.keySet();
    }

    private CatalogFunction add(CatalogFunction function) {
        all.put(function.name(), function);
        return function;
    }

    private void add(
            String name, CatalogType result, List<CatalogType> types, CatalogFunction.Body body) {
        add(CatalogFunction.of(name, result, types, body));
    }

    private void session() {
        List<CatalogType> none = List.of();
        for (String name :
                List.of("current_user", "session_user", "user", "current_role", "getpgusername")) {
            add(name, NAME, none, (_, _) -> conversation.user());
        }
        add("current_database", NAME, none, (_, _) -> conversation.database());
        add("current_catalog", NAME, none, (_, _) -> conversation.database());
        add(
                "current_schema",
                NAME,
                none,
                (_, _) -> listing.schemas(false).stream().findFirst().orElse(null));
        add(
                "current_schemas",
                CatalogType.named("_name"),
                List.of(BOOL),
                (v, _) -> listing.schemas((Boolean) v[0]));
        add(
                "version",
                TEXT,
                none,
                (_, _) -> "PostgreSQL " + FixedSettings.VERSION + " (Telegraph)");
        add("pg_backend_pid", INT4, none, (_, _) -> ProcessHandle.current().pid());
        add("pg_is_in_recovery", BOOL, none, (_, _) -> false);
        add("pg_is_wal_replay_paused", BOOL, none, (_, _) -> false);
        add("txid_current", INT8, none, (_, _) -> conversation.transaction());
        add("pg_current_xact_id", INT8, none, (_, _) -> conversation.transaction());
        add("pg_my_temp_schema", OID, none, (_, _) -> listing.temporarySchema());
        add("pg_is_other_temp_schema", BOOL, List.of(OID), (_, _) -> false);
        add("inet_server_addr", TEXT, none, (_, _) -> null);
        add("inet_client_addr", TEXT, none, (_, _) -> null);
        add("inet_server_port", INT4, none, (_, _) -> null);
        add("inet_client_port", INT4, none, (_, _) -> null);
        add(
                "pg_postmaster_start_time",
                CatalogType.TIMESTAMPTZ,
                none,
                (_, _) -> conversation.now());
        add("pg_conf_load_time", CatalogType.TIMESTAMPTZ, none, (_, _) -> conversation.now());
        add("pg_jit_available", BOOL, none, (_, _) -> false);
        add("pg_export_snapshot", TEXT, none, (_, _) -> "00000001-1");
    }

    private void settings() {
        add(
                CatalogFunction.of(
                                "current_setting", TEXT, List.of(TEXT, BOOL), (v, _) -> setting(v))
                        .needing(1));
        add(
                CatalogFunction.of(
                                "set_config",
                                TEXT,
                                List.of(TEXT, TEXT, BOOL),
                                (v, _) -> setConfig(v))
                        .withNulls());
        add("pg_encoding_to_char", NAME, List.of(INT4), (v, _) -> (Long) v[0] == 6 ? "UTF8" : "");
        add("pg_char_to_encoding", INT4, List.of(NAME), (v, _) -> v[0].equals("UTF8") ? 6L : -1L);
        add("getdatabaseencoding", NAME, List.of(), (_, _) -> "UTF8");
        add("pg_client_encoding", NAME, List.of(), (_, _) -> "UTF8");
        add(
                CatalogFunction.of(
                                "pg_get_keywords",
                                CatalogType.RECORD,
                                List.of(),
                                (_, _) -> keywords())
                        .ofSet()
                        .ofRecords(
                                column("word", TEXT),
                                column("catcode", CatalogType.CHAR),
                                column("barelabel", BOOL),
                                column("catdesc", TEXT),
                                column("baredesc", TEXT)));
    }

    private List<Object> keywords() {
        List<Object> words = new ArrayList<>();
        for (String word : conversation.keywords()) {
            words.add(
                    new Object[] {
                        word.toLowerCase(Locale.ROOT), "U", true, "unreserved", "can be bare label"
                    });
        }
        return words;
    }

    private static Relation.Column column(String name, CatalogType type) {
        return new Relation.Column(name, type);
    }

    private String setting(Object[] values) {
        String name = (String) values[0];
        Optional<String> value = conversation.setting(name).or(() -> FixedSettings.find(name));
        boolean missingIsNull = values.length > 1 && (Boolean) values[1];
        if (value.isEmpty() && !missingIsNull) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT, "unknown setting \"" + name + "\"");
        }
        return value.orElse(null);
    }

    private String setConfig(Object[] values) {
        String name = (String) values[0];
        String value = values[1] == null ? "" : (String) values[1];
        boolean local = Boolean.TRUE.equals(values[2]);
        return conversation
                .set(name, value, local)
                .or(() -> FixedSettings.find(name).map(_ -> value)) // which means nothing here
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.UNDEFINED_OBJECT, "unknown setting \"" + name + "\""));
    }

    private void privileges() {
        new Privileges(listing, conversation).all().forEach(this::add);
        add(
                CatalogFunction.of("row_security_active", BOOL, List.of(TEXT), (_, _) -> false)
                        .ofAny());
    }

    private void visibility() {
        add(
                "pg_table_is_visible",
                BOOL,
                List.of(OID),
                (v, _) -> listing.relation((Long) v[0]).map(listing::isVisible).orElse(null));
        add(
                "pg_type_is_visible",
                BOOL,
                List.of(OID),
                (v, _) ->
                        listing.types()
                                .find((Long) v[0])
                                .map(t -> listing.schemas(true).contains(t.schema()))
                                .orElse(null));
        add(
                "pg_function_is_visible",
                BOOL,
                List.of(OID),
                (v, _) -> RoutineList.find((Long) v[0]).map(_ -> true).orElse(null));
        for (String kind :
                List.of(
                        "operator",
                        "opclass",
                        "opfamily",
                        "collation",
                        "conversion",
                        "ts_config",
                        "ts_dict",
                        "ts_parser",
                        "ts_template",
                        "statistics_obj")) {
            add("pg_" + kind + "_is_visible", BOOL, List.of(OID), (_, _) -> true);
        }
        add(
                "pg_relation_is_publishable",
                BOOL,
                List.of(REGCLASS),
                (v, _) -> listing.relation((Long) v[0]).map(this::isPublishable).orElse(null));
        add(
                CatalogFunction.of(
                                "pg_partition_ancestors",
                                REGCLASS,
                                List.of(REGCLASS),
                                (_, _) -> List.of())
                        .ofSet());
        add(
                CatalogFunction.of(
                                "pg_partition_tree",
                                CatalogType.RECORD,
                                List.of(REGCLASS),
                                (_, _) -> List.of())
                        .ofSet()
                        .ofRecords(
                                column("relid", REGCLASS),
                                column("parentrelid", REGCLASS),
                                column("isleaf", BOOL),
                                column("level", INT4)));
    }

    /// Whether it is a table that lasts, and none of the system's.
    private boolean isPublishable(Listed listed) {
        return listed.kind() == 'r'
                && listed.oid() >= Listing.FIRST
                && !new TableName(listed.schema(), "").isTemporary();
    }

    private void descriptions() {
        Remarks remarks = listing.remarks();
        add(
                CatalogFunction.of(
                                "obj_description",
                                TEXT,
                                List.of(OID, NAME),
                                (v, _) ->
                                        v.length == 1 || v[1] == null
                                                ? remarks.of((Long) v[0])
                                                : listing.find("pg_catalog", (String) v[1])
                                                        .map(catalog ->
                                                                remarks.of(
                                                                        (Long) v[0],
                                                                        catalog.oid(),
                                                                        0))
                                                        .orElse(null))
                        .needing(1));
        add("shobj_description", TEXT, List.of(OID, NAME), (_, _) -> null);
        add(
                "col_description",
                TEXT,
                List.of(OID, INT4),
                (v, _) -> remarks.ofColumn((Long) v[0], (Long) v[1]));
    }

    private void texts() {
        add(
                CatalogFunction.of("format_type", TEXT, List.of(OID, INT4), (v, _) -> formatType(v))
                        .withNulls());
        add(
                "oidvectortypes",
                TEXT,
                List.of(CatalogType.named("oidvector")),
                (v, _) -> formatTypes((List<?>) v[0]));
        add(
                CatalogFunction.of(
                                "pg_get_expr",
                                TEXT,
                                List.of(CatalogType.named("pg_node_tree"), OID, BOOL),
                                (v, _) -> v[0])
                        .needing(2));
        add(
                CatalogFunction.of(
                                "pg_get_constraintdef",
                                TEXT,
                                List.of(OID, BOOL),
                                (v, _) -> constraint(v))
                        .needing(1));
        add(
                CatalogFunction.of(
                                "pg_get_indexdef",
                                TEXT,
                                List.of(OID, INT4, BOOL),
                                (v, _) -> indexText(v))
                        .needing(1));
        add(
                CatalogFunction.of(
                                "pg_get_viewdef",
                                TEXT,
                                List.of(REGCLASS, BOOL),
                                (v, _) ->
                                        listing.relation((Long) v[0])
                                                .filter(view ->
                                                        view.kind() == 'v' || view.kind() == 'm')
                                                .map(definitions::view)
                                                .orElse(null))
                        .needing(1));
        add(
                CatalogFunction.of(
                        "pg_get_userbyid",
                        NAME,
                        List.of(OID),
                        (v, _) ->
                                (Long) v[0] == CatalogRows.OWNER
                                        ? conversation.user()
                                        : "unknown (OID=" + v[0] + ")"));
        add("pg_get_serial_sequence", TEXT, List.of(TEXT, TEXT), this::sequence);
        add(
                "pg_get_function_result",
                TEXT,
                List.of(OID),
                (v, _) -> RoutineList.find((Long) v[0]).map(RoutineList::result).orElse(null));
        for (String name :
                List.of("pg_get_function_arguments", "pg_get_function_identity_arguments")) {
            add(
                    name,
                    TEXT,
                    List.of(OID),
                    (v, _) ->
                            RoutineList.find((Long) v[0]).map(RoutineList::arguments).orElse(null));
        }
        add("to_regclass", REGCLASS, List.of(TEXT), (v, c) -> found(REGCLASS, v, c));
        add("to_regtype", REGTYPE, List.of(TEXT), (v, c) -> found(REGTYPE, v, c));
        for (String type : List.of("regproc", "regnamespace", "regrole")) {
            CatalogType reference = CatalogType.named(type);
            add("to_" + type, reference, List.of(TEXT), (v, c) -> found(reference, v, c));
        }
        add(
                CatalogFunction.of(
                                "pg_typeof",
                                REGTYPE,
                                List.of(TEXT),
                                (_, c) -> c.types().getFirst().oid())
                        .ofAny()
                        .withNulls());
        add(
                "pg_describe_object",
                TEXT,
                List.of(OID, OID, INT4),
                (v, _) -> listing.relation((Long) v[1]).map(definitions::name).orElse(null));
        informationSchema();
    }

    private static Object found(CatalogType type, Object[] values, CatalogFunction.Call call) {
        try {
            return call.around().oid(type, (String) values[0]);
        } catch (TelegraphException e) {
            // That nothing has the name is the answer here, and no mistake.
            return null;
        }
    }

    private String formatType(Object[] values) {
        if (values[0] == null) {
            return null;
        }
        long modifier = values[1] == null ? -1 : (Long) values[1];
        return (Long) values[0] == 0
                ? "-"
                : listing.types()
                        .find((Long) values[0])
                        .map(type -> Definitions.type(type, modifier))
                        .orElse("???");
    }

    /// The types of a function's arguments.
    private String formatTypes(List<?> types) {
        return types.stream()
                .map(type -> formatType(new Object[] {type, null}))
                .collect(Collectors.joining(", "));
    }

    private String indexText(Object[] values) {
        Optional<Listed> index =
                listing.relation((Long) values[0]).filter(listed -> listed.kind() == 'i');
        long column = values.length > 1 ? (Long) values[1] : 0;
        if (index.isEmpty() || column > index.get().columns().size()) {
            return null;
        }
        return column == 0
                ? definitions.index(index.get(), values.length > 2 && (Boolean) values[2])
                : Definitions.quoted(index.get().columns().get((int) column - 1).name());
    }

    private String constraint(Object[] values) {
        boolean pretty = values.length > 1 && (Boolean) values[1];
        return listing.promise((Long) values[0])
                .map(promise -> definitions.constraint(promise, pretty))
                .orElse(null);
    }

    private String sequence(Object[] values, CatalogFunction.Call call) {
        long table = call.around().oid(REGCLASS, (String) values[0]);
        Privileges.demandColumn(listing.relation(table).orElseThrow(), (String) values[1]);
        return listing.relations().stream()
                .filter(listed -> listed.kind() == 'S')
                .filter(listed -> listing.owner(listed).filter(o -> o.oid() == table).isPresent())
                .filter(listed ->
                        listed.definition().orElseThrow().columns().stream()
                                .filter(column -> column.name().equals(values[1]))
                                .anyMatch(column ->
                                        column.id() + 1L
                                                == listed.numbers().orElseThrow().column()))
                .map(listed ->
                        Definitions.quoted(listed.schema())
                                + "."
                                + Definitions.quoted(listed.name()))
                .findFirst()
                .orElse(null);
    }

    private void informationSchema() {
        add(
                "_pg_char_max_length",
                INT4,
                List.of(OID, INT4),
                (v, _) ->
                        (Long) v[1] > 4 && ((Long) v[0] == 1_043 || (Long) v[0] == 1_042)
                                ? (Long) ((Long) v[1] - 4)
                                : null);
        add(
                "_pg_numeric_precision",
                INT4,
                List.of(OID, INT4),
                (v, _) ->
                        (Long) v[0] == 1_700 && (Long) v[1] > 4
                                ? (Long) ((Long) v[1] - 4 >> 16)
                                : null);
        add(
                "_pg_numeric_scale",
                INT4,
                List.of(OID, INT4),
                (v, _) ->
                        (Long) v[0] == 1_700 && (Long) v[1] > 4
                                ? (Long) ((Long) v[1] - 4 & 0xffff)
                                : null);
    }

    private void sizes() {
        for (String name : List.of("pg_relation_size", "pg_table_size", "pg_total_relation_size")) {
            boolean whole = name.startsWith("pg_total");
            add(
                    CatalogFunction.of(
                                    name,
                                    INT8,
                                    List.of(REGCLASS, TEXT),
                                    (v, _) -> bytes((Long) v[0], whole))
                            .needing(1));
        }
        add(
                "pg_indexes_size",
                INT8,
                List.of(REGCLASS),
                (v, _) -> bytes((Long) v[0], true) - bytes((Long) v[0], false));
        add(
                CatalogFunction.of(
                                "pg_database_size",
                                INT8,
                                List.of(TEXT),
                                (_, _) ->
                                        listing.relations().stream()
                                                .mapToLong(listed -> bytes(listed.oid(), false))
                                                .sum())
                        .ofAny());
        add(CatalogFunction.of("pg_tablespace_size", INT8, List.of(TEXT), (_, _) -> 0L).ofAny());
        add(
                CatalogFunction.of("pg_size_pretty", TEXT, List.of(INT8), (v, _) -> pretty(v[0]))
                        .ofAny());
        for (String count : List.of("numscans", "live_tuples", "dead_tuples", "tuples_inserted")) {
            add("pg_stat_get_" + count, INT8, List.of(OID), (_, _) -> 0L);
        }
        add("pg_relation_filenode", OID, List.of(REGCLASS), (v, _) -> v[0]);
        add("pg_relation_filepath", TEXT, List.of(REGCLASS), (_, _) -> null);
        add(
                "pg_sequence_last_value",
                INT8,
                List.of(REGCLASS),
                (v, _) ->
                        listing.relation((Long) v[0])
                                .flatMap(Listed::numbers)
                                .flatMap(numbers -> conversation.given(numbers.sequence()))
                                .orElse(null));
    }

    private Long bytes(long oid, boolean whole) {
        Optional<Listed> listed = listing.relation(oid);
        long bytes = listed.flatMap(Definitions::container).map(conversation::bytes).orElse(0L);
        if (whole && listed.isPresent()) {
            for (Listed index : listing.relations()) {
                if (index.kind() == 'i' && listing.owner(index).equals(listed)) {
                    bytes += bytes(index.oid(), false);
                }
            }
        }
        return bytes;
    }

    /// A size in the largest unit of which there are at least ten; halves are rounded up.
    private static String pretty(Object size) {
        long halves = ((Number) (size instanceof BigDecimal d ? d.longValue() : size)).longValue();
        if (Math.abs(halves) < 10 * 1_024) {
            return halves + " bytes";
        }
        halves /= 512;
        int unit = 0;
        while (Math.abs(halves) >= 20 * 1_024 - 1 && unit + 1 < UNITS.size()) {
            halves /= 1_024;
            unit++;
        }
        return (halves + Long.signum(halves)) / 2 + " " + UNITS.get(unit);
    }

    /// Functions about things there are none of.
    private void nothing() {
        for (String name :
                List.of(
                        "pg_get_triggerdef",
                        "pg_get_ruledef",
                        "pg_get_statisticsobjdef",
                        "pg_get_statisticsobjdef_columns",
                        "pg_get_partkeydef",
                        "pg_get_partition_constraintdef",
                        "pg_get_functiondef",
                        "pg_get_function_sqlbody",
                        "pg_tablespace_location")) {
            add(CatalogFunction.of(name, TEXT, List.of(OID, BOOL), (_, _) -> null).needing(1));
        }
        CatalogType acl = CatalogType.named("_aclitem");
        add("acldefault", acl, List.of(CatalogType.CHAR, OID), (_, _) -> null);
        add(
                CatalogFunction.of(
                                "aclexplode", CatalogType.RECORD, List.of(acl), (_, _) -> List.of())
                        .ofSet()
                        .ofRecords(
                                column("grantor", OID),
                                column("grantee", OID),
                                column("privilege_type", TEXT),
                                column("is_grantable", BOOL)));
        add(
                CatalogFunction.of(
                                "pg_options_to_table",
                                CatalogType.RECORD,
                                List.of(CatalogType.named("_text")),
                                (_, _) -> List.of())
                        .ofSet()
                        .ofRecords(column("option_name", TEXT), column("option_value", TEXT)));
        add(
                CatalogFunction.of("pg_listening_channels", TEXT, List.of(), (_, _) -> List.of())
                        .ofSet());
        add(
                CatalogFunction.of(
                        "pg_blocking_pids",
                        CatalogType.named("_int4"),
                        List.of(INT4),
                        (_, _) -> new ArrayList<>()));
        add(
                "pg_column_is_updatable",
                BOOL,
                List.of(REGCLASS, INT2, BOOL),
                (v, _) ->
                        listing.relation((Long) v[0])
                                .map(listed -> listed.kind() == 'r')
                                .orElse(null));
        add(
                "pg_relation_is_updatable",
                INT4,
                List.of(REGCLASS, BOOL),
                (v, _) ->
                        listing.relation((Long) v[0])
                                .map(l -> l.kind() == 'r' ? 28L : 0L)
                                .orElse(null));
    }
}
