package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FilesTest {
    private static HttpServer http;

    @BeforeAll
    static void open() {
        http = new HttpServer();
    }

    @AfterAll
    static void nothingIsHeld() {
        http.close();
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @Test
    void everythingThePageNamesIsThere() {
        HttpResponse<String> page = http.get("/");
        assertEquals(200, page.statusCode());
        Matcher named =
                Pattern.compile("(?:src|href)=\"([^\"#]+)\"|: \"(/lib/[^\"]+\\.js)\"")
                        .matcher(page.body());
        int files = 0;
        while (named.find()) {
            String path = named.group(1) != null ? named.group(1) : named.group(2);
            HttpResponse<String> file = http.get(path.startsWith("/") ? path : "/" + path);
            assertEquals(200, file.statusCode(), path);
            assertNotEquals("application/octet-stream", header(file, "content-type"), path);
            files++;
        }
        assertTrue(files > 20, "files named: " + files);
    }

    @Test
    void thePolicyOfThePageNamesItsImportMapByHashAndNothingElseInline() throws Exception {
        HttpResponse<String> page = http.get("/");
        Matcher map =
                Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL)
                        .matcher(page.body());
        assertTrue(map.find());
        byte[] digest =
                java.security.MessageDigest.getInstance("SHA-256")
                        .digest(map.group(1).getBytes(StandardCharsets.UTF_8));
        String policy = header(page, "content-security-policy");
        assertTrue(
                policy.contains(
                        "script-src 'self' 'sha256-"
                                + Base64.getEncoder().encodeToString(digest)
                                + "';"),
                policy);
        assertTrue(policy.startsWith("default-src 'none';"), policy);
        assertTrue(policy.contains("frame-ancestors 'none'"), policy);
        assertTrue(!policy.contains("unsafe"), policy);
        assertEquals("nosniff", header(page, "x-content-type-options"));
        assertEquals("no-referrer", header(page, "referrer-policy"));
        assertEquals("same-origin", header(page, "cross-origin-opener-policy"));
        assertEquals("", header(page, "set-cookie"));
    }

    @Test
    void librariesAreKeptUnderTheAddressWithTheirVersionOnly() {
        String page = http.get("/").body();
        Matcher d3 = Pattern.compile("/lib/d3/[0-9.]+/dist/d3\\.min\\.js").matcher(page);
        assertTrue(d3.find(), page);
        assertTrue(header(http.get(d3.group()), "cache-control").contains("immutable"));
        HttpResponse<String> plain = http.get("/lib/d3/dist/d3.min.js");
        assertEquals(200, plain.statusCode());
        assertTrue(!header(plain, "cache-control").contains("immutable"));
        assertEquals("text/javascript; charset=utf-8", header(plain, "content-type"));
        HttpResponse<String> unknown = http.get("/lib/d4/dist/d4.js");
        assertEquals(404, unknown.statusCode());
        assertTrue(unknown.body().contains("d3"), unknown.body());
    }

    @Test
    void aFileIsNotSentAgainToWhoHasIt() {
        String tag = header(http.get("/page.css"), "etag");
        assertTrue(tag.matches("\"[0-9a-f]+\""), tag);
        HttpResponse<String> again =
                http.send(http.request("/page.css").header("if-none-match", tag));
        assertEquals(304, again.statusCode());
        assertEquals("", again.body());
        HttpResponse<String> other =
                http.send(http.request("/page.css").header("if-none-match", "\"other\""));
        assertEquals(200, other.statusCode());
    }

    @Test
    void aFileIsPackedForWhoTakesIt() throws Exception {
        HttpResponse<byte[]> packed =
                http.client.send(
                        http.request("/page.css").header("accept-encoding", "gzip").build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertEquals("gzip", header(packed, "content-encoding"));
        byte[] plain =
                new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(packed.body()))
                        .readAllBytes();
        assertEquals(http.get("/page.css").body(), new String(plain, StandardCharsets.UTF_8));
        assertTrue(packed.body().length < plain.length / 2);
        HttpResponse<String> refused =
                http.send(http.request("/page.css").header("accept-encoding", "gzip;q=0"));
        assertEquals("", header(refused, "content-encoding"));
    }

    @Test
    void aLongDocumentIsPackedForWhoTakesItAndAStreamIsNot() throws Exception {
        HttpResponse<byte[]> catalog =
                http.client.send(
                        http.request("/v1/catalog").header("accept-encoding", "gzip").build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertEquals("gzip", header(catalog, "content-encoding"));
        byte[] plain =
                new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(catalog.body()))
                        .readAllBytes();
        assertTrue(new String(plain, StandardCharsets.UTF_8).startsWith("{\"schemas\""));
        HttpResponse<String> streamed =
                http.send(http.post("SELECT repeat('x', 5000)").header("accept-encoding", "gzip"));
        assertEquals("", header(streamed, "content-encoding"));
        assertTrue(streamed.body().length() > 5_000);
    }

    @Test
    void headSaysWhatGetWouldWithoutTheBody() {
        HttpResponse<String> head =
                http.send(
                        http.request("/page.css")
                                .method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertEquals(
                String.valueOf(
                        http.get("/page.css").body().getBytes(StandardCharsets.UTF_8).length),
                header(head, "content-length"));
    }

    @Test
    void aFolderAboveThePageIsNoFile() {
        for (String path :
                new String[] {
                    "/../page.css", "/js/../../x", "/%2e%2e/pom.xml", "/lib/d3/", "/js"
                }) {
            assertEquals(404, http.get(path).statusCode(), path);
        }
    }
}
