package telegraph.tables.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.util.List;
import telegraph.language.ast.SqlType;
import telegraph.memory.Decimals;
import telegraph.store.Bytes;

/// Some columns of a row as one key, whose order as unsigned bytes is that of the columns in SQL.
///
/// Each part tells where it ends, so that keys can be strung together: an index has its columns and
/// then those of the primary key.
///
/// | part      | bytes                                                                  |
/// |-----------|------------------------------------------------------------------------|
/// | tag       | only if NULL is allowed: 1 before a value, 2 alone is NULL, which is last |
/// | BOOLEAN   | 0 or 1                                                                 |
/// | SHORT, INT, LONG, DECIMAL, WIDE, ENUM | big-endian with the sign flipped; NaN of WIDE is greatest |
/// | DOUBLE    | big-endian bits, all flipped if negative, else the sign; NaN is greatest, -0 is 0 |
/// | UUID      | its 16 bytes                                                           |
/// | TEXT, BYTES | each zero byte as 0 255, and 0 0 at the end                          |
///
/// Invariants:
///
/// 1. a < b in SQL if and only if bytes(a) < bytes(b).
/// 2. No key is a prefix of another one of the same codec.
/// 3. What was appended can be read again, but for -0 and the payload of NaN.
///
/// Threads: any.
public final class KeyCodec {
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte VALUE = 1;
    private static final byte NULL = 2;

    private final List<Part> parts;
    private final ColumnForm[] forms;
    private final boolean[] nullable;

    /// A column in a key.
    public record Part(SqlType type, boolean nullable) {}

    public KeyCodec(List<Part> parts) {
        this.parts = List.copyOf(parts);
        this.forms = new ColumnForm[parts.size()];
        this.nullable = new boolean[parts.size()];
        for (int i = 0; i < forms.length; i++) {
            forms[i] = ColumnForm.of(parts.get(i).type());
            nullable[i] = parts.get(i).nullable();
        }
    }

    public List<Part> parts() {
        return parts;
    }

    /// Appends the parts for the values in these slots of a row.
    public void append(Bytes to, Object[] row, int[] slots) {
        for (int i = 0; i < slots.length; i++) {
            if (!append(to, i, row[slots[i]])) {
                throw new IllegalStateException(
                        "a row has values of its columns' types: type="
                                + parts.get(i).type()
                                + " value="
                                + row[slots[i]]);
            }
        }
    }

    /// Appends one part; false, with nothing appended, if no row has such a value there: a number
    /// out of the type's range, a fraction it does not take, NULL where there is none.
    public boolean append(Bytes to, int part, Object value) {
        int start = to.length();
        if (value == null) {
            if (nullable[part]) {
                to.append(NULL);
            }
            return nullable[part];
        }
        tag(to, part);
        boolean appended =
                switch (forms[part]) {
                    case BOOLEAN -> {
                        to.append((byte) ((Boolean) value ? 1 : 0));
                        yield true;
                    }
                    case SHORT, INT, INT_MILLIS, LONG, LONG_MILLIS, DECIMAL, ENUM ->
                            whole(to, part, value);
                    case WIDE -> wide(to, part, value);
                    case DOUBLE -> {
                        appendBits(to, ((Number) value).doubleValue());
                        yield true;
                    }
                    case UUID -> RawValues.appendUuid(to, value);
                    case TEXT -> {
                        byte[] text = RawValues.text(value);
                        escape(to, text, 0, text.length);
                        yield true;
                    }
                    case BYTES -> {
                        byte[] bytes = RawValues.bytes(value);
                        if (bytes != null) {
                            escape(to, bytes, 0, bytes.length);
                        }
                        yield bytes != null;
                    }
                };
        if (!appended) {
            to.length(start);
        }
        return appended;
    }

    private boolean whole(Bytes to, int part, Object value) {
        if (!RawValues.isWhole(value, parts.get(part).type())) {
            return false;
        }
        return appendWhole(to, part, RawValues.whole(value, parts.get(part).type()));
    }

    private boolean wide(Bytes to, int part, Object value) {
        if (RawValues.isNaN(value, parts.get(part).type())) {
            appendLong(to, Decimals.NAN_HIGH ^ Long.MIN_VALUE);
            appendLong(to, Decimals.NAN_LOW);
            return true;
        }
        BigDecimal exact = RawValues.decimal(value, parts.get(part).type());
        if (exact == null) {
            return false;
        }
        long high = Decimals.high(exact.unscaledValue());
        appendLong(to, high ^ Long.MIN_VALUE);
        appendLong(to, exact.unscaledValue().longValue());
        return true;
    }

    private void tag(Bytes to, int part) {
        if (nullable[part]) {
            to.append(VALUE);
        }
    }

    /// Appends a part that is a whole number, without a box: an integer of any size, a moment, or
    /// the unscaled value of a decimal of at most 18 digits. False, with nothing appended, if it is
    /// out of range.
    public boolean appendNumber(Bytes to, int part, long value) {
        int start = to.length();
        tag(to, part);
        boolean appended = appendWhole(to, part, value);
        if (!appended) {
            to.length(start);
        }
        return appended;
    }

    private boolean appendWhole(Bytes to, int part, long value) {
        int at = to.length();
        switch (forms[part]) {
            case SHORT -> {
                if (value != (short) value) {
                    return false;
                }
                to.length(at + 2);
                SHORT.set(to.array(), at, (short) (value ^ Short.MIN_VALUE));
            }
            case INT, INT_MILLIS -> {
                if (value != (int) value) {
                    return false;
                }
                to.length(at + 4);
                INT.set(to.array(), at, (int) value ^ Integer.MIN_VALUE);
            }
            case LONG, LONG_MILLIS, DECIMAL, ENUM -> appendLong(to, value ^ Long.MIN_VALUE);
            case BOOLEAN, DOUBLE, WIDE, UUID, TEXT, BYTES ->
                    throw new IllegalStateException(
                            "no whole number lies here: type=" + parts.get(part).type());
        }
        return true;
    }

    /// Appends a part that is a text, or bytes, without making objects of them.
    public void appendBytes(Bytes to, int part, byte[] array, int offset, int count) {
        if (!forms[part].isVariable()) {
            throw new IllegalStateException("no text lies here: type=" + parts.get(part).type());
        }
        tag(to, part);
        escape(to, array, offset, count);
    }

    private static void appendLong(Bytes to, long value) {
        int at = to.length();
        to.length(at + 8);
        LONG.set(to.array(), at, value);
    }

    private static void appendBits(Bytes to, double value) {
        long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
        appendLong(to, bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    }

    private static void escape(Bytes to, byte[] array, int offset, int count) {
        to.reserve(to.length() + count + 2);
        int from = offset;
        for (int i = offset; i < offset + count; i++) {
            if (array[i] == 0) {
                to.append(array, from, i + 1 - from);
                to.append((byte) 0xff);
                from = i + 1;
            }
        }
        to.append(array, from, offset + count - from);
        to.append((byte) 0);
        to.append((byte) 0);
    }

    /// Where the key that starts at an offset ends.
    public int end(byte[] array, int offset) {
        int at = offset;
        for (int part = 0; part < forms.length; part++) {
            at = skip(array, at, part);
        }
        return at;
    }

    /// Where the part that starts at an offset ends.
    public int skip(byte[] array, int offset, int part) {
        int at = offset;
        if (nullable[part] && array[at++] == NULL) {
            return at;
        }
        return forms[part].isVariable()
                ? ending(array, at, array.length) + 2
                : at + forms[part].bytes();
    }

    /// As [#end(byte[],int)] of bytes that may be no key; -1 if it would be after `limit`.
    int end(byte[] array, int offset, int limit) {
        int at = offset;
        for (int part = 0; part < forms.length; part++) {
            if (at >= limit) {
                return -1;
            }
            at =
                    forms[part].isVariable() && !isNull(array, at, part)
                            ? ending(array, nullable[part] ? at + 1 : at, limit) + 2
                            : skip(array, at, part);
        }
        return at > limit ? -1 : at;
    }

    /// Whether a part may be NULL, which is last.
    public boolean isNullable(int part) {
        return nullable[part];
    }

    /// Before which all keys are whose first part has a value; null if it always has.
    public Bytes firstNull() {
        return nullable[0] ? new Bytes().append(NULL) : null;
    }

    /// Whether the part that starts at an offset is NULL.
    public boolean isNull(byte[] array, int offset, int part) {
        return nullable[part] && array[offset] == NULL;
    }

    /// Where the two bytes are that end a text; without them, a place from `limit` - 1 on.
    private static int ending(byte[] array, int offset, int limit) {
        int at = offset;
        while (at + 1 < limit && (array[at] != 0 || array[at + 1] != 0)) {
            at += array[at] == 0 ? 2 : 1;
        }
        return at;
    }

    /// The value of the part that starts at an offset, in the class of `Batch.valueAt`.
    public Object value(byte[] array, int offset, int part) {
        if (isNull(array, offset, part)) {
            return null;
        }
        SqlType type = parts.get(part).type();
        int at = nullable[part] ? offset + 1 : offset;
        return switch (forms[part]) {
            case BOOLEAN -> array[at] != 0;
            case SHORT ->
                    RawValues.object(
                            (short) ((short) SHORT.get(array, at) ^ Short.MIN_VALUE), type);
            case INT, INT_MILLIS ->
                    RawValues.object((int) INT.get(array, at) ^ Integer.MIN_VALUE, type);
            case LONG, LONG_MILLIS, DECIMAL, ENUM ->
                    RawValues.object((long) LONG.get(array, at) ^ Long.MIN_VALUE, type);
            case WIDE ->
                    RawValues.wide(
                            (long) LONG.get(array, at) ^ Long.MIN_VALUE,
                            (long) LONG.get(array, at + 8),
                            type);
            case DOUBLE -> {
                long bits = (long) LONG.get(array, at);
                yield Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
            }
            case UUID -> RawValues.uuid(array, at);
            case TEXT, BYTES -> {
                Bytes plain = unescaped(array, at);
                yield forms[part] == ColumnForm.TEXT
                        ? RawValues.text(plain.array(), 0, plain.length())
                        : RawValues.hexadecimal(plain.array(), 0, plain.length());
            }
        };
    }

    private static Bytes unescaped(byte[] array, int offset) {
        Bytes plain = new Bytes();
        int end = ending(array, offset, array.length);
        for (int at = offset; at < end; at++) {
            plain.append(array[at]);
            if (array[at] == 0) {
                at++;
            }
        }
        return plain;
    }
}
