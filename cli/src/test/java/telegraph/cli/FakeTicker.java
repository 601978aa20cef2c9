package telegraph.cli;

import java.time.Duration;
import telegraph.ground.Ticker;

/// Time that passes only when told to.
public final class FakeTicker implements Ticker {
    private long nanos;

    public void pass(long millis) {
        nanos += millis * 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(Duration duration) {
        throw new AssertionError("nothing sleeps here");
    }
}
