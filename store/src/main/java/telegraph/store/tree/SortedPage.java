package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import telegraph.store.Bytes;

/// A page of sorted keys with a payload each: a leaf, or an inner page whose payloads are children.
///
/// ```
/// [ header | slots ──▶   hole   ◀── cells ]
/// ```
///
/// | offset | bytes | field                                                                     |
/// |-------:|------:|---------------------------------------------------------------------------|
/// |     32 |     2 | bytes of cells that were given up                                         |
/// |     34 |     2 | length of the prefix                                                      |
/// |     36 |   6·n | slots: 2 offset of the cell, 4 of the key after the prefix, as a number   |
/// |      … |       | cells: 2 key length, top bit ghost; 2 payload length, top bit large; key; payload |
///
/// The payload of an inner page is a page number of 4 bytes: the child with the keys from this one
/// on. The child left of all stands where a leaf has its right sibling.
///
/// The four bytes of the key in the slot spare most comparisons the way to the cell. They begin
/// after the prefix because keys of one page often begin alike.
///
/// Invariants, checked by [SortedPageCheck]:
///
/// 1. Keys strictly increase from slot to slot.
/// 2. All keys begin with the same prefix bytes.
/// 3. No two cells overlap; cells, those given up included, fill the page from the end of the hole.
///
/// Readers that hold no latch may see anything, so what they read is bounded by the page: offsets
/// and lengths never lead out of it by more than a field.
///
/// Threads: whoever has the page latched, or asks afterwards whether it changed.
final class SortedPage {
    static final int SLOTS_START = 36;
    static final int SLOT_BYTES = 6;
    static final int CELL_HEAD = 4;
    static final int MARK = 0x8000;
    static final int LENGTH = 0x7FFF;
    static final int CAPACITY = PageLayout.PAGE_BYTES - SLOTS_START;

    static final int GARBAGE = 32;
    private static final int PREFIX = 34;
    private static final int OFFSET_MASK = PageLayout.PAGE_BYTES - 1;
    static final int SLOTS_MAX = CAPACITY / (SLOT_BYTES + CELL_HEAD + 1);
    private static final VarHandle ARRAY_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private SortedPage() {}

    static void start(MemorySegment memory, long at, long pageId, int level) {
        PageLayout.start(memory, at, pageId, level == 0 ? PageLayout.LEAF : PageLayout.INNER);
        PageLayout.level(memory, at, level);
        clear(memory, at, 0);
    }

    /// Takes all cells away.
    private static void clear(MemorySegment memory, long at, int prefix) {
        PageLayout.slots(memory, at, 0);
        PageLayout.hole(memory, at, SLOTS_START, PageLayout.PAGE_BYTES);
        memory.set(PageLayout.SHORT, at + GARBAGE, (short) 0);
        memory.set(PageLayout.SHORT, at + PREFIX, (short) prefix);
    }

    static int u16(MemorySegment memory, long offset) {
        return memory.get(PageLayout.SHORT, offset) & 0xFFFF;
    }

    static int slots(MemorySegment memory, long at) {
        return Math.min(PageLayout.slots(memory, at), SLOTS_MAX);
    }

    static int prefix(MemorySegment memory, long at) {
        return Math.min(u16(memory, at + PREFIX), LENGTH);
    }

    static long slotAt(long at, int slot) {
        return at + SLOTS_START + (long) SLOT_BYTES * slot;
    }

    /// Where the cell of a slot is in `memory`.
    private static long cell(MemorySegment memory, long at, int slot) {
        return at + (u16(memory, slotAt(at, slot)) & OFFSET_MASK);
    }

    static boolean isGhost(MemorySegment memory, long at, int slot) {
        return (u16(memory, cell(memory, at, slot)) & MARK) != 0;
    }

    static boolean isLarge(MemorySegment memory, long at, int slot) {
        return (u16(memory, cell(memory, at, slot) + 2) & MARK) != 0;
    }

    private static int keyLength(MemorySegment memory, long at, long cell) {
        return bounded(u16(memory, cell) & LENGTH, cell - at + CELL_HEAD);
    }

    private static int bounded(int length, long offset) {
        return (int) Math.max(0, Math.min(length, PageLayout.PAGE_BYTES - offset));
    }

    /// Copies the key of a slot.
    static void key(MemorySegment memory, long at, int slot, Bytes to) {
        long cell = cell(memory, at, slot);
        copy(memory, cell + CELL_HEAD, keyLength(memory, at, cell), to);
    }

    /// Copies the payload of a slot.
    static void payload(MemorySegment memory, long at, int slot, Bytes to) {
        long cell = cell(memory, at, slot);
        long offset = cell + CELL_HEAD + keyLength(memory, at, cell);
        copy(memory, offset, bounded(u16(memory, cell + 2) & LENGTH, offset - at), to);
    }

    private static void copy(MemorySegment memory, long from, int length, Bytes to) {
        to.clear().length(length);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, to.array(), 0, length);
    }

    /// The child of an inner page right of the separator in `slot`; left of the first if -1.
    static int child(MemorySegment memory, long at, int slot) {
        if (slot < 0) {
            return PageLayout.next(memory, at);
        }
        long cell = cell(memory, at, slot);
        return memory.get(
                PageLayout.INT,
                Math.min(
                        cell + CELL_HEAD + keyLength(memory, at, cell),
                        at + PageLayout.PAGE_BYTES - Integer.BYTES));
    }

    /// The slot of a key, or `-1 - i` if it belongs before slot `i`.
    ///
    /// The prefix is compared last, and only if the key is not there: what stands in the slots then
    /// led anywhere, but a key that is found is found in its cell.
    static int search(MemorySegment memory, long at, Bytes key) {
        int slots = slots(memory, at);
        if (slots == 0) {
            return -1;
        }
        byte[] array = key.array();
        int length = key.length();
        int prefix = prefix(memory, at);
        int head = Heads.ordered(head(array, length, prefix));
        int low = Heads.search(memory, at, slots, head);
        int high = slots - 1;
        // Keys with the same head are mostly one: the first is looked at before their middle.
        for (int slot = low; low <= high; slot = (low + high) >>> 1) {
            int other = Heads.at(memory, at, slot);
            if (head < other) {
                high = slot - 1;
                continue;
            }
            // From the start: if the key has another prefix, it is not this one either.
            int order = compareCell(memory, at, slot, array, length);
            if (order == 0) {
                return slot;
            }
            if (order > 0) {
                low = slot + 1;
            } else {
                high = slot - 1;
            }
        }
        if (prefix > 0) {
            int order = comparePrefix(memory, at, array, length, prefix);
            if (order != 0) {
                return order < 0 ? -1 : -1 - slots;
            }
        }
        return -1 - low;
    }

    /// The slot of the child that has a key: that of the last separator not above it, or -1.
    static int childSlot(MemorySegment memory, long at, Bytes key) {
        int slot = search(memory, at, key);
        return slot >= 0 ? slot : -2 - slot;
    }

    private static int comparePrefix(
            MemorySegment memory, long at, byte[] key, int length, int prefix) {
        long cell = cell(memory, at, 0);
        int cells = Math.min(prefix, keyLength(memory, at, cell));
        return compare(memory, cell + CELL_HEAD, cells, key, Math.min(length, cells));
    }

    private static int compareCell(
            MemorySegment memory, long at, int slot, byte[] key, int length) {
        long cell = cell(memory, at, slot);
        return compare(memory, cell + CELL_HEAD, keyLength(memory, at, cell), key, length);
    }

    /// Orders a key against the `otherLength` bytes at `other`.
    private static int compare(
            MemorySegment memory, long other, int otherLength, byte[] key, int length) {
        int both = Math.min(length, otherLength);
        int i = 0;
        for (; i + Long.BYTES <= both; i += Long.BYTES) {
            long left = (long) ARRAY_LONG.get(key, i);
            long right = memory.get(PageLayout.LONG_BIG, other + i);
            if (left != right) {
                return Long.compareUnsigned(left, right);
            }
        }
        for (; i < both; i++) {
            int difference =
                    (key[i] & 0xFF) - (memory.get(ValueLayout.JAVA_BYTE, other + i) & 0xFF);
            if (difference != 0) {
                return difference;
            }
        }
        return length - otherLength;
    }

    /// Four bytes of a key from `from` on, zeros after its end, as an unsigned number.
    static int head(byte[] key, int length, int from) {
        int head = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            head = head << 8 | (from + i < length ? key[from + i] & 0xFF : 0);
        }
        return head;
    }

    /// Bytes that cells could have.
    static int free(MemorySegment memory, long at) {
        return PageLayout.holeEnd(memory, at)
                - PageLayout.holeStart(memory, at)
                + u16(memory, at + GARBAGE);
    }

    /// Bytes that an entry takes.
    static int entryBytes(int keyLength, int payloadLength) {
        return SLOT_BYTES + CELL_HEAD + keyLength + payloadLength;
    }

    /// Whether the page has room for a key, at the slot or place that [#search] gave, with a
    /// payload of this length.
    static boolean fits(MemorySegment memory, long at, int found, int keyLength, int payload) {
        int bytes = entryBytes(keyLength, payload);
        if (found >= 0) {
            bytes -= SLOT_BYTES + cellBytes(memory, at, found);
        }
        return bytes <= free(memory, at);
    }

    private static int cellBytes(MemorySegment memory, long at, int slot) {
        long cell = cell(memory, at, slot);
        return CELL_HEAD + (u16(memory, cell) & LENGTH) + (u16(memory, cell + 2) & LENGTH);
    }

    /// Puts a key with a payload at the slot or place that [#search] gave, no ghost. The page has
    /// room for it.
    static void put(
            MemorySegment memory, long at, int found, Bytes key, Bytes payload, boolean large) {
        int slot = found;
        if (found >= 0) {
            if (replaceInPlace(memory, at, found, payload, large)) {
                return;
            }
            remove(memory, at, found);
        } else {
            slot = -1 - found;
        }
        makeRoom(memory, at, entryBytes(key.length(), payload.length()));
        shortenPrefix(memory, at, key);
        int slots = PageLayout.slots(memory, at);
        int end = PageLayout.holeEnd(memory, at) - CELL_HEAD - key.length() - payload.length();
        long cell = at + end;
        memory.set(PageLayout.SHORT, cell, (short) key.length());
        memory.set(PageLayout.SHORT, cell + 2, (short) (payload.length() | (large ? MARK : 0)));
        MemorySegment.copy(
                key.array(), 0, memory, ValueLayout.JAVA_BYTE, cell + CELL_HEAD, key.length());
        MemorySegment.copy(
                payload.array(),
                0,
                memory,
                ValueLayout.JAVA_BYTE,
                cell + CELL_HEAD + key.length(),
                payload.length());
        long slotAt = slotAt(at, slot);
        MemorySegment.copy(
                memory, slotAt, memory, slotAt + SLOT_BYTES, (long) SLOT_BYTES * (slots - slot));
        memory.set(PageLayout.SHORT, slotAt, (short) end);
        memory.set(PageLayout.INT, slotAt + 2, head(key.array(), key.length(), prefix(memory, at)));
        PageLayout.slots(memory, at, slots + 1);
        PageLayout.hole(memory, at, SLOTS_START + SLOT_BYTES * (slots + 1), end);
    }

    private static boolean replaceInPlace(
            MemorySegment memory, long at, int slot, Bytes payload, boolean large) {
        long cell = cell(memory, at, slot);
        int keyLength = u16(memory, cell) & LENGTH;
        int spare = (u16(memory, cell + 2) & LENGTH) - payload.length();
        if (spare < 0) {
            return false;
        }
        memory.set(PageLayout.SHORT, cell, (short) keyLength);
        memory.set(PageLayout.SHORT, cell + 2, (short) (payload.length() | (large ? MARK : 0)));
        MemorySegment.copy(
                payload.array(),
                0,
                memory,
                ValueLayout.JAVA_BYTE,
                cell + CELL_HEAD + keyLength,
                payload.length());
        addGarbage(memory, at, spare);
        return true;
    }

    private static void addGarbage(MemorySegment memory, long at, int bytes) {
        memory.set(PageLayout.SHORT, at + GARBAGE, (short) (u16(memory, at + GARBAGE) + bytes));
    }

    /// Makes the hole at least this wide.
    private static void makeRoom(MemorySegment memory, long at, int bytes) {
        if (PageLayout.holeEnd(memory, at) - PageLayout.holeStart(memory, at) < bytes) {
            PageCopy copy = new PageCopy().take(memory, at);
            fill(memory, at, copy, 0, copy.slots());
        }
    }

    /// Makes the prefix one that `key` begins with, too.
    private static void shortenPrefix(MemorySegment memory, long at, Bytes key) {
        int slots = PageLayout.slots(memory, at);
        if (slots == 0) {
            memory.set(PageLayout.SHORT, at + PREFIX, (short) key.length());
            return;
        }
        int prefix = prefix(memory, at);
        long first = cell(memory, at, 0) + CELL_HEAD;
        int most = Math.min(prefix, key.length());
        int common = 0;
        while (common < most
                && memory.get(ValueLayout.JAVA_BYTE, first + common) == key.array()[common]) {
            common++;
        }
        if (common == prefix) {
            return;
        }
        memory.set(PageLayout.SHORT, at + PREFIX, (short) common);
        for (int slot = 0; slot < slots; slot++) {
            long cell = cell(memory, at, slot);
            int length = u16(memory, cell) & LENGTH;
            int head = head(memory, cell + CELL_HEAD + common, length - common);
            memory.set(PageLayout.INT, slotAt(at, slot) + 2, head);
        }
    }

    /// Four of the `left` bytes at `from`, zeros after their end, as an unsigned number.
    private static int head(MemorySegment memory, long from, int left) {
        if (left >= Integer.BYTES) {
            return memory.get(PageLayout.INT_BIG, from);
        }
        int head = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            head = head << 8 | (i < left ? memory.get(ValueLayout.JAVA_BYTE, from + i) & 0xFF : 0);
        }
        return head;
    }

    /// Makes a ghost of the entry in a slot.
    static void ghost(MemorySegment memory, long at, int slot) {
        long cell = cell(memory, at, slot);
        memory.set(PageLayout.SHORT, cell, (short) (u16(memory, cell) | MARK));
    }

    /// Takes the entry in a slot away.
    static void remove(MemorySegment memory, long at, int slot) {
        int slots = PageLayout.slots(memory, at);
        int bytes = cellBytes(memory, at, slot);
        int offset = u16(memory, slotAt(at, slot));
        int end = PageLayout.holeEnd(memory, at);
        if (offset == end) {
            end += bytes;
        } else {
            addGarbage(memory, at, bytes);
        }
        MemorySegment.copy(
                memory,
                slotAt(at, slot + 1),
                memory,
                slotAt(at, slot),
                (long) SLOT_BYTES * (slots - slot - 1));
        PageLayout.slots(memory, at, slots - 1);
        PageLayout.hole(memory, at, SLOTS_START + SLOT_BYTES * (slots - 1), end);
    }

    /// Makes the entries from slot `start` to before `end` of `copy` the only ones.
    static void fill(MemorySegment memory, long at, PageCopy copy, int start, int end) {
        clear(memory, at, start < end ? copy.common(start, copy, end - 1) : 0);
        append(memory, at, copy, start, end);
    }

    /// Makes the entries of `left`, and after them those of `right`, the only ones. They have room.
    static void join(MemorySegment memory, long at, PageCopy left, PageCopy right) {
        if (left.slots() == 0) {
            fill(memory, at, right, 0, right.slots());
        } else if (right.slots() == 0) {
            fill(memory, at, left, 0, left.slots());
        } else {
            clear(memory, at, left.common(0, right, right.slots() - 1));
            append(memory, at, left, 0, left.slots());
            append(memory, at, right, 0, right.slots());
        }
    }

    private static void append(MemorySegment memory, long at, PageCopy copy, int start, int end) {
        int slots = PageLayout.slots(memory, at);
        int hole = PageLayout.holeEnd(memory, at);
        int prefix = prefix(memory, at);
        byte[] bytes = copy.array();
        for (int slot = start; slot < end; slot++) {
            int length = copy.cellBytes(slot);
            hole -= length;
            MemorySegment.copy(
                    bytes, copy.cell(slot), memory, ValueLayout.JAVA_BYTE, at + hole, length);
            long slotAt = slotAt(at, slots++);
            memory.set(PageLayout.SHORT, slotAt, (short) hole);
            int key = copy.keyOffset(slot);
            int keyEnd = key + copy.keyLength(slot);
            int head = 0;
            for (int i = key + prefix; i < key + prefix + Integer.BYTES; i++) {
                head = head << 8 | (i < keyEnd ? bytes[i] & 0xFF : 0);
            }
            memory.set(PageLayout.INT, slotAt + 2, head);
        }
        PageLayout.slots(memory, at, slots);
        PageLayout.hole(memory, at, SLOTS_START + SLOT_BYTES * slots, hole);
    }
}
