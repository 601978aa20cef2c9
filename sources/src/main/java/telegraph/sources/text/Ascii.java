package telegraph.sources.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Questions about the bytes of a text, asked without making a string of them.
public final class Ascii {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Ascii() {}

    /// Whether the bytes spell `word`, which is in lower case, in any case.
    static boolean equalsIgnoreCase(byte[] bytes, int start, int end, String word) {
        if (end - start != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int b = bytes[start + i];
            if (b >= 'A' && b <= 'Z') {
                b |= 0x20;
            }
            if (b != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the bytes are well-formed UTF-8 (Unicode 16, table 3-7).
    public static boolean isUtf8(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            if (end - at >= 8 && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
                at += 8;
                continue;
            }
            int length = sequence(bytes, at, end);
            if (length == 0) {
                return false;
            }
            at += length;
        }
        return true;
    }

    /// Bytes of the character at `at`, or 0 if there is none.
    private static int sequence(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xff;
        if (first < 0x80) {
            return 1;
        }
        int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        if (first < 0xc2 || first > 0xf4 || end - at < length) {
            return 0;
        }
        int second = bytes[at + 1] & 0xff;
        int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < low || second > high) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
