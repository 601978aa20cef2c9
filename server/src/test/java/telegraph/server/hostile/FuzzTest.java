package telegraph.server.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.Mutations;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Sends every door what broken and hostile clients send: valid exchanges with a few changes, in
/// pieces, ended half-way or torn off.
///
/// 1. Each connection is closed by the server within [#PATIENCE_MILLIS] of the client's end.
/// 2. Afterwards a real client is served as before, nothing is held for the others, and no change
///    that was not committed is there.
class FuzzTest {
    private static final int PATIENCE_MILLIS = 120_000;
    private static final byte[] NOTHING = {};
    private static final int CLIENTS = 8;
    private static final int SOME = 800;
    private static final int MANY = 100_000;

    @TempDir Path folder;
    private Telegraph telegraph;
    private Server server;

    @BeforeEach
    void openTheDoors() throws InterruptedException {
        telegraph = Telegraph.open(folder.resolve("data"), folder, Map.of(), Map.of());
        server = Server.start(telegraph, ServerOptions.DEFAULT.withPorts(0, 0, 0));
        try (Session session = telegraph.session()) {
            session.start("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)", _ -> {}).join();
            session.start("INSERT INTO t VALUES (1, 'one'), (2, 'two')", _ -> {}).join();
        }
    }

    @AfterEach
    void closeThem() {
        server.close();
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    @Test
    void thePostgresDoorStandsBrokenClients() throws Exception {
        fuzz(
                server.postgres().orElseThrow(),
                Exchanges.postgresStart(),
                Exchanges.postgres(),
                SOME * 7 / 8);
        fuzz(server.postgres().orElseThrow(), NOTHING, Exchanges.postgresStarts(), SOME / 8);
    }

    @Test
    void theHttpDoorStandsBrokenClients() throws Exception {
        fuzz(server.http().orElseThrow(), NOTHING, Exchanges.http(), SOME);
    }

    @Test
    void theRedisDoorStandsBrokenClients() throws Exception {
        fuzz(server.redis().orElseThrow(), NOTHING, Exchanges.redis(), SOME);
    }

    @Test
    @Tag("slow")
    void thePostgresDoorStandsVeryManyBrokenClients() throws Exception {
        fuzz(
                server.postgres().orElseThrow(),
                Exchanges.postgresStart(),
                Exchanges.postgres(),
                MANY * 7 / 8);
        fuzz(server.postgres().orElseThrow(), NOTHING, Exchanges.postgresStarts(), MANY / 8);
    }

    @Test
    @Tag("slow")
    void theHttpDoorStandsVeryManyBrokenClients() throws Exception {
        fuzz(server.http().orElseThrow(), NOTHING, Exchanges.http(), MANY);
    }

    @Test
    @Tag("slow")
    void theRedisDoorStandsVeryManyBrokenClients() throws Exception {
        fuzz(server.redis().orElseThrow(), NOTHING, Exchanges.redis(), MANY);
    }

    /// @param start what each exchange begins with, as it is
    private void fuzz(InetSocketAddress door, byte[] start, List<byte[]> valid, int count)
            throws Exception {
        long seed = Long.getLong("seed", 1);
        Mutations mutations = new Mutations(valid);
        AtomicInteger left = new AtomicInteger(count);
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        Thread[] clients = new Thread[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            RandomGenerator random = Seeds.random(seed * CLIENTS + i);
            clients[i] =
                    Thread.ofVirtual()
                            .start(() -> {
                                while (failures.isEmpty() && left.getAndDecrement() > 0) {
                                    exchange(
                                            door,
                                            joined(start, mutations.next(random)),
                                            random,
                                            failures);
                                }
                            });
        }
        for (Thread client : clients) {
            client.join();
        }
        assertTrue(failures.isEmpty(), () -> "seed=" + seed + " " + failures);
        assertServed();
        Threads.await("all connections are gone", () -> server.connections() == 0);
        Threads.await("nothing runs any more", () -> telegraph.memoryUsed() == 0);
    }

    private static byte[] joined(byte[] start, byte[] rest) {
        byte[] both = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, both, start.length, rest.length);
        return both;
    }

    private static void exchange(
            InetSocketAddress door, byte[] bytes, RandomGenerator random, Queue<String> failures) {
        try (Socket socket = new Socket()) {
            socket.connect(door, PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            OutputStream out = socket.getOutputStream();
            int cut = bytes.length == 0 ? 0 : random.nextInt(bytes.length + 1);
            out.write(bytes, 0, cut);
            if (random.nextInt(4) == 0) {
                Thread.sleep(random.nextInt(3)); // so that the pieces arrive apart
            }
            out.write(bytes, cut, bytes.length - cut);
            if (random.nextInt(8) == 0) {
                socket.setSoLinger(true, 0); // torn off
                return;
            }
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            byte[] answer = new byte[8 << 10];
            while (in.read(answer) >= 0) {
                // what it says does not matter, as long as it ends
            }
        } catch (SocketTimeoutException e) {
            failures.add("not closed: " + HexFormat.of().formatHex(bytes));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The server hung up on it, as it may.
        }
    }

    private void assertServed() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT b FROM t WHERE a = 2")) {
            assertTrue(rows.next());
            assertEquals("two", rows.getString(1));
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> health =
                    client.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://127.0.0.1:"
                                                            + server.http().orElseThrow().getPort()
                                                            + "/healthz"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertEquals(200, health.statusCode(), health.body());
        }
        try (Jedis jedis = new Jedis("127.0.0.1", server.redis().orElseThrow().getPort())) {
            assertEquals("PONG", jedis.ping());
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:"
                        + server.postgres().orElseThrow().getPort()
                        + "/fuzz?user=fuzz");
    }
}
