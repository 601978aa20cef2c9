package telegraph.memory;

import telegraph.memory.TelegraphException.Kind;

/// The codes of PostgreSQL and the SQL standard by which programs tell failures apart.
public enum SqlState {
    SYNTAX_ERROR("42601", Kind.INPUT),
    UNDEFINED_TABLE("42P01", Kind.INPUT),
    UNDEFINED_COLUMN("42703", Kind.INPUT),
    UNDEFINED_OBJECT("42704", Kind.INPUT),
    UNDEFINED_SCHEMA("3F000", Kind.INPUT),
    UNDEFINED_PARAMETER("42P02", Kind.INPUT),
    DUPLICATE_TABLE("42P07", Kind.INPUT),
    DUPLICATE_COLUMN("42701", Kind.INPUT),
    DUPLICATE_OBJECT("42710", Kind.INPUT),
    DUPLICATE_SCHEMA("42P06", Kind.INPUT),
    AMBIGUOUS_COLUMN("42702", Kind.INPUT),
    DATATYPE_MISMATCH("42804", Kind.INPUT),
    GROUPING_ERROR("42803", Kind.INPUT),
    WRONG_OBJECT_TYPE("42809", Kind.INPUT),
    INVALID_TABLE_DEFINITION("42P16", Kind.INPUT),
    INVALID_COLUMN_REFERENCE("42P10", Kind.INPUT),
    INVALID_FOREIGN_KEY("42830", Kind.INPUT),
    UNDEFINED_FUNCTION("42883", Kind.INPUT),
    DEPENDENT_OBJECTS("2BP01", Kind.INPUT),
    OBJECT_IN_USE("55006", Kind.INPUT),
    FEATURE_NOT_SUPPORTED("0A000", Kind.INPUT),
    INVALID_STATEMENT_NAME("26000", Kind.INPUT),
    INVALID_CURSOR_NAME("34000", Kind.INPUT),
    DUPLICATE_CURSOR("42P03", Kind.INPUT),
    DUPLICATE_PREPARED_STATEMENT("42P05", Kind.INPUT),
    INVALID_PARAMETER_VALUE("22023", Kind.INPUT),
    CHARACTER_NOT_IN_REPERTOIRE("22021", Kind.INPUT),
    INVALID_BINARY_REPRESENTATION("22P03", Kind.INPUT),
    PROTOCOL_VIOLATION("08P01", Kind.INPUT),
    INVALID_AUTHORIZATION("28000", Kind.INPUT),
    INVALID_PASSWORD("28P01", Kind.INPUT),
    NOT_NULL_VIOLATION("23502", Kind.INPUT),
    FOREIGN_KEY_VIOLATION("23503", Kind.INPUT),
    UNIQUE_VIOLATION("23505", Kind.INPUT),
    CHECK_VIOLATION("23514", Kind.INPUT),
    CARDINALITY_VIOLATION("21000", Kind.INPUT),
    GENERATED_ALWAYS("428C9", Kind.INPUT),
    TEXT_TOO_LONG("22001", Kind.INPUT),
    NUMBER_OUT_OF_RANGE("22003", Kind.INPUT),
    DATETIME_OUT_OF_RANGE("22008", Kind.INPUT),
    INVALID_TEXT_REPRESENTATION("22P02", Kind.INPUT),
    DIVISION_BY_ZERO("22012", Kind.INPUT),
    BAD_COPY_FILE("22P04", Kind.INPUT),
    ACTIVE_TRANSACTION("25001", Kind.INPUT),
    NO_ACTIVE_TRANSACTION("25P01", Kind.INPUT),
    FAILED_TRANSACTION("25P02", Kind.INPUT),
    READ_ONLY_TRANSACTION("25006", Kind.INPUT),
    UNDEFINED_SAVEPOINT("3B001", Kind.INPUT),
    KEY_TOO_LONG("54000", Kind.INPUT),
    INPUT("42000", Kind.INPUT),
    SERIALIZATION_FAILURE("40001", Kind.CONFLICT),
    DEADLOCK("40P01", Kind.CONFLICT),
    LOCK_NOT_AVAILABLE("55P03", Kind.CONFLICT),
    INSUFFICIENT_RESOURCES("53000", Kind.RESOURCE),
    DISK_FULL("53100", Kind.RESOURCE),
    TOO_MANY_CONNECTIONS("53300", Kind.RESOURCE),
    CONFIGURATION_LIMIT("53400", Kind.RESOURCE),
    IO_ERROR("58030", Kind.RESOURCE),
    CORRUPT("XX001", Kind.CORRUPT),
    CANCELLED("57014", Kind.CANCELLED),
    BUG("XX000", Kind.BUG);

    private final String code;
    private final Kind kind;

    SqlState(String code, Kind kind) {
        this.code = code;
        this.kind = kind;
    }

    /// The five characters.
    public String code() {
        return code;
    }

    Kind kind() {
        return kind;
    }

    /// The code of a failure of which only the kind is known.
    static SqlState of(Kind kind) {
        return switch (kind) {
            case INPUT -> INPUT;
            case CONFLICT -> SERIALIZATION_FAILURE;
            case RESOURCE -> INSUFFICIENT_RESOURCES;
            case CORRUPT -> CORRUPT;
            case CANCELLED -> CANCELLED;
            case BUG -> BUG;
        };
    }
}
