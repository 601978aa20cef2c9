package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.engine.source.ScanRequest;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.Answer;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;

class PaginationTest {
    private static final int SIZE = 10;

    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.column("id", Type.INTEGER);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private static List<List<Object>> expected(int count) {
        List<List<Object>> rows = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> rows.add(List.of(i)));
        return rows;
    }

    private static String page(Request request, int total, String more) {
        int page = Integer.parseInt(request.parameter("page"));
        int from = (page - 1) * SIZE;
        return "{\"results\":"
                + Desk.ids(Math.min(from, total), Math.min(from + SIZE, total))
                + more
                + "}";
    }

    @Test
    void rowsWithinRowsSeeWhatIsAroundThemOnEachPage() throws Exception {
        desk.column("order", Type.INTEGER, "^.id");
        desk.column("page", Type.INTEGER, "^.^.at.page");
        desk.server.on(
                "/f",
                r -> {
                    String page = r.parameter("page");
                    return Reply.json(
                            "{\"orders\":[{\"items\":[{\"id\":1},{\"id\":2}],\"id\":"
                                    + page
                                    + "0},{\"items\":[]},{\"id\":5},{\"items\":[{\"id\":3}]}],"
                                    + "\"at\":{\"page\":"
                                    + page
                                    + "},\"pages\":2}");
                });
        desk.url("/f?page={page}")
                .with("rows", "$.orders[*].items[*]")
                .with("page_count", "$.pages");
        assertEquals(
                List.of(
                        List.of(1, 10, 1),
                        List.of(2, 10, 1),
                        Arrays.asList(3, null, 1),
                        List.of(1, 20, 2),
                        List.of(2, 20, 2),
                        Arrays.asList(3, null, 2)),
                desk.scan());
    }

    @Test
    void aKnownNumberOfPagesIsFetchedSeveralAtOnceAndHandedOverInOrder() throws Exception {
        desk.server.on(
                "/f",
                r ->
                        Reply.json(page(r, 95, ",\"pages\":10,\"total\":95"))
                                .delayed(r.number() % 3 * 20L));
        desk.url("/f?page={page}")
                .with("rows", "$.results")
                .with("page_count", "$.pages")
                .with("total", "$.total")
                .with("max_concurrent", "4");
        assertEquals(expected(95), desk.scan());
        assertEquals(10, desk.server.requests());
        assertTrue(desk.server.inProgressMax() > 1, "pages are fetched at once");
        assertTrue(desk.server.inProgressMax() <= 4, "at most max_concurrent at once");
        assertEquals(95, desk.meter.progress().rowsTotal());
        assertEquals(10, desk.meter.progress().units());
        assertEquals(10, desk.meter.progress().unitsTotal());
        assertEquals(95, desk.meter.progress().rows());
    }

    @Test
    void aTotalAndAPageSizeMakeTheNumberOfPages() throws Exception {
        desk.server.on("/f", r -> Reply.json(page(r, 41, ",\"total\":41")));
        desk.url("/f?page={page}&n={limit}")
                .with("rows", "$.results")
                .with("total", "$.total")
                .with("page_size", "10");
        assertEquals(expected(41), desk.scan());
        assertEquals(5, desk.server.requests());
        assertEquals("10", desk.server.log().getFirst().parameter("n"));
    }

    @Test
    void withoutACountPagesEndWithAnEmptyOneAShortOneOrNone() throws Exception {
        desk.server.on("/f", r -> Reply.json(page(r, 30, "")));
        desk.url("/f?page={page}").with("rows", "$.results");
        assertEquals(expected(30), desk.scan());
        assertEquals(4, desk.server.requests());

        desk.server.on("/f", r -> Reply.json(page(r, 25, "")));
        desk.with("page_size", "10");
        assertEquals(expected(25), desk.scan());
        assertEquals(7, desk.server.requests());

        desk.server.on(
                "/f",
                r ->
                        r.parameter("page").equals("3")
                                ? Reply.status(404)
                                : Reply.json(page(r, 100, "")));
        assertEquals(expected(20), desk.scan());
    }

    @Test
    void offsetsCountRows() throws Exception {
        desk.server.on(
                "/f",
                r -> {
                    int from = Integer.parseInt(r.parameter("o"));
                    return Reply.json(Desk.ids(Math.min(from, 23), Math.min(from + SIZE, 23)));
                });
        desk.url("/f?o={offset}").with("format", "json");
        assertEquals(expected(23), desk.scan());
        assertEquals(4, desk.server.requests());
    }

    @Test
    void theHeadOfATableIsNoRowOfThePage() throws Exception {
        desk.server.on(
                "/t",
                r -> {
                    int from = Integer.parseInt(r.parameter("o"));
                    return Reply.html(
                            IntStream.range(Math.min(from, 40), Math.min(from + SIZE, 40))
                                    .mapToObj(i -> "<tr><td>" + i + "</td></tr>")
                                    .collect(
                                            Collectors.joining(
                                                    "",
                                                    "<p>of <b>40</b></p><table><tr><th>id</th></tr>",
                                                    "</table>")));
                });
        desk.url("/t?o={offset}").with("format", "html");
        assertEquals(expected(40), desk.scan());
        assertEquals(5, desk.server.requests());
        desk.with("total", "p b");
        assertEquals(expected(40), desk.scan());
        assertEquals(9, desk.server.requests());
    }

    @Test
    void cursorsAreFollowedToTheEnd() throws Exception {
        desk.server.on(
                "/f",
                r -> {
                    int from =
                            r.query().isEmpty()
                                    ? 0
                                    : Integer.parseInt(r.parameter("c").substring(2));
                    String next = from + SIZE < 35 ? "\"c/" + (from + SIZE) + "\"" : "null";
                    return Reply.json(
                            "{\"d\":"
                                    + Desk.ids(from, Math.min(from + SIZE, 35))
                                    + ",\"next\":"
                                    + next
                                    + "}");
                });
        desk.url("/f?c={cursor}").with("rows", "$.d").with("next_cursor", "$.next");
        assertEquals(expected(35), desk.scan());
        assertEquals("c=c%2F10", desk.server.log().get(1).query());
    }

    /// The rows after a cursor, which a JSON body names or gives as null.
    private static Reply after(String cursor) {
        int from = cursor.equals("null") ? 0 : Integer.parseInt(cursor.replaceAll("[^0-9]", ""));
        String next = from + SIZE < 35 ? "\"c\\\"" + (from + SIZE) + "\"" : "null";
        return Reply.json(
                "{\"d\":" + Desk.ids(from, Math.min(from + SIZE, 35)) + ",\"next\":" + next + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // The hole, what stands there first and then.
                "{\"q\":\"{ a { b } }\",\"after\":\"{cursor}\"}|\"after\":null}|\"after\":\"c\\\"10\"}",
                "{\"after\": {cursor} , \"n\": 1}|\"after\": null ,|\"after\": c\\\"10 ,",
                "[\"from {cursor} on\"]|[\"from  on\"]|[\"from c\\\"10 on\"]",
                "[\"\\\"{cursor}\\\"\"]|[\"\\\"\\\"\"]|[\"\\\"c\\\"10\\\"\"]",
                "after={cursor}|after=|after=c\\\"10",
            })
    void aCursorMayStandInABody(String body, String first, String second) throws Exception {
        List<String> sent = new java.util.concurrent.CopyOnWriteArrayList<>();
        desk.server.on(
                "/p",
                r -> {
                    sent.add(r.body());
                    return after(sent.size() == 1 ? "null" : sent.size() - 1 + "0");
                });
        desk.url("/p").with("body", body).with("rows", "$.d").with("next_cursor", "$.next");
        assertEquals(expected(35), desk.scan());
        assertEquals(4, sent.size());
        assertTrue(sent.getFirst().contains(first), sent.getFirst());
        assertTrue(sent.get(1).contains(second), sent.get(1));
    }

    @Test
    void aCursorMayStandInTheAddressItself() throws Exception {
        desk.server.on("/p/", after("null"));
        desk.server.on("/p/c%2210", after("10"));
        desk.server.on("/p/c%2220", after("20"));
        desk.server.on("/p/c%2230", after("30"));
        desk.url("/p/{cursor}").with("rows", "$.d").with("next_cursor", "$.next");
        assertEquals(expected(35), desk.scan());
    }

    @Test
    void linkHeadersAndLinksOnThePageAreFollowed() throws Exception {
        desk.server.on(
                "/f",
                r -> {
                    int from = r.query().isEmpty() ? 0 : Integer.parseInt(r.parameter("from"));
                    Reply reply = Reply.json(Desk.ids(from, from + SIZE));
                    return from >= 20
                            ? reply
                            : reply.with(
                                    "Link",
                                    "</f>; rel=\"first\", <?from="
                                            + (from + SIZE)
                                            + ">; rel=\"next\"");
                });
        desk.url("/f").with("format", "json").with("paging", "link");
        assertEquals(expected(30), desk.scan());

        try (Desk html = new Desk(directory)) {
            html.server.on(
                    "/p",
                    r -> {
                        int from = r.query().isEmpty() ? 0 : Integer.parseInt(r.parameter("from"));
                        String next =
                                from >= 2
                                        ? ""
                                        : "<a class=next href='p?from=" + (from + 1) + "'>more</a>";
                        return Reply.html("<table><tr><td>" + from + "</td></tr></table>" + next);
                    });
            html.column("id", Type.INTEGER)
                    .url("/p")
                    .with("rows", "table tr")
                    .with("next_link", "a.next");
            assertEquals(expected(3), html.scan());
        }
    }

    @Test
    void aServerThatIgnoresThePageNumberIsFoundOut() {
        desk.server.on("/f", Reply.json(Desk.ids(0, 3)));
        desk.url("/f?page={page}").with("format", "json");
        TelegraphException e = assertThrows(TelegraphException.class, desk::scan);
        assertTrue(
                e.getMessage().contains("a page must differ from the one before"), e.getMessage());
        assertTrue(e.getMessage().contains("/f?page=2"), e.getMessage());
    }

    @Test
    void aPageCutOffIsFetchedAgainAndCountsOnce() throws Exception {
        desk.server.on(
                "/f",
                r -> {
                    Reply good = Reply.json(page(r, 60, ",\"pages\":6"));
                    return r.number() % 2 == 0 ? good.cutAfter(good.body().length / 2) : good;
                });
        desk.url("/f?page={page}")
                .with("rows", "$.results")
                .with("page_count", "$.pages")
                .with("retries", "10");
        assertEquals(expected(60), desk.scan());
        assertTrue(desk.meter.progress().retried() > 0, "some pages were fetched again");
        assertEquals(60, desk.meter.progress().rows());
    }

    @Test
    void skippedPagesAreMissingAndCounted() throws Exception {
        desk.server.on(
                "/f",
                r ->
                        r.parameter("page").equals("2")
                                ? Reply.status(500)
                                : Reply.json(page(r, 40, ",\"pages\":4")));
        desk.url("/f?page={page}")
                .with("rows", "$.results")
                .with("page_count", "$.pages")
                .with("retries", "1")
                .with("on_error", "skip");
        List<List<Object>> rows = desk.scan();
        assertEquals(30, rows.size());
        assertEquals(1, desk.meter.progress().failed());
        assertTrue(
                desk.meter.progress().failure().contains("page=2"),
                desk.meter.progress().failure());
        assertEquals(3, desk.meter.progress().units());
    }

    @Test
    void noMorePagesAreFetchedThanRowsAreWanted() throws Exception {
        desk.server.on("/f", r -> Reply.json(page(r, 1000, "")));
        desk.url("/f?page={page}").with("rows", "$.results");
        List<List<Object>> rows =
                desk.read(desk.open().scan(new ScanRequest(desk.all(), Map.of(), false, 15)));
        assertEquals(20, rows.size());
        assertEquals(2, desk.server.requests());
    }

    @Test
    void constantsForOptionalColumnsAreSentAndAbsentOnesLeftOut() throws Exception {
        desk.optional("kind", Type.TEXT, "").optional("size", Type.INTEGER, "");
        Answer answer = r -> Reply.json("[{\"id\":1,\"kind\":\"a b\"},{\"id\":2,\"kind\":\"c\"}]");
        desk.server.on("/f", answer);
        desk.url("/f?kind={kind}").with("format", "json");
        assertEquals(2, desk.scan().size());
        assertEquals("", desk.server.log().getFirst().query());
        List<List<Object>> rows = desk.scan(Map.of(1, List.of("a b"), 2, List.of(7)));
        assertEquals("kind=a%20b&size=7", desk.server.log().getLast().query());
        assertEquals(
                List.of(List.of(1, "a b", 7)), rows, "a loose server's other rows are left out");
        assertEquals(2, desk.scan(Map.of(1, List.of("c", "a b", "c"))).size());
        assertEquals(4, desk.server.requests());
    }
}
