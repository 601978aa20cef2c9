package telegraph.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import telegraph.cli.display.LiveDisplay;
import telegraph.cli.display.Printer;
import telegraph.cli.display.Screen;
import telegraph.cli.display.Streams;
import telegraph.cli.display.View;
import telegraph.cli.format.Format;
import telegraph.cli.format.TableStyle;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.sql.Event;
import telegraph.sql.TransactionState;

/// The shell: reads statements from a terminal and shows their answers as they form.
///
/// A statement may take several lines and ends with a semicolon; a line that starts with a
/// backslash is a command of the shell itself, see [ShellCommand]. The interrupt key throws away
/// what is typed, or cancels the statement that runs; the end-of-file key leaves. What was typed is
/// kept in the sandbox, except lines that set a secret. The prompt shows whether a transaction is
/// open or has failed.
///
/// Threads: one; the interrupt comes from another.
final class Shell {
    private static final String CONTINUED = "      ...> ";
    private static final String HISTORY = "history";
    private static final String SECRETS = "(?is).*\\b(secret|token|password)\\b.*";

    private final Terminal terminal;
    private final Database database;
    private final Format format;
    private final boolean color;
    private final LineReader reader;
    private TableStyle style = TableStyle.PLAIN;
    private boolean timing;

    Shell(Terminal terminal, Database database, Path directory, Format format, boolean color) {
        this.terminal = terminal;
        this.database = database;
        this.format = format;
        this.color = color;
        this.reader =
                LineReaderBuilder.builder()
                        .terminal(terminal)
                        .appName("telegraph")
                        .parser(new LineParser(database))
                        .completer(new StatementCompleter(database, Path.of("")))
                        .highlighter(color ? new StatementHighlighter(database) : null)
                        .history(new QuietHistory(SECRETS))
                        .variable(LineReader.HISTORY_FILE, directory.resolve(HISTORY))
                        .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUED)
                        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                        .option(LineReader.Option.CASE_INSENSITIVE, true)
                        .build();
    }

    /// Runs the shell on the process's terminal.
    ///
    /// @return the exit code
    static int open(Streams streams, Database database, Path directory, Format format) {
        try (Terminal terminal = Streams.shellTerminal()) {
            return new Shell(terminal, database, directory, format, streams.color()).run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads and runs until the end of input or `\q`.
    int run() {
        print("Telegraph. \\? for help, \\q to leave.\n");
        while (true) {
            try {
                if (!execute(reader.readLine(prompt(database.transaction())))) {
                    return 0;
                }
            } catch (UserInterruptException e) {
                // What was typed is thrown away.
            } catch (EndOfFileException e) {
                return 0;
            }
        }
    }

    /// What stands before what is typed: with a star in a transaction, with an exclamation mark in
    /// one that failed.
    static String prompt(TransactionState transaction) {
        return switch (transaction) {
            case IDLE -> "telegraph> ";
            case OPEN -> "telegraph*> ";
            case FAILED -> "telegraph!> ";
        };
    }

    /// Runs what was typed.
    ///
    /// @return false to leave
    boolean execute(String typed) {
        String text = typed.strip();
        if (text.startsWith("\\")) {
            return ShellCommand.execute(text, this);
        }
        statements(text);
        return true;
    }

    /// Runs statements up to the first that fails.
    ///
    /// @return whether all went well
    boolean statements(String text) {
        try {
            for (String statement : database.split(text)) {
                if (!statement(statement)) {
                    return false;
                }
            }
            return true;
        } catch (TelegraphException e) {
            error(e.getMessage());
            return false;
        }
    }

    private boolean statement(String statement) {
        Attributes attributes = terminal.getAttributes();
        terminal.echo(false);
        long start = Ticker.SYSTEM.nanos();
        try (View view = view()) {
            WatchedStatement showing = new WatchedStatement(view);
            Terminal.SignalHandler before =
                    terminal.handle(Terminal.Signal.INT, signal -> showing.cancel());
            Event last;
            try {
                last = showing.run(listener -> database.start(statement, listener, view.isLive()));
            } finally {
                terminal.handle(Terminal.Signal.INT, before);
            }
            if (last instanceof Event.Failed failed) {
                failed(failed.cause());
                return false;
            }
            if (timing) {
                double millis = (Ticker.SYSTEM.nanos() - start) / 1e6;
                print(String.format(Locale.ROOT, "Time: %.1f ms%n", millis));
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            terminal.setAttributes(attributes);
        }
    }

    private View view() {
        Screen screen = screen().unless(ScriptRun.isQuiet(database));
        return format == Format.TABLE
                ? LiveDisplay.on(screen, style, ScriptRun.confidence(database))
                : new Printer(
                        format.writer(terminal.writer()), terminal.writer(), screen, Ticker.SYSTEM);
    }

    private Screen screen() {
        boolean live = !terminal.getType().startsWith(Terminal.TYPE_DUMB);
        return new Screen(
                terminal.writer(),
                () -> terminal.getWidth() > 0 ? terminal.getWidth() : Screen.DEFAULT_COLUMNS,
                () -> terminal.getHeight() > 0 ? terminal.getHeight() : Screen.DEFAULT_LINES,
                live,
                color && live);
    }

    private void failed(TelegraphException failure) {
        if (failure.kind() == TelegraphException.Kind.CANCELLED) {
            print("cancelled\n");
        } else {
            error(failure.getMessage());
        }
    }

    void error(String message) {
        print("error: " + message + "\n");
    }

    void print(String text) {
        terminal.writer().print(text);
        terminal.flush();
    }

    Database database() {
        return database;
    }

    TableStyle style() {
        return style;
    }

    void style(TableStyle style) {
        this.style = style;
    }

    boolean timing() {
        return timing;
    }

    void timing(boolean timing) {
        this.timing = timing;
    }
}
