package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;
import org.postgresql.util.PGInterval;

/// The ways in which drivers of other languages bind values and copy rows, by pgjdbc.
class BindingTest {
    private PostgresServer postgres;

    @BeforeEach
    void open() throws SQLException {
        postgres = new PostgresServer();
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t (a INTEGER PRIMARY KEY, v VARCHAR(10), n NUMERIC(10, 2),"
                            + " d DATE, z TIMESTAMPTZ) WITH (fillfactor=100)");
            statement.execute(
                    "INSERT INTO t (a, v, n) VALUES (1, 'x', 1.5), (2, 'y z', 2), (3, NULL, NULL)");
            statement.execute("VACUUM ANALYZE t");
        }
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1"})
    void anArrayIsComparedElementByElement(String threshold) throws SQLException {
        try (Connection connection = postgres.connect("prepareThreshold", threshold);
                PreparedStatement numbers =
                        connection.prepareStatement(
                                "SELECT a FROM t WHERE a = ANY (?) ORDER BY a");
                PreparedStatement texts =
                        connection.prepareStatement("SELECT a FROM t WHERE v = ANY (?::text[])")) {
            numbers.setArray(1, connection.createArrayOf("int4", new Object[] {1, 3, 7}));
            assertEquals("1; 3", PostgresServer.rows(numbers.executeQuery()));
            numbers.setArray(1, connection.createArrayOf("int4", new Object[0]));
            assertEquals("", PostgresServer.rows(numbers.executeQuery()));
            texts.setArray(1, connection.createArrayOf("text", new Object[] {"y z", "q"}));
            assertEquals("2", PostgresServer.rows(texts.executeQuery()));
        }
    }

    @Test
    void aListOfRowsMayLeaveSomeTypesToTheFirst() throws SQLException {
        String sql =
                "INSERT INTO t (a, d, n) SELECT p::int, q::date, r::numeric(10,2) FROM (VALUES"
                        + " (?::int, ?::date, ?, 0), (?::int, ?::date, ?, 1)) AS i (p, q, r, k)"
                        + " ORDER BY k RETURNING a, n";
        try (Connection connection = postgres.connect();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setInt(1, 10);
            insert.setDate(2, Date.valueOf("2026-01-02"));
            insert.setBigDecimal(3, new BigDecimal("1.50"));
            insert.setInt(4, 11);
            insert.setNull(5, java.sql.Types.NULL);
            insert.setNull(6, java.sql.Types.NULL);
            assertEquals("10 1.50; 11 null", PostgresServer.rows(insert.executeQuery()));
        }
    }

    @Test
    void countsOfRowsAndLengthsOfTimeMayBeCast() throws SQLException {
        try (Connection connection = postgres.connect();
                PreparedStatement some =
                        connection.prepareStatement(
                                "SELECT a, TIMESTAMP '2026-01-01 00:00:00' + ?::interval FROM t"
                                        + " ORDER BY a LIMIT ?::int OFFSET ?::int")) {
            some.setObject(1, new PGInterval("3 hours"));
            some.setInt(2, 1);
            some.setInt(3, 1);
            assertEquals("2 2026-01-01 03:00:00", PostgresServer.rows(some.executeQuery()));
        }
    }

    @Test
    void aParameterTellsWhatItIs() throws SQLException {
        try (Connection connection = postgres.connect();
                PreparedStatement statement =
                        connection.prepareStatement(
                                "SELECT 1 FROM t WHERE n = ? AND d < ? AND z > ? AND a + ? = 3")) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= parameters.getParameterCount(); i++) {
                names.add(parameters.getParameterTypeName(i));
            }
            assertEquals(List.of("numeric", "date", "timestamptz", "int4"), names);
        }
    }

    @Test
    void rowsAreCopiedOutAndInInBinary() throws Exception {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            CopyManager copying = new CopyManager((BaseConnection) connection);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            long out =
                    copying.copyOut(
                            "COPY (SELECT * FROM t ORDER BY a) TO STDOUT (FORMAT binary)", bytes);
            assertEquals(3, out);
            statement.execute(
                    "CREATE TABLE u (a INTEGER, v TEXT, n NUMERIC, d DATE, z TIMESTAMPTZ)");
            long in =
                    copying.copyIn(
                            "COPY u FROM STDIN WITH (FORMAT binary)",
                            new ByteArrayInputStream(bytes.toByteArray()));
            assertEquals(3, in);
            assertEquals(
                    PostgresServer.rows(connection, "SELECT a, v FROM t ORDER BY a"),
                    PostgresServer.rows(connection, "SELECT a, v FROM u ORDER BY a"));
            byte[] broken = java.util.Arrays.copyOf(bytes.toByteArray(), 30);
            SQLException e =
                    org.junit.jupiter.api.Assertions.assertThrows(
                            SQLException.class,
                            () ->
                                    copying.copyIn(
                                            "COPY u FROM STDIN (FORMAT binary)",
                                            new ByteArrayInputStream(broken)));
            assertEquals("22P04", e.getSQLState());
            assertEquals("3", PostgresServer.rows(connection, "SELECT count(*) FROM u"));
        }
    }

    @Test
    void eachLineThatIsCopiedOutIsAMessage() throws SQLException {
        try (Connection connection = postgres.connect()) {
            CopyManager copying = new CopyManager((BaseConnection) connection);
            CopyOut out = copying.copyOut("COPY (SELECT a, v FROM t ORDER BY a) TO STDOUT");
            assertArrayEquals("1\tx\n".getBytes(), out.readFromCopy());
            assertArrayEquals("2\ty z\n".getBytes(), out.readFromCopy());
            assertArrayEquals("3\t\\N\n".getBytes(), out.readFromCopy());
            assertEquals(null, out.readFromCopy());
            CopyIn in = copying.copyIn("COPY t (a) FROM STDIN");
            in.writeToCopy("4\n5".getBytes(), 0, 3);
            in.cancelCopy();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
                assertEquals("3", PostgresServer.rows(rows));
            }
        }
    }
}
