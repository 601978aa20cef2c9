package telegraph.server.resp;

/// A pattern of keys as Redis has them: `*` any letters, `?` one letter, `[a-z]` and `[^a-z]` one
/// of some letters or of all others, `\` before a letter that is meant as it is.
///
/// Only the last `*` is ever tried again, so matching takes at most the product of both lengths.
///
/// Threads: any; immutable.
public final class Glob {
    private final String pattern;

    public Glob(String pattern) {
        this.pattern = pattern;
    }

    public boolean matches(String text) {
        int p = 0;
        int t = 0;
        int starP = -1;
        int starT = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                starP = ++p;
                starT = t;
            } else if (p < pattern.length() && takes(p, text.charAt(t))) {
                p = after(p);
                t++;
            } else if (starP >= 0) {
                p = starP;
                t = ++starT;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    /// Whether the part of the pattern at `p`, no star, takes a letter.
    private boolean takes(int p, char letter) {
        return switch (pattern.charAt(p)) {
            case '?' -> true;
            case '[' -> takesOneOf(p, letter);
            case '\\' -> p + 1 < pattern.length() && pattern.charAt(p + 1) == letter;
            default -> pattern.charAt(p) == letter;
        };
    }

    private boolean takesOneOf(int p, char letter) {
        int end = after(p) - 1;
        int at = p + 1;
        boolean others = at < end && pattern.charAt(at) == '^';
        at += others ? 1 : 0;
        boolean found = false;
        while (at < end) {
            at += pattern.charAt(at) == '\\' && at + 1 < end ? 1 : 0;
            char low = pattern.charAt(at);
            boolean range = at + 2 < end && pattern.charAt(at + 1) == '-';
            char high = range ? pattern.charAt(at + 2) : low;
            found |= letter >= Math.min(low, high) && letter <= Math.max(low, high);
            at += range ? 3 : 1;
        }
        return found != others;
    }

    /// Where the part after the one at `p` starts.
    private int after(int p) {
        if (pattern.charAt(p) == '\\') {
            return Math.min(p + 2, pattern.length());
        }
        if (pattern.charAt(p) != '[') {
            return p + 1;
        }
        int at = p + 1;
        while (at < pattern.length() && pattern.charAt(at) != ']') {
            at += pattern.charAt(at) == '\\' ? 2 : 1;
        }
        // A set that nobody closes goes to the end, as in Redis.
        return Math.min(at, pattern.length() - 1) + 1;
    }
}
