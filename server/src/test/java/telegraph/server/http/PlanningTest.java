package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import telegraph.server.ServerOptions;
import telegraph.testkit.Threads;
import tools.jackson.databind.JsonNode;

/// Statements that take long to plan end when somebody stops them, in whichever way.
class PlanningTest {
    /// Planning takes steps in proportion to the cube of the tables that one FROM joins; this many
    /// take far longer than anything here waits.
    private static final int JOINED = 700;

    private static final String LONG =
            IntStream.range(0, JOINED)
                    .mapToObj(i ->
                            "(VALUES (1)) t"
                                    + i
                                    + "(x)"
                                    + (i == 0 ? "" : " ON t" + i + ".x = t0.x"))
                    .collect(Collectors.joining(" JOIN ", "SELECT count(*) FROM ", ""));

    /// One that is planned at once and runs for hours.
    private static final String ENDLESS =
            "WITH d AS (SELECT 1 AS x"
                    + " UNION ALL SELECT 2".repeat(999)
                    + ") SELECT sum(a.x * b.x - c.x) FROM d a, d b, d c WHERE a.x + b.x <> c.x * 7";

    private final HttpServer http = new HttpServer(options(), Map.of("statement_time_limit", "1h"));

    private static ServerOptions options() {
        return ServerOptions.DEFAULT.withDrain(Duration.ZERO);
    }

    private HttpResponse<InputStream> begun(String sql) {
        try {
            return http.client.send(
                    http.post(sql).header("accept", "application/x-ndjson").build(),
                    BodyHandlers.ofInputStream());
        } catch (java.io.IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<JsonNode> listed(String state) {
        JsonNode list = HttpServer.json(http.get("/v1/queries?state=" + state)).path("queries");
        return StreamSupport.stream(list.spliterator(), false).toList();
    }

    private String running() throws InterruptedException {
        Threads.await("it runs", () -> !listed("running").isEmpty());
        Thread.sleep(100); // so that it is in the midst of its planning
        return listed("running").getFirst().path("id").stringValue();
    }

    private void awaitOver(String id) {
        long before = System.nanoTime();
        Threads.await("it is over", () -> http.server.running() == 0);
        long millis = (System.nanoTime() - before) / 1_000_000;
        assertTrue(millis < 20_000, () -> "a machine may be crowded, but took " + millis + " ms");
        assertEquals(
                "cancelled",
                HttpServer.json(http.get("/v1/queries/" + id)).path("state").stringValue());
    }

    @Test
    void byDelete() throws Exception {
        try (InputStream events = begun(LONG).body()) {
            String id = running();
            assertEquals(202, http.send(http.request("/v1/queries/" + id).DELETE()).statusCode());
            awaitOver(id);
            assertTrue(new String(events.readAllBytes()).contains("57014"));
        } finally {
            http.close();
        }
    }

    @Test
    void byTheClientsEnd() throws Exception {
        try {
            InputStream events = begun(LONG).body();
            String id = running();
            events.close();
            awaitOver(id);
        } finally {
            http.close();
        }
    }

    @Test
    void byATimeLimit() throws Exception {
        try (InputStream events = begun("SET time_limit = '500ms'; " + LONG).body()) {
            String all = new String(events.readAllBytes());
            assertTrue(all.contains("time limit reached: time_limit=500ms"), all);
            assertEquals(0, http.server.running());
        } finally {
            http.close();
        }
    }

    @Test
    void byTheServersEndHoweverManyThereAre() throws Exception {
        http.events("SELECT count(*) FROM (VALUES (1)) a(x) JOIN (VALUES (1)) b(x) ON a.x = b.x");
        List<CompletableFuture<HttpResponse<InputStream>>> asked = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            asked.add(
                    http.client.sendAsync(
                            http.post(i % 2 == 0 ? LONG : ENDLESS)
                                    .header("accept", "application/x-ndjson")
                                    .build(),
                            BodyHandlers.ofInputStream()));
        }
        Threads.await("all run", () -> http.server.running() == 10);
        long before = System.nanoTime();
        http.server.close();
        long millis = (System.nanoTime() - before) / 1_000_000;
        // On a crowded machine some may not have come to their next step yet.
        Threads.await("all have heard", () -> http.server.running() == 0);
        for (var one : asked) {
            one.get().body().close();
        }
        http.close();
        assertTrue(millis < 20_000, () -> "a machine may be crowded, but took " + millis + " ms");
    }
}
