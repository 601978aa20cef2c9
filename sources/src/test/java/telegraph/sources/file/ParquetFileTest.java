package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Basis;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// The files come from another implementation; `make.py` beside them says how.
class ParquetFileTest {
    private static final Path FILES = Path.of("src/test/resources/parquet");

    @TempDir Path folder;

    private static Source open(String name) {
        return open(FILES, name, Map.of());
    }

    private static Source open(Path folder, String name, Map<String, Object> options) {
        return new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open(name, FileFormat.AUTO, options);
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    @Test
    void readsEveryTypeUnderEveryCodec() throws Exception {
        for (String codec : List.of("none", "snappy", "gzip", "zstd", "lz4")) {
            Source source = open("types-" + codec + ".parquet");
            assertEquals(
                    List.of(
                            "b BOOLEAN",
                            "i8 INTEGER",
                            "u32 BIGINT",
                            "u64 DECIMAL(20,0)",
                            "i INTEGER",
                            "l BIGINT",
                            "f DOUBLE",
                            "d DOUBLE",
                            "day DATE",
                            "tm TIME",
                            "ts TIMESTAMP",
                            "tn TIMESTAMP",
                            "tz INSTANT",
                            "d7 DECIMAL(7,2)",
                            "d18 DECIMAL(18,2)",
                            "d38 DECIMAL(38,2)",
                            "s TEXT",
                            "bin TEXT",
                            "li INTEGER[]",
                            "st TEXT",
                            "m TEXT",
                            "deep TEXT"),
                    Table.columns(source));
            List<List<Object>> rows = Table.read(source).rows();
            LocalDateTime moment = LocalDateTime.of(2013, 1, 31, 17, 5, 1, 250_999_000);
            assertEquals(
                    row(
                            true,
                            1,
                            1L,
                            BigDecimal.ONE,
                            1,
                            1L,
                            1.5,
                            1.5,
                            LocalDate.of(2013, 1, 31),
                            LocalTime.of(17, 5, 1, 250_999_000),
                            moment,
                            moment,
                            Instant.parse("2013-01-31T17:05:01.250999Z"),
                            new BigDecimal("1.25"),
                            new BigDecimal("1.25"),
                            new BigDecimal("1.25"),
                            "a",
                            "abc",
                            "{1,NULL,2}",
                            "{\"x\":1,\"y\":\"p\"}",
                            "{\"k\":1.5}",
                            "[{\"at\":\"2013-01-31\",\"p\":[1.20]}]"),
                    rows.get(0),
                    codec);
            assertEquals(row(new Object[22]), rows.get(1), codec);
            assertEquals(
                    row(
                            false,
                            -3,
                            4000000000L,
                            new BigDecimal("18000000000000000000"),
                            -3,
                            -9000000000L,
                            -2.25,
                            -1e300,
                            LocalDate.of(1969, 12, 31),
                            LocalTime.MIDNIGHT,
                            LocalDateTime.of(1960, 1, 1, 0, 0),
                            LocalDateTime.of(1960, 1, 1, 0, 0),
                            Instant.parse("1960-01-01T00:00:00Z"),
                            new BigDecimal("-99999.99"),
                            new BigDecimal("-9999999999.99"),
                            new BigDecimal("-99999999999999999999999999.99"),
                            "München, a longer string",
                            "\\x00ff",
                            "{}",
                            "{\"x\":null,\"y\":\"q\\\"\"}",
                            "{}",
                            "[null]"),
                    rows.get(2),
                    codec);
        }
    }

    @Test
    void readsManyRowGroupsPagesAndEncodings() throws Exception {
        Source source = open("rows.parquet");
        assertEquals(OptionalLong.of(20_000), source.traits().rows());
        Table table = Table.read(source);
        assertEquals(20_000, table.rows().size());
        assertEquals(20_000, table.meter().progress().rowsTotal());
        for (int i = 0; i < 20_000; i++) {
            String list = List.of("{}", "{0}", "{0,1}", "{0,1,2}").get(i % 4);
            assertEquals(
                    row((long) i, i % 10 == 0 ? null : "row " + i % 1000, i / 8.0, list),
                    table.rows().get(i));
        }
    }

    @Test
    void readsOnlyTheBytesOfTheColumnsAskedFor() throws Exception {
        Source source = open("rows.parquet");
        Table one = Table.read(source, "n");
        assertEquals(row(19_999L), one.rows().getLast());
        long all = Table.read(source).meter().progress().bytes();
        assertTrue(one.meter().progress().bytes() * 2 < all, one.meter() + " of " + all);
        assertEquals(20_000, Table.read(source, new int[0], -1).rows().size());
        assertEquals(List.of(row(0.0, 0L)), Table.read(source, new int[] {2, 0}, 1).rows());
    }

    @Test
    void readsTheTimestampsOfOldWriters() throws Exception {
        assertEquals(
                List.of(
                        row(LocalDateTime.of(2013, 1, 31, 17, 5, 1, 250_999_000)),
                        row((Object) null),
                        row(LocalDateTime.of(1960, 1, 1, 0, 0))),
                Table.read(open("int96.parquet")).rows());
        assertEquals(List.of(), Table.read(open("empty.parquet")).rows());
    }

    @Test
    void rowGroupsAreUnits() throws Exception {
        Source source = open("rows.parquet");
        assertEquals(
                Files.size(FILES.resolve("rows.parquet")), source.sampledBytes().orElseThrow());
        Table table = Table.sample(source, 4);
        assertEquals(new Frame(Basis.SAMPLED, 4, 6_000), table.frame().orElseThrow());
        List<List<Object>> all = Table.read(source).rows();
        int[] order = Frame.draw(4, 4);
        for (int rank = 0; rank < 4; rank++) {
            int first = 6_000 * order[rank];
            assertEquals(
                    all.subList(first, Math.min(first + 6_000, 20_000)), table.rowsOfUnit(rank));
        }
        assertEquals(4, table.meter().progress().units());
        assertTrue(open("types-none.parquet").sampledBytes().isEmpty());
        Table alone = Table.sample(open("types-none.parquet"), 1);
        assertEquals(new Frame(Basis.SO_FAR, 1, 3, true), alone.frame().orElseThrow());
    }

    @Test
    void rowGroupsOfAllFilesAreOneFrame() throws Exception {
        for (int i = 0; i < 3; i++) {
            Files.copy(FILES.resolve("rows.parquet"), folder.resolve("part" + i + ".parquet"));
        }
        Source source = open(folder, "part*.parquet", Map.of());
        Table table = Table.sample(source, 8);
        assertEquals(12, table.frame().orElseThrow().units());
        assertEquals(
                BlockSampleTest.bag(Table.read(source).rows()), BlockSampleTest.bag(table.rows()));
        Source inOrder = open(folder, "part*.parquet", Map.of("random_order", false));
        assertTrue(Table.sample(inOrder, 8).frame().isEmpty());
    }

    @Test
    void statisticsBoundWholeAndDecimalNumbers() throws Exception {
        for (String codec : List.of("none", "gzip")) {
            Source source = open("types-" + codec + ".parquet");
            assertEquals(
                    Map.of(
                            "i8", new Bounds(-3, 1),
                            "u32", new Bounds(1, 4e9),
                            "u64", new Bounds(1, 1.8e19),
                            "i", new Bounds(-3, 1),
                            "l", new Bounds(-9e9, 1),
                            "d7", new Bounds(-99999.99, 1.25),
                            "d18", new Bounds(Math.nextDown(-9999999999.99), 1.25),
                            "d38", new Bounds(-1e26, 1.25)),
                    bounds(source),
                    codec);
        }
        assertEquals(Map.of("n", new Bounds(0, 19_999)), bounds(open("rows.parquet")));
        assertEquals(Map.of(), bounds(open("empty.parquet")));
    }

    private static Map<String, Bounds> bounds(Source source) {
        Map<String, Bounds> all = new HashMap<>();
        for (int i = 0; i < source.schema().size(); i++) {
            String name = source.schema().column(i).name();
            source.bounds(i).ifPresent(bounds -> all.put(name, bounds));
        }
        return all;
    }

    @Test
    void brokenFilesSayWhatIsWrong() throws Exception {
        byte[] whole = Files.readAllBytes(FILES.resolve("rows.parquet"));
        Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(whole, whole.length / 2));
        Files.writeString(folder.resolve("text.parquet"), "a,b\n1,2\n");
        Files.createFile(folder.resolve("empty.parquet"));
        Map<String, String> messages =
                Map.of(
                        "cut.parquet", "It was cut off or damaged",
                        "text.parquet", "begins_with=\"a,b 1,2\"",
                        "empty.parquet", "It is empty");
        messages.forEach((name, part) -> {
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> open(folder, name, Map.of()));
            assertTrue(e.getMessage().contains("file=" + name), e.getMessage());
            assertTrue(e.getMessage().contains(part), e.getMessage());
        });
        byte[] damaged = whole.clone();
        Arrays.fill(damaged, 1000, 20_000, (byte) 0x5a);
        Files.write(folder.resolve("damaged.parquet"), damaged);
        Source source = open(folder, "damaged.parquet", Map.of());
        TelegraphException e = assertThrows(TelegraphException.class, () -> Table.read(source));
        assertTrue(e.getMessage().contains("file=damaged.parquet"), e.getMessage());
        Source brotli = open("types-brotli.parquet");
        TelegraphException codec = assertThrows(TelegraphException.class, () -> Table.read(brotli));
        assertTrue(codec.getMessage().contains("codec=BROTLI"), codec.getMessage());
    }

    @Test
    void listsOfValuesAreArraysAndOthersJson() throws Exception {
        Source source = open("lists.parquet");
        assertEquals(
                "[id INTEGER, i INTEGER[], l BIGINT[], d DOUBLE[], b BOOLEAN[], s TEXT[], day DATE[],"
                        + " tm TIME[], ts TIMESTAMP[], tz INSTANT[], n DECIMAL(7,2)[], n38"
                        + " DECIMAL(38,2)[], ll TEXT, ls TEXT, st TEXT, m TEXT]",
                Table.columns(source).toString());
        List<List<Object>> rows = Table.read(source).rows();
        assertEquals(
                row(
                        1,
                        "{1,NULL,-3}",
                        "{1,NULL,-9000000000}",
                        "{1.5,NULL,NaN}",
                        "{t,NULL,f}",
                        "{a,NULL,\"x,y\",\"\",\"null\",\"q\\\"\\\\ {}\"}",
                        "{2013-01-31,NULL}",
                        "{17:05:01.250999,NULL}",
                        "{\"2013-01-31 17:05:01.250999\",NULL}",
                        "{\"2013-01-31 17:05:01+00\",NULL}",
                        "{1.25,NULL}",
                        "{1.25,NULL}",
                        "[[1],[2,null]]",
                        "[{\"x\":1}]",
                        "{\"city\":\"Oslo\",\"geo\":{\"lat\":59.9,\"lon\":10.7},\"tags\":[\"a\"]}",
                        "{\"k\":1}"),
                rows.get(0));
        for (int i = 1; i < 16; i++) {
            assertEquals(null, rows.get(1).get(i));
            assertEquals(i < 12 ? "{}" : i < 14 ? "[]" : rows.get(2).get(i), rows.get(2).get(i));
        }
        assertEquals("{Infinity,0.0,1.0E300}", rows.get(3).get(3));
    }

    @Test
    void listsHaveWhatColumnsHave() throws Exception {
        assertEquals(
                List.of(
                        List.of(
                                "{12000-04-02,\"0044-03-14 BC\",NULL}",
                                "{\"12000-04-02 00:00:00\",\"0044-03-15 23:50:00 BC\"}",
                                "{\"0044-03-15 23:50:00+00 BC\"}",
                                "{0.00000000,0.00000001}")),
                Table.read(open("far-lists.parquet")).rows());
    }
}
