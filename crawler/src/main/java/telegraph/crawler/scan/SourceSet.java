package telegraph.crawler.scan;

/// The URLs in `small.jpg 480w, large.jpg 2x` (WHATWG, *HTML*, section 4.8.4.3.4, parsing a srcset
/// attribute).
///
/// Threads: one.
final class SourceSet {
    private byte[] a;
    private int at;
    private int stop;
    private int start;
    private int end;

    /// Begins with the value of an attribute.
    void begin(byte[] array, int from, int to) {
        a = array;
        at = from;
        stop = to;
    }

    /// Goes to the next URL; says whether there is one.
    boolean next() {
        while (at < stop && (Ascii.isSpace(a[at]) || a[at] == ',')) {
            at++;
        }
        start = at;
        while (at < stop && !Ascii.isSpace(a[at])) {
            at++;
        }
        end = at;
        while (end > start && a[end - 1] == ',') {
            end--;
        }
        if (end == at) {
            descriptors();
        }
        return start < end;
    }

    /// Passes what is said of a URL, up to a comma that is in no parentheses.
    private void descriptors() {
        boolean within = false;
        while (at < stop && (within || a[at] != ',')) {
            within = a[at] == '(' || within && a[at] != ')';
            at++;
        }
    }

    /// Where the URL starts in the array.
    int start() {
        return start;
    }

    int end() {
        return end;
    }
}
