package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import telegraph.engine.source.ScanRequest;
import telegraph.memory.Type;
import telegraph.testkit.Answer;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;

/// Lists of 300 rows, ten a page, that change in every way while they are read in every way: where
/// rows are doubled or missed the answer is not called exact, or is made whole.
class MovingRowsTest {
    private static final int SIZE = 10;
    private static final int ROWS = 300;

    @TempDir Path directory;

    /// What happens to a list between two requests.
    private enum Change {
        /// One row more.
        INSERTED,
        /// One row less.
        DELETED,
        /// One more at the head and one less at the end, so that totals stay.
        REPLACED,
        /// The first and the last half change places.
        REORDERED
    }

    /// How a list is asked for and what it says of itself.
    private enum Way {
        PAGE_COUNT("/f?page={page}", Map.of("page_count", "$.pages")),
        PAGE_TOTAL("/f?page={page}", Map.of("total", "$.total", "page_size", "10")),
        PAGE_UNTIL_EMPTY("/f?page={page}", Map.of()),
        OFFSET("/f?offset={offset}", Map.of("total", "$.total", "page_size", "10")),
        OFFSET_UNTIL_SHORT("/f?offset={offset}", Map.of("page_size", "10")),
        LINK("/f", Map.of("next_link", "$.next")),
        CURSOR("/f?offset={cursor}", Map.of("next_cursor", "$.cursor"));

        private final String url;
        private final Map<String, String> options;

        Way(String url, Map<String, String> options) {
            this.url = url;
            this.options = options;
        }
    }

    /// The list, guarded by itself.
    private final List<Integer> list = new ArrayList<>();

    private int asked;

    /// Before which requests the list changes.
    private int firstChange = 7;

    private int lastChange = 7;

    /// At which place one row more or less is.
    private int place;

    private Answer answer(Change change) {
        for (int id = 0; id < ROWS; id++) {
            list.add(id);
        }
        return request -> {
            synchronized (list) {
                asked++;
                if (asked >= firstChange && asked <= lastChange) {
                    apply(change);
                }
                int from = from(request);
                int to = Math.clamp(from + SIZE, from, Math.max(from, list.size()));
                List<Integer> ids = from < to ? list.subList(from, to) : List.of();
                String rest =
                        to < list.size()
                                ? ",\"next\":\"/f?offset=%d\",\"cursor\":\"%d\"".formatted(to, to)
                                : "";
                return Reply.json(
                        "{\"results\":%s,\"total\":%d,\"pages\":%d%s}"
                                .formatted(
                                        rows(ids),
                                        list.size(),
                                        Math.ceilDiv(list.size(), SIZE),
                                        rest));
            }
        };
    }

    private static int from(Request request) {
        String page = request.parameter("page");
        String offset = request.parameter("offset");
        return !page.isEmpty()
                ? (Integer.parseInt(page) - 1) * SIZE
                : offset.isEmpty() ? 0 : Integer.parseInt(offset);
    }

    private void apply(Change change) {
        switch (change) {
            case INSERTED -> list.add(place, 1_000 + asked);
            case DELETED -> list.remove(place);
            case REPLACED -> {
                list.addFirst(1_000 + asked);
                list.removeLast();
            }
            case REORDERED -> Collections.rotate(list, ROWS / 2);
        }
    }

    /// `n` is one value on every page, and what a count of all rows reads.
    private static String rows(List<Integer> ids) {
        return ids.stream().map(id -> "{\"n\":1,\"id\":" + id + "}").toList().toString();
    }

    /// Reads the list; whether what came is each row there is at the end once, or it is doubted.
    private boolean isHonest(Way way, boolean keyed, boolean sampled, boolean all, Change change)
            throws Exception {
        try (Desk desk = new Desk(directory.resolve(way + "" + keyed + sampled + all + change))) {
            desk.column("n", Type.INTEGER);
            if (keyed) {
                desk.key("id", Type.INTEGER);
            } else {
                desk.column("id", Type.INTEGER);
            }
            desk.url(way.url).with("rows", "$.results").with("max_concurrent", "3");
            way.options.forEach(desk::with);
            desk.server.on("/f", answer(change));
            int[] columns = all ? new int[] {0, 1} : new int[] {0};
            OptionalLong seed = sampled ? OptionalLong.of(3) : OptionalLong.empty();
            try (Desk.Basket basket = desk.new Basket(columns.length)) {
                desk.open().scan(new ScanRequest(columns, Map.of(), false, -1, seed)).read(basket);
                boolean doubted = !desk.meter.progress().doubt().isEmpty();
                // A row that was read before it was deleted is one that was there.
                int least = keyed ? Math.min(ROWS, list.size()) : list.size();
                int most = keyed ? Math.max(ROWS, list.size()) : list.size();
                int came = basket.rows().size();
                boolean whole = came >= least && came <= most;
                if (all) {
                    List<Object> ids = basket.rows().stream().map(row -> row.get(1)).toList();
                    whole =
                            ids.size() == new HashSet<>(ids).size()
                                    && new HashSet<>(ids).containsAll(list);
                }
                return doubted || whole;
            }
        }
    }

    static Stream<Arguments> ways() {
        return Stream.of(Way.values())
                .flatMap(way ->
                        Stream.of(Change.values())
                                .flatMap(change ->
                                        Stream.of(
                                                Arguments.of(way, change, false),
                                                Arguments.of(way, change, true))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void whatMovesAtTheHeadIsNoticed(Way way, Change change, boolean keyed) throws Exception {
        for (boolean sampled : List.of(false, true)) {
            for (boolean all : List.of(false, true)) {
                list.clear();
                asked = 0;
                assertTrue(
                        isHonest(way, keyed, sampled, all, change),
                        "sampled=" + sampled + " all=" + all);
            }
        }
    }

    /// A change just before the last page is sent comes after anything that is asked beside it.
    @ParameterizedTest
    @MethodSource("ways")
    void whatMovesBeforeTheLastPageIsNoticed(Way way, Change change, boolean keyed)
            throws Exception {
        firstChange = ROWS / SIZE;
        lastChange = firstChange;
        for (boolean sampled : List.of(false, true)) {
            list.clear();
            asked = 0;
            assertTrue(isHonest(way, keyed, sampled, true, change), "sampled=" + sampled);
        }
    }

    @Test
    void oneRowMoreOrLessAnywhereOfAListWithATotalIsNoticed() throws Exception {
        Random random = new Random(11);
        for (int run = 0; run < 20; run++) {
            list.clear();
            asked = 0;
            firstChange = 3 + random.nextInt(25);
            lastChange = firstChange + random.nextInt(10);
            place = random.nextInt(ROWS / 2);
            Change change = random.nextBoolean() ? Change.INSERTED : Change.DELETED;
            boolean keyed = random.nextBoolean();
            assertTrue(
                    isHonest(Way.PAGE_TOTAL, keyed, random.nextBoolean(), true, change),
                    "run=" + run + " change=" + change);
        }
    }

    /// The first page comes from the cache, older than the others.
    @Test
    void aCachedFirstPageIsHeldAgainstWhatIsThere() throws Exception {
        try (Desk desk = new Desk(directory)) {
            desk.column("id", Type.INTEGER);
            desk.url("/f?page={page}").with("rows", "$.results").with("cache_ttl", "1h");
            firstChange = 2;
            lastChange = 2;
            desk.server.on("/f", answer(Change.INSERTED));
            try (Desk.Basket basket = desk.new Basket()) {
                desk.open()
                        .scan(
                                new ScanRequest(
                                        desk.all(), Map.of(), false, SIZE, OptionalLong.empty()))
                        .read(basket);
            }
            try (Desk.Basket basket = desk.new Basket()) {
                desk.open()
                        .scan(
                                new ScanRequest(
                                        desk.all(), Map.of(), false, -1, OptionalLong.empty()))
                        .read(basket);
                assertEquals(ROWS + 1, basket.rows().size());
            }
            assertTrue(
                    desk.meter.progress().doubt().contains("page 1 has other rows"),
                    desk.meter.progress().doubt());
        }
    }
}
