package telegraph.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import telegraph.sql.Telegraph;

/// What clients are told when the log of the store finds no room: the device `/dev/full` stands
/// where its second segment is to be made.
@EnabledIf("hasFullDevice")
class FullDiskTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final String SEGMENT = "sandbox/store/log/0000000001000000.log";

    private static final String MUCH =
            "INSERT INTO much WITH d (x) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))"
                    + " SELECT a.x * 100 + b.x * 10 + c.x, repeat('long ', 200)"
                    + " FROM d AS a, d AS b, d AS c";

    /// Of a value that is written anew with each.
    private static final int PIECE = 20_000;

    private static final int TRIES_MAX = 500;

    @TempDir private Path folder;

    static boolean hasFullDevice() {
        return Files.exists(FULL);
    }

    /// An open store makes the next segment when it is needed, whatever stands there.
    private void makeTheDiskFull(Server server) throws Exception {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a int PRIMARY KEY)");
            statement.execute("CREATE TABLE much (a int, b text)");
            statement.execute(MUCH);
            assertEquals(":1", told(server, "INCR counter", 1).getLast());
        }
        Files.createSymbolicLink(folder.resolve(SEGMENT), FULL);
    }

    private Telegraph open() {
        return Telegraph.open(
                folder.resolve("sandbox"), folder, Map.of("checkpoint_size", "1GB"), Map.of());
    }

    private static Server start(Telegraph telegraph) {
        return Server.start(telegraph, ServerOptions.DEFAULT.withPorts(0, 0, 0));
    }

    private static Connection connect(Server server) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:"
                        + server.postgres().orElseThrow().getPort()
                        + "/telegraph?user=ada");
    }

    /// The answers to a key-value command sent again and again until it fails.
    private static List<String> told(Server server, String command, int times) throws IOException {
        List<String> answers = new ArrayList<>();
        InetSocketAddress at = server.redis().orElseThrow();
        try (Socket socket = new Socket(at.getAddress(), at.getPort());
                BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(
                                        socket.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < times; i++) {
                socket.getOutputStream().write((command + "\r\n").getBytes());
                answers.add(in.readLine());
                if (answers.getLast().startsWith("-")) {
                    break;
                }
            }
        }
        return answers;
    }

    private static int number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void aCommitThatMayHaveReachedTheDiskIsOfUnknownOutcome() throws Exception {
        int done = 0;
        try (Telegraph telegraph = open();
                Server server = start(telegraph);
                Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            makeTheDiskFull(server);
            SQLException unknown = null;
            for (int i = 0; i < TRIES_MAX && unknown == null; i++) {
                try {
                    statement.execute("INSERT INTO t VALUES (" + done + ")");
                    done++;
                    statement.execute("UPDATE much SET b = b WHERE a < 200");
                } catch (SQLException e) {
                    unknown = e;
                }
            }
            assertNotNull(unknown);
            assertEquals("08007", unknown.getSQLState(), unknown.getMessage());
            SQLException refused =
                    assertThrows(
                            SQLException.class,
                            () -> statement.execute("INSERT INTO t VALUES (-1)"));
            assertEquals("53100", refused.getSQLState(), refused.getMessage());
        }
        Files.delete(folder.resolve(SEGMENT));
        try (Telegraph telegraph = open();
                Server server = start(telegraph);
                Connection connection = connect(server)) {
            int there = number(connection, "SELECT count(*) FROM t");
            assertTrue(there == done || there == done + 1, there + " of " + done);
            assertEquals(0, number(connection, "SELECT count(*) FROM t WHERE a < 0"));
        }
    }

    @Test
    void aKeyValueCommandIsNotTriedAgainWhenItMayHaveBeenDone() throws Exception {
        int sent;
        try (Telegraph telegraph = open();
                Server server = start(telegraph)) {
            makeTheDiskFull(server);
            List<String> answers = told(server, "APPEND text " + "x".repeat(PIECE), TRIES_MAX);
            assertTrue(answers.getLast().contains("whether this one is"), answers.getLast());
            sent = answers.size();
            String after = told(server, "INCR counter", 1).getLast();
            assertTrue(after.startsWith("-ERR ") && after.contains("opened again"), after);
            assertFalse(after.contains("whether this one is"), after);
        }
        Files.delete(folder.resolve(SEGMENT));
        try (Telegraph telegraph = open();
                Server server = start(telegraph)) {
            int pieces =
                    Integer.parseInt(told(server, "STRLEN text", 1).getLast().substring(1)) / PIECE;
            assertTrue(pieces == sent || pieces == sent - 1, pieces + " of " + sent);
            assertEquals(":2", told(server, "INCR counter", 1).getLast());
        }
    }
}
