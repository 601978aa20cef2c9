package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.cli.format.Format;
import telegraph.sql.TransactionState;

@Timeout(600)
final class ShellTest {
    private static final char INTERRUPT = 3;
    private static final char END_OF_FILE = 4;

    @TempDir private Path directory;
    private final FakeDatabase database = new FakeDatabase();
    private final PipedOutputStream keyboard = new PipedOutputStream();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private Terminal terminal;
    private CompletableFuture<Integer> shell;

    @BeforeEach
    void start() throws Exception {
        terminal =
                new ExternalTerminal(
                        "test",
                        "xterm",
                        new PipedInputStream(keyboard),
                        output,
                        StandardCharsets.UTF_8);
        terminal.setSize(new Size(80, 24));
        Shell session = new Shell(terminal, database, directory, Format.TABLE, false);
        shell = CompletableFuture.supplyAsync(session::run);
        await("telegraph> ");
    }

    @AfterEach
    void stop() throws IOException {
        terminal.close();
    }

    @Test
    void aStatementOfSeveralLinesEndsAtTheSemicolon() throws Exception {
        type("o\r");
        type("ne;\r");
        await("unknown table \"o\nne\"");
        type("one;\r");
        await("(1 row)");
        leave();
        assertEquals(List.of("o\nne", "one"), database.started);
    }

    @Test
    void theInterruptKeyCancelsTheStatementAndKeepsTheShell() throws Exception {
        type("slow;\r");
        database.slowStarted.await();
        type(String.valueOf(INTERRUPT));
        await("cancelled");
        type("one;\r");
        await("(1 row)");
        leave();
        assertEquals(List.of("slow"), database.cancelled);
    }

    @Test
    void theInterruptKeyThrowsAwayWhatIsTyped() throws Exception {
        type("wrong");
        await("wrong");
        output.reset();
        type(String.valueOf(INTERRUPT));
        await("telegraph> ");
        type("one;\r");
        await("(1 row)");
        leave();
        assertEquals(List.of("one"), database.started);
    }

    @Test
    void theEndOfFileKeyLeaves() throws Exception {
        type(String.valueOf(END_OF_FILE));
        assertEquals(0, shell.get(120, TimeUnit.SECONDS));
    }

    @Test
    void commandsOfTheShellWork() throws Exception {
        Path script = Files.writeString(directory.resolve("some script.sql"), "create; one;");
        type("\\d\r");
        await("flights\nplanes");
        type("\\timing\r");
        await("Timing is on.");
        type("\\x\r");
        await("Expanded display is on.");
        type("\\i " + script + "\r");
        await("-[ row 1 ]-");
        await("Time: ");
        type("\\nonsense\r");
        await("unknown command \\nonsense");
        type("\\?\r");
        await("\\timing [on|off]");
        type("\\help\r");
        await("ERROR WITHIN 1 PERCENT");
        type("\\d planes\r");
        await("unknown table \"DESCRIBE planes\"");
        leave();
        assertEquals(List.of("create", "one", "DESCRIBE planes"), database.started);
    }

    @Test
    void thePromptShowsThatATransactionIsOpenOrFailed() throws Exception {
        type("begin;\r");
        await("telegraph*> ");
        database.transaction = TransactionState.FAILED;
        type("wrong;\r");
        await("telegraph!> ");
        leave();
    }

    @Test
    void tabCompletesTablesAndColumnsAndFiles() throws Exception {
        Files.writeString(directory.resolve("data.csv"), "a\n1\n");
        type("select tail\t from fli\t;\r");
        await("unknown table \"select tail from flights\"");
        type("select * from planes where tai\t= 1;\r");
        await("unknown table \"select * from planes where tailnum = 1\"");
        type("select * from '" + directory + "/da\t';\r");
        await("unknown table \"select * from '" + directory + "/data.csv'\"");
        leave();
    }

    @Test
    void historyIsKeptInTheSandboxWithoutSecrets() throws Exception {
        type("one;\r");
        await("(1 row)");
        type("SET secret.key = 'abc';\r");
        await("unknown table \"SET secret.key = 'abc'\"");
        leave();
        String history = Files.readString(directory.resolve("history"));
        assertTrue(history.contains("one;"), history);
        assertFalse(history.contains("abc"), history);
    }

    private void leave() throws Exception {
        type("\\q\r");
        assertEquals(0, shell.get(120, TimeUnit.SECONDS));
    }

    private void type(String keys) throws IOException {
        keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
    }

    /// Waits until the shell has printed a text.
    private void await(String text) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!printed().contains(text)) {
            assertTrue(
                    System.nanoTime() < deadline,
                    () -> "not printed: " + text + " in " + printed());
            Thread.sleep(5);
        }
    }

    private String printed() {
        return output.toString(StandardCharsets.UTF_8).replace("\r", "");
    }
}
