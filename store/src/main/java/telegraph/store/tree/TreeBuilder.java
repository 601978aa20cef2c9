package telegraph.store.tree;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import telegraph.store.Bytes;
import telegraph.store.Load;
import telegraph.store.Store;
import telegraph.store.page.PageCache;

/// Fills an empty tree with entries that come in the order of their keys, page by page from left to
/// right.
///
/// ```
/// level 2                      [ leftmost · s …                     being filled
/// level 1    [ leftmost · s · s ]      [ leftmost · s …             being filled
/// level 0    [ a b ]→[ c d ]→[ e f ]→[ g h ]→[ i …                  being filled
/// ```
///
/// Of each level one page is being filled, in memory of its own. When the next entry has no room
/// there, the page is logged as an image and goes to the cache, and its number and the separator
/// left of it go up to the page above. A leaf names its right sibling, so that one's page is taken
/// before, and logged empty. The last page of the topmost level becomes the root.
///
/// Images are never undone. So the tree is one that is taken away as a whole if the transaction
/// rolls back: with its container, or by [BTree#empty]. Until the root is there nothing leads to
/// the pages; nobody else changes the tree before the transaction has ended.
///
/// Threads: one, the transaction's. No latch is held between two calls. Memory: a page for each
/// level, off the heap, until [#close].
public final class TreeBuilder implements Load {
    /// Pages are left with some room, so that the first keys that come in between split none.
    private static final int FILLED_BYTES = SortedPage.CAPACITY / 10 * 9;

    private static final int SEPARATOR_BYTES =
            SortedPage.entryBytes(Store.KEY_BYTES_MAX, Integer.BYTES);

    private static final int LSN_BYTES = Long.BYTES;

    private final BTree tree;
    private final PageCache cache;
    private final ChangeJournal journal;
    private final Space space;
    private final Arena pages = Arena.ofConfined();
    private final List<Level> levels = new ArrayList<>();
    private final Bytes last = new Bytes();
    private final Bytes payload = new Bytes();

    /// The page of a level that is being filled.
    private static final class Level {
        final MemorySegment page;

        /// What separates the page from the one left of it; empty if there is none.
        final Bytes low = new Bytes();

        /// Taken before, or 0.
        int number;

        Level(Arena arena) {
            this.page = arena.allocate(PageLayout.PAGE_BYTES, Long.BYTES);
        }

        int used() {
            return SortedPage.CAPACITY - SortedPage.free(page, 0);
        }

        void put(Bytes key, Bytes payload, boolean isLarge) {
            int slots = SortedPage.slots(page, 0);
            SortedPage.put(page, 0, -1 - slots, key, payload, isLarge);
        }
    }

    TreeBuilder(BTree tree, PageCache cache, ChangeJournal journal, Space space) {
        this.tree = tree;
        this.cache = cache;
        this.journal = journal;
        this.space = space;
    }

    private Level level(int number) {
        if (number == levels.size()) {
            Level level = new Level(pages);
            start(level, number);
            levels.add(level);
        }
        return levels.get(number);
    }

    private void start(Level level, int number) {
        SortedPage.start(level.page, 0, space.pageId(0), number);
        level.number = 0;
    }

    @Override
    public void add(Bytes key, Bytes value) {
        Level leaf = level(0);
        if (last.length() > 0 && last.compareTo(key) >= 0) {
            throw new IllegalStateException(
                    "entries of a load come in the order of their keys: container="
                            + tree.container());
        }
        boolean isLarge = value.length() > LargeValues.SHORT_MAX;
        if (isLarge) {
            tree.large().write(value, payload);
        } else {
            payload.set(value);
        }
        int bytes = SortedPage.entryBytes(key.length(), payload.length());
        if (leaf.used() > 0 && leaf.used() + bytes > FILLED_BYTES) {
            Bytes separator = separator(key);
            close(0, true);
            leaf.low.set(separator);
        }
        leaf.put(key, payload, isLarge);
        last.set(key);
        tree.count(1);
    }

    /// The shortest beginning of a key that is larger than the last one.
    private Bytes separator(Bytes key) {
        int common = 0;
        while (common < last.length() && last.array()[common] == key.array()[common]) {
            common++;
        }
        return new Bytes().append(key.array(), 0, common + 1);
    }

    /// Logs the page of a level, and begins the next.
    ///
    /// @param more whether another comes right of it
    private void close(int number, boolean more) {
        Level level = levels.get(number);
        Latched latched = new Latched(cache, journal);
        int page;
        int next = 0;
        try {
            int frame;
            if (level.number == 0) {
                page = space.allocate(latched, tree.entries());
                frame = latched.last();
            } else {
                page = level.number;
                frame = latched.add(space.pageId(page));
            }
            if (number == 0 && more) {
                next = space.allocate(latched, tree.entries());
                long at = cache.at(latched.last());
                SortedPage.start(cache.memory(), at, space.pageId(next), 0);
                PageLayout.next(level.page, 0, next);
            }
            copy(level, page, frame);
            latched.log();
        } finally {
            latched.back();
        }
        up(number + 1, level.low, page);
        start(level, number);
        level.number = next;
    }

    /// Makes a frame's page the one of a level.
    private void copy(Level level, int page, int frame) {
        MemorySegment.copy(
                level.page,
                LSN_BYTES,
                cache.memory(),
                cache.at(frame) + LSN_BYTES,
                PageLayout.PAGE_BYTES - LSN_BYTES);
        PageLayout.name(cache.memory(), cache.at(frame), space.pageId(page));
    }

    /// Adds a page to the level above it.
    private void up(int number, Bytes low, int child) {
        Level level = level(number);
        if (low.length() == 0 || isNew(level)) {
            PageLayout.next(level.page, 0, child);
            return;
        }
        // A page on the way down has room for one more separator.
        if (SortedPage.free(level.page, 0) - SortedPage.entryBytes(low.length(), Integer.BYTES)
                < SEPARATOR_BYTES) {
            close(number, true);
            level.low.set(low);
            PageLayout.next(level.page, 0, child);
            return;
        }
        level.put(low, Structure.child(child), false);
    }

    /// Whether a page has no child yet.
    private static boolean isNew(Level level) {
        return PageLayout.next(level.page, 0) == 0;
    }

    @Override
    public void end() {
        if (levels.isEmpty()) {
            return;
        }
        int top = 0;
        while (top + 1 < levels.size()) {
            close(top, false);
            top++;
        }
        root(levels.get(top), top);
    }

    /// Makes the page of the topmost level the root.
    private void root(Level level, int number) {
        Latched latched = new Latched(cache, journal);
        try {
            int frame = latched.add(space.pageId(PageLayout.ROOT_PAGE));
            copy(level, PageLayout.ROOT_PAGE, frame);
            PageLayout.level(cache.memory(), cache.at(frame), number);
            latched.log();
        } finally {
            latched.back();
        }
    }

    /// What was not ended leaves pages that only its transaction's rollback takes away.
    @Override
    public void close() {
        levels.clear();
        pages.close();
    }
}
