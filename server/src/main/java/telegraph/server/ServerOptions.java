package telegraph.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Where a server listens, and whom it lets in.
///
/// A port of 0 is any free one; -1 is a door that stays shut.
///
/// @param host the address to listen on
/// @param passwords the file of users and what proves their passwords, or empty to let everybody in
/// @param tls what to speak TLS with, or empty
/// @param keyValues what key-value clients talk to
/// @param examples questions that the page offers
/// @param drain how long statements that run may go on once the server is to stop
/// @param log takes the lines of the journal, each a JSON object
public record ServerOptions(
        String host,
        int postgresPort,
        int httpPort,
        int redisPort,
        Optional<Path> passwords,
        Optional<TlsFiles> tls,
        KeyValueEngine keyValues,
        List<Example> examples,
        Duration drain,
        Consumer<String> log) {
    /// What key-value clients talk to.
    public enum KeyValueEngine {
        /// A table.
        STORE,
        /// Nothing: every key is absent and every change is forgotten, so that the network alone
        /// can be measured.
        NOOP
    }

    /// A question that whoever opens the page may begin with.
    ///
    /// @param name short, and its own
    /// @param title the question in words
    /// @param why what is remarkable about it
    /// @param sql the question in SQL
    public record Example(String name, String title, String why, String sql) {}

    /// Files in PEM.
    ///
    /// @param certificate the chain of certificates
    /// @param key the private key that belongs to it
    public record TlsFiles(Path certificate, Path key) {}

    /// All doors on this machine only, open to everybody on it.
    public static final ServerOptions DEFAULT =
            new ServerOptions(
                    "127.0.0.1",
                    5454,
                    8080,
                    6380,
                    Optional.empty(),
                    Optional.empty(),
                    KeyValueEngine.STORE,
                    List.of(),
                    Duration.ZERO,
                    _ -> {});

    public ServerOptions withHost(String other) {
        return new ServerOptions(
                other,
                postgresPort,
                httpPort,
                redisPort,
                passwords,
                tls,
                keyValues,
                examples,
                drain,
                log);
    }

    public ServerOptions withPorts(int postgres, int http, int redis) {
        return new ServerOptions(
                host, postgres, http, redis, passwords, tls, keyValues, examples, drain, log);
    }

    public ServerOptions withPasswords(Path file) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                Optional.of(file),
                tls,
                keyValues,
                examples,
                drain,
                log);
    }

    public ServerOptions withTls(Path certificate, Path key) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                passwords,
                Optional.of(new TlsFiles(certificate, key)),
                keyValues,
                examples,
                drain,
                log);
    }

    public ServerOptions withKeyValues(KeyValueEngine engine) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                passwords,
                tls,
                engine,
                examples,
                drain,
                log);
    }

    public ServerOptions withExamples(List<Example> questions) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                passwords,
                tls,
                keyValues,
                List.copyOf(questions),
                drain,
                log);
    }

    public ServerOptions withDrain(Duration longest) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                passwords,
                tls,
                keyValues,
                examples,
                longest,
                log);
    }

    public ServerOptions withLog(Consumer<String> lines) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                passwords,
                tls,
                keyValues,
                examples,
                drain,
                lines);
    }
}
