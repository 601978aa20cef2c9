package telegraph.server;

import java.nio.file.Path;
import java.util.Optional;

/// Where a server listens, and whom it lets in.
///
/// A port of 0 is any free one; -1 is a door that stays shut.
///
/// @param host the address to listen on
/// @param passwords the file of users and what proves their passwords, or empty to let everybody in
/// @param certificate the chain of certificates to speak TLS with, in PEM, or empty
/// @param key the private key that belongs to it, in PEM
/// @param keyValues what key-value clients talk to
public record ServerOptions(
        String host,
        int postgresPort,
        int httpPort,
        int redisPort,
        Optional<Path> passwords,
        Optional<Path> certificate,
        Optional<Path> key,
        KeyValueEngine keyValues) {
    /// What key-value clients talk to.
    public enum KeyValueEngine {
        /// A table.
        STORE,
        /// Nothing: every key is absent and every change is forgotten, so that the network alone
        /// can be measured.
        NOOP
    }

    /// All doors on this machine only, open to everybody on it.
    public static final ServerOptions DEFAULT =
            new ServerOptions(
                    "127.0.0.1",
                    5454,
                    8080,
                    6380,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    KeyValueEngine.STORE);

    public ServerOptions withHost(String other) {
        return new ServerOptions(
                other, postgresPort, httpPort, redisPort, passwords, certificate, key, keyValues);
    }

    public ServerOptions withPorts(int postgres, int http, int redis) {
        return new ServerOptions(
                host, postgres, http, redis, passwords, certificate, key, keyValues);
    }

    public ServerOptions withPasswords(Path file) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                Optional.of(file),
                certificate,
                key,
                keyValues);
    }

    public ServerOptions withTls(Path chain, Path secret) {
        return new ServerOptions(
                host,
                postgresPort,
                httpPort,
                redisPort,
                passwords,
                Optional.of(chain),
                Optional.of(secret),
                keyValues);
    }

    public ServerOptions withKeyValues(KeyValueEngine engine) {
        return new ServerOptions(
                host, postgresPort, httpPort, redisPort, passwords, certificate, key, engine);
    }
}
