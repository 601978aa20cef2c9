package telegraph.examples.fleet;

import telegraph.ground.Ticker;

/// A token bucket: lets so many requests pass a second, and a burst after a rest.
///
/// Threads: any.
final class RateLimit {
    private final double perNano;
    private final double burst;
    private final Ticker ticker;
    private double tokens;
    private long filledAt;

    RateLimit(double perSecond, double burst, Ticker ticker) {
        this.perNano = perSecond / 1e9;
        this.burst = burst;
        this.ticker = ticker;
        this.tokens = burst;
        this.filledAt = ticker.nanos();
    }

    static RateLimit none(Ticker ticker) {
        return new RateLimit(1e9, 1e9, ticker);
    }

    /// Takes a token if there is one.
    synchronized boolean allows() {
        long now = ticker.nanos();
        tokens = Math.min(burst, tokens + (now - filledAt) * perNano);
        filledAt = now;
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }

    /// Whole seconds, at least one, until a request will pass.
    synchronized long secondsToWait() {
        return Math.max(1, (long) Math.ceil((1 - tokens) / perNano / 1e9));
    }
}
