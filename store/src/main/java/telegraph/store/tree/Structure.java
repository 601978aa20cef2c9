package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;
import telegraph.store.Bytes;
import telegraph.store.Store;
import telegraph.store.page.PageCache;

/// Splits pages that are full and merges pages that are nearly empty.
///
/// Each modification is one step, one record in the log, and never undone; the operation that asked
/// for it starts again. On the way to a leaf every full inner page is split, and every nearly empty
/// one merged, before the page below it is looked at, so a parent always has room for one more
/// separator and no modification reaches up further than one level.
///
/// ```
/// split   [ parent ]            [ parent · s ]        grow    [ root ]          [ root ]
///            │           ▶         │      │                      …        ▶        │
///         [ a b c d ]           [ a b ]─[ c d ]                                 [ as root was ]
/// ```
///
/// Latches are taken in this order: parent, child, the child's right sibling; then the header of
/// the container; then free pages.
///
/// 1. Pages of the tree are latched by upgrading a version that was read on the way down. That
///    never waits: if the page changed or somebody has it, all is let go and the operation starts
///    again.
/// 2. The header is waited for by threads that have pages of the tree, free pages by the one thread
///    that has the header. Whoever has the header waits for no page of the tree and for no other
///    header.
/// 3. New pages are in nobody's way: nothing leads to them.
///
/// So who waits for whom is a graph with edges only towards a header and from it to free pages, and
/// has no circle. Somebody always gets on: a failed upgrade means that another thread changed the
/// page or is about to. Leis et al., *Optimistic Lock Coupling*, IEEE Data Eng. Bull. 2019.
///
/// Threads: any.
final class Structure {
    /// What a separator takes at most.
    private static final int SEPARATOR_BYTES =
            SortedPage.entryBytes(Store.KEY_BYTES_MAX, Integer.BYTES);

    private static final int SPARSE_BYTES = SortedPage.CAPACITY / 4;
    private static final int JOINED_BYTES = SortedPage.CAPACITY * 7 / 8;

    private final PageCache cache;
    private final ChangeJournal journal;
    private final Space space;
    private final LongSupplier entries;

    Structure(PageCache cache, ChangeJournal journal, Space space, LongSupplier entries) {
        this.cache = cache;
        this.journal = journal;
        this.space = space;
        this.entries = entries;
    }

    /// A page on the way down as it was at a version, and the parent it was reached from.
    ///
    /// @param parent the frame of the parent, -1 if the page is the root
    /// @param slot of the page in its parent
    /// @param isLeftmost whether no page of its level is left of it
    private record Step(
            int parent, long parentVersion, int slot, int frame, long version, boolean isLeftmost) {
        boolean isRoot() {
            return parent < 0;
        }
    }

    /// Whether a page has so little that it should be merged.
    static boolean isSparse(MemorySegment memory, long at) {
        return SortedPage.CAPACITY - SortedPage.free(memory, at) < SPARSE_BYTES;
    }

    private MemorySegment memory() {
        return cache.memory();
    }

    private int level(Step step) {
        return PageLayout.level(memory(), cache.at(step.frame));
    }

    /// The root, or null if it changed meanwhile.
    private Step root() {
        long id = space.pageId(PageLayout.ROOT_PAGE);
        int frame = cache.frame(id);
        long version = cache.optimistic(frame);
        return cache.holds(frame, id) ? new Step(-1, 0, -1, frame, version, true) : null;
    }

    /// The child in a slot, or null if the page or the child changed meanwhile.
    private Step down(Step step, int slot) {
        int number = SortedPage.child(memory(), cache.at(step.frame), slot);
        if (!cache.valid(step.frame, step.version)) {
            return null;
        }
        long id = space.pageId(number);
        int frame = cache.frame(id);
        long version = cache.optimistic(frame);
        if (!cache.holds(frame, id) || !cache.valid(step.frame, step.version)) {
            return null;
        }
        return new Step(
                step.frame, step.version, slot, frame, version, step.isLeftmost && slot < 0);
    }

    /// Splits one page, if one on the way to `key` is too full for it with a payload of this
    /// length. The caller searches again, and comes back if there still is no room.
    void makeRoom(Bytes key, int payloadLength) {
        space.ready();
        Step step = root();
        while (step != null) {
            long at = cache.at(step.frame);
            int level = PageLayout.level(memory(), at);
            int found = SortedPage.search(memory(), at, key);
            boolean isFull =
                    level == 0
                            ? !SortedPage.fits(memory(), at, found, key.length(), payloadLength)
                            : SortedPage.free(memory(), at) < SEPARATOR_BYTES;
            if (!cache.valid(step.frame, step.version)) {
                return;
            }
            if (isFull && step.isRoot()) {
                grow(step);
                return;
            }
            if (isFull) {
                split(step, new Cut.Incoming(key, found, payloadLength));
                return;
            }
            step = level == 0 ? null : down(step, found >= 0 ? found : -2 - found);
        }
    }

    /// Moves all the root has to a new page below it.
    private void grow(Step step) {
        Latched latched = new Latched(cache, journal);
        if (!latched.tryAdd(step.frame, step.version)) {
            return;
        }
        try {
            PageCopy copy = latched.before(0);
            int number = space.allocate(latched, entries.getAsLong());
            long below = cache.at(latched.last());
            SortedPage.start(memory(), below, space.pageId(number), copy.level());
            SortedPage.fill(memory(), below, copy, 0, copy.slots());
            PageLayout.next(memory(), below, copy.next());
            long root = cache.at(step.frame);
            SortedPage.start(memory(), root, space.pageId(PageLayout.ROOT_PAGE), copy.level() + 1);
            PageLayout.next(memory(), root, number);
            latched.log();
        } finally {
            latched.back();
        }
    }

    private void split(Step step, Cut.Incoming incoming) {
        Latched latched = new Latched(cache, journal);
        if (!latched.tryAdd(step.parent, step.parentVersion)
                || !latched.tryAdd(step.frame, step.version)) {
            latched.letGo();
            return;
        }
        try {
            PageCopy copy = latched.before(1);
            Cut cut = Cut.of(copy, incoming, step.isLeftmost);
            int number = space.allocate(latched, entries.getAsLong());
            long right = cache.at(latched.last());
            long left = cache.at(step.frame);
            SortedPage.start(memory(), right, space.pageId(number), copy.level());
            SortedPage.fill(memory(), right, copy, cut.rightStart(), copy.slots());
            SortedPage.fill(memory(), left, copy, 0, cut.leftEnd());
            if (copy.level() == 0) {
                PageLayout.next(memory(), right, copy.next());
                PageLayout.next(memory(), left, number);
            } else {
                PageLayout.next(memory(), right, copy.child(cut.leftEnd()));
            }
            int place = -2 - step.slot;
            long parent = cache.at(step.parent);
            SortedPage.put(memory(), parent, place, cut.separator(), child(number), false);
            latched.log();
        } finally {
            latched.back();
        }
    }

    /// The payload of an inner page that leads to a child.
    static Bytes child(int number) {
        Bytes child = new Bytes();
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            child.append((byte) (number >>> shift));
        }
        return child;
    }

    /// Merges one page on the way to `key` into a neighbour, or takes one level away, if that can
    /// be; whether it is worth asking again.
    boolean shrink(Bytes key) {
        space.ready();
        Step step = root();
        while (step != null) {
            long at = cache.at(step.frame);
            int level = PageLayout.level(memory(), at);
            int used = SortedPage.CAPACITY - SortedPage.free(memory(), at);
            int slot = SortedPage.childSlot(memory(), at, key);
            boolean isLone = level > 0 && SortedPage.slots(memory(), at) == 0;
            if (!cache.valid(step.frame, step.version)) {
                return true;
            }
            if (step.isRoot() && isLone) {
                collapse(step);
                return true;
            }
            if (!step.isRoot() && used < SPARSE_BYTES && merge(step, used)) {
                return true;
            }
            if (level == 0) {
                return false;
            }
            step = down(step, slot);
        }
        return true;
    }

    /// Moves all that the root's only child has to the root.
    private void collapse(Step step) {
        Step below = down(step, -1);
        Latched latched = new Latched(cache, journal);
        if (below == null
                || !latched.tryAdd(step.frame, step.version)
                || !latched.tryAdd(below.frame, below.version)) {
            latched.letGo();
            return;
        }
        try {
            PageCopy copy = latched.before(1);
            long root = cache.at(step.frame);
            SortedPage.start(memory(), root, space.pageId(PageLayout.ROOT_PAGE), copy.level());
            SortedPage.fill(memory(), root, copy, 0, copy.slots());
            PageLayout.next(memory(), root, copy.next());
            space.free(latched, below.frame, entries.getAsLong());
            latched.log();
        } finally {
            latched.back();
        }
    }

    /// Merges a page that uses few bytes with the one right of it under the same parent, or left of
    /// it if it is the last; false if there is none or they do not fit into one.
    private boolean merge(Step step, int used) {
        long parent = cache.at(step.parent);
        int last = SortedPage.slots(memory(), parent) - 1;
        boolean isLast = step.slot == last;
        int rightSlot = isLast ? step.slot : step.slot + 1;
        if (!cache.valid(step.parent, step.parentVersion)) {
            return true;
        }
        if (rightSlot < 0) {
            return false;
        }
        Step from = new Step(-1, 0, -1, step.parent, step.parentVersion, false);
        Step sibling = down(from, isLast ? step.slot - 1 : step.slot + 1);
        if (sibling == null) {
            return true;
        }
        Bytes separator = new Bytes();
        SortedPage.key(memory(), parent, rightSlot, separator);
        int level = level(step);
        int joined =
                used
                        + SortedPage.CAPACITY
                        - SortedPage.free(memory(), cache.at(sibling.frame))
                        + (level == 0
                                ? 0
                                : SortedPage.entryBytes(separator.length(), Integer.BYTES));
        if (!cache.valid(sibling.frame, sibling.version)
                || !cache.valid(step.parent, step.parentVersion)) {
            return true;
        }
        if (joined > (used == 0 ? SortedPage.CAPACITY : JOINED_BYTES)) {
            return false;
        }
        join(isLast ? sibling : step, isLast ? step : sibling, rightSlot, separator);
        return true;
    }

    private void join(Step left, Step right, int rightSlot, Bytes separator) {
        Latched latched = new Latched(cache, journal);
        if (!latched.tryAdd(left.parent, left.parentVersion)
                || !latched.tryAdd(left.frame, left.version)
                || !latched.tryAdd(right.frame, right.version)) {
            latched.letGo();
            return;
        }
        try {
            PageCopy copy = latched.before(2);
            long at = cache.at(left.frame);
            SortedPage.join(memory(), at, latched.before(1), copy);
            if (copy.level() == 0) {
                PageLayout.next(memory(), at, copy.next());
            } else {
                int place = SortedPage.search(memory(), at, separator);
                SortedPage.put(memory(), at, place, separator, child(copy.next()), false);
            }
            SortedPage.remove(memory(), cache.at(left.parent), rightSlot);
            space.free(latched, right.frame, entries.getAsLong());
            latched.log();
        } finally {
            latched.back();
        }
    }
}
