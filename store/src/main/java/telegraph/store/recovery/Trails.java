package telegraph.store.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.store.tree.Chain;

/// The transactions that have logged something and have not ended: what a checkpoint must keep of
/// the log for them, and what they leave for the end.
///
/// Invariants:
///
/// 1. A transaction is here before its first record is in the log, with a position not after it. So
///    a checkpoint that looks after its own record was appended misses no transaction that began
///    before it.
/// 2. It stays until its last record is on the disk and what it dropped is gone.
///
/// It knows as well the containers that are gone and whose files could not be deleted: as long as
/// they are there, the log is kept that says so, else an opening would take them for containers.
///
/// Threads: any; the drops of a chain are its transaction's.
final class Trails {
    private final Map<Chain, Trail> open = new ConcurrentHashMap<>();
    private final Map<Integer, Long> left = new ConcurrentHashMap<>();
    private final AtomicLong largest = new AtomicLong();

    private static final class Trail {
        final long first;
        List<Drop> drops = List.of();

        Trail(long first) {
            this.first = first;
        }
    }

    /// A container that goes when its transaction commits.
    record Drop(long lsn, int container) {}

    /// Takes up a chain of which no record is before `first`.
    void add(Chain chain, long first) {
        open.put(chain, new Trail(first));
        long transaction = chain.transaction();
        if (transaction > largest.get()) {
            largest.accumulateAndGet(transaction, Math::max);
        }
    }

    boolean has(Chain chain) {
        return open.containsKey(chain);
    }

    /// The containers that go with a chain, in their order.
    List<Drop> drops(Chain chain) {
        return open.get(chain).drops;
    }

    void add(Chain chain, Drop drop) {
        Trail trail = open.get(chain);
        if (trail.drops.isEmpty()) {
            trail.drops = new ArrayList<>(1);
        }
        trail.drops.add(drop);
    }

    void removeDrop(Chain chain, long lsn) {
        List<Drop> drops = open.get(chain).drops;
        if (!drops.isEmpty()) { // after a crash nobody knows them
            drops.removeIf(drop -> drop.lsn() == lsn);
        }
    }

    void remove(Chain chain) {
        open.remove(chain);
    }

    /// The file of a container is left, of which the log says from `first` on that it is gone.
    void leave(int container, long first) {
        left.putIfAbsent(container, first);
    }

    /// Takes back [#leave].
    void settle(int container) {
        left.remove(container);
    }

    /// Containers that are gone and whose files are left.
    Set<Integer> left() {
        return Set.copyOf(left.keySet());
    }

    /// The first position that an open transaction may need, or `otherwise` if that is before.
    long first(long otherwise) {
        long first = otherwise;
        for (Trail trail : open.values()) {
            first = Math.min(first, trail.first);
        }
        for (long needed : left.values()) {
            first = Math.min(first, needed);
        }
        return first;
    }

    /// The largest id of a transaction that was ever here.
    long largestTransaction() {
        return largest.get();
    }

    /// Counts an id that was used before.
    void used(long transaction) {
        largest.accumulateAndGet(transaction, Math::max);
    }
}
