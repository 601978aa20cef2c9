package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.server.ServerOptions;
import telegraph.testkit.Threads;
import tools.jackson.databind.JsonNode;

/// What a server says of a store that is not well.
class StoreHealthTest {
    private final List<String> journal = new CopyOnWriteArrayList<>();

    @TempDir private Path folder;

    private HttpServer open() {
        return new HttpServer(
                folder,
                ServerOptions.DEFAULT.withLog(journal::add),
                Map.of("checkpoint_size", "1MB"));
    }

    private static HttpResponse<String> in(HttpServer http, String session, String sql) {
        HttpResponse<String> answer =
                http.send(
                        http.post(sql)
                                .header("accept", "text/csv")
                                .header("telegraph-session", session));
        assertEquals(200, answer.statusCode(), answer.body());
        return answer;
    }

    private void awaitFault(String store) {
        Threads.await(
                "a fault of the store in the journal",
                () ->
                        journal.stream()
                                .map(HttpServer.JSON::readTree)
                                .anyMatch(line ->
                                        line.path("event").stringValue().equals("fault")
                                                && line.path("store").stringValue().equals(store)
                                                && !line.path("cause").stringValue().isEmpty()
                                                && line.path("log_kept_bytes").isNumber()));
    }

    @Test
    void aStoreThatOnlyReadsIsUnhealthyAndSaysSo() throws IOException {
        try (HttpServer http = open()) {
            in(http, "one", "CREATE TABLE t (a int PRIMARY KEY); INSERT INTO t VALUES (1)");
            JsonNode well = HttpServer.json(http.get("/healthz"));
            assertEquals("ok", well.path("store").stringValue(), well.toString());
            // The next control file cannot be made where a directory stands.
            Files.createDirectory(folder.resolve("sandbox/store/control.new"));
            HttpResponse<String> refused = http.query("text/csv", "CHECKPOINT");
            assertTrue(refused.body().contains("control.new"), refused.body());
            HttpResponse<String> health = http.get("/healthz");
            assertEquals(503, health.statusCode());
            JsonNode said = HttpServer.json(health);
            assertEquals("failing", said.path("status").stringValue());
            assertEquals("reads-only", said.path("store").stringValue());
            assertTrue(said.path("cause").stringValue().contains("start again"), health.body());
            awaitFault("reads-only");
            assertEquals("a\n1\n", in(http, "one", "SELECT a FROM t").body());
        }
    }

    @Test
    void aTransactionThatKeepsMuchLogIsToldAndIsNoFailure() {
        try (HttpServer http = open()) {
            in(http, "one", "CREATE TABLE t (a int PRIMARY KEY, b text)");
            in(http, "one", "BEGIN");
            in(
                    http,
                    "one",
                    "INSERT INTO t WITH d (x) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))"
                            + " SELECT a.x * 1000 + b.x * 100 + c.x * 10 + e.x, repeat('long ', 200)"
                            + " FROM d AS a, d AS b, d AS c, d AS e");
            in(http, "two", "CHECKPOINT");
            awaitFault("log-held");
            HttpResponse<String> health = http.get("/healthz");
            assertEquals(200, health.statusCode(), health.body());
            assertEquals("log-held", HttpServer.json(health).path("store").stringValue());
            String scraped = http.get("/metrics").body();
            assertTrue(scraped.contains("telegraph_store_checkpoint_age_seconds "), scraped);
            assertTrue(scraped.contains("telegraph_store_log_since_checkpoint_bytes "), scraped);
            String kept =
                    in(
                                    http,
                                    "two",
                                    "SELECT amount > 4000000 AS much FROM telegraph.store WHERE"
                                            + " name = 'log_kept_bytes'")
                            .body();
            assertEquals("much\ntrue\n", kept);
            assertTrue(
                    scraped.lines()
                            .filter(line -> line.startsWith("telegraph_store_log_kept_bytes "))
                            .anyMatch(line -> Double.parseDouble(line.split(" ")[1]) > 4e6),
                    scraped);
            in(http, "one", "ROLLBACK");
        }
    }
}
