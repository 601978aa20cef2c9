package telegraph.tables.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.Sequence;

/// The numbers that are counted up: hidden keys of rows, and the values of sequences, those of
/// identity columns among them.
///
/// Both are given to one transaction only, whether it commits or not, so nobody waits for the end
/// of another; there are gaps. Hidden keys go on after the greatest that is there. How far a
/// sequence has counted is kept here; the store knows of numbers ahead, which transactions of the
/// counter's own commit before any of them is given, so that a crash loses some and never gives one
/// twice. A sequence in a place that a transaction made is counted here alone until that commits
/// ([#settle]), and so is not counted back by a rollback to a savepoint. In the store a sequence is
///
/// | key               | value                                                                 |
/// |-------------------|-----------------------------------------------------------------------|
/// | 4 bytes, its slot | 8 bytes, a number; 1 byte, whether that was given or is the next       |
///
/// Without the last byte it is the next; without an entry the first is.
///
/// Threads: any. What was said ahead is taken back with [#close].
public final class Counters implements AutoCloseable {
    private static final int BLOCK_FIRST = 32;
    private static final int BLOCK_LAST = 4_096;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Store store;
    private final ConcurrentHashMap<Integer, AtomicLong> rows = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Place, Count> counts = new ConcurrentHashMap<>();

    /// Where a sequence is in the store.
    private record Place(int container, int slot) {
        static Place of(Sequence sequence) {
            return new Place(sequence.container(), sequence.slot());
        }
    }

    /// How far a sequence has counted.
    ///
    /// @param last the number that was given last, or the next if none was
    public record Reached(long last, boolean isCalled) {}

    /// How far a sequence has counted, and how far the store says that it has; guarded by itself.
    private static final class Count {
        private boolean known;
        private long last;
        private boolean called;

        /// How many numbers more the store has been told of.
        private long ahead;

        private int block = BLOCK_FIRST;

        void reach(Reached reached) {
            last = reached.last;
            called = reached.isCalled;
            ahead = 0;
            known = true;
        }
    }

    public Counters(Store store) {
        this.store = store;
    }

    /// The hidden key of a new row.
    ///
    /// @param own whether `transaction` made the container
    public long row(int container, Transaction transaction, boolean own) {
        AtomicLong next = rows.get(container);
        if (next == null) {
            AtomicLong first = new AtomicLong(own ? 1 : after(container));
            AtomicLong other = rows.putIfAbsent(container, first);
            next = other == null ? first : other;
        }
        return next.getAndIncrement();
    }

    /// The number after the greatest that is there, committed or not.
    private long after(int container) {
        try (Transaction looking = store.transaction()) {
            looking.begin(Isolation.READ_UNCOMMITTED);
            try (Cursor last = looking.cursor(container, ReadMode.PLAIN)) {
                last.rangeDescending(null, null);
                return last.next() ? 1 + hidden(last) : 1;
            }
        }
    }

    private static long hidden(Cursor row) {
        return (long) LONG.get(row.array(), row.keyOffset()) ^ Long.MIN_VALUE;
    }

    /// The next number of a sequence.
    ///
    /// @param own whether the transaction that asks made its place, which nobody else can see
    /// @throws TelegraphException of kind INPUT if it has come to its end
    public long next(Sequence sequence, boolean own) {
        Count count = count(sequence);
        synchronized (count) {
            know(count, sequence, own);
            if (count.ahead == 0) {
                if (count.called && sequence.counting().after(count.last) == 0) {
                    goOn(count, sequence);
                }
                if (!own) {
                    tell(count, sequence);
                }
            }
            count.last += count.called ? sequence.counting().increment() : 0;
            count.called = true;
            count.ahead -= own ? 0 : 1;
            return count.last;
        }
    }

    private Count count(Sequence sequence) {
        return counts.computeIfAbsent(Place.of(sequence), _ -> new Count());
    }

    private void know(Count count, Sequence sequence, boolean own) {
        if (!count.known) {
            Reached start = new Reached(sequence.counting().start(), false);
            count.reach(own ? start : stored(sequence, start));
        }
    }

    /// What the store says, whoever is at it.
    private Reached stored(Sequence sequence, Reached otherwise) {
        try (Transaction looking = store.transaction()) {
            looking.begin(Isolation.READ_UNCOMMITTED);
            Bytes value = new Bytes();
            if (!looking.get(sequence.container(), key(sequence), ReadMode.PLAIN, value)) {
                return otherwise;
            }
            boolean called = value.length() > Long.BYTES && value.array()[Long.BYTES] != 0;
            return new Reached((long) LONG.get(value.array(), 0), called);
        }
    }

    /// Begins at the other end, if the sequence cycles.
    private static void goOn(Count count, Sequence sequence) {
        Counting counting = sequence.counting();
        if (!counting.cycle()) {
            boolean up = counting.increment() > 0;
            throw TelegraphException.of(
                    SqlState.SEQUENCE_LIMIT,
                    "nextval: reached "
                            + (up ? "maximum" : "minimum")
                            + " value of sequence \""
                            + sequence.name()
                            + "\" ("
                            + (up ? counting.max() : counting.min())
                            + ")");
        }
        count.last = counting.again();
        count.called = false;
    }

    /// Tells the store of the next numbers, before any of them is given.
    private void tell(Count count, Sequence sequence) {
        long first = count.called ? 0 : 1;
        long after = sequence.counting().after(count.last);
        long steps =
                Math.min(
                        Long.compareUnsigned(after, BLOCK_LAST) < 0 ? after : BLOCK_LAST,
                        count.block - first);
        long end = count.last + steps * sequence.counting().increment();
        store(sequence, new Reached(end, true));
        count.ahead = steps + first;
        count.block = Math.min(BLOCK_LAST, 2 * count.block);
    }

    private void store(Sequence sequence, Reached reached) {
        try (Transaction own = store.transaction()) {
            own.begin(Isolation.READ_COMMITTED);
            write(own, sequence.container(), sequence.slot(), reached);
            own.commit();
        }
    }

    private static void write(Transaction transaction, int container, int slot, Reached reached) {
        Bytes key = key(slot);
        Bytes value = new Bytes().length(Long.BYTES + 1);
        LONG.set(value.array(), 0, reached.last);
        value.array()[Long.BYTES] = (byte) (reached.isCalled ? 1 : 0);
        if (!transaction.update(container, key, value)) {
            transaction.insert(container, key, value);
        }
    }

    private static Bytes key(Sequence sequence) {
        return key(sequence.slot());
    }

    private static Bytes key(int slot) {
        Bytes key = new Bytes().length(4);
        INT.set(key.array(), 0, slot);
        return key;
    }

    /// How far a sequence has counted.
    ///
    /// @param own as in [#next]
    public Reached reached(Sequence sequence, boolean own) {
        Count count = count(sequence);
        synchronized (count) {
            know(count, sequence, own);
            return new Reached(count.last, count.called);
        }
    }

    /// Has a sequence count on from somewhere else, whether any transaction commits or not.
    ///
    /// @param own as in [#next]
    public void reach(Sequence sequence, Reached reached, boolean own) {
        Count count = count(sequence);
        synchronized (count) {
            if (!own) {
                store(sequence, reached);
            }
            count.reach(reached);
        }
    }

    /// Writes how far the sequences have counted in places that a transaction made, which is about
    /// to commit.
    ///
    /// @param gone those whose places nobody needs then
    public void settle(List<Sequence> made, List<Sequence> gone, Transaction transaction) {
        for (Sequence sequence : gone) {
            transaction.delete(sequence.container(), key(sequence));
        }
        for (Sequence sequence : made) {
            write(transaction, sequence.container(), sequence.slot(), reached(sequence, true));
        }
    }

    /// Forgets what is known of a place, because a transaction that made it has rolled back, or one
    /// that left it has committed.
    public void forget(Sequence sequence) {
        counts.remove(Place.of(sequence));
    }

    /// Forgets what is known of a container, because it was dropped or emptied.
    public void forget(int container) {
        rows.remove(container);
        counts.keySet().removeIf(place -> place.container() == container);
    }

    /// Tells the store what was given, so that numbers go on without a gap. No statement runs any
    /// more.
    @Override
    public void close() {
        counts.forEach((place, count) -> {
            synchronized (count) {
                if (count.ahead > 0) {
                    takeBack(place, count);
                }
            }
        });
        counts.clear();
    }

    private void takeBack(Place place, Count count) {
        try (Transaction back = store.transaction()) {
            back.begin(Isolation.READ_COMMITTED);
            write(back, place.container(), place.slot(), new Reached(count.last, count.called));
            back.commit();
        }
        count.ahead = 0;
    }
}
