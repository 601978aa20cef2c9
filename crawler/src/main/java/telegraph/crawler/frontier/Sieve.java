package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import telegraph.crawler.mark.EntryFormat;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.HashOrder;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.crawler.mark.SeenCache;
import telegraph.http.Octets;
import telegraph.http.url.Hashes;
import telegraph.http.url.Url;
import telegraph.memory.Region;

/// Lets each URL through once, a batch of new ones at a time, those of a site in the order they
/// were first seen, and sites in the order of their first new URL.
///
/// ```
/// offer ──► SeenCache ──► hashes in memory ──flush: sort, merge with SeenHashes──► which are new
///     seen lately: dropped      OfferLog  ──────────────────────────────────────► the new ones come out
/// ```
///
/// A flush is made a part at a time, while the next offers come in beside it; so nobody waits for
/// all of it, however many hashes have been seen.
///
/// | stage   | a part of it                                                        |
/// |---------|---------------------------------------------------------------------|
/// | `MERGE` | some hashes of the old file and the offers go into the new file     |
/// | `OUT`   | a piece of the log is read, and what is new in it comes out         |
/// | `FIRST` | sites come in the order of their first new URL                      |
///
/// Two URLs with the same 64 bits are taken for one: among ten million URLs that loses one with a
/// chance of one in 370,000.
///
/// Threads: the frontier's. Its memory is of the frontier's region. Paper: Boldi et al., *BUbiNG:
/// Massive Crawling for the Masses*, 2018.
final class Sieve {
    /// Buffers of the file that a part of a merge fills.
    private static final int STEPS_OF_PART = 16;

    private final SeenCache cache;
    private final SeenHashes seen;
    private final OfferLog log;
    private final HashOrder order;
    private final HashOrder sites;
    private final MemorySegment hashes;
    private final MemorySegment freshBits;
    private final MemorySegment piece;
    private final long logBytesMax;
    private final int capacity;
    private final long mergeStep;
    private final Sorted sorted = new Sorted();
    private Stage stage = Stage.IDLE;
    private int range;
    private OfferLog.Piece reader;
    private int pending;

    private enum Stage {
        IDLE,
        MERGE,
        OUT,
        FIRST
    }

    /// The offers of the flush under way.
    private final class Sorted implements SeenHashes.Sorted {
        @Override
        public int count() {
            return order.count();
        }

        @Override
        public long hash(int place) {
            return order.noted(place);
        }
    }

    /// Where new URLs go, site by site.
    interface Outlet {
        /// A run of entries of one site follows.
        void site(long site);

        void entry(MemorySegment from, long at);

        /// No more of the site in this run; whether the site is to come by [#first] for the first
        /// of these entries.
        boolean end();

        /// After all entries: the sites that were to come, in the order of their entries.
        void first(long site);
    }

    Sieve(Parts parts) {
        Region region = parts.region();
        Shares shares = parts.shares();
        this.capacity = shares.pending();
        this.cache = new SeenCache(region, shares.cacheBytes());
        this.seen = new SeenHashes(parts);
        this.log = new OfferLog(parts);
        this.order = new HashOrder(region, capacity);
        this.piece = region.allocate(shares.pieceBytes());
        this.sites = new HashOrder(region, (int) (shares.pieceBytes() / OfferLog.RECORD_LEAST));
        this.hashes = region.allocate((long) capacity * Long.BYTES);
        this.freshBits = region.allocate(capacity / Byte.SIZE + 1);
        this.logBytesMax = shares.logBytesMax();
        this.mergeStep = STEPS_OF_PART * shares.stepBytes() / Long.BYTES;
    }

    /// Takes in a URL; false if it has been seen for certain.
    boolean offer(Url url, Origin origin) {
        long hash = url.hash();
        if (cache.seen(hash)) {
            return false;
        }
        hashes.setAtIndex(FrontierWords.LONG, pending, hash);
        log.append(pending, url.siteHash(), url, origin);
        pending++;
        return true;
    }

    /// Whether a URL of that hash was offered lately, so that another offer would be in vain.
    boolean isRecent(long hash) {
        return cache.holds(hash);
    }

    /// Whether a flush must begin before the next offer.
    boolean isFull() {
        return pending == capacity || log.bytes() >= logBytesMax;
    }

    int pending() {
        return pending;
    }

    long seen() {
        return seen.count();
    }

    /// Offers that a flush under way has not dealt with to the end.
    int sifting() {
        return stage == Stage.IDLE ? 0 : order.count();
    }

    /// Begins a flush: what was offered so far is put aside, to be told from what was seen by
    /// [#sift].
    void begin() {
        if (pending == 0) {
            return;
        }
        order.clear();
        for (int i = 0; i < pending; i++) {
            order.add(hash(i), i);
        }
        order.sort(this::hash);
        order.note(this::hash);
        freshBits.fill((byte) 0);
        seen.begin(sorted);
        log.freeze();
        pending = 0;
        stage = Stage.MERGE;
    }

    /// Does a part of the flush under way; true if it was the last.
    boolean sift(Outlet to) {
        switch (stage) {
            case IDLE -> {}
            case MERGE -> {
                if (seen.merge(mergeStep, place -> fresh(order.at(place), true))) {
                    stage = Stage.OUT;
                    range = 0;
                    reader = log.frozen(range, piece);
                }
            }
            case OUT -> {
                if (reader.read()) {
                    letOut(reader.length(), to);
                } else if (++range < OfferLog.RANGES) {
                    reader = log.frozen(range, piece);
                } else {
                    reader = null;
                    stage = Stage.FIRST;
                }
            }
            case FIRST -> {
                // From here on the bits stand for sites, which are noted.
                for (int i = 0; i < order.count(); i++) {
                    if (isFresh(i)) {
                        to.first(order.noted(i));
                    }
                }
                log.thaw();
                stage = Stage.IDLE;
            }
        }
        return stage == Stage.IDLE;
    }

    private long hash(int index) {
        return hashes.getAtIndex(FrontierWords.LONG, index);
    }

    private void fresh(int index, boolean is) {
        long at = index >>> 3;
        int bit = 1 << (index & 7);
        int bits = freshBits.get(FrontierWords.BYTE, at);
        freshBits.set(FrontierWords.BYTE, at, (byte) (is ? bits | bit : bits & ~bit));
    }

    private boolean isFresh(int index) {
        return (freshBits.get(FrontierWords.BYTE, index >>> 3) >>> (index & 7) & 1) != 0;
    }

    /// Lets the new ones among the records in the piece out, those of a site together.
    private void letOut(long length, Outlet to) {
        sites.clear();
        for (long at = 0; at < length; at += OfferLog.recordBytes(piece, at)) {
            if (isFresh(index(at))) {
                fresh(index(at), false);
                sites.add(site(at), (int) (at / OfferLog.ALIGN));
            }
        }
        sites.sort(index -> site((long) index * OfferLog.ALIGN));
        for (int i = 0; i < sites.count(); ) {
            long first = (long) sites.at(i) * OfferLog.ALIGN;
            long site = site(first);
            to.site(site);
            long at = first;
            while (site(at) == site) {
                to.entry(piece, at + OfferLog.ENTRY);
                if (++i == sites.count()) {
                    break;
                }
                at = (long) sites.at(i) * OfferLog.ALIGN;
            }
            if (to.end()) {
                fresh(index(first), true);
                order.note(index(first), site);
            }
        }
    }

    private int index(long at) {
        return piece.get(FrontierWords.INT, at + OfferLog.INDEX);
    }

    private long site(long at) {
        return piece.get(FrontierWords.LONG, at + OfferLog.SITE);
    }

    void write() {
        log.write();
    }

    void mark(MarkWriter to) {
        seen.mark(to);
        log.mark(to);
        to.putInt(pending);
    }

    /// Goes on after a mark; false if the offers that it has do not fit in as they are, and are to
    /// come in by [#takeAgain] when everything else has been restarted.
    boolean restart(MarkReader from, int extentBytes) {
        seen.restart(from);
        log.restart(from);
        pending = from.getInt();
        if (pending > capacity || !log.hasExtents(extentBytes)) {
            pending = 0;
            return false;
        }
        byte[] octets = new byte[Url.LENGTH_MAX];
        for (int range = 0; range < OfferLog.RANGES; range++) {
            OfferLog.Piece reader = log.restarted(range, piece);
            while (reader.read()) {
                remember(reader.length(), octets);
            }
        }
        return true;
    }

    /// Who takes offers in.
    interface Taking {
        boolean offer(Url url, Origin origin);
    }

    /// Offers once more what the mark has, those of a site in their order.
    void takeAgain(int extentBytes, Taking to) {
        QueuedUrl offered = new QueuedUrl();
        Octets octets = new Octets(Url.LENGTH_MAX);
        log.takeOver(
                extentBytes,
                (from, length) -> {
                    for (long at = 0; at < length; at += OfferLog.recordBytes(from, at)) {
                        EntryFormat.read(from, at + OfferLog.ENTRY, offered, octets);
                        to.offer(offered.url(), offered.origin());
                    }
                });
    }

    /// Takes the hashes of the records in the piece anew.
    private void remember(long length, byte[] octets) {
        for (long at = 0; at < length; at += OfferLog.recordBytes(piece, at)) {
            int urlLength = EntryFormat.urlLength(piece, at + OfferLog.ENTRY);
            long start = EntryFormat.urlStart(piece, at + OfferLog.ENTRY);
            MemorySegment.copy(piece, FrontierWords.BYTE, start, octets, 0, urlLength);
            hashes.setAtIndex(FrontierWords.LONG, index(at), Hashes.of(octets, 0, urlLength));
        }
    }
}
