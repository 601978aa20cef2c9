package telegraph.engine.fold;

import static telegraph.engine.fold.GroupRows.LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Numbers distinct keys from 0, in the order in which they first come, a batch at a time.
///
/// Open addressing. A slot is a word: the high half of the hash, and the group's number + 1, or 0.
/// A batch goes through it in waves: all positions look for a slot that is free or has their half
/// of the hash; who finds a free one makes a group; the others are compared with the group found, a
/// column after another; who is not of that group goes on from the next slot.
///
/// After a refusal of memory the groups are those before the call, and only reading, [#clear] and
/// [#close] are allowed.
///
/// Threads: one at a time. Memory: slots and rows are pieces of the region, given back by [#clear].
public final class GroupTable implements AutoCloseable {
    private static final long HALF = 0xFFFFFFFFL << 32;
    private static final int SLOTS_FIRST = 512;
    private static final int QUICK_SLOTS = 1 << 17;

    /// So many slots are in the processor's nearest memory.
    private static final int NEAR_SLOTS = 1 << 12;

    private final Region region;
    private final KeyWords words;
    private final GroupRows rows;
    private final long[] hashes;
    private final int[] slotOf;
    private final int[] candidates;
    private final int[] fresh;
    private final KeyWords.Rejects pending;
    private long[] chunk;

    /// What [#touch] saw, so that it is not in vain for the compiler.
    private long touched;

    private MemorySegment slots = MemorySegment.NULL;
    private int slotCount;

    /// @param stateWords words of each group for the aggregates
    public GroupTable(Region region, List<Type> keys, int stateWords) {
        this(region, keys, stateWords, Batch.ROWS_MAX);
    }

    /// @param positions at so many there are keys at most
    public GroupTable(Region region, List<Type> keys, int stateWords, int positions) {
        this.region = region;
        this.hashes = new long[positions];
        this.slotOf = new int[positions];
        this.candidates = new int[positions];
        this.fresh = new int[positions];
        this.pending = new KeyWords.Rejects(positions);
        this.words = new KeyWords(keys, positions);
        this.rows = new GroupRows(region, words.size(), stateWords);
    }

    public GroupRows rows() {
        return rows;
    }

    public int size() {
        return rows.size();
    }

    /// Finds or makes the groups of the selected positions.
    ///
    /// @param keys by key; null for those that the grouping set leaves out, which are NULL
    /// @param groupOf becomes the groups' numbers, by position
    public void number(Vector[] keys, int set, int[] selection, int count, int[] groupOf) {
        if (count == 0) {
            return;
        }
        boolean constant = true;
        for (Vector key : keys) {
            constant &= key == null;
        }
        int looked = constant ? 1 : count;
        words.encode(keys, set, selection, looked);
        words.hash(selection, looked, hashes);
        System.arraycopy(selection, 0, pending.positions, 0, looked);
        pending.count = looked;
        if (slotCount == 0) {
            widen();
        }
        home();
        while (pending.count > 0) {
            if (wave(groupOf)) {
                widen();
                home();
            }
        }
        for (int i = looked; i < count; i++) {
            groupOf[selection[i]] = groupOf[selection[0]];
        }
    }

    /// Lets all pending positions begin at the slot of their hash.
    private void home() {
        int mask = slotCount - 1;
        int[] positions = pending.positions;
        for (int i = 0; i < pending.count; i++) {
            int at = positions[i];
            slotOf[at] = (int) hashes[at] & mask;
        }
        if (slotCount > NEAR_SLOTS) {
            touch();
        }
    }

    /// Loads all slots that the next wave begins at: one after the other without a branch between
    /// them, so that they come from memory side by side.
    private void touch() {
        MemorySegment table = slots;
        long seen = 0;
        for (int i = 0; i < pending.count; i++) {
            seen ^= table.get(LONG, 8L * slotOf[pending.positions[i]]);
        }
        touched = seen;
    }

    /// Lets each pending position look at one group; returns whether there must be more room before
    /// the next.
    private boolean wave(int[] groupOf) {
        MemorySegment table = slots;
        int mask = slotCount - 1;
        int before = rows.size();
        int room = Math.min(rows.capacity(), slotCount / 8 * 5) - before;
        int[] positions = pending.positions;
        int made = 0;
        int found = 0;
        int waiting = 0;
        int count = pending.count;
        for (int i = 0; i < count; i++) {
            int at = positions[i];
            long half = hashes[at] & HALF;
            int slot = slotOf[at];
            long entry = table.get(LONG, 8L * slot);
            while (entry != 0 && (entry & HALF) != half) {
                slot = slot + 1 & mask;
                entry = table.get(LONG, 8L * slot);
            }
            slotOf[at] = slot;
            if (entry != 0) {
                groupOf[at] = (int) entry - 1;
                candidates[found++] = at;
            } else if (made < room) {
                int group = before + made;
                table.set(LONG, 8L * slot, half | group + 1);
                groupOf[at] = group;
                fresh[made++] = at;
            } else {
                positions[waiting++] = at;
            }
        }
        rows.clearNext(made);
        words.store(rows, before, fresh, made);
        rows.add(made);
        pending.count = waiting;
        words.same(rows, groupOf, candidates, found, pending);
        for (int i = waiting; i < pending.count; i++) {
            int at = positions[i];
            slotOf[at] = slotOf[at] + 1 & mask;
        }
        return waiting > 0;
    }

    /// Makes room for at least one group more.
    private void widen() {
        if (rows.size() == rows.capacity()) {
            rows.grow();
        }
        if (slotCount > 0 && rows.size() < slotCount / 8 * 5) {
            return;
        }
        int wider = slotCount == 0 ? SLOTS_FIRST : slotCount * (slotCount < QUICK_SLOTS ? 4 : 2);
        freeSlots();
        slots = region.allocate(8L * wider);
        slots.fill((byte) 0);
        slotCount = wider;
        int mask = wider - 1;
        MemorySegment table = slots;
        if (chunk == null && rows.size() > 0) {
            chunk = new long[Batch.ROWS_MAX];
        }
        for (int first = 0; first < rows.size(); first += Batch.ROWS_MAX) {
            int count = Math.min(Batch.ROWS_MAX, rows.size() - first);
            words.hash(rows, first, count, chunk);
            for (int i = 0; i < count; i++) {
                int slot = (int) chunk[i] & mask;
                while (table.get(LONG, 8L * slot) != 0) {
                    slot = slot + 1 & mask;
                }
                table.set(LONG, 8L * slot, chunk[i] & HALF | first + i + 1);
            }
        }
    }

    private void freeSlots() {
        if (slotCount > 0) {
            region.free(slots);
            slots = MemorySegment.NULL;
            slotCount = 0;
        }
    }

    /// Hashes of groups `first` to `first + count - 1`.
    public void hashes(int first, int count, long[] to) {
        words.hash(rows, first, count, to);
    }

    /// The values of a key of groups, the i-th one's at position i; texts point into this table.
    public void read(int key, int[] groups, int count, Vector to) {
        words.read(key, rows, groups, count, to);
    }

    /// The grouping set of a group.
    public int set(int group) {
        return KeyWords.set(rows, group);
    }

    /// Gives back what only look-ups need; before the next, [#clear].
    public void seal() {
        freeSlots();
    }

    /// Forgets all groups and gives back their memory.
    public void clear() {
        freeSlots();
        rows.clear();
    }

    @Override
    public void close() {
        clear();
    }
}
