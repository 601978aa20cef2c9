package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.cli.display.Streams;
import telegraph.cli.format.Format;
import telegraph.ground.TelegraphException;

final class MainTest {
    private final FakeDatabase database = new FakeDatabase();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void nothingButTheResultGoesToStandardOutput() {
        assertEquals(0, run("", "sql", "-c", "create; notice; one", "--format", "csv"));
        assertEquals("n\n1\nn\n1\n", out.toString());
        assertEquals("notice: 2 requests failed\n", err.toString());
        assertTrue(database.closed);
    }

    @Test
    void theTableIsTheDefaultFormat() {
        assertEquals(0, run("", "sql", "-c", "one"));
        assertEquals(" n\n---\n 1\n(1 row)\n", out.toString());
    }

    @Test
    void aFailureStopsTheScript() {
        assertEquals(1, run("", "sql", "-c", "one; wrong; create", "--format=ndjson"));
        assertEquals("{\"n\":1}\n", out.toString());
        assertEquals("error: unknown table \"wrong\"\n", err.toString());
        assertEquals(List.of("one", "wrong"), database.started);
    }

    @Test
    void theVersionIsPrinted() {
        assertEquals(0, run("", "sql", "--version"));
        assertEquals(Main.VERSION + "\n", out.toString());
    }

    @Test
    void statementsComeFromStandardInputOrAFile(@TempDir Path directory) throws IOException {
        assertEquals(0, run("one;\none", "sql", "--format", "JSON"));
        assertEquals("[\n{\"n\":1}\n]\n[\n{\"n\":1}\n]\n", out.toString());
        Path file = Files.writeString(directory.resolve("a b.sql"), "create; one;");
        assertEquals(0, run("", "sql", file.toString()));
        assertEquals(List.of("one", "one", "create", "one"), database.started);
    }

    @Test
    void optionsReachTheSandbox() {
        assertEquals(
                0, run("", "sql", "-c", "one", "--data", "d", "--set", "a=b=c", "--set", "d="));
        assertEquals(Path.of("d"), database.directory);
        assertEquals(Map.of("a", "b=c", "d", ""), database.settings);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sqll",
                "sql --nonsense",
                "sql --format xml -c one",
                "sql --set novalue -c one",
                "sql --set =v -c one",
                "sql -c",
                "sql -c one file.sql",
                "sql a.sql b.sql",
                "sql /none/such.sql"
            })
    void badUsageIsRefused(String arguments) {
        assertEquals(2, run("", arguments.isEmpty() ? new String[0] : arguments.split(" ")));
        assertTrue(
                err.toString().startsWith("error: ") || arguments.startsWith("sqll"),
                err::toString);
        assertEquals("", out.toString());
        assertEquals(List.of(), database.started);
    }

    @Test
    void helpIsNotAnError() {
        assertEquals(0, run("", "sql", "--help"));
        assertTrue(out.toString().contains("--format"));
        assertEquals(0, run("", "--version"));
    }

    @Test
    void aSandboxThatCannotBeOpenedIsAFailure() {
        int code =
                Main.run(
                        new String[] {"sql", "-c", "one"},
                        streams("", out),
                        (directory, settings) -> {
                            throw TelegraphException.conflict("the sandbox is in use");
                        });
        assertEquals(1, code);
        assertEquals("error: the sandbox is in use\n", err.toString());
    }

    @Test
    void aReaderThatLeavesCancelsTheStatementQuietly() {
        assertEquals(0, run(new FailingWriter("Broken pipe"), "sql", "-c", "many", "--format=csv"));
        assertEquals("", err.toString());
        assertEquals(List.of("many"), database.cancelled);
        assertTrue(database.closed);
    }

    @Test
    void aFullDiskIsReported() {
        Writer full = new FailingWriter("No space left on device");
        assertEquals(1, run(full, "sql", "-c", "many", "--format=csv"));
        assertEquals(
                "error: the result cannot be written: cause=No space left on device\n",
                err.toString());
    }

    @Test
    void theInterruptKeyCancelsAndEndsTheScript() throws Exception {
        ScriptRun script = new ScriptRun(database, streams("", out), Format.CSV);
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> script.run(List.of("slow; one")));
        database.slowStarted.await();
        script.interrupt();
        assertEquals(130, code.get(120, TimeUnit.SECONDS));
        assertEquals(List.of("slow"), database.started);
        assertEquals("cancelled\n", err.toString());
    }

    private int run(String input, String... arguments) {
        return Main.run(arguments, streams(input, out), database::open);
    }

    private int run(Writer output, String... arguments) {
        return Main.run(arguments, streams("", output), database::open);
    }

    private Streams streams(String input, Writer output) {
        byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
        return new Streams(
                new ByteArrayInputStream(bytes),
                output,
                err,
                "",
                false,
                () -> {
                    throw new AssertionError("no terminal is needed");
                });
    }

    /// Takes some text and then none.
    private static final class FailingWriter extends Writer {
        private final String message;
        private int room = 100_000;

        FailingWriter(String message) {
            this.message = message;
        }

        @Override
        public void write(char[] characters, int offset, int length) throws IOException {
            room -= length;
            flush();
        }

        @Override
        public void flush() throws IOException {
            if (room < 0) {
                throw new IOException(message);
            }
        }

        @Override
        public void close() {}
    }
}
