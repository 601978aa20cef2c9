package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.crawler.Outcome;
import telegraph.crawler.mark.EntryFormat;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.mark.FrontierPlace;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

final class FrontierTest {
    private static final Path DIRECTORY = Path.of("/crawl/frontier");
    private static final long SECOND = 1_000_000_000L;

    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Region region = memory.query("crawl", 64 << 20);
    private final Disk disk = Disk.inMemory();
    private final TestTicker ticker = new TestTicker();
    private final Url url = new Url();
    private final Origin origin = new Origin().seed();
    private final QueuedUrl queued = new QueuedUrl();
    private final InetAddress address = InetAddress.ofLiteral("127.0.0.1");
    private final InetAddress otherAddress = InetAddress.ofLiteral("127.0.0.2");
    private FrontierLimits limits = FrontierLimits.of(8 << 20, 64);
    private Frontier frontier;

    @AfterEach
    void everyByteIsGivenBack() {
        if (frontier != null) {
            frontier.close();
        }
        assertEquals(0, region.used());
        region.close();
        memory.close();
    }

    private void open() {
        open(Optional.empty());
    }

    private void open(Optional<FrontierMark> from) {
        frontier = Frontier.open(new FrontierPlace(disk, DIRECTORY, region, ticker), limits, from);
    }

    private boolean offer(String text) {
        byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
        url.parse(octets, 0, octets.length);
        return frontier.offer(url, origin);
    }

    private VisitState due() {
        return frontier.due(ticker.nanos).orElseThrow();
    }

    private void resolveAll(InetAddress at) {
        for (Optional<VisitState> site = frontier.unresolved();
                site.isPresent();
                site = frontier.unresolved()) {
            frontier.resolved(site.get(), at);
        }
    }

    private List<String> take(VisitState site) {
        List<String> urls = new ArrayList<>();
        while (site.next(queued)) {
            urls.add(queued.url().toString());
        }
        return urls;
    }

    /// As when little is due; if that begins a flush it is made to the end.
    private void hungry() {
        frontier.hungry();
        while (frontier.isFlushing()) {
            frontier.sift();
        }
    }

    @Test
    void aSeedGoesThrough() {
        open();
        assertTrue(frontier.isEmpty());
        assertTrue(offer("http://a.test/1"));
        assertFalse(offer("http://a.test/1"));
        assertFalse(frontier.isEmpty());
        assertEquals(Optional.empty(), frontier.due(ticker.nanos));
        hungry();
        VisitState site = frontier.unresolved().orElseThrow();
        assertEquals("a.test", site.host());
        assertEquals(80, site.port());
        assertFalse(site.isHttps());
        frontier.resolved(site, address);
        assertEquals(site, due());
        assertEquals(List.of("http://a.test/1"), take(site));
        site.finished();
        frontier.release(site, ticker.nanos, ticker.nanos);
        assertTrue(frontier.isEmpty());
        assertEquals(1, frontier.seen());
        assertEquals(1, frontier.sites());
        assertEquals(1, frontier.activeSites());
        assertFalse(offer("http://a.test/1"));
    }

    @Test
    void whereAUrlWasFoundComesOutWithIt() {
        open();
        origin.depth(7).referrer().append("http://from.test/");
        origin.redirected(11);
        origin.redirected(-12);
        offer("https://a.test:444/x?y");
        frontier.flush();
        resolveAll(address);
        VisitState site = due();
        assertEquals(444, site.port());
        assertTrue(site.isHttps());
        take(site);
        assertEquals(7, queued.origin().depth());
        assertEquals("http://from.test/", queued.origin().referrer().toString());
        assertEquals(2, queued.origin().chainLength());
        assertTrue(queued.origin().isInChain(-12));
        assertEquals(0, queued.tries());
    }

    @Test
    void theLongestUrlFits() {
        open();
        String longest = "http://a.test/" + "x".repeat(Url.LENGTH_MAX - 14);
        origin.depth(Origin.DEPTH_MAX + 9).referrer().append("r".repeat(5_000));
        while (origin.redirected(5)) {
            assertTrue(origin.chainLength() <= Origin.CHAIN_MAX);
        }
        offer(longest);
        offer("http://a.test/short");
        frontier.flush();
        resolveAll(address);
        VisitState site = due();
        assertTrue(site.next(queued));
        assertEquals(longest, queued.url().toString());
        assertEquals(Origin.DEPTH_MAX, queued.origin().depth());
        assertEquals(EntryFormat.REFERRER_MAX, queued.origin().referrer().length());
        assertEquals(Origin.CHAIN_MAX, queued.origin().chainLength());
        site.putBack(queued.tries(300));
        frontier.release(site, ticker.nanos, ticker.nanos);
        assertTrue(due().next(queued));
        assertEquals("http://a.test/short", queued.url().toString());
        assertTrue(site.next(queued));
        assertEquals(longest, queued.url().toString());
        assertEquals(QueuedUrl.TRIES_MAX, queued.tries());
    }

    @Test
    void aSiteWaitsForItsTimeAndItsAddress() {
        open();
        offer("http://a.test/1");
        offer("http://a.test/2");
        offer("http://b.test/1");
        frontier.flush();
        resolveAll(address);
        VisitState first = due();
        assertEquals(Optional.empty(), frontier.due(ticker.nanos));
        frontier.release(first, ticker.nanos + 10 * SECOND, ticker.nanos + SECOND);
        assertEquals(ticker.nanos + SECOND, frontier.nextDueNanos());
        ticker.nanos += SECOND;
        VisitState second = due();
        assertTrue(second != first);
        take(second).forEach(_ -> second.finished());
        frontier.release(second, ticker.nanos, ticker.nanos);
        ticker.nanos += 8 * SECOND;
        if (first.queued() > 0) {
            assertEquals(Optional.empty(), frontier.due(ticker.nanos));
        }
        ticker.nanos += SECOND;
        assertEquals(first, due());
    }

    @Test
    void anAddressServesAsManySitesAtOnceAsItMay() {
        limits = limits.withRequestsPerAddress(2);
        open();
        for (int i = 0; i < 5; i++) {
            offer("http://s" + i + ".test/");
        }
        frontier.flush();
        resolveAll(address);
        VisitState one = due();
        due();
        assertEquals(Optional.empty(), frontier.due(ticker.nanos));
        frontier.release(one, ticker.nanos, ticker.nanos);
        assertTrue(frontier.due(ticker.nanos).isPresent());
    }

    @Test
    void urlsBeyondTheMostOfASiteAreDroppedAndCounted() {
        limits = limits.withUrlsPerSite(3);
        open();
        for (int i = 0; i < 5; i++) {
            offer("http://a.test/" + i);
            offer("http://b.test/" + i % 2);
        }
        frontier.flush();
        assertEquals(5, frontier.queued());
        assertEquals(2, frontier.dropped());
        FrontierMark mark = frontier.mark();
        frontier.close();
        open(Optional.of(mark));
        offer("http://a.test/more");
        frontier.flush();
        assertEquals(3, frontier.dropped());
        assertEquals(5, frontier.queued());
    }

    @Test
    void aSiteWithoutAddressIsHandedOutToBeFinished() {
        open();
        offer("http://a.test/1");
        offer("http://a.test/2");
        frontier.flush();
        frontier.unresolvable(frontier.unresolved().orElseThrow(), Outcome.NO_ADDRESS);
        assertTrue(frontier.nextDueNanos() <= ticker.nanos);
        VisitState site = due();
        assertEquals(Optional.of(Outcome.NO_ADDRESS), site.givenUp());
        assertEquals(Optional.empty(), site.address());
        assertEquals(2, take(site).size());
        site.finished();
        site.finished();
        frontier.release(site, ticker.nanos, ticker.nanos);
        assertTrue(frontier.isEmpty());
        offer("http://a.test/3");
        frontier.flush();
        assertEquals(site, due());
    }

    private void takeAll(InetAddress at) {
        resolveAll(at);
        for (Optional<VisitState> site = frontier.due(ticker.nanos);
                site.isPresent();
                site = frontier.due(ticker.nanos)) {
            for (int left = take(site.get()).size(); left > 0; left--) {
                site.get().finished();
            }
            frontier.release(site.get(), ticker.nanos, ticker.nanos);
        }
    }

    private void restart() {
        FrontierMark mark = frontier.mark();
        frontier.close();
        open(Optional.of(mark));
    }

    @Test
    void theFirstSegmentOfTheLogMayDieAfterTheLastOne() {
        open();
        offer("http://a.test/1");
        frontier.flush();
        restart();
        offer("http://b.test/1");
        frontier.flush();
        resolveAll(address);
        VisitState a = due();
        assertEquals("a.test", a.host());
        frontier.release(a, ticker.nanos + SECOND, ticker.nanos);
        takeAll(otherAddress);
        restart();
        ticker.nanos += SECOND;
        takeAll(address);
        assertTrue(frontier.isEmpty());
        offer("http://c.test/1");
        frontier.flush();
        restart();
        takeAll(address);
        assertTrue(frontier.isEmpty());
        assertEquals(3, frontier.seen());
    }

    @Test
    void aSiteGivenUpStaysSoAfterARestart() {
        open();
        offer("http://a.test/1");
        offer("http://a.test/2");
        frontier.flush();
        resolveAll(address);
        VisitState site = due();
        site.giveUp(Outcome.HOST_DOWN);
        site.failures(4);
        site.note(99);
        frontier.release(site, ticker.nanos + 9 * SECOND, ticker.nanos);
        assertEquals(site, due());
        FrontierMark mark = frontier.mark();
        frontier.close();
        open(Optional.of(mark));
        // What is given up needs no address.
        assertEquals(Optional.empty(), frontier.unresolved());
        VisitState again = due();
        assertEquals(Optional.of(Outcome.HOST_DOWN), again.givenUp());
        assertEquals(4, again.failures());
        assertEquals(99, again.note());
        assertEquals(2, take(again).size());
    }

    @Test
    void aSiteSetAsideDoesNotComeBeforeItIsRecalledWhateverIsOfferedAndRestarted() {
        open();
        offer("http://a.test/1");
        frontier.flush();
        resolveAll(address);
        VisitState site = due();
        site.giveUp(Outcome.HOST_DOWN);
        site.failures(2);
        frontier.setAside(site);
        assertEquals(1, frontier.aside());
        assertTrue(frontier.isEmpty());
        offer("http://a.test/2");
        frontier.flush();
        assertEquals(2, frontier.queued());
        restart();
        assertTrue(frontier.isEmpty());
        assertEquals(1, frontier.aside());
        assertEquals(Optional.empty(), frontier.unresolved());
        assertEquals(Long.MAX_VALUE, frontier.nextDueNanos());

        frontier.recall(9, true);
        assertEquals(0, frontier.aside());
        assertFalse(frontier.isEmpty());
        resolveAll(address);
        VisitState again = due();
        assertEquals(Optional.empty(), again.givenUp());
        assertEquals(2, again.failures());
        assertEquals(2, take(again).size());
    }

    @Test
    void aSiteRecalledAndNotForgivenIsHandedOutAsGivenUp() {
        open();
        for (String host : new String[] {"a", "b", "c"}) {
            offer("http://" + host + ".test/1");
        }
        frontier.flush();
        for (Optional<VisitState> next = frontier.unresolved();
                next.isPresent();
                next = frontier.unresolved()) {
            frontier.unresolvable(next.get(), Outcome.DNS_TIMEOUT);
            VisitState site = due();
            site.giveUp(Outcome.DNS_TIMEOUT);
            frontier.setAside(site);
        }
        frontier.recall(2, false);
        assertEquals(1, frontier.aside());
        assertEquals(Optional.empty(), frontier.unresolved());
        for (int left = 2; left > 0; left--) {
            VisitState site = due();
            assertEquals(Optional.of(Outcome.DNS_TIMEOUT), site.givenUp());
            assertEquals(1, take(site).size());
            site.finished();
            frontier.release(site, ticker.nanos, ticker.nanos);
        }
        assertTrue(frontier.isEmpty());
        assertEquals(1, frontier.queued());
    }

    @Test
    void aSiteWhoseAddressCouldNotBeAskedForNowIsHandedOutForItAgain() {
        open();
        offer("http://a.test/1");
        frontier.flush();
        VisitState site = frontier.unresolved().orElseThrow();
        frontier.unresolved(site);
        assertFalse(frontier.isEmpty());
        assertEquals(site, frontier.unresolved().orElseThrow());
    }

    @Test
    void aForgottenAddressIsAskedForAgain() {
        open();
        offer("http://a.test/1");
        frontier.flush();
        resolveAll(address);
        VisitState site = due();
        site.forgetAddress();
        frontier.release(site, ticker.nanos + SECOND, ticker.nanos);
        assertEquals(site, frontier.unresolved().orElseThrow());
        frontier.resolved(site, otherAddress);
        assertEquals(Optional.empty(), frontier.due(ticker.nanos));
        ticker.nanos += SECOND;
        assertEquals(Optional.of(otherAddress), due().address());
    }

    @Test
    void noMoreSitesAreResolvedAtOnceThanMayBe() {
        limits = new FrontierLimits(8 << 20, 64, 64, 2, 1, 5, 100);
        open();
        for (int i = 0; i < 5; i++) {
            offer("http://s" + i + ".test/");
        }
        frontier.flush();
        VisitState one = frontier.unresolved().orElseThrow();
        frontier.unresolved().orElseThrow();
        assertEquals(Optional.empty(), frontier.unresolved());
        frontier.resolved(one, address);
        assertTrue(frontier.unresolved().isPresent());
    }

    @Test
    void sitesTakeTurnsWhenThereAreMoreThanRoomFor() {
        limits = new FrontierLimits(8 << 20, 2, 2, 2, 1, 3, 100);
        open();
        for (int i = 0; i < 4; i++) {
            for (int path = 0; path < 5; path++) {
                offer("http://s" + i + ".test/" + path);
            }
        }
        frontier.flush();
        List<String> left = new ArrayList<>();
        List<String> turns = new ArrayList<>();
        while (!frontier.isEmpty()) {
            for (Optional<VisitState> next = frontier.unresolved();
                    next.isPresent();
                    next = frontier.unresolved()) {
                next.get().keep(gone -> left.add(gone.host()));
                frontier.resolved(next.get(), address);
            }
            VisitState site = due();
            assertTrue(site.next(queued));
            turns.add(site.host());
            site.finished();
            frontier.release(site, ++ticker.nanos, ticker.nanos);
            assertTrue(frontier.activeSites() <= 2);
        }
        assertEquals(20, turns.size());
        // Two sites begin; each leaves after three URLs, for those that wait.
        assertEquals(2, turns.subList(0, 5).stream().distinct().count());
        assertEquals(4, turns.subList(0, 12).stream().distinct().count());
        assertTrue(left.size() >= 4, left::toString);
    }

    @Test
    void sitesWithoutUrlsTakeNoPlaceFromOthersOfTheirAddress() {
        limits = new FrontierLimits(8 << 20, 8, 3, 8, 1, 64, 1 << 30);
        open();
        for (int i = 0; i < 30; i++) {
            offer("http://s" + i + ".test/");
        }
        frontier.flush();
        for (int i = 0; i < 30; i++) {
            frontier.resolved(frontier.unresolved().orElseThrow(), address);
            VisitState site = due();
            take(site).forEach(_ -> site.finished());
            frontier.release(site, ticker.nanos, ticker.nanos);
        }
        assertTrue(frontier.isEmpty());
    }

    @Test
    void sitesComeInTheOrderInWhichTheyWereFirstSeen() {
        open();
        List<String> hosts = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            hosts.add("h" + (i * 7919 % 500) + ".test");
            offer("http://" + hosts.getLast() + "/");
            offer("http://" + hosts.get(i / 2) + "/" + i);
        }
        frontier.flush();
        List<String> came = new ArrayList<>();
        while (came.size() < hosts.size()) {
            VisitState site = frontier.unresolved().orElseThrow();
            came.add(site.host());
            frontier.resolved(site, address);
            VisitState visited = due();
            take(visited).forEach(_ -> visited.finished());
            frontier.release(visited, ticker.nanos, ticker.nanos);
        }
        assertEquals(hosts, came);
    }

    @Test
    void companionsAreToldThatTheFrontierCloses() {
        open();
        offer("http://a.test/");
        frontier.flush();
        resolveAll(address);
        List<String> left = new ArrayList<>();
        due().keep(site -> left.add(site.host()));
        frontier.close();
        frontier.close();
        assertEquals(List.of("a.test"), left);
    }

    @Test
    void aSiteComesBackOnceFromWhereItWent() {
        open();
        offer("http://a.test/");
        frontier.flush();
        VisitState site = frontier.unresolved().orElseThrow();
        assertThrows(IllegalStateException.class, () -> frontier.release(site, 0, 0));
        frontier.resolved(site, address);
        assertThrows(IllegalStateException.class, () -> frontier.resolved(site, address));
        assertThrows(IllegalStateException.class, () -> site.next(queued));
        due();
        assertThrows(IllegalStateException.class, site::finished);
    }

    @Test
    void whatIsOfferedWhileOthersAreLetOutComesOutWithTheNextFlush() {
        open();
        offer("http://a.test/1");
        offer("http://a.test/2");
        frontier.hungry();
        assertTrue(frontier.isFlushing());
        assertFalse(offer("http://a.test/2"));
        assertTrue(offer("http://a.test/3"));
        assertEquals(3, frontier.pending());
        hungry();
        assertEquals(1, frontier.pending());
        assertEquals(2, frontier.queued());
        frontier.flush();
        resolveAll(address);
        assertEquals(List.of("http://a.test/1", "http://a.test/2", "http://a.test/3"), take(due()));
        assertEquals(3, frontier.seen());
    }

    @Test
    void aMarkAmidAFlushHasAllOfIt() {
        open();
        offer("http://a.test/1");
        frontier.hungry();
        offer("http://a.test/2");
        FrontierMark mark = frontier.mark();
        assertFalse(frontier.isFlushing());
        frontier.close();
        open(Optional.of(mark));
        assertEquals(1, frontier.queued());
        assertEquals(1, frontier.pending());
        frontier.flush();
        resolveAll(address);
        assertEquals(List.of("http://a.test/1", "http://a.test/2"), take(due()));
    }

    @Test
    void aRestartTakesTheMemoryItIsGivenWhateverTheMarkWasMadeWith() {
        Set<String> expected = new HashSet<>();
        Optional<FrontierMark> mark = Optional.empty();
        int urls = 0;
        for (int megabytes : new int[] {8, 32, 4}) {
            limits = FrontierLimits.of((long) megabytes << 20, 64);
            open(mark);
            assertEquals(expected.size(), frontier.queued() + frontier.pending());
            // More of them than the least memory takes at once.
            for (int more = urls + 18_000; urls < more; urls++) {
                String text = "http://s" + urls % 300 + ".test/" + urls;
                assertTrue(offer(text));
                expected.add(text);
            }
            mark = Optional.of(frontier.mark());
            frontier.close();
        }
        open(mark);
        frontier.flush();
        assertEquals(urls, frontier.seen());
        assertEquals(urls, frontier.queued());
        while (!frontier.isEmpty()) {
            Optional<VisitState> next = frontier.unresolved();
            if (next.isPresent()) {
                // Each has an address of its own, so none waits for another.
                int number = Integer.parseInt(next.get().host().replaceAll("\\D", ""));
                frontier.resolved(
                        next.get(),
                        InetAddress.ofLiteral("127.0." + number / 250 + "." + (1 + number % 250)));
            }
            VisitState site = due();
            while (site.next(queued)) {
                assertTrue(expected.remove(queued.url().toString()));
                site.finished();
            }
            frontier.release(site, ticker.nanos, ticker.nanos);
        }
        assertEquals(Set.of(), expected);
    }

    @Test
    void newUrlsAreLetOutLaterWhileSitesOnlyWaitForTheirTime() {
        open();
        offer("http://a.test/1");
        offer("http://a.test/2");
        hungry();
        resolveAll(address);
        VisitState site = due();
        offer("http://b.test/");
        frontier.release(site, ticker.nanos + SECOND, ticker.nanos);
        hungry();
        assertEquals(1, frontier.pending());
        ticker.nanos += SECOND / 2;
        hungry();
        assertEquals(0, frontier.pending());
    }

    @Test
    void aRestartTakesUpWhatWasTakenAndOnlyWhatTheMarkHas() {
        open();
        for (int i = 0; i < 4; i++) {
            offer("http://a.test/" + i);
        }
        frontier.flush();
        resolveAll(address);
        VisitState site = due();
        assertTrue(site.next(queued));
        site.finished();
        assertTrue(site.next(queued));
        site.putBack(queued.tries(2));
        assertTrue(site.next(queued));
        offer("http://b.test/pending");
        FrontierMark mark = frontier.mark();
        offer("http://b.test/lost");
        frontier.flush();
        frontier.close();
        ticker.nanos -= 50 * SECOND;
        open(Optional.of(mark));
        assertEquals(3, frontier.queued());
        assertEquals(1, frontier.pending());
        resolveAll(address);
        VisitState again = due();
        assertEquals(List.of("http://a.test/2", "http://a.test/3", "http://a.test/1"), take(again));
        assertEquals(1, again.fetched());
        assertTrue(offer("http://b.test/lost"));
        frontier.flush();
        assertEquals(5, frontier.queued());
    }

    @Test
    void filesThatNoMarkNeedsAreGone() throws IOException {
        open();
        Optional<FrontierMark> before = Optional.empty();
        int most = 0;
        for (int round = 0; round < 20; round++) {
            offer("http://a.test/" + round);
            frontier.flush();
            FrontierMark mark = frontier.mark();
            before.ifPresent(frontier::forget);
            before = Optional.of(mark);
            most = Math.max(most, disk.list(DIRECTORY).size());
        }
        assertTrue(most <= 8, "files=" + most);
        frontier.close();
        try (Disk.DiskFile left = disk.create(DIRECTORY.resolve("seen-77"))) {
            left.write(MemorySegment.ofArray(new byte[9]), 0);
        }
        open(before);
        assertFalse(disk.exists(DIRECTORY.resolve("seen-77")));
        assertEquals(20, frontier.queued());
        frontier.close();
        open();
        assertEquals(List.of(), disk.list(DIRECTORY));
        assertTrue(frontier.isEmpty());
    }

    @Test
    void aMarkThatIsNotAsItWasMadeIsRefused() throws IOException {
        open();
        offer("http://a.test/");
        frontier.flush();
        FrontierMark mark = frontier.mark();
        frontier.close();
        Path path = MarkedFiles.markPath(DIRECTORY, mark.number());
        try (Disk.DiskFile file = disk.open(path)) {
            MemorySegment octet = MemorySegment.ofArray(new byte[1]);
            file.read(octet, 40);
            octet.set(FrontierWords.BYTE, 0, (byte) (octet.get(FrontierWords.BYTE, 0) ^ 4));
            file.write(octet, 40);
        }
        TelegraphException changed =
                assertThrows(TelegraphException.class, () -> open(Optional.of(mark)));
        assertEquals(TelegraphException.Kind.CORRUPT, changed.kind());
        TelegraphException missing =
                assertThrows(
                        TelegraphException.class, () -> open(Optional.of(new FrontierMark(7))));
        assertTrue(missing.getMessage().contains("mark-7"), missing::getMessage);
    }

    @Test
    void memoryThatIsNotEnoughIsSaid() {
        limits = FrontierLimits.of(4 << 20, 5_000);
        TelegraphException sites = assertThrows(TelegraphException.class, this::open);
        assertEquals(TelegraphException.Kind.RESOURCE, sites.kind());
        limits = FrontierLimits.of(512 << 20, 64);
        TelegraphException room = assertThrows(TelegraphException.class, this::open);
        assertEquals(TelegraphException.Kind.RESOURCE, room.kind());
        assertThrows(TelegraphException.class, () -> FrontierLimits.of(1 << 20, 64));
    }

    @Test
    void nothingIsTakenBeyondTheLimit() {
        for (long bytes = FrontierLimits.MEMORY_MIN; bytes <= 32 << 20; bytes *= 2) {
            limits = FrontierLimits.of(bytes, 512);
            open();
            assertTrue(region.used() <= bytes, "used=" + region.used() + " bytes=" + bytes);
            frontier.close();
        }
    }
}
