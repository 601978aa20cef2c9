package telegraph.cli;

import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.cli.display.Screen;
import telegraph.cli.format.CellWidth;

/// A terminal in memory: the lines a person would see, and above them those that scrolled away.
///
/// It knows the control sequences the product writes and fails at any other.
public final class FakeTerminal extends Writer {
    private final List<StringBuilder> lines = new ArrayList<>();
    private final StringBuilder pending = new StringBuilder();
    private int columns;
    private int height;
    private int row;
    private int column;
    private boolean cursorShown = true;
    private boolean wraps = true;
    private int frames;

    public FakeTerminal(int columns, int height) {
        this.columns = columns;
        this.height = height;
        lines.add(new StringBuilder());
    }

    public Screen screen() {
        return new Screen(this, () -> columns, () -> height, true, false);
    }

    public void resize(int newColumns, int newHeight) {
        columns = newColumns;
        height = newHeight;
    }

    /// All lines, those that scrolled away included.
    public String text() {
        StringBuilder text = new StringBuilder();
        for (StringBuilder line : lines) {
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString().stripTrailing();
    }

    public boolean isRestored() {
        return cursorShown && wraps && column == 0;
    }

    public boolean isCursorShown() {
        return cursorShown;
    }

    /// How often something was shown.
    public int flushes() {
        return frames;
    }

    @Override
    public void write(char[] characters, int offset, int length) {
        pending.append(characters, offset, length);
    }

    @Override
    public void flush() {
        frames++;
        String text = pending.toString();
        pending.setLength(0);
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\u001b') {
                i = control(text, i);
            } else {
                plain(c);
                i++;
            }
        }
    }

    private void plain(char c) {
        if (c == '\r') {
            column = 0;
        } else if (c == '\n') {
            // As a terminal in its usual mode does.
            column = 0;
            row++;
            if (row == lines.size()) {
                lines.add(new StringBuilder());
            }
        } else {
            StringBuilder line = lines.get(row);
            while (line.length() <= column) {
                line.append(' ');
            }
            line.setCharAt(column++, c);
            if (!wraps && CellWidth.of(line.toString()) > columns) {
                throw new AssertionError("a line is wider than the terminal: " + line);
            }
        }
    }

    private int control(String text, int start) {
        int end = start + 2;
        while (!Character.isLetter(text.charAt(end))) {
            end++;
        }
        String sequence = text.substring(start + 1, end + 1);
        switch (sequence) {
            case "[?25l" -> cursorShown = false;
            case "[?25h" -> cursorShown = true;
            case "[?7l" -> wraps = false;
            case "[?7h" -> wraps = true;
            case "[K" -> {
                StringBuilder line = lines.get(row);
                // Behind the last character of a full line the cursor stands on it.
                int from = wraps ? column : Math.min(column, columns - 1);
                line.setLength(Math.min(line.length(), from));
            }
            case "[J" -> {
                lines.get(row).setLength(Math.min(lines.get(row).length(), column));
                lines.subList(row + 1, lines.size()).clear();
            }
            default -> up(sequence);
        }
        return end + 1;
    }

    private void up(String sequence) {
        if (!sequence.matches("\\[\\d+A")) {
            throw new AssertionError("a control sequence nobody knows: " + sequence);
        }
        int count = Integer.parseInt(sequence.substring(1, sequence.length() - 1));
        int top = Math.max(0, lines.size() - height);
        if (row - count < top) {
            throw new AssertionError("the cursor leaves the screen: row=" + row + " up=" + count);
        }
        row -= count;
    }

    @Override
    public void close() {
        throw new AssertionError("nobody closes a terminal");
    }

    @Override
    public String toString() {
        return Arrays.toString(lines.toArray());
    }
}
