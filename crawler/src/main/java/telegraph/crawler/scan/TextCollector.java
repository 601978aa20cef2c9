package telegraph.crawler.scan;

import telegraph.crawler.Octets;

/// Collects text in UTF-8, each run of white space made one space, up to a limit.
///
/// Invariants:
///
/// 1. What is collected is UTF-8, however broken what came was.
/// 2. It neither begins nor ends with a space, and has at most `max` octets.
///
/// Threads: one.
final class TextCollector {
    private static final int NO_BREAK_SPACE = 0xA0;

    private final Octets text = new Octets(0);
    private final byte[] character = new byte[Utf8.LONGEST];
    private final int max;
    private final CharacterReferences references;

    /// Whether white space came behind the last character.
    private boolean space;

    private boolean full;

    TextCollector(int max, CharacterReferences references) {
        this.max = max;
        this.references = references;
    }

    void clear() {
        text.clear();
        space = false;
        full = max == 0;
    }

    Octets text() {
        return text;
    }

    boolean isFull() {
        return full;
    }

    /// Makes sure that what comes is another word.
    void part() {
        space = true;
    }

    /// Adds a piece of a page, character references replaced.
    void add(byte[] a, int start, int end) {
        add(a, start, end, true);
    }

    /// Adds text in which `&` is only that.
    void addPlain(byte[] a, int start, int end) {
        add(a, start, end, false);
    }

    private void add(byte[] a, int start, int end, boolean withReferences) {
        int at = start;
        while (at < end && !full) {
            byte c = a[at];
            if (c >= 0 && c <= ' ') {
                space = true;
                at++;
            } else if (c == '&' && withReferences) {
                at = reference(a, at, end);
            } else if (c >= 0) {
                at = word(a, at, end);
            } else {
                at = foreign(a, at, end);
            }
        }
    }

    /// Copies the ASCII characters from an offset up to a space or `&`.
    private int word(byte[] a, int start, int end) {
        if (!begin(1)) {
            return end;
        }
        int n = text.length();
        int stop = Math.min(end, start + max - n);
        byte[] to = text.room(stop - start).array();
        int at = start;
        byte c = a[at];
        do {
            to[n++] = c;
            at++;
        } while (at < stop && (c = a[at]) > ' ' && c != '&');
        text.length(n);
        full = n == max && at < end;
        return at;
    }

    private int reference(byte[] a, int start, int end) {
        int length = references.read(a, start, end, false);
        if (length == 0) {
            one('&');
            return start + 1;
        }
        one(references.code());
        return start + length;
    }

    private int foreign(byte[] a, int start, int end) {
        int length = Utf8.length(a, start, end);
        if (length == 0) {
            one(Utf8.REPLACEMENT);
            return start + 1;
        }
        if (length == 2 && a[start] == (byte) 0xC2 && a[start + 1] == (byte) 0xA0) {
            space = true;
        } else if (begin(length)) {
            text.append(a, start, start + length);
        }
        return start + length;
    }

    private void one(int code) {
        if (code <= ' ' || code == NO_BREAK_SPACE) {
            space = true;
            return;
        }
        int length = Utf8.write(code, character, 0);
        if (begin(length)) {
            text.append(character, 0, length);
        }
    }

    /// Writes the space that is due; says whether there is room for `octets` behind it.
    private boolean begin(int octets) {
        boolean due = space && !text.isEmpty();
        full = text.length() + (due ? 1 : 0) + octets > max;
        if (full) {
            return false;
        }
        if (due) {
            text.append((byte) ' ');
        }
        space = false;
        return true;
    }
}
