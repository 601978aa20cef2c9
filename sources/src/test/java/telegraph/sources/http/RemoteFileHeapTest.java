package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.sources.HttpRemoteFiles;
import telegraph.sources.RemoteFile;
import telegraph.testkit.Reply;

/// What a file of a site takes of the heap.
@Isolated("measures the whole heap")
class RemoteFileHeapTest {
    @TempDir Path directory;

    @Test
    void aBodyIsReadNoFasterThanItIsWanted() throws Exception {
        byte[] large = new byte[64 << 20];
        try (Desk desk = new Desk(directory)) {
            HttpRemoteFiles files = new HttpRemoteFiles(desk.access);
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
}
