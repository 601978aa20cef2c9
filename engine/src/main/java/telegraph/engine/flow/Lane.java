package telegraph.engine.flow;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// The batches and scans of one input that no worker has taken yet, and how much is to come.
///
/// Threads: those that hold the inbox's lock; what is volatile may be read by any.
final class Lane {
    final ArrayDeque<Arrival> queue = new ArrayDeque<>();

    /// Scans whose units workers read themselves; units of the first are taken first.
    final ArrayDeque<PulledScan> pullings = new ArrayDeque<>();

    /// What readers wait to queue, in the order in which they came.
    final ArrayDeque<Arrival> readers = new ArrayDeque<>();

    /// Readers wait here for room.
    final Condition room;

    /// Whether rows come by themselves.
    final boolean fed;

    /// Whether it is read as a sample.
    final boolean sampled;

    private final LongSupplier rowsTotal;
    private final LongSupplier rowsExpected;
    private final BooleanSupplier local;
    volatile long bytes;
    volatile long taken;
    volatile long arrived;

    /// How many of those that arrived were looked up; the feed brings them again.
    long lookedUp;

    /// Until everybody knows that it is complete.
    boolean holdsOthers;

    Lane(Condition room, Inbox.Input input, boolean sampled) {
        this.room = room;
        this.fed = input.fed();
        this.holdsOthers = fed;
        this.rowsTotal = input.rowsTotal();
        this.rowsExpected = input.rowsExpected();
        this.local = input.local();
        this.sampled = sampled;
    }

    /// Whether a worker could take something.
    boolean hasWork() {
        return !queue.isEmpty() || hasUnits();
    }

    private boolean hasUnits() {
        for (PulledScan pulling : pullings) {
            if (!pulling.isExhausted()) {
                return true;
            }
        }
        return false;
    }

    /// How many rows there are, or -1.
    long rowsTotal() {
        return rowsTotal.getAsLong();
    }

    /// Rows of the feed yet to be taken. An input that does not say its size is taken to go on as
    /// long again as it went so far.
    private long rowsToGo() {
        long expected = rowsExpected.getAsLong();
        long left = expected >= 0 ? expected + lookedUp : 2 * arrived - lookedUp;
        return Math.max(0, left - taken);
    }

    /// Whether rows of this one are taken before those of the other. Two samples are read side by
    /// side, so that pairs of both are seen early.
    boolean goesBefore(Lane other) {
        if (fed != other.fed) {
            return other.fed;
        }
        return sampled && other.sampled
                ? shareTaken() < other.shareTaken()
                : rowsToGo() < other.rowsToGo();
    }

    private double shareTaken() {
        return (double) taken / Math.max(1, rowsExpected.getAsLong());
    }

    /// Whether units of the other are not taken before all rows of this one are stored: it is
    /// smaller, and waits for nobody.
    boolean holdsBack(Lane other) {
        return holdsOthers
                && !(sampled && other.sampled)
                && rowsExpected.getAsLong() < other.rowsExpected.getAsLong()
                && local.getAsBoolean();
    }

    /// How long it may take until the feeds deliver a given row, in nanoseconds: on average half of
    /// what they need to their end.
    double nanosToRow(long elapsedNanos) {
        long total = rowsTotal.getAsLong();
        long scanned = arrived - lookedUp;
        if (total < 0 || scanned == 0) {
            return elapsedNanos / 2.0;
        }
        return (double) elapsedNanos * Math.max(0, total - scanned) / scanned / 2;
    }
}
