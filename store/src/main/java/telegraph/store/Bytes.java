package telegraph.store;

import java.util.Arrays;

/// A key or a value: bytes from 0 to [#length] of an array that grows and is used again and again.
///
/// Threads: one at a time.
public final class Bytes {
    private static final int CAPACITY_FIRST = 64;

    private byte[] array;
    private int length;

    public Bytes() {
        this.array = new byte[CAPACITY_FIRST];
    }

    /// Bytes that hold a copy of `from`.
    public static Bytes of(byte... from) {
        Bytes bytes = new Bytes();
        bytes.append(from, 0, from.length);
        return bytes;
    }

    /// The array, of which the first [#length] bytes count. Another one after the next that makes
    /// it grow.
    public byte[] array() {
        return array;
    }

    public int length() {
        return length;
    }

    /// Forgets all bytes.
    public Bytes clear() {
        length = 0;
        return this;
    }

    /// Makes the first `count` bytes count, keeping what the array holds.
    public Bytes length(int count) {
        reserve(count);
        length = count;
        return this;
    }

    /// Makes room for `capacity` bytes in all.
    public void reserve(int capacity) {
        if (capacity > array.length) {
            array = Arrays.copyOf(array, Math.max(capacity, 2 * array.length));
        }
    }

    public Bytes append(byte value) {
        reserve(length + 1);
        array[length++] = value;
        return this;
    }

    public Bytes append(byte[] from, int offset, int count) {
        reserve(length + count);
        System.arraycopy(from, offset, array, length, count);
        length += count;
        return this;
    }

    /// Makes these bytes those of `other`.
    public Bytes set(Bytes other) {
        length = 0;
        return append(other.array, 0, other.length);
    }

    /// A copy of the bytes that count.
    public byte[] toArray() {
        return Arrays.copyOf(array, length);
    }

    /// Order of unsigned bytes; a prefix comes first.
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, 0, length, other.array, 0, other.length);
    }
}
