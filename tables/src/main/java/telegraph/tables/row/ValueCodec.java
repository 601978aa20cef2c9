package telegraph.tables.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.memory.Decimals;
import telegraph.store.Bytes;

/// A row as the bytes of one value, of which any column is read without the others.
///
/// Columns have *slots*, numbered in the order in which they were added to the table and never used
/// again; a row written before a slot was added does not have it, and is read as if it had the
/// slot's *missing* value. Integers are little-endian.
///
/// | offset | bytes     | field                                                          |
/// |-------:|----------:|----------------------------------------------------------------|
/// |      0 |         2 | n, the number of slots the row has                             |
/// |      2 | (n + 7)/8 | a bit for each slot, set if it is NULL                         |
/// |        |       ... | fixed part: for each slot its bytes ([ColumnForm]), or 4 for the end of its text in the variable part |
/// |        |       ... | variable part: texts and bytes, one after the other            |
///
/// Invariants:
///
/// 1. Where a slot lies in the fixed part does not depend on the row, but for the width of the
///    bits.
/// 2. The ends of texts never fall from slot to slot; a NULL has the end of the one before it.
///
/// Threads: any.
public final class ValueCodec {
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int BITS_AT = 2;
    private static final int END_BYTES = 4;

    private final List<SqlType> types;
    private final ColumnForm[] forms;
    private final Object[] missing;

    /// For each slot where it lies in the fixed part, and after the last where that ends.
    private final int[] places;

    /// For each slot the last one before it of variable length, or -1.
    private final int[] textsBefore;

    /// @param types of all slots, also of those whose columns were dropped
    /// @param missing for each slot the value in rows that do not have it, or null
    public ValueCodec(List<SqlType> types, Object[] missing) {
        this.types = List.copyOf(types);
        this.missing = missing.clone();
        this.forms = new ColumnForm[types.size()];
        this.places = new int[types.size() + 1];
        this.textsBefore = new int[types.size()];
        int text = -1;
        for (int slot = 0; slot < forms.length; slot++) {
            forms[slot] = ColumnForm.of(types.get(slot));
            textsBefore[slot] = text;
            boolean variable = forms[slot].isVariable();
            places[slot + 1] = places[slot] + (variable ? END_BYTES : forms[slot].bytes());
            if (variable) {
                text = slot;
            }
        }
    }

    /// How many slots rows have that are written now.
    public int slots() {
        return forms.length;
    }

    public SqlType type(int slot) {
        return types.get(slot);
    }

    /// Makes `to` the bytes of a row.
    ///
    /// @param row a value for each slot, of its type
    public void encode(Bytes to, Object[] row) {
        int fixed = fixedAt(forms.length);
        int at = fixed + places[forms.length];
        to.clear().length(at);
        Arrays.fill(to.array(), 0, at, (byte) 0);
        SHORT.set(to.array(), 0, (short) forms.length);
        for (int slot = 0; slot < forms.length; slot++) {
            if (row[slot] == null) {
                to.array()[BITS_AT + (slot >>> 3)] |= (byte) (1 << (slot & 7));
            } else {
                put(to, fixed + places[slot], slot, row[slot]);
            }
            if (forms[slot].isVariable()) {
                INT.set(to.array(), fixed + places[slot], to.length() - at);
            }
        }
    }

    private void put(Bytes to, int at, int slot, Object value) {
        SqlType type = types.get(slot);
        switch (forms[slot]) {
            case BOOLEAN -> to.array()[at] = (byte) ((Boolean) value ? 1 : 0);
            case SHORT -> SHORT.set(to.array(), at, (short) RawValues.whole(value, type));
            case INT, INT_MILLIS -> INT.set(to.array(), at, (int) RawValues.whole(value, type));
            case LONG, LONG_MILLIS, DECIMAL, ENUM ->
                    LONG.set(to.array(), at, RawValues.whole(value, type));
            case DOUBLE ->
                    LONG.set(
                            to.array(),
                            at,
                            Double.doubleToRawLongBits(((Number) value).doubleValue()));
            case WIDE -> {
                if (RawValues.isNaN(value, type)) {
                    LONG.set(to.array(), at, Decimals.NAN_LOW);
                    LONG.set(to.array(), at + 8, Decimals.NAN_HIGH);
                    return;
                }
                BigDecimal decimal = RawValues.decimal(value, type);
                LONG.set(to.array(), at, decimal.unscaledValue().longValue());
                LONG.set(to.array(), at + 8, Decimals.high(decimal.unscaledValue()));
            }
            case UUID -> {
                int length = to.length();
                if (!RawValues.appendUuid(to, value)) {
                    throw new IllegalStateException("a row has values of its types: " + value);
                }
                System.arraycopy(to.array(), length, to.array(), at, ColumnForm.UUID.bytes());
                to.length(length);
            }
            case TEXT, BYTES -> {
                boolean text = forms[slot] == ColumnForm.TEXT;
                byte[] bytes = text ? RawValues.text(value) : RawValues.bytes(value);
                to.append(bytes, 0, bytes.length);
            }
        }
    }

    static int fixedAt(int slots) {
        return BITS_AT + (slots + 7) / 8;
    }

    /// How many slots the row has that starts at an offset.
    ///
    /// @throws TelegraphException of kind CORRUPT if it has more than there are
    public int slots(byte[] array, int offset) {
        int slots = (short) SHORT.get(array, offset) & 0xffff;
        if (slots > forms.length) {
            throw TelegraphException.corrupt(
                    "a row has at most the columns of its table: row="
                            + slots
                            + " table="
                            + forms.length);
        }
        return slots;
    }

    /// Whether the column in a slot is NULL, of a row that has the slot.
    public boolean isNull(byte[] array, int offset, int slot) {
        return (array[offset + BITS_AT + (slot >>> 3)] >>> (slot & 7) & 1) != 0;
    }

    private int place(byte[] array, int offset, int slot) {
        return offset + fixedAt(slots(array, offset)) + places[slot];
    }

    /// The number as which a value lies: an integer, a moment, or an unscaled decimal of at most 18
    /// digits.
    public long numberAt(byte[] array, int offset, int slot) {
        int at = place(array, offset, slot);
        return switch (forms[slot]) {
            case BOOLEAN -> array[at];
            case SHORT -> (short) SHORT.get(array, at);
            case INT, INT_MILLIS -> (int) INT.get(array, at);
            case LONG, LONG_MILLIS, DECIMAL, ENUM -> (long) LONG.get(array, at);
            case DOUBLE, WIDE, UUID, TEXT, BYTES ->
                    throw new IllegalStateException("no whole number lies here: " + type(slot));
        };
    }

    public double doubleAt(byte[] array, int offset, int slot) {
        return Double.longBitsToDouble((long) LONG.get(array, place(array, offset, slot)));
    }

    /// Where the bytes of a text start in the array.
    public int textOffset(byte[] array, int offset, int slot) {
        int slots = slots(array, offset);
        int fixed = offset + fixedAt(slots);
        int before = textsBefore[slot];
        int start = before < 0 ? 0 : (int) INT.get(array, fixed + places[before]);
        return fixed + places[slots] + start;
    }

    /// Where the bytes of a text end in the array.
    public int textEnd(byte[] array, int offset, int slot) {
        int slots = slots(array, offset);
        int fixed = offset + fixedAt(slots);
        return fixed + places[slots] + (int) INT.get(array, fixed + places[slot]);
    }

    /// The value in a slot, in the class of `Batch.valueAt`, or null.
    public Object value(byte[] array, int offset, int slot) {
        if (slot >= slots(array, offset)) {
            return missing[slot];
        }
        if (isNull(array, offset, slot)) {
            return null;
        }
        int at = place(array, offset, slot);
        return switch (forms[slot]) {
            case BOOLEAN -> array[at] != 0;
            case SHORT, INT, INT_MILLIS, LONG, LONG_MILLIS, DECIMAL, ENUM ->
                    RawValues.object(numberAt(array, offset, slot), types.get(slot));
            case DOUBLE -> doubleAt(array, offset, slot);
            case WIDE -> RawValues.wide(longAt(array, at + 8), longAt(array, at), types.get(slot));
            case UUID -> RawValues.uuid(array, at);
            case TEXT -> {
                int start = textOffset(array, offset, slot);
                yield RawValues.text(array, start, textEnd(array, offset, slot) - start);
            }
            case BYTES -> {
                int start = textOffset(array, offset, slot);
                yield RawValues.hexadecimal(array, start, textEnd(array, offset, slot) - start);
            }
        };
    }

    /// The row at an offset, a value for each slot.
    public Object[] decode(byte[] array, int offset) {
        Object[] row = new Object[forms.length];
        for (int slot = 0; slot < row.length; slot++) {
            row[slot] = value(array, offset, slot);
        }
        return row;
    }

    ColumnForm form(int slot) {
        return forms[slot];
    }

    /// Where a slot lies in the fixed part; for the number of slots, where the fixed part ends.
    int place(int slot) {
        return places[slot];
    }

    /// The last slot of variable length before this one, or -1.
    int textBefore(int slot) {
        return textsBefore[slot];
    }

    /// The value of a slot in rows that do not have it, or null.
    Object missing(int slot) {
        return missing[slot];
    }

    static int intAt(byte[] array, int at) {
        return (int) INT.get(array, at);
    }

    static long longAt(byte[] array, int at) {
        return (long) LONG.get(array, at);
    }

    static short shortAt(byte[] array, int at) {
        return (short) SHORT.get(array, at);
    }
}
