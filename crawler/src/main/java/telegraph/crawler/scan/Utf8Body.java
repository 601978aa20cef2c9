package telegraph.crawler.scan;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import telegraph.ground.Utf8;
import telegraph.http.Octets;

/// A body in UTF-8: itself if it is, or ASCII, else a copy.
///
/// Its charset is that of its byte order mark, else the one that came with it, else the one that it
/// names, else UTF-8 if it can be read as such, else windows-1252. All that is not UTF-8 is copied
/// before it is scanned, because in Shift_JIS, GBK and others the second octet of a character may
/// look like `<` or `"`.
///
/// Of a body that is copied no more than [#COPIED_MAX] octets are read, so that the copy is
/// bounded.
///
/// Threads: one.
final class Utf8Body {
    /// What is kept for the next body.
    private static final int KEPT_OCTETS = 256 * 1024;

    /// What is read at most of a body that is to be copied.
    private static final int COPIED_MAX = 2 * 1024 * 1024;

    private final Prescan prescan = new Prescan();
    private final Octets copy = new Octets(0);
    private final Map<String, Transcoder> transcoders = new HashMap<>();
    private byte[] array;
    private int start;
    private int end;
    private String lastLabel = "";
    private String lastName = Charsets.NONE;
    private Charset queries = StandardCharsets.UTF_8;

    /// Takes a body and returns the name of its charset, HTTP's label for which may be null.
    String decode(byte[] body, int length, String httpLabel, boolean isHtml) {
        copy.shrink(KEPT_OCTETS);
        array = body;
        start = 0;
        end = length;
        String name = ofMark(body, length);
        if (name.isEmpty()) {
            name = named(httpLabel);
        }
        if (name.isEmpty() && isHtml) {
            name = prescan.charset(body, 0, length);
        }
        if (name.isEmpty()) {
            name = Utf8.isWellFormed(body, 0, length) ? Charsets.UTF_8 : Charsets.WINDOWS_1252;
        }
        queries = StandardCharsets.UTF_8;
        if (!name.equals(Charsets.UTF_8)) {
            transcode(name);
        }
        return name;
    }

    /// The charset with a label; pages mostly have the label of the one before.
    private String named(String label) {
        if (label == null) {
            return Charsets.NONE;
        }
        if (!label.equals(lastLabel)) {
            lastLabel = label;
            lastName = Charsets.of(label);
        }
        return lastName;
    }

    /// Passes a byte order mark and returns what it means.
    private String ofMark(byte[] body, int length) {
        if (length >= 2 && body[0] == (byte) 0xFE && body[1] == (byte) 0xFF) {
            start = 2;
            return Charsets.UTF_16_BIG;
        }
        if (length >= 2 && body[0] == (byte) 0xFF && body[1] == (byte) 0xFE) {
            start = 2;
            return Charsets.UTF_16_LITTLE;
        }
        boolean utf8 =
                length >= 3
                        && body[0] == (byte) 0xEF
                        && body[1] == (byte) 0xBB
                        && body[2] == (byte) 0xBF;
        start = utf8 ? 3 : 0;
        return utf8 ? Charsets.UTF_8 : Charsets.NONE;
    }

    private void transcode(String name) {
        Transcoder transcoder = transcoders.get(name);
        if (transcoder == null) {
            transcoder = transcoder(name);
            transcoders.put(name, transcoder);
        }
        if (Charsets.isLikeAscii(name)) {
            queries = transcoder.charset();
            if (Ascii.asciiEnd(array, start, end) == end) {
                return;
            }
        }
        transcoder.append(array, start, Math.min(end, start + COPIED_MAX), copy);
        array = copy.array();
        start = 0;
        end = copy.length();
    }

    private static Transcoder transcoder(String name) {
        String known = Charsets.ofTheJdk(name);
        Charset charset =
                Charset.forName(Charset.isSupported(known) ? known : Charsets.WINDOWS_1252);
        return Charsets.isSingle(name)
                ? new SingleTranscoder(charset)
                : new LongTranscoder(charset);
    }

    /// The charset in which the body's links have their queries.
    Charset queries() {
        return queries;
    }

    byte[] array() {
        return array;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }
}
