package telegraph.cli.display;

import java.util.List;
import telegraph.cli.format.CellWidth;

/// Lines at the lower end of a terminal that are drawn over in place.
///
/// ```
/// what was printed before, which stays
/// ┌ first line of the area ┐  the cursor is hidden and waits at the start of the line
/// └ last line              ┘  below the area
/// ▏
/// ```
///
/// The caller keeps lines within the screen's height less one. While an area is drawn the terminal
/// does not wrap lines, so a line counts as one however wide the terminal takes its characters to
/// be. When the terminal has become narrower since, it may have wrapped the lines itself; that is
/// reckoned with. [#erase] leaves the cursor where the area began and the terminal as it was.
///
/// Threads: one at a time.
final class Area {
    /// Shows the cursor and wraps lines, as a terminal does by itself.
    static final String RESTORE = "\u001b[?25h\u001b[?7h";

    private static final String HIDE = "\u001b[?25l\u001b[?7l";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final Screen screen;
    private List<String> shown = List.of();
    private boolean drawn;

    Area(Screen screen) {
        this.screen = screen;
    }

    boolean isDrawn() {
        return drawn;
    }

    /// Puts these lines in place of those before; they are cut to the screen's width.
    void draw(List<String> lines) {
        int columns = screen.columns().getAsInt();
        List<String> cut = lines.stream().map(line -> CellWidth.cut(line, columns)).toList();
        StringBuilder frame = new StringBuilder(drawn ? "" : HIDE);
        frame.append(start(columns));
        for (String line : cut) {
            // Cleared first: behind a line that is as wide as the terminal the cursor stands on its
            // last character.
            frame.append(CLEAR_LINE).append(screen.dim(line)).append("\r\n");
        }
        frame.append(CLEAR_BELOW);
        shown = cut;
        drawn = true;
        screen.print(frame.toString());
        screen.flush();
    }

    /// Takes the lines away.
    void erase() {
        if (!drawn) {
            return;
        }
        String start = start(screen.columns().getAsInt());
        shown = List.of();
        drawn = false;
        screen.print(start + CLEAR_BELOW + RESTORE);
        screen.flush();
    }

    /// Lets the lines stand; what comes next is printed below them.
    void leave() {
        if (!drawn) {
            return;
        }
        shown = List.of();
        drawn = false;
        screen.print(RESTORE);
        screen.flush();
    }

    /// Brings the cursor to where the area begins.
    private String start(int columns) {
        int up = 0;
        for (String line : shown) {
            up += Math.max(1, (CellWidth.of(line) + columns - 1) / columns);
        }
        return up == 0 ? "\r" : "\r\u001b[" + up + "A";
    }
}
