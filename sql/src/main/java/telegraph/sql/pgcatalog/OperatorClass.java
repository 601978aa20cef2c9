package telegraph.sql.pgcatalog;

import java.util.List;
import telegraph.sql.value.CatalogType;

/// How values of a type are ordered in an index, by PostgreSQL's names.
///
/// @param type the oid of the type it is for
record OperatorClass(long oid, String name, long family, long type) {
    private static final long ANY_ENUM = 3_500;
    private static final OperatorClass TEXT = new OperatorClass(3_126, "text_ops", 1_994, 25);

    private static final List<OperatorClass> ALL =
            List.of(
                    TEXT,
                    new OperatorClass(10_003, "bool_ops", 424, 16),
                    new OperatorClass(10_004, "bpchar_ops", 426, 1_042),
                    new OperatorClass(10_006, "bytea_ops", 428, 17),
                    new OperatorClass(10_007, "char_ops", 429, 18),
                    new OperatorClass(3_122, "date_ops", 434, 1_082),
                    new OperatorClass(10_069, "enum_ops", 3_522, ANY_ENUM),
                    new OperatorClass(10_012, "float4_ops", 1_970, 700),
                    new OperatorClass(3_123, "float8_ops", 1_970, 701),
                    new OperatorClass(1_979, "int2_ops", 1_976, 21),
                    new OperatorClass(1_978, "int4_ops", 1_976, 23),
                    new OperatorClass(3_124, "int8_ops", 1_976, 20),
                    new OperatorClass(10_022, "interval_ops", 1_982, 1_186),
                    new OperatorClass(10_028, "name_ops", 1_994, 19),
                    new OperatorClass(3_125, "numeric_ops", 1_988, 1_700),
                    new OperatorClass(1_981, "oid_ops", 1_989, 26),
                    new OperatorClass(10_038, "time_ops", 1_996, 1_083),
                    new OperatorClass(3_127, "timestamptz_ops", 434, 1_184),
                    new OperatorClass(3_128, "timestamp_ops", 434, 1_114),
                    new OperatorClass(10_065, "uuid_ops", 2_968, 2_950));

    static List<OperatorClass> all() {
        return ALL;
    }

    /// The one a type's values are ordered by; texts of all kinds by that of text.
    static OperatorClass of(CatalogType type) {
        long oid = type.kind().equals("e") ? ANY_ENUM : type.oid();
        return ALL.stream().filter(c -> c.type == oid).findFirst().orElse(TEXT);
    }
}
