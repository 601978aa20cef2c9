package telegraph.crawler.frontier;

import java.time.Duration;
import telegraph.ground.Ticker;

/// A time that passes when the test says so.
final class TestTicker implements Ticker {
    long nanos = 77_000_000_000L;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(Duration duration) {
        nanos += duration.toNanos();
    }
}
