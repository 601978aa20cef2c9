package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.engine.source.Morsels;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Holds what workers read of random CSV in blocks against a scan from the top, a record at a time.
///
/// Values are drawn from the usual ways to write a type and from all others; lines end in LF, CRLF
/// or CR, or all of them; quotes stand around fields, within them and where they should not; rows
/// have too many fields, or none. Any selection of columns is read, at any positions, in any order.
/// What is wrong must be said alike. The seed of a failing case is in its message.
class CsvMorselTest {
    private static final int CASES = 1_500;
    private static final List<String> TYPES =
            List.of(
                    "INTEGER",
                    "BIGINT",
                    "DOUBLE",
                    "DECIMAL(9,2)",
                    "DECIMAL(18,4)",
                    "DECIMAL(30,5)",
                    "DATE",
                    "TIME",
                    "TIMESTAMP",
                    "BOOLEAN",
                    "TEXT");

    @TempDir Path directory;

    @Test
    void workersReadWhatAScanFromTheTopReads() throws Exception {
        int rows = 0;
        int refused = 0;
        int unguessed = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed * 0x9e3779b97f4a7c15L);
            Csv csv = Csv.random(random);
            Files.write(directory.resolve("random.csv"), csv.bytes());
            int block = 1 + random.nextInt(random.nextBoolean() ? 80 : 4_000);
            UnitSizes sampling = new UnitSizes(block, block, 1, 1 + random.nextInt(300), 1);
            Source source =
                    new FileTables(directory, RemoteFiles.NONE, () -> Reach.ALL, sampling)
                            .open("random.csv", FileFormat.CSV, csv.options());
            int[] columns = someOf(source.schema().size(), random);
            String what = "seed=" + seed + " " + sampling + " " + csv;
            Map<String, Object> fromTheTop = new TreeMap<>(csv.options());
            fromTheTop.put("random_order", false);
            Source records =
                    new FileTables(directory, RemoteFiles.NONE, () -> Reach.ALL, sampling)
                            .open("random.csv", FileFormat.CSV, fromTheTop);
            Outcome expected = Outcome.of(records, columns, random);
            Outcome actual = Outcome.of(source, columns, random);
            if (actual.error().contains("random_order => false")) {
                unguessed++;
                continue;
            }
            assertEquals(expected.error(), actual.error(), what);
            if (expected.error().isEmpty()) {
                assertEquals(bag(expected.rows()), bag(actual.rows()), what);
                assertEquals(expected.failed(), actual.failed(), what);
                rows += actual.rows().size();
            } else {
                refused++;
            }
        }
        assertTrue(rows > CASES * 20, "rows=" + rows);
        assertTrue(refused > CASES / 20, "refused=" + refused);
        assertTrue(unguessed < CASES / 20, "unguessed=" + unguessed);
    }

    @Test
    void theFirstRowThatIsWrongIsTold() throws Exception {
        for (String before : List.of("", "\n", "\"5\",\"6\"\n\n")) {
            String wrong = "7,8\nx,1\n1,2,3\ny,1\n";
            Files.writeString(
                    directory.resolve("wrong.csv"),
                    "a,b\n" + "1,2\n".repeat(100) + before + wrong + "3,4\n".repeat(500));
            Source source =
                    new FileTables(
                                    directory,
                                    RemoteFiles.NONE,
                                    () -> Reach.ALL,
                                    new UnitSizes(2_000, 2_000, 1, 64, 1))
                            .open("wrong.csv", FileFormat.CSV, Map.of("sample", 10L));
            Outcome told = Outcome.of(source, new int[] {1, 0}, new Random(1));
            int line = 103 + (int) before.chars().filter(c -> c == '\n').count();
            assertTrue(told.error().contains("line=" + line + " column=a"), told.error());
        }
    }

    private static int[] someOf(int count, Random random) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(all, random);
        return all.subList(0, random.nextInt(count + 1)).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static Map<String, Integer> bag(List<List<Object>> rows) {
        Map<String, Integer> bag = new TreeMap<>();
        rows.forEach(row -> bag.merge(row.toString(), 1, Integer::sum));
        return bag;
    }

    /// What came of a scan: rows, or the message of an error.
    private record Outcome(List<List<Object>> rows, long failed, String error) {
        static Outcome of(Source source, int[] columns, Random random)
                throws IOException, InterruptedException {
            try (MemoryManager memory = new MemoryManager(256 << 20)) {
                Region region = memory.query("test", 256 << 20);
                List<Type> types = source.schema().types(columns);
                Workers sink = new Workers(region, types, new Meter(source.name()), random);
                try {
                    boolean ordered = random.nextBoolean();
                    OptionalLong seed =
                            ordered || random.nextBoolean()
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(random.nextLong());
                    source.scan(new ScanRequest(columns, Map.of(), Map.of(), ordered, -1, seed))
                            .read(sink);
                    return new Outcome(sink.rows, sink.meter().progress().failed(), "");
                } catch (TelegraphException e) {
                    return new Outcome(List.of(), 0, e.getMessage());
                } finally {
                    assertEquals(0, region.used());
                    region.close();
                }
            }
        }
    }

    /// Fills columns at some positions, then at others, as filters would have it.
    private static final class Workers extends Table.Collecting {
        private final Random random;
        private final List<Type> types;

        Workers(Region region, List<Type> types, Meter meter, Random random) {
            super(region, types, meter);
            this.types = types;
            this.random = random;
        }

        @Override
        public void pull(Morsels morsels) throws IOException {
            try (MorselReader reader = morsels.reader()) {
                Vector[] columns = types.stream().map(Vector::new).toArray(Vector[]::new);
                for (int rank = 0; rank < morsels.count(); rank++) {
                    assertTrue(reader.open(rank, MorselReader.Reduction.NONE));
                    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                        take(chunk, columns);
                    }
                }
            }
        }

        private void take(Chunk chunk, Vector[] columns) {
            boolean dense = random.nextBoolean();
            int[] some = positions(chunk.rows(), dense, true);
            int[] others = positions(chunk.rows(), dense, false);
            Object[][] values = new Object[chunk.rows()][columns.length];
            for (int c = 0; c < columns.length; c++) {
                for (int[] selection : List.of(some, others)) {
                    Arrays.fill(columns[c].nulls, false);
                    columns[c].mayHaveNulls();
                    chunk.fill(c, selection, selection.length, columns[c]);
                    for (int at : selection) {
                        values[at][c] = columns[c].valueAt(at);
                    }
                }
            }
            for (Object[] row : values) {
                rows.add(Arrays.asList(row));
            }
        }

        private int[] positions(int rows, boolean dense, boolean first) {
            return IntStream.range(0, rows)
                    .filter(at -> (dense ? at < rows / 2 + 1 : at % 3 == 1) == first)
                    .toArray();
        }
    }

    /// A random file and how to read it.
    private record Csv(byte[] bytes, Map<String, Object> options) {
        static Csv random(Random random) throws IOException {
            boolean ignoring = random.nextBoolean();
            // Where errors end the scan there is one at most, so that it does not matter which
            // comes first.
            int badRow = ignoring || random.nextBoolean() ? -2 : 1 + random.nextInt(60);
            char delimiter = ",;|\t".charAt(random.nextInt(4));
            int quoting = random.nextInt(8);
            String quote = quoting == 0 ? "" : quoting == 1 ? "'" : "\"";
            String escape = quoting > 1 && quoting < 4 ? "\\" : quote;
            List<String> ends =
                    random.nextInt(4) == 0
                            ? List.of("\n", "\r\n", "\r")
                            : List.of(List.of("\n", "\r\n", "\r").get(random.nextInt(3)));
            int fields = 1 + random.nextInt(6);
            int rows = 2 + random.nextInt(random.nextBoolean() ? 20 : 400);
            double oddity = List.of(0.0, 0.001, 0.02, 0.3).get(random.nextInt(4));
            Map<String, String> types = new TreeMap<>();
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            for (int r = -1; r < rows; r++) {
                for (int f = 0; f < fields; f++) {
                    if (r < 0) {
                        types.put("c" + f, TYPES.get(random.nextInt(TYPES.size())));
                    }
                    boolean bad =
                            ignoring && r >= 0
                                    ? random.nextDouble() < oddity / 4
                                    : r == badRow && f == fields - 1;
                    String field =
                            r < 0 ? "c" + f : bad ? bad(random) : value(types.get("c" + f), random);
                    boolean odd = random.nextDouble() < oddity;
                    put(text, f == 0 ? "" : "" + delimiter);
                    put(text, r < 0 ? field : written(field, delimiter, quote, escape, odd));
                    if (bad && random.nextInt(3) == 0) {
                        text.write(random.nextBoolean() ? 0xfc : 0xff);
                    }
                }
                if (r == badRow && random.nextInt(4) == 0) {
                    put(text, delimiter + "1");
                }
                String end = ends.get(random.nextInt(ends.size()));
                put(text, r == rows - 1 && random.nextBoolean() ? "" : end);
                if (fields > 1 && random.nextDouble() < oddity / 4) {
                    put(text, end.equals("\r") ? "\r" : "\n");
                }
            }
            Map<String, Object> options = new TreeMap<>();
            options.put("delim", "" + delimiter);
            options.put("header", true);
            options.put("quote", quote);
            options.put("escape", escape);
            options.put("ignore_errors", ignoring);
            options.put("types", types);
            options.put("filename", random.nextInt(4) == 0);
            options.put("sample", 1L);
            if (random.nextInt(4) == 0) {
                options.put("nullstr", List.of("17", "-1", "true"));
            }
            return new Csv(text.toByteArray(), options);
        }

        private static void put(ByteArrayOutputStream out, String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }

        private static String written(
                String field, char delimiter, String quote, String escape, boolean odd) {
            if (quote.isEmpty()) {
                return field.replaceAll("[\\r\\n]", "").replace(delimiter, '_');
            }
            boolean needed =
                    odd
                            || field.startsWith(quote)
                            || field.chars().anyMatch(c -> c == delimiter || c < ' ');
            if (!needed) {
                return field;
            }
            String escaped = escape.equals(quote) ? field : field.replace(escape, escape + escape);
            return quote + escaped.replace(quote, escape + quote) + quote;
        }

        private static String bad(Random random) {
            return List.of(
                            "x",
                            "1x",
                            "1.2.3",
                            "2024-13-01",
                            "--1",
                            "3000000000",
                            ".",
                            "a\"b",
                            "1 2")
                    .get(random.nextInt(9));
        }

        private static String value(String type, Random random) {
            int usual = random.nextInt(20);
            if (usual == 0) {
                return List.of("", " ", "17").get(random.nextInt(type.equals("TEXT") ? 3 : 2));
            }
            String whole =
                    ""
                            + random.nextLong()
                                    / (1L << 1 + random.nextInt(62))
                                    % 1_000_000_000_000_000L;
            int digits = random.nextInt(10);
            return switch (type) {
                case "INTEGER" -> pad("" + (random.nextInt() >> random.nextInt(31)), random);
                case "BIGINT" -> pad("" + (random.nextLong() >> random.nextInt(63)), random);
                case "DOUBLE" ->
                        List.of(
                                        whole,
                                        whole + "." + digits,
                                        whole + ".25" + digits + "00",
                                        "1e" + digits,
                                        "." + digits,
                                        digits + ".",
                                        "-0.0",
                                        "nan")
                                .get(random.nextInt(8));
                case "DECIMAL(9,2)" ->
                        pad(random.nextInt(9_999_999) + (digits < 5 ? "." + digits : ""), random);
                case "DECIMAL(18,4)" ->
                        pad(
                                random.nextLong(99_999_999_999_999L) / (1L << random.nextInt(40))
                                        + (digits < 8 ? ".12" + digits + digits : ""),
                                random);
                case "DECIMAL(30,5)" -> whole + "123456.5" + digits + "5551";
                case "DATE" ->
                        "%04d-%02d-%02d"
                                .formatted(
                                        random.nextInt(usual < 3 ? 10_000 : 2_500),
                                        1 + random.nextInt(12),
                                        1 + random.nextInt(28));
                case "TIME" -> "%02d:%02d".formatted(random.nextInt(24), random.nextInt(60));
                case "TIMESTAMP" -> "2024-02-29T12:%02d:00.5".formatted(random.nextInt(60));
                case "BOOLEAN" -> random.nextBoolean() ? "true" : "N";
                default ->
                        List.of(
                                        "a",
                                        "some longer text with 8 words or so",
                                        "é",
                                        "a,b;c|d\te",
                                        "in \"quotes\" here",
                                        "\"\"",
                                        "two\nlines",
                                        "five'6",
                                        "a\";b,\"",
                                        "back\\slash")
                                .get(random.nextInt(10));
            };
        }

        private static String pad(String number, Random random) {
            return switch (random.nextInt(12)) {
                case 0 -> " " + number;
                case 1 -> number + " ";
                case 2 -> number.startsWith("-") ? number : "+" + number;
                case 3 -> number.startsWith("-") ? number : "000" + number;
                default -> number;
            };
        }

        @Override
        public String toString() {
            return options + " text=[" + new String(bytes, StandardCharsets.ISO_8859_1) + "]";
        }
    }
}
