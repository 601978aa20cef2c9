package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import tools.jackson.databind.JsonNode;

/// What requests cost is told in events, exactly, and a limit on them is a failure like another.
class PaidSourcesTest {
    @Test
    void eventsTellWhatRequestsCost() throws Exception {
        try (FaultServer site = new FaultServer();
                HttpServer http = new HttpServer(Map.of("http_addresses", "any"))) {
            site.on("/f", Reply.json("[{\"v\":1}]"));
            http.query(
                    "application/json",
                    "CREATE SOURCE paid (id INTEGER REQUIRED, v INTEGER) WITH (url = '"
                            + site.url("/f")
                            + "', format = 'json', price = '0.10 USD', requests_max = 3)");
            String said =
                    http.query("application/x-ndjson", "SELECT v FROM paid WHERE id IN (1, 2, 3)")
                            .body();
            String last = said.strip().substring(said.strip().lastIndexOf('\n') + 1);
            JsonNode end = HttpServer.JSON.readTree(last);
            assertEquals("\"end\"", end.path("event").toString(), said);
            assertEquals(
                    "{\"amount\":\"0.10\",\"currency\":\"USD\"}",
                    end.path("progress").get(0).path("price").toString());
            assertEquals(
                    "{\"amount\":\"0.30\",\"currency\":\"USD\"}",
                    end.path("progress").get(0).path("spent").toString());
            assertEquals(
                    "[{\"amount\":\"0.30\",\"currency\":\"USD\"}]", end.path("spent").toString());
            JsonNode refused =
                    HttpServer.json(
                            http.query(
                                    "application/json",
                                    "SELECT v FROM paid WHERE id IN (1, 2, 3, 4)"));
            // What came before may have been sent; then the failure is a member of the answer.
            assertEquals("53400", refused.findValue("sqlstate").stringValue(), refused.toString());
            assertEquals(6, site.requests());
            String free = http.query("application/x-ndjson", "SELECT 1").body();
            assertTrue(!free.contains("spent"), free);
        }
    }
}
