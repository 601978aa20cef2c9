package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// JSON loses no member and no character without a word.
class JsonLossTest {
    @TempDir Path folder;

    private Source open(String name, Map<String, Object> options) {
        return new FileTables(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open(name, FileFormat.AUTO, options);
    }

    /// Columns, rows, and what is said of them.
    private List<Object> read(byte[] content, Map<String, Object> options) throws Exception {
        Files.write(folder.resolve("t.json"), content);
        Source source = open("t.json", options);
        Table table = Table.read(source);
        List<Object> said = new ArrayList<>(List.of(Table.columns(source).toString()));
        table.rows().forEach(row -> said.add(row.toString()));
        said.addAll(table.meter().progress().notes());
        return said;
    }

    private List<Object> read(String content) throws Exception {
        return read(content.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    private String refusal(byte[] content) {
        return assertThrows(TelegraphException.class, () -> read(content, Map.of())).getMessage();
    }

    private String refusal(String content) {
        return refusal(content.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(String before, int[] middle, String after) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
        Arrays.stream(middle).forEach(bytes::write);
        bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    @Test
    void membersThatDifferInCaseAreColumns() throws Exception {
        assertEquals(
                List.of("[id INTEGER, Id_1 INTEGER]", "[1, 2]", "column \"Id\" is \"Id_1\" here"),
                read("{\"id\":1,\"Id\":2}"));
        assertEquals(
                List.of(
                        "[a INTEGER, A_2 INTEGER, a_1 INTEGER]",
                        "[1, 2, 3]",
                        "column \"A\" is \"A_2\" here"),
                read("{\"a\":1,\"A\":2,\"a_1\":3}"));
        Files.writeString(folder.resolve("one.json"), "{\"k\":1}");
        Files.writeString(folder.resolve("two.json"), "{\"K\":2}");
        assertEquals(
                List.of(Arrays.asList(1, null), Arrays.asList(null, 2)),
                Table.read(open("{one,two}.json", Map.of())).rows());
    }

    @Test
    void typesAreOfColumnsByEitherName() throws Exception {
        byte[] content = "{\"id\":1,\"Id\":2}".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                "[id INTEGER, Id_1 TEXT]",
                read(content, Map.of("types", "{\"Id\":\"TEXT\"}")).getFirst());
        assertEquals(
                "[id INTEGER, Id_1 TEXT]",
                read(content, Map.of("types", "{\"id_1\":\"TEXT\"}")).getFirst());
    }

    @Test
    void aColumnWithoutANameIsNumbered() throws Exception {
        assertEquals(
                List.of(
                        "[a INTEGER, column2 INTEGER]",
                        "[1, 0]",
                        "a column without a name is \"column2\" here"),
                read("{\"a\":1,\"\":0}"));
        Files.writeString(folder.resolve("t.csv"), "x\ny\n");
        Source csv = open("t.csv", Map.of("columns", "{\"\":\"TEXT\"}", "header", false));
        assertEquals(List.of("column1 TEXT"), Table.columns(csv));
        assertEquals(List.of(List.of("x"), List.of("y")), Table.read(csv).rows());
    }

    @Test
    void membersInNoColumnAreCounted() throws Exception {
        String late = "{\"a\":1}\n{\"a\":2,\"b\":3}\n{\"c\":4}\n";
        List<Object> read = read(late.getBytes(StandardCharsets.UTF_8), Map.of("sample", 1));
        assertEquals(List.of("[a BIGINT]", "[1]", "[2]", "[null]"), read.subList(0, 4));
        assertTrue(read.get(4).toString().startsWith("2 values were left out (file=t.json"));
        assertTrue(read.get(4).toString().contains("member \"b\" is in no column"));
        List<Object> twice = read("[{\"a\":1,\"a\":2}]");
        assertEquals(List.of("[a INTEGER]", "[2]"), twice.subList(0, 2));
        assertTrue(twice.get(2).toString().contains("member \"a\" is there twice"));
        assertEquals(
                List.of("[a INTEGER]", "[1]"),
                read(
                        "{\"a\":1,\"b\":2}".getBytes(StandardCharsets.UTF_8),
                        Map.of("columns", "{\"a\":\"INTEGER\"}")));
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() throws Exception {
        int[][] wrong = {
            {0xc0, 0xaf},
            {0xc1, 0x81},
            {0xe0, 0x80, 0xaf},
            {0xed, 0xa0, 0x80},
            {0xf0, 0x80, 0x80, 0xaf},
            {0xf4, 0xbf, 0xbf, 0xbf},
            {0xf5, 0x80, 0x80, 0x80},
            {0x80},
            {0xe4, 0x41}
        };
        for (int[] bytes : wrong) {
            String array = refusal(bytes("[{\"a\":\"", bytes, "\"}]"));
            assertTrue(array.contains("must be UTF-8: file=t.json byte="), array);
            String lines = refusal(bytes("{\"a\":\"x\"}\n{\"a\":\"", bytes, "\"}\n"));
            assertTrue(lines.contains("must be UTF-8: file=t.json byte="), lines);
        }
        assertTrue(refusal(bytes("\"a", new int[] {0xe4}, "")).contains("must be UTF-8"));
        assertEquals(
                List.of("[a TEXT]", "[ä€😀\u07ff\ud7ff\ue000]"),
                read("{\"a\":\"ä€😀\u07ff\ud7ff\ue000\"}"));
    }

    @Test
    void halvesOfSurrogatePairsAreRefused() throws Exception {
        for (String half : List.of("\\ud800", "x\\udc00y", "\\ud800\\ud800", "\\udc00\\ud800")) {
            String refused = refusal("{\"a\":\"" + half + "\"}");
            assertTrue(refused.contains("half a surrogate pair"), refused);
            String name = refusal("{\"" + half + "\":1}");
            assertTrue(name.contains("surrogate"), name);
            String escaped = "[\"" + half.replace("\\ud", "\\uD").replace("\\uDc", "\\uDC") + "\"]";
            assertEquals(List.of("[a TEXT]", "[" + escaped + "]"), read("{\"a\":" + escaped + "}"));
        }
        assertEquals(List.of("[a TEXT]", "[😀]"), read("{\"a\":\"\\ud83d\\ude00\"}"));
    }

    @Test
    void numbersBeyondDoublesStayText() throws Exception {
        assertEquals(List.of("[a TEXT]", "[1e400]", "[1]"), read("{\"a\":1e400}\n{\"a\":1}\n"));
        assertEquals(List.of("[a TEXT]", "[-1e-400]"), read("{\"a\":-1e-400}"));
        assertEquals(List.of("[a DOUBLE]", "[0.0]"), read("{\"a\":0e-400}"));
        String digits = "9".repeat(400);
        assertEquals(List.of("[a TEXT]", "[" + digits + "]"), read("{\"a\":" + digits + "}"));
        byte[] large = "{\"a\":1e400}".getBytes(StandardCharsets.UTF_8);
        String refused =
                assertThrows(
                                TelegraphException.class,
                                () -> read(large, Map.of("types", "{\"a\":\"DOUBLE\"}")))
                        .getMessage();
        assertTrue(refused.startsWith("a value must fit its column's type"), refused);
        Files.writeString(folder.resolve("t.csv"), "a,b,c\n1e400,-1e-400,inf\n1,2,3\n");
        assertEquals(
                List.of("a TEXT", "b TEXT", "c DOUBLE"), Table.columns(open("t.csv", Map.of())));
    }

    @Test
    void rowsAreObjectsOrNot() throws Exception {
        for (String mixed :
                List.of(
                        "{\"a\": true} \"x\"",
                        "{\"a\":1}\n5\n",
                        "5 {\"a\":1}",
                        "[{\"a\":1},[2]]",
                        "[1,2][{\"a\":1}]")) {
            String refused = refusal(mixed);
            assertTrue(
                    refused.startsWith("the rows of a JSON file must be all objects, or none"),
                    refused);
        }
        byte[] mixed = "{\"a\":1}\n5\n{\"a\":2}\n".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                List.of("[a INTEGER]", "[1]", "[2]"), read(mixed, Map.of("ignore_errors", true)));
        assertEquals(List.of("[a INTEGER]", "[1]", "[null]"), read("[{\"a\":1},null]"));
        assertEquals(List.of("[value TEXT]", "[5]", "[[1]]"), read("5 [[1]]"));
    }
}
