package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.memory.TelegraphException;
import telegraph.sources.HttpRemoteFiles;
import telegraph.sources.HttpSettings;
import telegraph.sources.RemoteFile;
import telegraph.testkit.Answer;
import telegraph.testkit.Reply;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

class RemoteFileTest {
    @TempDir Path directory;
    private Desk desk;
    private HttpRemoteFiles files;
    private final byte[] content = new byte[3_000_000];

    @BeforeEach
    void open() {
        open(HttpSettings.defaults().timeout());
        Seeds.random(1).nextBytes(content);
    }

    private void open(Duration timeout) {
        HttpSettings d = HttpSettings.defaults();
        desk =
                new Desk(
                        directory,
                        new HttpSettings(
                                d.hostConcurrencyMax(),
                                d.totalConcurrencyMax(),
                                d.cacheTtl(),
                                d.cacheBytesMax(),
                                1000,
                                timeout));
        files = new HttpRemoteFiles(desk.access);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void aFileArrivesWholeWhateverItsLength() throws Exception {
        Reply file = Reply.of(200, "Text/CSV; charset=utf-8", content);
        desk.server.on("/x.csv", Answer.first(2, Reply.status(503), Reply.redirect("/y.csv")));
        desk.server.on("/y.csv", file);
        try (RemoteFile remote = files.open(desk.server.url("/x.csv"), desk.meter)) {
            assertEquals("text/csv", remote.mediaType());
            assertEquals(content.length, remote.size().orElseThrow());
            assertArrayEquals(content, remote.body().readAllBytes());
        }
        assertEquals(2, desk.meter.progress().retried());
        desk.server.on("/y.csv", file.inChunks());
        try (RemoteFile remote = files.open(desk.server.url("/y.csv"), desk.meter)) {
            assertTrue(remote.size().isEmpty());
            assertArrayEquals(content, remote.body().readAllBytes());
        }
    }

    @Test
    void aBodyThatFallsSilentEndsWithAnError() throws Exception {
        desk.close();
        open(Duration.ofSeconds(2));
        desk.server.on("/x", Reply.of(200, "", content).hangAfter(100_000));
        try (RemoteFile remote = files.open(desk.server.url("/x"), desk.meter)) {
            IOException e = assertThrows(IOException.class, () -> remote.body().readAllBytes());
            assertTrue(e.getMessage().contains("fell silent"), e.getMessage());
        }
    }

    @Test
    void aBodyCutOffOrMissingEndsWithAnError() throws Exception {
        desk.server.on("/x", Reply.of(200, "", content).cutAfter(100_000));
        try (RemoteFile remote = files.open(desk.server.url("/x"), desk.meter)) {
            IOException e = assertThrows(IOException.class, () -> remote.body().readAllBytes());
            assertTrue(e.getMessage().contains("the connection broke"), e.getMessage());
        }
        desk.server.on("/x", Reply.status(404));
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> files.open(desk.server.url("/x"), desk.meter));
        assertTrue(e.getMessage().contains("status 404 Not Found"), e.getMessage());
    }

    @Test
    void closingEndsAReadAndTheConnection() throws Exception {
        desk.server.on("/x", Reply.of(200, "", content).hangAfter(10));
        RemoteFile remote = files.open(desk.server.url("/x"), desk.meter);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                remote.body().readAllBytes();
                            } catch (IOException e) {
                                end.set(e);
                            }
                        });
        Thread.sleep(20);
        remote.close();
        assertTrue(reader.join(Duration.ofSeconds(120)));
        assertTrue(end.get().getMessage().contains("closed"), end.get().getMessage());
        Threads.await("the connection is closed", () -> desk.server.openConnections() == 0);
    }

    @Test
    void aBodyIsReadNoFasterThanItIsWanted() throws Exception {
        byte[] large = new byte[64 << 20];
        desk.server.on("/x", Reply.of(200, "", large));
        long before = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        try (RemoteFile remote = files.open(desk.server.url("/x"), desk.meter)) {
            assertEquals(0, remote.body().read());
            Thread.sleep(100);
            System.gc();
            long after = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            assertTrue(after - before < 16 << 20, "bytes on the heap: " + (after - before));
        }
        assertTrue(desk.server.inProgressMax() == 1);
    }
}
