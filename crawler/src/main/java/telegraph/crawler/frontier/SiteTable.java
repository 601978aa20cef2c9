package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.HashOrder;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.memory.Region;

/// All sites ever seen: those known lately in a table of slots, the others sorted in a file.
///
/// ```
/// slots in memory   [ site | site |      | site | … ]   what is here counts
/// sites-3 on disk   [ sorted by hash                ]   what is here counts for those not in memory
/// ```
///
/// A site that is asked for is brought from the file into a slot. When slots run short, all but the
/// active sites are merged into the next file, as the sieve does with hashes.
///
/// | offset | bytes | field of a slot                                        |
/// |-------:|------:|--------------------------------------------------------|
/// |      0 |     8 | hash                                                   |
/// |      8 |     8 | chunk of the head of the queue                         |
/// |     16 |     8 | last chunk                                             |
/// |     24 |     8 | lowest chunk                                           |
/// |     32 |     8 | when the site may be asked again, in frontier's time   |
/// |     40 |     8 | the crawl's note                                       |
/// |     48 |     4 | offset of the head in its chunk                        |
/// |     52 |     4 | URLs in the queue                                      |
/// |     56 |     4 | URLs finished                                          |
/// |     60 |     4 | URLs ever taken in                                     |
/// |     64 |     4 | 1 + number of the visit state; 0 if it is not active   |
/// |     68 |     2 | failures in a row                                      |
/// |     70 |     1 | 1 + outcome it was given up with; 0 if it was not      |
/// |     71 |     1 | flags: 1 used, 2 in the line                           |
///
/// A slot is good until the next [#find] or [#findOrAdd]: either may move all slots.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
final class SiteTable {
    static final int SLOT_BYTES = 72;
    static final int NONE = -1;

    static final int HEAD_CHUNK = 8;
    static final int TAIL_CHUNK = 16;
    static final int LOW_CHUNK = 24;
    static final int DUE = 32;
    static final int NOTE = 40;
    static final int HEAD_OFFSET = 48;
    static final int COUNT = 52;
    static final int FETCHED = 56;
    static final int ADMITTED = 60;
    static final int ACTIVE = 64;

    private static final int FAILURES = 68;
    private static final int GIVEN_UP = 70;
    private static final int FLAGS = 71;
    private static final int USED = 1;
    private static final int IN_LINE = 2;

    private final MemorySegment slots;
    private final HashOrder order;
    private final SiteFile file;
    private final MemorySegment record = MemorySegment.ofArray(new byte[SLOT_BYTES]);
    private final int capacity;
    private final int shift;
    private final int usedMax;
    private int used;
    private long sites;

    SiteTable(Parts parts) {
        Region region = parts.region();
        this.capacity = parts.shares().slots();
        this.shift = Integer.numberOfLeadingZeros(capacity) + 33;
        this.usedMax = capacity / 4 * 3;
        this.slots = region.allocate((long) capacity * SLOT_BYTES);
        this.order = new HashOrder(region, capacity);
        this.file = new SiteFile(parts);
        slots.fill((byte) 0);
    }

    /// Sites ever seen.
    long sites() {
        return sites;
    }

    /// The slot of a site, or [#NONE] if it was never seen.
    int find(long hash) {
        int slot = probe(hash);
        if (isUsed(slot)) {
            return slot;
        }
        return file.find(hash, record) ? bring(hash) : NONE;
    }

    int findOrAdd(long hash) {
        int slot = find(hash);
        if (slot != NONE) {
            return slot;
        }
        sites++;
        record.fill((byte) 0);
        record.set(FrontierWords.LONG, 0, hash);
        record.set(FrontierWords.BYTE, FLAGS, (byte) USED);
        return bring(hash);
    }

    /// Where a site is, or the free slot where it would be.
    private int probe(long hash) {
        int slot = (int) (hash >>> shift);
        while (isUsed(slot) && hash(slot) != hash) {
            slot = slot + 1 & capacity - 1;
        }
        return slot;
    }

    /// Takes the record into a slot.
    private int bring(long hash) {
        if (used >= usedMax) {
            merge();
        }
        int slot = probe(hash);
        MemorySegment.copy(record, 0, slots, (long) slot * SLOT_BYTES, SLOT_BYTES);
        used++;
        return slot;
    }

    /// Writes all sites that are not active into the next file and takes them out of their slots.
    private void merge() {
        order.clear();
        int active = 0;
        for (int slot = 0; slot < capacity; slot++) {
            if (isUsed(slot)) {
                if (getInt(slot, ACTIVE) == 0) {
                    order.add(hash(slot), slot);
                } else {
                    active++;
                }
            }
        }
        order.sort(this::hash);
        file.merge(slots, order);
        byte[] kept = new byte[active * SLOT_BYTES];
        MemorySegment keptSlots = MemorySegment.ofArray(kept);
        int at = 0;
        for (int slot = 0; slot < capacity; slot++) {
            if (isUsed(slot) && getInt(slot, ACTIVE) != 0) {
                MemorySegment.copy(slots, (long) slot * SLOT_BYTES, keptSlots, at, SLOT_BYTES);
                at += SLOT_BYTES;
            }
        }
        slots.fill((byte) 0);
        used = 0;
        for (int i = 0; i < active; i++) {
            put(keptSlots, (long) i * SLOT_BYTES);
        }
    }

    private void put(MemorySegment from, long at) {
        int slot = probe(from.get(FrontierWords.LONG, at));
        MemorySegment.copy(from, at, slots, (long) slot * SLOT_BYTES, SLOT_BYTES);
        used++;
    }

    private boolean isUsed(int slot) {
        return (slots.get(FrontierWords.BYTE, (long) slot * SLOT_BYTES + FLAGS) & USED) != 0;
    }

    long hash(int slot) {
        return getLong(slot, 0);
    }

    long getLong(int slot, int field) {
        return slots.get(FrontierWords.LONG, (long) slot * SLOT_BYTES + field);
    }

    void setLong(int slot, int field, long value) {
        slots.set(FrontierWords.LONG, (long) slot * SLOT_BYTES + field, value);
    }

    int getInt(int slot, int field) {
        return slots.get(FrontierWords.INT, (long) slot * SLOT_BYTES + field);
    }

    void setInt(int slot, int field, int value) {
        slots.set(FrontierWords.INT, (long) slot * SLOT_BYTES + field, value);
    }

    int failures(int slot) {
        return Short.toUnsignedInt(
                slots.get(FrontierWords.SHORT, (long) slot * SLOT_BYTES + FAILURES));
    }

    void failures(int slot, int inARow) {
        slots.set(
                FrontierWords.SHORT,
                (long) slot * SLOT_BYTES + FAILURES,
                (short) Math.clamp(inARow, 0, 0xFFFF));
    }

    /// 1 + the outcome a site was given up with, or 0.
    int givenUp(int slot) {
        return slots.get(FrontierWords.BYTE, (long) slot * SLOT_BYTES + GIVEN_UP);
    }

    void givenUp(int slot, int outcome) {
        slots.set(FrontierWords.BYTE, (long) slot * SLOT_BYTES + GIVEN_UP, (byte) outcome);
    }

    boolean isInLine(int slot) {
        return (slots.get(FrontierWords.BYTE, (long) slot * SLOT_BYTES + FLAGS) & IN_LINE) != 0;
    }

    void inLine(int slot, boolean waits) {
        slots.set(
                FrontierWords.BYTE,
                (long) slot * SLOT_BYTES + FLAGS,
                (byte) (waits ? USED | IN_LINE : USED));
    }

    void mark(MarkWriter to) {
        file.mark(to);
        to.putLong(sites);
        to.putInt(used);
        for (int slot = 0; slot < capacity; slot++) {
            if (isUsed(slot)) {
                to.putBytes(slots, (long) slot * SLOT_BYTES, SLOT_BYTES);
            }
        }
    }

    /// Afterwards no site is active.
    void restart(MarkReader from) {
        file.restart(from);
        sites = from.getLong();
        int count = from.getInt();
        for (int i = 0; i < count; i++) {
            from.getBytes(record, 0, SLOT_BYTES);
            record.set(FrontierWords.INT, ACTIVE, 0);
            bring(record.get(FrontierWords.LONG, 0));
        }
    }
}
