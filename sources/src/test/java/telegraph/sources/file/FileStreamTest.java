package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFile;
import telegraph.sources.RemoteFiles;

/// Bytes that come compressed, over a network, slowly, or not at all.
class FileStreamTest {
    private static final String ROWS = "n,s\n1,a\n2,b\n";

    @TempDir Path folder;

    /// Files at addresses, each with a body made anew for every request.
    private static final class Web implements RemoteFiles {
        private final Map<String, Supplier<InputStream>> bodies = new HashMap<>();
        private final Map<String, String> types = new HashMap<>();
        private final List<String> closed = Collections.synchronizedList(new ArrayList<>());

        @Override
        public RemoteFile open(String url, Meter meter) {
            meter.addRequest();
            InputStream body = bodies.get(url).get();
            return new RemoteFile() {
                @Override
                public InputStream body() {
                    return body;
                }

                @Override
                public OptionalLong size() {
                    return OptionalLong.empty();
                }

                @Override
                public String mediaType() {
                    return types.getOrDefault(url, "");
                }

                @Override
                public void close() {
                    closed.add(url);
                    try {
                        body.close();
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }
            };
        }
    }

    private static byte[] gzip(byte[] content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] zstd(byte[] content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<List<Object>> read(String name, Map<String, Object> options) throws Exception {
        return Table.read(
                        new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL)
                                .open(name, FileFormat.AUTO, options))
                .rows();
    }

    @Test
    void compressedFilesAreReadAsTheirContent() throws Exception {
        List<List<Object>> expected = List.of(List.of(1, "a"), List.of(2, "b"));
        Files.write(folder.resolve("a.csv.gz"), gzip(utf8(ROWS)));
        Files.write(folder.resolve("a.csv.zst"), zstd(utf8(ROWS)));
        // Told by content, whatever the name.
        Files.write(folder.resolve("b.csv"), gzip(utf8(ROWS)));
        byte[] json = utf8("{\"n\":1,\"s\":\"a\"}\n{\"n\":2,\"s\":\"b\"}\n");
        Files.write(folder.resolve("a.ndjson.zst"), zstd(json));
        Files.write(folder.resolve("a.json.gz"), gzip(json));
        for (String name : List.of("a.csv.gz", "a.csv.zst", "b.csv", "a.ndjson.zst", "a.json.gz")) {
            assertEquals(expected, read(name, Map.of()), name);
        }
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(gzip(utf8("n,s\n1,a\n")));
        members.write(gzip(utf8("2,b\n")));
        Files.write(folder.resolve("m.csv.gz"), members.toByteArray());
        assertEquals(expected, read("m.csv.gz", Map.of()));
    }

    @Test
    void remoteFilesAreKnownByNameMediaTypeOrContent() throws Exception {
        Web web = new Web();
        web.bodies.put("http://h/a.csv?x=1", () -> new ByteArrayInputStream(utf8(ROWS)));
        web.bodies.put("http://h/api", () -> new ByteArrayInputStream(utf8("[{\"n\":1}]")));
        web.bodies.put("http://h/tabs", () -> new ByteArrayInputStream(utf8("n\ts\n1\ta\n")));
        web.types.put("http://h/tabs", "text/tab-separated-values");
        byte[] parquet = Files.readAllBytes(Path.of("src/test/resources/parquet/int96.parquet"));
        web.bodies.put("http://h/p.parquet", () -> new ByteArrayInputStream(parquet));
        FileSources sources = new FileSources(folder, web, () -> Reach.ALL);
        Map<String, Integer> rows =
                Map.of(
                        "http://h/a.csv?x=1", 2,
                        "http://h/api", 1,
                        "http://h/tabs", 1,
                        "http://h/p.parquet", 3);
        for (Map.Entry<String, Integer> expected : rows.entrySet()) {
            Source source = sources.open(expected.getKey(), FileFormat.AUTO, Map.of());
            Table table = Table.read(source);
            assertEquals(expected.getValue(), table.rows().size(), expected.getKey());
            assertEquals(1, table.meter().progress().requests());
            assertTrue(table.meter().progress().bytes() > 0);
            assertTrue(web.closed.contains(expected.getKey()));
        }
    }

    @Test
    @Timeout(600)
    void wholeRowsGoOnBeforeTheNetworkIsWaitedForAndCancelEndsTheWait() throws Exception {
        for (String name : List.of("http://h/slow.csv", "http://h/slow.ndjson")) {
            boolean csv = name.endsWith("csv");
            Web web = new Web();
            web.bodies.put(name, () -> new ByteArrayInputStream(utf8(csv ? ROWS : "{\"n\":1}\n")));
            Source source =
                    new FileSources(folder, web, () -> Reach.ALL)
                            .open(name, FileFormat.AUTO, Map.of());
            PipedOutputStream server = new PipedOutputStream();
            PipedInputStream body = new PipedInputStream(server, 1 << 16);
            web.bodies.put(name, () -> body);
            server.write(utf8(csv ? "n,s\n1,a\n" : "{\"n\":1}\n"));
            server.flush();
            try (MemoryManager memory = new MemoryManager(64 << 20)) {
                Region region = memory.query("q", 64 << 20);
                int[] columns = {0};
                Table.Collecting sink =
                        new Table.Collecting(
                                region, source.schema().types(columns), new Meter("s"));
                AtomicReference<Throwable> failure = new AtomicReference<>();
                Thread reader =
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        source.scan(new ScanRequest(columns, Map.of(), true, -1))
                                                .read(sink);
                                    } catch (Exception e) {
                                        failure.set(e);
                                    }
                                });
                sink.awaitRows(1);
                server.write(utf8(csv ? "2,b\n" : "{\"n\":2}\n"));
                server.flush();
                sink.awaitRows(2);
                sink.cancel();
                reader.interrupt();
                assertTrue(reader.join(java.time.Duration.ofSeconds(120)), "reader still runs");
                assertTrue(failure.get() == null || sink.cancelled(), () -> "" + failure.get());
                assertEquals(0, sink.open.size());
                assertEquals(0, region.used());
                region.close();
            }
        }
    }

    @Test
    void cancelClosesALocalFileBetweenBatches() throws Exception {
        StringBuilder text = new StringBuilder("n\n");
        for (int i = 0; i < 300_000; i++) {
            text.append(i).append('\n');
        }
        Files.writeString(folder.resolve("big.csv"), text);
        Source source =
                new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL)
                        .open("big.csv", FileFormat.AUTO, Map.of());
        try (MemoryManager memory = new MemoryManager(64 << 20)) {
            Region region = memory.query("q", 64 << 20);
            int[] columns = {0};
            Table.Collecting sink =
                    new Table.Collecting(region, source.schema().types(columns), new Meter("s"));
            Thread reader =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    source.scan(new ScanRequest(columns, Map.of(), true, -1))
                                            .read(sink);
                                } catch (Exception e) {
                                    assertTrue(sink.cancelled(), e::toString);
                                }
                            });
            sink.awaitRows(100);
            sink.cancel();
            assertTrue(reader.join(java.time.Duration.ofSeconds(120)), "reader still runs");
            assertEquals(0, region.used());
            assertEquals(0, sink.open.size());
            region.close();
        }
    }
}
