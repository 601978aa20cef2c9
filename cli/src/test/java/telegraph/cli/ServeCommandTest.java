package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.cli.display.Streams;

/// `telegraph serve`, in this process where it does not come to serving, else in one of its own.
final class ServeCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String in, String... arguments) {
        ByteArrayInputStream bytes = new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8));
        Streams streams =
                new Streams(
                        bytes,
                        out,
                        err,
                        "",
                        false,
                        () -> {
                            throw new AssertionError("there is no terminal");
                        });
        return Main.run(arguments, streams, (directory, settings) -> new FakeDatabase());
    }

    @Test
    void helpNamesEveryOption() {
        assertEquals(0, run("", "serve", "--help"));
        for (String option :
                List.of(
                        "--data",
                        "--demo",
                        "--host",
                        "--pg-port",
                        "--http-port",
                        "--kv-port",
                        "--kv-engine",
                        "--password-file",
                        "--tls-cert",
                        "--tls-key",
                        "--drain",
                        "--log",
                        "--set",
                        "--make-password",
                        "--make-token")) {
            assertTrue(out.toString().contains(option), option + " in " + out);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--pg-port=65536,      --pg-port takes a number from -1 to 65535",
        "--http-port=x,        --http-port takes a number",
        "--kv-engine=disk,     the engines for keys are store and noop",
        "--drain=-1,           --drain takes a number",
        "--tls-cert=a,         missing=--tls-key",
        "--set=x,              a setting is KEY=VALUE",
        "--demo,               ./telegraph serve --demo",
        "--nonsense,           --nonsense",
    })
    void whatMakesNoSenseIsRefused(String argument, String message) {
        assertEquals(Main.USAGE, run("", "serve", argument));
        assertTrue(err.toString().contains(message), err::toString);
    }

    @Test
    void whatCannotBeServedIsSaid() {
        String data = folder.resolve("data").toString();
        assertEquals(1, run("", "serve", "--data", data, "--host", "0.0.0.0"));
        assertTrue(err.toString().contains("--password-file"), err::toString);
        assertEquals(1, run("", "serve", "--data", data, "--password-file", data + "/none"));
        assertTrue(err.toString().contains("--make-password"), err::toString);
        assertEquals(Main.USAGE, run("", "serve", "--data", data, "--set", "querys_limit=1"));
        assertTrue(err.toString().contains("queries_limit"), err::toString);
    }

    @Test
    void linesForThePasswordFileGoToStandardOutputAndSecretsDoNot() {
        assertEquals(0, run("open sesame\n", "serve", "--make-password", "ada"));
        assertTrue(out.toString().matches("ada:SCRAM-SHA-256\\$4096:.+\\n"), out::toString);
        assertFalse(out.toString().contains("sesame"), out::toString);
        out.getBuffer().setLength(0);
        assertEquals(0, run("", "serve", "--make-token", "robot"));
        assertTrue(out.toString().matches("token robot [0-9a-f]{64}\\n"), out::toString);
        assertTrue(err.toString().contains("tg_"), err::toString);
        assertEquals(1, run("\n", "serve", "--make-password", "ada"));
    }

    /// A server in a process of its own.
    private Process serve(String... more) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "telegraph.cli.Main",
                                "serve",
                                "--data",
                                folder.resolve("data").toString(),
                                "--log",
                                folder.resolve("journal").toString(),
                                "--pg-port",
                                "0",
                                "--http-port",
                                "0",
                                "--kv-port",
                                "0"));
        command.addAll(List.of(more));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String greeting(Process server) throws IOException {
        BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder text = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            text.append(line).append('\n');
            if (line.startsWith("Ctrl-C")) {
                return text.toString();
            }
        }
        throw new AssertionError("it did not begin to serve: " + text);
    }

    private static int port(String greeting, String pattern) {
        Matcher port = Pattern.compile(pattern + "(\\d+)").matcher(greeting);
        assertTrue(port.find(), greeting);
        return Integer.parseInt(port.group(1));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void itSaysHowToConnectAndASignalEndsItInOrder() throws Exception {
        Process server = serve();
        try {
            String greeting = greeting(server);
            assertTrue(greeting.contains("There are no passwords"), greeting);
            port(greeting, "psql -h 127.0.0.1 -p ");
            int http = port(greeting, "http://127.0.0.1:");
            try (HttpClient client = HttpClient.newHttpClient()) {
                HttpRequest question =
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http + "/v1/query"))
                                .header("Accept", "text/csv")
                                .header("Content-Type", "text/plain")
                                .POST(HttpRequest.BodyPublishers.ofString("SELECT 6 * 7 AS n"))
                                .build();
                assertEquals(
                        "n\n42\n",
                        client.send(question, HttpResponse.BodyHandlers.ofString())
                                .body()
                                .replace("\r", ""));
            }
            try (Socket redis =
                    new Socket("127.0.0.1", port(greeting, "redis-cli -h 127.0.0.1 -p "))) {
                redis.getOutputStream().write("SET a 1\r\n".getBytes());
                assertEquals("+OK", new String(redis.getInputStream().readNBytes(3)));
                server.destroy(); // SIGTERM
                assertTrue(server.waitFor(120, TimeUnit.SECONDS));
            }
            assertEquals(0, server.exitValue());
        } finally {
            server.destroyForcibly();
        }
        String journal = Files.readString(folder.resolve("journal"));
        assertTrue(journal.contains("\"text\":\"SELECT 6 * 7 AS n\""), journal);
    }

    @Tag("slow")
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aSignalEndsItInTimeWhateverRuns() throws Exception {
        String planned =
                IntStream.range(0, 700)
                        .mapToObj(i -> "(VALUES (1)) t" + i + "(x)")
                        .collect(Collectors.joining(" CROSS JOIN ", "SELECT 1 FROM ", ""));
        String run =
                "WITH d AS (SELECT 1 AS x"
                        + " UNION ALL SELECT 2".repeat(99)
                        + ") SELECT sum(a.x * b.x) FROM d a, d b, d c, d e, d f, d g"
                        + " WHERE a.x + b.x <> c.x * 7 + e.x + f.x + g.x";
        String batch =
                "SELECT length(s) FROM (SELECT repeat('x', 60000000) || CAST(a.x AS TEXT) AS s"
                        + " FROM (VALUES (1), (2), (3)) a(x), (VALUES (1), (2), (3)) b(x),"
                        + " (VALUES (1), (2), (3)) c(x), (VALUES (1), (2), (3)) d(x)) q";
        Process server = serve("--drain", "2");
        try (HttpClient client = HttpClient.newHttpClient()) {
            int http = port(greeting(server), "http://127.0.0.1:");
            URI at = URI.create("http://127.0.0.1:" + http + "/v1/query");
            for (int i = 0; i < 12; i++) {
                String sql = List.of(planned, run, batch).get(i % 3);
                client.sendAsync(
                        HttpRequest.newBuilder(at)
                                .header("Content-Type", "text/plain")
                                .POST(HttpRequest.BodyPublishers.ofString(sql))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
            }
            Thread.sleep(3_000); // so that all are in the midst of it
            long before = System.nanoTime();
            server.destroy(); // SIGTERM
            assertTrue(server.waitFor(120, TimeUnit.SECONDS));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
            assertTrue(millis < 2_000 + 5_000, () -> "took " + millis + " ms");
            client.shutdownNow();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void aStoreThatCannotBeOpenedIsSaidBeforeAnyDoorIsOpen() throws Exception {
        Path store = Files.createDirectories(folder.resolve("data").resolve("store"));
        Files.write(store.resolve("control"), new byte[48]);
        Process server = serve();
        try {
            assertTrue(server.waitFor(120, TimeUnit.SECONDS), "it serves a store that is damaged");
            String said =
                    new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(Main.FAILED, server.exitValue(), said);
            assertTrue(said.startsWith("error: "), said);
            assertTrue(said.contains("control"), said);
            assertFalse(said.contains("127.0.0.1"), said);
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void passwordsAreReadAndThoseInClearWarnedOf() throws Exception {
        Path passwords = folder.resolve("passwords");
        Files.writeString(passwords, "ada:sesame\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        Process server = serve("--password-file", passwords.toString(), "--drain", "0");
        try {
            String greeting = greeting(server);
            assertTrue(greeting.contains("-U USER"), greeting);
            assertFalse(greeting.contains("There are no passwords"), greeting);
            assertTrue(
                    greeting.contains("warning: a password stands in clear: user=ada"), greeting);
            assertFalse(greeting.contains("sesame"), greeting);
            server.destroy();
            assertTrue(server.waitFor(120, TimeUnit.SECONDS));
            assertEquals(0, server.exitValue());
        } finally {
            server.destroyForcibly();
        }
    }
}
