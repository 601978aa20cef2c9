package telegraph.tables.row;

import java.util.UUID;
import java.util.function.Supplier;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Bytea;
import telegraph.query.value.Uuids;

/// Reads bytes and identifiers in all the ways that PostgreSQL does, for a column.
final class Binary {
    private Binary() {}

    /// Bytes as `\x` and digits, from a `byte[]`, from such a text, or from one in the escape
    /// format (`abc\000\\`).
    static String bytea(Object value, String column) {
        if (value instanceof byte[] bytes) {
            return RawValues.hexadecimal(bytes, 0, bytes.length);
        }
        return placed(() -> Bytea.canonical(value.toString()), column);
    }

    /// An identifier in its usual form, from one with capitals, in braces, or with other hyphens.
    static String uuid(Object value, String column) {
        if (value instanceof UUID uuid) {
            return uuid.toString();
        }
        return placed(() -> Uuids.canonical(value.toString()), column);
    }

    /// What is read, or the failure with the column's name.
    static String placed(Supplier<String> read, String column) {
        try {
            return read.get();
        } catch (TelegraphException e) {
            throw TelegraphException.of(e.state(), e.getMessage() + " column=" + column, e);
        }
    }
}
