package telegraph.crawler.scan;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import telegraph.http.Octets;

/// Writes the query of a link in the charset of its page, as servers of such pages expect and
/// browsers do (WHATWG, *URL*, section 1.3, percent-encode after encoding).
///
/// Only queries that are not ASCII, in pages that are not UTF-8, come here; they make garbage.
///
/// Threads: one.
final class QueryEncoding {
    private final Octets encoded = new Octets(0);

    /// The link in `a[start, end)`, in UTF-8, with its query in `charset`.
    Octets encode(byte[] a, int start, int end, Charset charset) {
        int fragment = Ascii.find(a, start, end, '#');
        int mark = Ascii.find(a, start, fragment, '?');
        String query = new String(a, mark, fragment - mark, StandardCharsets.UTF_8);
        byte[] octets = query(query, charset);
        return encoded.clear().append(a, start, mark).append(octets, 0, octets.length);
    }

    /// What the charset does not have is written as a character reference, its signs encoded.
    private static byte[] query(String query, Charset charset) {
        CharsetEncoder encoder = charset.newEncoder();
        StringBuilder text = new StringBuilder();
        query.codePoints()
                .forEach(code -> {
                    String character = Character.toString(code);
                    if (encoder.canEncode(character)) {
                        text.append(character);
                    } else {
                        text.append("%26%23").append(code).append("%3B");
                    }
                });
        return text.toString().getBytes(charset);
    }
}
