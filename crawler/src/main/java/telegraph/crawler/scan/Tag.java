package telegraph.crawler.scan;

import java.util.Arrays;

/// A tag as it stands in the source: its name, and where the values of some attributes are.
///
/// Of attributes with the same name the first counts (WHATWG, *HTML*, sections 13.2.5.8 to
/// 13.2.5.40).
///
/// Threads: one.
final class Tag {
    static final int HREF = 0;
    static final int SRC = 1;
    static final int REL = 2;
    static final int CONTENT = 3;
    static final int HTTP_EQUIV = 4;
    static final int NAME = 5;
    static final int CHARSET = 6;
    static final int ALT = 7;
    static final int XLINK_HREF = 8;
    static final int SRCSET = 9;

    private static final long[] NAMES = {
        Ascii.name("href"),
        Ascii.name("src"),
        Ascii.name("rel"),
        Ascii.name("content"),
        Ascii.name("http-equiv"),
        Ascii.name("name"),
        Ascii.name("charset"),
        Ascii.name("alt"),
        Ascii.name("xlink:href"),
        Ascii.name("srcset")
    };

    private static final int ABSENT = -1;

    private final int[] starts = new int[NAMES.length];
    private final int[] ends = new int[NAMES.length];
    private byte[] a;
    private int end;
    private Element element;
    private int nameStart;
    private int nameEnd;

    /// Reads the tag whose name begins at an offset and returns the offset behind its `>`, or a
    /// negative number if the source ends before.
    int read(byte[] source, int start, int stop) {
        a = source;
        end = stop;
        int at = start;
        long name = 0;
        for (byte c; at < end && (c = a[at]) != '>' && c != '/' && !Ascii.isSpace(c); at++) {
            name = Long.rotateLeft(name, 8) ^ Ascii.small(c) & 0xFF;
        }
        nameStart = start;
        nameEnd = at;
        element = Element.of(name);
        Arrays.fill(starts, ABSENT);
        while (at < end) {
            byte c = a[at];
            if (c == '>') {
                return at + 1;
            }
            at = c == '/' || Ascii.isSpace(c) ? at + 1 : attribute(at);
        }
        return ABSENT;
    }

    /// Passes an attribute.
    private int attribute(int start) {
        int at = start;
        long name = 0;
        for (byte c;
                at < end
                        && (c = a[at]) != '>'
                        && c != '/'
                        && (c != '=' || at == start)
                        && !Ascii.isSpace(c);
                at++) {
            name = Long.rotateLeft(name, 8) ^ Ascii.small(c) & 0xFF;
        }
        int value = spaces(at);
        if (value == end || a[value] != '=') {
            keep(name, at, at);
            return value;
        }
        return value(name, spaces(value + 1));
    }

    /// Passes the value of an attribute.
    private int value(long name, int start) {
        if (start == end) {
            return end;
        }
        byte quote = a[start];
        if (quote == '"' || quote == '\'') {
            int close = Ascii.find(a, start + 1, end, (char) quote);
            keep(name, start + 1, close);
            return Math.min(end, close + 1);
        }
        int at = start;
        while (at < end && a[at] != '>' && !Ascii.isSpace(a[at])) {
            at++;
        }
        keep(name, start, at);
        return at;
    }

    private int spaces(int start) {
        int at = start;
        while (at < end && Ascii.isSpace(a[at])) {
            at++;
        }
        return at;
    }

    private void keep(long name, int from, int to) {
        for (int i = 0; i < NAMES.length; i++) {
            if (NAMES[i] == name) {
                if (starts[i] == ABSENT) {
                    starts[i] = from;
                    ends[i] = to;
                }
                return;
            }
        }
    }

    Element element() {
        return element;
    }

    /// Where the name starts in the source.
    int nameStart() {
        return nameStart;
    }

    int nameEnd() {
        return nameEnd;
    }

    /// Whether the same name begins at an offset, where there is room for it.
    boolean isNamed(byte[] source, int at) {
        for (int i = nameStart; i < nameEnd; i++) {
            if (Ascii.small(a[i]) != Ascii.small(source[at + i - nameStart])) {
                return false;
            }
        }
        return true;
    }

    boolean has(int attribute) {
        return starts[attribute] != ABSENT;
    }

    /// Where the value of an attribute that is there starts in the source.
    int start(int attribute) {
        return starts[attribute];
    }

    int end(int attribute) {
        return ends[attribute];
    }

    /// Whether an attribute is there and its value is `word`, written as it is.
    boolean is(int attribute, String word) {
        return has(attribute) && Ascii.is(a, starts[attribute], ends[attribute], word);
    }

    boolean hasWord(int attribute, String word) {
        return has(attribute) && Ascii.hasWord(a, starts[attribute], ends[attribute], word);
    }
}
