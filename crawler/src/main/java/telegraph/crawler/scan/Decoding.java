package telegraph.crawler.scan;

import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Map;
import telegraph.crawler.Octets;

/// A body in UTF-8: itself if it is, or ASCII, else a copy.
///
/// Its charset is that of its byte order mark, else the one that came with it, else the one that it
/// names, else UTF-8 if it can be read as such, else windows-1252. All that is not UTF-8 is copied
/// before it is scanned, because in Shift_JIS, GBK and others the second octet of a character may
/// look like `<` or `"`.
///
/// Threads: one.
final class Decoding {
    /// What is kept for the next body.
    private static final int KEPT_OCTETS = 256 * 1024;

    private final Prescan prescan = new Prescan();
    private final Octets copy = new Octets(0);
    private final Map<String, Transcoder> transcoders = new HashMap<>();
    private byte[] array;
    private int start;
    private int end;

    /// Takes a body and returns the name of its charset.
    String decode(byte[] body, int length, String httpCharset, boolean isHtml) {
        copy.shrink(KEPT_OCTETS);
        array = body;
        start = 0;
        end = length;
        String name = ofMark(body, length);
        if (name.isEmpty()) {
            name = httpCharset;
        }
        if (name.isEmpty() && isHtml) {
            name = prescan.charset(body, 0, length);
        }
        if (name.isEmpty()) {
            name = Utf8.isValid(body, 0, length) ? Charsets.UTF_8 : Charsets.WINDOWS_1252;
        }
        transcode(name);
        return name;
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
        boolean asItIs =
                name.equals(Charsets.UTF_8)
                        || Charsets.isLikeAscii(name) && Ascii.asciiEnd(array, start, end) == end;
        if (asItIs) {
            return;
        }
        Transcoder transcoder = transcoders.get(name);
        if (transcoder == null) {
            transcoder = transcoder(name);
            transcoders.put(name, transcoder);
        }
        transcoder.append(array, start, end, copy);
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
