package telegraph.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.ground.TelegraphException;
import telegraph.server.net.Pem;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.Threads;

/// All doors together, from the start to the end, with clients of others' making.
@Isolated("counts all threads and descriptors")
class ServerTest {
    private static final long WAIT = 120;
    private static final String LOOPS = "multiThreadIoEventLoopGroup";
    private static final ServerOptions ANY_PORTS = ServerOptions.DEFAULT.withPorts(0, 0, 0);

    private final List<String> journal = new CopyOnWriteArrayList<>();
    private final Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());

    @TempDir private Path folder;

    @AfterEach
    void nothingIsHeld() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private Server start(ServerOptions options) {
        return Server.start(telegraph, options.withLog(journal::add));
    }

    private static Connection connect(Server server, String... properties) throws SQLException {
        InetSocketAddress at = server.postgres().orElseThrow();
        Properties all = new Properties();
        all.setProperty("user", "ada");
        for (int i = 0; i < properties.length; i += 2) {
            all.setProperty(properties[i], properties[i + 1]);
        }
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + at.getPort() + "/telegraph", all);
    }

    private static int one(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static HttpResponse<String> metrics(HttpClient client, Server server, String scheme)
            throws IOException, InterruptedException {
        int port = server.http().orElseThrow().getPort();
        URI uri = URI.create(scheme + "://localhost:" + port + "/metrics");
        return client.send(
                HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String ping(Server server) throws IOException {
        InetSocketAddress at = server.redis().orElseThrow();
        try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
            socket.getOutputStream().write("PING\r\n".getBytes());
            return new String(socket.getInputStream().readNBytes(7)).strip();
        }
    }

    private Path passwords() throws IOException {
        Path file = folder.resolve("passwords");
        Files.writeString(
                file, ServerSecrets.passwordLine("ada", "open sesame", new SecureRandom()) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    @Test
    void allDoorsAnswerAndAreCounted() throws Exception {
        try (Server server = start(ANY_PORTS);
                HttpClient client = HttpClient.newHttpClient();
                Connection connection = connect(server)) {
            assertEquals(1, one(connection));
            assertEquals("+PONG", ping(server));
            System.gc(); // which numbers must outlive
            String scraped = metrics(client, server, "http").body();
            assertTrue(scraped.contains("telegraph_connections_accepted_total 3"), scraped);
            assertTrue(scraped.contains("telegraph_connections{door=\"postgres\"} 1"), scraped);
            assertTrue(
                    scraped.contains(
                            "telegraph_query_seconds_count{door=\"postgres\",state=\"ended\"}"),
                    scraped);
            assertTrue(scraped.contains("telegraph_store_commits_total"), scraped);
            assertTrue(scraped.contains("telegraph_memory_bytes 0"), scraped);
        }
    }

    @Test
    void aShutDoorIsNotThere() {
        try (Server server = start(ServerOptions.DEFAULT.withPorts(0, -1, -1))) {
            assertTrue(server.http().isEmpty());
            assertTrue(server.redis().isEmpty());
            assertTrue(server.postgres().isPresent());
        }
    }

    @Test
    void twoServersDoNotShareAPort() throws Exception {
        try (Server server = start(ANY_PORTS)) {
            int taken = server.http().orElseThrow().getPort();
            ServerOptions same = ServerOptions.DEFAULT.withPorts(0, taken, 0);
            String message = assertThrows(TelegraphException.class, () -> start(same)).getMessage();
            assertTrue(message.contains("port=" + taken), message);
            assertTrue(message.contains("--http-port"), message);
            assertEquals("+PONG", ping(server), "the first goes on");
        }
    }

    @Test
    void withoutPasswordsOnlyThisMachineIsListenedTo() {
        ServerOptions open = ANY_PORTS.withHost("0.0.0.0");
        String message = assertThrows(TelegraphException.class, () -> start(open)).getMessage();
        assertTrue(message.contains("--password-file"), message);
        String nowhere =
                assertThrows(
                                TelegraphException.class,
                                () -> start(ANY_PORTS.withHost("no-such-host.invalid")))
                        .getMessage();
        assertTrue(nowhere.contains("host=no-such-host.invalid"), nowhere);
    }

    @Test
    void withPasswordsOnlyWhoKnowsOneComesIn() throws Exception {
        try (Server server = start(ANY_PORTS.withPasswords(passwords()));
                HttpClient client = HttpClient.newHttpClient()) {
            try (Connection connection = connect(server, "password", "open sesame")) {
                assertEquals(1, one(connection));
            }
            SQLException wrong =
                    assertThrows(
                            SQLException.class,
                            () -> connect(server, "password", "sesame").close());
            assertEquals("28P01", wrong.getSQLState());
            assertEquals(401, metrics(client, server, "http").statusCode());
            InetSocketAddress at = server.redis().orElseThrow();
            try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
                socket.getOutputStream().write("GET a\r\n".getBytes());
                assertEquals("-NOAUTH", new String(socket.getInputStream().readNBytes(7)));
            }
        }
        assertFalse(journal.toString().contains("sesame"), journal::toString);
    }

    @Test
    void allDoorsSpeakTls() throws Exception {
        Pem pem = Pem.make(folder);
        try (Server server = start(ANY_PORTS.withTls(pem.certificate(), pem.key()));
                HttpClient client = HttpClient.newBuilder().sslContext(pem.trusting()).build();
                Connection connection =
                        connect(
                                server,
                                "sslmode",
                                "verify-full",
                                "sslrootcert",
                                pem.certificate().toString())) {
            assertEquals(1, one(connection));
            assertEquals(200, metrics(client, server, "https").statusCode());
            try (Socket socket =
                    pem.trusting()
                            .getSocketFactory()
                            .createSocket("localhost", server.redis().orElseThrow().getPort())) {
                socket.getOutputStream().write("PING\r\n".getBytes());
                assertEquals("+PONG", new String(socket.getInputStream().readNBytes(5)));
            }
        }
    }

    /// A statement that waits for a lock that `block` holds.
    private static CompletableFuture<Integer> waiting(Connection connection) {
        return CompletableFuture.supplyAsync(() -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate("UPDATE t SET n = n + 1");
            } catch (SQLException e) {
                throw new IllegalStateException(e.getSQLState(), e);
            }
        });
    }

    private Session locking(Connection connection) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, n INT)");
            statement.execute("INSERT INTO t VALUES (1, 0)");
        }
        Session block = telegraph.session();
        block.begin();
        block.start("UPDATE t SET n = 10", _ -> {}).join();
        return block;
    }

    private static void awaitRunning(Server server) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            Threads.await(
                    "the statement begins",
                    () -> {
                        try {
                            return metrics(client, server, "http")
                                    .body()
                                    .contains("telegraph_queries_running 1");
                        } catch (IOException | InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    });
        }
    }

    @Test
    void whatRunsMayEndWhileTheServerDrains() throws Exception {
        Server server = start(ANY_PORTS.withDrain(Duration.ofSeconds(WAIT)));
        try (Connection connection = connect(server)) {
            Session block = locking(connection);
            CompletableFuture<Integer> update = waiting(connection);
            awaitRunning(server);
            Thread closing = Thread.ofPlatform().start(server::close);
            int port = server.postgres().orElseThrow().getPort();
            Threads.await("nobody is let in", () -> isShut(port));
            assertFalse(update.isDone());
            block.rollback();
            assertEquals(1, update.get(WAIT, TimeUnit.SECONDS));
            closing.join();
            block.close();
        }
    }

    private static boolean isShut(int port) {
        try (Socket _ = new Socket("localhost", port)) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void whatRunsTooLongIsToldThatTheServerStops() throws Exception {
        Server server = start(ANY_PORTS.withDrain(Duration.ofMillis(50)));
        try (Connection connection = connect(server);
                Connection idle = connect(server)) {
            assertEquals(1, one(idle));
            Session block = locking(connection);
            CompletableFuture<Integer> update = waiting(connection);
            awaitRunning(server);
            server.close();
            ExecutionException failed =
                    assertThrows(
                            ExecutionException.class, () -> update.get(WAIT, TimeUnit.SECONDS));
            assertEquals("57P01", failed.getCause().getMessage());
            assertThrows(SQLException.class, () -> one(idle));
            block.close();
        }
    }

    @Test
    void clientsThatComeAndGoLeaveNothingBehind() throws Exception {
        int loops = Threads.alive(LOOPS); // other tests may have servers
        try (Server server = start(ANY_PORTS)) {
            rounds(server, 30);
            long descriptors = descriptors();
            int threads = Thread.activeCount();
            rounds(server, 200);
            Threads.await("descriptors", () -> descriptors() <= descriptors + 5);
            Threads.await("threads", () -> Thread.activeCount() <= threads + 3);
        }
        Threads.await("loops", () -> Threads.alive(LOOPS) <= loops);
    }

    private static void rounds(Server server, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            try (Connection connection = connect(server)) {
                assertEquals(1, one(connection));
            }
            assertEquals("+PONG", ping(server));
        }
    }

    private static long descriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }
}
