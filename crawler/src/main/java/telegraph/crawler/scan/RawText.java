package telegraph.crawler.scan;

/// Where those parts of a page end in which `<a>` is no link: comments, declarations, scripts, and
/// other elements without markup inside (WHATWG, *HTML*, sections 13.2.5.2 to 13.2.5.50).
///
/// Each method returns the end of the source if the part is never closed.
///
/// Threads: any.
final class RawText {
    private static final String SCRIPT = "script";

    private RawText() {}

    /// The offset behind what begins with `<!` at `start - 2`.
    static int declarationEnd(byte[] a, int start, int end) {
        if (start + 1 < end && a[start] == '-' && a[start + 1] == '-') {
            return commentEnd(a, start + 2, end);
        }
        return bogusEnd(a, start, end);
    }

    /// The offset behind the next `>`.
    static int bogusEnd(byte[] a, int start, int end) {
        return Math.min(end, Ascii.find(a, start, end, '>') + 1);
    }

    /// The offset behind a comment whose `<!--` ends at `start`: behind `-->` or `--!>`, or `>` or
    /// `->` at once.
    private static int commentEnd(byte[] a, int start, int end) {
        int at = Ascii.find(a, start, end, '>');
        while (at < end) {
            int length = at - start;
            boolean atOnce = length == 0 || length == 1 && a[start] == '-';
            boolean dashes = length >= 2 && a[at - 1] == '-' && a[at - 2] == '-';
            boolean loud = length >= 3 && a[at - 1] == '!' && a[at - 2] == '-' && a[at - 3] == '-';
            if (atOnce || dashes || loud) {
                return at + 1;
            }
            at = Ascii.find(a, at + 1, end, '>');
        }
        return end;
    }

    /// Where the end tag begins of the element whose start tag, in the same source, ends at
    /// `start`.
    static int contentEnd(byte[] a, Tag tag, int start, int end) {
        int letters = tag.nameEnd() - tag.nameStart();
        int at = Ascii.find(a, start, end, '<');
        while (at < end) {
            int name = at + 2;
            boolean closes =
                    name + letters < end
                            && a[at + 1] == '/'
                            && isNameEnd(a[name + letters])
                            && tag.isNamed(a, name);
            if (closes) {
                return at;
            }
            at = Ascii.find(a, at + 1, end, '<');
        }
        return end;
    }

    /// Where the end tag of a script begins: not within `<!-- <script> … </script> -->`.
    static int scriptEnd(byte[] a, int start, int end) {
        boolean escaped = false;
        boolean twice = false;
        int from = start;
        int at = Ascii.find(a, start, end, '<');
        while (at < end) {
            if (escaped && closesComment(a, from, at)) {
                escaped = false;
                twice = false;
            }
            from = at;
            if (Ascii.startsWith(a, at, end, "<!--")) {
                escaped = true;
                from = at + 2;
            } else if (Ascii.startsWith(a, at, end, "</") && isScript(a, at + 2, end)) {
                if (!twice) {
                    return at;
                }
                twice = false;
            } else if (escaped && isScript(a, at + 1, end)) {
                twice = true;
            }
            at = Ascii.find(a, at + 1, end, '<');
        }
        return end;
    }

    /// Whether `-->` is in `a[start, end)`.
    private static boolean closesComment(byte[] a, int start, int end) {
        int at = Ascii.find(a, start, end, '>');
        while (at < end) {
            if (at - start >= 2 && a[at - 1] == '-' && a[at - 2] == '-') {
                return true;
            }
            at = Ascii.find(a, at + 1, end, '>');
        }
        return false;
    }

    private static boolean isScript(byte[] a, int at, int end) {
        int behind = at + SCRIPT.length();
        return behind < end && Ascii.startsWith(a, at, end, SCRIPT) && isNameEnd(a[behind]);
    }

    private static boolean isNameEnd(byte octet) {
        return octet == '>' || octet == '/' || Ascii.isSpace(octet);
    }
}
