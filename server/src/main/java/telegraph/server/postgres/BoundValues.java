package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.dialect.ZonedForms;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.type.PgType;
import telegraph.server.postgres.type.WireForm;
import telegraph.sql.Prepared;

/// Reads the values for parameters that a Bind message has, into the statement they are for.
///
/// ```
/// | formats, 2 | a format, 2 | … | values, 2 | length, 4 | value | …
/// ```
///
/// Threads: any.
final class BoundValues {
    private static final int WHOLE_DIGITS_MAX = 18;

    private BoundValues() {}

    /// @throws TelegraphException if a value is none of its type
    static void read(Fields fields, NamedStatement statement, ZonedForms zones) {
        ByteBuf bytes = fields.bytes();
        int formats = fields.count(2);
        int formatsAt = bytes.readerIndex();
        bytes.skipBytes(2 * formats);
        int count = fields.count(4);
        PgType[] types = statement.parameters();
        if (count != types.length || formats > 1 && formats != count) {
            throw TelegraphException.of(
                    SqlState.PROTOCOL_VIOLATION,
                    "bind message supplies "
                            + count
                            + " parameters and "
                            + formats
                            + " formats, but the prepared statement requires "
                            + types.length);
        }
        for (int i = 0; i < count; i++) {
            int format = formats == 0 ? 0 : bytes.getShort(formatsAt + 2 * (formats == 1 ? 0 : i));
            WireForm form = format == 1 ? zones.binary() : zones.text();
            int length = fields.valueLength();
            if (length < 0) {
                statement.prepared().set(i + 1, (Object) null);
            } else {
                int end = bytes.readerIndex() + length;
                value(statement.prepared(), i + 1, types[i], form, bytes, length);
                bytes.readerIndex(end);
            }
        }
    }

    private static void value(
            Prepared prepared, int place, PgType type, WireForm form, ByteBuf bytes, int length) {
        boolean whole =
                switch (type.oid()) {
                    case 20, 21, 23 ->
                            form.binary()
                                    ? length == type.size()
                                    : isWhole(bytes, bytes.readerIndex(), length);
                    default -> false;
                };
        if (!whole) {
            prepared.set(place, type.read(bytes, length, form));
        } else if (form.binary()) {
            prepared.set(
                    place,
                    switch (length) {
                        case 2 -> bytes.readShort();
                        case 4 -> bytes.readInt();
                        default -> bytes.readLong();
                    });
        } else {
            prepared.set(place, whole(bytes, bytes.readerIndex(), length));
        }
    }

    /// Whether a text is a number of so few digits that it surely fits.
    private static boolean isWhole(ByteBuf bytes, int start, int length) {
        int first = length > 0 && bytes.getByte(start) == '-' ? 1 : 0;
        if (length == first || length - first > WHOLE_DIGITS_MAX) {
            return false;
        }
        for (int i = first; i < length; i++) {
            byte digit = bytes.getByte(start + i);
            if (digit < '0' || digit > '9') {
                return false;
            }
        }
        return true;
    }

    private static long whole(ByteBuf bytes, int start, int length) {
        boolean negative = bytes.getByte(start) == '-';
        long value = 0;
        for (int i = negative ? 1 : 0; i < length; i++) {
            value = 10 * value + bytes.getByte(start + i) - '0';
        }
        return negative ? -value : value;
    }
}
