package telegraph.cli.display;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.IntSupplier;
import telegraph.cli.format.Emphasis;

/// Where answers are shown: a terminal, or plain text that is only ever appended to.
///
/// @param out where text goes; flushed after each piece that should be seen
/// @param columns how wide the terminal is now
/// @param lines how high the terminal is now
/// @param live whether lines already shown can be replaced
/// @param color whether text may be dimmed and colored
public record Screen(
        Writer out, IntSupplier columns, IntSupplier lines, boolean live, boolean color) {
    public static final int DEFAULT_COLUMNS = 80;
    public static final int DEFAULT_LINES = 24;
    private static final String DIM = "\u001b[2m";
    private static final String RESET = "\u001b[0m";

    /// Text without any control sequence, for a file, a pipe or a log.
    public static Screen plain(Writer out) {
        return new Screen(out, () -> DEFAULT_COLUMNS, () -> DEFAULT_LINES, false, false);
    }

    /// Standard output as it is: live on a terminal, else plain.
    public static Screen standard() {
        return Streams.system().screen();
    }

    /// This screen, but never drawn over if `quiet`.
    public Screen unless(boolean quiet) {
        return quiet ? new Screen(out, columns, lines, false, color) : this;
    }

    /// The text in a fainter color, if the screen has one, but for what is marked ([Emphasis]).
    String dim(String text) {
        return color
                ? DIM + Emphasis.render(text, RESET, DIM) + RESET
                : Emphasis.render(text, "", "");
    }

    void print(String text) {
        try {
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
