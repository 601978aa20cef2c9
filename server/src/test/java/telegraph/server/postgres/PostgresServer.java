package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.sql.Telegraph;

/// A server with only the door for PostgreSQL's clients, over a sandbox in memory.
///
/// Closing it sees to it that nothing is held any more.
final class PostgresServer implements AutoCloseable {
    private final Telegraph telegraph;
    private final Server server;

    PostgresServer() {
        this(Map.of());
    }

    PostgresServer(Map<String, String> settings) {
        this(settings, ServerOptions.DEFAULT);
    }

    PostgresServer(Map<String, String> settings, ServerOptions options) {
        this(Telegraph.openInMemory(settings, Map.of()), options);
    }

    /// A sandbox in a folder.
    PostgresServer(Path sandbox) {
        this(Telegraph.open(sandbox, Map.of(), Map.of()), ServerOptions.DEFAULT);
    }

    private PostgresServer(Telegraph sandbox, ServerOptions options) {
        telegraph = sandbox;
        server = Server.start(telegraph, options.withPorts(0, -1, -1));
    }

    Telegraph telegraph() {
        return telegraph;
    }

    Server server() {
        return server;
    }

    int port() {
        return server.postgres().orElseThrow().getPort();
    }

    /// A connection of pgjdbc.
    ///
    /// @param properties names and values in turn
    Connection connect(String... properties) throws SQLException {
        Properties all = new Properties();
        all.setProperty("user", "somebody");
        for (int i = 0; i < properties.length; i += 2) {
            all.setProperty(properties[i], properties[i + 1]);
        }
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port() + "/t", all);
    }

    /// The rows of a query, values with a blank between, rows with a semicolon.
    static String rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    static String rows(ResultSet rows) throws SQLException {
        ResultSetMetaData shape = rows.getMetaData();
        List<String> all = new ArrayList<>();
        while (rows.next()) {
            StringJoiner row = new StringJoiner(" ");
            for (int c = 1; c <= shape.getColumnCount(); c++) {
                row.add(rows.getString(c));
            }
            all.add(row.toString());
        }
        return String.join("; ", all);
    }

    static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /// Whether there is a psql to try.
    static boolean hasPsql() {
        try {
            return new ProcessBuilder("psql", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is none
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// What psql is given to connect.
    static List<String> psql(int port, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "psql",
                                "-X",
                                "-h",
                                "127.0.0.1",
                                "-p",
                                Integer.toString(port),
                                "-U",
                                "somebody",
                                "-d",
                                "t"));
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    public void close() {
        server.close();
        assertEquals(0, server.connections(), "connections");
        assertEquals(0, telegraph.memoryUsed(), "bytes held");
        telegraph.close();
    }
}
