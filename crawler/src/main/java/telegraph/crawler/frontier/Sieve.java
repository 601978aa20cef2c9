package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import telegraph.crawler.url.Hashes;
import telegraph.crawler.url.Url;
import telegraph.memory.Region;

/// Lets each URL through once, a batch of new ones at a time, those of a site in the order they
/// were first seen.
///
/// ```
/// offer ──► SeenCache ──► hashes in memory ──flush: sort, merge with SeenHashes──► which are new
///     seen lately: dropped      OfferLog  ──────────────────────────────────────► the new ones come out
/// ```
///
/// Two URLs with the same 64 bits are taken for one: among ten million URLs that loses one with a
/// chance of one in 370,000.
///
/// Threads: the frontier's. Its memory is of the frontier's region. Paper: Boldi et al., *BUbiNG:
/// Massive Crawling for the Masses*, 2018, section 4.1.
final class Sieve {
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
    private int pending;

    /// Where new URLs go, site by site.
    interface Outlet {
        /// A run of entries of one site follows.
        void site(long site);

        void entry(MemorySegment from, long at);

        /// No more of the site in this run.
        void end();
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
    }

    /// Takes in a URL; false if it has been seen for certain.
    boolean offer(Url url, Origin origin) {
        long hash = url.hash();
        if (cache.seen(hash)) {
            return false;
        }
        hashes.setAtIndex(Words.LONG, pending, hash);
        log.append(pending, url.siteHash(), url, origin);
        pending++;
        return true;
    }

    /// Whether a URL of that hash was offered lately, so that another offer would be in vain.
    boolean isRecent(long hash) {
        return cache.holds(hash);
    }

    /// Whether the next offer needs a flush before.
    boolean isFull() {
        return pending == capacity || log.bytes() >= logBytesMax;
    }

    int pending() {
        return pending;
    }

    long seen() {
        return seen.count();
    }

    /// Lets all new URLs out.
    void flush(Outlet to) {
        if (pending == 0) {
            return;
        }
        order.clear();
        for (int i = 0; i < pending; i++) {
            order.add(hashes.getAtIndex(Words.LONG, i), i);
        }
        order.sort(this::hash);
        freshBits.fill((byte) 0);
        seen.merge(
                new SeenHashes.Sorted() {
                    @Override
                    public int count() {
                        return order.count();
                    }

                    @Override
                    public long hash(int place) {
                        return Sieve.this.hash(order.at(place));
                    }
                },
                place -> setFresh(order.at(place)));
        for (int range = 0; range < OfferLog.RANGES; range++) {
            OfferLog.Piece reader = log.piece(range, piece);
            while (reader.read()) {
                letOut(reader.length(), to);
            }
        }
        log.clear();
        pending = 0;
    }

    private long hash(int index) {
        return hashes.getAtIndex(Words.LONG, index);
    }

    private void setFresh(int index) {
        long at = index >>> 3;
        byte bits = freshBits.get(Words.BYTE, at);
        freshBits.set(Words.BYTE, at, (byte) (bits | 1 << (index & 7)));
    }

    private boolean isFresh(int index) {
        return (freshBits.get(Words.BYTE, index >>> 3) >>> (index & 7) & 1) != 0;
    }

    /// Lets the new ones among the records in the piece out, those of a site together.
    private void letOut(long length, Outlet to) {
        sites.clear();
        for (long at = 0; at < length; at += OfferLog.recordBytes(piece, at)) {
            if (isFresh(piece.get(Words.INT, at + OfferLog.INDEX))) {
                sites.add(site(at), (int) (at / OfferLog.ALIGN));
            }
        }
        sites.sort(index -> site((long) index * OfferLog.ALIGN));
        long last = 0;
        for (int i = 0; i < sites.count(); i++) {
            long at = (long) sites.at(i) * OfferLog.ALIGN;
            if (i == 0 || site(at) != last) {
                if (i > 0) {
                    to.end();
                }
                last = site(at);
                to.site(last);
            }
            to.entry(piece, at + OfferLog.ENTRY);
        }
        if (sites.count() > 0) {
            to.end();
        }
    }

    private long site(long at) {
        return piece.get(Words.LONG, at + OfferLog.SITE);
    }

    void write() {
        log.write();
    }

    void mark(MarkWriter to) {
        seen.mark(to);
        log.mark(to);
        to.putInt(pending);
    }

    void restart(MarkReader from) {
        seen.restart(from);
        log.restart(from);
        pending = from.getInt();
        byte[] octets = new byte[Url.LENGTH_MAX];
        for (int range = 0; range < OfferLog.RANGES; range++) {
            OfferLog.Piece reader = log.piece(range, piece);
            while (reader.read()) {
                remember(reader.length(), octets);
            }
        }
    }

    /// Takes the hashes of the records in the piece anew.
    private void remember(long length, byte[] octets) {
        for (long at = 0; at < length; at += OfferLog.recordBytes(piece, at)) {
            int urlLength = EntryFormat.urlLength(piece, at + OfferLog.ENTRY);
            long start = EntryFormat.urlStart(piece, at + OfferLog.ENTRY);
            MemorySegment.copy(piece, Words.BYTE, start, octets, 0, urlLength);
            int index = piece.get(Words.INT, at + OfferLog.INDEX);
            hashes.setAtIndex(Words.LONG, index, Hashes.of(octets, 0, urlLength));
        }
    }
}
