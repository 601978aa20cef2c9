package telegraph.ground;

import java.time.Duration;

/// The passing of time, so that a test can make its own.
public interface Ticker {
    /// Nanoseconds since some moment.
    long nanos();

    void sleep(Duration duration) throws InterruptedException;

    /// The machine's.
    Ticker SYSTEM =
            new Ticker() {
                @Override
                public long nanos() {
                    return System.nanoTime();
                }

                @Override
                public void sleep(Duration duration) throws InterruptedException {
                    Thread.sleep(duration);
                }
            };
}
