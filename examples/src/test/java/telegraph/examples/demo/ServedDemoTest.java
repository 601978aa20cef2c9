package telegraph.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The demonstration, served by a process of its own.
class ServedDemoTest {
    @TempDir private Path temporary;

    private Process serve() throws IOException {
        return new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "telegraph.examples.demo.ServedDemo",
                                "serve",
                                "--demo",
                                "--log",
                                temporary.resolve("journal").toString(),
                                "--pg-port",
                                "-1",
                                "--http-port",
                                "0",
                                "--kv-port",
                                "-1"))
                .redirectErrorStream(true)
                .start();
    }

    private static int port(Process server) throws IOException {
        BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder text = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            text.append(line).append('\n');
            Matcher port = Pattern.compile("http://127.0.0.1:(\\d+)/").matcher(line);
            if (port.find()) {
                return Integer.parseInt(port.group(1));
            }
        }
        throw new AssertionError("it did not begin to serve: " + text);
    }

    private static String body(HttpClient client, HttpRequest request) throws Exception {
        HttpResponse<String> answer =
                client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        assertEquals(200, answer.statusCode(), answer.body());
        return answer.body().replace("\r", "");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void itOffersTheQuestionsAnswersFromItsSitesAndLeavesNothing() throws Exception {
        Process server = serve();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String address = "http://127.0.0.1:" + port(server);
            String examples =
                    body(
                            client,
                            HttpRequest.newBuilder(URI.create(address + "/v1/examples")).build());
            for (Question question : Question.all()) {
                assertTrue(examples.contains("\"" + question.name() + "\""), examples);
            }
            String answer =
                    body(
                            client,
                            HttpRequest.newBuilder(URI.create(address + "/v1/query"))
                                    .header("Accept", "text/csv")
                                    .header("Content-Type", "text/plain")
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "SELECT name FROM airlines WHERE carrier = 'DL'"))
                                    .build());
            assertEquals("name\nDelta Air Lines Inc.\n", answer);
            server.destroy(); // SIGTERM
            assertTrue(server.waitFor(120, TimeUnit.SECONDS));
            assertEquals(0, server.exitValue());
        } finally {
            server.destroyForcibly();
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(
                    List.of(),
                    left.filter(file -> file.getFileName().toString().startsWith("telegraph"))
                            .toList());
        }
    }
}
