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
    record Where(Disk disk, Path directory) {}

    private final Where where;
    private final Limits limits;
    private final Frontier frontier;
    private final Ledger ledger;
    private Optional<FrontierMark> before;
    private long last;

    /// @param before the mark that the crawl went on from
    Checkpoints(
            Where where,
            Limits limits,
            Frontier frontier,
            Ledger ledger,
            Optional<FrontierMark> before,
            long nowNanos) {
        this.where = where;
        this.limits = limits;
        this.frontier = frontier;
        this.ledger = ledger;
        this.before = before;
        this.last = nowNanos;
    }

    /// Writes a checkpoint if enough was done since the last one, or anything was a while ago.
    void ifDue(long now) {
        long rows = ledger.entered();
        if (rows >= limits.checkpointPages()
                || rows > 0 && now - last >= limits.checkpointNanos()) {
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
