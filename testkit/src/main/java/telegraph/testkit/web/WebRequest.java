package telegraph.testkit.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import telegraph.testkit.model.Bytes;
import telegraph.testkit.model.Paths;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.WebModel;

/// One request after another of a connection, in a buffer that is used again.
///
/// A target in absolute form is understood, as a proxy gets it. Bodies are not.
///
/// Threads: one.
final class WebRequest {
    private static final int OCTETS_MAX = 16_384;

    private final InputStream in;
    private final byte[] buffer = new byte[OCTETS_MAX];
    private int filled;
    private int end;

    private int targetStart;
    private int targetEnd;
    private int hostStart;
    private int hostEnd;
    private int etagStart;
    private int etagEnd;
    private boolean closes;

    WebRequest(InputStream in) {
        this.in = in;
    }

    /// Reads the next one; false at the end of the connection.
    boolean read() throws IOException {
        System.arraycopy(buffer, end, buffer, 0, filled - end);
        filled -= end;
        end = 0;
        int searched = 0;
        while (true) {
            for (int at = Math.max(3, searched); at < filled; at++) {
                if (buffer[at] == '\n' && buffer[at - 2] == '\n') {
                    end = at + 1;
                    parse();
                    return true;
                }
            }
            searched = filled;
            if (filled == buffer.length) {
                throw new IOException("a request is short: octetsMax=" + OCTETS_MAX);
            }
            int count = in.read(buffer, filled, buffer.length - filled);
            if (count < 0) {
                return false;
            }
            filled += count;
        }
    }

    private void parse() throws IOException {
        hostStart = hostEnd = etagStart = etagEnd = 0;
        closes = false;
        int line = lineEnd(0);
        targetStart = indexOf(' ', 0, line) + 1;
        targetEnd = indexOf(' ', targetStart, line);
        if (targetEnd >= line) {
            throw new IOException("not a request line: " + text(0, line));
        }
        for (int at = line + 2; at < end - 2; at = lineEnd(at) + 2) {
            header(at, lineEnd(at));
        }
        if (buffer[targetStart] != '/') {
            hostStart = indexOf('/', targetStart, targetEnd) + 2;
            hostEnd = indexOf('/', hostStart, targetEnd);
            targetStart = hostEnd;
        }
    }

    private void header(int start, int lineEnd) {
        int colon = indexOf(':', start, lineEnd);
        int value = Math.min(colon + 1, lineEnd);
        while (value < lineEnd && buffer[value] == ' ') {
            value++;
        }
        int length = colon - start;
        if (length == 4 && is(start, "host")) {
            hostStart = value;
            hostEnd = lineEnd;
        } else if (length == 10 && is(start, "connection")) {
            closes = lineEnd - value == 5 && is(value, "close");
        } else if (length == 13 && is(start, "if-none-match")) {
            etagStart = value;
            etagEnd = lineEnd;
        }
    }

    private boolean is(int start, String lower) {
        for (int i = 0; i < lower.length(); i++) {
            byte b = buffer[start + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int lineEnd(int start) {
        return indexOf('\r', start, end);
    }

    private int indexOf(char c, int start, int limit) {
        for (int at = start; at < limit; at++) {
            if (buffer[at] == c) {
                return at;
            }
        }
        return limit;
    }

    int host(WebModel model) {
        return hostEnd == hostStart ? -1 : model.findHost(buffer, hostStart, hostEnd);
    }

    /// Whether the host asked for is this one, whatever the port.
    boolean isFor(String host) {
        String asked = text(hostStart, hostEnd);
        return asked.equalsIgnoreCase(host)
                || asked.regionMatches(true, 0, host + ":", 0, host.length() + 1);
    }

    long ref(int host, WebModel model, Bytes scratch) {
        long ref = Paths.find(host, buffer, targetStart, targetEnd, scratch);
        return ref != Ref.NOTHING && model.has(ref) ? ref : Ref.NOTHING;
    }

    /// What is asked for, with its query.
    String target() {
        return text(targetStart, targetEnd);
    }

    boolean hasEtag(Bytes etag) {
        return java.util.Arrays.equals(buffer, etagStart, etagEnd, etag.array, 0, etag.length);
    }

    /// Whether the client wants no further request on this connection.
    boolean closes() {
        return closes;
    }

    /// The host and the target, for words.
    String where() {
        return text(hostStart, hostEnd) + " " + target();
    }

    private String text(int start, int textEnd) {
        return new String(buffer, start, textEnd - start, StandardCharsets.ISO_8859_1);
    }
}
