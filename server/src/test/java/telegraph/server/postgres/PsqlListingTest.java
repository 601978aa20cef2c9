package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static telegraph.server.postgres.PostgresServer.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What psql shows of a sandbox by its commands that begin with a backslash.
///
/// The tests are skipped where there is no psql.
class PsqlListingTest {
    /// The commands that list something, all of which psql makes queries of `pg_catalog`.
    private static final List<String> LISTINGS =
            List.of(
                    ("\\d \\d+ \\dt \\dt+ \\dn \\dn+ \\dv \\dv+ \\di \\di+ \\df \\l \\l+ \\du \\du+ \\dp"
                                    + " \\dT \\dx \\ds \\dm \\dE \\dD \\do \\da \\dC \\dc \\dd \\ddp"
                                    + " \\dF \\dL \\dO \\dRp \\dRs \\drds \\dy \\dA \\dA+ \\db \\db+"
                                    + " \\det \\des \\dew \\deu \\dX \\dg \\z \\dP \\dtS \\dconfig")
                            .split(" "));

    private static PostgresServer postgres;

    @BeforeAll
    static void open() throws SQLException {
        assumeTrue(hasPsql(), "there is no psql here");
        postgres = new PostgresServer();
        try (Connection c = postgres.connect()) {
            update(c, "CREATE SCHEMA sales");
            update(
                    c,
                    "CREATE TABLE customer (id integer PRIMARY KEY, name varchar(40) NOT NULL,"
                            + " balance numeric(10,2) DEFAULT 0, CONSTRAINT fine CHECK (balance >="
                            + " 0))");
            update(
                    c,
                    "CREATE TABLE sales.orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                            + " customer_id integer REFERENCES customer (id) ON DELETE CASCADE)");
            update(c, "CREATE VIEW names AS SELECT name FROM customer");
            update(
                    c,
                    "CREATE SOURCE far (id BIGINT, price DOUBLE) WITH (url ="
                            + " 'http://127.0.0.1:1/x.json')");
        }
    }

    private static boolean hasPsql() {
        try {
            return new ProcessBuilder("psql", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @AfterAll
    static void nothingIsHeld() {
        if (postgres != null) {
            postgres.close();
        }
    }

    /// What psql says to some commands, without blanks at the ends of lines.
    private static String psql(List<String> commands) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>();
        for (String command : commands) {
            arguments.addAll(List.of("-c", command));
        }
        ProcessBuilder builder =
                new ProcessBuilder(
                        PostgresServer.psql(postgres.port(), arguments.toArray(String[]::new)));
        builder.environment().put("PGCLIENTENCODING", "UTF8");
        builder.redirectErrorStream(true);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "psql ends");
        return String.join("\n", said.lines().map(String::stripTrailing).toList()).stripTrailing();
    }

    @Test
    void aTableIsShownWithItsColumnsKeysAndChecks() throws Exception {
        assertEquals(
                """
                                     Table "public.customer"
                 Column  |         Type          | Collation | Nullable | Default
                ---------+-----------------------+-----------+----------+---------
                 id      | integer               |           | not null |
                 name    | character varying(40) |           | not null |
                 balance | numeric(10,2)         |           |          | 0
                Indexes:
                    "customer_pkey" PRIMARY KEY, btree (id)
                Check constraints:
                    "fine" CHECK (balance >= 0)
                Referenced by:
                    TABLE "sales.orders" CONSTRAINT "orders_customer_id_fkey" FOREIGN KEY\
                 (customer_id) REFERENCES customer(id) ON DELETE CASCADE\
                """,
                psql(List.of("\\d customer")));
    }

    @Test
    void tablesViewsAndSourcesAreListed() throws Exception {
        assertEquals(
                """
                              List of relations
                 Schema |   Name   |     Type      |  Owner
                --------+----------+---------------+----------
                 public | customer | table         | somebody
                 public | far      | foreign table | somebody
                 public | names    | view          | somebody
                (3 rows)\
                """,
                psql(List.of("\\d")));
    }

    @Test
    void aSourceAndAViewAreShownWithTheirColumns() throws Exception {
        String shown = psql(List.of("\\d far", "\\d+ names", "\\d sales.orders"));
        assertTrue(shown.contains("Foreign table \"public.far\""), shown);
        assertTrue(shown.contains("price  | double precision"), shown);
        assertTrue(shown.contains("View definition:\nSELECT name FROM customer;"), shown);
        assertTrue(shown.contains("generated always as identity"), shown);
    }

    @Test
    void everyListingIsAnswered() throws Exception {
        String shown = psql(LISTINGS);
        assertFalse(shown.contains("ERROR"), shown);
        assertTrue(shown.contains("List of roles"), shown);
        assertTrue(shown.contains("List of databases"), shown);
    }

    @Test
    void aNameThatNothingHasIsNotFound() throws Exception {
        assertEquals("Did not find any relation named \"nothing\".", psql(List.of("\\d nothing")));
    }
}
