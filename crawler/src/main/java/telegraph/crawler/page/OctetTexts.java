package telegraph.crawler.page;

import static telegraph.crawler.page.RecordLayout.LONG;

import java.nio.charset.StandardCharsets;
import telegraph.memory.BatchBuilder;

/// Puts octets into batches, which take only whole UTF-8.
public final class OctetTexts {
    private static final long NOT_ASCII = 0x8080808080808080L;

    private OctetTexts() {}

    /// Puts a text of the current row, with replacement characters for what is not UTF-8.
    public static void put(byte[] from, int start, int end, BatchBuilder to, int column) {
        if (isAscii(from, start, end)) {
            to.setText(column, from, start, end - start);
        } else {
            to.setText(column, new String(from, start, end - start, StandardCharsets.UTF_8));
        }
    }

    public static boolean isAscii(byte[] from, int start, int end) {
        int at = start;
        for (; at + 8 <= end; at += 8) {
            if (((long) LONG.get(from, at) & NOT_ASCII) != 0) {
                return false;
            }
        }
        for (; at < end; at++) {
            if (from[at] < 0) {
                return false;
            }
        }
        return true;
    }
}
