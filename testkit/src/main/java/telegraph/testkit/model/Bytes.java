package telegraph.testkit.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes to send, in an array that is used again and again.
///
/// Threads: one.
public final class Bytes {
    private static final int DIGITS_MAX = 20;

    public byte[] array;
    public int length;

    public Bytes(int capacity) {
        array = new byte[capacity];
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public Bytes clear() {
        length = 0;
        return this;
    }

    public Bytes add(byte[] from) {
        return add(from, 0, from.length);
    }

    public Bytes add(byte[] from, int start, int end) {
        room(end - start);
        System.arraycopy(from, start, array, length, end - start);
        length += end - start;
        return this;
    }

    public Bytes add(char c) {
        room(1);
        array[length++] = (byte) c;
        return this;
    }

    /// A text of Latin-1.
    public Bytes add(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            array[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    /// A number that is not negative, in decimal.
    public Bytes add(long number) {
        room(DIGITS_MAX);
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            array[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    private void room(int more) {
        if (length + more > array.length) {
            array = Arrays.copyOf(array, Math.max(length + more, 2 * array.length));
        }
    }

    @Override
    public String toString() {
        return new String(array, 0, length, StandardCharsets.ISO_8859_1);
    }
}
