package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.engine.source.ScanRequest;
import telegraph.memory.Type;
import telegraph.testkit.Reply;

/// Lists of 400 rows with keys, ten rows a page, at the top of which rows are inserted while they
/// are read.
class ChangingListTest {
    private static final int SIZE = 10;
    private static final int ROWS = 400;

    @TempDir Path directory;
    private Desk desk;

    /// Guarded by the list's own lock, as are all its answers.
    private int inserted;

    private int asked;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.key("id", Type.INTEGER);
        desk.url("/f?page={page}")
                .with("rows", "$.results")
                .with("total", "$.total")
                .with("page_size", "10");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    /// Serves the list; before each of the first `changes` requests but the first three rows are
    /// inserted.
    private void serve(int changes) {
        desk.server.on(
                "/f",
                r -> {
                    synchronized (this) {
                        asked++;
                        if (asked > 1 && asked <= changes) {
                            inserted += 3;
                        }
                        int from = (Integer.parseInt(r.parameter("page")) - 1) * SIZE - inserted;
                        int end = Math.clamp(from + SIZE, from, Math.max(from, ROWS));
                        return Reply.json(
                                "{\"results\":%s,\"total\":%d}"
                                        .formatted(Desk.ids(from, end), ROWS + inserted));
                    }
                });
    }

    private List<Integer> read(boolean sampled) throws Exception {
        OptionalLong seed = sampled ? OptionalLong.of(7) : OptionalLong.empty();
        try (Desk.Basket basket = desk.new Basket()) {
            desk.open().scan(new ScanRequest(desk.all(), Map.of(), false, -1, seed)).read(basket);
            return basket.rows().stream().map(row -> (Integer) row.getFirst()).toList();
        }
    }

    private static Set<Integer> always() {
        return IntStream.range(0, ROWS).boxed().collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListThatStopsChangingIsMadeWhole(boolean sampled) throws Exception {
        serve(30);
        List<Integer> rows = read(sampled);
        Set<Integer> distinct = new HashSet<>(rows);
        assertEquals(distinct.size(), rows.size(), "no row comes twice");
        assertTrue(distinct.containsAll(always()), "no row is missing");
        assertEquals("", desk.meter.progress().doubt());
        List<String> notes = desk.meter.progress().notes();
        assertEquals(1, notes.size(), notes::toString);
        assertTrue(
                notes.getFirst()
                        .matches(
                                "the list changed while it was read: .* It was read again in its"
                                        + " order: rows added=\\d+ repeats left out=\\d+"),
                notes::toString);
        int pages = Math.ceilDiv(ROWS + inserted, SIZE);
        assertTrue(asked <= 2 * pages + 4, "asked=" + asked);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListThatGoesOnChangingIsDoubted(boolean sampled) throws Exception {
        serve(Integer.MAX_VALUE);
        List<Integer> rows = read(sampled);
        assertEquals(new HashSet<>(rows).size(), rows.size(), "no row comes twice");
        assertTrue(
                desk.meter.progress().doubt().startsWith("the list changed while it was read: "),
                desk.meter.progress().doubt());
    }

    @Test
    void aListThatDoesNotChangeIsReadOnce() throws Exception {
        serve(0);
        assertEquals(always(), new HashSet<>(read(false)));
        assertEquals(41, asked, "the first page is asked for again at the end");
        assertEquals(List.of(), desk.meter.progress().notes());
    }

    @Test
    void aKeyThatIsNoneIsSaid() throws Exception {
        desk.server.on(
                "/f",
                r -> {
                    int page = Integer.parseInt(r.parameter("page"));
                    int from = page == 7 ? 0 : (page - 1) * SIZE;
                    return Reply.json(
                            "{\"results\":%s,\"total\":%d}"
                                    .formatted(Desk.ids(from, from + SIZE), ROWS));
                });
        assertEquals(ROWS - SIZE, read(false).size());
        assertEquals(
                "its PRIMARY KEY is none: rows of one list have the same one. 10 rows are left out",
                desk.meter.progress().doubt());
    }

    /// Whether the first of repeated keys takes the intervals away while most is yet to be read.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKeyThatComesTwiceIsNoticedAtOnce(boolean sampled) throws Exception {
        desk.with("max_concurrent", "1");
        desk.server.on(
                "/f",
                r -> {
                    synchronized (this) {
                        asked++;
                        int page = Integer.parseInt(r.parameter("page"));
                        // From the fifth request on one row more stands before all others.
                        int from = (page - 1) * SIZE - (asked > 5 ? 1 : 0);
                        return Reply.json(
                                "{\"results\":%s,\"total\":%d}"
                                        .formatted(Desk.ids(from, from + SIZE), ROWS));
                    }
                });
        OptionalLong seed = sampled ? OptionalLong.of(7) : OptionalLong.empty();
        try (Desk.Basket basket = desk.new Basket()) {
            int[] at = {-1};
            basket.onDistrust =
                    reason -> {
                        if (reason.contains("a PRIMARY KEY came twice") && at[0] < 0) {
                            at[0] = asked;
                        }
                    };
            desk.open().scan(new ScanRequest(desk.all(), Map.of(), false, -1, seed)).read(basket);
            assertTrue(at[0] > 0 && at[0] < 35, "asked=" + at[0]);
        }
    }

    @Test
    void withoutAKeyRowsAreNotLeftOut() throws Exception {
        try (Desk plain = new Desk(directory.resolve("plain"))) {
            plain.column("id", Type.INTEGER);
            plain.url("/f?page={page}").with("rows", "$.results").with("page_count", "$.pages");
            plain.server.on(
                    "/f", r -> Reply.json("{\"results\":" + Desk.ids(0, SIZE) + ",\"pages\":4}"));
            assertEquals(4 * SIZE, plain.scan().size());
            assertEquals("", plain.meter.progress().doubt());
        }
    }
}
