package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Every file that cannot be read says which file, where in it, why, and what to do.
class BadFileTest {
    @TempDir Path folder;

    private Source open(String name, Map<String, Object> options) {
        return new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open(name, FileFormat.AUTO, options);
    }

    private void write(String name, String content) throws Exception {
        Files.writeString(folder.resolve(name), content);
    }

    private void refuses(String name, Map<String, Object> options, String... parts) {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Table.read(open(name, options)));
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), part + " is not in: " + e.getMessage());
        }
    }

    private void refuses(String name, String... parts) {
        refuses(name, Map.of(), parts);
    }

    @Test
    void aMissingFileNamesTheNearest() throws Exception {
        Files.createDirectory(folder.resolve("data"));
        write("data/flights.csv", "a\n1\n");
        refuses("data/fligths.csv", "a file must exist", "Did you mean \"data/flights.csv\"?");
        refuses("dat/x.csv", "even its folder does not", "file=dat/x.csv");
        refuses("data/*.tsv", "a pattern must match at least one file", "pattern=data/*.tsv");
        refuses("data", "this is a folder", "'data/*.csv'");
        refuses("", "a file has a name");
        refuses("http://h/x.csv", "url=http://h/x.csv");
    }

    @Test
    void aFileNobodyMayReadSaysSo() {
        TelegraphException e =
                FileOrigin.Local.denied("secret.csv", new AccessDeniedException("secret.csv"));
        assertTrue(e.getMessage().contains("file=secret.csv"), e.getMessage());
        assertTrue(e.getMessage().contains("permissions"), e.getMessage());
    }

    @Test
    void anEmptyFileSaysSo() throws Exception {
        write("e.csv", "");
        refuses("e.csv", "file=e.csv", "It is empty");
        assertEquals(
                List.of(), Table.read(open("e.csv", Map.of("columns", Map.of("a", "int")))).rows());
        write("blank.csv", "\n\n\n");
        refuses("blank.csv", "file=blank.csv", "at least one line");
        write("h.csv", "a,b\n");
        assertEquals(List.of(), Table.read(open("h.csv", Map.of())).rows());
    }

    @Test
    void contentOfAnotherFormatSaysWhatItIs() throws Exception {
        write("p.csv", "<!DOCTYPE html>\n<html><body>Not found</body></html>");
        refuses("p.csv", "read_as=CSV", "found=an HTML page", "<!DOCTYPE html>");
        write("p.json", " <html><body>Not found</body></html>");
        refuses("p.json", "read_as=JSON", "found=an HTML page");
        write("q.csv", "PAR1xxxx");
        refuses("q.csv", "found=Parquet");
        write("z.csv", "PK\u0003\u0004xxxx");
        refuses("z.csv", "found=a ZIP archive");
        write("b.csv", "a,b\n1,\u0000\n");
        refuses("b.csv", "found=binary data (a zero byte at 6)");
        write("j.csv", "{\"error\":\"no such page\"}");
        refuses("j.csv", "found=JSON");
        write("x.json", "<?xml version=\"1.0\"?><a/>");
        refuses("x.json", "found=XML");
    }

    @Test
    void raggedRowsNameLineAndCounts() throws Exception {
        write("r.csv", "a,b\n1,\"x\ny\"\n2,y,z\n3,w\n");
        refuses("r.csv", "file=r.csv line=4 expected=2 actual=3", "ignore_errors => true");
        Table table = Table.read(open("r.csv", Map.of("ignore_errors", true)));
        assertEquals(2, table.rows().size());
        assertEquals(1, table.meter().progress().failed());
        assertTrue(table.meter().progress().failure().contains("line=4"));
        write("q.csv", "a,b\n1,x\n2,\"y\n3,z\n");
        refuses("q.csv", "a quote is never closed", "line=3");
        write("g.csv", "a,b\n1,\"x\"y\n");
        refuses("g.csv", "text follows a closing quote", "line=2");
    }

    @Test
    void aBadNumberInRowOneMillionAndOneNamesItsPlace() throws Exception {
        try (OutputStream out =
                new BufferedOutputStream(Files.newOutputStream(folder.resolve("m.csv")))) {
            out.write("id,n\n".getBytes(StandardCharsets.US_ASCII));
            byte[] line = "x,17\n".getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 1_000_000; i++) {
                out.write(line);
            }
            out.write("x,many\n".getBytes(StandardCharsets.US_ASCII));
        }
        Source source = open("m.csv", Map.of());
        int[] one = {source.schema().indexOf("n")};
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Table.read(source, one, -1));
        for (String part :
                List.of(
                        "file=m.csv line=1000002 column=n type=BIGINT text=\"many\"",
                        "types => '{\"n\":\"TEXT\"}'",
                        "sample => -1")) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
        assertEquals(
                List.of("id TEXT", "n TEXT"), Table.columns(open("m.csv", Map.of("sample", -1L))));
    }

    @Test
    void bytesThatAreNoTextSaySo() throws Exception {
        Files.write(
                folder.resolve("l.csv"), "a,b\n1,Zürich\n".getBytes(StandardCharsets.ISO_8859_1));
        refuses("l.csv", "must be UTF-8", "line=2 column=b", "encoding => 'latin-1'");
        Files.write(folder.resolve("h.csv"), "ä,b\n1,2\n".getBytes(StandardCharsets.ISO_8859_1));
        refuses("h.csv", "must be UTF-8", "line=1");
        write("u.csv", "a\nä\n");
        refuses("u.csv", Map.of("encoding", "us-ascii"), "encoding=US-ASCII", "file=u.csv");
        refuses("u.csv", Map.of("encoding", "utf-9"), "unknown encoding \"utf-9\"", "UTF-8");
    }

    private static byte[] gzip(byte[] content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    @Test
    void damagedCompressionSaysSo() throws Exception {
        StringBuilder text = new StringBuilder("a,b\n");
        for (int i = 0; i < 200_000; i++) {
            text.append(i).append(',').append(i * 7919L % 10_007).append('\n');
        }
        byte[] whole = gzip(text.toString().getBytes(StandardCharsets.US_ASCII));
        Files.write(folder.resolve("t.csv.gz"), Arrays.copyOf(whole, whole.length / 2));
        refuses("t.csv.gz", "file=t.csv.gz", "It was cut off");
        Files.write(folder.resolve("s.csv.gz"), Arrays.copyOf(whole, 7));
        refuses("s.csv.gz", "file=s.csv.gz", "It was cut off");
        byte[] damaged = whole.clone();
        Arrays.fill(damaged, damaged.length / 2, damaged.length / 2 + 200, (byte) 0x55);
        Files.write(folder.resolve("d.csv.gz"), damaged);
        refuses("d.csv.gz", "file=d.csv.gz");
        write("n.csv.gz", "a,b\n1,2\n");
        refuses("n.csv.gz", "a gzip file begins with its mark", "compression => 'none'");
        assertEquals(1, Table.read(open("n.csv.gz", Map.of("compression", "none"))).rows().size());
    }

    @Test
    void aGzipBombIsStoppedByItsRatio() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            byte[] block =
                    ("a".repeat(1023) + "\n").repeat(1 << 10).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 80; i++) {
                out.write(block);
            }
        }
        Files.write(folder.resolve("bomb.csv.gz"), bytes.toByteArray());
        Source source = open("bomb.csv.gz", Map.of());
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Table.read(source, new int[0], -1));
        assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
        assertTrue(e.getMessage().contains("at most 250 times"), e.getMessage());
        assertTrue(e.getMessage().contains("expansion_max"), e.getMessage());
    }

    /// A file whose second row has a member of so many bytes, between these.
    private void writeLong(String name, String before, String unit, int times, String after)
            throws Exception {
        byte[] bytes = unit.getBytes(StandardCharsets.UTF_8);
        try (var out = new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            out.write(before.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < times; i++) {
                out.write(bytes);
            }
            out.write(after.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void rowsOfJsonThatAreTooLargeAreNotSaidToBeMalformed() throws Exception {
        String head = "{\"a\":1,\"s\":\"x\"}\n";
        String part = "y".repeat(1 << 20);
        String tooLong =
                "a row has at most 67108864 bytes: file=l.ndjson line=2. Write it as several";
        writeLong("l.ndjson", head + "{\"a\":2,\"s\":\"", part, 70, "\"}\n");
        refuses("l.ndjson", tooLong);
        refuses("l.ndjson", Map.of("random_order", false), tooLong);
        writeLong("l.ndjson", head + "{\"a\":2,\"s\":[\"\"", ",\"" + part + "\"", 70, "]}\n");
        refuses("l.ndjson", tooLong);
        writeLong("l.ndjson", head + "{\"a\":2", ",\"s\":\"" + part + "\"", 70, "}\n");
        refuses("l.ndjson", tooLong);
        writeLong("l.ndjson", head + "{\"a\":2", ",\"t\":\"" + part + "\"", 70, "}\n");
        refuses("l.ndjson", tooLong);
        writeLong("l.ndjson", head + "{\"a\":2,\"s\":\"", part, 60, "\"}\n");
        assertEquals(
                60 << 20,
                ((String) Table.read(open("l.ndjson", Map.of())).rows().get(1).get(1)).length());
        write("d.ndjson", head + "{\"a\":2,\"s\":" + "[".repeat(1001) + "]".repeat(1001) + "}");
        refuses("d.ndjson", "lie at most 1000 deep in each other: file=d.ndjson line=2. Write");
        write("d.json", "[".repeat(100_000));
        refuses("d.json", "lie at most 1000 deep in each other: file=d.json line=1. Write");
        write("n.ndjson", head + "{\"a\":2,\"s\":" + "9".repeat(1001) + "}");
        refuses(
                "n.ndjson",
                "a number has at most 1000 digits: file=n.ndjson line=2. Put it in quotes");
        write("k.ndjson", head + "{\"" + "k".repeat(50_001) + "\":2}");
        refuses("k.ndjson", "a name has at most 50000 characters: file=k.ndjson line=2.");
        write("deep.ndjson", head + "{\"a\":2,\"s\":" + "[".repeat(900) + "]".repeat(900) + "}");
        assertEquals(2, Table.read(open("deep.ndjson", Map.of())).rows().size());
    }

    @Test
    void rowsOfCsvThatAreTooLongSaySo() throws Exception {
        writeLong("l.csv", "a,s\n1,x\n2,", "y".repeat(1 << 20), 70, "\n");
        refuses("l.csv", "a row has at most 67108864 bytes: line=3");
        writeLong("l.tsv", "a\ts\n1\tx\n2\t", "y".repeat(1 << 20), 70, "\n");
        refuses("l.tsv", "a row has at most 67108864 bytes: line=3");
    }

    @Test
    void optionsThatDoNotExistNameTheNearest() throws Exception {
        write("o.csv", "a\n1\n");
        refuses("o.csv", Map.of("delimm", ","), "unknown option \"delimm\"", "\"delim\"");
        refuses("o.csv", Map.of("rows", "$.a"), "unknown option \"rows\"");
        refuses("o.csv", Map.of("header", "perhaps"), "header is true or false");
        refuses("o.csv", Map.of("delim", "ab"), "delim is one ASCII character");
        refuses("o.csv", Map.of("skip", -1L), "skip is a whole number from 0");
        refuses("o.csv", Map.of("types", "{\"b\":\"int\"}"), "unknown column \"b\"");
        refuses("o.csv", Map.of("types", "{\"a\":\"intger\"}"), "Did you mean \"integer\"?");
        refuses("o.csv", Map.of("types", "{a"), "types is JSON");
        refuses("o.csv", Map.of("dateformat", "%Q"), "a date pattern is made of");
        refuses("o.csv", Map.of("compression", "rar"), "compression is auto, none, gzip or zstd");
    }

    @Test
    void filesOfAPatternMustAgree() throws Exception {
        write("1.csv", "a,b\n1,2\n");
        write("2.csv", "b,a\n1,2\n");
        refuses("?.csv", "the same columns in the same order", "file=2.csv", "union_by_name");
    }
}
