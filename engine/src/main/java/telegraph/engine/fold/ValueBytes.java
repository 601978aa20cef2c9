package telegraph.engine.fold;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import telegraph.engine.vector.Vector;

/// Writes values as bytes, so that equal values have equal bytes, and reads them back.
///
/// | value               | bytes                                  |
/// |---------------------|----------------------------------------|
/// | NULL                | 0                                      |
/// | text                | 1, length (4), UTF-8                   |
/// | decimal             | 1, low word (8), high word (8)         |
/// | floating point      | 1, bits (8), with one zero and one NaN |
/// | anything else       | 1, its `long` (8)                      |
///
/// Threads: one.
final class ValueBytes {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] buffer = new byte[256];
    private int length;

    byte[] buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void putInt(int value) {
        room(4);
        INT.set(buffer, length, value);
        length += 4;
    }

    void putBytes(byte[] from, int start, int end) {
        room(end - start);
        System.arraycopy(from, start, buffer, length, end - start);
        length += end - start;
    }

    static int intAt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    void putNull() {
        room(1);
        buffer[length++] = 0;
    }

    void put(Vector from, int at) {
        if (from.nulls[at]) {
            putNull();
            return;
        }
        room(17);
        buffer[length++] = 1;
        switch (from.type.kind()) {
            case TEXT -> putText(from.segments[at], from.offsets[at], from.lengths[at]);
            case DOUBLE -> putLong(Double.doubleToLongBits(from.doubles[at] + 0.0));
            case DECIMAL -> {
                putLong(from.longs[at]);
                putLong(from.highAt(at));
            }
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    putLong(from.longs[at]);
        }
    }

    private void putLong(long value) {
        LONG.set(buffer, length, value);
        length += 8;
    }

    private void putText(MemorySegment segment, long offset, int bytes) {
        putInt(bytes);
        room(bytes);
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, buffer, length, bytes);
        length += bytes;
    }

    private void room(int bytes) {
        if (length + bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + bytes));
        }
    }

    /// Reads a value into position `at`; returns where the next one begins.
    static int read(byte[] bytes, int start, Vector to, int at) {
        if (bytes[start] == 0) {
            to.nulls[at] = true;
            return start + 1;
        }
        to.nulls[at] = false;
        int from = start + 1;
        return switch (to.type.kind()) {
            case TEXT -> {
                to.lengths[at] = intAt(bytes, from);
                to.offsets[at] = from + 4;
                to.segments[at] = MemorySegment.ofArray(bytes);
                yield from + 4 + to.lengths[at];
            }
            case DOUBLE -> {
                to.doubles[at] = Double.longBitsToDouble((long) LONG.get(bytes, from));
                yield from + 8;
            }
            case DECIMAL -> {
                long low = (long) LONG.get(bytes, from);
                to.setDecimal(at, (long) LONG.get(bytes, from + 8), low);
                yield from + 16;
            }
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT -> {
                to.longs[at] = (long) LONG.get(bytes, from);
                yield from + 8;
            }
        };
    }
}
