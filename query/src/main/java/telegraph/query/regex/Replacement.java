package telegraph.query.regex;

/// What matches are replaced by: a text in which `\1` to `\9` stand for groups, `\&` for the match
/// and `\\` for a backslash. Any other backslash is one.
///
/// Threads: any.
public final class Replacement {
    /// Takes the pieces of the text that is made.
    @FunctionalInterface
    public interface Pieces {
        void append(CharSequence of, int start, int end);
    }

    private Replacement() {}

    /// Whether a group is asked for.
    public static boolean asksForGroups(String written) {
        for (int i = 0; i + 1 < written.length(); i++) {
            if (written.charAt(i) == '\\') {
                i++;
                if (isGroup(written.charAt(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isGroup(char c) {
        return c >= '1' && c <= '9';
    }

    /// Replaces the first match in a text, or every match.
    public static void replace(Regex regex, String text, String written, boolean every, Pieces to) {
        regex.over(text);
        try {
            int end = 0;
            while (regex.find()) {
                to.append(text, end, regex.start(0));
                write(regex, text, written, to);
                end = regex.end(0);
                if (!every) {
                    break;
                }
            }
            to.append(text, end, text.length());
        } finally {
            regex.release();
        }
    }

    private static void write(Regex regex, String text, String written, Pieces to) {
        int done = 0;
        int at = written.indexOf('\\');
        while (at >= 0 && at + 1 < written.length()) {
            char c = written.charAt(at + 1);
            int group = isGroup(c) ? c - '0' : 0;
            if (group > 0 || c == '&') {
                to.append(written, done, at);
                if (group <= regex.groups() && regex.start(group) >= 0) {
                    to.append(text, regex.start(group), regex.end(group));
                }
                done = at + 2;
            } else if (c == '\\') {
                to.append(written, done, at + 1);
                done = at + 2;
            }
            at = written.indexOf('\\', Math.max(done, at + 1));
        }
        to.append(written, done, written.length());
    }
}
