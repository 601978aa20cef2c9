package telegraph.crawler.scan;

/// Where the URL is in `5; url=next.html` (WHATWG, *HTML*, section 4.2.5.3, shared declarative
/// refresh steps).
///
/// Threads: one.
final class MetaRefresh {
    private int start;
    private int end;

    /// Looks for a URL in the value of `content`; says whether there is one.
    boolean find(byte[] a, int from, int to) {
        int at = spaces(a, from, to);
        int digits = at;
        while (at < to && (Ascii.isDigit(a[at]) || a[at] == '.')) {
            at++;
        }
        if (at == digits || at == to) {
            return false;
        }
        if (!isComma(a[at]) && !Ascii.isSpace(a[at])) {
            return false;
        }
        at = spaces(a, at, to);
        if (at < to && isComma(a[at])) {
            at = spaces(a, at + 1, to);
        }
        start = quoteStart(a, at, to);
        end = to;
        if (start < to && (a[start] == '"' || a[start] == '\'')) {
            char quote = (char) a[start++];
            end = Ascii.find(a, start, to, quote);
        }
        return start < end;
    }

    /// Passes `url =`, if all of it is there.
    private static int quoteStart(byte[] a, int from, int to) {
        if (!Ascii.startsWith(a, from, to, "url")) {
            return from;
        }
        int at = spaces(a, from + 3, to);
        return at < to && a[at] == '=' ? spaces(a, at + 1, to) : from;
    }

    private static boolean isComma(byte octet) {
        return octet == ';' || octet == ',';
    }

    private static int spaces(byte[] a, int from, int to) {
        int at = from;
        while (at < to && Ascii.isSpace(a[at])) {
            at++;
        }
        return at;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }
}
