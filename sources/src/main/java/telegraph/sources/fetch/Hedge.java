package telegraph.sources.fetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import telegraph.ground.Ticker;
import telegraph.ground.Uninterruptibly;

/// Sends a request a second time if its answer is long in coming, and takes whichever answer comes
/// first (Dean and Barroso, *The Tail at Scale*, 2013).
///
/// A sample is only as far as its slowest unit, so that one straggler holds up an estimate while
/// pages enough are there. An answer is late after four times the median of the answers so far, and
/// at least a second. A twentieth of the requests may be repeated, and one in any case.
///
/// Threads: any; one object serves all requests of a scan.
public final class Hedge {
    private static final long LATE_MIN_NANOS = 1_000_000_000;
    private static final int LATE_MEDIANS = 4;
    private static final int ANSWERS_MIN = 3;
    private static final int REMEMBERED = 128;
    private static final long LOOK_NANOS = 50_000_000;

    private final Semaphore places;
    private final Ticker ticker;
    private final long[] nanos = new long[REMEMBERED];
    private long answers;
    private long left;

    /// A request on its way.
    @FunctionalInterface
    interface Sending<T> {
        T send() throws IOException, InterruptedException, TimeoutException;
    }

    /// @param requests how many are to be sent, all in all
    /// @param places how many may be under way; a repeated one waits for a place of its own
    public Hedge(long requests, Semaphore places, Ticker ticker) {
        this.left = Math.max(1, requests / 20);
        this.places = places;
        this.ticker = ticker;
    }

    private record Outcome<T>(boolean first, T answer, Throwable failure) {}

    /// The answer of `first`, which holds a place, or of `again` if that is sooner; both have ended
    /// then. If `first` fails, so does this, and if `again` fails, nobody minds.
    <T> T fastest(Sending<T> first, Sending<T> again)
            throws IOException, InterruptedException, TimeoutException {
        long started = ticker.nanos();
        ArrivalQueue<Outcome<T>> outcomes = new ArrivalQueue<>(ticker);
        List<Thread> threads = new ArrayList<>();
        threads.add(start(first, outcomes, true));
        try {
            while (true) {
                Outcome<T> outcome = outcomes.poll(LOOK_NANOS);
                if (outcome == null) {
                    if (threads.size() == 1 && isLate(ticker.nanos() - started)) {
                        threads.add(start(() -> inPlace(again), outcomes, false));
                    }
                } else if (outcome.failure == null) {
                    remember(ticker.nanos() - started);
                    return outcome.answer;
                } else if (outcome.first) {
                    throw thrown(outcome.failure);
                }
            }
        } finally {
            end(threads);
        }
    }

    private static <T> Thread start(
            Sending<T> sending, ArrivalQueue<Outcome<T>> outcomes, boolean first) {
        return Thread.ofVirtual()
                .name(first ? "http-first" : "http-again")
                .start(() -> {
                    try {
                        outcomes.add(new Outcome<>(first, sending.send(), null));
                    } catch (Exception | Error e) {
                        outcomes.add(new Outcome<>(first, null, e));
                    }
                });
    }

    private <T> T inPlace(Sending<T> sending)
            throws IOException, InterruptedException, TimeoutException {
        places.acquire();
        try {
            return sending.send();
        } finally {
            places.release();
        }
    }

    /// Ends the slower request, which closes its connection.
    private static void end(List<Thread> threads) {
        threads.forEach(Thread::interrupt);
        Uninterruptibly.join(threads);
    }

    private static IOException thrown(Throwable failure)
            throws IOException, InterruptedException, TimeoutException {
        switch (failure) {
            case IOException e -> throw e;
            case InterruptedException e -> throw e;
            case TimeoutException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException("a request fails in no other way", failure);
        }
    }

    private synchronized void remember(long duration) {
        nanos[(int) (answers++ % REMEMBERED)] = duration;
    }

    /// Whether an answer is late after so long; then one of the second requests is used up.
    private synchronized boolean isLate(long waited) {
        if (waited < LATE_MIN_NANOS || left == 0 || answers < ANSWERS_MIN) {
            return false;
        }
        long[] sorted = Arrays.copyOf(nanos, (int) Math.min(answers, REMEMBERED));
        Arrays.sort(sorted);
        if (waited < LATE_MEDIANS * sorted[sorted.length / 2]) {
            return false;
        }
        left--;
        return true;
    }
}
