package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import telegraph.memory.Region;

/// Finds the newest stored row of a key; from there older rows of the key follow by their pages.
///
/// Split into parts by the highest bits of the key's hash. Each has one table off the heap, with
/// open addressing, at most two thirds full:
///
/// | offset in a slot | bytes | field                                           |
/// |-----------------:|------:|-------------------------------------------------|
/// |                0 |     8 | key: the value itself, or the hash of all columns |
/// |                8 |     4 | reference of the newest row, plus 1; 0 if empty |
/// |               12 |     4 | unused                                          |
///
/// Invariants:
///
/// 1. A slot's key is written before its first reference, and never changes.
/// 2. A row is whole, and knows the older one of its key, before a slot refers to it.
/// 3. A reader that takes a table finds in it every row added before it did.
///
/// Threads: writers take the part's lock once for all rows they have for it; readers take none.
/// Memory: tables belong to the index's region; an outgrown one is freed when no reader is left in
/// it.
final class HashIndex {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final VarHandle REF = INT.varHandle();
    private static final int SLOT_BYTES = 16;
    private static final int SLOTS_FIRST = 256;
    private static final Table AWAY = new Table();

    private final int number;
    private final Region region;
    private final Pages pages;
    private final Quiescence quiescence;
    private final AtomicLong held;
    private final Part[] parts;
    private volatile boolean chained;

    /// What the indexes of a SteM share.
    ///
    /// @param held counts the bytes of tables in use
    record Shared(Pages pages, Quiescence quiescence, AtomicLong held) {}

    /// @param number which of the SteM's indexes it is
    /// @param parts a power of two
    HashIndex(int number, Region region, Shared shared, int parts) {
        this.number = number;
        this.region = region;
        this.pages = shared.pages();
        this.quiescence = shared.quiescence();
        this.held = shared.held();
        this.parts = new Part[parts];
        for (int p = 0; p < parts; p++) {
            this.parts[p] = new Part();
        }
    }

    Part part(int part) {
        return parts[part];
    }

    int parts() {
        return parts.length;
    }

    /// Sets `refs`, by position, to the newest row of each key, or [Ref#NONE]. Positions whose part
    /// has left memory go to `to.away`, and `to.positions` keeps the others.
    void find(Candidates to, int count) {
        Part[] all = parts;
        int shift = Long.SIZE - Integer.numberOfTrailingZeros(all.length);
        boolean split = all.length > 1;
        long[] keys = to.keys;
        int[] positions = to.positions;
        long[] refs = to.refs;
        int kept = 0;
        to.awayCount = 0;
        for (int i = 0; i < count; i++) {
            int at = positions[i];
            long key = keys[at];
            long hash = KeyHashes.mix(key);
            Table table = all[split ? (int) (hash >>> shift) : 0].table;
            if (table == AWAY) {
                to.away[to.awayCount++] = at;
                continue;
            }
            positions[kept++] = at;
            refs[at] = table == null ? Ref.NONE : table.find(key, hash);
        }
        to.count = kept;
        to.chained = chained;
    }

    /// All of it leaves memory.
    void leave() {
        for (Part part : parts) {
            part.leave();
        }
    }

    /// How many keys there are.
    long keys() {
        long all = 0;
        for (Part part : parts) {
            all += part.keys;
        }
        return all;
    }

    /// Shows every key to `to`. Nobody adds any.
    void forEachKey(LongConsumer to) {
        for (Part part : parts) {
            part.forEach(to);
        }
    }

    /// Where the search for a hash begins.
    private static long home(long hash, int mask) {
        return (long) SLOT_BYTES * ((int) (hash >>> 20) & mask);
    }

    /// A table being read.
    static final class Table {
        private final MemorySegment memory;
        private final int mask;

        /// Stands for a table that has left memory.
        private Table() {
            this.memory = MemorySegment.NULL;
            this.mask = 0;
        }

        private Table(MemorySegment memory, int slots) {
            this.memory = memory;
            this.mask = slots - 1;
            memory.asSlice(0, (long) SLOT_BYTES * slots).fill((byte) 0);
        }

        /// The newest row of a key, or [Ref#NONE].
        long find(long key, long hash) {
            MemorySegment slots = memory;
            int last = mask;
            long end = (long) SLOT_BYTES * last;
            long at = home(hash, last);
            while (true) {
                int ref = (int) REF.getAcquire(slots, at + 8);
                if (ref == 0) {
                    return Ref.NONE;
                }
                if (slots.get(LONG, at) == key) {
                    return ref - 1;
                }
                at = at == end ? 0 : at + SLOT_BYTES;
            }
        }

        private long slot(long key, long hash) {
            long end = (long) SLOT_BYTES * mask;
            long at = home(hash, mask);
            while (memory.get(INT, at + 8) != 0 && memory.get(LONG, at) != key) {
                at = at == end ? 0 : at + SLOT_BYTES;
            }
            return at;
        }
    }

    /// A growing part.
    final class Part {
        private volatile Table table;
        private int keys;

        /// The table to look into, or null if there are no rows.
        Table table() {
            return table;
        }

        /// Makes rows reachable: those at some places of `order`, by position.
        synchronized void insert(
                long[] keysAt, long[] hashes, long[] refs, int[] order, int from, int count) {
            if (table == AWAY) {
                return;
            }
            for (int i = from; i < from + count; i++) {
                int at = order[i];
                add(keysAt[at], hashes[at], (int) refs[at]);
            }
        }

        private void add(long key, long hash, int ref) {
            Table to = table;
            if (to == null || (keys + 1) * 3L > (to.mask + 1) * 2L) {
                to = grow(to);
            }
            long at = to.slot(key, hash);
            int older = to.memory.get(INT, at + 8);
            if (older == 0) {
                to.memory.set(LONG, at, key);
                keys++;
            } else {
                pages.page(ref).setOlder(number, Ref.row(ref), older);
                if (!chained) {
                    chained = true;
                }
            }
            REF.setRelease(to.memory, at + 8, ref + 1);
        }

        private Table grow(Table old) {
            int slots = old == null ? SLOTS_FIRST : (old.mask + 1) * 2;
            Table next = new Table(region.allocate((long) SLOT_BYTES * slots), slots);
            held.addAndGet((long) SLOT_BYTES * slots);
            if (old != null) {
                for (long at = 0; at <= (long) SLOT_BYTES * old.mask; at += SLOT_BYTES) {
                    int ref = old.memory.get(INT, at + 8);
                    if (ref != 0) {
                        long key = old.memory.get(LONG, at);
                        long to = next.slot(key, KeyHashes.mix(key));
                        next.memory.set(LONG, to, key);
                        next.memory.set(INT, to + 8, ref);
                    }
                }
            }
            table = next;
            if (old != null) {
                retire(old);
            }
            return next;
        }

        private void retire(Table old) {
            held.addAndGet(-(long) SLOT_BYTES * (old.mask + 1));
            quiescence.retire(() -> region.free(old.memory));
        }

        /// Leaves memory; whoever asks from now on is told so, and rows are no longer added.
        synchronized void leave() {
            Table old = table;
            table = AWAY;
            keys = 0;
            if (old != null && old != AWAY) {
                retire(old);
            }
        }

        /// Bytes of its table.
        long bytes() {
            Table now = table;
            return now == null || now == AWAY ? 0 : (long) SLOT_BYTES * (now.mask + 1);
        }

        private void forEach(LongConsumer to) {
            Table from = table;
            if (from == null || from == AWAY) {
                return;
            }
            for (long at = 0; at <= (long) SLOT_BYTES * from.mask; at += SLOT_BYTES) {
                if (from.memory.get(INT, at + 8) != 0) {
                    to.accept(from.memory.get(LONG, at));
                }
            }
        }
    }
}
