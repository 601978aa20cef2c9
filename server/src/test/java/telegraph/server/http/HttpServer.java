package telegraph.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.sql.Telegraph;
import telegraph.testkit.Leaks;
import telegraph.testkit.Threads;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A sandbox in memory with its HTTP door, and the JDK's client to it.
///
/// Closing it fails if a query still holds memory.
final class HttpServer implements AutoCloseable {
    static final JsonMapper JSON = new JsonMapper();

    final Telegraph telegraph;
    final Server server;
    final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    HttpServer(Map<String, String> settings) {
        this(ServerOptions.DEFAULT, settings);
    }

    HttpServer() {
        this(ServerOptions.DEFAULT, Map.of());
    }

    HttpServer(ServerOptions options, Map<String, String> settings) {
        this(Telegraph.openInMemory(settings, Map.of()), options);
    }

    /// A sandbox in a folder, where files of statements lie, too.
    HttpServer(Path folder, ServerOptions options, Map<String, String> settings) {
        this(Telegraph.open(folder.resolve("sandbox"), folder, settings, Map.of()), options);
    }

    private HttpServer(Telegraph sandbox, ServerOptions options) {
        telegraph = sandbox;
        try {
            server = Server.start(telegraph, options.withPorts(-1, 0, -1));
        } catch (RuntimeException e) {
            telegraph.close();
            throw e;
        }
    }

    int port() {
        return server.http().orElseThrow().getPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    /// The answer to statements in a form.
    HttpResponse<String> query(String accept, String sql) {
        return send(post(sql).header("accept", accept));
    }

    HttpRequest.Builder post(String sql) {
        return request("/v1/query")
                .header("content-type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(sql));
    }

    /// The events of statements.
    List<JsonNode> events(String sql) {
        return lines(query("application/x-ndjson", sql).body());
    }

    static List<JsonNode> lines(String body) {
        List<JsonNode> events = new ArrayList<>();
        body.lines().forEach(line -> events.add(JSON.readTree(line)));
        return events;
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    @Override
    public void close() {
        client.close();
        server.close();
        try {
            Threads.await("queries end", () -> telegraph.memoryUsed() == 0);
            Leaks.none("bytes", telegraph::memoryUsed);
        } finally {
            telegraph.close();
        }
    }
}
