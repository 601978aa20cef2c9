package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;
import tools.jackson.databind.JsonNode;

class CatalogTest {
    private static HttpServer http;
    private static FaultServer site;

    @BeforeAll
    static void open() {
        http = new HttpServer();
        site = new FaultServer();
        site.on("/things", Reply.json("[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"b\"}]"));
        HttpResponse<String> made =
                http.query(
                        "application/json",
                        "CREATE TABLE t (a int PRIMARY KEY, b varchar(10) NOT NULL);"
                                + " CREATE VIEW v AS SELECT a + 1 AS following_one FROM t; "
                                + source("things"));
        assertEquals(200, made.statusCode(), made.body());
    }

    @AfterAll
    static void nothingIsHeld() {
        http.close();
        site.close();
    }

    private static String source(String name) {
        return "CREATE SOURCE "
                + name
                + " (id INTEGER REQUIRED, name TEXT) WITH (url = '"
                + site.url("/things")
                + "?id={id}', format = 'json', rows = '$')";
    }

    private static JsonNode named(JsonNode list, String name) {
        for (JsonNode each : list) {
            if (each.path("name").stringValue().equals(name)) {
                return each;
            }
        }
        throw new AssertionError("no " + name + " in " + list);
    }

    private static JsonNode catalog() {
        return HttpServer.json(http.get("/v1/catalog"));
    }

    private static HttpResponse<String> tried(String body) {
        return http.send(
                http.request("/v1/catalog/try")
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    @Test
    void tablesViewsAndSourcesAreListedWithTheirColumns() {
        JsonNode schema = named(catalog().path("schemas"), "public");
        JsonNode table = named(schema.path("tables"), "t");
        assertEquals("integer", named(table.path("columns"), "a").path("type").stringValue());
        assertTrue(named(table.path("columns"), "a").path("key").booleanValue());
        assertTrue(named(table.path("columns"), "b").path("notNull").booleanValue());
        Threads.await(
                "columns of the view are known",
                () ->
                        !named(named(catalog().path("schemas"), "public").path("views"), "v")
                                .path("columns")
                                .isEmpty());
        JsonNode source = named(schema.path("sources"), "things");
        assertEquals("http", source.path("connector").stringValue());
        assertEquals("required", named(source.path("columns"), "id").path("use").stringValue());
    }

    @Test
    void theSystemsTablesFunctionsWordsAndSettingsAreListed() {
        JsonNode catalog = catalog();
        JsonNode system = named(catalog.path("schemas"), "telegraph");
        named(system.path("tables"), "settings");
        assertTrue(catalog.path("functions").toString().contains("\"upper\""), catalog.toString());
        assertTrue(catalog.path("keywords").toString().contains("\"SELECT\""));
        assertEquals(
                "200ms",
                named(catalog.path("settings"), "report_interval").path("value").stringValue());
    }

    @Test
    void aSourceIsTriedAndNotKept() {
        String body =
                HttpServer.JSON
                        .createObjectNode()
                        .put("sql", source("tried"))
                        .set("values", HttpServer.JSON.createObjectNode().put("id", "1"))
                        .toString();
        int before = site.requests("/things");
        JsonNode sample = HttpServer.json(tried(body));
        assertEquals("[[1,\"a\"],[1,\"b\"]]", sample.path("rows").toString(), sample.toString());
        assertEquals(1, sample.path("requests").intValue());
        assertEquals(before + 1, site.requests("/things"));
        assertEquals(2, sample.path("columns").size());
        assertEquals(400, http.query("text/csv", "SELECT * FROM tried").statusCode());
    }

    @Test
    void whatIsWrongWithASourceIsSaidWithItsPlace() {
        HttpResponse<String> wrong = tried("{\"sql\": \"CREATE SOURCE x (a\\nNONSENSE)\"}");
        assertEquals(400, wrong.statusCode());
        assertEquals(2, HttpServer.json(wrong).path("line").intValue(), wrong.body());
        assertEquals(400, tried("{\"sql\": \"SELECT 1\"}").statusCode());
        assertEquals(400, tried("{\"sqk\": \"SELECT 1\"}").statusCode());
        assertEquals(400, tried("not json").statusCode());
    }

    @Test
    void healthAndExamplesAreThere() {
        HttpResponse<String> health = http.get("/healthz");
        assertEquals(200, health.statusCode(), health.body());
        assertEquals("ok", HttpServer.json(health).path("status").stringValue());
        assertTrue(HttpServer.json(http.get("/v1/examples")).path("examples").isEmpty());
    }
}
