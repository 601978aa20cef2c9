package telegraph.engine.flow;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import telegraph.ground.Ticker;

/// Everything workers have yet to do: where readers leave what they bring, and workers ask for the
/// next piece of work.
///
/// ```
/// readers ──put──► lanes ──┬──next──► workers ──park, defer──► backlog ──┐
///                          └─────────────────────────────────────────────┘
/// ```
///
/// [Lanes] and the [Backlog] say what there is, [WorkTokens] how much may yet come, and the
/// [WaitSet] who sleeps meanwhile.
///
/// What a worker takes next:
///
/// 1. parked tuples whose lookups have room, so that no source waits for work;
/// 2. what the lanes say;
/// 3. deferred probes, when no row comes by itself, or none has come for a while.
///
/// A worker that reads a unit asks between its chunks whether anything goes before ([#before]).
///
/// Invariants: one lock guards all four parts, so that a piece of work gets or loses its token in
/// the same moment in which it comes or goes; the lock is taken for a batch or a unit, never for a
/// row.
///
/// Threads: any.
public final class Inbox {
    /// Sources that bring nothing for so long leave time for probes that wait for rows on disk.
    private static final long STALL_NANOS = 50_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final WaitSet workers;
    private final UnitLedger ledger;
    private final Lanes lanes;
    private final Backlog backlog;
    private final WorkTokens tokens;

    /// What is known of an input.
    ///
    /// @param fed whether rows come by themselves
    /// @param rowsTotal how many rows it has, or -1
    /// @param rowsExpected about how many, or -1
    /// @param local whether rows come as fast as this process reads or computes them
    public record Input(
            boolean fed, LongSupplier rowsTotal, LongSupplier rowsExpected, BooleanSupplier local) {
        /// One that comes from elsewhere.
        Input(boolean fed, LongSupplier rowsTotal) {
            this(fed, rowsTotal, rowsTotal, () -> false);
        }
    }

    /// @param openAtOnce whether feeds are open before they begin; only tests say no
    public Inbox(
            List<Input> inputs,
            long laneBytesMax,
            UnitLedger ledger,
            Ticker ticker,
            boolean openAtOnce) {
        this.workers = new WaitSet(lock, ticker);
        this.ledger = ledger;
        this.lanes = new Lanes(lock, inputs, laneBytesMax, ledger);
        this.backlog = new Backlog(workers, inputs.size());
        this.tokens = new WorkTokens(lock, lanes, backlog, workers);
        for (int i = 0; i < inputs.size(); i++) {
            if (!inputs.get(i).fed()) {
                ledger.laneEnded(i);
            } else if (openAtOnce) {
                tokens.feedBegins(i);
            }
        }
    }

    /// How full each input's lane is.
    public Lanes lanes() {
        return lanes;
    }

    /// What was put off.
    public Backlog backlog() {
        return backlog;
    }

    /// What may yet bring work, and which inputs are complete.
    public WorkTokens tokens() {
        return tokens;
    }

    /// Tells which lookups have room: the predicate gets a set of inputs and says whether one of
    /// theirs has.
    public void roomIn(LongPredicate lookups) {
        lock.lock();
        try {
            backlog.roomIn(lookups);
        } finally {
            lock.unlock();
        }
    }

    /// Lookups have room again: parked tuples may go on.
    void roomChanged() {
        lock.lock();
        try {
            if (backlog.hasParked()) {
                workers.wakeOne();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Queues a batch with its pin; waits for room. Rows of a complete input can only be duplicates
    /// and are dropped.
    void put(Arrival arrival) throws InterruptedException {
        ledger.open(arrival.entry());
        boolean queued = false;
        try {
            lock.lockInterruptibly();
            try {
                lanes.awaitRoom(arrival);
                if (!tokens.isComplete(arrival.input()) && lanes.add(arrival)) {
                    tokens.arrived(arrival.input());
                    workers.wakeOne();
                    queued = true;
                }
            } finally {
                lock.unlock();
            }
        } finally {
            if (!queued) {
                arrival.batch().unpin();
                // Where the rows are duplicates, what comes of the others may not be over.
                ledger.asks(arrival.entry(), ledger.lane(arrival.input()));
                ledger.close(arrival.entry());
            }
        }
    }

    /// Lets workers read the units of a scan; returns when all that could be read was.
    void pull(PulledScan pulling) throws InterruptedException, IOException {
        lock.lock();
        try {
            lanes.add(pulling);
            workers.wakeAll();
        } finally {
            lock.unlock();
        }
        try {
            pulling.await();
        } finally {
            lock.lock();
            try {
                lanes.remove(pulling);
            } finally {
                lock.unlock();
            }
        }
    }

    /// Parks tuples until one of the lookups they wait for has room. The worker that holds them has
    /// not called [#done] yet.
    public void park(Parked tuples) {
        lock.lock();
        try {
            ledger.open(tuples.entry());
            backlog.park(tuples);
            tokens.begun();
        } finally {
            lock.unlock();
        }
    }

    /// Probes wait for rows that have left memory: workers see to them when nothing else is to be
    /// done.
    public void defer(Replay replay) {
        lock.lock();
        try {
            backlog.defer(replay);
            tokens.begun();
            workers.wakeIdle();
        } finally {
            lock.unlock();
        }
    }

    /// The next piece of work, or null when there will be none. Waits.
    public WorkItem next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            boolean stalled = false;
            while (!tokens.isOver()) {
                WorkItem next = poll();
                if (next == null && (stalled || !tokens.isFed())) {
                    next = backlog.pollDeferred();
                }
                if (next != null) {
                    return next;
                }
                if (backlog.hasDeferred()) {
                    stalled = workers.idle(STALL_NANOS);
                } else {
                    workers.idle();
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /// The next piece of work if there is one now, or null. Does not wait.
    public WorkItem nextNow() {
        lock.lock();
        try {
            return tokens.isHalted() ? null : poll();
        } finally {
            lock.unlock();
        }
    }

    /// What a worker does before it goes on with a unit it reads, or null if nothing: tuples that
    /// wait no longer, rows that were asked for, and inputs with fewer rows to go. Waits while more
    /// tuples are parked than may be.
    public WorkItem before(Unit unit) throws InterruptedException {
        if (lanes.isEmpty() && !backlog.isParking()) {
            return null;
        }
        lock.lockInterruptibly();
        try {
            while (!tokens.isHalted()) {
                WorkItem first = pollParked();
                if (first == null) {
                    first = lanes.before(unit.input(), backlog.isFull());
                }
                if (first != null || !backlog.isFull()) {
                    return first;
                }
                workers.pause();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /// Whether a worker could go on at once.
    public boolean hasWork() {
        lock.lock();
        try {
            return lanes.hasWork(backlog.isFull());
        } finally {
            lock.unlock();
        }
    }

    private WorkItem poll() {
        WorkItem next = pollParked();
        if (next == null) {
            next = lanes.next(backlog.isFull());
        }
        if (next instanceof Unit) {
            tokens.begun();
        }
        return next;
    }

    private Parked pollParked() {
        Parked tuples = backlog.ready();
        if (tuples == null) {
            return null;
        }
        Parked slice = backlog.take(tuples);
        if (slice != tuples) { // the rest is a piece of its own
            ledger.open(tuples.entry());
            tokens.begun();
        }
        return slice;
    }

    /// A worker has finished a piece of work and all that came of it.
    public void done(WorkItem work) {
        if (work instanceof Unit unit) {
            readToEnd(unit);
        }
        ledger.close(work.entry());
        tokens.over();
    }

    private void readToEnd(Unit unit) {
        lock.lock();
        try {
            lanes.readToEnd(unit);
        } finally {
            lock.unlock();
        }
        unit.ended();
    }

    /// The feed of an input begins to deliver.
    void feedBegins(int input) {
        tokens.feedBegins(input);
    }

    /// The feed of an input has delivered all.
    void feedEnded(int input) {
        ledger.laneEnded(input);
        tokens.feedEnded(input);
    }

    /// Why the feeds of an input are held back now, or "". Takes no lock.
    public String heldBack(int input) {
        if (!lanes.isFed(input) || tokens.isComplete(input) || !lanes.isFilling(input)) {
            return "";
        }
        return backlog.isFull()
                ? "held back, since rows wait for lookups"
                : "held back, since rows come faster than they are taken";
    }

    public boolean isHalted() {
        return tokens.isHalted();
    }

    /// Ends all waiting; from now on batches are dropped.
    public void halt() {
        lock.lock();
        try {
            tokens.halt();
            lanes.close();
            backlog.clear();
            workers.wakeAll();
        } finally {
            lock.unlock();
        }
    }
}
