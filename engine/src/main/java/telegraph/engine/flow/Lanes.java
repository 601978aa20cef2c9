package telegraph.engine.flow;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// The lanes of all inputs, and which of them a worker takes from next.
///
/// A lane holds the batches of an input that have arrived, at most so many bytes of them, and the
/// scans whose units workers read themselves. The order:
///
/// 1. rows that were asked for;
/// 2. the lane with the fewest rows to go, so that small inputs are complete early and the large
///    one streams past them. An input that does not say its size is taken to go on as long again as
///    it went so far. Units of a large input are not taken at all while a smaller one is not
///    complete that waits for nobody ([telegraph.engine.source.Source#isLocal]): their rows would
///    have to be stored.
///
/// Invariants:
///
/// 1. A lane holds no more bytes than it may, or a single batch.
/// 2. Readers of one lane find room in the order in which they came.
/// 3. Once closed, nothing is queued and nobody waits for room.
///
/// Threads: those that hold the inbox's lock; what is public may be called by any and takes none.
/// Memory: owns a pin of each queued batch.
public final class Lanes {
    private final ReentrantLock lock;
    private final Lane[] lanes;
    private final long laneBytesMax;
    private final UnitLedger ledger;
    private volatile int queuedBatches;
    private boolean closed;

    Lanes(ReentrantLock lock, List<Inbox.Input> inputs, long laneBytesMax, UnitLedger ledger) {
        this.lock = lock;
        this.laneBytesMax = laneBytesMax;
        this.ledger = ledger;
        this.lanes = new Lane[inputs.size()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(lock.newCondition(), inputs.get(i), ledger.side(i) >= 0);
        }
    }

    int size() {
        return lanes.length;
    }

    /// Whether rows of an input come by themselves.
    boolean isFed(int input) {
        return lanes[input].fed;
    }

    /// Waits in the order of arrival: otherwise a reader that is never without a batch would keep
    /// one that waits from delivering its unit, and with it all units after that.
    void awaitRoom(Arrival arrival) throws InterruptedException {
        Lane lane = lanes[arrival.input()];
        long bytes = arrival.batch().heldBytes();
        lane.readers.add(arrival);
        try {
            while (!closed
                    && (lane.readers.peek() != arrival
                            || !lane.queue.isEmpty() && lane.bytes + bytes > laneBytesMax)) {
                lane.room.await();
            }
        } finally {
            lane.readers.remove(arrival);
            lane.room.signalAll();
        }
    }

    /// Queues a batch with its pin; false if nothing is queued any more.
    boolean add(Arrival arrival) {
        if (closed) {
            return false;
        }
        Lane lane = lanes[arrival.input()];
        lane.queue.add(arrival);
        queuedBatches++;
        lane.bytes += arrival.batch().heldBytes();
        lane.arrived += arrival.batch().rows();
        lane.lookedUp += arrival.scanned() ? 0 : arrival.batch().rows();
        return true;
    }

    /// Lets units of a scan be taken.
    void add(PulledScan pulling) {
        if (closed) {
            pulling.stop();
        }
        lanes[pulling.input()].pullings.add(pulling);
    }

    void remove(PulledScan pulling) {
        lanes[pulling.input()].pullings.remove(pulling);
    }

    /// Whether a worker could take something.
    ///
    /// @param asked whether only rows that were asked for may be taken
    boolean hasWork(boolean asked) {
        return best(asked) != null;
    }

    /// What to take next, or null if there is nothing now.
    ///
    /// @param asked whether only rows that were asked for may be taken
    WorkItem next(boolean asked) {
        for (Lane best = best(asked); best != null; best = best(asked)) {
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

    /// The batch to take before more of an input is read, or null if there is none.
    ///
    /// @param asked whether only rows that were asked for may be taken
    Arrival before(int input, boolean asked) {
        Lane best = best(asked);
        Lane own = lanes[input];
        boolean first =
                best != null && best != own && !best.queue.isEmpty() && best.goesBefore(own);
        return first ? arrival(best) : null;
    }

    /// The lane to take from, or null if none has anything.
    private Lane best(boolean asked) {
        Lane best = null;
        for (Lane lane : lanes) {
            if (!lane.hasWork() || lane.fed && asked || lane.queue.isEmpty() && isHeldBack(lane)) {
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
                UnitLedger.Entry entry = ledger.scanned(pulling.input(), rank);
                ledger.open(entry);
                ledger.arrived(entry);
                return new Unit(pulling, rank, entry);
            }
        }
        return null;
    }

    /// A unit has been read to its end.
    void readToEnd(Unit unit) {
        Lane lane = lanes[unit.input()];
        lane.arrived += unit.rows();
        if (unit.pulling().rows(unit.rank()) < 0) {
            lane.taken += unit.rows();
        }
    }

    /// Lets units be taken that waited for an input, which is complete.
    void release(int input) {
        lanes[input].holdsOthers = false;
    }

    /// Drops what is queued, and all that comes.
    void close() {
        closed = true;
        for (Lane lane : lanes) {
            lane.queue.forEach(a -> a.batch().unpin());
            lane.queue.clear();
            lane.pullings.forEach(PulledScan::stop);
            lane.bytes = 0;
            lane.room.signalAll();
        }
        queuedBatches = 0;
    }

    /// Whether no batch waits for a worker. Takes no lock.
    boolean isEmpty() {
        return queuedBatches == 0;
    }

    /// How long the scan of an input may yet take to deliver a row, on average, in nanoseconds:
    /// half of what it is from its end. Without a known size it is taken to be half way. Takes the
    /// lock.
    double nanosToScan(int input, long elapsedNanos) {
        lock.lock();
        try {
            return lanes[input].nanosToRow(elapsedNanos);
        } finally {
            lock.unlock();
        }
    }

    /// How many rows an input has, or -1 if that is not known.
    public long rowsTotal(int input) {
        return lanes[input].rowsTotal();
    }

    /// How many rows of an input have arrived.
    public long arrived(int input) {
        return lanes[input].arrived;
    }

    /// How many rows of an input have arrived and wait for a worker.
    public long queued(int input) {
        // In this order: a row is counted as arrived before it is taken.
        long taken = lanes[input].taken;
        return Math.max(0, lanes[input].arrived - taken);
    }

    /// How many bytes wait for a worker.
    public long queuedBytes(int input) {
        return lanes[input].bytes;
    }

    /// Whether so much waits for a worker that readers soon wait too.
    boolean isFilling(int input) {
        return lanes[input].bytes >= laneBytesMax / 2;
    }
}
