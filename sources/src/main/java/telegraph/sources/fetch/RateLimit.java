package telegraph.sources.fetch;

import java.time.Duration;
import telegraph.ground.Ticker;

/// Lets so many requests a second pass, evenly, after a small burst: a token bucket told as the
/// moment at which the next token is there.
///
/// Threads: any.
public final class RateLimit {
    private static final double BURST_SECONDS = 0.1;

    private final Ticker ticker;
    private final long intervalNanos;
    private final long burstNanos;
    private long next;

    public RateLimit(double perSecond, Ticker ticker) {
        this.ticker = ticker;
        this.intervalNanos = (long) (1e9 / perSecond);
        this.burstNanos = (long) (BURST_SECONDS * 1e9);
        this.next = ticker.nanos();
    }

    /// Takes the next token and returns how long to wait until it is there.
    public synchronized Duration reserve() {
        long now = ticker.nanos();
        next = Math.max(next, now - burstNanos) + intervalNanos;
        return Duration.ofNanos(Math.max(0, next - intervalNanos - now));
    }
}
