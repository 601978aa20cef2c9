package telegraph.language.lexer;

import java.util.Arrays;

/// The lines of a text: turns offsets into places and back.
///
/// A line ends after `\n`, `\r\n` or a lone `\r`, as Calcite's parser counts them.
public final class Lines {
    private final int[] starts;
    private final int length;

    /// Finds the lines.
    public Lines(String text) {
        int[] found = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean ends =
                    c == '\n'
                            || c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n');
            if (ends) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                found[count++] = i + 1;
            }
        }
        this.starts = Arrays.copyOf(found, count);
        this.length = text.length();
    }

    /// The place of an offset.
    public Position position(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Position(line + 1, offset - starts[line] + 1);
    }

    /// The offset of a place; one outside the text becomes the nearest inside.
    int offset(int line, int column) {
        int start = starts[Math.clamp(line - 1, 0, starts.length - 1)];
        return Math.clamp((long) start + column - 1, 0, length);
    }
}
