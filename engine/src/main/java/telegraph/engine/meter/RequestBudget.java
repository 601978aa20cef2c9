package telegraph.engine.meter;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// How often one statement may ask others, and how often it has.
///
/// Whoever is about to send a request takes a permit first, so that there is never one request too
/// many, however many are sent at once. A request that was sent in vain has used its permit up, and
/// one that is sent again needs another. What is answered from a cache needs none.
///
/// A statement that is refused a request fails. Before it does, what is under way is waited for
/// ([#awaitOthers]): it is paid for, and may be kept for the next time.
///
/// Threads: any. Statements find that of their own by their thread ([#current]); a block is given
/// it, since its threads are others.
public final class RequestBudget {
    /// Whose permits are taken by what a statement's own thread opens.
    public static final ScopedValue<RequestBudget> CURRENT = ScopedValue.newInstance();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Long> bySource = new HashMap<>();
    private final long requestsMax;
    private final boolean minimised;
    private long made;
    private int underWay;

    /// Something that asks, until it is closed.
    public interface Underway extends AutoCloseable {
        @Override
        void close();
    }

    /// @param requestsMax the most requests in all, or 0 for any number
    /// @param minimised whether as few as can be are wanted, even if that takes longer
    public RequestBudget(long requestsMax, boolean minimised) {
        this.requestsMax = requestsMax;
        this.minimised = minimised;
    }

    /// A budget without a limit, where time is what counts.
    public static RequestBudget unlimited() {
        return new RequestBudget(0, false);
    }

    /// That of the statement whose thread this is, or one without a limit.
    public static RequestBudget current() {
        return CURRENT.isBound() ? CURRENT.get() : unlimited();
    }

    /// The most requests in all, or 0 for any number.
    public long requestsMax() {
        return requestsMax;
    }

    /// Whether as few requests as can be are wanted, even if that takes longer.
    public boolean isMinimised() {
        return minimised;
    }

    /// How many permits were taken.
    public long made() {
        lock.lock();
        try {
            return made;
        } finally {
            lock.unlock();
        }
    }

    /// Takes the permit for one request.
    ///
    /// @param source who is asked; a source that is read at several places is one
    /// @throws TelegraphException with CONFIGURATION_LIMIT if there is none left
    void take(String source, Terms terms) {
        lock.lock();
        try {
            long own = bySource.getOrDefault(source, 0L);
            if (terms.requestsMax() > 0 && own >= terms.requestsMax()) {
                throw refusal(
                        "the declaration of a source says how many requests of a query it takes:"
                                + " source="
                                + source
                                + " requests_max="
                                + terms.requestsMax()
                                + " made="
                                + own
                                + ". Ask it for fewer values, or declare a larger requests_max");
            }
            if (requestsMax > 0 && made >= requestsMax) {
                throw refusal(
                        "a query makes at most so many requests as requests_max says:"
                                + " requests_max="
                                + requestsMax
                                + " made="
                                + made
                                + " source="
                                + source
                                + ". Ask for fewer values, or SET requests_max to more (0 for any"
                                + " number)");
            }
            made++;
            bySource.put(source, own + 1);
        } finally {
            lock.unlock();
        }
    }

    private static TelegraphException refusal(String message) {
        return TelegraphException.of(
                SqlState.CONFIGURATION_LIMIT,
                message + "; answers that could be kept are in the cache.");
    }

    /// Begins to ask: permits taken meanwhile are under way until it is closed.
    Underway begin() {
        lock.lock();
        try {
            underWay++;
        } finally {
            lock.unlock();
        }
        return this::end;
    }

    private void end() {
        lock.lock();
        try {
            underWay--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until nobody asks; whoever waits here asks no more.
    void awaitOthers() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (underWay > 0) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
