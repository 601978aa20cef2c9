package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Scripts that psql carries out; what it prints is what it prints before PostgreSQL.
class TerminalTest {
    private static PostgresServer postgres;

    @TempDir private Path folder;

    @BeforeAll
    static void open() {
        Assumptions.assumeTrue(PostgresServer.hasPsql(), "psql is not installed");
        postgres = new PostgresServer();
    }

    @AfterAll
    static void nothingIsHeld() {
        if (postgres != null) {
            postgres.close();
        }
    }

    /// What a script prints.
    private String printed(String script, String... arguments) throws Exception {
        Path file = Files.writeString(folder.resolve("script.sql"), script);
        ProcessBuilder builder =
                new ProcessBuilder(PostgresServer.psql(postgres.port(), "-f", file.toString()));
        builder.command().addAll(java.util.List.of(arguments));
        builder.environment().put("PGOPTIONS", "-c statement_timeout=60000");
        builder.environment().put("PGTZ", "UTC");
        Process psql = builder.redirectErrorStream(true).start();
        psql.getOutputStream().close();
        String all = new String(psql.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(psql.waitFor(120, TimeUnit.SECONDS));
        return all.replace(file.toString(), "script");
    }

    @Test
    void rowsArePrintedByTheirTypes() throws Exception {
        assertEquals(
                """
                CREATE TABLE
                INSERT 0 2
                 id | name  | price\s
                ----+-------+-------
                  1 | one   |  1.50
                  2 | größe |     \s
                (2 rows)

                DROP TABLE
                """,
                printed(
                        """
                        CREATE TABLE p (id int PRIMARY KEY, name varchar(9), price numeric(9,2));
                        INSERT INTO p VALUES (1, 'one', 1.5), (2, 'größe', NULL);
                        SELECT * FROM p ORDER BY id;
                        DROP TABLE p;
                        """));
    }

    @Test
    void aMistakeIsShownAtItsPlace() throws Exception {
        String all = printed("CREATE TABLE r (nothin int);\nSELECT 1,\n  nothing FROM r;\n");
        assertTrue(
                all.contains(
                        """
                        psql:script:3: ERROR:  unknown column "nothing"
                        LINE 2:   nothing FROM r;
                                  ^
                        HINT:  Did you mean "nothin"?
                        """),
                all);
    }

    @Test
    void transactionsCursorsAndCopyWorkInAScript() throws Exception {
        assertEquals(
                """
                CREATE TABLE
                BEGIN
                COPY 3
                DECLARE CURSOR
                2
                3
                MOVE 1
                CLOSE CURSOR
                SAVEPOINT
                psql:script:11: ERROR:  division by zero
                ROLLBACK
                COMMIT
                2,two
                3,"a,b"
                4,
                DROP TABLE
                """,
                printed(
                                """
                                CREATE TABLE q (id int PRIMARY KEY, name text);
                                BEGIN;
                                \\copy q from pstdin with (format csv)
                                DECLARE c CURSOR FOR SELECT id FROM q ORDER BY id;
                                FETCH 2 FROM c;
                                MOVE 1 IN c;
                                CLOSE c;
                                SAVEPOINT s;
                                -- a comment
                                SELECT id / 0
                                  FROM q;
                                ROLLBACK TO s;
                                COMMIT;
                                COPY (SELECT * FROM q ORDER BY id) TO STDOUT WITH (FORMAT csv);
                                DROP TABLE q;
                                """
                                        .replace("pstdin", csv()),
                                "-At")
                        .replaceAll("CONTEXT:.*\n", ""));
    }

    private String csv() throws IOException {
        return "'" + Files.writeString(folder.resolve("q.csv"), "2,two\n3,\"a,b\"\n4,\n") + "'";
    }

    @Test
    void moreRowsThanABufferHoldsArriveWhole() throws Exception {
        String all =
                printed(
                        """
                        CREATE TABLE m (i int PRIMARY KEY);
                        CREATE TABLE d (x int);
                        INSERT INTO d VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
                        INSERT INTO m SELECT a.x * 1000 + b.x * 100 + c.x * 10 + d.x
                          FROM d a, d b, d c, d;
                        DROP TABLE d;
                        SELECT i, 'a text that is long enough to fill some buffers' FROM m ORDER BY i;
                        DROP TABLE m;
                        """,
                        "-At");
        String[] lines = all.split("\n");
        assertEquals("INSERT 0 10000", lines[3], all.substring(0, Math.min(500, all.length())));
        assertEquals(10_006, lines.length);
        assertTrue(lines[10_004].startsWith("9999|a text"));
    }

    @Test
    void whatIsSetForATransactionEndsWithIt() throws Exception {
        assertEquals(
                """
                1min
                40s 2min
                40s 2min
                1min 1min
                1min
                """,
                printed(
                        """
                        SHOW lock_timeout;
                        BEGIN;
                        SET LOCAL lock_timeout = '40s';
                        SET LOCAL statement_timeout = '2min';
                        SELECT current_setting('lock_timeout') || ' ' || current_setting('time_limit');
                        SHOW lock_timeout \\gset
                        SHOW statement_timeout \\gset
                        \\echo :lock_timeout :statement_timeout
                        ROLLBACK;
                        SELECT current_setting('lock_timeout') || ' ' || current_setting('time_limit');
                        SET lock_timeout = 0;
                        RESET ALL;
                        SHOW lock_timeout;
                        """,
                        "-Atq"));
    }

    @Test
    void aClientIsToldTheNoticesItWants() throws Exception {
        assertEquals(
                """
                psql:script:1: NOTICE:  there is no table "n"
                psql:script:3: WARNING:  there is no transaction in progress
                """,
                printed(
                        """
                        DROP TABLE IF EXISTS n;
                        SET client_min_messages = warning;
                        COMMIT;
                        DROP TABLE IF EXISTS n;
                        SET client_min_messages TO ERROR;
                        COMMIT;
                        """,
                        "-Atq"));
    }
}
