package telegraph.crawler.page;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import telegraph.memory.BatchBuilder;

/// Puts what a record says into a row.
public final class RecordCells {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private RecordCells() {}

    /// Puts a part as it is, replacing what is not UTF-8; NULL if it is absent.
    public static void part(PageView page, Part part, BatchBuilder to, int column) {
        if (page.has(part)) {
            OctetTexts.put(page.array(), page.start(part), page.end(part), to, column);
        } else {
            to.setNull(column);
        }
    }

    /// Puts the body, read in the page's charset; NULL if it is not kept.
    static void body(PageView page, BatchBuilder to, int column) {
        if (!page.has(Part.BODY)) {
            to.setNull(column);
            return;
        }
        int start = page.start(Part.BODY);
        int end = page.end(Part.BODY);
        Charset charset = page.decoder();
        if (isAsciiLike(charset) && OctetTexts.isAscii(page.array(), start, end)) {
            to.setText(column, page.array(), start, end - start);
        } else {
            to.setText(column, new String(page.array(), start, end - start, charset));
        }
    }

    private static boolean isAsciiLike(Charset charset) {
        return charset == StandardCharsets.UTF_8
                || charset == StandardCharsets.ISO_8859_1
                || charset == StandardCharsets.US_ASCII;
    }

    /// Puts 128 bits in 32 hexadecimal digits.
    static void hex(long high, long low, BatchBuilder to, int column) {
        byte[] digits = new byte[32];
        for (int i = 0; i < 16; i++) {
            digits[i] = HEX[(int) (high >>> 60 - 4 * i) & 15];
            digits[16 + i] = HEX[(int) (low >>> 60 - 4 * i) & 15];
        }
        to.setText(column, digits, 0, 32);
    }

    /// Where the host of a normalised URL lies, its first octet in the high word and its end in the
    /// low one.
    private static long host(byte[] from, int start, int end) {
        int at = start;
        while (at < end && from[at] != ':') {
            at++;
        }
        int host = Math.min(end, at + 3);
        int stop = host;
        boolean bracket = host < end && from[host] == '[';
        while (stop < end
                && from[stop] != '/'
                && from[stop] != '?'
                && (bracket || from[stop] != ':')) {
            bracket &= from[stop] != ']';
            stop++;
        }
        return (long) host << 32 | stop;
    }

    public static void host(byte[] from, int start, int end, BatchBuilder to, int column) {
        long host = host(from, start, end);
        OctetTexts.put(from, (int) (host >>> 32), (int) host, to, column);
    }
}
