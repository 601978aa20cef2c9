package telegraph.ground;

import java.time.Duration;
import java.util.concurrent.locks.Condition;

/// The passing of time, so that a test can make its own.
public interface Ticker {
    /// Nanoseconds since some moment.
    long nanos();

    void sleep(Duration duration) throws InterruptedException;

    /// Waits for a signal, no longer than so many nanoseconds: those left of them, 0 or less if
    /// none are. As [Condition#awaitNanos], whose time is the machine's.
    default long await(Condition signal, long nanos) throws InterruptedException {
        return signal.awaitNanos(nanos);
    }

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
