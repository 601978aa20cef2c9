package telegraph.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultServerTest {
    private final FaultServer server = new FaultServer();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
        client.shutdownNow();
        assertEquals(List.of(), server.faults());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url(path)))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(20));
    }

    @Test
    void aPathFailsAsOftenAsAskedAndThenAnswers() throws Exception {
        server.on("/a", Answer.first(2, Reply.status(503), Reply.json("[1]")));
        assertEquals(503, get("/a").statusCode());
        assertEquals(503, get("/a?x=1").statusCode());
        assertEquals("[1]", get("/a").body());
        assertEquals(3, server.requests("/a"));
        assertEquals("1", server.log().get(1).parameter("x"));
        assertEquals(404, get("/unknown").statusCode());
    }

    @Test
    void tooManyRequestsSaysWhenToComeBack() throws Exception {
        server.on("/a", Reply.tooMany(7));
        assertEquals("7", get("/a").headers().firstValue("Retry-After").orElseThrow());
    }

    @Test
    void aBodyIsCutResetOrChunked() throws Exception {
        server.on("/cut", Reply.json("[1, 2, 3]").cutAfter(4));
        server.on("/reset", Reply.json("[1, 2, 3]").resetAfter(4));
        server.on("/chunks", Reply.json("[1, 2, 3]").inChunks());
        server.on("/cutchunks", Reply.json("[1, 2, 3]").inChunks().cutAfter(4));
        assertThrows(IOException.class, () -> get("/cut"));
        assertThrows(IOException.class, () -> get("/reset"));
        assertThrows(IOException.class, () -> get("/cutchunks"));
        assertEquals("[1, 2, 3]", get("/chunks").body());
    }

    @Test
    void aHangingRequestEndsWhenTheClientGivesUp() throws Exception {
        server.on("/hang", Reply.hang());
        server.on("/half", Reply.json("[1, 2, 3]").hangAfter(4));
        for (String path : List.of("/hang", "/half")) {
            try (Socket socket = new Socket("127.0.0.1", server.port())) {
                socket.setSoTimeout(200);
                String text = "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                Threads.await("request is there", () -> server.inProgress() == 1);
                assertThrows(
                        SocketTimeoutException.class, () -> socket.getInputStream().readAllBytes());
                assertEquals(1, server.inProgress());
            }
            Threads.await("request given up", () -> server.openConnections() == 0);
            assertEquals(0, server.inProgress());
        }
    }

    @Test
    void requestsInProgressAreCounted() {
        server.on(
                "/slow",
                request -> {
                    Threads.await("all are there", () -> server.inProgressMax() == 8);
                    return Reply.json("[]");
                });
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(
                    client.sendAsync(
                            request("/slow").build(), HttpResponse.BodyHandlers.ofString()));
        }
        all.forEach(CompletableFuture::join);
        assertEquals(8, server.inProgressMax());
        Threads.await("all are answered", () -> server.inProgress() == 0);
        server.close();
        Threads.await("connections closed", () -> server.openConnections() == 0);
    }

    @Test
    void aBombIsSmallOnTheWire() throws Exception {
        server.on("/bomb", Reply.gzipBomb("text/csv", 10_000_000));
        HttpResponse<byte[]> bomb =
                client.send(request("/bomb").build(), HttpResponse.BodyHandlers.ofByteArray());
        assertEquals("gzip", bomb.headers().firstValue("Content-Encoding").orElseThrow());
        try (var in = new java.util.zip.GZIPInputStream(new ByteArrayInputStream(bomb.body()))) {
            assertArrayEquals(new byte[10_000_000], in.readAllBytes());
        }
        assertEquals(true, bomb.body().length < 20_000);
    }
}
