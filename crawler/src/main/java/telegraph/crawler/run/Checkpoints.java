package telegraph.crawler.run;

import java.nio.file.Path;
import java.util.Optional;
import telegraph.crawler.Limits;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.FrontierMark;
import telegraph.memory.Disk;

/// Writes checkpoints from time to time, and lets go of what only older ones need.
///
/// Threads: the loop's.
final class Checkpoints {
    /// Where checkpoints lie.
    ///
    /// @param beganNanos when the crawl began or went on
    record Where(Disk disk, Path directory, Limits limits, long beganNanos) {}

    private final Where where;
    private final Frontier frontier;
    private final Ledger ledger;
    private Optional<FrontierMark> before;
    private long last;

    /// @param before the mark that the crawl went on from
    Checkpoints(Where where, Frontier frontier, Ledger ledger, Optional<FrontierMark> before) {
        this.where = where;
        this.frontier = frontier;
        this.ledger = ledger;
        this.before = before;
        this.last = where.beganNanos();
    }

    /// Writes a checkpoint if enough was done since the last one, or anything was a while ago; not
    /// amid a flush, which would have to be finished before.
    void ifDue(long now) {
        if (frontier.isFlushing()) {
            return;
        }
        long rows = ledger.entered();
        if (rows >= where.limits().checkpointPages()
                || rows > 0 && now - last >= where.limits().checkpointNanos()) {
            write(now);
        }
    }

    /// Writes a checkpoint.
    void write(long now) {
        // What the mark takes for done must be in the journal, whatever happens to the machine.
        ledger.journal().sync();
        FrontierMark mark = frontier.mark();
        new Checkpoint(
                        mark,
                        ledger.journal().position(),
                        ledger.tally(),
                        ledger.done(),
                        ledger.moved())
                .write(where.disk(), where.directory());
        before.ifPresent(frontier::forget);
        before = Optional.of(mark);
        ledger.reckoned();
        last = now;
    }
}
