package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.server.ServerOptions;
import tools.jackson.databind.JsonNode;

/// What is to be said of a result is said in each form.
class NoticesTest {
    @TempDir Path folder;

    @Test
    void eachFormSaysWhatIsMissing() throws Exception {
        try (HttpServer http = new HttpServer(folder, ServerOptions.DEFAULT, Map.of())) {
            Path files = Files.createDirectories(folder.resolve("sandbox/files"));
            Files.writeString(files.resolve("ä.csv"), "a,b\n1,2\n3\n4,5\n");
            String sql =
                    "SELECT * FROM read_csv('"
                            + files.resolve("ä.csv")
                            + "', ignore_errors => true)";
            JsonNode json = HttpServer.json(http.query("application/json", sql));
            assertEquals("[[1,2],[4,5]]", json.path("rows").toString());
            assertEquals(1, json.path("notices").size(), json.toString());
            String said = json.path("notices").get(0).stringValue();
            assertTrue(said.contains(": 1 row could not be read, and is missing"), said);
            assertTrue(
                    http.query("application/x-ndjson", sql).body().contains("\"notice\""),
                    "events");
            try (RawHttp raw = new RawHttp(http)) {
                byte[] utf8 = sql.getBytes(java.nio.charset.StandardCharsets.UTF_8);
                String body = new String(utf8, java.nio.charset.StandardCharsets.ISO_8859_1);
                RawHttp.Response csv =
                        raw.write(
                                        "POST /v1/query HTTP/1.1\r\nHost: localhost\r\n"
                                                + "Accept: text/csv\r\nContent-Type: text/plain\r\n"
                                                + "Content-Length: "
                                                + utf8.length
                                                + "\r\n\r\n"
                                                + body)
                                .read();
                assertEquals("a,b\n1,2\n4,5\n", csv.body());
                assertEquals("telegraph-notices", csv.header("trailer"));
                assertEquals(
                        said,
                        HttpServer.JSON
                                .readTree(csv.header("telegraph-notices"))
                                .get(0)
                                .stringValue());
            }
            assertTrue(
                    HttpServer.json(http.query("application/json", "SELECT 1"))
                            .path("notices")
                            .isMissingNode());
        }
    }
}
