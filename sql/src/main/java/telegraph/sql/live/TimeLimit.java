package telegraph.sql.live;

import java.time.Duration;
import telegraph.ground.Ticker;

/// Stops a statement when its time is up, whether it is still being planned (which may wait for a
/// site), waits for a lock, or runs.
///
/// Threads: a virtual thread waits; whoever opened it closes it.
public final class TimeLimit implements AutoCloseable {
    /// Null if there is no limit.
    private final Thread watch;

    /// @param limit how long the query may take from now; none if it is zero
    public TimeLimit(RunningQuery query, Duration limit, Ticker ticker) {
        this.watch =
                limit.isPositive()
                        ? Thread.ofVirtual()
                                .name(query.id() + " time limit")
                                .start(() -> {
                                    try {
                                        ticker.sleep(limit);
                                        query.cancel(reached(limit));
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt(); // the query was in time
                                    }
                                })
                        : null;
    }

    /// Why a statement ends that took so long.
    public static String reached(Duration limit) {
        return "time limit reached: time_limit="
                + limit.toMillis()
                + "ms. Raise time_limit, or ask for less.";
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.interrupt();
        }
    }
}
