package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.Reply;

class FormTest {
    private static final String FOUND =
            """
            <html><body><table class="results"><tr><th>Year</th><th>Maker</th></tr>
            <tr class="hit"><td class="year"> 1,999 </td><td class="maker"><a href="/m/7">BOEING</a></td></tr>
            <tr class="hit"><td class="year"></td><td class="maker"></td></tr>
            </table></body></html>
            """;

    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private void planes() {
        desk.required("tailnum", Type.TEXT)
                .column("year", Type.INTEGER, "td.year")
                .column("maker", Type.TEXT, "td.maker")
                .column("link", Type.TEXT, "td.maker a@href")
                .url("/search?tailnum={tailnum}")
                .with("format", "html")
                .with("rows", "table.results tr");
    }

    @Test
    void aFormIsAskedByItsFieldAndEchoesIt() throws Exception {
        planes();
        desk.server.on("/search", Reply.html(FOUND));
        Source source = desk.open();
        assertFalse(source.access().scan());
        assertEquals(1, source.access().binds().size());
        assertEquals(
                List.of(
                        List.of("N 1", 1999, "BOEING", "/m/7"),
                        Arrays.asList("N 1", null, null, null)),
                desk.lookup("N 1"));
        assertEquals("tailnum=N%201", desk.server.log().getFirst().query());
    }

    @Test
    void aFormThatFindsNothingHasNoRows() throws Exception {
        planes();
        desk.server.on("/search", Reply.html("<p class=none>No plane found</p>"));
        assertEquals(List.of(), desk.lookup("N1"));
        desk.with("on_empty", "error");
        TelegraphException e = assertThrows(TelegraphException.class, () -> desk.lookup("N1"));
        assertTrue(e.getMessage().contains("nothing matches \"table.results tr\""), e.getMessage());
    }

    @Test
    void notFoundIsNoRowsIfTheValueStandsInThePath() throws Exception {
        desk.required("id", Type.INTEGER)
                .column("v", Type.TEXT)
                .url("/item/{id}")
                .with("format", "json");
        assertEquals(List.of(), desk.lookup(5));
        desk.with("not_found", "error");
        TelegraphException e = assertThrows(TelegraphException.class, () -> desk.lookup(5));
        assertTrue(e.getMessage().contains("status 404 Not Found"), e.getMessage());
    }

    @Test
    void aPostFormSendsConstantsAndValues() throws Exception {
        desk.required("q", Type.TEXT)
                .column("v", Type.INTEGER)
                .url("/post")
                .with("method", "post")
                .with("form.lang", "de & en")
                .with("form.query", "{q}")
                .with("format", "json");
        desk.server.on("/post", r -> Reply.json("{\"v\":" + r.form().get("query").length() + "}"));
        assertEquals(List.of(List.of("ü+b", 3)), desk.lookup("ü+b"));
        assertEquals("de & en", desk.server.log().getFirst().form().get("lang"));
        assertEquals("POST", desk.server.log().getFirst().method());
    }

    @Test
    void aJsonBodyTakesValuesBetweenItsQuotes() throws Exception {
        desk.required("q", Type.TEXT)
                .column("v", Type.INTEGER)
                .url("/post")
                .with("body", "{\"filter\": {\"name\": \"{q}\"}, \"tags\": []}")
                .with("format", "json");
        desk.server.on("/post", Reply.json("[{\"v\":1}]"));
        assertEquals(List.of(List.of("a\"b", 1)), desk.lookup("a\"b"));
        assertEquals(
                "{\"filter\": {\"name\": \"a\\\"b\"}, \"tags\": []}",
                desk.server.log().getFirst().body());
        assertEquals("application/json", desk.server.log().getFirst().header("Content-Type"));
    }

    @Test
    void aFailedLookupIsSkippedOrNullIfAsked() throws Exception {
        planes();
        desk.server.on("/search", Reply.status(500));
        desk.with("retries", "1").with("on_error", "null");
        assertEquals(List.of(Arrays.asList("N1", null, null, null)), desk.lookup("N1"));
        assertEquals(1, desk.meter.progress().failed());
        assertEquals(1, desk.meter.progress().retried());
        desk.with("on_error", "skip");
        assertEquals(List.of(), desk.lookup("N1"));
        assertEquals(2, desk.meter.progress().failed());
        desk.with("on_error", "fail");
        assertThrows(TelegraphException.class, () -> desk.lookup("N1"));
    }

    @Test
    void cellsAreTakenInOrderWhereNoPathIsGiven() throws Exception {
        desk.required("tailnum", Type.TEXT)
                .column("year", Type.INTEGER)
                .column("maker", Type.TEXT)
                .url("/search")
                .with("format", "html");
        desk.server.on("/search", Reply.html(FOUND));
        assertEquals(List.of("N1", 1999, "BOEING"), desk.lookup("N1").getFirst());
        assertEquals("tailnum=N1", desk.server.log().getFirst().query());
    }

    @Test
    void csvPagesAreReadByTheirHeader() throws Exception {
        desk.required("origin", Type.TEXT)
                .column("wind", Type.DOUBLE, "wind_speed")
                .column("hour", Type.TIMESTAMP, "time_hour")
                .url("/weather/{origin}.csv")
                .with("nulls", "NA");
        desk.server.on(
                "/weather/EWR.csv",
                Reply.csv(
                        "time_hour,wind_speed\n2013-01-01 05:00:00,\"10.5\"\n2013-01-01T06:00:00Z,NA\n"));
        assertEquals(
                "[[EWR, 10.5, 2013-01-01T05:00], [EWR, null, 2013-01-01T06:00]]",
                desk.lookup("EWR").toString());
    }

    @Test
    void aCsvPageMayHaveAMarkBlankLinesQuotesAndNoLastLineEnd() throws Exception {
        csv("utf-8");
        answers("\uFEFF\r\n name ,id\r\n\r\n\"a \"\"b\"\",\r\nc\",1\r\n\"\",\"2\"\r\n\n,3\n\n");
        assertEquals("[[1, a \"b\",\r\nc], [2, null], [3, null]]", desk.scan().toString());
        answers("id,name\n1,a\"b\n2, \"c\"");
        assertEquals("[[1, a\"b], [2,  \"c\"]]", desk.scan().toString());
        for (String empty : new String[] {"", "\n\n", "id,name", "id,name\r\n"}) {
            answers(empty);
            assertEquals(List.of(), desk.scan());
        }
    }

    @Test
    void aCsvPageIsReadInItsEncodingWithItsDelimiter() throws Exception {
        csv("windows-1252");
        desk.with("delimiter", "\\t");
        desk.server.on(
                "/x.csv",
                Reply.of(200, "text/csv", "id\tname\n1\té,\u20ac".getBytes("windows-1252")));
        assertEquals("[[1, é,€]]", desk.scan().toString());
        for (String wrong : new String[] {"", "ab", "\"", "\n", "§"}) {
            desk.with("delimiter", wrong);
            TelegraphException e = assertThrows(TelegraphException.class, desk::open);
            assertTrue(e.getMessage().contains("option=delimiter value=" + wrong), e.getMessage());
        }
    }

    @Test
    void aRowThatIsNoCsvIsToldWithItsLine() throws Exception {
        csv("utf-8");
        isBroken("id,name\n1,a\n\n2\n", "line=4", "expected=2 actual=1");
        isBroken("id,name\n1,a\n2,b,c", "line=3", "expected=2 actual=3");
        isBroken("id,name\n1,a\n  \n", "line=3", "expected=2 actual=1");
        isBroken("id,name\n1,\"a\nb\"\n2,\"c\"d\n", "line=4", "text follows a closing quote");
        isBroken("id,name\n1,a\n2,\"b\n3,c\n", "line=3", "a quote is never closed");
        isBroken("id,\"name\n", "line=1", "a quote is never closed");
    }

    private void csv(String encoding) {
        desk.column("id", Type.INTEGER)
                .column("name", Type.TEXT)
                .url("/x.csv")
                .with("encoding", encoding);
    }

    private void answers(String page) {
        desk.server.on("/x.csv", Reply.csv(page));
    }

    private void isBroken(String page, String... parts) {
        answers(page);
        TelegraphException e = assertThrows(TelegraphException.class, desk::scan);
        assertTrue(e.getMessage().startsWith("CSV is needed: GET http"), e.getMessage());
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
    }
}
