package telegraph.crawler.scan;

import telegraph.http.Octets;

/// The value of an attribute with its character references replaced: the source itself where it has
/// none, as mostly, else a copy.
///
/// Threads: one.
final class AttributeValue {
    /// A value is read up to here; nothing that a scan looks for is as long.
    private static final int COPIED_MAX = 64 * 1024;

    private final CharacterReferences references;
    private final Octets copy = new Octets(0);
    private byte[] array;
    private int start;
    private int end;

    AttributeValue(CharacterReferences references) {
        this.references = references;
    }

    void read(byte[] a, int from, int to) {
        array = a;
        start = from;
        end = to;
        int first = Ascii.find(a, from, to, '&');
        int nul = Ascii.find(a, from, to, '\0');
        if (first < to || nul < to) {
            copy(a, from, Math.min(to, from + COPIED_MAX));
            array = copy.array();
            start = 0;
            end = copy.length();
        }
    }

    private void copy(byte[] a, int from, int to) {
        byte[] into = copy.clear().room(Utf8Encoder.LONGEST * (to - from)).array();
        int n = 0;
        int at = from;
        while (at < to) {
            byte c = a[at];
            int length = c == '&' ? references.read(a, at, to, true) : 0;
            if (length > 0) {
                n = references.write(into, n);
                at += length;
            } else {
                n = c == 0 ? Utf8Encoder.write(Utf8Encoder.REPLACEMENT, into, n) : n;
                if (c != 0) {
                    into[n++] = c;
                }
                at++;
            }
        }
        copy.length(n);
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
