package telegraph.engine.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.engine.meter.Meter;
import telegraph.ground.Ticker;
import telegraph.testkit.Threads;

/// Who of a scan and lookups has the places they share, in a time that passes when a test says so.
class PlacesTest {
    private static final int MOST = 4;
    private static final long KEYS = 100;

    private final AtomicLong millis = new AtomicLong();
    private final AtomicLong pages = new AtomicLong(100);
    private final Ticker ticker =
            new Ticker() {
                @Override
                public long nanos() {
                    return millis.get() * 1_000_000;
                }

                @Override
                public void sleep(Duration duration) {
                    throw new AssertionError("nobody sleeps");
                }
            };
    private final Places places = new Places(MOST, ticker, pages::get, () -> false);
    private final Meter meter = new Meter("t");
    private final List<Page> asked = new ArrayList<>();

    /// A request of the scan on a thread of its own.
    private final class Page {
        private final CompletableFuture<Void> answer = new CompletableFuture<>();
        private volatile int sent;
        private final Thread thread =
                Thread.startVirtualThread(() -> {
                    try {
                        places.scan(true, this::send, meter);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });

        private Page() {
            asked.add(this);
        }

        private Void send() throws InterruptedException {
            sent++;
            try {
                return answer.get();
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        private void awaitSent(int times) throws InterruptedException {
            Threads.await("a page is sent", () -> sent == times);
        }

        private void answered() throws InterruptedException {
            answer.complete(null);
            thread.join();
        }
    }

    @AfterEach
    void endAll() throws InterruptedException {
        for (Page page : asked) {
            page.thread.interrupt();
            page.thread.join();
        }
    }

    /// The first page of a scan, which takes so long.
    private void firstPage(long took) throws InterruptedException {
        Page first = new Page();
        first.awaitSent(1);
        millis.addAndGet(took);
        first.answered();
    }

    private Places.Place lookup() {
        Places.Place place = places.forLookup(KEYS, KEYS);
        if (place != null) {
            place.holds(() -> true);
        }
        return place;
    }

    private void lookups(int count, long took) {
        for (int i = 0; i < count; i++) {
            Places.Place place = lookup();
            assertNotNull(place);
            millis.addAndGet(took);
            place.leave(true);
        }
    }

    private List<Places.Place> judge() {
        return places.judge(KEYS, KEYS);
    }

    @Test
    void lookupsLeaveOnePlaceToTheFirstPage() throws InterruptedException {
        Page first = new Page();
        first.awaitSent(1);
        for (int i = 1; i < MOST; i++) {
            assertNotNull(lookup());
        }
        assertNull(lookup());
    }

    @Test
    void aFirstPageIsNotKeptWaitingByLookupsThatWereThereBefore() throws InterruptedException {
        for (int i = 0; i < MOST; i++) {
            assertNotNull(lookup());
        }
        Page first = new Page();
        Threads.await("the page waits", this::isWaiting);
        List<Places.Place> cut = judge();
        assertEquals(1, cut.size());
        assertEquals(List.of(), judge());
        cut.getFirst().leave(false);
        first.awaitSent(1);
    }

    @Test
    void aScanWithLessWorkHasAllPlacesAndCutsOffLookups() throws InterruptedException {
        List<Places.Place> under = new ArrayList<>();
        Page first = new Page();
        first.awaitSent(1);
        lookups(1, 50);
        for (int i = 1; i < MOST; i++) {
            under.add(lookup());
        }
        first.answered(); // 50 ms, as a lookup; and 99 pages are left
        pages.set(20);
        assertEquals(List.of(), judge()); // nobody waits for their places
        List<Page> more = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            more.add(new Page());
        }
        Threads.await(
                "one has the free place", () -> more.stream().mapToInt(p -> p.sent).sum() == 1);
        List<Places.Place> cut = new ArrayList<>();
        Threads.await(
                "the others want those of lookups",
                () -> {
                    cut.addAll(judge());
                    return cut.size() == MOST - 1;
                });
        assertEquals(under.reversed(), cut);
        cut.forEach(place -> place.leave(false));
        for (Page page : more) {
            page.awaitSent(1);
        }
        assertNull(lookup());
    }

    @Test
    void aScanThatStallsIsCutOffAndSentAgainWhenLookupsStall() throws InterruptedException {
        pages.set(20);
        firstPage(10);
        lookups(2, 10);
        assertEquals(List.of(), judge()); // the scan has less work
        Page stalled = new Page();
        stalled.awaitSent(1);
        millis.addAndGet(1_000);
        List<Places.Place> cut = judge();
        assertEquals(1, cut.size());
        cut.forEach(Places.Place::cut);
        Threads.await("the page waits again", this::isWaiting);
        assertEquals(1, stalled.sent);
        List<Places.Place> late = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            late.add(lookup());
        }
        assertEquals(List.of(), judge());
        millis.addAndGet(60_000);
        cut = judge();
        assertEquals(List.of(late.getLast()), cut);
        cut.getFirst().leave(false);
        stalled.awaitSent(2);
    }

    @Test
    void whatIsLateIsCutOffThoughItsWayIsHardlyWorse() throws InterruptedException {
        pages.set(20);
        firstPage(10);
        lookups(2, 10);
        judge();
        Page stalled = new Page();
        stalled.awaitSent(1);
        millis.addAndGet(60); // 19 pages of 60 ms against 100 lookups of 10 ms
        assertEquals(List.of(), judge());
        millis.addAndGet(10);
        assertEquals(1, judge().size());
    }

    @Test
    void lookupsUnderWayAreNotGivenUpForAScanThatIsHardlyBetter() throws InterruptedException {
        Page first = new Page();
        first.awaitSent(1);
        lookups(1, 50);
        first.answered();
        judge(); // 99 pages against 100 lookups, all of 50 ms
        Page second = new Page();
        Threads.await("a page waits", this::isWaiting);
        judge();
        assertEquals(0, second.sent);
    }

    private boolean isWaiting() {
        return !meter.progress().waiting().isEmpty();
    }

    @Test
    void theLoserIsMeasuredNowAndThen() throws InterruptedException {
        firstPage(100);
        lookups(2, 10);
        judge();
        Page waiting = new Page();
        Threads.await("a page waits", this::isWaiting);
        lookups(300, 10);
        judge();
        assertEquals(0, waiting.sent);
        lookups(200, 10); // 5 s, of which a 24th is two pages
        judge();
        waiting.awaitSent(1);
    }

    @Test
    void aFirstPageThatDoesNotComeMayTakeAnEighthOfWhatLookupsNeed() throws InterruptedException {
        Page first = new Page();
        first.awaitSent(1);
        lookups(10, 10);
        assertEquals(List.of(), judge()); // an eighth of 0.1 s and of 1 s for 100 keys
        lookups(10, 10);
        assertEquals(1, judge().size());
    }

    @Test
    void aScanThatSharesNoPlacesLeavesThemToLookups() {
        for (int i = 0; i < MOST; i++) {
            assertNotNull(lookup());
        }
        assertNull(lookup());
        assertTrue(!places.isShared(), "no page was asked for");
    }
}
