package telegraph.store.log;

import telegraph.store.RecoveryWatch;

/// One of the passes over the log that recovery makes, and how far it is.
///
/// Threads: one.
public final class LogPass {
    private static final long PIECE_BYTES = 1 << 20;

    private final RecoveryWatch watch;
    private final Stretch stretch;
    private final Share share;
    private long next;

    /// The part of the log that is gone over.
    public record Stretch(long from, long to) {}

    /// Which part of the whole work the pass is.
    ///
    /// @param before how much was done before, from 0 to 1
    /// @param after how much is done afterwards
    public record Share(double before, double after) {}

    public LogPass(RecoveryWatch watch, Stretch stretch, Share share) {
        this.watch = watch;
        this.stretch = stretch;
        this.share = share;
        this.next = stretch.from() + PIECE_BYTES;
    }

    /// Tells how far the pass is if another piece is done.
    ///
    /// @param logBytes how long the log is
    public void at(long lsn, long logBytes) {
        if (lsn >= next) {
            next = lsn + PIECE_BYTES;
            double part = (double) (lsn - stretch.from()) / (stretch.to() - stretch.from());
            watch.recovering(
                    logBytes,
                    share.before() + (share.after() - share.before()) * Math.min(1, part));
        }
    }
}
