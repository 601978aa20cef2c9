package telegraph.examples.fleet;

import java.time.Duration;
import java.util.SplittableRandom;

/// How long the sites take: latencies with seeded jitter, all divided by one factor.
///
/// A reply takes 0.7 to 1.3 times the latency asked for, and one in fifty three times as long, as
/// on a web where most requests are alike and some are not.
///
/// Threads: any.
public final class Pace {
    private static final int SLOW_ONE_IN = 50;

    private final double speed;
    private final SplittableRandom random;

    /// @param speed how many times faster than the demonstration; 1 for the demonstration itself
    public Pace(double speed, long seed) {
        if (!(speed > 0)) {
            throw new IllegalArgumentException("a pace needs a speed above 0: speed=" + speed);
        }
        this.speed = speed;
        this.random = new SplittableRandom(seed);
    }

    /// The time of one reply whose usual time is `latency`.
    Duration jittered(Duration latency) {
        double factor;
        synchronized (random) {
            factor = 0.7 + 0.6 * random.nextDouble();
            if (random.nextInt(SLOW_ONE_IN) == 0) {
                factor *= 3;
            }
        }
        return Duration.ofNanos((long) (latency.toNanos() * factor / speed));
    }

    /// A time that has no jitter.
    Duration exact(Duration time) {
        return Duration.ofNanos((long) (time.toNanos() / speed));
    }

    /// A rate a second, which grows as times shrink.
    double rate(double perSecond) {
        return perSecond * speed;
    }
}
