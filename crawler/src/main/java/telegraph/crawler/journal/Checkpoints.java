package telegraph.crawler.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import telegraph.crawler.CrawlLimits;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.mark.UnsyncedMark;
import telegraph.ground.Disk;
import telegraph.ground.Disk.DiskFile;

/// Writes checkpoints from time to time, and lets go of what only older ones need.
///
/// ```
/// loop     journal flushed, frontier's mark written ─┐                    ┌─► forget the mark before
/// scribe                                             └─► sync, checkpoint ┘        └─► delete its files
/// ```
///
/// Invariants:
///
/// 1. The journal is on the disk before a checkpoint that takes its rows for done, and the mark's
///    files before a checkpoint that names them.
/// 2. No file is deleted before a checkpoint is on the disk that does not need it.
/// 3. One checkpoint is under way at a time.
///
/// Threads: the loop's.
public final class Checkpoints {
    /// Where checkpoints lie.
    ///
    /// @param beganNanos when the crawl began or went on
    public record Where(Disk disk, Path directory, CrawlLimits limits, long beganNanos) {}

    private final Where where;
    private final Frontier frontier;
    private final RowLedger ledger;
    private final Scribe scribe;
    private Optional<FrontierMark> before;
    private Optional<FrontierMark> underWay = Optional.empty();
    private long last;

    /// What checkpoints are of.
    ///
    /// @param before the mark that the crawl went on from
    public record Of(Frontier frontier, RowLedger ledger, Optional<FrontierMark> before) {}

    public Checkpoints(Where where, Of of, Scribe scribe) {
        this.where = where;
        this.frontier = of.frontier();
        this.ledger = of.ledger();
        this.before = of.before();
        this.scribe = scribe;
        this.last = where.beganNanos();
    }

    /// Begins a checkpoint if enough was done since the last one, or anything was a while ago; not
    /// amid a flush, which would have to be finished before.
    public void ifDue(long now) {
        scribe.check();
        if (!scribe.isIdle()) {
            return;
        }
        settle();
        long rows = ledger.entered();
        boolean isDue =
                rows >= where.limits().checkpointPages()
                        || rows > 0 && now - last >= where.limits().checkpointNanos();
        if (isDue && !frontier.isFlushing()) {
            begin();
            last = now;
        }
    }

    /// The checkpoint that was under way is on the disk.
    private void settle() {
        if (underWay.isPresent()) {
            before.ifPresent(mark -> frontier.forget(mark, scribe));
            before = underWay;
            underWay = Optional.empty();
        }
    }

    private void begin() {
        ledger.journal().flush();
        Path journal = ledger.journal().unsynced();
        UnsyncedMark mark = frontier.beginMark();
        byte[] checkpoint =
                new Checkpoint(
                                mark.mark(),
                                ledger.journal().position(),
                                ledger.tally(),
                                ledger.done(),
                                ledger.moved())
                        .octets();
        underWay = Optional.of(mark.mark());
        ledger.reckoned();
        scribe.execute(() -> {
            sync(journal);
            mark.sync();
            Checkpoint.write(where.disk(), where.directory(), checkpoint);
        });
    }

    private void sync(Path journal) {
        try (DiskFile file = where.disk().open(journal)) {
            file.sync();
        } catch (IOException e) {
            throw Disk.failure("the page log could not be synced", journal, e);
        }
    }

    /// Writes a last checkpoint, and returns when all is on the disk.
    public void finish() {
        await();
        begin();
        await();
    }

    private void await() {
        scribe.await();
        scribe.check();
        settle();
    }
}
