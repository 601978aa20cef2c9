package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import telegraph.store.Bytes;
import telegraph.store.page.PageCache;
import telegraph.store.tree.BTree.Found;
import telegraph.store.tree.BTree.Seek;

/// Finds what stands beside a key: the entry before or after it, or the leaf.
///
/// ```
///              seek BEFORE m ◀─┐   ┌─▶ seek AFTER m
///    [a b]→[d f]→[h k]→[     ]→[m n]→[p q]
///            ▲ the leaf below a separator is found from the root
/// ```
///
/// Forwards it goes by the links of the leaves; backwards by the separator left of a leaf, down
/// from the root again, since leaves have no link to the left.
///
/// Threads: any, each with a position of its own.
final class Neighbours {
    /// How many leaves ahead the one is that is asked for while a leaf is read.
    private static final int PREFETCH_DISTANCE = 4;

    private final PageCache cache;
    private final MemorySegment memory;
    private final int container;
    private final long rootId;

    Neighbours(PageCache cache, int container) {
        this.cache = cache;
        this.memory = cache.memory();
        this.container = container;
        this.rootId = PageLayout.pageId(container, PageLayout.ROOT_PAGE);
    }

    /// Finds the entry next to a key, ghosts included, and copies its key. All leaves that were
    /// looked at on the way are watched: as long as the position is current, there is nothing
    /// between.
    Found seek(KeyPosition position, Seek seek, Bytes key, Bytes entryKey) {
        position.watchNone();
        if (!tryDescend(position, seek, key)) {
            return Found.AGAIN;
        }
        return seek.isForward()
                ? following(position, firstSlot(position, seek, key), entryKey)
                : preceding(position, seek, key, entryKey);
    }

    private int firstSlot(KeyPosition position, Seek seek, Bytes key) {
        if (seek == Seek.FIRST) {
            return 0;
        }
        int found = SortedPage.search(memory, cache.at(position.frame), key);
        return found < 0 ? -1 - found : seek == Seek.AFTER ? found + 1 : found;
    }

    /// The entry in a slot of the position's leaf, or the first of the leaves right of it.
    Found following(KeyPosition position, int firstSlot, Bytes entryKey) {
        int frame = position.frame;
        long version = position.version;
        int slot = firstSlot;
        while (slot >= SortedPage.slots(memory, cache.at(frame))) {
            int next = PageLayout.next(memory, cache.at(frame));
            if (!cache.valid(frame, version)) {
                return Found.AGAIN;
            }
            if (next == 0) {
                entryKey.clear();
                return Found.NONE;
            }
            long nextId = PageLayout.pageId(container, next);
            int nextFrame = cache.frame(nextId);
            long nextVersion = cache.optimistic(nextFrame);
            if (!cache.holds(nextFrame, nextId) || !cache.valid(frame, version)) {
                return Found.AGAIN;
            }
            position.watch(nextFrame, nextVersion);
            frame = nextFrame;
            version = nextVersion;
            slot = 0;
        }
        return entry(position, frame, slot, entryKey);
    }

    private Found preceding(KeyPosition position, Seek seek, Bytes key, Bytes entryKey) {
        Seek from = seek;
        Bytes below = key;
        int frame = -1;
        long version = 0;
        while (true) {
            long at = cache.at(position.frame);
            int slot = SortedPage.slots(memory, at) - 1;
            if (from == Seek.BEFORE) {
                int found = SortedPage.search(memory, at, below);
                slot = (found >= 0 ? found : -1 - found) - 1;
            }
            if (frame >= 0) {
                position.watch(frame, version);
            }
            if (slot >= 0) {
                return entry(position, position.frame, slot, entryKey);
            }
            if (!cache.valid(position.frame, position.version)) {
                return Found.AGAIN;
            }
            if (!position.hasLow) {
                entryKey.clear();
                return Found.NONE;
            }
            frame = position.frame;
            version = position.version;
            position.scratch.set(position.low);
            below = position.scratch;
            from = Seek.BEFORE;
            if (!tryDescend(position, from, below)) {
                return Found.AGAIN;
            }
        }
    }

    private Found entry(KeyPosition position, int frame, int slot, Bytes entryKey) {
        long at = cache.at(frame);
        position.entryFrame = frame;
        position.entrySlot = slot;
        position.there = !SortedPage.isGhost(memory, at, slot);
        SortedPage.key(memory, at, slot, entryKey);
        return Found.ENTRY;
    }

    /// Copies the leaf where a search would begin; false if it changed meanwhile.
    boolean tryCopy(KeyPosition position, Seek seek, Bytes key, PageCopy copy) {
        position.watchNone();
        if (!tryDescend(position, seek, key)) {
            return false;
        }
        copy.take(memory, cache.at(position.frame));
        return cache.valid(position.frame, position.version);
    }

    /// Goes down to a leaf, notes its bounds, and asks for the leaf some steps further to be read.
    private boolean tryDescend(KeyPosition position, Seek seek, Bytes key) {
        position.hasLow = false;
        position.hasHigh = false;
        int frame = cache.frame(rootId);
        long version = cache.optimistic(frame);
        if (!cache.holds(frame, rootId)) {
            return false;
        }
        while (true) {
            long at = cache.at(frame);
            int level = PageLayout.level(memory, at);
            if (level == 0) {
                position.frame = frame;
                position.version = version;
                return true;
            }
            int slots = SortedPage.slots(memory, at);
            int slot = childSlot(at, slots, seek, key);
            int child = SortedPage.child(memory, at, slot);
            if (slot >= 0) {
                position.hasLow = true;
                SortedPage.key(memory, at, slot, position.low);
            }
            if (slot + 1 < slots) {
                position.hasHigh = true;
                SortedPage.key(memory, at, slot + 1, position.high);
            }
            int ahead = slot + (seek.isForward() ? PREFETCH_DISTANCE : -PREFETCH_DISTANCE);
            int soon =
                    level == 1 && position.isUnderWay() && ahead >= 0 && ahead < slots
                            ? SortedPage.child(memory, at, ahead)
                            : 0;
            if (!cache.valid(frame, version)) {
                return false;
            }
            if (soon != 0) {
                cache.prefetch(PageLayout.pageId(container, soon));
            }
            long childId = PageLayout.pageId(container, child);
            int childFrame = cache.frame(childId, level == 1 && position.isScanned(child));
            long childVersion = cache.optimistic(childFrame);
            if (!cache.holds(childFrame, childId) || !cache.valid(frame, version)) {
                return false;
            }
            frame = childFrame;
            version = childVersion;
        }
    }

    private int childSlot(long at, int slots, Seek seek, Bytes key) {
        return switch (seek) {
            case FIRST -> -1;
            case LAST -> slots - 1;
            case FROM, AFTER -> SortedPage.childSlot(memory, at, key);
            case BEFORE -> {
                int found = SortedPage.search(memory, at, key);
                yield (found >= 0 ? found : -1 - found) - 1;
            }
        };
    }
}
