package telegraph.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The names of keys in the lock table: 64 bits made of all of a key's. Two keys of one name only
/// wait for each other.
final class KeyHash {
    /// The name of the gap after the last key of a container.
    static final long END = 0x5DEE_CE66_D0B4_2F1BL;

    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    private static final long MIX = 0xBF58_476D_1CE4_E5B9L;
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private KeyHash() {}

    static long of(Bytes key) {
        return of(key.array(), 0, key.length());
    }

    static long of(byte[] array, int offset, int length) {
        long hash = length * STEP;
        int end = offset + length;
        int i = offset;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            hash = mix(hash ^ (long) LONG.get(array, i));
        }
        long rest = 0;
        for (; i < end; i++) {
            rest = rest << Byte.SIZE | array[i] & 0xFF;
        }
        return mix(hash ^ rest);
    }

    private static long mix(long bits) {
        long mixed = (bits + STEP) * MIX;
        return mixed ^ mixed >>> 29;
    }
}
