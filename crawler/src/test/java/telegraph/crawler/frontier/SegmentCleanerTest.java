package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.mark.FrontierPlace;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.ground.Disk;
import telegraph.http.url.Url;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// Sites that are not visited while all others are, again and again: their URLs lie scattered over
/// a log that is dead otherwise.
///
/// `s0` is handed out all the time with some URLs taken, `s1` may be asked in an hour, `s2` waits
/// for an address, and the next ones find no place in memory.
final class SegmentCleanerTest {
    private static final int SITES = 30;
    private static final int SLOW = 8;
    private static final int ROUNDS = 120;
    private static final long HOUR = 3_600_000_000_000L;

    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Region region = memory.query("crawl", 64 << 20);
    private final Disk disk = Disk.inMemory();
    private final TestTicker ticker = new TestTicker();
    private final Url url = new Url();
    private final Origin origin = new Origin().seed();
    private final QueuedUrl queued = new QueuedUrl();
    private final Map<String, List<String>> offered = new HashMap<>();
    private final Map<String, List<String>> came = new HashMap<>();
    private Frontier frontier = open(Optional.empty());
    private VisitState held;
    private int path;

    private Frontier open(Optional<FrontierMark> from) {
        return Frontier.open(
                new FrontierPlace(disk, Path.of("/crawl"), region, ticker),
                FrontierModelTest.limits(5, 1),
                from,
                FrontierModelTest::tiny);
    }

    @AfterEach
    void everyByteIsGivenBack() {
        frontier.close();
        region.close();
        assertEquals(0, memory.used());
        memory.close();
    }

    private void offer(int site) {
        String text = "http://s" + site + ".test/" + path++;
        byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
        url.parse(octets, 0, octets.length);
        offered.computeIfAbsent("s" + site + ".test", _ -> new ArrayList<>()).add(text);
        assertTrue(frontier.offer(url, origin));
    }

    private static boolean isSlow(VisitState site) {
        return Integer.parseInt(site.host().substring(1, site.host().indexOf('.'))) < SLOW;
    }

    /// Visits every site that is there; slow ones are put off.
    private void visitAll(boolean slowToo) throws UnknownHostException {
        for (int idle = 0; idle < 40; idle++) {
            for (Optional<VisitState> next = frontier.unresolved();
                    next.isPresent();
                    next = frontier.unresolved()) {
                byte[] address = {127, 0, 0, 0};
                address[3] = (byte) (next.get().host().hashCode() % 100);
                frontier.resolved(next.get(), InetAddress.getByAddress(address));
            }
            Optional<VisitState> due = frontier.due(ticker.nanos);
            if (due.isEmpty()) {
                continue;
            }
            VisitState site = due.get();
            idle = 0;
            if (!slowToo && held == null && isSlow(site)) {
                held = site;
                for (int i = 0; i < 5 && site.next(queued); i++) {
                    heldTaken.add(queued.url().toString());
                }
                continue;
            }
            if (!slowToo && isSlow(site)) {
                frontier.release(site, ticker.nanos + HOUR, ticker.nanos);
                continue;
            }
            while (site.next(queued)) {
                came.computeIfAbsent(site.host(), _ -> new ArrayList<>())
                        .add(queued.url().toString());
                site.finished();
            }
            frontier.release(site, ticker.nanos, ticker.nanos);
        }
    }

    private final List<String> heldTaken = new ArrayList<>();

    private void rounds() throws UnknownHostException {
        for (int round = 0; round < ROUNDS; round++) {
            for (int site = 0; site < SITES; site++) {
                for (int i = 0; i < (site < SLOW ? 1 : 20); i++) {
                    offer(site);
                }
            }
            frontier.flush();
            visitAll(false);
            frontier.flush();
            long segment = FrontierModelTest.tiny(0, 0).segmentBytes();
            assertTrue(frontier.queueBytes() <= 3 * frontier.liveBytes() + 4 * segment);
        }
        assertTrue(frontier.moves() > SLOW, () -> "moves=" + frontier.moves());
    }

    @Test
    void whatIsLeftOfADeadLogMovesAndComesOutInOrder() throws UnknownHostException {
        rounds();
        assertFalse(heldTaken.isEmpty());
        // The moved URLs that were taken are finished where they are now.
        for (String text : heldTaken) {
            came.computeIfAbsent(held.host(), _ -> new ArrayList<>()).add(text);
            held.finished();
        }
        frontier.release(held, ticker.nanos, ticker.nanos);
        finish();
    }

    @Test
    void aMarkDoesNotMindThatQueuesMoveAfterIt() throws UnknownHostException {
        FrontierMark mark = null;
        for (int i = 0; i < 3; i++) {
            rounds();
            FrontierMark next = frontier.mark();
            if (mark != null) {
                frontier.forget(mark);
            }
            mark = next;
        }
        Map<String, List<String>> cameBefore = new HashMap<>();
        came.forEach((host, urls) -> cameBefore.put(host, new ArrayList<>(urls)));
        Map<String, List<String>> offeredBefore = new HashMap<>();
        offered.forEach((host, urls) -> offeredBefore.put(host, new ArrayList<>(urls)));
        rounds();
        frontier.close();
        came.clear();
        came.putAll(cameBefore);
        offered.clear();
        offered.putAll(offeredBefore);
        frontier = open(Optional.of(mark));
        finish();
    }

    private void finish() throws UnknownHostException {
        while (!frontier.isEmpty()) {
            ticker.nanos += HOUR;
            visitAll(true);
        }
        assertEquals(offered, came);
    }
}
