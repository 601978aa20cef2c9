package telegraph.http.wire;

import java.io.Closeable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import telegraph.http.FetchLimits;
import telegraph.http.FetchOutcome;

/// What the [Reaper] looks at to know whether a fetch has had its time.
///
/// ```
///   idle (even) ──arm──► armed (odd) ──disarm──► idle
///                           │ the reaper was first
///                           ▼
///                        reaped (negative): the connection is closed, the failure says why
/// ```
///
/// The number grows with each [#arm], so that the reaper, who reads it, then the rest, and then
/// swaps it, never closes the connection of a later fetch for what an earlier one did.
///
/// Threads: the fetcher's, but for [#sweep], which is the reaper's.
public final class FetchWatch {
    private static final VarHandle STATE;
    private static final VarHandle OCTETS;
    private static final VarHandle DEADLINE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(FetchWatch.class, "state", long.class);
            OCTETS = lookup.findVarHandle(FetchWatch.class, "octets", long.class);
            DEADLINE = lookup.findVarHandle(FetchWatch.class, "deadline", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// What the fetch is doing, for the words of its failure.
    public enum Phase {
        CONNECT,
        ANSWER,
        BODY
    }

    private final FetchLimits limits;
    private volatile long state;
    private long armed;
    private Closeable victim;
    private volatile Phase phase = Phase.CONNECT;
    private long deadline;
    private long octets;
    private volatile FetchFailure failure;
    private volatile boolean paused;

    /// The reaper's: which fetch it saw last, since when, and how much had come then.
    private long seen;

    private long windowStart;
    private long windowOctets;

    public FetchWatch(FetchLimits limits) {
        this.limits = limits;
    }

    /// From now on a connection is closed when the time is over.
    public void arm(Closeable of, Phase doing, long until) {
        victim = of;
        phase = doing;
        DEADLINE.setOpaque(this, until);
        OCTETS.setOpaque(this, 0L);
        failure = null;
        armed = (armed | 1) + 2;
        STATE.setRelease(this, armed);
    }

    /// The same connection, for something else.
    public void proceed(Phase doing, long until) {
        phase = doing;
        DEADLINE.setOpaque(this, until);
    }

    /// More has come.
    void came(int count) {
        OCTETS.setOpaque(this, octets + count);
    }

    /// Nothing is read for a while, which is not the server's fault.
    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
    }

    /// Ends the watch; throws if the time was over before.
    public void disarm() throws FetchFailure {
        if ((armed & 1) == 0) {
            return;
        }
        boolean inTime = STATE.compareAndSet(this, armed, armed + 1);
        armed++;
        victim = null;
        if (!inTime) {
            FetchFailure why = failure;
            while (why == null) {
                // The reaper has decided and is about to say why.
                Thread.onSpinWait();
                why = failure;
            }
            state = armed;
            failure = null;
            throw why;
        }
    }

    /// Closes the connection if its time is over.
    void sweep(long now) {
        long seenNow = (long) STATE.getAcquire(this);
        if (seenNow <= 0 || (seenNow & 1) == 0) {
            return;
        }
        Closeable found = victim;
        Phase doing = phase;
        FetchFailure why = judge(seenNow, doing, now);
        if (why != null) {
            reap(seenNow, found, why);
        }
    }

    /// Closes the connection whatever its time.
    void end(String words) {
        long seenNow = (long) STATE.getAcquire(this);
        if (seenNow > 0 && (seenNow & 1) == 1) {
            reap(seenNow, victim, new FetchFailure(FetchOutcome.BROKEN, words));
        }
    }

    private void reap(long expected, Closeable found, FetchFailure why) {
        if (STATE.compareAndSet(this, expected, -expected)) {
            failure = why;
            Sockets.close(found);
        }
    }

    private FetchFailure judge(long fetch, Phase doing, long now) {
        long had = (long) OCTETS.getOpaque(this);
        if (now - (long) DEADLINE.getOpaque(this) >= 0) {
            return late(doing, had);
        }
        if (fetch != seen || had == 0 || paused) {
            seen = fetch;
            windowStart = now;
            windowOctets = had;
            return null;
        }
        long window = limits.rateWindow().toNanos();
        if (now - windowStart < window) {
            return null;
        }
        long came = had - windowOctets;
        double seconds = (now - windowStart) / 1e9;
        windowStart = now;
        windowOctets = had;
        return came >= limits.octetsPerSecondMin() * seconds
                ? null
                : new FetchFailure(
                        FetchOutcome.TOO_SLOW,
                        "octets come too slowly: octets="
                                + came
                                + " seconds="
                                + Math.round(seconds)
                                + " least_per_second="
                                + limits.octetsPerSecondMin());
    }

    private FetchFailure late(Phase doing, long had) {
        return switch (doing) {
            case CONNECT ->
                    new FetchFailure(
                            FetchOutcome.CONNECT_TIMEOUT,
                            "no connection in time: limit=" + words(limits.connect()));
            case ANSWER ->
                    new FetchFailure(
                            FetchOutcome.TIMEOUT,
                            "no answer in time: octets="
                                    + had
                                    + " limit="
                                    + words(shorter(limits.answer(), limits.whole())));
            case BODY ->
                    new FetchFailure(
                            FetchOutcome.TIMEOUT,
                            "the whole fetch took too long: octets="
                                    + had
                                    + " limit="
                                    + words(limits.whole()));
        };
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    static String words(Duration time) {
        long millis = time.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
