package telegraph.server.postgres.type;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// A type of PostgreSQL that is no array: its number, the number of the type of its arrays, and how
/// many bytes a value has, -1 if that depends on the value.
///
/// Programs know these numbers by heart.
enum Scalar {
    BOOL(16, 1_000, 1, "boolean", "bool"),
    BYTEA(17, 1_001, -1, "bytea"),
    ONE_BYTE(18, 1_002, 1, "\"char\""),
    NAME(19, 1_003, 64, "name"),
    INT8(20, 1_016, 8, "bigint", "int8"),
    INT2(21, 1_005, 2, "smallint", "int2", "tinyint"),
    INT2_VECTOR(22, 1_006, -1, "int2vector"),
    INT4(23, 1_007, 4, "integer", "int4", "int"),
    REGPROC(24, 1_008, 4, "regproc"),
    TEXT(25, 1_009, -1, "text", "string"),
    OID(26, 1_028, 4, "oid"),
    XID(28, 1_011, 4, "xid"),
    OID_VECTOR(30, 1_013, -1, "oidvector"),
    JSON(114, 199, -1, "json"),
    FLOAT4(700, 1_021, 4, "real", "float4"),
    FLOAT8(701, 1_022, 8, "double precision", "float8", "double", "float"),
    UNKNOWN(705, 1_009, -2, "unknown"),
    BPCHAR(1_042, 1_014, -1, "character", "char", "bpchar"),
    VARCHAR(1_043, 1_015, -1, "character varying", "varchar"),
    DATE(1_082, 1_182, 4, "date"),
    TIME(1_083, 1_183, 8, "time without time zone", "time"),
    TIMESTAMP(1_114, 1_115, 8, "timestamp without time zone", "timestamp"),
    TIMESTAMPTZ(1_184, 1_185, 8, "timestamp with time zone", "timestamptz"),
    INTERVAL(1_186, 1_187, 16, "interval"),
    NUMERIC(1_700, 1_231, -1, "numeric", "decimal"),
    REGPROCEDURE(2_202, 2_207, 4, "regprocedure"),
    REGCLASS(2_205, 2_210, 4, "regclass"),
    REGTYPE(2_206, 2_211, 4, "regtype"),
    VOID(2_278, 1_009, 4, "void"),
    UUID(2_950, 2_951, 16, "uuid"),
    JSONB(3_802, 3_807, -1, "jsonb"),
    REGNAMESPACE(4_089, 4_090, 4, "regnamespace"),
    REGROLE(4_096, 4_097, 4, "regrole");

    private static final Map<String, Scalar> BY_NAME = byName();

    private final int oid;
    private final int arrayOid;
    private final int size;
    private final String title;
    private final String[] synonyms;

    Scalar(int oid, int arrayOid, int size, String title, String... synonyms) {
        this.oid = oid;
        this.arrayOid = arrayOid;
        this.size = size;
        this.title = title;
        this.synonyms = synonyms;
    }

    private static Map<String, Scalar> byName() {
        Map<String, Scalar> all = new HashMap<>();
        for (Scalar scalar : values()) {
            all.put(scalar.title, scalar);
            for (String synonym : scalar.synonyms) {
                all.put(synonym, scalar);
            }
        }
        return Map.copyOf(all);
    }

    /// The type of a name in any case and without length, or TEXT: what PostgreSQL lacks is shown
    /// as text.
    static Scalar named(String name) {
        return BY_NAME.getOrDefault(name.toLowerCase(Locale.ROOT), TEXT);
    }

    int oid() {
        return oid;
    }

    int arrayOid() {
        return arrayOid;
    }

    int size() {
        return size;
    }

    /// As PostgreSQL writes it, without length.
    String title() {
        return title;
    }
}
