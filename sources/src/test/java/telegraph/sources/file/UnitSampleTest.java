package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Reads JSON lines in blocks, and many files as units, and holds the rows against those of a scan
/// from the top. A failing case prints its seed.
class UnitSampleTest {
    private static final int CASES = 1_000;

    @TempDir Path directory;

    @Test
    void blocksOfJsonHaveTheRowsThatTheFileHas() throws Exception {
        int units = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed);
            String text = lines(random);
            Files.writeString(directory.resolve("random.ndjson"), text);
            int block = 1 + random.nextInt(80);
            Source source = open("random.ndjson", block, Map.of("all_text", true));
            String what = "seed=" + seed + " block=" + block + " text=[" + text + "]";
            Table expected = Table.read(source);
            Table actual = sample(source, seed, what);
            assertEquals(
                    BlockSampleTest.bag(expected.rows()), BlockSampleTest.bag(actual.rows()), what);
            assertEquals(
                    Files.size(directory.resolve("random.ndjson")),
                    actual.meter().progress().bytes(),
                    what);
            units += actual.unitRows().size();
        }
        assertTrue(units > CASES * 5, "units=" + units);
    }

    private static Table sample(Source source, long seed, String what)
            throws IOException, InterruptedException {
        try {
            return Table.sample(source, seed);
        } catch (TelegraphException e) {
            throw new AssertionError(what, e);
        }
    }

    private static String lines(Random random) {
        StringBuilder text = new StringBuilder(random.nextInt(8) == 0 ? "\ufeff" : "");
        String end = random.nextBoolean() ? "\n" : "\r\n";
        int rows = 1 + random.nextInt(30);
        for (int row = 0; row < rows; row++) {
            text.append("{\"a\":").append(row).append(",\"b\":");
            switch (random.nextInt(4)) {
                case 0 -> text.append("\"x\\n{}\\\"é\"");
                case 1 -> text.append("{\"c\": [1, 2]}");
                case 2 -> text.append('"').append("long ".repeat(random.nextInt(60))).append('"');
                default -> text.append("null");
            }
            text.append('}').append(row == rows - 1 && random.nextBoolean() ? "" : end);
            text.append(random.nextInt(10) == 0 ? end : "");
        }
        return text.toString();
    }

    @Test
    void anObjectIsInTheBlockItsLineBeginsIn() throws Exception {
        // Ten bytes a line, in blocks of thirty.
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            text.append("{\"a\":%03d}\n".formatted(i + 100));
        }
        Files.writeString(directory.resolve("ten.ndjson"), text.toString());
        Table table = Table.sample(open("ten.ndjson", 30, Map.of()), 5);
        int[] order = Frame.draw(10, 5);
        assertEquals(10, table.frame().orElseThrow().units());
        for (int rank = 0; rank < 10; rank++) {
            int first = 100 + 3 * order[rank];
            assertEquals(
                    List.of(List.of(first), List.of(first + 1), List.of(first + 2)),
                    table.rowsOfUnit(rank));
        }
    }

    @Test
    void jsonThatIsNotInLinesIsNoSample() throws Exception {
        for (String text :
                List.of(
                        "[{\"a\":1},\n{\"a\":2},\n{\"a\":3}]\n",
                        "{\"a\":\n1}\n{\"a\":\n2}\n{\"a\":3}\n",
                        "{\n\"a\":1}\n{\n\"a\":2}\n")) {
            for (String name : List.of("rows.json", "rows.ndjson")) {
                Files.writeString(directory.resolve(name), text);
                Source source = open(name, 8, Map.of());
                assertTrue(source.sampledBytes().isEmpty());
                Table table = Table.sample(source, 1);
                assertTrue(table.frame().isEmpty());
                assertEquals(Table.read(source).rows(), table.rows());
            }
        }
    }

    @Test
    void anObjectThatIsCutFailsTheScan() throws Exception {
        String text = "{\"a\":1}\n".repeat(1_000) + "{\"a\":\n2,\n\"b\":\n1}\n";
        Files.writeString(directory.resolve("cut.ndjson"), text + "{\"a\":1}\n".repeat(1_000));
        Source source = open("cut.ndjson", 10, Map.of());
        assertEquals(2_001, Table.read(source).rows().size());
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Table.sample(source, 1));
        assertTrue(e.getMessage().contains("random_order => false"), e.getMessage());
        assertTrue(e.getMessage().matches("(?s).* line=100\\d .*"), e.getMessage());
    }

    @Test
    void whatIsWrongWithAnObjectSaysItsLine() throws Exception {
        String good = "{\"a\":1}\r\n".repeat(300);
        Files.writeString(directory.resolve("bad.ndjson"), good + "{\"a\":\"x\"}\n" + good);
        Map<String, Object> options = Map.of("types", Map.of("a", "INTEGER"));
        Source source = open("bad.ndjson", 64, options);
        TelegraphException expected =
                assertThrows(TelegraphException.class, () -> Table.read(source));
        TelegraphException actual =
                assertThrows(TelegraphException.class, () -> Table.sample(source, 1));
        assertEquals(expected.getMessage(), actual.getMessage());
        assertTrue(actual.getMessage().contains("line=301"), actual.getMessage());
        Map<String, Object> lenient = new HashMap<>(options);
        lenient.put("ignore_errors", true);
        assertEquals(600, Table.sample(open("bad.ndjson", 64, lenient), 1).rows().size());
    }

    @Test
    void manyFilesAreUnits() throws Exception {
        for (int file = 0; file < 20; file++) {
            write(file);
        }
        Source source = open("part*.csv.gz", 64, Map.of());
        assertTrue(source.sampledBytes().isPresent());
        Table table = Table.sample(source, 9);
        Frame frame = table.frame().orElseThrow();
        assertEquals(20, frame.units());
        assertEquals(-1, frame.unitRowsMax());
        int[] order = Frame.draw(20, 9);
        for (int rank = 0; rank < 20; rank++) {
            assertEquals(order[rank], table.rowsOfUnit(rank).size());
        }
        assertEquals(20, table.meter().progress().units());
    }

    @Test
    void cancelEndsAllReaders() throws Exception {
        Files.writeString(directory.resolve("a.csv"), "a,b\n" + "1,2\n".repeat(300_000));
        Files.writeString(directory.resolve("a.ndjson"), "{\"a\":1}\n".repeat(300_000));
        for (String name : List.of("a.csv", "a.ndjson")) {
            Source source = open(name, 1 << 14, Map.of());
            try (MemoryManager memory = new MemoryManager(64 << 20)) {
                Region region = memory.query("q", 64 << 20);
                Table.Collecting sink =
                        new Table.Collecting(
                                region, source.schema().types(new int[] {0}), new Meter(name));
                AtomicReference<Exception> failure = new AtomicReference<>();
                Thread reader =
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        source.scan(request(1)).read(sink);
                                    } catch (Exception e) {
                                        failure.set(e);
                                    }
                                });
                sink.awaitRows(100);
                sink.cancel();
                reader.interrupt();
                assertTrue(reader.join(Duration.ofSeconds(120)), "reader still runs");
                assertTrue(
                        failure.get() == null
                                || failure.get() instanceof InterruptedException
                                || failure.get().getMessage().contains("cancelled"),
                        () -> "" + failure.get());
                assertTrue(sink.ended.size() < sink.frames.getFirst().units(), name);
                assertEquals(0, sink.open.size());
                assertEquals(0, region.used());
                region.close();
            }
        }
    }

    private static ScanRequest request(long seed) {
        return new ScanRequest(new int[] {0}, Map.of(), false, -1, OptionalLong.of(seed));
    }

    @Test
    void aFileThatBecameShorterFailsTheScan() throws Exception {
        for (String name : List.of("cut.csv", "cut.ndjson")) {
            String row = name.endsWith("csv") ? "1,2\n" : "{\"a\":1}\n";
            Files.writeString(directory.resolve(name), row.repeat(10_000));
            Source source = open(name, 1 << 10, Map.of("sample", 10));
            try (MemoryManager memory = new MemoryManager(64 << 20)) {
                Region region = memory.query("q", 64 << 20);
                Table.Collecting sink =
                        new Table.Collecting(
                                region, source.schema().types(new int[] {0}), new Meter(name)) {
                            @Override
                            public synchronized void frame(Frame frame) {
                                super.frame(frame);
                                try {
                                    Files.writeString(directory.resolve(name), row.repeat(100));
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            }
                        };
                TelegraphException e =
                        assertThrows(
                                TelegraphException.class, () -> source.scan(request(3)).read(sink));
                assertTrue(e.getMessage().contains("became shorter"), e.getMessage());
                assertTrue(e.getMessage().contains("file=" + name), e.getMessage());
                assertEquals(0, region.used());
                region.close();
            }
        }
    }

    @Test
    void fewCompressedFilesAreNoSample() throws Exception {
        for (int file = 0; file < UnitSizes.FILES_MIN - 1; file++) {
            write(file);
        }
        Source source = open("part*.csv.gz", 64, Map.of());
        assertTrue(source.sampledBytes().isEmpty());
        assertTrue(Table.sample(source, 1).frame().isEmpty());
    }

    private void write(int file) throws IOException {
        Path path = directory.resolve("part%02d.csv.gz".formatted(file));
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
            out.write(("a,b\n" + "1,2\n".repeat(file)).getBytes());
        }
    }

    private Source open(String name, int block, Map<String, Object> options) {
        return new FileTables(
                        directory,
                        RemoteFiles.NONE,
                        () -> Reach.ALL,
                        new UnitSizes(block, block, 1, 64, 2))
                .open(name, FileFormat.AUTO, options);
    }
}
