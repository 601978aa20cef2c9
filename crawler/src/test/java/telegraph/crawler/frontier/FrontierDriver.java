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
import java.util.Random;
import telegraph.crawler.Outcome;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.mark.FrontierPlace;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.ground.Disk;
import telegraph.http.url.Url;
import telegraph.memory.Region;

/// Does random things to a frontier and to its model, and holds what the one does against the
/// other.
///
/// Checked at each step: a URL comes out only as the next of its site; a site and an address are
/// handed out at their time at the earliest and no more often at once than they may; what is kept
/// with a site comes back with it; counters agree.
final class FrontierDriver implements AutoCloseable {
    static final int SITES = 40;
    static final int ADDRESSES = 12;

    final Random random;
    final TestTicker ticker = new TestTicker();
    private final Disk disk;
    private final Region region;
    private final FrontierLimits limits;
    private final Frontier.Sharing sharing;
    ModelFrontier model = new ModelFrontier();
    Frontier frontier;

    /// The last mark and what the model was then.
    Optional<FrontierMark> mark = Optional.empty();

    ModelFrontier marked = new ModelFrontier();
    private final List<VisitState> out = new ArrayList<>();
    private final List<VisitState> resolving = new ArrayList<>();
    private final Map<InetAddress, Long> addressDue = new HashMap<>();
    private final Map<InetAddress, Integer> addressOut = new HashMap<>();
    private final QueuedUrl queued = new QueuedUrl();
    private final Url url = new Url();
    private final Origin origin = new Origin();
    private int sitesSpan = SITES;
    private int nextPath;
    long finished;

    /// Parts of flushes between which other things happened.
    long sifted;

    FrontierDriver(
            long seed, Disk disk, Region region, FrontierLimits limits, Frontier.Sharing sharing) {
        this.random = new Random(seed);
        this.disk = disk;
        this.region = region;
        this.limits = limits;
        this.sharing = sharing;
    }

    FrontierDriver sites(int count) {
        sitesSpan = count;
        return this;
    }

    void open(Disk from) {
        frontier =
                Frontier.open(
                        new FrontierPlace(from, Path.of("/crawl/frontier"), region, ticker),
                        random.nextInt(3) == 0 ? withMoreMemory() : limits,
                        mark,
                        sharing);
    }

    void open() {
        open(disk);
    }

    private FrontierLimits withMoreMemory() {
        return new FrontierLimits(
                2 * limits.memoryBytes(),
                limits.sitesActive(),
                limits.sitesPerAddress(),
                limits.resolving(),
                limits.requestsPerAddress(),
                limits.turnUrls(),
                limits.urlsPerSite());
    }

    /// Starts again from the last mark, as after a crash that left `left`.
    void restart(Disk left) {
        out.clear();
        resolving.clear();
        addressDue.clear();
        addressOut.clear();
        if (mark.isEmpty()) {
            // Nobody knows of a frontier that never made a mark.
            marked = new ModelFrontier();
        }
        model = marked.copy();
        // The frontier's time stands still while it is closed.
        long asleep = 1_000L * random.nextInt(1_000_000);
        long markedAt = markNanos;
        ticker.nanos += asleep;
        long shift = ticker.nanos - markedAt;
        model.sites.values().forEach(site -> site.due = site.due == 0 ? 0 : site.due + shift);
        markNanos = ticker.nanos;
        marked = model.copy();
        open(left);
        long most = frontier.queued() + frontier.pending();
        assertTrue(frontier.queued() <= model.unfinished(), this::state);
        assertTrue(model.unfinished() <= most, this::state);
    }

    private long markNanos;

    private String state() {
        return "frontier: queued=" + frontier.queued() + " pending=" + frontier.pending();
    }

    /// One random thing.
    void step() {
        switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> offer(1 + random.nextInt(20));
            case 4, 5 -> resolve();
            case 6 -> answer();
            case 7, 8, 9 -> visit();
            case 10, 11, 12 -> work();
            case 13 ->
                    ticker.nanos +=
                            random.nextInt(3_000_000) * (random.nextInt(50) == 0 ? 9_000L : 1);
            case 14 -> {
                if (random.nextInt(3) == 0) {
                    flush();
                } else {
                    frontier.hungry();
                }
            }
            case 15, 16 -> {
                if (frontier.isFlushing()) {
                    frontier.sift();
                    sifted++;
                }
            }
            default -> {
                if (random.nextInt(8) == 0) {
                    mark();
                }
            }
        }
        assertFalse(frontier.queued() > model.unfinished(), this::state);
        assertTrue(frontier.activeSites() <= limits.sitesActive());
    }

    private void flush() {
        frontier.flush();
        assertEquals(0, frontier.pending());
        assertEquals(model.seen.size(), frontier.seen());
        assertTrue(
                frontier.queueBytes()
                        <= 3 * frontier.liveBytes() + 4 * sharing.of(0, 0).segmentBytes());
    }

    void mark() {
        FrontierMark next = frontier.mark();
        Optional<FrontierMark> before = mark;
        mark = Optional.of(next);
        marked = model.copy();
        markNanos = ticker.nanos;
        before.ifPresent(frontier::forget);
    }

    void offer(int urls) {
        for (int i = 0; i < urls; i++) {
            int fresh = random.nextInt(4) == 0 ? random.nextInt(nextPath + 1) : nextPath++;
            Random of = new Random(fresh);
            // Few sites have most of the URLs.
            int site = (int) (sitesSpan * Math.pow(of.nextDouble(), 3));
            String text = "http://s" + site + ".test/" + fresh + "x".repeat(longTail(of, 1_900));
            offer(text, fresh, longTail(of, 1_500));
        }
    }

    private static int longTail(Random of, int most) {
        return of.nextInt(50) == 0 ? of.nextInt(most) : of.nextInt(40);
    }

    private void offer(String text, int number, int referrerLength) {
        byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
        assertEquals(Url.Verdict.OK, url.parse(octets, 0, octets.length));
        origin.seed().depth(number % 9).referrer().append("r".repeat(referrerLength));
        for (int i = 0; i < number % 4; i++) {
            origin.redirected(number + i);
        }
        boolean isNew = model.offer(text);
        boolean taken = frontier.offer(url, origin);
        assertTrue(taken || !isNew, () -> "a new URL is taken in: " + text);
    }

    private void resolve() {
        frontier.unresolved()
                .ifPresent(site -> {
                    assertFalse(resolving.contains(site));
                    assertTrue(resolving.size() < limits.resolving());
                    assertTrue(site.address().isEmpty());
                    resolving.add(site);
                });
    }

    private InetAddress address(String host) {
        int number = Math.abs(host.hashCode() % ADDRESSES);
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) number});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private void answer() {
        while (!resolving.isEmpty()) {
            VisitState site = resolving.remove(random.nextInt(resolving.size()));
            if (random.nextInt(20) == 0) {
                frontier.unresolvable(site, Outcome.NO_ADDRESS);
                return;
            }
            frontier.resolved(site, address(site.host()));
        }
    }

    private ModelFrontier.Site modelOf(VisitState site) {
        return model.sites.get("http://" + site.host());
    }

    private void visit() {
        Optional<VisitState> due = frontier.due(ticker.nanos);
        if (due.isEmpty()) {
            // A site of the line may be wanted in memory, but nobody is called in vain twice.
            if (frontier.nextDueNanos() <= ticker.nanos) {
                resolve();
                assertTrue(frontier.nextDueNanos() > ticker.nanos || !resolving.isEmpty());
            }
            return;
        }
        VisitState site = due.get();
        ModelFrontier.Site expected = modelOf(site);
        assertFalse(out.contains(site));
        assertEquals(expected.fetched, site.fetched());
        assertEquals(expected.failures, site.failures());
        assertEquals(expected.note, site.note());
        assertTrue(site.queued() > 0);
        if (expected.givenUp) {
            assertEquals(Optional.of(Outcome.HOST_DOWN), site.givenUp());
        }
        if (site.givenUp().isEmpty()) {
            InetAddress address = site.address().orElseThrow();
            assertEquals(address(site.host()), address);
            assertTrue(expected.due <= ticker.nanos, () -> site + " is early");
            assertTrue(addressDue.getOrDefault(address, Long.MIN_VALUE) <= ticker.nanos);
            int now = addressOut.merge(address, 1, Integer::sum);
            assertTrue(now <= limits.requestsPerAddress());
        }
        out.add(site);
    }

    /// One of the sites that are out gets on, or is released.
    private void work() {
        if (out.isEmpty()) {
            return;
        }
        VisitState site = out.get(random.nextInt(out.size()));
        ModelFrontier.Site expected = modelOf(site);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> take(site, expected);
            case 3, 4 -> {
                if (!expected.taken.isEmpty()) {
                    site.finished();
                    expected.taken.remove();
                    expected.fetched++;
                    finished++;
                }
            }
            case 5 -> {
                if (!expected.taken.isEmpty() && random.nextInt(3) == 0) {
                    byte[] octets = expected.taken.getFirst().getBytes(StandardCharsets.US_ASCII);
                    assertEquals(Url.Verdict.OK, queued.url().parse(octets, 0, octets.length));
                    describe(expected.taken.getFirst());
                    site.putBack(queued.tries(1));
                    expected.putBack.add(expected.taken.remove());
                }
            }
            default -> release(site, expected);
        }
    }

    /// Fills the origin as [#offer] did.
    private void describe(String text) {
        int number = number(text);
        queued.origin().seed().depth(number % 9).referrer().append("again");
        for (int i = 0; i < number % 4; i++) {
            queued.origin().redirected(number + i);
        }
    }

    private static int number(String text) {
        String path = text.substring(ModelFrontier.siteOf(text).length() + 1);
        return Integer.parseInt(path.replace("x", ""));
    }

    private void take(VisitState site, ModelFrontier.Site expected) {
        int before = site.queued();
        boolean got = site.next(queued);
        assertEquals(before > 0 && expected.taken.size() < SiteQueue.TAKEN_MAX, got);
        if (!got) {
            return;
        }
        String text = queued.url().toString();
        assertEquals(expected.line(text).remove(), text);
        int number = number(text);
        assertEquals(number % 9, queued.origin().depth());
        assertEquals(number % 4, queued.origin().chainLength());
        for (int i = 0; i < number % 4; i++) {
            assertEquals(number + i, queued.origin().chain(i));
        }
        boolean again = queued.origin().referrer().toString().equals("again");
        assertEquals(again ? 1 : 0, queued.tries());
        expected.taken.add(text);
    }

    private void release(VisitState site, ModelFrontier.Site expected) {
        out.remove(site);
        site.address()
                .ifPresent(address -> {
                    if (site.givenUp().isEmpty() || addressOut.getOrDefault(address, 0) > 0) {
                        addressOut.merge(address, -1, Integer::sum);
                    }
                });
        long siteDue = ticker.nanos + random.nextInt(4_000_000);
        if (random.nextInt(30) == 0) {
            siteDue = ticker.nanos + 60_000_000_000L;
        }
        long addressAt = ticker.nanos + random.nextInt(1_000_000);
        site.address().ifPresent(address -> addressDue.merge(address, addressAt, Math::max));
        if (random.nextInt(20) == 0) {
            site.forgetAddress();
        }
        if (random.nextInt(200) == 0) {
            site.giveUp(Outcome.HOST_DOWN);
            expected.givenUp = true;
        }
        site.failures(random.nextInt(5));
        site.note(random.nextLong());
        expected.failures = site.failures();
        expected.note = site.note();
        expected.settle();
        expected.due = siteDue;
        frontier.release(site, siteDue, addressAt);
    }

    /// Takes all that is left, and holds it against the model.
    void drain() {
        frontier.flush();
        assertEquals(model.unfinished(), frontier.queued());
        for (VisitState site : List.copyOf(out)) {
            release(site, modelOf(site));
        }
        long before = -1;
        while (!frontier.isEmpty()) {
            resolve();
            answer();
            visit();
            for (VisitState site : List.copyOf(out)) {
                ModelFrontier.Site expected = modelOf(site);
                while (site.queued() > 0 && expected.taken.size() < SiteQueue.TAKEN_MAX) {
                    take(site, expected);
                }
                while (!expected.taken.isEmpty()) {
                    site.finished();
                    expected.taken.remove();
                    expected.fetched++;
                    finished++;
                }
                release(site, expected);
            }
            if (frontier.queued() == before) {
                ticker.nanos += 1_000_000_000L;
            }
            before = frontier.queued();
        }
        assertEquals(0, model.unfinished());
        assertEquals(model.seen.size(), frontier.seen());
    }

    @Override
    public void close() {
        frontier.close();
    }
}
