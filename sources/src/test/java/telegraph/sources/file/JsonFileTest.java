package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

class JsonFileTest {
    private static final String LINES =
            """
            {"n":1,"s":"a","day":"2013-01-31","o":{"x":[1,2.50],"y":"é"},"late":true}
            {"n":2,"d":1.5,"s":null,"o":[],"big":12345678901}
            """;

    @TempDir Path folder;

    private Source open(String name, String content, Map<String, Object> options) throws Exception {
        Files.writeString(folder.resolve(name), content);
        return new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open(name, FileFormat.AUTO, options);
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    @Test
    void arraysLinesAndConcatenatedObjectsAreTheSameRows() throws Exception {
        for (String content :
                List.of(
                        LINES,
                        "[" + LINES.strip().replace("\n", ",\n") + "]",
                        LINES.replace("\n", ""))) {
            Source source = open("t.json", content, Map.of());
            assertEquals(
                    List.of(
                            "n INTEGER",
                            "s TEXT",
                            "day DATE",
                            "o TEXT",
                            "late BOOLEAN",
                            "d DOUBLE",
                            "big BIGINT"),
                    Table.columns(source));
            assertEquals(
                    List.of(
                            row(
                                    1,
                                    "a",
                                    LocalDate.of(2013, 1, 31),
                                    "{\"x\":[1,2.50],\"y\":\"é\"}",
                                    true,
                                    null,
                                    null),
                            row(2, null, null, "[]", null, 1.5, 12345678901L)),
                    Table.read(source).rows());
        }
    }

    @Test
    void aPathLeadsToTheRows() throws Exception {
        String content =
                "{\"count\":2,\"data\":{\"items\":[{\"a\":1},{\"a\":2}],\"x\":0},\"z\":[]}";
        for (String path : List.of("$.data.items", "data.items[*]")) {
            Source source = open("t.json", content, Map.of("rows", path));
            assertEquals(List.of(row(1), row(2)), Table.read(source).rows());
        }
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> open("t.json", content, Map.of("rows", "$.data.item")));
        assertTrue(e.getMessage().contains("Did you mean \"items\"?"), e.getMessage());
    }

    @Test
    void rowsThatAreNoObjectsHaveOneColumn() throws Exception {
        Source source = open("t.json", "[1, null, 3]", Map.of());
        assertEquals(List.of("value INTEGER"), Table.columns(source));
        assertEquals(List.of(row(1), row((Object) null), row(3)), Table.read(source).rows());
    }

    @Test
    void readsOnlyTheColumnsAskedForInTheirOrder() throws Exception {
        Source source = open("t.ndjson", LINES, Map.of());
        assertEquals(List.of(row(null, 1), row(1.5, 2)), Table.read(source, "d", "n").rows());
    }

    @Test
    void textKeepsEveryCharacter() throws Exception {
        String text = "plain \\u20ac é 😀 \\ud83d\\ude00 \\\\ \\n";
        Source source = open("t.ndjson", "{\"s\":\"" + text + "\"}", Map.of());
        assertEquals(List.of(row("plain € é 😀 😀 \\ \n")), Table.read(source).rows());
    }

    @Test
    void filesOfAPatternMayHaveDifferentMembers() throws Exception {
        Files.writeString(folder.resolve("a.ndjson"), "{\"x\":1}\n");
        open("b.ndjson", "{\"y\":2,\"x\":1.5}\n", Map.of());
        Source source =
                new FileSources(folder, RemoteFiles.NONE, () -> Reach.ALL)
                        .open("*.ndjson", FileFormat.AUTO, Map.of());
        assertEquals(List.of("x DOUBLE", "y INTEGER"), Table.columns(source));
        assertEquals(List.of(row(1.0, null), row(1.5, 2)), Table.read(source).rows());
    }

    @Test
    void aMisfitNamesLineColumnAndText() throws Exception {
        String content = "{\"n\":1}\n".repeat(30_000) + "{\"n\":\"many\"}\n{\"n\":2}\n";
        Source source = open("t.ndjson", content, Map.of());
        TelegraphException e = assertThrows(TelegraphException.class, () -> Table.read(source));
        assertTrue(
                e.getMessage()
                        .contains("file=t.ndjson line=30001 column=n type=BIGINT text=\"many\""),
                e.getMessage());
        Source lenient = open("t.ndjson", content, Map.of("ignore_errors", true));
        Table table = Table.read(lenient);
        assertEquals(30_001, table.rows().size());
        assertEquals(1, table.meter().progress().failed());
    }

    @Test
    void brokenJsonNamesLineAndPosition() throws Exception {
        for (String content : List.of("{\"a\":1}\n{\"a\":}\n", "[{\"a\":1},\n{\"a\":")) {
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> open("t.json", content, Map.of()));
            assertTrue(e.getMessage().contains("file=t.json line=2 position="), e.getMessage());
        }
        for (String content : List.of("", "[]", "{}")) {
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> open("t.json", content, Map.of()));
            assertTrue(e.getMessage().contains("must have a row"), e.getMessage());
        }
    }
}
