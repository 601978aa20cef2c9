package telegraph.sql.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// A search for a regular expression in a text that ends in any case.
///
/// Java's matcher tries all ways in which a pattern may fit, of which there may be more than
/// anybody can wait for, and listens to nobody meanwhile. But it asks the text for each character,
/// so the text counts and gives none
///
/// 1. after the first [#STEPS_MAX],
/// 2. to a thread that is interrupted, since its query is cancelled or its time is over.
///
/// Threads: one.
public final class Search {
    private static final int STEPS_MAX = 100_000_000;
    private static final int PACE = 1 << 16;

    private final Matcher matcher;

    public Search(Pattern pattern, String text) {
        this.matcher = pattern.matcher(new Counted(text));
    }

    /// Ends what would go on for an interrupted thread, before so many bytes are looked through, if
    /// that takes a while.
    static void demandWanted(long bytes) {
        if (bytes >= PACE) {
            Interrupts.check();
        }
    }

    /// Whether there is one more match.
    ///
    /// @throws TelegraphException if that takes too long, or too much of the stack
    public boolean find() {
        try {
            return matcher.find();
        } catch (StackOverflowError e) {
            throw tooMuch("one that repeats no groups in groups", e);
        }
    }

    /// The matcher, for what stands in the match.
    public Matcher matcher() {
        return matcher;
    }

    private static TelegraphException tooMuch(String better, Throwable cause) {
        String why =
                "a regular expression has too many ways to fit a text. Take " + better + " or LIKE";
        return cause == null
                ? TelegraphException.of(SqlState.TOO_COMPLEX, why)
                : TelegraphException.of(SqlState.TOO_COMPLEX, why, cause);
    }

    private static final class Counted implements CharSequence {
        private final String text;
        private int steps;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (++steps % PACE == 0) {
                Interrupts.check();
                if (steps > STEPS_MAX) {
                    throw tooMuch("one with fewer repetitions", null);
                }
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
