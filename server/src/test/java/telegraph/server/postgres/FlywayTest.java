package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Flyway brings a database up to date, finds it so, and cleans it.
@Timeout(120)
class FlywayTest {
    private static FluentConfiguration flyway(PostgresServer server) {
        String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/t";
        return Flyway.configure()
                .dataSource(url, "somebody", "")
                .locations("classpath:telegraph/server/postgres/shop/migration");
    }

    @Test
    void aDatabaseIsMigratedValidatedAndCleaned() throws Exception {
        try (PostgresServer server = new PostgresServer();
                Connection connection = server.connect()) {
            Flyway flyway = flyway(server).cleanDisabled(false).load();
            MigrateResult result = flyway.migrate();
            assertTrue(result.success);
            assertEquals(3, result.migrationsExecuted);
            assertEquals("2", result.targetSchemaVersion);
            assertEquals(0, flyway.migrate().migrationsExecuted);
            flyway.validate();
            assertEquals(
                    List.of("1 shop SUCCESS", "2 alter SUCCESS", "null views SUCCESS"),
                    Arrays.stream(flyway.info().all())
                            .map(one ->
                                    one.getVersion()
                                            + " "
                                            + one.getDescription()
                                            + " "
                                            + one.getState())
                            .toList());
            assertEquals(
                    "Fischer Leipzig 1; Reclam Leipzig 1",
                    PostgresServer.rows(connection, "SELECT * FROM branches ORDER BY 1"));
            assertEquals(
                    "AT; DE",
                    PostgresServer.rows(connection, "SELECT country FROM publisher ORDER BY 1"));
            flyway.clean();
            assertEquals(
                    "0",
                    PostgresServer.rows(
                            connection,
                            "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid ="
                                    + " c.relnamespace WHERE n.nspname = 'public'"));
        }
    }

    @Test
    void twoThatMigrateAtOnceMigrateOnce() throws Exception {
        try (PostgresServer server = new PostgresServer()) {
            int[] executed = new int[2];
            Thread[] threads = new Thread[2];
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] =
                        Thread.ofPlatform()
                                .start(() ->
                                        executed[number] =
                                                flyway(server).load().migrate().migrationsExecuted);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(3, executed[0] + executed[1]);
        }
    }
}
