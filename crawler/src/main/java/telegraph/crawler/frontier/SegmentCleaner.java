package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import telegraph.crawler.mark.FrontierWords;

/// Keeps the log of queues from growing with what is finished: the queues that lie in its oldest
/// segments move to its end when most of the log is dead.
///
/// Invariant: after [#clean] the log has at most three times its live bytes, and some segments.
///
/// To move a queue is to write its entries again, in larger chunks than they came in; as two bytes
/// have died for each that moves, moving costs less than the first writing did.
///
/// Threads: the frontier's. Its memory is of the frontier's region. Paper: Rosenblum and
/// Ousterhout, *The Design and Implementation of a Log-Structured File System*, 1992.
final class SegmentCleaner {
    private static final int DEAD_TO_LIVE = 2;

    private final Virtualizer log;
    private final SiteTable sites;
    private final SiteTurns turns;
    private final SiteQueue spare;
    private final MemorySegment staging;
    private long moves;
    private final MemorySegment head = MemorySegment.ofArray(new byte[Virtualizer.HEAD_BYTES]);

    SegmentCleaner(Parts parts, SiteTable sites, Virtualizer log, SiteTurns turns) {
        this.log = log;
        this.sites = sites;
        this.turns = turns;
        long bytes = parts.shares().bufferBytes();
        this.staging = parts.region().allocate(bytes);
        this.spare = new SiteQueue(log, new SiteQueue.Scratch(), parts.region().allocate(bytes));
    }

    /// Queues moved.
    long moves() {
        return moves;
    }

    void clean() {
        while (!cleanSome()) {
            // the next segment
        }
    }

    /// Cleans one segment if that is due; true if nothing is left to clean.
    boolean cleanSome() {
        boolean isClean = log.logBytes() <= (1 + DEAD_TO_LIVE) * log.liveBytes() + log.slackBytes();
        if (!isClean) {
            cleanFirst();
        }
        return isClean;
    }

    /// Moves the queues that have entries in the first segment, which is dropped with the last.
    private void cleanFirst() {
        long start = log.start();
        long end = log.end(start);
        for (long position = start; position < end && log.end(start) == end; ) {
            log.read(position, head);
            int bytes = head.get(FrontierWords.INT, Virtualizer.BYTES);
            move(head.get(FrontierWords.LONG, 0), position);
            position += bytes;
        }
        if (log.start() == start) {
            throw new IllegalStateException(
                    "a segment whose queues have moved has no live bytes: start=" + start);
        }
    }

    private void move(long site, long position) {
        int slot = sites.find(site);
        int active = sites.getInt(slot, SiteTable.ACTIVE);
        SiteQueue queue = spare;
        if (active > 0) {
            queue = turns.queue(active - 1);
        } else {
            queue.load(sites, slot);
        }
        if (queue.mayHave(position)) {
            moves++;
            queue.move(staging);
            if (active == 0) {
                queue.save(sites, slot);
            }
        }
    }
}
