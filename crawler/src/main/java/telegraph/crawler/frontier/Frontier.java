package telegraph.crawler.frontier;

import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.Executor;
import telegraph.crawler.Outcome;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.mark.FrontierPlace;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.UnsyncedMark;
import telegraph.http.url.Url;
import telegraph.memory.Region;

/// All URLs that are known and still to be fetched, and whose turn it is.
///
/// ```
/// offer ─► Sieve ──flush──► Virtualizer: queues on disk ◄──window── VisitState ─► Workbench ──due──► visit
///                   │                                                   ▲
///                   └─► SiteTable ─► SiteLine: whose turn it is ─ unresolved, resolved
/// ```
///
/// Invariants:
///
/// 1. Each URL comes out once, those of a site in the order they were first offered; what is taken
///    and not finished comes out again after a restart.
/// 2. A site with URLs is either in memory or once in the line.
/// 3. Neither a site nor an address is handed out before its time, also not after a restart or
///    after it left memory.
/// 4. All memory is taken when the frontier opens and does not grow with what it holds, but for a
///    bit of index for each 16 MB of queues and some hundreds of kilobytes of offers.
///
/// After an exception a frontier can only be closed; a restart begins at the last mark.
///
/// Threads: one. The memory is this frontier's until [#close]. Papers: Heydon and Najork,
/// *Mercator*, 1999; Boldi et al., *BUbiNG: Massive Crawling for the Masses*, 2018.
public final class Frontier implements AutoCloseable {
    /// A flush waits until the last one's cost is no more than this part of the time.
    private static final int FLUSH_COST_PART = 10;

    /// As long as most sites are only waiting for their time, flushes are this much further apart.
    private static final int PATIENT_PART = 50;

    private static final long PATIENT_NANOS = 100_000_000;

    /// The least while from one flush to the next as long as sites wait to come into memory.
    private static final long CROWDED_NANOS = 1_000_000_000;

    private final FrontierPlace place;
    private final long memoryBytes;
    private final Region region;
    private final MarkedFiles files;
    private final Sieve sieve;
    private final Virtualizer log;
    private final SiteTable sites;
    private final SiteTurns turns;
    private final Outlet outlet;
    private final SegmentCleaner cleaner;

    /// What the ticker's time is short of the frontier's, which goes on where the mark was made.
    private long timeShift;

    private boolean flushing;
    private long flushEnd;
    private long flushCost;
    private boolean closed;

    private Frontier(FrontierPlace place, FrontierLimits limits, Sharing sharing) {
        timeShift = -place.ticker().nanos();
        this.place = place;
        this.memoryBytes = limits.memoryBytes();
        this.region = place.region().child("frontier");
        this.files = new MarkedFiles(place.disk(), place.directory());
        boolean open = false;
        try {
            Shares shares = sharing.of(memoryBytes, limits.sitesActive());
            Parts parts = new Parts(files, region, limits, shares);
            sieve = new Sieve(parts);
            log = new Virtualizer(parts);
            sites = new SiteTable(parts);
            turns = new SiteTurns(parts, sites, log);
            outlet = new Outlet(sites, log, turns, limits.urlsPerSite());
            cleaner = new SegmentCleaner(parts, sites, log, turns);
            open = true;
        } finally {
            if (!open) {
                region.close();
            }
        }
    }

    /// Opens a frontier that goes on from a mark, whatever memory it had then, or a new one; what
    /// is in the directory and not of the mark is deleted.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the region has less room
    ///   than the frontier needs; CORRUPT if the mark is not as it was made
    public static Frontier open(
            FrontierPlace place, FrontierLimits limits, Optional<FrontierMark> from) {
        return open(place, limits, from, Shares::of);
    }

    /// How the memory is shared out, which a test may want otherwise.
    interface Sharing {
        Shares of(long memoryBytes, int sitesActive);
    }

    static Frontier open(
            FrontierPlace place,
            FrontierLimits limits,
            Optional<FrontierMark> from,
            Sharing sharing) {
        if (from.isEmpty()) {
            Frontier frontier = new Frontier(place, limits, sharing);
            frontier.files.sweep();
            return frontier;
        }
        long number = from.get().number();
        try (MarkReader reader =
                new MarkReader(place.disk(), MarkedFiles.markPath(place.directory(), number))) {
            // What lies in the log of offers lies there as the memory of then was shared out.
            int extentBytes = sharing.of(reader.getLong(), 1).extentBytes();
            Frontier frontier = new Frontier(place, limits, sharing);
            boolean open = false;
            try {
                frontier.restart(number, reader, extentBytes);
                open = true;
                return frontier;
            } finally {
                if (!open) {
                    frontier.close();
                }
            }
        }
    }

    private void restart(long number, MarkReader from, int extentBytes) {
        files.restart(number, from.getLong());
        timeShift = from.getLong() - place.ticker().nanos();
        flushEnd = now();
        outlet.restart(from);
        boolean offersFit = sieve.restart(from, extentBytes);
        log.restart(from);
        sites.restart(from);
        turns.restartLine(from);
        files.sweep();
        turns.restart(from);
        if (!offersFit) {
            sieve.takeAgain(extentBytes, this::offer);
        }
    }

    /// Takes in a URL; false if it has been seen for certain. Otherwise, if it is new, it comes out
    /// of its site's queue once, at the latest after [#flush]. If there is room for no more, a
    /// flush begins.
    public boolean offer(Url url, Origin origin) {
        if (sieve.isFull()) {
            finishFlush();
            beginFlush();
        }
        return sieve.offer(url, origin);
    }

    /// Whether a URL with that [Url#hash] was offered lately, so that it need not be parsed to be
    /// offered again; false says nothing.
    public boolean wasOffered(long hash) {
        return sieve.isRecent(hash);
    }

    /// A site whose time has come and that has a URL: it is the caller's until [#release].
    public Optional<VisitState> due(long nowNanos) {
        return Optional.ofNullable(turns.due(nowNanos + timeShift));
    }

    /// A site that needs an address, the caller's until [#resolved] or [#unresolvable]; no more
    /// than the limit are out at once.
    public Optional<VisitState> unresolved() {
        return Optional.ofNullable(turns.unresolved(now()));
    }

    public void resolved(VisitState site, InetAddress address) {
        turns.resolved(site, address, now());
    }

    /// The site is due at once, given up for as long as it is in memory.
    public void unresolvable(VisitState site, Outcome why) {
        turns.unresolvable(site, why);
    }

    /// Gives a site back: neither it nor its address is due before these times.
    public void release(VisitState site, long siteDueNanos, long addressDueNanos) {
        turns.release(site, siteDueNanos + timeShift, addressDueNanos + timeShift, now());
    }

    /// When a site may be asked as far as its own delay goes, such as by a guest: the largest
    /// `long` while it is handed out, the smallest if it was never seen.
    public long dueNanos(long siteHash) {
        long due = turns.dueOf(siteHash);
        return due == Long.MAX_VALUE || due == Long.MIN_VALUE ? due : due - timeShift;
    }

    /// The site with that [Url#siteHash], if it is in memory.
    public Optional<VisitState> active(long siteHash) {
        return Optional.ofNullable(turns.active(siteHash));
    }

    /// The earliest time at which [#due] may find a site, or [#unresolved] one that must wait
    /// before it comes into memory, if nothing is released or offered before; the largest `long` if
    /// none.
    public long nextDueNanos() {
        long next = turns.nextDue();
        return next == Long.MAX_VALUE ? next : next - timeShift;
    }

    /// Nothing is queued, offered or out, but for the URLs of sites that were set aside.
    public boolean isEmpty() {
        return turns.isIdle() && pending() == 0;
    }

    /// Takes a site back that [#unresolved] handed out: it needs its address still.
    public void unresolved(VisitState site) {
        turns.unresolved(site);
    }

    /// Takes a site back that [#due] handed out, and does not hand it out again before [#recall],
    /// whatever is offered for it.
    public void setAside(VisitState site) {
        turns.setAside(site);
    }

    /// Sites set aside that have URLs.
    public long aside() {
        return turns.aside();
    }

    /// Lets sites that were set aside come in their turn again, those first that were first.
    ///
    /// @param most how many at most; a thousand take some milliseconds
    /// @param isForgiven whether they are not given up any more
    public void recall(long most, boolean isForgiven) {
        turns.recall(most, isForgiven);
    }

    /// Begins to let new URLs out if that costs little of the time; for when too little is due.
    ///
    /// If more sites have no URL than wait for their time, that may be soon; else, or while sites
    /// wait to come into memory, new URLs are worth less.
    public void hungry() {
        if (sieve.pending() > 0 && !isFlushing() && now() - flushEnd >= flushGap()) {
            beginFlush();
        }
    }

    private long flushGap() {
        if (turns.isStarving()) {
            return (FLUSH_COST_PART - 1) * flushCost;
        }
        long least = turns.isLineEmpty() ? PATIENT_NANOS : CROWDED_NANOS;
        return Math.max(least, (PATIENT_PART - 1) * flushCost);
    }

    /// Lets all new URLs out that were offered.
    public void flush() {
        finishFlush();
        beginFlush();
        finishFlush();
    }

    private void beginFlush() {
        long start = now();
        sieve.begin();
        flushCost = now() - start;
        flushing = true;
    }

    private void finishFlush() {
        while (isFlushing()) {
            sift();
        }
    }

    /// Whether new URLs are on their way out, and [#sift] is to be called.
    public boolean isFlushing() {
        return flushing;
    }

    /// Does a part of the flush under way, which takes some milliseconds.
    public void sift() {
        long start = now();
        if (sieve.sift(outlet) && cleaner.cleanSome()) {
            flushing = false;
            flushEnd = now();
        }
        flushCost += now() - start;
    }

    /// Makes durable all that a restart from here needs. Finishes a flush under way before.
    public FrontierMark mark() {
        UnsyncedMark mark = beginMark();
        mark.sync();
        return mark.mark();
    }

    /// As [#mark], but leaves the waiting for the disk to the caller. Marks are to be synced in the
    /// order they were made.
    public UnsyncedMark beginMark() {
        finishFlush();
        long number = files.lastMark() + 1;
        cleaner.clean();
        turns.save();
        turns.write();
        sieve.write();
        log.write();
        try (MarkWriter to = new MarkWriter(place.disk(), files.markPath(number))) {
            to.putLong(memoryBytes);
            to.putLong(files.nextNumber());
            to.putLong(now());
            outlet.mark(to);
            sieve.mark(to);
            log.mark(to);
            sites.mark(to);
            turns.mark(to);
            to.finish();
        }
        return files.marked(number);
    }

    /// No restart will be from `older` or one before it: deletes what only they need.
    public void forget(FrontierMark older) {
        forget(older, Runnable::run);
    }

    /// As [#forget(FrontierMark)], but the deleting is done by `by`.
    public void forget(FrontierMark older, Executor by) {
        files.forget(older.number(), by);
    }

    private long now() {
        return place.ticker().nanos() + timeShift;
    }

    /// Different URLs ever taken in, without those that wait to be told from seen ones.
    public long seen() {
        return sieve.seen();
    }

    /// URLs in queues, and those taken and not finished.
    public long queued() {
        return turns.queued();
    }

    /// URLs offered that wait to be told from seen ones.
    public long pending() {
        return sieve.pending() + sieve.sifting();
    }

    /// Sites ever seen.
    public long sites() {
        return sites.sites();
    }

    /// Sites in memory.
    public int activeSites() {
        return turns.active();
    }

    /// URLs dropped because their site has as many as it may.
    public long dropped() {
        return outlet.dropped();
    }

    /// Bytes on disk of queues, finished ones included.
    public long queueBytes() {
        return log.logBytes();
    }

    /// Bytes of queues on disk that are not finished.
    public long liveBytes() {
        return log.liveBytes();
    }

    /// Queues moved because most of the log was dead.
    long moves() {
        return cleaner.moves();
    }

    /// Tells the companions of all sites that they leave, and frees the memory; what is on disk
    /// stays.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                turns.close();
            } finally {
                region.close();
                files.close();
            }
        }
    }
}
