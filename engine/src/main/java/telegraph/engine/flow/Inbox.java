package telegraph.engine.flow;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/// Everything workers have yet to do, and the count that says when a block is done.
///
/// One lane for each input holds the batches that have arrived, at most so many bytes of them, and
/// the scans whose units workers read themselves; the room beside them holds parked tuples. Which
/// lane a worker takes from next:
///
/// 1. parked tuples whose lookups have room, so that no source waits for work;
/// 2. rows that were asked for;
/// 3. the lane with the fewest rows to go, so that small inputs are complete early and the large
///    one streams past them. An input that does not say its size is taken to go on as long again as
///    it went so far. Units of a large input are not taken at all while a smaller one is not
///    complete that waits for nobody ([telegraph.engine.Source#isLocal]): their rows would have to
///    be stored.
///
/// A worker that reads a unit asks between its chunks whether anything goes before ([#before]).
///
/// Invariants:
///
/// 1. `tokens` counts open feeds, lookups not ended, and work queued or in a worker's hands; at
///    zero nothing can ever come again (R12).
/// 2. An input is *complete* when its feed has ended and all that arrived is built. It stays so. A
///    feed is open from the beginning, however late it comes to deliver: rows that were looked up
///    may be there before.
///
/// Threads: any. Memory: owns a pin of each queued batch.
public final class Inbox {
    /// More parked tuples than these, and no worker takes rows nobody asked for.
    private static final long PARKED_ROWS_MAX = 1 << 16;

    /// Sources that bring nothing for so long leave time for probes that wait for rows on disk.
    private static final long STALL_NANOS = 50_000_000;

    private static final int SLICE_ROWS_MIN = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Lane[] lanes;
    private final long laneBytesMax;
    private final ArrayDeque<Parked> parked = new ArrayDeque<>();
    private final ArrayDeque<Replay> deferred = new ArrayDeque<>();
    private LongPredicate hasRoom = inputs -> true;
    private Listener listener = new Listener() {};
    private volatile long parkedRows;
    private volatile int queuedBatches;
    private final AtomicLongArray parkedFor;
    private long tokens;
    private final UnitLedger ledger;
    private volatile boolean halted;

    /// Hears what happens to inputs. Called without any lock.
    public interface Listener {
        /// All rows of the input are in its SteM.
        default void completed(int input) {}

        /// All that anybody needs of the input has been looked up; the scan may stop.
        default void dispensable(int input) {}
    }

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

    public Inbox(List<Input> inputs, long laneBytesMax, UnitLedger ledger) {
        this(inputs, laneBytesMax, ledger, true);
    }

    /// @param openAtOnce whether feeds are open before they begin; only tests say no
    public Inbox(List<Input> inputs, long laneBytesMax, UnitLedger ledger, boolean openAtOnce) {
        this.ledger = ledger;
        this.laneBytesMax = laneBytesMax;
        this.lanes = new Lane[inputs.size()];
        this.parkedFor = new AtomicLongArray(lanes.length);
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(lock.newCondition(), inputs.get(i), ledger.side(i) >= 0);
            if (!lanes[i].fed) {
                ledger.laneEnded(i);
            } else if (openAtOnce) {
                open(lanes[i]);
            }
        }
    }

    /// Tells which lookups have room: the predicate gets a set of inputs and says whether one of
    /// theirs has.
    public void roomIn(LongPredicate lookups) {
        lock.lock();
        try {
            hasRoom = lookups;
        } finally {
            lock.unlock();
        }
    }

    public void listen(Listener to) {
        lock.lock();
        try {
            listener = to;
        } finally {
            lock.unlock();
        }
    }

    /// An input's rows are scanned and looked up at once: if all that is needed can be looked up
    /// first, the scan is dispensable.
    public void rivals(int input) {
        lock.lock();
        try {
            lanes[input].rival = true;
        } finally {
            lock.unlock();
        }
    }

    /// Some tuple relies on the scan of an input to bring its matches.
    public void needsScan(int input) {
        lock.lock();
        try {
            lanes[input].needed = true;
        } finally {
            lock.unlock();
        }
    }

    /// Whether some tuple relies on the scan of an input.
    boolean isScanNeeded(int input) {
        return lanes[input].needed;
    }

    /// How long the scan of an input may yet take to deliver a row, on average, in nanoseconds:
    /// half of what it is from its end. Without a known size it is taken to be half way.
    public double nanosToScan(int input, long elapsedNanos) {
        lock.lock();
        try {
            return lanes[input].nanosToRow(elapsedNanos);
        } finally {
            lock.unlock();
        }
    }

    private void open(Lane lane) {
        lane.open = true;
        tokens++;
    }

    /// The feed of an input begins to deliver.
    void feedBegins(int input) {
        lock.lock();
        try {
            if (!lanes[input].open) {
                open(lanes[input]);
            }
        } finally {
            lock.unlock();
        }
    }

    /// The feed of an input has delivered all.
    void feedEnded(int input) {
        ledger.laneEnded(input);
        lock.lock();
        try {
            lanes[input].open = false;
            tokens--;
        } finally {
            lock.unlock();
        }
        settle(input);
    }

    /// A lookup, or anything else that may yet bring work, has begun.
    public void begun() {
        lock.lock();
        try {
            tokens++;
        } finally {
            lock.unlock();
        }
    }

    /// What [#begun] announced is over.
    public void over() {
        lock.lock();
        try {
            tokens--;
        } finally {
            lock.unlock();
        }
        settle(-1);
    }

    /// Draws the conclusions from one token less, and tells those concerned.
    private void settle(int input) {
        boolean completed = false;
        long dismissed = 0;
        Listener told;
        lock.lock();
        try {
            told = listener;
            if (input >= 0) {
                Lane lane = lanes[input];
                completed = lane.fed && !lane.open && lane.unbuilt == 0 && !lane.complete;
                lane.complete |= completed;
            }
            if (tokens == 0) {
                work.signalAll();
            } else if (!parked.isEmpty() || !deferred.isEmpty()) {
                work.signal();
            }
            dismissed = dispensable();
        } finally {
            lock.unlock();
        }
        if (completed) {
            told.completed(input);
            releaseOthers(input);
        }
        for (; dismissed != 0; dismissed &= dismissed - 1) {
            told.dispensable(Long.numberOfTrailingZeros(dismissed));
        }
    }

    /// Lets units be taken that waited for an input.
    private void releaseOthers(int input) {
        lock.lock();
        try {
            lanes[input].holdsOthers = false;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The inputs that are still being scanned though nothing else is going on.
    private long dispensable() {
        long inputs = 0;
        long open = 0;
        for (int i = 0; i < lanes.length; i++) {
            if (lanes[i].rival && !lanes[i].needed && lanes[i].open) {
                inputs |= 1L << i;
                open++;
            }
        }
        return open > 0 && tokens == open && !halted ? inputs : 0;
    }

    /// Queues a batch with its pin; waits for room. Rows of a complete input can only be duplicates
    /// and are dropped.
    void put(Arrival arrival) throws InterruptedException {
        ledger.open(arrival.entry());
        Lane lane = lanes[arrival.input()];
        long bytes = arrival.batch().heldBytes();
        boolean queued = false;
        try {
            lock.lockInterruptibly();
            try {
                awaitRoom(lane, arrival, bytes);
                if (!halted && !lane.complete) {
                    lane.queue.add(arrival);
                    queuedBatches++;
                    lane.bytes += bytes;
                    lane.arrived += arrival.batch().rows();
                    lane.lookedUp += arrival.scanned() ? 0 : arrival.batch().rows();
                    lane.unbuilt++;
                    tokens++;
                    queued = true;
                    work.signal();
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

    /// Waits in the order of arrival: otherwise a reader that is never without a batch would keep
    /// one that waits from delivering its unit, and with it all units after that.
    private void awaitRoom(Lane lane, Arrival arrival, long bytes) throws InterruptedException {
        lane.readers.add(arrival);
        try {
            while (!halted
                    && (lane.readers.peek() != arrival
                            || !lane.queue.isEmpty() && lane.bytes + bytes > laneBytesMax)) {
                lane.room.await();
            }
        } finally {
            lane.readers.remove(arrival);
            lane.room.signalAll();
        }
    }

    /// Lets workers read the units of a scan; returns when all that could be read was.
    void pull(PulledScan pulling) throws InterruptedException, IOException {
        Lane lane = lanes[pulling.input()];
        lock.lock();
        try {
            if (halted) {
                pulling.stop();
            }
            lane.pullings.add(pulling);
            work.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            pulling.await();
        } finally {
            lock.lock();
            try {
                lane.pullings.remove(pulling);
            } finally {
                lock.unlock();
            }
        }
    }

    /// Probes wait for rows that have left memory: workers see to them when nothing else is to be
    /// done.
    public void defer(Replay replay) {
        lock.lock();
        try {
            deferred.add(replay);
            tokens++;
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Parks tuples until one of the lookups they wait for has room. The worker that holds them has
    /// not called [#done] yet.
    public void park(Parked tuples) {
        lock.lock();
        try {
            ledger.open(tuples.entry());
            parked.addFirst(tuples);
            countParked(tuples, 1);
            tokens++;
        } finally {
            lock.unlock();
        }
    }

    /// The next piece of work, or null when there will be none. Waits.
    public WorkItem next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            boolean stalled = false;
            while (true) {
                if (halted || tokens == 0) {
                    return null;
                }
                WorkItem next = poll();
                if (next == null && (stalled || !isFed())) {
                    next = deferred.poll();
                }
                if (next != null) {
                    return next;
                }
                if (deferred.isEmpty()) {
                    work.await();
                } else {
                    stalled = work.awaitNanos(STALL_NANOS) <= 0;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether rows may still come by themselves.
    private boolean isFed() {
        for (Lane lane : lanes) {
            if (lane.open) {
                return true;
            }
        }
        return false;
    }

    /// The next piece of work if there is one now, or null. Does not wait.
    public WorkItem nextNow() {
        lock.lock();
        try {
            return halted ? null : poll();
        } finally {
            lock.unlock();
        }
    }

    /// What a worker does before it goes on with a unit it reads, or null if nothing: tuples that
    /// wait no longer, rows that were asked for, and inputs with fewer rows to go. Waits while more
    /// tuples are parked than may be.
    public WorkItem before(Unit unit) throws InterruptedException {
        if (queuedBatches == 0 && parkedRows == 0) {
            return null;
        }
        lock.lockInterruptibly();
        try {
            while (!halted) {
                WorkItem slice = pollParked();
                if (slice != null) {
                    return slice;
                }
                Lane best = best();
                Lane own = lanes[unit.input()];
                if (best != null && best != own && !best.queue.isEmpty() && best.goesBefore(own)) {
                    return arrival(best);
                }
                if (parkedRows <= PARKED_ROWS_MAX) {
                    return null;
                }
                work.await();
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
            return best() != null;
        } finally {
            lock.unlock();
        }
    }

    private WorkItem poll() {
        Parked slice = pollParked();
        if (slice != null) {
            return slice;
        }
        for (Lane best = best(); best != null; best = best()) {
            if (!best.queue.isEmpty()) {
                return arrival(best);
            }
            Unit unit = unit(best);
            if (unit != null) {
                return unit;
            }
            // The scan has failed since it was looked at.
        }
        return null;
    }

    /// The lane to take from, or null if none has anything.
    private Lane best() {
        Lane best = null;
        for (Lane lane : lanes) {
            if (!lane.hasWork()
                    || lane.fed && parkedRows > PARKED_ROWS_MAX
                    || lane.queue.isEmpty() && isHeldBack(lane)) {
                continue;
            }
            if (best == null || lane.goesBefore(best)) {
                best = lane;
            }
        }
        return best;
    }

    private boolean isHeldBack(Lane lane) {
        for (Lane other : lanes) {
            if (other != lane && other.holdsBack(lane)) {
                return true;
            }
        }
        return false;
    }

    private Arrival arrival(Lane lane) {
        Arrival arrival = lane.queue.poll();
        queuedBatches--;
        lane.bytes -= arrival.batch().heldBytes();
        lane.taken += arrival.batch().rows();
        lane.room.signalAll();
        return arrival;
    }

    private Unit unit(Lane lane) {
        for (PulledScan pulling : lane.pullings) {
            int rank = pulling.take();
            if (rank >= 0) {
                lane.taken += Math.max(0, pulling.rows(rank));
                tokens++;
                UnitLedger.Entry entry = ledger.scanned(pulling.input(), rank);
                ledger.open(entry);
                ledger.arrived(entry);
                return new Unit(pulling, rank, entry);
            }
        }
        return null;
    }

    private Parked pollParked() {
        for (Parked tuples : parked) {
            if (hasRoom.test(tuples.waitsFor())) {
                parked.remove(tuples);
                Parked slice = tuples;
                if (tuples.rows() > SLICE_ROWS_MIN) {
                    slice = tuples.first(SLICE_ROWS_MIN);
                    parked.addFirst(tuples.rest(SLICE_ROWS_MIN));
                    ledger.open(tuples.entry());
                    tokens++;
                }
                countParked(slice, -1);
                return slice;
            }
        }
        return null;
    }

    private void countParked(Parked tuples, int sign) {
        long rows = (long) sign * tuples.rows();
        boolean held = parkedRows > PARKED_ROWS_MAX;
        parkedRows += rows;
        if (held && parkedRows <= PARKED_ROWS_MAX) {
            work.signalAll(); // feeds are held back no longer
        }
        for (long left = tuples.waitsFor(); left != 0; left &= left - 1) {
            parkedFor.addAndGet(Long.numberOfTrailingZeros(left), rows);
        }
    }

    /// How many tuples wait now for lookups of an input. Takes no lock.
    public long parkedFor(int input) {
        return parkedFor.get(input);
    }

    /// How many rows of an input have arrived. Takes no lock.
    public long arrived(int input) {
        return lanes[input].arrived;
    }

    /// How many rows of an input have arrived and wait for a worker. Takes no lock.
    public long queued(int input) {
        // In this order: a row is counted as arrived before it is taken.
        long taken = lanes[input].taken;
        return Math.max(0, lanes[input].arrived - taken);
    }

    /// How many bytes wait for a worker. Takes no lock.
    public long queuedBytes(int input) {
        return lanes[input].bytes;
    }

    /// Why the feeds of an input are held back now, or "". Takes no lock.
    public String heldBack(int input) {
        Lane lane = lanes[input];
        if (!lane.fed || lane.complete || lane.bytes < laneBytesMax / 2) {
            return "";
        }
        return parkedRows > PARKED_ROWS_MAX
                ? "held back, since rows wait for lookups"
                : "held back, since rows come faster than they are taken";
    }

    /// The rows of an arrival are in their SteM, or need not be.
    public void built(int input) {
        lock.lock();
        try {
            lanes[input].unbuilt--;
        } finally {
            lock.unlock();
        }
        settle(input);
    }

    /// A worker has finished a piece of work and all that came of it.
    public void done(WorkItem work) {
        if (work instanceof Unit unit) {
            readToEnd(unit);
        }
        ledger.close(work.entry());
        over();
    }

    private void readToEnd(Unit unit) {
        Lane lane = lanes[unit.input()];
        lock.lock();
        try {
            lane.arrived += unit.rows();
            if (unit.pulling().rows(unit.rank()) < 0) {
                lane.taken += unit.rows();
            }
        } finally {
            lock.unlock();
        }
        unit.ended();
    }

    /// How many rows an input has, or -1 if that is not known.
    public long rowsTotal(int input) {
        return lanes[input].rowsTotal();
    }

    /// Whether every input but this one is complete.
    public boolean othersComplete(int input) {
        for (int i = 0; i < lanes.length; i++) {
            if (i != input && !lanes[i].complete) {
                return false;
            }
        }
        return true;
    }

    /// The inputs, as bits, that are not complete.
    public long incomplete() {
        long inputs = 0;
        for (int i = 0; i < lanes.length; i++) {
            inputs |= lanes[i].complete ? 0 : 1L << i;
        }
        return inputs;
    }

    public boolean isComplete(int input) {
        return lanes[input].complete;
    }

    /// Lookups have room again: parked tuples may go on.
    void roomChanged() {
        lock.lock();
        try {
            if (!parked.isEmpty()) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    public boolean isHalted() {
        return halted;
    }

    /// Ends all waiting; from now on batches are dropped.
    public void halt() {
        lock.lock();
        try {
            halted = true;
            for (Lane lane : lanes) {
                lane.queue.forEach(a -> a.batch().unpin());
                lane.queue.clear();
                lane.pullings.forEach(PulledScan::stop);
                lane.bytes = 0;
                lane.room.signalAll();
            }
            parked.clear();
            deferred.clear();
            queuedBatches = 0;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
