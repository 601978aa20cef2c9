package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import telegraph.engine.Basis;
import telegraph.engine.source.Frame;
import telegraph.engine.source.ScanRequest;
import telegraph.memory.Type;
import telegraph.testkit.Answer;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;

/// Pages of sorted lists, ten rows each, read as units of a sample: row `i` has the value `i`.
class SampleTest {
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

    /// A page of a list of `total` rows that says how many there are.
    private static Reply page(int page, int total) {
        int from = (page - 1) * SIZE;
        return Reply.json(
                "{\"results\":"
                        + Desk.ids(Math.min(from, total), Math.min(from + SIZE, total))
                        + ",\"total\":"
                        + total
                        + ",\"pages\":"
                        + Math.ceilDiv(total, SIZE)
                        + "}");
    }

    private static int number(Request request) {
        return Integer.parseInt(request.parameter("page"));
    }

    private static Answer list(int total) {
        return r -> page(number(r), total);
    }

    private Desk numbered() {
        return desk.url("/f?page={page}").with("rows", "$.results");
    }

    private ScanRequest sampled(long seed, long rowsWanted) {
        return new ScanRequest(desk.all(), Map.of(), false, rowsWanted, OptionalLong.of(seed));
    }

    private Desk.Basket sample(long seed) throws Exception {
        Desk.Basket basket = desk.new Basket();
        try {
            desk.open().scan(sampled(seed, -1)).read(basket);
            return basket;
        } catch (Exception | AssertionError e) {
            basket.close();
            throw e;
        }
    }

    /// The rows of each rank, every rank from 0 on having ended once.
    private static List<Set<Integer>> byRank(Desk.Basket basket, int units) {
        List<Integer> ended = new ArrayList<>(basket.ended);
        ended.sort(null);
        assertEquals(IntStream.range(0, units).boxed().toList(), ended);
        List<Set<Integer>> ranks = new ArrayList<>();
        IntStream.range(0, units).forEach(i -> ranks.add(new HashSet<>()));
        List<List<Object>> rows = basket.rows();
        assertEquals(rows.size(), basket.unitOfRow().size());
        for (int i = 0; i < rows.size(); i++) {
            assertTrue(
                    ranks.get(basket.unitOfRow().get(i)).add((Integer) rows.get(i).getFirst()),
                    "a row comes once");
        }
        return ranks;
    }

    private static Set<Integer> ids(int page, int total) {
        return IntStream.range(page * SIZE, Math.min(page * SIZE + SIZE, total))
                .boxed()
                .collect(Collectors.toSet());
    }

    private List<Integer> asked() {
        return desk.server.log().stream().map(SampleTest::number).toList();
    }

    @Test
    void aSortedListIsReadInTheRandomOrderOfTheSeed() throws Exception {
        desk.server.on("/f", list(395));
        numbered().with("page_count", "$.pages").with("max_concurrent", "1");
        assertEquals(OptionalLong.of(Long.MAX_VALUE), desk.open().sampledBytes());
        for (long seed : new long[] {1, 2}) {
            int before = desk.server.requests();
            int[] order = Frame.draw(40, seed);
            try (Desk.Basket basket = sample(seed)) {
                assertEquals(List.of(new Frame(Basis.SAMPLED, 40, -1)), basket.frames);
                List<Set<Integer>> ranks = byRank(basket, 40);
                for (int rank = 0; rank < 40; rank++) {
                    assertEquals(ids(order[rank], 395), ranks.get(rank), "seed=" + seed);
                }
                List<Integer> expected = new ArrayList<>(List.of(1));
                Arrays.stream(order).filter(p -> p > 0).forEach(p -> expected.add(p + 1));
                List<Integer> asked = asked().subList(before, before + 40);
                assertEquals(expected, asked, "the first page, then the others by rank");
                assertNotEquals(IntStream.rangeClosed(1, 40).boxed().toList(), asked);
                assertEquals(List.of(), basket.distrusted);
            }
        }
        assertNotEquals(Arrays.toString(Frame.draw(40, 1)), Arrays.toString(Frame.draw(40, 2)));
    }

    @Test
    void totalsAndOffsetsMakePagesThatCanBeDrawn() throws Exception {
        desk.server.on(
                "/o",
                r -> {
                    int from = Integer.parseInt(r.parameter("o"));
                    return page(from / SIZE + 1, 95);
                });
        desk.url("/o?o={offset}").with("rows", "$.results").with("total", "$.total");
        int[] order = Frame.draw(10, 7);
        try (Desk.Basket basket = sample(7)) {
            assertEquals(List.of(new Frame(Basis.SAMPLED, 10, 10)), basket.frames);
            List<Set<Integer>> ranks = byRank(basket, 10);
            for (int rank = 0; rank < 10; rank++) {
                assertEquals(ids(order[rank], 95), ranks.get(rank));
            }
        }
        assertTrue(desk.server.inProgressMax() <= 8, "at most max_concurrent at once");
    }

    @Test
    void withoutASeedPagesComeInTheirOrderAndAreNoUnits() throws Exception {
        desk.server.on("/f", list(95));
        numbered().with("page_count", "$.pages").with("max_concurrent", "1");
        try (Desk.Basket basket = desk.new Basket()) {
            desk.open().scan(new ScanRequest(desk.all(), Map.of(), false, -1)).read(basket);
            assertEquals(95, basket.rows().size());
            assertEquals(List.of(), basket.frames);
            assertEquals(List.of(), basket.units);
            assertEquals(List.of(), basket.ended);
        }
        assertEquals(IntStream.rangeClosed(1, 10).boxed().toList(), asked());
    }

    @Test
    void aListOfOnePageOrNoneIsRead() throws Exception {
        numbered().with("page_count", "$.pages");
        for (int total : new int[] {0, 7}) {
            desk.server.on("/f", list(total));
            try (Desk.Basket basket = sample(1)) {
                assertEquals(List.of(new Frame(Basis.SAMPLED, 1, -1)), basket.frames);
                assertEquals(List.of(ids(0, total)), byRank(basket, 1));
            }
        }
    }

    @Test
    void whatChangesWhileItIsReadIsNoSample() throws Exception {
        desk.server.on("/f", list(95));
        numbered().with("page_count", "$.pages").with("stable", "false");
        assertEquals(OptionalLong.empty(), desk.open().sampledBytes());
        try (Desk.Basket basket = sample(1)) {
            assertEquals(95, basket.rows().size());
            assertEquals(List.of(), basket.frames);
        }
    }

    @Test
    void theOwnOrderIsKeptWhereARandomOneIsForbiddenAndMayBeAssumedToDo() throws Exception {
        desk.server.on("/f", list(95));
        numbered().with("page_count", "$.pages").with("random_order", "false");
        assertEquals(OptionalLong.empty(), desk.open().sampledBytes());
        try (Desk.Basket basket = sample(1)) {
            assertEquals(List.of(), basket.frames);
        }
        desk.with("order", "arbitrary");
        assertEquals(OptionalLong.of(Long.MAX_VALUE), desk.open().sampledBytes());
        try (Desk.Basket basket = sample(1)) {
            assertEquals(List.of(new Frame(Basis.ASSUMED, 10, -1)), basket.frames);
            List<Set<Integer>> ranks = byRank(basket, 10);
            for (int rank = 0; rank < 10; rank++) {
                assertEquals(ids(rank, 95), ranks.get(rank));
            }
        }
    }

    @Test
    void pagesThatCannotBeAddressedAreASampleOnlyIfTheirOrderIsDeclaredArbitrary()
            throws Exception {
        desk.server.on(
                "/c",
                r -> {
                    int from = r.query().isEmpty() ? 0 : Integer.parseInt(r.parameter("c"));
                    int to = Math.min(from + SIZE, 45);
                    return Reply.json(
                            "{\"results\":"
                                    + Desk.ids(from, to)
                                    + ",\"total\":45"
                                    + (to < 45 ? ",\"next\":" + to : "")
                                    + "}");
                });
        desk.url("/c?c={cursor}").with("rows", "$.results").with("next_cursor", "$.next");
        assertEquals(OptionalLong.empty(), desk.open().sampledBytes());
        try (Desk.Basket basket = sample(1)) {
            assertEquals(45, basket.rows().size());
            assertEquals(List.of(), basket.frames);
            assertEquals(List.of(), basket.ended);
        }
        desk.with("order", "arbitrary");
        try (Desk.Basket basket = sample(1)) {
            assertEquals(List.of(new Frame(Basis.ASSUMED, -1, -1)), basket.frames);
            List<Set<Integer>> ranks = byRank(basket, 5);
            for (int rank = 0; rank < 5; rank++) {
                assertEquals(ids(rank, 45), ranks.get(rank));
            }
        }
        desk.with("total", "$.total").with("page_size", "10");
        try (Desk.Basket basket = sample(1)) {
            assertEquals(List.of(new Frame(Basis.ASSUMED, 5, 10)), basket.frames);
        }
        desk.with("stable", "false");
        try (Desk.Basket basket = sample(1)) {
            assertEquals(List.of(), basket.frames);
        }
    }

    @Test
    void numberedPagesWithoutACountAreAnAssumedSampleToo() throws Exception {
        desk.server.on("/f", list(40));
        numbered().with("order", "arbitrary");
        try (Desk.Basket basket = sample(1)) {
            assertEquals(List.of(new Frame(Basis.ASSUMED, -1, -1)), basket.frames);
            List<Set<Integer>> ranks = byRank(basket, 4);
            assertEquals(ids(3, 40), ranks.get(3));
        }
        assertEquals(5, desk.server.requests(), "the empty page at the end is none");
    }

    @Test
    void aCountThatIsNotThereMakesNoSample() throws Exception {
        desk.server.on("/f", list(40));
        numbered().with("total", "$.count");
        try (Desk.Basket basket = sample(1)) {
            assertEquals(40, basket.rows().size());
            assertEquals(List.of(), basket.frames);
            assertEquals(
                    List.of("its first page does not say how many pages there are"),
                    basket.distrusted);
        }
    }

    @Test
    void aPageGivenUpIsALostUnit() throws Exception {
        desk.server.on("/f", r -> number(r) == 4 ? Reply.status(500) : page(number(r), 95));
        numbered().with("page_count", "$.pages").with("retries", "1").with("on_error", "skip");
        int[] order = Frame.draw(10, 3);
        int rank = IntStream.range(0, 10).filter(i -> order[i] == 3).findFirst().orElseThrow();
        try (Desk.Basket basket = sample(3)) {
            assertEquals(85, basket.rows().size());
            assertEquals(Set.of(rank), basket.lost.keySet());
            assertTrue(basket.lost.get(rank).contains("page=4"), basket.lost.get(rank));
            assertEquals(9, basket.ended.size());
            assertTrue(!basket.ended.contains(rank));
        }
    }

    @Test
    void noMorePagesAreDrawnThanRowsAreWanted() throws Exception {
        desk.server.on("/f", list(1000));
        numbered().with("page_count", "$.pages").with("max_concurrent", "2");
        try (Desk.Basket basket = desk.new Basket()) {
            desk.open().scan(sampled(1, 25)).read(basket);
            assertTrue(basket.rows().size() >= 25);
        }
        assertTrue(desk.server.requests() <= 5, "requests=" + desk.server.requests());
    }

    @Test
    void severalRequestsAreNotOneSample() throws Exception {
        desk.optional("kind", Type.TEXT, "");
        desk.server.on("/f", list(15));
        numbered().with("page_count", "$.pages");
        try (Desk.Basket basket = desk.new Basket()) {
            ScanRequest request =
                    new ScanRequest(
                            new int[] {0},
                            Map.of(1, List.of("a", "b")),
                            false,
                            -1,
                            OptionalLong.of(1));
            desk.open().scan(request).read(basket);
            assertEquals(30, basket.rows().size());
            assertEquals(List.of(), basket.frames);
            assertEquals(List.of(), basket.units);
            assertEquals(
                    List.of("it takes several requests, one for each value asked for"),
                    basket.distrusted);
        }
    }

    /// What the first scan of `/f` says against itself.
    private List<String> distrusted(Answer answer) throws Exception {
        desk.server.on("/f", answer);
        try (Desk.Basket basket = sample(5)) {
            assertEquals(1, basket.frames.size());
            return basket.distrusted;
        }
    }

    @Test
    void anotherTotalOnALaterPageWithdrawsTheClaim() throws Exception {
        numbered().with("total", "$.total");
        assertEquals(List.of(), distrusted(list(95)));
        assertEquals(
                List.of(
                        "the list changed while it was read: page 1 says that there are 95 rows and"
                                + " page 7 says 96"),
                distrusted(r -> page(number(r), number(r) == 7 ? 96 : 95)));
        desk.with("page_count", "$.pages");
        assertEquals(
                List.of(
                        "the list changed while it was read: page 1 says that there are 95 rows and"
                                + " page 10 says 101"),
                distrusted(r -> page(number(r), number(r) == 10 ? 101 : 95)));
    }

    @Test
    void pagesOfTheWrongLengthWithdrawTheClaim() throws Exception {
        numbered().with("page_count", "$.pages");
        Reply empty = Reply.json("{\"results\":[],\"pages\":10}");
        Reply three = Reply.json("{\"results\":" + Desk.ids(0, 3) + ",\"pages\":10}");
        assertEquals(
                List.of("the list changed while it was read: page 4 of 10 has no rows"),
                distrusted(r -> number(r) == 4 ? empty : page(number(r), 95)));
        assertEquals(
                List.of(),
                distrusted(r -> number(r) == 4 ? three : page(number(r), 95)),
                "pages of unequal length are all right");
        assertEquals(
                List.of(),
                distrusted(r -> number(r) == 10 ? empty : page(number(r), 95)),
                "the last page may be empty");
        desk.with("page_size", "10");
        assertEquals(
                List.of(
                        "the list changed while it was read: page 4 of 10 should have 10 rows and"
                                + " has 3"),
                distrusted(r -> number(r) == 4 ? three : page(number(r), 95)));
        desk.with("not_found", "empty");
        assertEquals(
                List.of(
                        "the list changed while it was read: page 4 of 10 should have 10 rows and"
                                + " has 0"),
                distrusted(r -> number(r) == 4 ? Reply.status(404) : page(number(r), 95)));
        desk.with("total", "$.total");
        assertEquals(
                List.of(
                        "the list changed while it was read: page 10 of 10 should have 5 rows and"
                                + " has 3"),
                distrusted(r -> number(r) == 10 ? three : page(number(r), 95)));
    }

    @Test
    void theFirstPageIsReadAgainPastTheCacheAndMustHaveTheSameRows() throws Exception {
        numbered()
                .with("page_count", "$.pages")
                .with("max_concurrent", "1")
                .with("cache_ttl", "1h");
        desk.server.on("/f", list(2990));
        try (Desk.Basket basket = sample(5)) {
            assertEquals(List.of(), basket.distrusted);
            assertEquals(2990, basket.rows().size());
        }
        List<Integer> places =
                IntStream.range(0, 302).filter(i -> asked().get(i) == 1).boxed().toList();
        assertEquals(302, desk.server.requests());
        assertEquals(4, places.size());
        assertEquals(301, places.getLast(), "after all others");
        assertTrue(places.get(1) == 64 || places.get(1) == 65, "after 64 pages: " + places);

        // All pages are in the cache, and a row has been inserted at the top since.
        desk.server.on(
                "/f",
                r -> Reply.json("{\"results\":" + Desk.ids(-1, SIZE - 1) + ",\"pages\":299}"));
        try (Desk.Basket basket = sample(5)) {
            assertEquals(
                    "the list changed while it was read: page 1 has other rows than before",
                    basket.distrusted.getFirst());
            assertEquals(2990, basket.rows().size());
        }
        assertEquals(304, desk.server.requests(), "once a change was seen, that is all");

        desk.with("stable", "true");
        try (Desk.Basket basket = sample(5)) {
            assertEquals(List.of(), basket.distrusted);
        }
        assertEquals(304, desk.server.requests(), "what is declared stable is not watched");
    }

    @Test
    void theFirstPageMayDifferInWhatIsNoRowAndMayBeGone() throws Exception {
        numbered().with("page_count", "$.pages").with("retries", "0");
        Answer stamped =
                r ->
                        Reply.json(
                                "{\"pages\":20,\"time\":%d,\"results\":%s}"
                                        .formatted(
                                                r.number(),
                                                Desk.ids(
                                                        number(r) * SIZE,
                                                        number(r) * SIZE + SIZE)));
        assertEquals(List.of(), distrusted(stamped));
        int before = desk.server.requests();
        assertEquals(21, before);
        assertEquals(
                List.of(),
                distrusted(r ->
                        number(r) == 1 && desk.server.requests() > before + 1
                                ? Reply.status(500)
                                : page(number(r), 200)));
        assertEquals(0, desk.meter.progress().failed());
    }

    @Test
    void aChainThatIsCutOffOrLongerThanItSaidIsNoAssumedSample() throws Exception {
        Answer chain =
                r -> {
                    int from = r.query().isEmpty() ? 0 : Integer.parseInt(r.parameter("c"));
                    return from == 30
                            ? Reply.status(500)
                            : Reply.json(
                                    "{\"results\":%s,\"next\":%d,\"pages\":2}"
                                            .formatted(Desk.ids(from, from + SIZE), from + SIZE));
                };
        desk.url("/f?c={cursor}")
                .with("rows", "$.results")
                .with("next_cursor", "$.next")
                .with("page_count", "$.pages")
                .with("order", "arbitrary")
                .with("retries", "0")
                .with("on_error", "skip");
        assertEquals(
                List.of(
                        "the list changed while it was read: there should be 2 pages, and page 3"
                                + " has rows",
                        "a page was given up, and with it all that come after"),
                distrusted(chain));
    }
}
