package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.engine.source.ScanRequest;
import telegraph.memory.Type;
import telegraph.testkit.Answer;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;

/// Lists that contradict themselves, ten rows a page: what is read of them is not called all.
class ListTallyTest {
    private static final int SIZE = 10;

    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.column("id", Type.INTEGER);
        desk.url("/f?page={page}").with("rows", "$.results");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    /// A page of a list of `rows` rows that says other things of itself.
    private static Reply page(int page, int rows, int total, int pages) {
        int from = Math.min((page - 1) * SIZE, rows);
        return Reply.json(
                "{\"results\":%s,\"total\":%d,\"pages\":%d}"
                        .formatted(Desk.ids(from, Math.min(from + SIZE, rows)), total, pages));
    }

    private static int number(Request request) {
        return Integer.parseInt(request.parameter("page"));
    }

    /// How many rows come of the list, read as a sample or not.
    private int rows(Answer answer, boolean sampled) throws Exception {
        desk.server.on("/f", answer);
        OptionalLong seed = sampled ? OptionalLong.of(5) : OptionalLong.empty();
        try (Desk.Basket basket = desk.new Basket()) {
            desk.open().scan(new ScanRequest(desk.all(), Map.of(), false, -1, seed)).read(basket);
            return basket.rows().size();
        }
    }

    private String doubt() {
        return desk.meter.progress().doubt();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListThatFitsIsNotDoubted(boolean sampled) throws Exception {
        desk.with("total", "$.total").with("page_count", "$.pages").with("page_size", "10");
        assertEquals(95, rows(r -> page(number(r), 95, 95, 10), sampled));
        assertEquals("", doubt());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anotherTotalOnALaterPageIsADoubtWithTheMostThatMayBeWrong(boolean sampled)
            throws Exception {
        desk.with("total", "$.total");
        assertEquals(
                100,
                rows(
                        r ->
                                page(
                                        number(r),
                                        100,
                                        number(r) == 3 ? 103 : number(r) == 4 ? 107 : 100,
                                        0),
                        sampled));
        assertEquals(
                "the list changed while it was read: page 1 says that there are 100 rows and page 4"
                        + " says 107. Up to 7 of 107 rows may be missing or doubled",
                doubt());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anotherNumberOfPagesIsADoubt(boolean sampled) throws Exception {
        desk.with("page_count", "$.pages");
        rows(r -> page(number(r), 100, 0, number(r) == 4 ? 12 : 10), sampled);
        assertEquals(
                "the list changed while it was read: page 1 says that there are 10 pages and page 4"
                        + " says 12. Up to 20 of 120 rows may be missing or doubled",
                doubt());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fewerRowsThanTheTotalAreADoubt(boolean sampled) throws Exception {
        desk.with("total", "$.total").with("page_size", "10");
        assertEquals(87, rows(r -> page(number(r), 87, 100, 0), sampled));
        assertEquals(
                "the list changed while it was read: page 1 says that there are 100 rows, and 87"
                        + " came. Up to 13 of 100 rows may be missing or doubled",
                doubt());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPageCountThatIsTooSmallForTheTotalIsNotBelieved(boolean sampled) throws Exception {
        desk.with("total", "$.total").with("page_count", "$.pages").with("page_size", "10");
        assertEquals(100, rows(r -> page(number(r), 100, 100, 8), sampled));
        assertEquals("", doubt(), "all rows came");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTotalThatIsTooLargeForThePagesIsADoubt(boolean sampled) throws Exception {
        desk.with("total", "$.total").with("page_count", "$.pages").with("page_size", "10");
        assertEquals(
                80,
                rows(
                        r -> number(r) > 8 ? Reply.status(404) : page(number(r), 80, 100, 8),
                        sampled));
        assertEquals(
                "page 1 says that there are 8 pages, and 100 rows of which a page has 10, and 80"
                        + " came. Up to 20 of 100 rows may be missing or doubled",
                doubt());
    }

    @Test
    void theTotalOfAChainIsHeldAgainstWhatCame() throws Exception {
        desk.url("/c?c={cursor}").with("next_cursor", "$.next").with("total", "$.total");
        desk.server.on(
                "/c",
                r -> {
                    int from = r.query().isEmpty() ? 0 : Integer.parseInt(r.parameter("c"));
                    return Reply.json(
                            "{\"results\":%s,\"total\":41,\"next\":%s}"
                                    .formatted(
                                            Desk.ids(from, from + SIZE),
                                            from == 30 ? "null" : from + SIZE));
                });
        assertEquals(40, desk.scan().size());
        assertEquals(
                "the list changed while it was read: page 1 says that there are 41 rows, and 40"
                        + " came. Up to 1 of 41 rows may be missing or doubled",
                doubt());
    }

    @Test
    void whatIsNotReadToItsEndIsNotDoubted() throws Exception {
        desk.with("total", "$.total").with("page_size", "10").with("max_concurrent", "1");
        desk.server.on("/f", r -> page(number(r), 87, 100, 0));
        ScanRequest some = new ScanRequest(desk.all(), Map.of(), false, 15);
        assertEquals(20, desk.read(desk.open().scan(some)).size());
        assertEquals("", doubt());
    }

    @Test
    void anotherFirstPageIsADoubt() throws Exception {
        desk.with("page_count", "$.pages").with("max_concurrent", "1");
        AtomicInteger first = new AtomicInteger();
        rows(
                r ->
                        number(r) == 1 && first.incrementAndGet() > 1
                                ? Reply.json("{\"results\":" + Desk.ids(-1, 9) + ",\"pages\":20}")
                                : page(number(r), 200, 200, 20),
                true);
        assertEquals(
                "the list changed while it was read: page 1 has other rows than before. How many"
                        + " rows are missing or doubled, nobody knows",
                doubt());
    }
}
