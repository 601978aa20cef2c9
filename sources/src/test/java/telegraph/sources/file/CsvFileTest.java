package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

class CsvFileTest {
    @TempDir Path folder;

    private Source open(String name, String content, Map<String, Object> options) throws Exception {
        Files.writeString(folder.resolve(name), content);
        return sources().open(name, FileFormat.AUTO, options);
    }

    private FileSources sources() {
        return new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL);
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    @Test
    void findsHeaderAndTypes() throws Exception {
        Source source =
                open(
                        "t.csv",
                        """
                        b,i,l,d,day,at,ts,tz,s,big,code
                        true,1,9000000000,1.5,2013-01-31,17:05,2013-01-31 17:05:01.25,2013-01-31T17:05:00Z,x,12345678901234567890,007
                        false,-2,3,-2e3,2013/2/1,7:05:30,2013-02-01,2013-01-31 17:05:00+01:30,,1,123
                        """,
                        Map.of());
        assertEquals(
                List.of(
                        "b BOOLEAN",
                        "i INTEGER",
                        "l BIGINT",
                        "d DOUBLE",
                        "day DATE",
                        "at TIME",
                        "ts TIMESTAMP",
                        "tz INSTANT",
                        "s TEXT",
                        "big DECIMAL(38,0)",
                        "code TEXT"),
                Table.columns(source));
        assertEquals(
                List.of(
                        row(
                                true,
                                1,
                                9000000000L,
                                1.5,
                                LocalDate.of(2013, 1, 31),
                                LocalTime.of(17, 5),
                                LocalDateTime.of(2013, 1, 31, 17, 5, 1, 250_000_000),
                                Instant.parse("2013-01-31T17:05:00Z"),
                                "x",
                                new java.math.BigDecimal("12345678901234567890"),
                                "007"),
                        row(
                                false,
                                -2,
                                3L,
                                -2000.0,
                                LocalDate.of(2013, 2, 1),
                                LocalTime.of(7, 5, 30),
                                LocalDateTime.of(2013, 2, 1, 0, 0),
                                Instant.parse("2013-01-31T15:35:00Z"),
                                null,
                                java.math.BigDecimal.ONE,
                                "123")),
                Table.read(source).rows());
    }

    @Test
    void anUnquotedEmptyFieldIsNullAndAQuotedOneIsTheEmptyString() throws Exception {
        Source source = open("t.csv", "n,s\n,\n1,\"\"\n\"\",x\n", Map.of());
        assertEquals(
                List.of(row(null, null), row(1, ""), row(null, "x")), Table.read(source).rows());
    }

    @Test
    void readsOnlyTheColumnsAskedForInTheirOrder() throws Exception {
        Source source = open("t.csv", "a,b,c\n1,x,2.5\n2,y,3.5\n", Map.of());
        assertEquals(List.of(row(2.5, 1), row(3.5, 2)), Table.read(source, "c", "a").rows());
        assertEquals(List.of(row(), row()), Table.read(source, new int[0], -1).rows());
        assertEquals(List.of(row("x")), Table.read(source, new int[] {1}, 1).rows());
    }

    @Test
    void findsDelimiters() throws Exception {
        for (String delimiter : List.of(",", ";", "\t", "|")) {
            String text = "a,b,c\n1,\"x,;|\t\",2\n3,y,4\n".replace(",", delimiter);
            Source source = open("t.csv", text, Map.of());
            assertEquals(List.of("a INTEGER", "b TEXT", "c INTEGER"), Table.columns(source));
        }
    }

    @Test
    void takesMarksLineEndsAndLinesInsideQuotes() throws Exception {
        Source source = open("t.csv", "\ufeffa,b\r\n1,\"x\r\n\"\"y\"\"\"\r\n\r\n2,z", Map.of());
        assertEquals(List.of(row(1, "x\r\n\"y\""), row(2, "z")), Table.read(source).rows());
        Source mac = open("m.csv", "a,b\r1,x\r2,y\r", Map.of());
        assertEquals(List.of(row(1, "x"), row(2, "y")), Table.read(mac).rows());
    }

    @Test
    void readsOtherEncodings() throws Exception {
        Files.write(folder.resolve("l.csv"), "a\nMünchen\n".getBytes(StandardCharsets.ISO_8859_1));
        Source latin = sources().open("l.csv", FileFormat.AUTO, Map.of("encoding", "latin-1"));
        assertEquals(List.of(row("München")), Table.read(latin).rows());
        Files.write(
                folder.resolve("u.csv"), "\ufeffa\nMünchen€\n".getBytes(StandardCharsets.UTF_16LE));
        Source wide = sources().open("u.csv", FileFormat.AUTO, Map.of());
        assertEquals(List.of(row("München€")), Table.read(wide).rows());
    }

    @Test
    void firstBatchesAreSmallAndLaterOnesFull() throws Exception {
        StringBuilder text = new StringBuilder("n,s\n");
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append(",row ").append(i).append('\n');
        }
        Table table = Table.read(open("t.csv", text.toString(), Map.of("random_order", false)));
        assertEquals(20_000, table.rows().size());
        assertEquals(row(19_999L, "row 19999"), table.rows().getLast());
        assertEquals(List.of(64, 256, 1024, 4096), table.batches().subList(0, 4));
        assertEquals(20_000, table.meter().progress().rows());
        assertEquals(text.length(), table.meter().progress().bytes());
        assertEquals(text.length(), table.meter().progress().bytesTotal());
        assertEquals(1, table.meter().progress().units());
    }

    @Test
    void aFileWithoutHeaderGetsNumberedColumns() throws Exception {
        Source source = open("t.csv", "1,x\n2,y\n", Map.of());
        assertEquals(List.of("column1 INTEGER", "column2 TEXT"), Table.columns(source));
        assertEquals(2, Table.read(source).rows().size());
        Source words = open("w.csv", "carrier,name\nUA,United\n", Map.of());
        assertEquals(List.of("carrier TEXT", "name TEXT"), Table.columns(words));
    }

    @Test
    void namesEveryColumnOnce() throws Exception {
        Source source = open("t.csv", "a,A,a_1,,a\n1,2,3,4,5\n", Map.of());
        assertEquals(
                List.of("a", "A_2", "a_1", "column4", "a_3"),
                source.schema().columns().stream().map(c -> c.name()).toList());
    }

    @Test
    void matchesPatternsInTheOrderOfNames() throws Exception {
        Files.createDirectories(folder.resolve("d/e"));
        Files.writeString(folder.resolve("d/b.csv"), "x,y\n2,b\n");
        Files.writeString(folder.resolve("d/a.csv"), "x,y\n1,a\n");
        Files.writeString(folder.resolve("d/e/c.csv"), "x,y\n3.5,c\n");
        Source flat = sources().open("d/*.csv", FileFormat.AUTO, Map.of("filename", true));
        assertEquals(
                List.of(row(1, "a", "d/a.csv"), row(2, "b", "d/b.csv")), Table.read(flat).rows());
        Source deep = sources().open("d/**/*.csv", FileFormat.AUTO, Map.of());
        assertEquals(List.of("x DOUBLE", "y TEXT"), Table.columns(deep));
        assertEquals(3, Table.read(deep).rows().size());
        Files.writeString(folder.resolve("d/z.csv"), "y,z\nq,9\n");
        Source union = sources().open("d/*.csv", FileFormat.AUTO, Map.of("union_by_name", true));
        assertEquals(
                List.of(row(1, "a", null), row(2, "b", null), row(null, "q", 9)),
                Table.read(union).rows());
    }

    @Test
    void optionsDecideWhatWouldBeGuessed() throws Exception {
        String text = "# title\nid|when|v\n007|31.12.2013|NA\n8|01.02.2014|'a|b'\n";
        Source source =
                open(
                        "t.csv",
                        text,
                        Map.of(
                                "skip",
                                1L,
                                "quote",
                                "'",
                                "nullstr",
                                List.of("NA", "-"),
                                "dateformat",
                                "%d.%m.%Y",
                                "types",
                                "{\"ID\":\"int\"}"));
        assertEquals(List.of("id INTEGER", "when DATE", "v TEXT"), Table.columns(source));
        assertEquals(
                List.of(
                        row(7, LocalDate.of(2013, 12, 31), null),
                        row(8, LocalDate.of(2014, 2, 1), "a|b")),
                Table.read(source).rows());
        Source text2 = open("u.csv", "a,b\n1,2\n", Map.of("all_varchar", "true"));
        assertEquals(List.of("a TEXT", "b TEXT"), Table.columns(text2));
        Source declared =
                open("v.csv", "1,2\n", Map.of("columns", "{\"p\":\"double\",\"q\":\"text\"}"));
        assertEquals(List.of(row(1.0, "2")), Table.read(declared).rows());
    }

    @Test
    void knowsFilesByTheirNames() {
        for (String name :
                List.of(
                        "data/x.csv",
                        "*.parquet",
                        "http://h/x.json",
                        "https://h/api?x=1",
                        "x.csv.gz",
                        "x.ndjson.zst",
                        "x.JSONL",
                        "x.tsv")) {
            assertTrue(FileSources.looksLikeFile(name), name);
        }
        for (String name : List.of("flights", "data/x", "a.b", "x.gz", "csv")) {
            assertTrue(!FileSources.looksLikeFile(name), name);
        }
    }
}
