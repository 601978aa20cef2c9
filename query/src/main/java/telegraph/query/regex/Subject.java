package telegraph.query.regex;

import java.util.Arrays;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A text that is looked through, as the colors of its characters, and what was done for it.
///
/// Places count characters. A text costs at most [#STEPS_MAX] steps, one for each character that an
/// automaton reads and [#START] to set it going, and every [#PACE] of them hear whether the query
/// is cancelled.
///
/// Threads: one.
final class Subject {
    private static final long STEPS_MAX = 250_000_000;
    private static final int PACE = 1 << 16;
    static final int START = 16;

    /// Characters for which room is kept from one text to the next.
    private static final int KEPT_MAX = 1 << 14;

    private final Palette palette;
    private char[] kept = new char[64];
    private char[] colors;
    private int[] offsets;
    private int length;
    private String text;
    private long number;
    private long steps;
    private long heard;

    Subject(Palette palette) {
        this.palette = palette;
    }

    void load(String of) {
        text = of;
        number++;
        steps = 0;
        heard = 0;
        offsets = null;
        if (of.length() >= KEPT_MAX) {
            colors = new char[of.length() + 1];
        } else {
            if (of.length() >= kept.length) {
                kept = new char[Math.min(KEPT_MAX, Math.max(of.length() + 1, kept.length * 2))];
            }
            colors = kept;
        }
        int count = 0;
        for (int i = 0; i < of.length(); i++) {
            char c = of.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < of.length()
                    && Character.isLowSurrogate(of.charAt(i + 1))) {
                if (offsets == null) {
                    offsets = new int[of.length() + 1];
                    Arrays.setAll(offsets, place -> place);
                }
                offsets[count] = i;
                colors[count++] = palette.of(Character.toCodePoint(c, of.charAt(++i)));
            } else {
                if (offsets != null) {
                    offsets[count] = i;
                }
                colors[count++] = palette.of(c);
            }
        }
        if (offsets != null) {
            offsets[count] = of.length();
        }
        colors[count] = (char) palette.edge();
        length = count;
        spend(count);
    }

    /// Lets a text go.
    void unload() {
        text = null;
        colors = null;
        offsets = null;
    }

    /// Tells texts apart.
    long number() {
        return number;
    }

    int length() {
        return length;
    }

    /// The colors of the characters, and behind them that of the end.
    char[] colors() {
        return colors;
    }

    /// The color before a place.
    int before(int place) {
        return place == 0 ? palette.edge() : colors[place - 1];
    }

    /// Where a place is in the text.
    int offset(int place) {
        return offsets == null ? place : offsets[place];
    }

    /// Whether so many characters are the same at two places.
    boolean same(int a, int b, int count, boolean anyCase) {
        spend(count);
        for (int i = 0; i < count; i++) {
            int left = text.codePointAt(offset(a + i));
            int right = text.codePointAt(offset(b + i));
            if (left != right
                    && !(anyCase && Character.toLowerCase(left) == Character.toLowerCase(right))) {
                return false;
            }
        }
        return true;
    }

    /// Counts work.
    ///
    /// @throws TelegraphException if it is too much, or no longer wanted
    void spend(long count) {
        steps += count;
        if (steps - heard < PACE) {
            return;
        }
        heard = steps;
        if (Thread.currentThread().isInterrupted()) {
            throw TelegraphException.cancelled("the query was cancelled");
        }
        if (steps > STEPS_MAX) {
            throw tooMuch();
        }
    }

    private static TelegraphException tooMuch() {
        return TelegraphException.of(
                SqlState.TOO_COMPLEX,
                "a regular expression has too many ways to fit a text. Take one with fewer"
                        + " repetitions or LIKE");
    }
}
