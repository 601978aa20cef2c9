package telegraph.sources.fetch;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import telegraph.ground.Ticker;

/// What one host lets us do: how many requests at once, when again after it said stop, and how
/// close together.
///
/// After a refusal (429, or 503 with a time) nothing is sent until the time it named. Then requests
/// go out with a gap between them, which doubles with each refusal and shrinks with each answer, so
/// that those who waited do not all knock in the same instant.
///
/// Threads: any.
public final class HostGate {
    private static final long GAP_FIRST_NANOS = 20_000_000;
    private static final long GAP_MAX_NANOS = 2_000_000_000;
    private static final long GAP_FORGOTTEN_NANOS = 500_000;

    final Semaphore places;
    private final Ticker ticker;
    private long openAt;
    private long nextSlot;
    private long gapNanos;
    private long refusedAt;

    public HostGate(int concurrencyMax, Ticker ticker) {
        this.places = new Semaphore(concurrencyMax, true);
        this.ticker = ticker;
        this.openAt = ticker.nanos();
        this.nextSlot = openAt;
        this.refusedAt = openAt;
    }

    /// Takes the next slot and returns how long to wait until it comes.
    public synchronized Duration reserve() {
        long now = ticker.nanos();
        long slot = Math.max(now, openAt);
        if (gapNanos > 0) {
            slot = Math.max(slot, nextSlot);
            nextSlot = slot + gapNanos;
        }
        return Duration.ofNanos(slot - now);
    }

    /// Whether the host has said stop since the slot was taken.
    public synchronized boolean isClosed() {
        return openAt - ticker.nanos() > 0;
    }

    /// The host wants no more requests for a while.
    ///
    /// @param sentAt when the refused request was sent: those of one salvo count once
    public synchronized void refused(Duration pause, long sentAt) {
        long now = ticker.nanos();
        close(now, pause);
        if (sentAt - refusedAt >= 0) {
            gapNanos = Math.clamp(gapNanos * 2, GAP_FIRST_NANOS, GAP_MAX_NANOS);
            refusedAt = now;
            nextSlot = openAt;
        }
    }

    /// The host answered, and said that this was the last request for a while.
    synchronized void exhausted(Duration pause) {
        close(ticker.nanos(), pause);
    }

    private void close(long now, Duration pause) {
        openAt = Math.max(openAt, now + pause.toNanos());
    }

    public synchronized void answered() {
        if (gapNanos > 0) {
            gapNanos -= gapNanos / 16;
            if (gapNanos < GAP_FORGOTTEN_NANOS) {
                gapNanos = 0;
            }
        }
    }
}
