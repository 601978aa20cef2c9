package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.page.PageCache;

/// A B+-tree over the pages of one container: all entries in leaves, leaves linked to the right.
///
/// ```
///                 [ root: m ]
///                 /         \
///         [ d h ]            [ p t ]
///        /   |   \          /   |   \
///    [a b]→[d f]→[h k]→[m n]→[p q]→[t z]
/// ```
///
/// A search goes down by versions and latches nothing: it reads the child's number, takes the
/// child's version, and only then asks whether the parent still is as it was. What it finds is a
/// [KeyPosition], to be confirmed by [#isCurrent]; whoever wants to change the leaf upgrades that
/// very version to the exclusive latch ([#tryLatch]), and starts again if it cannot. The root never
/// moves.
///
/// A deleted key stays as a ghost until nobody has a lock on it, so that its gap keeps its name and
/// an undo finds its place.
///
/// Invariants, checked by [TreeCheck]:
///
/// 1. All keys of a leaf lie between the separators left (inclusive) and right (exclusive) of it.
/// 2. All leaves have the same depth, and their links go through them from left to right.
/// 3. A page is the header, in the tree once, in one large value, on the free list, or nobody's;
///    nobody's only after a crash or a failed write.
///
/// Threads: any, each with a position of its own.
public final class BTree {
    /// Pages that are freed, and latched, at once.
    private static final int PAGES_AT_ONCE = 4;

    private final PageCache cache;
    private final MemorySegment memory;
    private final ChangeJournal journal;
    private final int container;
    private final long rootId;
    private final Space space;
    private final Structure structure;
    private final LargeValues large;
    private final Neighbours neighbours;
    private final LongAdder entries = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private volatile boolean gone;

    /// The tree in a container that is there.
    ///
    /// @throws TelegraphException of kind CORRUPT if it does not begin with a header, of kind INPUT
    ///   if its format is a later one
    public BTree(PageCache cache, ChangeJournal journal, int container) {
        this.cache = cache;
        this.memory = cache.memory();
        this.journal = journal;
        this.container = container;
        this.rootId = PageLayout.pageId(container, PageLayout.ROOT_PAGE);
        this.space = new Space(cache, container);
        this.neighbours = new Neighbours(cache, container);
        this.structure = new Structure(cache, journal, space, this::entries);
        this.large = new LargeValues(cache, journal, space, this::entries);
        space.demandReadable();
        entries.add(space.entries());
    }

    /// Makes the header and the root of a new container.
    public static void create(PageCache cache, ChangeJournal journal, int container) {
        Latched latched = new Latched(cache, journal);
        try {
            long rootId = PageLayout.pageId(container, PageLayout.ROOT_PAGE);
            int root = latched.addFresh(rootId);
            SortedPage.start(cache.memory(), cache.at(root), rootId, 0);
            int header = latched.addFresh(PageLayout.pageId(container, PageLayout.HEADER_PAGE));
            Space.start(cache.memory(), cache.at(header), container);
            latched.log();
        } finally {
            latched.back();
        }
    }

    public int container() {
        return container;
    }

    /// Whether there is nothing in it, not even a ghost.
    public boolean isEmpty() {
        while (true) {
            int frame = cache.frame(rootId);
            long version = cache.optimistic(frame);
            long at = cache.at(frame);
            boolean isEmpty =
                    PageLayout.level(memory, at) == 0 && SortedPage.slots(memory, at) == 0;
            if (cache.holds(frame, rootId) && cache.valid(frame, version)) {
                return isEmpty;
            }
        }
    }

    /// Fills the tree, which is empty and the caller's alone.
    public TreeBuilder builder() {
        return new TreeBuilder(this, cache, journal, space);
    }

    /// Whether the container was dropped, or never came to be.
    public boolean isGone() {
        return gone;
    }

    /// Marks the container as dropped.
    public void gone() {
        gone = true;
    }

    /// About how many entries there are.
    public long entries() {
        return Math.max(0, entries.sum());
    }

    /// Pages in use.
    public long pages() {
        return Math.max(0, space.filePages() - space.freePages());
    }

    /// Searches begun again because a page changed under them.
    public long retries() {
        return retries.sum();
    }

    /// Writes the number of entries to the header, so that it is right when the container is opened
    /// again.
    public void noteEntries() {
        Latched latched = new Latched(cache, journal);
        try {
            space.note(latched, entries());
        } finally {
            latched.back();
        }
    }

    /// Finds a key, or where it would be.
    public void find(KeyPosition position, Bytes key) {
        position.watchNone();
        while (!tryFind(position, key)) {
            retries.increment();
        }
    }

    private boolean tryFind(KeyPosition position, Bytes key) {
        int frame = cache.frame(rootId);
        long version = cache.optimistic(frame);
        if (!cache.holds(frame, rootId)) {
            return false;
        }
        while (true) {
            long at = cache.at(frame);
            int found = SortedPage.search(memory, at, key);
            if (PageLayout.level(memory, at) == 0) {
                position.frame = frame;
                position.version = version;
                position.found = found;
                position.entryFrame = frame;
                position.entrySlot = found;
                position.there = found >= 0 && !SortedPage.isGhost(memory, at, found);
                return true;
            }
            int child = SortedPage.child(memory, at, found >= 0 ? found : -2 - found);
            if (!cache.valid(frame, version)) {
                return false;
            }
            long childId = PageLayout.pageId(container, child);
            int childFrame = cache.frame(childId);
            long childVersion = cache.optimistic(childFrame);
            if (!cache.holds(childFrame, childId) || !cache.valid(frame, version)) {
                return false;
            }
            frame = childFrame;
            version = childVersion;
        }
    }

    /// Whether all that was read for the position still is so.
    public boolean isCurrent(KeyPosition position) {
        if (!cache.valid(position.frame, position.version)) {
            return false;
        }
        for (int i = 0; i < position.watched(); i++) {
            if (!cache.valid(position.watchedFrame(i), position.watchedVersion(i))) {
                return false;
            }
        }
        return true;
    }

    /// Reads the value of the entry that was found; false if it changed meanwhile, and the search
    /// has to start again.
    public boolean value(KeyPosition position, Bytes value) {
        long at = cache.at(position.entryFrame);
        int slot = position.entrySlot;
        SortedPage.payload(memory, at, slot, value);
        if (!SortedPage.isLarge(memory, at, slot)) {
            return true;
        }
        if (!isCurrent(position)) {
            return false;
        }
        position.scratch.set(value);
        return large(position, position.scratch, value);
    }

    /// Reads a large value, which is there as long as the position is current.
    private boolean large(KeyPosition position, Bytes reference, Bytes value) {
        if (large.read(reference, value)) {
            return true;
        }
        if (!isCurrent(position)) {
            return false;
        }
        throw TelegraphException.of(
                SqlState.CORRUPT,
                "a large value has the checksum that its key says: container="
                        + container
                        + " page="
                        + LargeValues.firstPage(reference)
                        + " bytes="
                        + LargeValues.length(reference)
                        + ". Restore from a backup.");
    }

    /// Where a search for an entry beside a key begins, and which one it is.
    public enum Seek {
        /// The first of all.
        FIRST,
        /// The first whose key is the one given, or larger.
        FROM,
        /// The first whose key is larger.
        AFTER,
        /// The last whose key is smaller.
        BEFORE,
        /// The last of all.
        LAST;

        boolean isForward() {
            return this == FIRST || this == FROM || this == AFTER;
        }
    }

    /// What a search for an entry beside a key ended with.
    public enum Found {
        /// An entry, which may be a ghost.
        ENTRY,
        /// There is none, up to the end of the container.
        NONE,
        /// Pages changed meanwhile.
        AGAIN
    }

    /// Finds the entry next to a key, ghosts included, and copies its key. All leaves that were
    /// looked at on the way are watched: as long as the position is current, there is nothing
    /// between.
    public Found seek(KeyPosition position, Seek seek, Bytes key, Bytes entryKey) {
        Found found = neighbours.seek(position, seek, key, entryKey);
        if (found == Found.AGAIN) {
            retries.increment();
        }
        return found;
    }

    /// The entry in a slot of the position's leaf, or the first of the leaves right of it.
    Found following(KeyPosition position, int firstSlot, Bytes entryKey) {
        return neighbours.following(position, firstSlot, entryKey);
    }

    /// Copies the leaf where a search would begin, with its bounds. Of a search backwards it is the
    /// leaf that ends at the key or after it.
    public void copyLeaf(KeyPosition position, Seek seek, Bytes key, PageCopy copy) {
        while (!neighbours.tryCopy(position, seek, key, copy)) {
            retries.increment();
        }
    }

    /// Reads a large value of a leaf that was copied; false if the leaf changed since.
    public boolean large(KeyPosition position, PageCopy copy, int slot, Bytes value) {
        position.scratch.clear();
        position.scratch.append(copy.array(), copy.payloadOffset(slot), copy.payloadLength(slot));
        return isCurrent(position) && large(position, position.scratch, value);
    }

    // What follows is for those who change the tree.

    /// Takes the leaf of a position exclusively if all that was found still is so.
    boolean tryLatch(KeyPosition position) {
        if (!cache.tryExclusive(position.frame, position.version)) {
            retries.increment();
            return false;
        }
        for (int i = 0; i < position.watched(); i++) {
            if (!cache.valid(position.watchedFrame(i), position.watchedVersion(i))) {
                unlatch(position);
                return false;
            }
        }
        return true;
    }

    void unlatch(KeyPosition position) {
        cache.releaseUnchanged(position.frame);
    }

    /// Whether the leaf has room for the key that was searched for with such a payload.
    boolean fits(KeyPosition position, Bytes key, int payloadLength) {
        return SortedPage.fits(
                memory, cache.at(position.frame), position.found, key.length(), payloadLength);
    }

    void makeRoom(Bytes key, int payloadLength) {
        structure.makeRoom(key, payloadLength);
    }

    boolean shrink(Bytes key) {
        return structure.shrink(key);
    }

    LargeValues large() {
        return large;
    }

    /// Where the latched leaf of a position is in [#memory].
    long at(KeyPosition position) {
        return cache.at(position.frame);
    }

    MemorySegment memory() {
        return memory;
    }

    /// Logs a change of the latched leaf for a transaction, and makes it.
    void change(KeyPosition position, LeafChange change, Chain chain) {
        make(position, change, journal.change(change, chain, position.frame));
    }

    /// Logs that a key is taken away from the latched leaf, and does so.
    void purge(KeyPosition position, LeafChange change) {
        make(position, change, journal.purge(change, position.frame));
    }

    private void make(KeyPosition position, LeafChange change, long lsn) {
        change.apply(memory, cache.at(position.frame));
        cache.changed(position.frame, lsn);
    }

    void unlatchChanged(KeyPosition position) {
        cache.release(position.frame);
    }

    void count(int more) {
        entries.add(more);
    }

    /// Takes all entries away, for a rollback: all pages but header and root are free then, also
    /// those to which nothing led. Nobody else changes the tree.
    public void empty() {
        long pages = space.filePages();
        Latched latched = new Latched(cache, journal);
        try {
            int root = latched.add(rootId);
            SortedPage.start(memory, cache.at(root), rootId, 0);
            space.restart(latched);
            latched.logBack();
            entries.add(-entries.sum());
            for (long page = PageLayout.ROOT_PAGE + 1L; page < pages; page += PAGES_AT_ONCE) {
                for (long one = page; one < Math.min(pages, page + PAGES_AT_ONCE); one++) {
                    cache.frame(space.pageId((int) one));
                }
                for (long one = page; one < Math.min(pages, page + PAGES_AT_ONCE); one++) {
                    space.free(latched, latched.add(space.pageId((int) one)), 0);
                }
                latched.logBack();
            }
        } finally {
            latched.back();
        }
    }

    /// At most `cutsMax` keys that cut the tree into parts of about as many pages each.
    public List<Bytes> cuts(int cutsMax) {
        return new Cuts(cache, container).take(cutsMax);
    }

    /// What is wrong with the tree, or nothing; nobody changes it meanwhile.
    public List<String> check() {
        return new TreeCheck(cache, space, large).run();
    }
}
