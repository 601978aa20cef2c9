package telegraph.tables.row;

import telegraph.memory.BatchBuilder;
import telegraph.memory.Micros;
import telegraph.store.Bytes;

/// Takes some columns out of rows, straight from their bytes into a batch, without an object.
///
/// Threads: one at a time.
public final class Projection {
    private final ValueCodec codec;
    private final int[] slots;
    private final int[] targets;
    private final ColumnForm[] forms;
    private final int[] places;
    private final Bytes digits = new Bytes();

    /// @param slots the slots to take
    /// @param targets for each of them the column of the batches that it becomes
    public Projection(ValueCodec codec, int[] slots, int[] targets) {
        this.codec = codec;
        this.slots = slots.clone();
        this.targets = targets.clone();
        this.forms = new ColumnForm[slots.length];
        this.places = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            forms[i] = codec.form(slots[i]);
            places[i] = codec.place(slots[i]);
        }
    }

    /// Sets the columns of the builder's current row from the row at an offset.
    public void set(byte[] array, int offset, BatchBuilder to) {
        int count = codec.slots(array, offset);
        int fixed = offset + ValueCodec.fixedAt(count);
        for (int i = 0; i < slots.length; i++) {
            int slot = slots[i];
            int column = targets[i];
            if (slot >= count) {
                to.set(column, codec.missing(slot));
            } else if (!codec.isNull(array, offset, slot)) {
                int at = fixed + places[i];
                switch (forms[i]) {
                    case BOOLEAN -> to.setBoolean(column, array[at] != 0);
                    case SHORT -> to.setInt(column, ValueCodec.shortAt(array, at));
                    case INT -> to.setInt(column, ValueCodec.intAt(array, at));
                    case LONG -> to.setLong(column, ValueCodec.longAt(array, at));
                    case INT_MILLIS ->
                            to.setLong(column, Micros.ofMillis(ValueCodec.intAt(array, at)));
                    case LONG_MILLIS ->
                            to.setLong(column, Micros.ofMillis(ValueCodec.longAt(array, at)));
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
                    case ENUM -> to.set(column, codec.value(array, offset, slot));
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
                        text(array, fixed + codec.place(count) + start, length, i, to);
                    }
                }
            }
        }
    }

    private void text(byte[] array, int at, int length, int i, BatchBuilder to) {
        if (forms[i] == ColumnForm.TEXT) {
            to.setText(targets[i], array, at, length);
            return;
        }
        digits.length(2 * length + 2);
        int count = Hexadecimal.bytes(array, at, length, digits.array());
        to.setText(targets[i], digits.array(), 0, count);
    }
}
