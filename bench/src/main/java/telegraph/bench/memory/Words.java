package telegraph.bench.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Tuples as bytes in an array.
final class Words {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    /// Writes the tuple of a key.
    static void put(byte[] to, int at, long key) {
        LONG.set(to, at, key);
        for (int f = 0; f < Tuples.NUMBERS; f++) {
            LONG.set(to, at + 8 + 8 * f, Tuples.number(key, f));
        }
        INT.set(to, at + 8 + 8 * Tuples.NUMBERS, (int) key);
    }

    static long longAt(byte[] from, int at) {
        return (long) LONG.get(from, at);
    }
}
