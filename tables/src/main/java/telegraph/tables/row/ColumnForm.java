package telegraph.tables.row;

import telegraph.language.ast.SqlType;
import telegraph.memory.Type;

/// How the value of a column lies in a row: its shape in bytes, whatever SQL calls the type.
///
/// | form    | bytes | types                                    |
/// |---------|------:|------------------------------------------|
/// | BOOLEAN |     1 | boolean                                  |
/// | SHORT   |     2 | smallint                                 |
/// | INT     |     4 | integer, date (days)                     |
/// | LONG    |     8 | bigint, times and timestamps (microseconds) |
/// | INT_MILLIS, LONG_MILLIS | 4, 8 | times, timestamps of [SqlType#isInMillis] |
/// | DOUBLE  |     8 | double precision, real                   |
/// | DECIMAL |     8 | numeric of up to 18 digits, unscaled     |
/// | WIDE    |    16 | numeric of up to 38 digits, unscaled     |
/// | UUID    |    16 | uuid                                     |
/// | ENUM    |     8 | an enum: the number of its value         |
/// | TEXT    |     — | text, varchar, char, json, interval, arrays |
/// | BYTES   |     — | bytea                                    |
///
/// A real lies as the double that has its shortest decimal text, so that 0.1 is read as 0.1.
enum ColumnForm {
    BOOLEAN(1),
    SHORT(2),
    INT(4),
    INT_MILLIS(4),
    LONG(8),
    LONG_MILLIS(8),
    DOUBLE(8),
    DECIMAL(8),
    WIDE(16),
    UUID(16),
    ENUM(8),
    TEXT(0),
    BYTES(0);

    /// Numbers of more digits do not surely fit eight bytes.
    private static final int LONG_DIGITS_MAX = 18;

    private final int bytes;

    ColumnForm(int bytes) {
        this.bytes = bytes;
    }

    static ColumnForm of(SqlType type) {
        return switch (type.name()) {
            case BOOLEAN -> BOOLEAN;
            case SMALLINT -> SHORT;
            case INTEGER, DATE -> INT;
            case BIGINT -> LONG;
            case TIME -> type.isInMillis() ? INT_MILLIS : LONG;
            case TIMESTAMP, TIMESTAMPTZ -> type.isInMillis() ? LONG_MILLIS : LONG;
            case REAL, DOUBLE -> DOUBLE;
            case NUMERIC -> decimal(type.physical());
            case UUID -> UUID;
            case ENUM -> ENUM;
            case TEXT, VARCHAR, CHAR, JSON, JSONB, INTERVAL, ARRAY -> TEXT;
            case BYTEA -> BYTES;
        };
    }

    private static ColumnForm decimal(Type type) {
        return type.precision() <= LONG_DIGITS_MAX ? DECIMAL : WIDE;
    }

    /// Bytes of a value, or 0 if that depends on the value.
    int bytes() {
        return bytes;
    }

    boolean isVariable() {
        return bytes == 0;
    }
}
