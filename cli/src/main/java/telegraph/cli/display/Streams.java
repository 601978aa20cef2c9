package telegraph.cli.display;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/// Standard input, output and error, and which of them a person sits at.
///
/// Text is UTF-8 whatever the locale, so that data passes through unchanged. Unlike `System.out`,
/// these writers throw when nobody reads any more.
///
/// @param terminals the streams that are terminals: any of the digits 0, 1 and 2
/// @param color whether color is wanted
/// @param terminal makes the terminal; called when it is first needed, because that takes time
public record Streams(
        InputStream in,
        Writer out,
        Writer err,
        String terminals,
        boolean color,
        Supplier<Terminal> terminal) {
    /// The property in which the `telegraph` script says which streams are terminals.
    private static final String TERMINALS = "telegraph.terminals";

    /// The streams of this process.
    public static Streams system() {
        String terminals = System.getProperty(TERMINALS);
        if (terminals == null) {
            terminals = System.console() != null && System.console().isTerminal() ? "012" : "";
        }
        String kind = System.getenv().getOrDefault("TERM", "dumb");
        if (kind.equals("dumb")) {
            terminals = terminals.replaceAll("[12]", "");
        }
        if (terminals.contains("1") || terminals.contains("2")) {
            restoreAtExit(terminals.contains("1") ? FileDescriptor.out : FileDescriptor.err);
        }
        String noColor = System.getenv("NO_COLOR");
        return new Streams(
                System.in,
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                terminals,
                noColor == null || noColor.isEmpty(),
                once(Streams::systemTerminal));
    }

    /// Leaves the terminal as it was however the process ends.
    private static void restoreAtExit(FileDescriptor descriptor) {
        Thread hook =
                new Thread(() -> {
                    try (Writer terminal = writer(descriptor)) {
                        terminal.write(Area.RESTORE);
                    } catch (IOException e) {
                        // The terminal is gone, and with it what there was to restore.
                    }
                });
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // A signal came first: the process ends, and nothing was drawn.
        }
    }

    private static Writer writer(FileDescriptor descriptor) {
        return new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8),
                1 << 16);
    }

    private static Terminal systemTerminal() {
        try {
            // Its own signal handlers would take the place of ours.
            return TerminalBuilder.builder().system(true).dumb(true).nativeSignals(false).build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The terminal a person types at, with its own handling of keys that interrupt.
    public static Terminal shellTerminal() throws IOException {
        return TerminalBuilder.builder().system(true).nativeSignals(true).build();
    }

    /// Calls `make` at most once.
    private static Supplier<Terminal> once(Supplier<Terminal> make) {
        FutureTask<Terminal> task = new FutureTask<>(make::get);
        return () -> {
            task.run();
            return task.resultNow();
        };
    }

    /// Tells something on standard error, if anybody reads it.
    public void note(String line) {
        try {
            err.write(line + "\n");
            err.flush();
        } catch (IOException e) {
            // Nobody does, which is no reason to stop what is told of.
            return;
        }
    }

    public boolean inIsTerminal() {
        return terminals.contains("0");
    }

    public boolean outIsTerminal() {
        return terminals.contains("1");
    }

    public boolean errIsTerminal() {
        return terminals.contains("2");
    }

    /// Standard output as a screen.
    public Screen screen() {
        return outIsTerminal() ? live(out) : Screen.plain(out);
    }

    /// Standard error as a screen.
    public Screen errorScreen() {
        return errIsTerminal() ? live(err) : Screen.plain(err);
    }

    private Screen live(Writer writer) {
        IntSupplier columns = () -> positive(size().getColumns(), Screen.DEFAULT_COLUMNS);
        IntSupplier lines = () -> positive(size().getRows(), Screen.DEFAULT_LINES);
        return new Screen(writer, columns, lines, true, color);
    }

    private Size size() {
        return terminal.get().getSize();
    }

    private static int positive(int size, int otherwise) {
        return size > 0 ? size : otherwise;
    }
}
