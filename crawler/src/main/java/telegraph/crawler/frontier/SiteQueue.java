package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import telegraph.crawler.mark.EntryFormat;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;

/// The queue of an active site: cursors into the log, and a window on what comes next.
///
/// ```
///            head               read                    tail
/// chain   …  | taken … taken    | not taken …           | last chunk
///            └─ not finished ───┴───────────────────────┘
/// ```
///
/// Invariants:
///
/// 1. `count` = taken + put back + not taken.
/// 2. What a mark has of it begins at `head`, so that nothing taken and not finished is lost.
/// 3. `low` is the lowest position of a chunk from `head` on.
///
/// Threads: the frontier's. Its window belongs to the frontier.
final class SiteQueue {
    /// The most URLs that are taken at once.
    static final int TAKEN_MAX = 16;

    private final Virtualizer log;
    private final Scratch scratch;
    private final MemorySegment window;
    private long windowStart;
    private int windowBytes;

    private long site;
    private long headChunk;
    private int headOffset;
    private long tailChunk;
    private long low;
    private int count;

    private long readChunk;
    private int readOffset;

    /// The head of the chunk that is read; of none if `chunkBytes` is 0.
    private int chunkBytes;

    private long nextChunk;
    private int nextOffset;

    /// The taken entries, the one taken longest ago at `oldest`.
    private final long[] takenChunk = new long[TAKEN_MAX];

    private final int[] takenOffset = new int[TAKEN_MAX];
    private final int[] takenBytes = new int[TAKEN_MAX];
    private int oldest;
    private int taken;
    private final List<byte[]> putBack = new ArrayList<>(0);

    /// Memory that all queues share for what they read once.
    record Scratch(MemorySegment entry, Octets octets) {
        Scratch() {
            this(
                    MemorySegment.ofArray(new byte[Virtualizer.HEAD_BYTES + EntryFormat.BYTES_MAX]),
                    new Octets(256));
        }
    }

    SiteQueue(Virtualizer log, Scratch scratch, MemorySegment window) {
        this.log = log;
        this.scratch = scratch;
        this.window = window;
    }

    /// Becomes the queue of the site in a slot.
    void load(SiteTable sites, int slot) {
        site = sites.hash(slot);
        headChunk = sites.getLong(slot, SiteTable.HEAD_CHUNK);
        tailChunk = sites.getLong(slot, SiteTable.TAIL_CHUNK);
        low = sites.getLong(slot, SiteTable.LOW_CHUNK);
        headOffset = sites.getInt(slot, SiteTable.HEAD_OFFSET);
        count = sites.getInt(slot, SiteTable.COUNT);
        taken = 0;
        putBack.clear();
        windowBytes = 0;
        rewind();
    }

    /// Writes the cursors into the site's slot; URLs put back and not settled are left out.
    void save(SiteTable sites, int slot) {
        sites.setLong(slot, SiteTable.HEAD_CHUNK, headChunk);
        sites.setLong(slot, SiteTable.TAIL_CHUNK, tailChunk);
        sites.setLong(slot, SiteTable.LOW_CHUNK, low);
        sites.setInt(slot, SiteTable.HEAD_OFFSET, headOffset);
        sites.setInt(slot, SiteTable.COUNT, count - putBack.size());
    }

    int count() {
        return count;
    }

    long site() {
        return site;
    }

    /// Whether a chunk at this position may have entries of this queue.
    boolean mayHave(long chunk) {
        return count > putBack.size() && low <= chunk;
    }

    private void rewind() {
        readChunk = headChunk;
        readOffset = headOffset;
        chunkBytes = 0;
    }

    int taken() {
        return taken;
    }

    /// URLs that [#next] can still take in this visit.
    int waiting() {
        return count - taken - putBack.size();
    }

    /// Appends a chunk of entries that the log has just got.
    void append(long chunk, int entries) {
        if (count - putBack.size() == 0) {
            headChunk = chunk;
            headOffset = Virtualizer.HEAD_BYTES;
            low = chunk;
            rewind();
        } else {
            log.link(tailChunk, chunk, Virtualizer.HEAD_BYTES);
            if (readChunk == tailChunk) {
                nextChunk = chunk;
                nextOffset = Virtualizer.HEAD_BYTES;
            }
            if (isInWindow(tailChunk, Virtualizer.HEAD_BYTES)) {
                windowBytes = 0;
            }
        }
        tailChunk = chunk;
        count += entries;
    }

    /// Reads the first URL without taking it.
    void peek(QueuedUrl to) {
        MemorySegment from = entry();
        EntryFormat.read(from, entryAt, to, scratch.octets);
    }

    boolean next(QueuedUrl to) {
        if (waiting() == 0 || taken == TAKEN_MAX) {
            return false;
        }
        MemorySegment from = entry();
        EntryFormat.read(from, entryAt, to, scratch.octets);
        int bytes = EntryFormat.bytes(from, entryAt);
        int place = (oldest + taken++) % TAKEN_MAX;
        takenChunk[place] = readChunk;
        takenOffset[place] = readOffset;
        takenBytes[place] = bytes;
        readOffset += bytes;
        return true;
    }

    /// Where the entry is in the segment that [#entry] returned.
    private long entryAt;

    /// The next entry to be taken.
    private MemorySegment entry() {
        if (chunkBytes == 0) {
            loadHead();
        }
        if (readOffset == chunkBytes) {
            toNextChunk();
            loadHead();
        }
        long position = readChunk + readOffset;
        if (!isInWindow(position, Short.BYTES)) {
            load(position);
        }
        int bytes = EntryFormat.bytes(window, position - windowStart);
        if (isInWindow(position, bytes)) {
            entryAt = position - windowStart;
            return window;
        }
        if (bytes > window.byteSize()) {
            log.read(position, scratch.entry.asSlice(0, bytes));
            entryAt = 0;
            return scratch.entry;
        }
        load(position);
        entryAt = 0;
        return window;
    }

    private void loadHead() {
        if (!isInWindow(readChunk, Virtualizer.HEAD_BYTES)) {
            load(readChunk);
        }
        long at = readChunk - windowStart;
        if (window.get(FrontierWords.LONG, at) != site) {
            throw TelegraphException.corrupt(
                    "a chunk of a queue is of its site: position="
                            + readChunk
                            + " expected="
                            + Long.toHexString(site)
                            + " found="
                            + Long.toHexString(window.get(FrontierWords.LONG, at)));
        }
        chunkBytes = window.get(FrontierWords.INT, at + Virtualizer.BYTES);
        nextChunk = window.get(FrontierWords.LONG, at + Virtualizer.NEXT);
        nextOffset = window.get(FrontierWords.INT, at + Virtualizer.NEXT_OFFSET);
    }

    private boolean isInWindow(long position, int bytes) {
        return position >= windowStart && position + bytes <= windowStart + windowBytes;
    }

    private void load(long position) {
        windowBytes = log.read(position, window);
        windowStart = position;
    }

    void finished() {
        leave();
        count--;
    }

    /// The URL taken longest ago leaves the chain, and the head moves to the next, so that it never
    /// stays in a chunk without URLs.
    private void leave() {
        if (taken == 0) {
            throw new IllegalStateException("only a URL that was taken is finished or put back");
        }
        long position = takenChunk[oldest] + takenOffset[oldest];
        int bytes = takenBytes[oldest];
        long left = headChunk;
        boolean hasMore = waiting() > 0;
        oldest = (oldest + 1) % TAKEN_MAX;
        taken--;
        if (taken > 0) {
            headChunk = takenChunk[oldest];
            headOffset = takenOffset[oldest];
        } else {
            if (readOffset == chunkBytes && hasMore) {
                toNextChunk();
            }
            headChunk = readChunk;
            headOffset = readOffset;
        }
        if (headChunk > left) {
            low = headChunk;
        }
        log.finished(position, bytes);
    }

    private void toNextChunk() {
        readChunk = nextChunk;
        readOffset = nextOffset;
        chunkBytes = 0;
    }

    void putBack(QueuedUrl url) {
        leave();
        byte[] entry = new byte[EntryFormat.bytes(url.url(), url.origin())];
        EntryFormat.write(MemorySegment.ofArray(entry), 0, url.url(), url.origin(), url.tries());
        putBack.add(entry);
    }

    /// Writes what is in the chain to the end of the log, so that nothing of it lies elsewhere;
    /// `staging` holds an entry at least.
    void move(MemorySegment staging) {
        int left = count - putBack.size();
        if (left == 0) {
            return;
        }
        rewind();
        long firstChunk = Virtualizer.NONE;
        long lastChunk = Virtualizer.NONE;
        int moved = 0;
        while (moved < left) {
            int bytes = stage(staging, left - moved);
            for (int at = 0; at < bytes; ) {
                log.begin(site);
                int offset = Virtualizer.HEAD_BYTES;
                int inChunk = moved;
                while (at < bytes && log.add(staging, at)) {
                    if (moved < taken) {
                        takenOffset[(oldest + moved) % TAKEN_MAX] = offset;
                    }
                    offset += EntryFormat.bytes(staging, at);
                    at += EntryFormat.bytes(staging, at);
                    moved++;
                }
                long chunk = log.end();
                for (int i = inChunk; i < Math.min(moved, taken); i++) {
                    takenChunk[(oldest + i) % TAKEN_MAX] = chunk;
                }
                if (lastChunk == Virtualizer.NONE) {
                    firstChunk = chunk;
                } else {
                    log.link(lastChunk, chunk, Virtualizer.HEAD_BYTES);
                }
                lastChunk = chunk;
            }
        }
        headChunk = firstChunk;
        headOffset = Virtualizer.HEAD_BYTES;
        low = firstChunk;
        tailChunk = lastChunk;
        rewind();
        if (taken > 0) {
            int latest = (oldest + taken - 1) % TAKEN_MAX;
            readChunk = takenChunk[latest];
            readOffset = takenOffset[latest] + takenBytes[latest];
            loadHead();
        }
    }

    /// Copies the next entries, at most `most`, and forgets where they were; returns their bytes.
    private int stage(MemorySegment staging, int most) {
        int at = 0;
        for (int i = 0; i < most; i++) {
            MemorySegment from = entry();
            int bytes = EntryFormat.bytes(from, entryAt);
            if (at + bytes > staging.byteSize()) {
                break;
            }
            MemorySegment.copy(from, entryAt, staging, at, bytes);
            at += bytes;
            long position = readChunk + readOffset;
            readOffset += bytes;
            log.finished(position, bytes);
        }
        return at;
    }

    /// What was put back and is not in the log yet.
    List<byte[]> putBack() {
        return putBack;
    }

    /// Ends a visit: what is taken is as if it had not been, and what was put back comes last, so
    /// that a page that fails holds up no other.
    void settle() {
        taken = 0;
        if (readChunk != headChunk || readOffset != headOffset) {
            rewind();
        }
        while (!putBack.isEmpty()) {
            log.begin(site);
            int written = 0;
            while (written < putBack.size()
                    && log.add(MemorySegment.ofArray(putBack.get(written)), 0)) {
                written++;
            }
            long chunk = log.end();
            append(chunk, 0);
            putBack.subList(0, written).clear();
        }
    }

    /// Entries that were put back when the mark was made come last, too.
    void restore(List<byte[]> entries) {
        count += entries.size();
        putBack.addAll(entries);
        settle();
    }
}
