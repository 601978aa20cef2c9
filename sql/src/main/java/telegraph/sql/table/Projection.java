package telegraph.sql.table;

import telegraph.memory.BatchBuilder;
import telegraph.store.Bytes;

/// Takes some columns out of rows, straight from their bytes into a batch, without an object.
///
/// Threads: one at a time.
final class Projection {
    private final ValueCodec codec;
    private final int[] slots;
    private final Form[] forms;
    private final int[] places;
    private final Bytes digits = new Bytes();

    /// @param slots for each column of the batches the slot it is
    Projection(ValueCodec codec, int[] slots) {
        this.codec = codec;
        this.slots = slots.clone();
        this.forms = new Form[slots.length];
        this.places = new int[slots.length];
        for (int column = 0; column < slots.length; column++) {
            forms[column] = codec.form(slots[column]);
            places[column] = codec.place(slots[column]);
        }
    }

    /// Sets the columns of the builder's current row from the row at an offset, and ends it.
    void add(byte[] array, int offset, BatchBuilder to) {
        int count = codec.slots(array, offset);
        int fixed = offset + ValueCodec.fixedAt(count);
        for (int column = 0; column < slots.length; column++) {
            int slot = slots[column];
            if (slot >= count) {
                to.set(column, codec.missing(slot));
            } else if (!codec.isNull(array, offset, slot)) {
                int at = fixed + places[column];
                switch (forms[column]) {
                    case BOOLEAN -> to.setBoolean(column, array[at] != 0);
                    case SHORT -> to.setInt(column, ValueCodec.shortAt(array, at));
                    case INT -> to.setInt(column, ValueCodec.intAt(array, at));
                    case LONG -> to.setLong(column, ValueCodec.longAt(array, at));
                    case DOUBLE ->
                            to.setDouble(
                                    column, Double.longBitsToDouble(ValueCodec.longAt(array, at)));
                    case DECIMAL -> {
                        long low = ValueCodec.longAt(array, at);
                        to.setDecimal(column, low >> 63, low);
                    }
                    case WIDE ->
                            to.setDecimal(
                                    column,
                                    ValueCodec.longAt(array, at + 8),
                                    ValueCodec.longAt(array, at));
                    case UUID -> {
                        digits.length(Hexadecimal.UUID_LENGTH);
                        Hexadecimal.uuid(array, at, digits.array());
                        to.setText(column, digits.array(), 0, digits.length());
                    }
                    case TEXT, BYTES -> {
                        int before = codec.textBefore(slot);
                        int start =
                                before < 0
                                        ? 0
                                        : ValueCodec.intAt(array, fixed + codec.place(before));
                        int length = ValueCodec.intAt(array, at) - start;
                        text(array, fixed + codec.place(count) + start, length, column, to);
                    }
                }
            }
        }
        to.endRow();
    }

    private void text(byte[] array, int at, int length, int column, BatchBuilder to) {
        if (forms[column] == Form.TEXT) {
            to.setText(column, array, at, length);
            return;
        }
        digits.length(2 * length + 2);
        int count = Hexadecimal.bytes(array, at, length, digits.array());
        to.setText(column, digits.array(), 0, count);
    }
}
