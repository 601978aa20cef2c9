package telegraph.query.regex;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What stands in a text between matches of a pattern, piece by piece. Matches of nothing do not
/// count at either end of the text and behind another match.
///
/// Threads: one. It holds the pattern until its last piece is given, or it is closed.
public final class Split implements AutoCloseable {
    private final Regex regex;
    private final String text;
    private int at;
    private int matched;
    private boolean left = true;

    public Split(Regex regex, String text) {
        this.regex = regex;
        this.text = text;
        regex.over(text);
    }

    /// @param function whose flags they are, for messages
    /// @throws TelegraphException of 22023 if they ask for every match, which all splits are of
    public static void demandNotGlobal(String flags, String function) {
        if (flags.indexOf('g') >= 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    function + "() does not support the \"global\" option");
        }
    }

    /// The next piece; null if there is none.
    public String next() {
        if (!left) {
            return null;
        }
        int from = at;
        if (find()) {
            at = regex.end(0);
            return text.substring(from, regex.start(0));
        }
        close();
        return text.substring(from);
    }

    /// Goes to the next match that counts.
    private boolean find() {
        while (regex.find()) {
            int before = matched;
            matched = regex.end(0);
            if (regex.start(0) < text.length() && matched > before) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        if (left) {
            left = false;
            regex.release();
        }
    }
}
