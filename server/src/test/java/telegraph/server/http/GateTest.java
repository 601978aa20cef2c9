package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.server.ServerOptions;
import telegraph.server.access.Accounts;
import telegraph.server.access.FreshToken;

class GateTest {
    @TempDir Path folder;

    private static RawHttp.Response asked(HttpServer http, String line, String... headers)
            throws IOException {
        StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\n");
        boolean hasHost = false;
        for (String header : headers) {
            request.append(header).append("\r\n");
            hasHost |= header.startsWith("Host:");
        }
        if (!hasHost) {
            request.append("Host: 127.0.0.1:").append(http.port()).append("\r\n");
        }
        try (RawHttp raw = new RawHttp(http)) {
            return raw.write(request + "Connection: close\r\n\r\n").read();
        }
    }

    @Test
    void aNameThatLeadsHereIsNotThisMachine() throws IOException {
        try (HttpServer http = new HttpServer()) {
            for (String host : new String[] {"evil.example", "evil.example:80", "127.0.0.1.evil"}) {
                RawHttp.Response refused = asked(http, "GET /v1/queries", "Host: " + host);
                assertEquals(421, refused.status(), host);
            }
            for (String host :
                    new String[] {
                        "localhost", "localhost:99", "a.localhost", "127.0.0.1", "[::1]:1"
                    }) {
                assertEquals(200, asked(http, "GET /v1/queries", "Host: " + host).status(), host);
            }
        }
    }

    @Test
    void requestsOfOtherSitesAreRefused() throws IOException {
        try (HttpServer http = new HttpServer()) {
            String own = "http://127.0.0.1:" + http.port();
            assertEquals(200, asked(http, "GET /v1/queries", "Origin: " + own).status());
            for (String foreign :
                    new String[] {"https://evil.example", "null", "http://127.0.0.1:1"}) {
                RawHttp.Response refused = asked(http, "GET /v1/queries", "Origin: " + foreign);
                assertEquals(403, refused.status(), foreign);
                assertTrue(refused.body().contains("http_cors_origins"), refused.body());
                assertEquals("", refused.header("access-control-allow-origin"));
            }
            assertEquals(
                    403, asked(http, "GET /v1/queries", "Sec-Fetch-Site: cross-site").status());
            assertEquals(403, asked(http, "POST /v1/query", "Sec-Fetch-Site: same-site").status());
            assertEquals(
                    200, asked(http, "GET /v1/queries", "Sec-Fetch-Site: same-origin").status());
        }
    }

    @Test
    void aLinkOnAnotherSiteLeadsToThePage() throws IOException {
        try (HttpServer http = new HttpServer()) {
            assertEquals(
                    200,
                    asked(http, "GET /", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")
                            .status());
            assertEquals(
                    403,
                    asked(
                                    http,
                                    "POST /v1/query",
                                    "Sec-Fetch-Site: cross-site",
                                    "Sec-Fetch-Mode: navigate")
                            .status());
        }
    }

    @Test
    void aSiteThatTheSettingNamesComesIn() throws IOException {
        String friend = "https://friend.example";
        try (HttpServer http =
                new HttpServer(Map.of("http_cors_origins", friend + ", http://other.example"))) {
            RawHttp.Response answered = asked(http, "GET /v1/queries", "Origin: " + friend);
            assertEquals(200, answered.status());
            assertEquals(friend, answered.header("access-control-allow-origin"));
            assertEquals("origin", answered.header("vary"));
            RawHttp.Response before = asked(http, "OPTIONS /v1/query", "Origin: " + friend);
            assertEquals("OPTIONS, POST", before.header("access-control-allow-methods"));
            assertTrue(before.header("access-control-allow-headers").contains("authorization"));
            assertEquals(
                    403, asked(http, "GET /v1/queries", "Origin: https://evil.example").status());
        }
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair);
    }

    @Test
    void whereThereAreUsersOnlyTheyComeIn() throws IOException {
        SecureRandom random = new SecureRandom();
        FreshToken token = Accounts.token("robot", random);
        Path file = folder.resolve("passwords");
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                file,
                Accounts.passwordLine("ada", "wörd:with", random) + "\n" + token.line() + "\n");
        try (HttpServer http =
                new HttpServer(ServerOptions.DEFAULT.withPasswords(file), Map.of())) {
            String list = "GET /v1/queries";
            RawHttp.Response nobody = asked(http, list);
            assertEquals(401, nobody.status());
            assertTrue(nobody.header("www-authenticate").startsWith("Basic "));
            RawHttp.Response script = asked(http, list, "X-Requested-With: fetch");
            assertTrue(script.header("www-authenticate").startsWith("Bearer "));
            assertEquals(401, asked(http, list, basic("ada", "word")).status());
            assertEquals(401, asked(http, list, "Authorization: Bearer tg_wrong").status());
            assertEquals(401, asked(http, list, "Authorization: Basic %%%").status());
            assertEquals(200, asked(http, list, basic("ada", "wörd:with")).status());
            RawHttp.Response robot = asked(http, list, "Authorization: Bearer " + token.secret());
            assertEquals(200, robot.status());
            assertEquals(200, asked(http, "GET /").status());
            assertEquals(200, asked(http, "GET /healthz").status());
            assertEquals(401, asked(http, "GET /metrics").status());
            assertEquals(200, asked(http, "GET /", "Host: any.example").status());
        }
    }

    @Test
    void aConnectionProvesItselfAnewForAnotherUser() throws Exception {
        SecureRandom random = new SecureRandom();
        Path file = folder.resolve("passwords");
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                file,
                Accounts.passwordLine("ada", "a", random)
                        + "\n"
                        + Accounts.passwordLine("bob", "b", random)
                        + "\n");
        try (HttpServer http = new HttpServer(ServerOptions.DEFAULT.withPasswords(file), Map.of());
                RawHttp raw = new RawHttp(http)) {
            String head = "GET /v1/queries HTTP/1.1\r\nHost: localhost\r\n";
            raw.write(head + basic("ada", "a") + "\r\n\r\n");
            assertEquals(200, raw.read().status());
            raw.write(head + basic("bob", "a") + "\r\n\r\n");
            assertEquals(401, raw.read().status());
            raw.write(head + "\r\n");
            assertEquals(401, raw.read().status());
            raw.write(head + basic("bob", "b") + "\r\n\r\n");
            assertEquals(200, raw.read().status());
        }
    }
}
