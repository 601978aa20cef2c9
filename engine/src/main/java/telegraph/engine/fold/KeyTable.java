package telegraph.engine.fold;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import telegraph.ground.TelegraphException;

/// Numbers distinct byte strings from 0, in the order in which they first come.
///
/// Open addressing; `slots` holds number + 1. The strings lie one after another in `bytes`.
///
/// Threads: one at a time. Memory: on the heap, charged to the account.
final class KeyTable {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PHI = 0x9E3779B97F4A7C15L;
    private static final int BYTES_MAX = 1 << 30;

    private final Account account;
    private int[] slots = new int[32];
    private int[] hashes = new int[16];
    private int[] ends = new int[16];
    private byte[] bytes = new byte[256];
    private int size;

    KeyTable(Account account) {
        this.account = account;
        account.grow(4 * 64 + 256);
    }

    int size() {
        return size;
    }

    byte[] bytes() {
        return bytes;
    }

    int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    int end(int number) {
        return ends[number];
    }

    /// The number of the string of `length` bytes from `offset`.
    int number(byte[] key, int offset, int length) {
        int hash = hash(key, offset, length);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && same(number, key, offset, length)) {
                return number;
            }
            slot = slot + 1 & mask;
        }
        return add(slot, hash, key, offset, length);
    }

    private boolean same(int number, byte[] key, int offset, int length) {
        return Arrays.equals(bytes, start(number), ends[number], key, offset, offset + length);
    }

    private int add(int slot, int hash, byte[] key, int offset, int length) {
        int start = size == 0 ? 0 : ends[size - 1];
        if (start > BYTES_MAX - length) {
            throw TelegraphException.resource(
                    "the keys of all groups have at most " + BYTES_MAX + " bytes: groups=" + size);
        }
        if (start + length > bytes.length) {
            int longer = Math.max(bytes.length * 2, start + length);
            account.grow(longer - bytes.length);
            bytes = Arrays.copyOf(bytes, longer);
        }
        System.arraycopy(key, offset, bytes, start, length);
        if (size == hashes.length) {
            account.grow(8L * size);
            hashes = Arrays.copyOf(hashes, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
        }
        hashes[size] = hash;
        ends[size] = start + length;
        slots[slot] = size + 1;
        size++;
        if (size * 2 > slots.length) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        account.grow(4L * slots.length);
        int[] wider = new int[slots.length * 2];
        int mask = wider.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = hashes[number] & mask;
            while (wider[slot] != 0) {
                slot = slot + 1 & mask;
            }
            wider[slot] = number + 1;
        }
        slots = wider;
    }

    private static int hash(byte[] key, int offset, int length) {
        long hash = length;
        int at = 0;
        for (; at + 8 <= length; at += 8) {
            hash = (hash ^ (long) LONG.get(key, offset + at)) * PHI;
            hash ^= hash >>> 32;
        }
        long rest = 0;
        for (; at < length; at++) {
            rest = rest << 8 | key[offset + at] & 0xFF;
        }
        hash = (hash ^ rest) * PHI;
        return (int) (hash >>> 32);
    }
}
