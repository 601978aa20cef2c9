package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.cli.display.LiveDisplay;
import telegraph.cli.display.Streams;
import telegraph.cli.format.Format;
import telegraph.sql.Event;

/// The command on a real sandbox.
@Timeout(600)
final class EndToEndTest {
    @TempDir private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void selectOneIsAHeaderAndOne() {
        assertEquals(0, run("SELECT 1 AS one\n", "sql", "--format", "csv"));
        assertEquals("one\n1\n", out.toString());
        assertEquals("", err.toString());
    }

    @Test
    void valuesOfAFileComeOutInEveryFormat() throws IOException {
        String sql = "SELECT name, n, day FROM " + file("a.csv", DATA) + " ORDER BY n";
        assertEquals(0, run("", "sql", "-c", sql, "--format", "csv"));
        assertEquals("name,n,day\n\"a,b\",1.5,2013-01-02\n東京,20.25,\n", take());
        assertEquals(0, run("", "sql", "-c", sql, "--format", "ndjson"));
        assertEquals(
                "{\"name\":\"a,b\",\"n\":1.5,\"day\":\"2013-01-02\"}\n"
                        + "{\"name\":\"東京\",\"n\":20.25,\"day\":null}\n",
                take());
        assertEquals(0, run("", "sql", "-c", sql));
        assertTrue(take().endsWith("(2 rows)\n"));
        assertEquals("", err.toString());
    }

    private static final String DATA = "name,n,day\n\"a,b\",1.50,2013-01-02\n東京,20.25,\n";

    @Test
    void theFirstFailureEndsTheScriptAfterTheResultsBefore() {
        assertEquals(1, run("SELECT 1 AS a;\nSELEC 2;\nSELECT 3", "sql", "--format=csv"));
        assertEquals("a\n1\n", take());
        assertTrue(err.toString().startsWith("error: syntax error at 2:1"), err::toString);
    }

    @Test
    void anUnknownSettingIsBadUsage() {
        assertEquals(2, run("", "sql", "-c", "SELECT 1", "--set", "polcy=rank"));
        assertTrue(err.toString().contains("\"policy\""), err::toString);
        assertEquals("", take());
    }

    @Test
    void aSandboxIsForOneProcessAtATime() {
        try (Database first = SessionDatabase.open(directory.resolve("data"), Map.of())) {
            assertTrue(first.tables().isEmpty());
            assertEquals(1, run("", "sql", "-c", "SELECT 1"));
        }
        assertTrue(err.toString().startsWith("error: "), err::toString);
        assertEquals(0, run("", "sql", "-c", "SELECT 1"));
    }

    @Test
    void whatIsDeclaredStaysInTheSandbox() throws IOException {
        String view = "CREATE VIEW v AS SELECT name FROM " + file("a.csv", DATA);
        assertEquals(0, run("", "sql", "-c", view));
        assertEquals("", take());
        assertEquals(0, run("", "sql", "-c", "SELECT count(*) AS n FROM v", "--format=json"));
        assertEquals("[\n{\"n\":2}\n]\n", take());
    }

    @Test
    void theInterruptKeyStopsARunningQueryWithinASecond() throws Exception {
        String rows =
                IntStream.range(0, 3_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
        String table = file("big.csv", "n\n" + rows);
        String endless =
                "SELECT count(*) FROM "
                        + table
                        + " a, "
                        + table
                        + " b, "
                        + table
                        + " c WHERE a.n + b.n > c.n";
        try (Database database = SessionDatabase.open(directory.resolve("data"), Map.of())) {
            ScriptRun script = new ScriptRun(database, streams(""), Format.CSV);
            CompletableFuture<Integer> code =
                    CompletableFuture.supplyAsync(() -> script.run(List.of(endless)));
            // Long enough for the join to be under way, far too short for it to end.
            Thread.sleep(1_500);
            script.interrupt();
            long before = System.nanoTime();
            assertEquals(130, code.get(120, TimeUnit.SECONDS), err::toString);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
            assertTrue(millis < 3_000, "millis=" + millis);
        }
    }

    @Test
    void aTerminalSeesTheExactResultInTheEnd() throws IOException {
        FakeTerminal terminal = new FakeTerminal(80, 24);
        try (Database database = SessionDatabase.open(directory.resolve("data"), Map.of())) {
            String sql = "SELECT name FROM " + file("a.csv", DATA) + " WHERE n > 2";
            WatchedStatement showing = new WatchedStatement(LiveDisplay.on(terminal.screen()));
            Event last = showing.run(listener -> database.start(sql, listener, true));
            assertTrue(last instanceof Event.End, last::toString);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertTrue(terminal.text().startsWith(" name\n------\n 東京\n(1 row)"), terminal.text());
        assertTrue(terminal.isRestored());
    }

    private String file(String name, String content) throws IOException {
        return "'" + Files.writeString(directory.resolve(name), content) + "'";
    }

    private String take() {
        String text = out.toString();
        out.getBuffer().setLength(0);
        return text;
    }

    private int run(String input, String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--data";
        all[arguments.length + 1] = directory.resolve("data").toString();
        return Main.run(all, streams(input), SessionDatabase::open);
    }

    private Streams streams(String input) {
        return new Streams(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                out,
                err,
                "",
                false,
                () -> {
                    throw new AssertionError("no terminal is needed");
                });
    }
}
