package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Column;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.Reply;

class ReadHtmlTest {
    private static final String PAGE =
            """
            <title>Peaks</title>
            <table id=menu><tr><td>Home</td><td>About</td></tr></table>
            <table class="wikitable peaks"><caption>Highest</caption>
            <thead><tr><th>Name</th><th>Height (m)</th><th>First ascent</th><th>Zip</th><th></th><th>Range</th></tr></thead>
            <tbody>
            <tr><th>Everest</th><td>8,849</td><td>1953-05-29</td><td>00123</td><td>1.5</td><td rowspan=2>Himalaya</td></tr>
            <tr><td>K2</td><td>8611</td><td></td><td>77</td><td>2</td></tr>
            <tr><td colspan=2>n/a</td><td>1954-07-31</td><td>1</td><td>3e2</td><td>none</td></tr>
            </tbody></table>
            """;

    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.server.on("/p", Reply.html(PAGE));
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private Source html(String selector, Map<String, Object> options) {
        return desk.sources.html(desk.server.url("/p"), selector, options);
    }

    private List<List<Object>> rows(Source source) throws Exception {
        source.schema().columns().forEach(c -> desk.column(c.name(), c.type()));
        int[] all = IntStream.range(0, source.schema().size()).toArray();
        return desk.read(source.scan(new ScanRequest(all, Map.of(), true, -1)));
    }

    @Test
    void namesComeFromTheHeadAndTypesFromTheCells() throws Exception {
        Source source = html(".peaks", Map.of("nulls", "n/a"));
        assertEquals(
                List.of(
                        new Column("name", Type.TEXT),
                        new Column("height_m", Type.INTEGER),
                        new Column("first_ascent", Type.DATE),
                        new Column("zip", Type.TEXT),
                        new Column("c5", Type.DOUBLE),
                        new Column("range", Type.TEXT)),
                source.schema().columns());
        assertEquals(
                "[[Everest, 8849, 1953-05-29, 00123, 1.5, Himalaya],"
                        + " [K2, 8611, null, 77, 2.0, Himalaya],"
                        + " [null, null, 1954-07-31, 1, 300.0, none]]",
                rows(source).toString());
        assertEquals(1, desk.server.requests(), "the page is fetched once");
        assertEquals(3, source.traits().rows().orElseThrow());
        assertEquals(1, desk.meter.progress().requests());
    }

    @Test
    void withoutASelectorTheLongestTableIsTaken() throws Exception {
        assertEquals("height_m", html("", Map.of()).schema().column(1).name());
        assertEquals(2, html("", Map.of("table", 1L)).schema().size());
        assertEquals("c1", html("", Map.of("table", 1L)).schema().column(0).name());
    }

    @Test
    void aSelectorMayMatchRows() throws Exception {
        Source source = html("table.peaks tbody tr", Map.of("all_text", true));
        assertEquals("c1", source.schema().column(0).name());
        assertEquals(3, rows(source).size());
    }

    private void refused(String selector, Map<String, Object> options, String... parts) {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> html(selector, options));
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), () -> part + " in: " + e.getMessage());
        }
    }

    @Test
    void whatIsWrongIsSaid() {
        refused(
                "table.peak",
                Map.of(),
                "nothing matches \"table.peak\"",
                "Did you mean \"table.peaks\"?");
        refused("title", Map.of(), "must match a table", "tables=0");
        refused("", Map.of("heder", true), "option=heder", "Did you mean \"header\"?");
        refused("td[", Map.of(), "a CSS selector is needed");
        desk.server.on("/p", Reply.status(404));
        refused("", Map.of(), "status 404 Not Found");
    }
}
