package telegraph.http.url;

import telegraph.http.url.Url.Verdict;

/// The states of the URL standard's parser that http and https URLs pass through (WHATWG, *URL*,
/// section 4.4).
///
/// It writes into the array of one [Url]. Output is bounded while it is written: after at most
/// [#STEP] octets it is held against [Url#LENGTH_MAX]. Input beyond [#INPUT_MAX] is not read.
///
/// Threads: one.
final class UrlParser {
    static final byte[] HTTP = {'h', 't', 't', 'p', ':', '/', '/'};
    static final byte[] HTTPS = {'h', 't', 't', 'p', 's', ':', '/', '/'};

    /// The most octets that one octet of input becomes.
    static final int STEP = 3;

    private static final int INPUT_MAX = 8 * Url.LENGTH_MAX;
    private static final int PORT_MAX = 65_535;
    private static final int HTTPS_LETTERS = 5;

    private static final byte[] NONE = {};

    private final Url to;
    private final HostParser hosts = new HostParser();

    /// What is read, up to `end`.
    private byte[] in = NONE;

    private int end;

    /// The input without tabs and newlines, if it had some.
    private byte[] clean = NONE;

    /// Octets written into the URL's array.
    private int n;

    UrlParser(Url to) {
        this.to = to;
    }

    /// `base` is null for none.
    Verdict parse(Url base, byte[] from, int first, int behind) {
        int start = first;
        int stop = behind;
        while (start < stop && Octet.isBlank(from[start])) {
            start++;
        }
        while (start < stop && Octet.isBlank(from[stop - 1])) {
            stop--;
        }
        in = from;
        end = Math.min(stop, start + INPUT_MAX);
        boolean whole = end == stop;
        boolean dropped = false;
        for (int i = start; i < end; i++) {
            byte c = from[i];
            if (c == '#') {
                end = i;
                whole = true;
            }
            dropped |= Octet.isDropped(c);
        }
        if (dropped) {
            start = clean(start);
        }
        n = 0;
        Verdict verdict = scheme(base, start, whole);
        in = NONE;
        return verdict == Verdict.OK ? verdict : to.refuse(verdict);
    }

    /// Reads on from a copy without tabs and newlines, and returns where that starts.
    private int clean(int start) {
        if (clean.length < end - start) {
            clean = new byte[end - start];
        }
        int count = 0;
        for (int i = start; i < end; i++) {
            if (!Octet.isDropped(in[i])) {
                clean[count++] = in[i];
            }
        }
        in = clean;
        end = count;
        return 0;
    }

    private Verdict scheme(Url base, int start, boolean whole) {
        int colon = schemeEnd(start);
        if (colon < 0 && base == null) {
            return Verdict.MALFORMED;
        }
        boolean https = colon < 0 ? base.isHttps() : colon - start == HTTPS_LETTERS;
        if (colon >= 0 && !isHttp(start, colon)) {
            return Verdict.NOT_HTTP;
        }
        if (!whole) {
            return Verdict.TOO_LONG;
        }
        int at = colon + 1;
        if (colon < 0) {
            return relative(base, start);
        }
        if (base != null && base.isHttps() == https && !(isSlash(at) && isSlash(at + 1))) {
            return relative(base, at);
        }
        return authority(https, at);
    }

    /// Where the `:` behind a scheme is, or -1 if the input begins with none.
    private int schemeEnd(int start) {
        if (start == end || !Octet.isLetter(in[start])) {
            return -1;
        }
        int at = start + 1;
        while (at < end && Octet.fitsScheme(in[at])) {
            at++;
        }
        return at < end && in[at] == ':' ? at : -1;
    }

    private boolean isHttp(int start, int colon) {
        int letters = colon - start;
        if (letters != HTTPS_LETTERS && letters != HTTPS_LETTERS - 1) {
            return false;
        }
        for (int i = 0; i < letters; i++) {
            if (Octet.small(in[start + i]) != HTTPS[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean isSlash(int at) {
        return at < end && Octet.isSlash(in[at]);
    }

    private Verdict relative(Url base, int start) {
        if (isSlash(start)) {
            if (isSlash(start + 1)) {
                return authority(base.isHttps(), start);
            }
            copy(base, base.pathStart);
            return path(start);
        }
        if (start == end) {
            copy(base, base.length);
            return finish(base.queryStart);
        }
        if (in[start] == '?') {
            copy(base, base.queryStart);
            return query(start);
        }
        int folder = base.queryStart;
        while (base.array[folder - 1] != '/') {
            folder--;
        }
        copy(base, folder);
        return segments(start);
    }

    private void copy(Url base, int octets) {
        to.room(octets);
        System.arraycopy(base.array, 0, to.array, 0, octets);
        to.hostStart = base.hostStart;
        to.hostEnd = base.hostEnd;
        to.port = base.port;
        to.pathStart = base.pathStart;
        n = octets;
    }

    /// Passes all slashes, then takes user, host and port up to the next one.
    private Verdict authority(boolean https, int start) {
        int at = start;
        while (isSlash(at)) {
            at++;
        }
        int stop = at;
        for (; stop < end && !Octet.isSlash(in[stop]) && in[stop] != '?'; stop++) {
            if (in[stop] == '@') {
                at = stop + 1;
            }
        }
        int colon = portColon(at, stop);
        if (at == colon) {
            return Verdict.MALFORMED;
        }
        if (colon - at > Url.LENGTH_MAX) {
            return Verdict.TOO_LONG;
        }
        byte[] scheme = https ? HTTPS : HTTP;
        System.arraycopy(scheme, 0, to.array, 0, scheme.length);
        to.hostStart = scheme.length;
        n = hosts.write(in, at, colon, to);
        if (n < 0) {
            return Verdict.MALFORMED;
        }
        to.hostEnd = n;
        return port(https, colon, stop) ? path(stop) : Verdict.MALFORMED;
    }

    /// Where the first `:` outside of brackets is, or the end.
    private int portColon(int start, int stop) {
        boolean inBrackets = false;
        for (int i = start; i < stop; i++) {
            byte c = in[i];
            if (c == '[') {
                inBrackets = true;
            } else if (c == ']') {
                inBrackets = false;
            } else if (c == ':' && !inBrackets) {
                return i;
            }
        }
        return stop;
    }

    private boolean port(boolean https, int colon, int stop) {
        int port = 0;
        for (int i = colon + 1; i < stop; i++) {
            if (!Octet.isDigit(in[i])) {
                return false;
            }
            port = port * 10 + in[i] - '0';
            if (port > PORT_MAX) {
                return false;
            }
        }
        int usual = Url.defaultPort(https);
        boolean written = stop - colon > 1 && port != usual;
        to.port = written ? port : usual;
        if (written) {
            to.room(n + 6);
            to.array[n++] = ':';
            n = Octet.decimal(port, to.array, n);
        }
        to.pathStart = n;
        return true;
    }

    /// The path from its first slash, if there is one.
    private Verdict path(int start) {
        to.room(n + 1);
        to.array[n++] = '/';
        return segments(isSlash(start) ? start + 1 : start);
    }

    /// The rest of a path, what was written of it ending in `/`.
    private Verdict segments(int start) {
        to.room(Math.min(n + STEP * (end - start), Url.LENGTH_MAX) + STEP);
        byte[] out = to.array;
        int segment = n;
        int at = start;
        for (; at < end && n <= Url.LENGTH_MAX; at++) {
            byte c = in[at];
            if (Octet.fitsPath(c)) {
                out[n++] = c;
            } else if (Octet.isSlash(c)) {
                if (isDots(segment)) {
                    n = withoutDots(segment);
                } else {
                    out[n++] = '/';
                }
                segment = n;
            } else if (c == '?') {
                break;
            } else {
                n = Octet.encode(c, out, n);
            }
        }
        if (isDots(segment)) {
            n = withoutDots(segment);
        }
        return query(at);
    }

    private boolean isDots(int segment) {
        return dots(segment) > 0;
    }

    /// How many dots the segment up to here consists of, written as they are or as `%2e`; 0 for
    /// anything else than one or two.
    private int dots(int segment) {
        byte[] out = to.array;
        int count = 0;
        int at = segment;
        while (at < n) {
            if (out[at] == '.') {
                at++;
            } else if (at + 2 < n
                    && out[at] == '%'
                    && out[at + 1] == '2'
                    && Octet.small(out[at + 2]) == 'e') {
                at += 3;
            } else {
                return 0;
            }
            count++;
        }
        return count <= 2 ? count : 0;
    }

    /// Where a path goes on that had dots at `segment`: there, or a segment before.
    private int withoutDots(int segment) {
        if (dots(segment) == 1 || segment == to.pathStart + 1) {
            return segment;
        }
        int before = segment - 1;
        while (to.array[before - 1] != '/') {
            before--;
        }
        return before;
    }

    /// The query from its `?`, or the end.
    private Verdict query(int start) {
        int mark = n;
        if (start < end && n < Url.LENGTH_MAX) {
            to.room(Math.min(n + STEP * (end - start), Url.LENGTH_MAX) + STEP);
            byte[] out = to.array;
            out[n++] = '?';
            for (int at = start + 1; at < end && n <= Url.LENGTH_MAX; at++) {
                byte c = in[at];
                if (Octet.fitsQuery(c)) {
                    out[n++] = c;
                } else {
                    n = Octet.encode(c, out, n);
                }
            }
        } else if (start < end) {
            return Verdict.TOO_LONG;
        }
        return finish(mark);
    }

    private Verdict finish(int mark) {
        if (n > Url.LENGTH_MAX) {
            return Verdict.TOO_LONG;
        }
        to.queryStart = mark;
        to.length = n;
        return Verdict.OK;
    }
}
