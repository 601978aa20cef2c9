package telegraph.testkit.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Headers as HTTP/2 writes them (RFC 7541), without the table that grows: its size is said to be
/// nothing.
///
/// Threads: any; there is no state.
final class Hpack {
    /// The names of the static table that matter, with the values they have there.
    private static final Map<Integer, String> NAMES =
            Map.of(1, ":authority", 4, ":path", 5, ":path", 41, "if-none-match");

    private static final Map<Integer, String> VALUES = Map.of(4, "/", 5, "/index.html");
    private static final int STATIC = 61;
    private static final int STATUS = 8;
    private static final int PACKED = 0x80;

    private final byte[] block;
    private int at;

    private Hpack(byte[] block) {
        this.block = block;
    }

    /// The headers of a request by their names; of those that the static table names, only what
    /// matters.
    static Map<String, String> read(byte[] block) throws IOException {
        try {
            return new Hpack(block).read();
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("headers end too early: octets=" + block.length, e);
        }
    }

    private Map<String, String> read() throws IOException {
        Map<String, String> found = new HashMap<>();
        while (at < block.length) {
            int first = block[at] & 0xff;
            if (first >= 0x80) {
                int index = number(7);
                found.put(name(index), VALUES.getOrDefault(index, ""));
            } else if (first >= 0x20 && first < 0x40) {
                number(5);
            } else {
                int index = number(first >= 0x40 ? 6 : 4);
                String name = index == 0 ? text() : name(index);
                found.put(name, text());
            }
        }
        return found;
    }

    private static String name(int index) throws IOException {
        if (index == 0 || index > STATIC) {
            throw new IOException("the table has nothing there: index=" + index);
        }
        return NAMES.getOrDefault(index, "");
    }

    /// A number that begins in the last `bits` bits of an octet.
    private int number(int bits) throws IOException {
        int full = (1 << bits) - 1;
        long value = block[at++] & full;
        if (value < full) {
            return (int) value;
        }
        for (int shift = 0; shift <= 28; shift += 7) {
            int octet = block[at++] & 0xff;
            value += (long) (octet & 0x7f) << shift;
            if (octet < 0x80 && value <= Integer.MAX_VALUE) {
                return (int) value;
            }
        }
        throw new IOException("a number is too large: value=" + value);
    }

    private String text() throws IOException {
        boolean packed = (block[at] & PACKED) != 0;
        int length = number(7);
        int start = at;
        at = Math.addExact(at, length);
        if (at > block.length) {
            throw new IOException("a text ends too early: octets=" + length);
        }
        return packed
                ? Huffman.read(block, start, at)
                : new String(block, start, length, StandardCharsets.ISO_8859_1);
    }

    /// The headers of a response, from its head as HTTP/1.1 writes it.
    static byte[] write(String head) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String[] lines = head.split("\r\n");
        out.write(STATUS);
        text(lines[0].split(" ")[1], out);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            out.write(0);
            text(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), out);
            text(lines[i].substring(colon + 1).strip(), out);
        }
        return out.toByteArray();
    }

    private static void text(String text, ByteArrayOutputStream out) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        int rest = octets.length - 0x7f;
        out.write(Math.min(octets.length, 0x7f));
        if (rest >= 0) {
            for (; rest >= 0x80; rest >>>= 7) {
                out.write(rest & 0x7f | 0x80);
            }
            out.write(rest);
        }
        out.writeBytes(octets);
    }
}
