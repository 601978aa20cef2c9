package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import telegraph.memory.Region;

/// Finds stored rows by the hash of some of their columns.
///
/// Split into partitions by the highest bits of the hash. Each holds one table off the heap, which
/// is copied when it must grow:
///
/// | offset  | bytes | field                                                     |
/// |--------:|------:|-----------------------------------------------------------|
/// |       0 |   4·n | buckets: number of the newest entry, from 1; 0 if none    |
/// |     4·n |  16·n | entries: hash (4), the next older one's number (4), ref (8) |
///
/// Invariants:
///
/// 1. An entry never changes once a bucket or a newer entry leads to it.
/// 2. A reader that holds a table finds in it every entry added before it asked for the table.
///
/// Threads: writers take the partition's lock once per batch; readers take none. Memory: tables
/// belong to the index's region; outgrown ones are freed with it, since a reader may still be in
/// one.
public final class HashIndex implements AutoCloseable {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final VarHandle BUCKET = INT.varHandle();
    private static final int ENTRY_BYTES = 16;
    private static final int CAPACITY_FIRST = 128;

    private final Region region;
    private final Partition[] partitions;
    private final int partitionShift;

    /// @param partitions a power of two
    HashIndex(Region region, int partitions) {
        this.region = region;
        this.partitions = new Partition[partitions];
        this.partitionShift = 32 - Integer.numberOfTrailingZeros(partitions);
        for (int p = 0; p < partitions; p++) {
            this.partitions[p] = new Partition();
        }
    }

    private int partition(int hash) {
        return partitionShift == 32 ? 0 : hash >>> partitionShift;
    }

    /// Makes the selected rows reachable; `refs` names them by position.
    void insert(long[] refs, int[] hashes, int[] selection, int count) {
        for (int p = 0; p < partitions.length; p++) {
            partitions[p].insert(p, refs, hashes, selection, count);
        }
    }

    /// Where to begin with this hash.
    Table table(int hash) {
        return partitions[partition(hash)].table;
    }

    /// A lock for changing what hangs on this hash.
    Object lock(int hash) {
        return partitions[partition(hash)];
    }

    /// Adds one entry; the caller holds the [#lock] of the hash.
    void insertOne(int hash, long ref) {
        partitions[partition(hash)].add(hash, ref);
    }

    @Override
    public void close() {
        region.close();
    }

    /// A growing part of the index.
    private final class Partition {
        private volatile Table table;
        private int entries;

        private synchronized void insert(
                int number, long[] refs, int[] hashes, int[] selection, int count) {
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                if (partition(hashes[row]) == number) {
                    add(hashes[row], refs[row]);
                }
            }
        }

        private void add(int hash, long ref) {
            Table now = table;
            if (now == null || entries == now.capacity) {
                now = grow(now);
            }
            entries++;
            now.add(entries, hash, ref);
        }

        private Table grow(Table old) {
            int capacity = old == null ? CAPACITY_FIRST : old.capacity * 2;
            Table next = new Table(region.allocate(Table.bytes(capacity)), capacity);
            if (old != null) {
                for (int e = 1; e <= entries; e++) {
                    next.add(e, old.hashOf(e), old.ref(e));
                }
            }
            table = next;
            return next;
        }
    }

    /// Entries in chains, newest first.
    public static final class Table {
        private final MemorySegment memory;
        private final int capacity;
        private final int bucketMask;
        private final long entriesAt;

        private Table(MemorySegment memory, int capacity) {
            this.memory = memory;
            this.capacity = capacity;
            this.bucketMask = capacity - 1;
            this.entriesAt = 4L * capacity;
            memory.asSlice(0, entriesAt).fill((byte) 0);
        }

        private static long bytes(int capacity) {
            return (4L + ENTRY_BYTES) * capacity;
        }

        private long at(int entry) {
            return entriesAt + (long) ENTRY_BYTES * (entry - 1);
        }

        private void add(int entry, int hash, long ref) {
            long bucket = 4L * (hash & bucketMask);
            long at = at(entry);
            memory.set(INT, at, hash);
            memory.set(INT, at + 4, memory.get(INT, bucket));
            memory.set(LONG, at + 8, ref);
            BUCKET.setRelease(memory, bucket, entry);
        }

        /// The newest entry with this hash, or 0.
        public int first(int hash) {
            return skip((int) BUCKET.getAcquire(memory, 4L * (hash & bucketMask)), hash);
        }

        /// The next older entry with this hash, or 0.
        public int next(int entry, int hash) {
            return skip(memory.get(INT, at(entry) + 4), hash);
        }

        private int skip(int from, int hash) {
            int entry = from;
            while (entry != 0 && memory.get(INT, at(entry)) != hash) {
                entry = memory.get(INT, at(entry) + 4);
            }
            return entry;
        }

        private int hashOf(int entry) {
            return memory.get(INT, at(entry));
        }

        public long ref(int entry) {
            return memory.get(LONG, at(entry) + 8);
        }
    }
}
