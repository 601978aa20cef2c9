package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.server.ServerOptions;
import telegraph.server.access.Accounts;
import telegraph.testkit.Threads;

/// Bodies so large that a few of them are all that there is room for.
class LargeBodiesTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int LIMIT = 16 * MEGABYTE;

    @TempDir Path folder;
    private HttpServer http;

    @BeforeEach
    void open() throws IOException {
        Path file = folder.resolve("passwords");
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, Accounts.passwordLine("ada", "a", new SecureRandom()) + "\n");
        http =
                new HttpServer(
                        ServerOptions.DEFAULT.withPasswords(file),
                        Map.of("statement_size_limit", "16MB"));
    }

    @AfterEach
    void close() {
        http.close();
    }

    private static String head(int bytes, String password) {
        String pair = "ada:" + password;
        byte[] proof = pair.getBytes(StandardCharsets.UTF_8);
        return "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nAccept: text/csv\r\n"
                + (password.isEmpty()
                        ? ""
                        : "Authorization: Basic "
                                + Base64.getEncoder().encodeToString(proof)
                                + "\r\n")
                + "Content-Length: "
                + bytes
                + "\r\n\r\n";
    }

    private static String large(String password) {
        String sql = "SELECT 1 AS n" + " ".repeat(14 * MEGABYTE);
        return head(sql.length(), password) + sql;
    }

    private static String small() {
        String sql = "SELECT 1 AS n";
        return head(sql.length(), "a") + sql;
    }

    private static void assertAnswers(int status, RawHttp raw, String request) throws IOException {
        assertEquals(status, raw.write(request).read().status());
    }

    @Test
    void thoseOfStrangersAreBoundedForAllTogetherAndTakeNothingFromUsers() throws IOException {
        List<RawHttp> held = new ArrayList<>();
        try (RawHttp user = new RawHttp(http)) {
            assertAnswers(200, user, small());
            String most = head(LIMIT, "") + " ".repeat(14 * MEGABYTE);
            for (int i = 0; i < 6; i++) {
                RawHttp raw = new RawHttp(http);
                held.add(raw);
                isRefused(raw, most);
            }
            Threads.await(
                    "no more than two are taken",
                    () -> held.stream().filter(raw -> isRefused(raw, " ")).count() >= 4);
            assertAnswers(200, user, large("a"));
        } finally {
            for (RawHttp raw : held) {
                raw.close();
            }
        }
        Threads.await("what they took is given back", this::takesLarge);
    }

    /// Whether a request is answered although it is not whole, if more of it is sent.
    private static boolean isRefused(RawHttp raw, String more) {
        try {
            raw.write(more);
            return raw.socket.getInputStream().available() > 0;
        } catch (IOException e) {
            return true; // closed
        }
    }

    private boolean takesLarge() {
        try (RawHttp raw = new RawHttp(http)) {
            return raw.write(large("a")).read().status() == 200;
        } catch (IOException e) {
            return false; // refused while it was sent
        }
    }

    @Test
    void oneThatIsTooLargeGivesBackWhatItTook() throws IOException {
        String chunk = "100000\r\n" + " ".repeat(MEGABYTE) + "\r\n";
        for (int i = 0; i < 4; i++) {
            try (RawHttp raw = new RawHttp(http)) {
                raw.write(
                        "POST /v1/query HTTP/1.1\r\nHost: localhost\r\n"
                                + "Transfer-Encoding: chunked\r\n\r\n");
                for (int m = 0; m < LIMIT / MEGABYTE; m++) {
                    raw.write(chunk);
                }
                assertAnswers(413, raw, "1\r\n \r\n");
            }
        }
    }

    @Test
    void oneOfNobodyGivesBackWhatItTook() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            for (int i = 0; i < 4; i++) {
                assertAnswers(401, raw, large(""));
            }
        }
    }

    @Test
    void oneWhoseProofIsWrongGivesBackWhatItTook() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (RawHttp raw = new RawHttp(http)) {
                assertAnswers(401, raw, large("wrong"));
            }
        }
        try (RawHttp raw = new RawHttp(http)) {
            assertAnswers(200, raw, large("a"));
        }
    }

    @Test
    void oneThatIsAnsweredGivesBackWhatItTook() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            for (int i = 0; i < 11; i++) {
                assertAnswers(200, raw, large("a"));
            }
        }
    }
}
