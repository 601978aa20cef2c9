package telegraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jline.utils.Signals;
import telegraph.cli.display.LiveDisplay;
import telegraph.cli.display.Printer;
import telegraph.cli.display.Streams;
import telegraph.cli.display.View;
import telegraph.cli.format.Format;
import telegraph.cli.format.TableStyle;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.sql.Event;

/// Statements one after another, up to the first that fails, with their results on standard output.
///
/// The interrupt key cancels the statement and ends the script.
///
/// Threads: one; the interrupt comes from another.
final class ScriptRun {
    private final Database database;
    private final Streams streams;
    private final Format format;
    private WatchedStatement current;
    private boolean interrupted;

    ScriptRun(Database database, Streams streams, Format format) {
        this.database = database;
        this.streams = streams;
        this.format = format;
    }

    /// Runs texts of statements.
    ///
    /// @return the exit code
    int run(List<String> scripts) {
        Object before = Signals.register("INT", this::interrupt);
        try {
            for (String script : scripts) {
                for (String statement : database.split(script)) {
                    if (wasInterrupted()) {
                        return Main.INTERRUPTED;
                    }
                    int code = run(statement);
                    if (code != 0) {
                        return code;
                    }
                }
            }
            return 0;
        } catch (TelegraphException e) {
            report(e, streams);
            return Main.FAILED;
        } catch (IOException e) {
            return exitCode(e, streams);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Main.INTERRUPTED;
        } finally {
            Signals.unregister("INT", before);
        }
    }

    private int run(String statement) throws IOException, InterruptedException {
        try (View view = view()) {
            WatchedStatement showing = new WatchedStatement(view);
            show(showing);
            Event last =
                    showing.run(listener -> database.start(statement, listener, view.isLive()));
            streams.out().flush();
            if (last instanceof Event.Failed failed) {
                if (wasInterrupted()) {
                    streams.err().write("cancelled\n");
                    return Main.INTERRUPTED;
                }
                report(failed.cause(), streams);
                return Main.FAILED;
            }
            return 0;
        }
    }

    private View view() {
        if (format == Format.TABLE && streams.outIsTerminal()) {
            return LiveDisplay.on(
                    streams.screen().unless(isQuiet(database)),
                    TableStyle.PLAIN,
                    confidence(database));
        }
        return new Printer(
                format.writer(streams.out()),
                streams.out(),
                streams.errorScreen().unless(isQuiet(database)),
                Ticker.SYSTEM);
    }

    /// Whether nothing is to be drawn over in place.
    static boolean isQuiet(Database database) {
        return database.setting("live").equals("off");
    }

    /// How sure half-widths are, in words.
    static String confidence(Database database) {
        String method = database.setting("confidence_method");
        String how = method.equals("normal") ? "" : " (" + method + ")";
        return database.setting("confidence") + " %" + how;
    }

    private synchronized void show(WatchedStatement showing) {
        current = showing;
        if (interrupted) {
            showing.cancel();
        }
    }

    private synchronized boolean wasInterrupted() {
        return interrupted;
    }

    /// What the interrupt key does.
    synchronized void interrupt() {
        if (interrupted) {
            // Asked twice: whatever the statement still waits for, the person does not.
            Runtime.getRuntime().halt(Main.INTERRUPTED);
        }
        interrupted = true;
        if (current != null) {
            current.cancel();
        }
    }

    /// Says on standard error why a statement failed.
    static void report(TelegraphException failure, Streams streams) {
        PrintWriter err = new PrintWriter(streams.err());
        err.println("error: " + shown(String.valueOf(failure.getMessage())));
        if (failure.kind() == TelegraphException.Kind.BUG) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    /// What a page or file says in a message sends no commands to the terminal.
    private static String shown(String message) {
        StringBuilder text = new StringBuilder(message.length());
        message.chars()
                .forEach(c -> {
                    if (Character.isISOControl(c) && c != '\n' && c != '\t') {
                        text.append(String.format("\\x%02x", c));
                    } else {
                        text.append((char) c);
                    }
                });
        return text.toString();
    }

    /// The exit code when standard output cannot be written to: a reader that left is no failure.
    static int exitCode(IOException failure, Streams streams) {
        String message = String.valueOf(failure.getMessage());
        if (message.contains("Broken pipe") || message.contains("pipe is being closed")) {
            return 0;
        }
        PrintWriter err = new PrintWriter(streams.err());
        err.println("error: the result cannot be written: cause=" + message);
        err.flush();
        return Main.FAILED;
    }
}
