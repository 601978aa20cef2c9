package telegraph.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Octets that grow, in an array that is used again and again.
///
/// Invariant: `0 <= length <= array.length`; what lies behind the length means nothing.
///
/// Threads: one.
public final class Octets {
    private static final int SMALLEST = 64;

    private byte[] array;
    private int length;

    public Octets(int capacity) {
        this.array = new byte[capacity];
    }

    /// The octets of a text in UTF-8.
    public static Octets of(String text) {
        Octets octets = new Octets(0);
        octets.array = text.getBytes(StandardCharsets.UTF_8);
        octets.length = octets.array.length;
        return octets;
    }

    /// The array as it is now; the next change may replace it.
    public byte[] array() {
        return array;
    }

    public int length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    public Octets clear() {
        length = 0;
        return this;
    }

    /// Forgets all after the first `octets`, or counts what was written into the array beyond.
    public Octets length(int octets) {
        if (octets < 0 || octets > array.length) {
            throw new IllegalArgumentException(
                    "a length is within the array: length=" + octets + " array=" + array.length);
        }
        length = octets;
        return this;
    }

    /// Makes room for `more` octets behind the length.
    public Octets room(int more) {
        long least = (long) length + more;
        if (least > array.length) {
            if (least > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException("octets fit into an array: length=" + least);
            }
            long doubled = Math.min(Integer.MAX_VALUE - 8, Math.max(SMALLEST, array.length * 2L));
            array = Arrays.copyOf(array, (int) Math.max(least, doubled));
        }
        return this;
    }

    /// Gives back an array that has grown beyond `octets`; what it held is lost.
    public Octets shrink(int octets) {
        length = 0;
        if (array.length > octets) {
            array = new byte[octets];
        }
        return this;
    }

    /// Takes another array in the place of its own, which is returned; it holds nothing then.
    public byte[] swap(byte[] other) {
        byte[] old = array;
        array = other;
        length = 0;
        return old;
    }

    public Octets append(byte octet) {
        room(1);
        array[length++] = octet;
        return this;
    }

    public Octets append(byte[] from, int start, int end) {
        int count = end - start;
        room(count);
        System.arraycopy(from, start, array, length, count);
        length += count;
        return this;
    }

    public Octets append(Octets from) {
        return append(from.array, 0, from.length);
    }

    /// Appends a text in UTF-8.
    public Octets append(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return append(bytes, 0, bytes.length);
    }

    public Octets set(Octets from) {
        length = 0;
        return append(from);
    }

    public byte at(int index) {
        return array[index];
    }

    public boolean isSame(byte[] other, int start, int end) {
        return Arrays.equals(array, 0, length, other, start, end);
    }

    public String text(Charset charset) {
        return new String(array, 0, length, charset);
    }

    /// The octets as UTF-8, with replacement characters where they are not.
    @Override
    public String toString() {
        return text(StandardCharsets.UTF_8);
    }
}
