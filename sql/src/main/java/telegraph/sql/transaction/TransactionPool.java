package telegraph.sql.transaction;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import telegraph.store.Store;
import telegraph.store.Transaction;

/// The store's idle transactions, which whoever has something to do takes and gives back: the store
/// has room for so many at once, and conversations that wait for their users need none.
///
/// A thread finds the one it gave back last in a place that few others look at, so that on the way
/// of a lookup nothing is made and hardly anything shared.
///
/// Threads: any.
final class TransactionPool implements AutoCloseable {
    private static final int PLACES = 16;

    /// Places that are used lie apart, each in cache lines of its own.
    private static final int APART = 32;

    private final Supplier<Store> store;
    private final AtomicReferenceArray<Transaction> places =
            new AtomicReferenceArray<>(PLACES * APART);
    private final Queue<Transaction> rest = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    TransactionPool(Supplier<Store> store) {
        this.store = store;
    }

    /// An idle transaction.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if too many are open
    Transaction take() {
        Transaction near = places.getAndSet(place(), null);
        if (near != null) {
            return near;
        }
        Transaction other = rest.poll();
        if (other != null) {
            return other;
        }
        for (int i = 0; i < PLACES; i++) {
            Transaction far = places.getAndSet(i * APART, null);
            if (far != null) {
                return far;
            }
        }
        return store.get().transaction();
    }

    /// Takes back one that is idle again.
    void give(Transaction transaction) {
        if (closed) {
            transaction.close();
        } else if (!places.compareAndSet(place(), null, transaction)) {
            rest.add(transaction);
        }
    }

    private static int place() {
        return (int) (Thread.currentThread().threadId() % PLACES) * APART;
    }

    /// Gives all that are idle back to the store.
    @Override
    public void close() {
        closed = true;
        for (int i = 0; i < PLACES; i++) {
            Transaction idle = places.getAndSet(i * APART, null);
            if (idle != null) {
                idle.close();
            }
        }
        for (Transaction idle = rest.poll(); idle != null; idle = rest.poll()) {
            idle.close();
        }
    }
}
