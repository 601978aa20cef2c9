package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;
import tools.jackson.databind.JsonNode;

class QueriesTest {

    private HttpServer http;
    private FaultServer site;

    @BeforeEach
    void open() {
        http = new HttpServer();
        site = new FaultServer();
        site.on("/slow", Reply.json("[]").delayed(600_000));
    }

    @AfterEach
    void nothingIsHeld() {
        http.close();
        site.close();
    }

    /// A statement that ends only when somebody stops it.
    private String endless() {
        return "SELECT * FROM read_json('" + site.url("/slow") + "')";
    }

    /// Events of a response as they come.
    private static final class Events implements AutoCloseable {
        private final BufferedReader lines;

        Events(HttpResponse<java.io.InputStream> response) {
            assertEquals(200, response.statusCode());
            lines =
                    new BufferedReader(
                            new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        /// The next event of a name; null if there is none.
        JsonNode next(String name) throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode event = HttpServer.JSON.readTree(line);
                if (event.path("event").stringValue("").equals(name)) {
                    return event;
                }
            }
            return null;
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    private Events events(HttpRequest.Builder request) throws Exception {
        return new Events(
                http.client.send(
                        request.header("accept", "application/x-ndjson").build(),
                        BodyHandlers.ofInputStream()));
    }

    @Test
    void aStatementThatRunsIsListedAndStopped() throws Exception {
        try (Events running = events(http.post(endless()))) {
            String id = running.next("started").path("id").stringValue();
            JsonNode line = HttpServer.json(http.get("/v1/queries/" + id));
            assertEquals("running", line.path("state").stringValue());
            assertEquals("http", line.path("door").stringValue());
            assertEquals(endless(), line.path("sql").stringValue());
            JsonNode list = HttpServer.json(http.get("/v1/queries?state=running"));
            assertEquals(1, list.path("queries").size());
            assertEquals(202, http.send(http.request("/v1/queries/" + id).DELETE()).statusCode());
            JsonNode error = running.next("error");
            assertEquals("57014", error.path("sqlstate").stringValue());
            assertEquals(id, error.path("id").stringValue());
            HttpResponse<String> again = http.send(http.request("/v1/queries/" + id).DELETE());
            assertEquals(200, again.statusCode());
            assertEquals("cancelled", HttpServer.json(again).path("state").stringValue());
        }
    }

    @Test
    void whoKnowsTheIdFollowsAStatementOfSomebodyElse() throws Exception {
        try (Events running = events(http.post(endless()))) {
            String id = running.next("started").path("id").stringValue();
            try (Events watching = events(http.request("/v1/queries/" + id + "/events"))) {
                JsonNode started = watching.next("started");
                assertEquals(endless(), started.path("sql").stringValue());
                http.send(http.request("/v1/queries/" + id).DELETE());
                assertEquals("57014", watching.next("error").path("sqlstate").stringValue());
                assertEquals(null, watching.next("anything"));
            }
        }
    }

    @Test
    void whatHasEndedIsToldToWhoeverComesLate() throws Exception {
        String id = http.events("SELECT 7 AS seven").getLast().path("id").stringValue();
        try (Events watching = events(http.request("/v1/queries/" + id + "/events"))) {
            assertEquals("[[7]]", watching.next("rows").path("rows").toString());
            assertEquals("SELECT 1", watching.next("end").path("tag").stringValue());
        }
        HttpResponse<String> again =
                http.send(
                        http.request("/v1/queries/" + id + "/events").header("last-event-id", "4"));
        assertEquals(204, again.statusCode());
    }

    @Test
    void theListIsFollowedAsItChanges() throws Exception {
        try (Events news = events(http.request("/v1/queries/events"))) {
            news.next("queries");
            http.events("SELECT 'listed'");
            JsonNode queries;
            do {
                queries = news.next("queries").path("queries");
            } while (queries.isEmpty()
                    || !queries.path(0).path("state").stringValue().equals("ended"));
            assertEquals("SELECT 'listed'", queries.path(0).path("sql").stringValue());
        }
    }

    @Test
    void aClientThatGoesAwayEndsItsStatement() throws Exception {
        try (Events running = events(http.post(endless()))) {
            running.next("started");
        }
        Threads.await(
                "the statement is given up",
                () ->
                        HttpServer.json(http.get("/v1/queries?state=running"))
                                .path("queries")
                                .isEmpty());
    }

    @Test
    void aStatementThatWaitsForItsTurnIsToldItsPlace() throws Exception {
        try (HttpServer narrow = new HttpServer(Map.of("queries_limit", "1"))) {
            HttpServer wide = http;
            http = narrow;
            try (Events first = events(http.post(endless()))) {
                String id = first.next("started").path("id").stringValue();
                try (Events second = events(http.post("SELECT 2 AS two"))) {
                    assertEquals(1, second.next("queued").path("place").intValue());
                    JsonNode waiting = HttpServer.json(http.get("/v1/queries?state=queued"));
                    assertEquals(1, waiting.path("queries").path(0).path("place").intValue());
                    http.send(http.request("/v1/queries/" + id).DELETE());
                    assertEquals(
                            waiting.path("queries").path(0).path("id"),
                            second.next("started").path("id"));
                    assertEquals("[[2]]", second.next("rows").path("rows").toString());
                }
            } finally {
                http = wide;
            }
        }
    }

    @Test
    void aStatementForWhichThereIsNoRoomIsRefusedBeforeItsStreamBegins() throws Exception {
        try (HttpServer full =
                new HttpServer(Map.of("queries_limit", "1", "queued_queries_limit", "0"))) {
            HttpServer wide = http;
            http = full;
            try (Events first = events(http.post(endless()))) {
                first.next("started");
                for (String form : new String[] {"text/event-stream", "text/csv"}) {
                    HttpResponse<String> refused = http.query(form, "SELECT 2");
                    assertEquals(503, refused.statusCode(), form);
                    assertEquals("53400", HttpServer.json(refused).path("sqlstate").stringValue());
                }
            } finally {
                http = wide;
            }
        }
    }

    @Test
    void whoeverFollowsTheListDoesNotHearTheSameAgainWhenOthersCome() throws Exception {
        try (Events first = events(http.request("/v1/queries/events").GET())) {
            assertEquals(0, first.next("queries").path("queries").size());
            for (int i = 0; i < 3; i++) {
                try (Events other = events(http.request("/v1/queries/events").GET())) {
                    assertEquals(0, other.next("queries").path("queries").size());
                }
            }
            http.events("SELECT 42");
            JsonNode news = first.next("queries");
            assertEquals(
                    "SELECT 42",
                    news.path("queries").path(0).path("sql").stringValue(""),
                    "an event for each change, and no others");
        }
    }

    @Test
    void anUnknownIdIsSaid() {
        for (String path : new String[] {"/v1/queries/q0", "/v1/queries/q0/events"}) {
            assertEquals(404, http.get(path).statusCode(), path);
        }
        assertEquals(404, http.send(http.request("/v1/queries/q0").DELETE()).statusCode());
    }

    @Test
    void aStatementCannotBeAskedForAgainByTheNumberOfItsLastEvent() {
        HttpResponse<String> again = http.send(http.post("SELECT 1").header("last-event-id", "2"));
        assertEquals(400, again.statusCode());
        assertTrue(again.body().contains("/v1/queries/{id}/events"), again.body());
    }

    @Test
    void metricsAreInPrometheusForm() {
        http.events("SELECT 1");
        HttpResponse<String> metrics = http.get("/metrics");
        assertTrue(metrics.body().contains("telegraph_query_seconds"), metrics.body());
        assertFalse(metrics.body().contains("\r"));
    }
}
