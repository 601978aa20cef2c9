package telegraph.crawler.fetch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.Socket;
import java.time.Duration;
import telegraph.crawler.Outcome;

/// What the [Reaper] looks at to know whether a fetch has had its time.
///
/// ```
///   idle (even) ──arm──► armed (odd) ──disarm──► idle
///                           │ the reaper was first
///                           ▼
///                        reaped (negative): the socket is closed, the failure says why
/// ```
///
/// The number grows with each [#arm], so that the reaper, who reads it, then the rest, and then
/// swaps it, never closes the socket of a later fetch for what an earlier one did.
///
/// Threads: the fetcher's, but for [#sweep], which is the reaper's.
final class Watch {
    private static final VarHandle STATE;
    private static final VarHandle OCTETS;
    private static final VarHandle DEADLINE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Watch.class, "state", long.class);
            OCTETS = lookup.findVarHandle(Watch.class, "octets", long.class);
            DEADLINE = lookup.findVarHandle(Watch.class, "deadline", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// What the fetch is doing, for the words of its failure.
    enum Phase {
        CONNECT,
        ANSWER,
        BODY
    }

    private final FetchLimits limits;
    private volatile long state;
    private long armed;
    private Socket socket;
    private volatile Phase phase = Phase.CONNECT;
    private long deadline;
    private long octets;
    private volatile FetchFailure failure;
    private volatile boolean paused;

    /// The reaper's: which fetch it saw last, since when, and how much had come then.
    private long seen;

    private long windowStart;
    private long windowOctets;

    Watch(FetchLimits limits) {
        this.limits = limits;
    }

    /// From now on the socket is closed when the time is over.
    void arm(Socket of, Phase doing, long until) {
        socket = of;
        phase = doing;
        DEADLINE.setOpaque(this, until);
        OCTETS.setOpaque(this, 0L);
        failure = null;
        armed = (armed | 1) + 2;
        STATE.setRelease(this, armed);
    }

    /// The same socket, for something else.
    void proceed(Phase doing, long until) {
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
    void disarm() throws FetchFailure {
        if ((armed & 1) == 0) {
            return;
        }
        boolean inTime = STATE.compareAndSet(this, armed, armed + 1);
        armed++;
        socket = null;
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

    /// Closes the socket if its time is over.
    void sweep(long now) {
        long seenNow = (long) STATE.getAcquire(this);
        if (seenNow <= 0 || (seenNow & 1) == 0) {
            return;
        }
        Socket victim = socket;
        Phase doing = phase;
        FetchFailure why = judge(seenNow, doing, now);
        if (why != null) {
            reap(seenNow, victim, why);
        }
    }

    /// Closes the socket whatever its time.
    void end(String words) {
        long seenNow = (long) STATE.getAcquire(this);
        if (seenNow > 0 && (seenNow & 1) == 1) {
            reap(seenNow, socket, new FetchFailure(Outcome.BROKEN, words));
        }
    }

    private void reap(long expected, Socket victim, FetchFailure why) {
        if (STATE.compareAndSet(this, expected, -expected)) {
            failure = why;
            Sockets.close(victim);
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
                        Outcome.TOO_SLOW,
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
                            Outcome.CONNECT_TIMEOUT,
                            "no connection in time: limit=" + words(limits.connect()));
            case ANSWER ->
                    new FetchFailure(
                            Outcome.TIMEOUT,
                            "no answer in time: octets="
                                    + had
                                    + " limit="
                                    + words(shorter(limits.answer(), limits.whole())));
            case BODY ->
                    new FetchFailure(
                            Outcome.TIMEOUT,
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
