package telegraph.crawler.scan;

import telegraph.ground.Utf8;
import telegraph.http.Octets;

/// Collects text in UTF-8, each run of white space made one space, up to a limit.
///
/// Invariants:
///
/// 1. What is collected is UTF-8, however broken what came was.
/// 2. It begins with no space and has no two spaces in a row; [#text] takes away a last one.
/// 3. It has at most `max` octets.
///
/// Threads: one.
final class TextCollector {
    private static final int NO_BREAK_SPACE = 0xA0;
    private static final long LAST_MARK = 1L << 63;

    private final Octets text = new Octets(0);
    private final byte[] character = new byte[Utf8Encoder.LONGEST];
    private final int max;
    private final CharacterReferences references;
    private boolean full;

    TextCollector(int max, CharacterReferences references) {
        this.max = max;
        this.references = references;
    }

    void clear() {
        text.clear();
        full = max == 0;
    }

    /// All that was collected; what comes later is the same word, unless [#part] is said again.
    Octets text() {
        if (!text.isEmpty() && isParted()) {
            text.length(text.length() - 1);
        }
        return text;
    }

    boolean isFull() {
        return full;
    }

    /// Makes sure that what comes is another word.
    void part() {
        if (!isParted()) {
            if (text.length() < max) {
                text.append((byte) ' ');
            } else {
                full = true;
            }
        }
    }

    private boolean isParted() {
        return text.isEmpty() || text.at(text.length() - 1) == ' ';
    }

    /// Adds a piece of a page, character references replaced.
    void add(byte[] a, int start, int end) {
        add(a, start, end, '&');
    }

    /// Adds text in which `&` is only that.
    void addPlain(byte[] a, int start, int end) {
        add(a, start, end, '\0');
    }

    /// Adds text in which `mark` begins a character reference.
    private void add(byte[] a, int start, int end, char mark) {
        int at = start;
        while (at < end && !full) {
            byte c = a[at];
            if (c < 0) {
                at = foreign(a, at, end);
            } else if (c == mark && mark != 0) {
                at = reference(a, at, end);
            } else {
                at = ascii(a, at, end, mark);
            }
        }
    }

    /// Copies from an offset up to what is not ASCII or `mark`, eight octets at a time where they
    /// hold neither, nor white space that changes.
    private int ascii(byte[] a, int start, int end, char mark) {
        int n = text.length();
        int stop = (int) Math.min(end, (long) start + max - n);
        byte[] to = text.room(stop - start).array();
        boolean parted = isParted();
        int at = start;
        byte c = 0;
        while (at < stop) {
            while (at + Long.BYTES <= stop) {
                long octets = Ascii.eight(a, at);
                if (Ascii.isForeign(octets)
                        || Ascii.hasLess(octets, ' ')
                        || Ascii.before(octets, mark) < Long.BYTES) {
                    break;
                }
                long spaces = Ascii.marks(octets, ' ');
                if ((spaces & (spaces << 8 | (parted ? 0x80 : 0))) != 0) {
                    break;
                }
                Ascii.putEight(octets, to, n);
                parted = (spaces & LAST_MARK) != 0;
                n += Long.BYTES;
                at += Long.BYTES;
            }
            int last = Math.min(stop, at + Long.BYTES);
            while (at < last && (c = a[at]) >= 0 && (c != mark || c == 0)) {
                boolean space = c <= ' ';
                to[n] = space ? (byte) ' ' : c;
                n += space && parted ? 0 : 1;
                parted = space;
                at++;
            }
            if (at < last) {
                break;
            }
        }
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
        if (references.second() != 0) {
            one(references.second());
        }
        return start + length;
    }

    private int foreign(byte[] a, int start, int end) {
        int length = Utf8.length(a, start, end);
        if (length == 0) {
            one(Utf8Encoder.REPLACEMENT);
            return start + 1;
        }
        if (length == 2 && a[start] == (byte) 0xC2 && a[start + 1] == (byte) 0xA0) {
            part();
        } else {
            append(a, start, start + length);
        }
        return start + length;
    }

    private void one(int code) {
        if (code <= ' ' || code == NO_BREAK_SPACE) {
            part();
        } else {
            append(character, 0, Utf8Encoder.write(code, character, 0));
        }
    }

    private void append(byte[] a, int start, int end) {
        full = text.length() + end - start > max;
        if (!full) {
            text.append(a, start, end);
        }
    }
}
