package telegraph.examples;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;

/// Keeps accounts in tables through JDBC: no server, no library but the driver's.
///
/// Prints:
///
/// ```
/// alice has 60, bob has 40
/// refused: Key (name)=(bob) already exists
/// alice has 60, bob has 40
/// average: 50
/// ```
public final class JdbcTables {
    private final PrintStream out;
    private final Connection connection;

    private JdbcTables(Connection connection, PrintStream out) {
        this.connection = connection;
        this.out = out;
    }

    public static void main(String[] arguments) throws SQLException {
        run("jdbc:telegraph::memory:", System.out);
    }

    /// @param url of a sandbox that has no such table
    static void run(String url, PrintStream out) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            new JdbcTables(connection, out).run();
        }
    }

    private void run() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE account (name TEXT PRIMARY KEY, balance NUMERIC(10, 2))");
        }
        connection.setAutoCommit(false);
        try (PreparedStatement open =
                connection.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
            for (String name : new String[] {"alice", "bob"}) {
                open.setString(1, name);
                open.setInt(2, name.equals("alice") ? 100 : 0);
                open.addBatch();
            }
            open.executeBatch();
            transfer("alice", "bob", 40);
            connection.commit();
            show();

            transfer("alice", "bob", 1);
            open.setString(1, "bob");
            open.executeUpdate();
        } catch (SQLIntegrityConstraintViolationException e) {
            // All since the last commit is undone, the transfer too.
            out.println("refused: " + e.getMessage().replaceFirst(".*(Key .* exists).*", "$1"));
            connection.rollback();
        }
        show();
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT AVG(balance) AS mean FROM account")) {
            result.next();
            out.println("average: " + result.getInt("mean"));
        }
        connection.commit();
    }

    /// The row of a key is changed without a plan, on this thread.
    private void transfer(String from, String to, int amount) throws SQLException {
        try (PreparedStatement change =
                connection.prepareStatement(
                        "UPDATE account SET balance = balance + ? WHERE name = ?")) {
            change.setInt(1, -amount);
            change.setString(2, from);
            change.executeUpdate();
            change.setInt(1, amount);
            change.setString(2, to);
            change.executeUpdate();
        }
    }

    private void show() throws SQLException {
        out.println("alice has " + balance("alice") + ", bob has " + balance("bob"));
    }

    private int balance(String name) throws SQLException {
        try (PreparedStatement find =
                connection.prepareStatement("SELECT balance FROM account WHERE name = ?")) {
            find.setString(1, name);
            try (ResultSet result = find.executeQuery()) {
                result.next();
                return result.getInt(1);
            }
        }
    }
}
