package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Basis;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Reads random files in blocks and holds the rows against those of a scan from the top.
///
/// Blocks are tiny, and so is the window in which a reader looks for its first record, so that
/// borders fall on every byte of quotes, delimiters and line ends, lines are longer than blocks,
/// and readers have to read from the last known border. A failing case prints its seed.
class BlockSampleTest {
    private static final int CASES = 1_500;
    private static final String[] ATOMS = {
        "a", "", "é", ",", "\"", "\n", "\r\n", " ", "bc", "1,2", "\n7,8,9\n", "long ".repeat(12)
    };

    @TempDir Path directory;

    @Test
    void blocksHaveTheRowsThatTheFileHas() throws Exception {
        int units = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed);
            Csv csv = Csv.random(random);
            Path file = directory.resolve("random.csv");
            Files.writeString(file, csv.text());
            int block = 1 + random.nextInt(60);
            UnitSizes sampling =
                    new UnitSizes(block, block, 1, 1 + random.nextInt(60), 1 + random.nextInt(3));
            units += requireSameRows("seed=" + seed + " " + sampling, csv, sampling, seed);
        }
        assertTrue(units > CASES * 5, "units=" + units);
    }

    private int requireSameRows(String what, Csv csv, UnitSizes sampling, long seed)
            throws Exception {
        Source source = open("random.csv", csv.options(), sampling);
        String text = what + " text=[" + csv.text() + "]";
        Table expected = Table.read(fromTheTop("random.csv", csv.options()));
        assertEquals(expected.rows(), Table.read(source).rows(), text);
        Table actual;
        try {
            actual = Table.sample(source, seed);
        } catch (TelegraphException e) {
            throw new AssertionError(text, e);
        }
        assertEquals(bag(expected.rows()), bag(actual.rows()), text);
        if (actual.frame().isPresent()) {
            assertEquals(Basis.SAMPLED, actual.frame().get().basis());
            long most = actual.frame().get().unitRowsMax();
            actual.unitRows().values().forEach(rows -> assertTrue(rows <= most, text));
        }
        return actual.unitRows().size();
    }

    @Test
    void aRowIsInTheBlockItsLineBeginsIn() throws Exception {
        // Lines of ten bytes after a header of ten, in blocks of thirty.
        StringBuilder text = new StringBuilder("a,b567890\n");
        for (int i = 0; i < 29; i++) {
            text.append("%03d,67890\n".formatted(i));
        }
        Files.writeString(directory.resolve("lines.csv"), text.toString());
        Source source = open("lines.csv", Map.of(), new UnitSizes(30, 30, 1, 64, 1));
        Table table = Table.sample(source, 7);
        assertEquals(10, table.frame().orElseThrow().units());
        int[] order = Frame.draw(10, 7);
        for (int rank = 0; rank < 10; rank++) {
            List<Object> expected = new ArrayList<>();
            for (int line = 3 * order[rank]; line < 3 * order[rank] + 3; line++) {
                if (line > 0) {
                    expected.add("%03d".formatted(line - 1));
                }
            }
            assertEquals(
                    expected,
                    table.rowsOfUnit(rank).stream().map(List::getFirst).toList(),
                    "rank=" + rank);
        }
    }

    @Test
    void blocksOfAFileAreAlikeTheLastOneToo() throws Exception {
        Files.writeString(directory.resolve("even.csv"), "a,b567890\n".repeat(1_003));
        Source source =
                open("even.csv", Map.of("header", false), new UnitSizes(200, 200, 1, 64, 1));
        Table table = Table.sample(source, 1);
        assertEquals(51, table.frame().orElseThrow().units());
        table.unitRows().values().forEach(rows -> assertEquals(19.5, rows, 0.6));
    }

    @Test
    void theSeedDecidesTheOrder() {
        List<String> orders = new ArrayList<>();
        for (long seed = 0; seed < 3; seed++) {
            int[] order = Frame.draw(100, seed);
            assertEquals(
                    java.util.Arrays.toString(order),
                    java.util.Arrays.toString(Frame.draw(100, seed)));
            assertEquals(4950, java.util.Arrays.stream(order).distinct().sum());
            orders.add(java.util.Arrays.toString(order));
        }
        assertEquals(3, orders.stream().distinct().count());
    }

    @Test
    void everyUnitIsEquallyLikelyAtEveryRank() {
        int[][] times = new int[5][5];
        for (long seed = 0; seed < 20_000; seed++) {
            int[] order = Frame.draw(5, seed);
            for (int rank = 0; rank < 5; rank++) {
                times[rank][order[rank]]++;
            }
        }
        for (int[] ofRank : times) {
            for (int count : ofRank) {
                assertTrue(Math.abs(count - 4_000) < 6 * 57, "count=" + count); // 6 sigma
            }
        }
    }

    @Test
    void filesWithNothingToCutAreNoSample() throws Exception {
        for (String text : List.of("a,b\n", "a,b\n1,2\n", "a,b\r\n1,2")) {
            Files.writeString(directory.resolve("small.csv"), text);
            Source source = open("small.csv", Map.of(), UnitSizes.usual());
            assertTrue(source.sampledBytes().isEmpty());
            Table table = Table.sample(source, 1);
            assertTrue(table.frame().isEmpty());
            assertEquals(Table.read(source).rows(), table.rows());
        }
    }

    @Test
    void aFileWithoutRowsHasUnitsWithoutRows() throws Exception {
        Files.writeString(directory.resolve("header.csv"), "a,b,c,d,e,f,g\n");
        Source source = open("header.csv", Map.of(), new UnitSizes(4, 4, 1, 8, 2));
        assertEquals(14, source.sampledBytes().orElseThrow());
        Table table = Table.sample(source, 1);
        assertEquals(4, table.frame().orElseThrow().units());
        assertEquals(List.of(), table.rows());
    }

    @Test
    void allFilesOfAPatternAreOneFrame() throws Exception {
        for (int file = 0; file < 5; file++) {
            StringBuilder text = new StringBuilder("a,b\n");
            for (int row = 0; row < file * 30; row++) {
                text.append(file).append(",\"x\n").append(row).append("\"\n");
            }
            Files.writeString(directory.resolve("part" + file + ".csv"), text.toString());
        }
        Source source =
                open("part*.csv", Map.of("filename", true), new UnitSizes(64, 64, 1, 32, 2));
        Table table = Table.sample(source, 3);
        assertEquals(
                bag(Table.read(fromTheTop("part*.csv", Map.of("filename", true))).rows()),
                bag(table.rows()));
        assertEquals(table.frame().orElseThrow().units(), table.unitRows().size());
        assertNotEquals(5, table.unitRows().size());
    }

    @Test
    void randomOrderCanBeRefused() throws Exception {
        Files.writeString(directory.resolve("rows.csv"), "a,b\n" + "1,2\n".repeat(1_000));
        UnitSizes sampling = new UnitSizes(64, 64, 1, 32, 2);
        assertTrue(open("rows.csv", Map.of(), sampling).sampledBytes().isPresent());
        Source source = open("rows.csv", Map.of("random_order", false), sampling);
        assertTrue(source.sampledBytes().isEmpty());
        assertTrue(Table.sample(source, 1).frame().isEmpty());
    }

    @Test
    void aPageOfCsvInQuotesIsNeverTakenForRows() throws Exception {
        String page = "1,2\n".repeat(500);
        String text = "a,b\n1,2\n" + "3,\"" + page + "\"\n" + "5,6\n".repeat(50);
        Files.writeString(directory.resolve("page.csv"), text);
        // The window is too small to see a quote: some reader guesses wrong, and is found out.
        Source narrow = open("page.csv", Map.of(), new UnitSizes(100, 100, 1, 64, 1));
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Table.sample(narrow, 2));
        assertTrue(e.getMessage().contains("random_order => false"), e.getMessage());
        Source wide = open("page.csv", Map.of(), new UnitSizes(100, 100, 1, 4_000, 1));
        assertEquals(
                bag(Table.read(fromTheTop("page.csv", Map.of())).rows()),
                bag(Table.sample(wide, 1).rows()));
    }

    @Test
    void whatIsWrongWithARowSaysItsLine() throws Exception {
        String good = "1,2\r\n\"3\",\"4\r\n5\"\r\n";
        UnitSizes sampling = new UnitSizes(50, 50, 1, 64, 2);
        for (String bad : List.of("1,2,3\r\n", "x,2\r\n", "\"1\"y,2\r\n")) {
            Files.writeString(
                    directory.resolve("bad.csv"),
                    "a,b\r\n" + good.repeat(100) + bad + good.repeat(100));
            Map<String, Object> options =
                    Map.of("sample", 10, "types", Map.of("a", "INTEGER", "b", "TEXT"));
            Source source = open("bad.csv", options, sampling);
            TelegraphException expected =
                    assertThrows(
                            TelegraphException.class,
                            () -> Table.read(fromTheTop("bad.csv", options)));
            TelegraphException actual =
                    assertThrows(TelegraphException.class, () -> Table.sample(source, 5));
            assertEquals(expected.getMessage(), actual.getMessage());
            assertTrue(actual.getMessage().contains("line=302"), actual.getMessage());
        }
    }

    @Test
    void rowsThatDoNotFitAreLeftOutAsFromTheTop() throws Exception {
        StringBuilder text = new StringBuilder("a,b\n");
        for (int i = 0; i < 500; i++) {
            text.append(i % 7 == 0 ? "1,2,3\n" : i % 11 == 0 ? "x,1\n" : i + ",\"\n\"\n");
        }
        Files.writeString(directory.resolve("bad.csv"), text.toString());
        Map<String, Object> options =
                Map.of("ignore_errors", true, "types", Map.of("a", "INTEGER", "b", "TEXT"));
        Source source = open("bad.csv", options, new UnitSizes(60, 60, 1, 64, 2));
        Table expected = Table.read(fromTheTop("bad.csv", options));
        Table actual = Table.sample(source, 11);
        assertEquals(bag(expected.rows()), bag(actual.rows()));
        assertEquals(expected.meter().progress().failed(), actual.meter().progress().failed());
    }

    @Test
    void progressCountsEachByteAndUnitOnce() throws Exception {
        String text = "\ufeffa,b\n" + "12,\"3\n4\"\n".repeat(2_000);
        Files.writeString(directory.resolve("bytes.csv"), text);
        Source source = open("bytes.csv", Map.of(), new UnitSizes(1_000, 1_000, 1, 64, 2));
        Table table = Table.sample(source, 1);
        var progress = table.meter().progress();
        assertEquals(Files.size(directory.resolve("bytes.csv")), progress.bytes());
        assertEquals(progress.bytesTotal(), progress.bytes());
        assertEquals(progress.unitsTotal(), progress.units());
        assertEquals(2_000, progress.rows());
    }

    /// The same file, to be read a record at a time.
    private Source fromTheTop(String name, Map<String, Object> options) {
        Map<String, Object> all = new HashMap<>(options);
        all.put("random_order", false);
        return open(name, all, UnitSizes.usual());
    }

    private Source open(String name, Map<String, Object> options, UnitSizes sampling) {
        return new FileTables(directory, RemoteFiles.NONE, () -> Reach.ALL, sampling)
                .open(name, FileFormat.AUTO, options);
    }

    static Map<List<Object>, Integer> bag(List<List<Object>> rows) throws IOException {
        Map<List<Object>, Integer> bag = new HashMap<>();
        rows.forEach(row -> bag.merge(row, 1, Integer::sum));
        return bag;
    }

    /// A random file and how to read it.
    private record Csv(String text, Map<String, Object> options) {
        static Csv random(Random random) {
            StringBuilder text = new StringBuilder(random.nextInt(8) == 0 ? "\ufeff" : "");
            int skip = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0;
            String end = List.of("\n", "\r\n", "\r").get(random.nextInt(3));
            for (int i = 0; i < skip; i++) {
                text.append("a line to \"skip").append(end);
            }
            int fields = 1 + random.nextInt(4);
            int rows = random.nextInt(40);
            boolean backslash = random.nextInt(4) == 0;
            double quotes = random.nextInt(3) == 0 ? 0 : random.nextDouble();
            for (int r = 0; r <= rows; r++) {
                for (int f = 0; f < fields; f++) {
                    text.append(f == 0 ? "" : ",");
                    text.append(r == 0 ? "c" + f : field(random, quotes, backslash));
                }
                text.append(r == rows && random.nextBoolean() ? "" : end);
                if (random.nextInt(20) == 0 && fields > 1 && r < rows) {
                    text.append(end);
                }
            }
            Map<String, Object> options = new HashMap<>();
            options.put("delim", ",");
            options.put("header", true);
            options.put("skip", skip);
            options.put("all_text", true);
            if (backslash) {
                options.put("escape", "\\");
            }
            return new Csv(text.toString(), options);
        }

        private static String field(Random random, double quotes, boolean backslash) {
            StringBuilder content = new StringBuilder();
            for (int i = random.nextInt(4); i > 0; i--) {
                content.append(ATOMS[random.nextInt(ATOMS.length)]);
            }
            String field = content.toString();
            if (random.nextDouble() < quotes) {
                return '"' + field.replace("\"", backslash ? "\\\"" : "\"\"") + '"';
            }
            field = field.replaceAll("[,\r\n]", "");
            // A quote within a field is an ordinary byte.
            return field.startsWith("\"") ? "x" + field : field;
        }
    }
}
