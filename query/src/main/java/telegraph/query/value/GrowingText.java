package telegraph.query.value;

/// A text that a function makes piece by piece, and that is refused before it is too long.
///
/// Threads: one.
public final class GrowingText {
    private final StringBuilder text = new StringBuilder();
    private final String function;
    private final Allowance allowance;
    private long bytes;

    public GrowingText(String function, Allowance allowance) {
        this.function = function;
        this.allowance = allowance;
    }

    /// How many bytes a text has in UTF-8; half a surrogate pair has one, as where it is encoded.
    static long bytes(CharSequence text, int start, int end) {
        long bytes = end - start;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 ? 1 : 2;
                if (Character.isSurrogate(c)) {
                    boolean pair =
                            Character.isHighSurrogate(c)
                                    && i + 1 < end
                                    && Character.isLowSurrogate(text.charAt(i + 1));
                    // A pair has four bytes for two characters, what is left of one a question
                    // mark.
                    bytes += pair ? 0 : -2;
                    i += pair ? 1 : 0;
                }
            }
        }
        return bytes;
    }

    public static long bytes(String text) {
        return bytes(text, 0, text.length());
    }

    /// @throws telegraph.ground.TelegraphException if that makes it too long
    public GrowingText append(CharSequence piece, int start, int end) {
        long more = bytes(piece, start, end);
        allowance.make(function, bytes + more, more);
        bytes += more;
        text.append(piece, start, end);
        return this;
    }

    public GrowingText append(String piece) {
        return append(piece, 0, piece.length());
    }

    public GrowingText append(char piece) {
        return append(String.valueOf(piece));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
