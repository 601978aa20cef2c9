package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Constraint;
import telegraph.sql.value.CatalogType;
import telegraph.tables.catalog.Counting;

/// The rows of `information_schema`, the standard's way to tell what there is.
///
/// Threads: that of the statement.
final class InformationRows {
    private final Listing listing;
    private final SessionFacts conversation;
    private final Definitions definitions;

    InformationRows(Listing listing, SessionFacts conversation) {
        this.listing = listing;
        this.conversation = conversation;
        this.definitions = new Definitions(listing);
    }

    List<Object[]> of(RelationShape shape) {
        RowMaker rows = shape.rows();
        switch (shape.name()) {
            case "information_schema_catalog_name" ->
                    rows.row().set("catalog_name", conversation.database());
            case "schemata" -> schemata(rows);
            case "tables" -> tables(rows);
            case "views" -> views(rows);
            case "foreign_tables" -> sources(rows);
            case "columns" -> columns(rows);
            case "table_constraints" -> constraints(rows);
            case "key_column_usage" -> keyColumns(rows);
            case "constraint_column_usage" -> usedColumns(rows, true);
            case "constraint_table_usage" -> usedColumns(rows, false);
            case "referential_constraints" -> references(rows);
            case "check_constraints" -> checks(rows);
            case "sequences" -> sequences(rows);
            case "routines" -> routines(rows);
            case "enabled_roles", "applicable_roles" -> roles(shape, rows);
            case "table_privileges", "role_table_grants" -> grants(rows);
            case "character_sets" ->
                    rows.row()
                            .set("character_set_name", "UTF8")
                            .set("character_repertoire", "UCS")
                            .set("form_of_use", "UTF8")
                            .set("default_collate_catalog", conversation.database());
            default -> {}
        }
        return rows.made();
    }

    private void schemata(RowMaker rows) {
        for (String schema : listing.schemas().keySet()) {
            rows.row()
                    .set("catalog_name", conversation.database())
                    .set("schema_name", schema)
                    .set("schema_owner", conversation.user());
        }
    }

    private List<Listed> readable() {
        return listing.relations().stream().filter(r -> "rvf".indexOf(r.kind()) >= 0).toList();
    }

    private RowMaker table(RowMaker rows, Listed table) {
        return rows.row()
                .set("table_catalog", conversation.database())
                .set("table_schema", table.schema())
                .set("table_name", table.name());
    }

    private static String yes(boolean holds) {
        return holds ? "YES" : "NO";
    }

    private void tables(RowMaker rows) {
        for (Listed table : readable()) {
            table(rows, table)
                    .set(
                            "table_type",
                            switch (table.kind()) {
                                case 'v' -> "VIEW";
                                case 'f' -> "FOREIGN";
                                default -> table.isTemporary() ? "LOCAL TEMPORARY" : "BASE TABLE";
                            })
                    .set("is_insertable_into", yes(table.kind() == 'r'))
                    .set("is_typed", "NO");
        }
    }

    private void views(RowMaker rows) {
        for (Listed view : readable()) {
            if (view.kind() == 'v') {
                table(rows, view)
                        .set("view_definition", definitions.view(view))
                        .set("check_option", "NONE")
                        .set("is_updatable", "NO")
                        .set("is_insertable_into", "NO")
                        .set("is_trigger_updatable", "NO")
                        .set("is_trigger_deletable", "NO")
                        .set("is_trigger_insertable_into", "NO");
            }
        }
    }

    private void sources(RowMaker rows) {
        for (Listed source : readable()) {
            if (source.kind() == 'f') {
                rows.row()
                        .set("foreign_table_catalog", conversation.database())
                        .set("foreign_table_schema", source.schema())
                        .set("foreign_table_name", source.name())
                        .set("foreign_server_catalog", conversation.database())
                        .set("foreign_server_name", CatalogRows.SERVER_NAME);
            }
        }
    }

    private void columns(RowMaker rows) {
        for (Listed table : readable()) {
            long position = 1;
            for (Listed.Column column : table.columns()) {
                CatalogType type = column.type().ground();
                table(rows, table)
                        .set("column_name", column.name())
                        .set("ordinal_position", position++)
                        .set(
                                "column_default",
                                column.byDefault().isEmpty() || column.generated()
                                        ? null
                                        : column.byDefault())
                        .set("is_nullable", yes(!column.required()))
                        .set(
                                "data_type",
                                type.category().equals("A")
                                        ? "ARRAY"
                                        : type.kind().equals("e") ? "USER-DEFINED" : type.sql())
                        .set("character_maximum_length", length(column))
                        .set(
                                "character_octet_length",
                                type.category().equals("S") ? (Long) 1_073_741_824L : null)
                        .set("numeric_precision", precision(column))
                        .set("numeric_precision_radix", radix(type))
                        .set("numeric_scale", scale(column))
                        .set("datetime_precision", momentDigits(column))
                        .set("udt_catalog", conversation.database())
                        .set("udt_schema", type.schema())
                        .set("udt_name", type.name())
                        .set("dtd_identifier", String.valueOf(column.number()))
                        .set("is_self_referencing", "NO")
                        .set("is_identity", yes(!column.identity().isEmpty()))
                        .set("is_generated", column.generated() ? "ALWAYS" : "NEVER")
                        .set(
                                "generation_expression",
                                column.generated() ? column.byDefault() : null)
                        .set("is_updatable", yes(table.kind() == 'r'));
                if (!column.identity().isEmpty()) {
                    Counting counting =
                            table.definition()
                                    .orElseThrow()
                                    .sequence((int) column.number() - 1)
                                    .counting();
                    rows.set(
                                    "identity_generation",
                                    column.identity().equals("a") ? "ALWAYS" : "BY DEFAULT")
                            .set("identity_start", String.valueOf(counting.start()))
                            .set("identity_increment", String.valueOf(counting.increment()))
                            .set("identity_minimum", String.valueOf(counting.min()))
                            .set("identity_maximum", String.valueOf(counting.max()))
                            .set("identity_cycle", yes(counting.cycle()));
                }
            }
        }
    }

    private static Long length(Listed.Column column) {
        boolean counted =
                column.type().name().equals("varchar") || column.type().name().equals("bpchar");
        return counted && column.modifier() > 4 ? (Long) (column.modifier() - 4) : null;
    }

    private static Long precision(Listed.Column column) {
        return switch (column.type().ground().name()) {
            case "int2" -> 16L;
            case "int4" -> 32L;
            case "int8" -> 64L;
            case "float4" -> 24L;
            case "float8" -> 53L;
            case "numeric" -> column.modifier() < 4 ? null : (Long) (column.modifier() - 4 >> 16);
            default -> null;
        };
    }

    private static Long radix(CatalogType type) {
        return switch (type.name()) {
            case "int2", "int4", "int8", "float4", "float8" -> 2L;
            case "numeric" -> 10L;
            default -> null;
        };
    }

    private static Long scale(Listed.Column column) {
        return switch (column.type().ground().name()) {
            case "int2", "int4", "int8" -> 0L;
            case "numeric" ->
                    column.modifier() < 4 ? null : (Long) (column.modifier() - 4 & 0xffff);
            default -> null;
        };
    }

    private static Long momentDigits(Listed.Column column) {
        return switch (column.type().name()) {
            case "date" -> 0L;
            case "interval" -> 6L;
            case "time", "timestamp", "timestamptz" ->
                    column.modifier() < 0 ? (Long) 6L : (Long) column.modifier();
            default -> null;
        };
    }

    private RowMaker constraint(RowMaker rows, Promise promise) {
        return rows.row()
                .set("constraint_catalog", conversation.database())
                .set("constraint_schema", promise.schema())
                .set("constraint_name", promise.name());
    }

    private void constraints(RowMaker rows) {
        for (Promise promise : listing.promises()) {
            constraint(rows, promise)
                    .set("table_catalog", conversation.database())
                    .set("table_schema", promise.schema())
                    .set("table_name", promise.table().name())
                    .set(
                            "constraint_type",
                            switch (promise.kind()) {
                                case 'p' -> "PRIMARY KEY";
                                case 'u' -> "UNIQUE";
                                case 'c' -> "CHECK";
                                default -> "FOREIGN KEY";
                            })
                    .set("is_deferrable", yes(promise.deferral().isDeferrable()))
                    .set(
                            "initially_deferred",
                            yes(promise.deferral() == Constraint.Deferral.DEFERRED))
                    .set("enforced", "YES");
        }
    }

    private static Optional<String> column(Listed table, long number) {
        return table.columns().stream()
                .filter(column -> column.number() == number)
                .map(Listed.Column::name)
                .findFirst();
    }

    private void keyColumns(RowMaker rows) {
        for (Promise promise : listing.promises()) {
            List<Long> numbers = promise.kind() == 'c' ? List.of() : promise.columns();
            for (int i = 0; i < numbers.size(); i++) {
                constraint(rows, promise)
                        .set("table_catalog", conversation.database())
                        .set("table_schema", promise.schema())
                        .set("table_name", promise.table().name())
                        .set("column_name", column(promise.table(), numbers.get(i)).orElse(null))
                        .set("ordinal_position", i + 1L)
                        .set(
                                "position_in_unique_constraint",
                                promise.kind() == 'f' ? i + 1L : null);
            }
        }
    }

    /// The columns a constraint rests on: of a foreign key those it refers to.
    private void usedColumns(RowMaker rows, boolean each) {
        for (Promise promise : listing.promises()) {
            Listed used = promise.kind() == 'f' ? promise.other() : promise.table();
            List<Long> numbers = promise.kind() == 'f' ? promise.referenced() : promise.columns();
            List<String> names = new ArrayList<>();
            numbers.forEach(number -> column(used, number).ifPresent(names::add));
            for (String name : each ? names : List.of("")) {
                constraint(rows, promise)
                        .set("table_catalog", conversation.database())
                        .set("table_schema", used.schema())
                        .set("table_name", used.name());
                if (each) {
                    rows.set("column_name", name);
                }
            }
        }
    }

    private void references(RowMaker rows) {
        for (Promise promise : listing.promises()) {
            if (promise.kind() != 'f') {
                continue;
            }
            Optional<String> unique =
                    listing.promises().stream()
                            .filter(p -> p.index() == promise.index() && p.index() != 0)
                            .filter(p -> p.kind() != 'f')
                            .map(Promise::name)
                            .findFirst();
            constraint(rows, promise)
                    .set("unique_constraint_catalog", conversation.database())
                    .set("unique_constraint_schema", promise.other().schema())
                    .set("unique_constraint_name", unique.orElse(null))
                    .set("match_option", "NONE")
                    .set("update_rule", rule(promise.onUpdate()))
                    .set("delete_rule", rule(promise.onDelete()));
        }
    }

    private static String rule(Constraint.Action action) {
        return action.title();
    }

    private void checks(RowMaker rows) {
        for (Promise promise : listing.promises()) {
            if (promise.kind() == 'c') {
                constraint(rows, promise).set("check_clause", "((" + promise.text() + "))");
            }
        }
    }

    private void sequences(RowMaker rows) {
        for (Listed sequence : listing.relations()) {
            if (sequence.kind() == 'S') {
                Listed.Numbers numbers = sequence.numbers().orElseThrow();
                Counting counting = numbers.counting();
                rows.row()
                        .set("sequence_catalog", conversation.database())
                        .set("sequence_schema", sequence.schema())
                        .set("sequence_name", sequence.name())
                        .set("data_type", numbers.type().sql())
                        .set("numeric_precision", precision(Listed.Column.of(numbers.type())))
                        .set("numeric_precision_radix", 2L)
                        .set("numeric_scale", 0L)
                        .set("start_value", String.valueOf(counting.start()))
                        .set("minimum_value", String.valueOf(counting.min()))
                        .set("maximum_value", String.valueOf(counting.max()))
                        .set("increment", String.valueOf(counting.increment()))
                        .set("cycle_option", yes(counting.cycle()));
            }
        }
    }

    private void routines(RowMaker rows) {
        for (RoutineList.Routine routine : RoutineList.all()) {
            rows.row()
                    .set("specific_catalog", conversation.database())
                    .set("specific_schema", "pg_catalog")
                    .set("specific_name", routine.name() + "_" + routine.oid())
                    .set("routine_catalog", conversation.database())
                    .set("routine_schema", "pg_catalog")
                    .set("routine_name", routine.name())
                    .set("routine_type", "FUNCTION")
                    .set(
                            "data_type",
                            CatalogType.of(routine.result()).map(CatalogType::sql).orElse(null))
                    .set("routine_body", "EXTERNAL")
                    .set("external_language", "INTERNAL");
        }
    }

    private void roles(RelationShape shape, RowMaker rows) {
        rows.row().set("role_name", conversation.user());
        if (shape.name().equals("applicable_roles")) {
            rows.set("grantee", conversation.user()).set("is_grantable", "NO");
        }
    }

    private void grants(RowMaker rows) {
        for (Listed table : readable()) {
            List<String> privileges =
                    table.kind() == 'r'
                            ? List.of("INSERT", "SELECT", "UPDATE", "DELETE", "REFERENCES")
                            : List.of("SELECT");
            for (String privilege : privileges) {
                table(rows, table)
                        .set("grantor", conversation.user())
                        .set("grantee", conversation.user())
                        .set("privilege_type", privilege)
                        .set("is_grantable", "YES")
                        .set("with_hierarchy", yes(privilege.equals("SELECT")));
            }
        }
    }
}
