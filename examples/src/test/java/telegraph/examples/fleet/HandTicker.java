package telegraph.examples.fleet;

import java.time.Duration;
import telegraph.ground.Ticker;

/// Time that passes only when somebody sleeps.
final class HandTicker implements Ticker {
    private long now;

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public synchronized void sleep(Duration duration) {
        now += duration.toNanos();
    }
}
