package telegraph.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jline.utils.Signals;
import telegraph.cli.display.Streams;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.server.ServerOptions.KeyValueEngine;
import telegraph.sql.Telegraph;

/// A server from its start to the signal that ends it.
///
/// | signal                           | does                                                  |
/// |----------------------------------|-------------------------------------------------------|
/// | first                            | lets what runs end, closes everything in order; exit 0 |
/// | first, before the doors are open | ends the process at once: recovery begins again        |
/// | second                           | ends the process at once, as if there were no power    |
///
/// Statements that do not hear that they are cancelled do not keep the process ([LastResort]).
public final class ServerFront {
    private static final List<String> SIGNALS = List.of("TERM", "INT", "HUP");

    /// How long the end may take beyond what statements are given.
    private static final Duration ENDING = Duration.ofMillis(4_500);

    private final Streams streams;
    private final ServeCommand.Asked asked;
    private final Given given;
    private volatile boolean serves;

    /// What is served, where it is not the sandbox of a directory.
    ///
    /// @param opening opens it with the settings of the command line
    /// @param examples questions that the page offers
    /// @param title what is served, in words
    public record Given(Opening opening, List<ServerOptions.Example> examples, String title) {
        /// Opens a sandbox.
        @FunctionalInterface
        public interface Opening {
            Telegraph open(Path directory, Map<String, String> settings);
        }

        static final Given DIRECTORY =
                new Given(
                        (directory, settings) ->
                                Telegraph.open(directory, settings, System.getenv()),
                        List.of(),
                        "");
    }

    ServerFront(Streams streams, ServeCommand.Asked asked, Given given) {
        this.streams = streams;
        this.asked = asked;
        this.given = given;
    }

    /// Serves until a signal comes.
    int run() throws IOException {
        CountDownLatch stop = new CountDownLatch(1);
        for (String signal : SIGNALS) {
            Signals.register(signal, () -> signalled(stop));
        }
        return run(stop);
    }

    private void signalled(CountDownLatch stop) {
        if (stop.getCount() == 0 || !serves) {
            Runtime.getRuntime().halt(Main.INTERRUPTED);
        }
        stop.countDown();
    }

    /// Serves until `stop` is down.
    int run(CountDownLatch stop) throws IOException {
        AtomicReference<Server> ending = new AtomicReference<>();
        try (Writer journal = journal();
                LastResort resort =
                        new LastResort(
                                asked.drain().plus(ENDING),
                                () -> ending.get().running(),
                                Ticker.SYSTEM,
                                () -> Runtime.getRuntime().halt(Main.FAILED));
                Telegraph telegraph = opened();
                Server server = Server.start(telegraph, options(lines(journal)))) {
            ending.set(server);
            serves = true;
            for (String warning : server.warnings()) {
                streams.err().write("warning: " + warning + "\n");
            }
            streams.err().flush();
            streams.out().write(greeting(server));
            streams.out().flush();
            stop.await();
            resort.arm();
            streams.out().write("Stopping; again to stop at once.\n");
            streams.out().flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // stops as a signal does
        }
        return 0;
    }

    private Telegraph opened() {
        Telegraph telegraph = given.opening().open(asked.data(), asked.settings());
        telegraph.tellRecovery(streams::note);
        return telegraph;
    }

    private Writer journal() {
        if (asked.log().isEmpty()) {
            return new Unclosed(streams.err());
        }
        Path file = asked.log().get();
        try {
            return Files.newBufferedWriter(
                    file,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw TelegraphException.input(
                    "the journal cannot be written: --log="
                            + file
                            + " cause="
                            + SqlCommand.cause(e),
                    e);
        }
    }

    private static Consumer<String> lines(Writer journal) {
        return line -> {
            try {
                journal.write(line + "\n");
                journal.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private ServerOptions options(Consumer<String> log) {
        ServerOptions options =
                ServerOptions.DEFAULT
                        .withHost(asked.host())
                        .withPorts(asked.postgresPort(), asked.httpPort(), asked.keyValuePort())
                        .withKeyValues(
                                asked.noEngine() ? KeyValueEngine.NOOP : KeyValueEngine.STORE)
                        .withExamples(given.examples())
                        .withDrain(asked.drain())
                        .withLog(log);
        if (asked.passwords().isPresent()) {
            options = options.withPasswords(asked.passwords().get());
        }
        if (asked.certificate().isPresent()) {
            options = options.withTls(asked.certificate().get(), asked.key().orElseThrow());
        }
        return options;
    }

    private String greeting(Server server) {
        StringBuilder text = new StringBuilder(Main.VERSION);
        text.append(" serves ")
                .append(given.title().isEmpty() ? asked.data().toString() : given.title())
                .append("\n\n");
        boolean tls = asked.certificate().isPresent();
        server.postgres()
                .ifPresent(at ->
                        text.append("  PostgreSQL  psql -h ")
                                .append(host(at))
                                .append(" -p ")
                                .append(at.getPort())
                                .append(asked.passwords().isPresent() ? " -U USER" : "")
                                .append(" telegraph\n"));
        server.http()
                .ifPresent(at ->
                        text.append("  browser     ")
                                .append(tls ? "https://" : "http://")
                                .append(host(at).contains(":") ? "[" + host(at) + "]" : host(at))
                                .append(":")
                                .append(at.getPort())
                                .append("/\n"));
        server.redis()
                .ifPresent(at ->
                        text.append("  key-value   redis-cli -h ")
                                .append(host(at))
                                .append(" -p ")
                                .append(at.getPort())
                                .append(tls ? " --tls" : "")
                                .append("\n"));
        text.append("\n");
        if (asked.passwords().isEmpty()) {
            text.append(
                    "There are no passwords, so it listens on this machine only, where everybody may"
                            + " come in.\n");
        }
        return text.append("Ctrl-C stops it.\n").toString();
    }

    private static String host(InetSocketAddress address) {
        return address.getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : Optional.ofNullable(address.getAddress().getHostAddress()).orElse("");
    }

    /// A stream of the process, which stays open.
    private static final class Unclosed extends FilterWriter {
        Unclosed(Writer out) {
            super(out);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
