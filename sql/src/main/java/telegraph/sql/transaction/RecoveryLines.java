package telegraph.sql.transaction;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import telegraph.store.RecoveryWatch;

/// A recovery in words, where it takes so long that somebody wonders.
///
/// ```
/// recovering 671 MB of log
/// recovering: 54 % after 6 s
/// recovered in 11 s
/// ```
///
/// Threads: one.
final class RecoveryLines implements RecoveryWatch {
    private static final long SECOND = 1_000_000_000;
    private static final long PAUSE = 5 * SECOND;

    private final LongSupplier nanos;
    private final Consumer<String> lines;
    private final long begun;
    private long next;

    RecoveryLines(LongSupplier nanos, Consumer<String> lines) {
        this.nanos = nanos;
        this.lines = lines;
        this.begun = nanos.getAsLong();
        this.next = SECOND;
    }

    @Override
    public void recovering(long logBytes, double part) {
        long since = nanos.getAsLong() - begun;
        if (since < next) {
            return;
        }
        lines.accept(
                next == SECOND
                        ? "recovering " + megabytes(logBytes) + " of log"
                        : String.format(
                                Locale.ROOT,
                                "recovering: %d %% after %d s",
                                (int) (part * 100),
                                since / SECOND));
        next = since + PAUSE;
    }

    /// The store is open.
    void ended() {
        if (next > SECOND) {
            long seconds = Math.round((nanos.getAsLong() - begun) / (double) SECOND);
            lines.accept("recovered in " + seconds + " s");
        }
    }

    private static String megabytes(long bytes) {
        return Math.max(1, Math.round(bytes / 1e6)) + " MB";
    }
}
