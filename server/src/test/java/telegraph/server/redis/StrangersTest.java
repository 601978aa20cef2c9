package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.sql.Telegraph;

/// A server with passwords.
class StrangersTest {
    @TempDir Path folder;
    private Telegraph telegraph;
    private Server server;

    @BeforeEach
    void open() throws IOException {
        Path passwords = folder.resolve("passwords");
        Files.writeString(passwords, "ann:secret-of-ann\ndefault:secret-of-all\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        server =
                Server.start(
                        telegraph,
                        ServerOptions.DEFAULT.withPorts(-1, -1, 0).withPasswords(passwords));
    }

    @AfterEach
    void close() {
        server.close();
        telegraph.close();
    }

    private int port() {
        return server.redis().orElseThrow().getPort();
    }

    private RespSocket connect() throws IOException {
        return new RespSocket(new Socket("127.0.0.1", port()));
    }

    @Test
    void whoHasNotSaidWhoItIsMayOnlySaySo() throws IOException {
        try (RespSocket socket = connect()) {
            assertEquals("-NOAUTH Authentication required.", socket.ask("GET", "k"));
            assertEquals("-NOAUTH Authentication required.", socket.ask("PING"));
            assertTrue(socket.ask("HELLO", "3").startsWith("-NOAUTH HELLO must be called"));
            assertTrue(socket.ask("AUTH", "wrong").startsWith("-WRONGPASS"));
            assertTrue(socket.ask("AUTH", "nobody", "secret-of-ann").startsWith("-WRONGPASS"));
            assertEquals("+OK", socket.ask("AUTH", "ann", "secret-of-ann"));
            assertEquals("+OK", socket.ask("SET", "k", "v"));
            assertTrue(socket.ask("CLIENT", "INFO").contains("user=ann"));
            assertEquals("+RESET", socket.ask("RESET"));
            assertEquals("-NOAUTH Authentication required.", socket.ask("GET", "k"));
            assertEquals("+OK", socket.ask("AUTH", "secret-of-all"));
            assertEquals("\"v\"", socket.ask("GET", "k"));
        }
    }

    @Test
    void whatFollowsTheProofInTheSameMessageWaitsForIt() throws IOException {
        try (RespSocket socket = connect()) {
            socket.send(
                    RespSocket.command("HELLO", "3", "AUTH", "ann", "secret-of-ann")
                            + RespSocket.command("SET", "k", "v")
                            + RespSocket.command("GET", "none"));
            assertTrue(socket.answer().startsWith("{\"server\""));
            assertEquals("+OK", socket.answer());
            assertEquals("nil", socket.answer());
        }
    }

    @Test
    void aDriverSaysItByItself() {
        var config =
                DefaultJedisClientConfig.builder()
                        .user("ann")
                        .password("secret-of-ann")
                        .autoNegotiateProtocol(false)
                        .timeoutMillis(RespSocket.TIMEOUT_MILLIS)
                        .build();
        try (Jedis jedis = new Jedis(new HostAndPort("127.0.0.1", port()), config)) {
            assertEquals("OK", jedis.set("k", "v"));
        }
    }

    @Test
    void strangersMaySendLittle() throws IOException {
        try (RespSocket socket = connect()) {
            socket.send("*11\n");
            assertEquals("-ERR Protocol error: unauthenticated multibulk length", socket.answer());
            assertTrue(socket.isEnded());
        }
        try (RespSocket socket = connect()) {
            socket.send("*2\n$4\nAUTH\n$20000\n");
            assertEquals("-ERR Protocol error: unauthenticated bulk length", socket.answer());
            assertTrue(socket.isEnded());
        }
    }
}
