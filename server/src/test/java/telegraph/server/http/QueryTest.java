package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class QueryTest {
    private static HttpServer http;

    @BeforeAll
    static void open() {
        http = new HttpServer();
    }

    @AfterAll
    static void nothingIsHeld() {
        http.close();
    }

    private static List<String> names(List<JsonNode> events) {
        return events.stream()
                .map(event -> event.path("event").stringValue())
                .filter(name -> !name.equals("progress") && !name.equals("routes"))
                .toList();
    }

    @Test
    void anAnswerIsAStreamOfEvents() {
        List<JsonNode> events = http.events("SELECT 1 AS one, 'a' AS letter");
        assertEquals(List.of("started", "schema", "rows", "end"), names(events));
        JsonNode schema = events.get(1);
        assertEquals("one", schema.path("columns").path(0).path("name").stringValue());
        assertEquals("[[1,\"a\"]]", events.get(2).path("rows").toString());
        JsonNode end = events.getLast();
        assertEquals("SELECT 1", end.path("tag").stringValue());
        assertEquals(events.getFirst().path("id"), end.path("id"));
    }

    @Test
    void serverSentEventsHoldTheSameObjectsUnderTheirNames() {
        HttpResponse<String> response = http.query("text/event-stream", "SELECT 1 AS one");
        assertEquals(200, response.statusCode());
        assertEquals(
                "text/event-stream", response.headers().firstValue("content-type").orElseThrow());
        List<String> blocks = List.of(response.body().split("\n\n"));
        int number = 0;
        for (String block : blocks) {
            List<String> lines = block.lines().toList();
            assertEquals(3, lines.size(), block);
            JsonNode data = HttpServer.JSON.readTree(lines.get(2).substring("data: ".length()));
            assertEquals("event: " + data.path("event").stringValue(), lines.get(0));
            assertEquals("id: " + ++number, lines.get(1));
        }
        assertTrue(number >= 4, response.body());
    }

    @Test
    void csvHasTheFinalRowsOnly() {
        HttpResponse<String> response =
                http.query("text/csv", "VALUES (1, 'a,b', NULL), (2, '', 'c\"d')");
        assertEquals(200, response.statusCode());
        assertTrue(response.body().endsWith("\n1,\"a,b\",\n2,\"\",\"c\"\"d\"\n"), response.body());
    }

    @Test
    void jsonIsOneObject() {
        HttpResponse<String> response = http.query("application/json", "VALUES (1, 2.50), (2, 3)");
        JsonNode json = HttpServer.json(response);
        assertEquals("[[1,\"2.50\"],[2,\"3.00\"]]", json.path("rows").toString());
        assertEquals("SELECT 2", json.path("tag").stringValue());
        assertEquals(2, json.path("columns").size());
    }

    @Test
    void numbersThatADoubleCannotHoldAreTexts() {
        JsonNode json =
                HttpServer.json(
                        http.query(
                                "application/json",
                                "SELECT 9007199254740993, 9007199254740992,"
                                        + " CAST('NaN' AS DOUBLE PRECISION), 1.5::float8, NULL, TRUE,"
                                        + " CAST('NaN' AS NUMERIC)"));
        assertEquals(
                "[[\"9007199254740993\",9007199254740992,\"NaN\",1.5,null,true,\"NaN\"]]",
                json.path("rows").toString());
    }

    @Test
    void theResultOfSeveralStatementsIsThatOfTheLast() {
        HttpResponse<String> response =
                http.query(
                        "text/csv",
                        "CREATE TABLE several (a int); INSERT INTO several VALUES (1), (2);"
                                + " SELECT sum(a) AS total FROM several; DROP TABLE several");
        assertEquals("", response.body().strip());
        List<JsonNode> events =
                http.events(
                        "CREATE TABLE several (a int); SELECT count(*) AS n FROM several;"
                                + " DROP TABLE several");
        assertEquals(
                List.of("started", "end", "started", "schema", "rows", "end", "started", "end"),
                names(events));
    }

    @Test
    void whatFailsBeforeItsFirstRowHasAStatusOfItsOwn() {
        HttpResponse<String> response = http.query("text/csv", "SELECT titel FROM nowhere");
        assertEquals(400, response.statusCode());
        JsonNode problem = HttpServer.json(response);
        assertEquals("42P01", problem.path("sqlstate").stringValue());
        assertEquals(1, problem.path("line").intValue(), response.body());
        assertTrue(problem.path("detail").stringValue().contains("nowhere"));
    }

    @Test
    void anErrorIsTheLastEvent() {
        List<JsonNode> events = http.events("SELECT 1;\n  SELECT 1 +* 2; SELECT 3");
        JsonNode error = events.getLast();
        assertEquals("error", error.path("event").stringValue());
        assertEquals("42601", error.path("sqlstate").stringValue());
        assertEquals(2, error.path("line").intValue(), error.toString());
        assertEquals(1, names(events).stream().filter("end"::equals).count());
    }

    @Test
    void aBodyOfJsonGivesSettingsAndParameters() {
        String body =
                """
                {"sql": "SELECT $1 + 1 AS n, $2 AS t, $3 IS NULL AS nothing",
                 "settings": {"time_limit": "5s"}, "parameters": [41, "it's", null]}\
                """;
        HttpResponse<String> response =
                http.send(
                        http.request("/v1/query")
                                .header("content-type", "application/json")
                                .header("accept", "application/json")
                                .POST(BodyPublishers.ofString(body)));
        assertEquals(
                "[[42,\"it's\",true]]",
                HttpServer.json(response).path("rows").toString(),
                response.body());
    }

    @Test
    void aSettingThatDoesNotExistIsRefused() {
        String body = "{\"sql\": \"SELECT 1\", \"settings\": {\"time_limt\": \"5s\"}}";
        HttpResponse<String> response =
                http.send(
                        http.request("/v1/query")
                                .header("content-type", "application/json")
                                .POST(BodyPublishers.ofString(body)));
        assertEquals(400, response.statusCode());
        assertTrue(response.body().contains("time_limit"), response.body());
    }
}
