package telegraph.tables.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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

/// The numbers that tables count up: hidden keys of rows, and the values of identity columns.
///
/// Both are given to one transaction only, whether it commits or not, so nobody waits for the end
/// of another; there are gaps. Hidden keys go on after the greatest that is there. Identity values
/// are taken from the store in blocks, which transactions of the counter's own commit before any
/// value is used, so that a crash loses the rest of a block and never gives a value twice. In the
/// store a counter is
///
/// | key                   | value                                   |
/// |-----------------------|-----------------------------------------|
/// | 4 bytes, id of column | 8 bytes, the next value nobody has taken |
///
/// Threads: any. What is left of the blocks goes back to the store with [#close].
public final class Counters implements AutoCloseable {
    private static final int BLOCK_FIRST = 32;
    private static final int BLOCK_LAST = 4_096;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Store store;
    private final ConcurrentHashMap<Integer, AtomicLong> rows = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Name, Block> blocks = new ConcurrentHashMap<>();

    /// An identity column: its counters' container and its id.
    private record Name(int container, int column) {}

    /// Values taken from the store and not yet given; guarded by itself.
    private static final class Block {
        private long next;
        private long end;
        private int size = BLOCK_FIRST;
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

    /// The next value of an identity column.
    ///
    /// @param own whether `transaction` made the container; then it counts there itself, since
    ///   nobody else can see it
    public long identity(int container, int column, Transaction transaction, boolean own) {
        if (own) {
            return take(transaction, container, column, 1);
        }
        Block block = blocks.computeIfAbsent(new Name(container, column), _ -> new Block());
        synchronized (block) {
            if (block.next == block.end) {
                block.next = reserve(container, column, block.size);
                block.end = block.next + block.size;
                block.size = Math.min(BLOCK_LAST, 2 * block.size);
            }
            return block.next++;
        }
    }

    private long reserve(int container, int column, int count) {
        try (Transaction reserving = store.transaction()) {
            reserving.begin(Isolation.READ_COMMITTED);
            long first = take(reserving, container, column, count);
            reserving.commit();
            return first;
        }
    }

    private static long take(Transaction transaction, int container, int column, int count) {
        Bytes key = key(column);
        Bytes value = new Bytes();
        boolean known = transaction.get(container, key, ReadMode.FOR_UPDATE, value);
        long first = known ? (long) LONG.get(value.array(), 0) : 1;
        if (first > Long.MAX_VALUE - count) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE, "an identity column has counted to its end");
        }
        LONG.set(value.length(8).array(), 0, first + count);
        if (known) {
            transaction.update(container, key, value);
        } else if (!transaction.insert(container, key, value)) {
            // Two took the first value at once; the other has it by now.
            return take(transaction, container, column, count);
        }
        return first;
    }

    /// Has an identity column go on after a value, in the transaction that made its table.
    public void startAfter(int container, int column, Transaction transaction, long last) {
        blocks.remove(new Name(container, column));
        Bytes value = new Bytes().length(Long.BYTES);
        LONG.set(value.array(), 0, last + 1);
        Bytes key = key(column);
        if (!transaction.update(container, key, value)) {
            transaction.insert(container, key, value);
        }
    }

    private static Bytes key(int column) {
        Bytes key = new Bytes().length(4);
        INT.set(key.array(), 0, column);
        return key;
    }

    /// Forgets what is known of a container, because it was dropped or emptied.
    public void forget(int container) {
        rows.remove(container);
        blocks.keySet().removeIf(name -> name.container() == container);
    }

    /// Gives back what is left of the blocks, so that values go on without a gap. No statement runs
    /// any more.
    @Override
    public void close() {
        blocks.forEach((name, block) -> {
            synchronized (block) {
                if (block.next < block.end) {
                    giveBack(name, block);
                }
            }
        });
        blocks.clear();
    }

    private void giveBack(Name name, Block block) {
        try (Transaction giving = store.transaction()) {
            giving.begin(Isolation.READ_COMMITTED);
            Bytes value = new Bytes();
            Bytes key = key(name.column());
            if (giving.get(name.container(), key, ReadMode.FOR_UPDATE, value)
                    && (long) LONG.get(value.array(), 0) == block.end) {
                LONG.set(value.array(), 0, block.next);
                giving.update(name.container(), key, value);
            }
            giving.commit();
        }
        block.end = block.next;
    }
}
