package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Rows within rows of JSON, and what they have of what is around them.
class NestedRowsTest {
    private static final String ITEMS = "$.orders[*].items[*]";

    @TempDir Path folder;

    private Source open(String content, String rows, Map<String, String> paths) throws Exception {
        Files.writeString(folder.resolve("t.json"), content);
        return open(Map.of("rows", rows, "paths", paths));
    }

    private Source open(Map<String, Object> options) {
        return new FileTables(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open("t.json", FileFormat.JSON, options);
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    @Test
    void columnsOfParentsStandBeforeThoseOfRowsAndHaveTypes() throws Exception {
        Source source =
                open(
                        "{\"orders\":[{\"at\":\"2024-02-29\",\"items\":[{\"n\":1},null]},"
                                + "{\"items\":[{\"n\":2}],\"id\":7}],\"shop\":{\"x\":1}}",
                        ITEMS,
                        Map.of("id", "^.id"));
        assertEquals(List.of("id INTEGER", "n INTEGER"), Table.columns(source));
        assertEquals(List.of(row(null, 1), row(null, null), row(7, 2)), Table.read(source).rows());
        Source typed =
                open(
                        Map.of(
                                "rows",
                                ITEMS,
                                "columns",
                                "{\"day\":\"date\",\"shop\":\"text\"}",
                                "paths",
                                Map.of("day", "^.at", "shop", "^.^.shop")));
        assertEquals("[2024-02-29, {\"x\":1}]", Table.read(typed).rows().getFirst().toString());
    }

    @Test
    void eachDocumentOfAFileHasRows() throws Exception {
        Source source =
                open(
                        "{\"id\":1,\"items\":[{\"n\":1}]}\n{\"id\":2}\n{\"items\":[{\"n\":3}]}\n",
                        "$.items",
                        Map.of("id", "^.id"));
        assertEquals(List.of(row(1, 1), row(null, 3)), Table.read(source).rows());
    }

    @Test
    void arraysLieWithinArrays() throws Exception {
        Source source =
                open(
                        "[{\"m\":[[1,2],[3]]},{\"m\":[[],[4]]}]",
                        "$[*].m[*][*]",
                        Map.of("first", "^[0]"));
        assertEquals(
                List.of(row(1, 1), row(1, 2), row(3, 3), row(4, 4)), Table.read(source).rows());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$.orders[*].items[*] | ^.^.^.id | no further than the document: column=c path=^.^.^.id levels=3 most=2",
                "$[*] | ^.id | no further than the document: column=c path=^.id levels=1 most=0",
                "$.orders[*].items[*] | ^id | goes up by ^ and a dot",
                "$.orders[*].items[*] | ^.a[*] | is names and places",
                "$.orders[*].items[*] | ^.a[-1] | is names and places",
                "$.orders[0].items[*] | ^.id | is names, dots and [*]",
                "$..items[*] | ^.id | is names, dots and [*]",
                "$.orders[*].itens[*] | ^.id | missing=itens. Did you mean \"items\"?",
                "$.orders.items | ^.id | through arrays by [*]: file=t.json rows=$.orders.items step=items found=START_ARRAY line=1",
                "$.shop[*].items | ^.id | a [*] of a path to rows is of an array",
            })
    void pathsThatLeadNowhereAreRefused(String rows, String path, String said) {
        String content = "{\"shop\":{\"items\":[]},\"orders\":[{\"id\":1,\"items\":[{\"n\":1}]}]}";
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> Table.read(open(content, rows, Map.of("c", path))));
        assertTrue(e.getMessage().contains(said), e.getMessage());
    }

    @Test
    void whatStandsTwiceAroundRowsIsRefused() {
        for (String twice :
                List.of(
                        "{\"orders\":[{\"id\":1,\"id\":2,\"items\":[{}]}]}",
                        "{\"orders\":[{\"id\":1,\"items\":[{\"n\":1}],\"items\":[{\"n\":2}]}]}",
                        "{\"orders\":[{\"id\":1,\"items\":[{\"n\":1}],\"id\":2}]}")) {
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> Table.read(open(twice, ITEMS, Map.of("id", "^.id"))));
            assertTrue(e.getMessage().contains("must stand once in each"), e.getMessage());
        }
    }

    @Test
    void aMemberTwiceInARowCountsLastWithItsParts() throws Exception {
        Source source = open("[{\"a\":{\"x\":1},\"a\":{\"y\":2}}]", "$", Map.of("c", "a.x"));
        assertEquals("[null, {\"y\":2}]", Table.read(source).rows().getFirst().toString());
    }

    /// A document of a few hundred megabytes with rows in it is not held.
    @Test
    void rowsWaitForTheirParentsUpToALimitAndElseDoNot() throws Exception {
        byte[] item = ("{\"s\":\"" + "y".repeat(1 << 20) + "\"},").getBytes(StandardCharsets.UTF_8);
        write("{\"orders\":[{\"id\":1,\"items\":[", item, 70, "{}],\"x\":1}]}");
        Map<String, Object> before =
                Map.of(
                        "rows",
                        ITEMS,
                        "columns",
                        "{\"id\":\"INTEGER\"}",
                        "paths",
                        Map.of("id", "^.id"));
        assertEquals(71, Table.read(open(before)).rows().size());
        Map<String, Object> behind =
                Map.of(
                        "rows",
                        ITEMS,
                        "columns",
                        "{\"id\":\"INTEGER\",\"x\":\"INTEGER\"}",
                        "paths",
                        Map.of("id", "^.id", "x", "^.x"));
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Table.read(open(behind)));
        assertEquals(SqlState.PROGRAM_LIMIT, e.state());
        assertTrue(
                e.getMessage()
                        .contains(
                                "with at most 67108864 bytes: file=t.json line=1 rows="
                                        + ITEMS
                                        + " missing=[x]."),
                e.getMessage());
        write("{\"orders\":[{\"id\":1,\"items\":[", item, 20, "{}],\"x\":1}]}");
        assertEquals(row(1, 1), Table.read(open(behind)).rows().getLast());
    }

    private void write(String head, byte[] item, int times, String tail) throws Exception {
        try (var out = new BufferedOutputStream(Files.newOutputStream(folder.resolve("t.json")))) {
            out.write(head.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < times; i++) {
                out.write(item);
            }
            out.write(tail.getBytes(StandardCharsets.UTF_8));
        }
    }
}
