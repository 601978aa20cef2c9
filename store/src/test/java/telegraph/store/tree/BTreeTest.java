package telegraph.store.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.store.Bytes;
import telegraph.store.page.PageCache;
import telegraph.store.page.PageFiles;
import telegraph.store.tree.BTree.Found;
import telegraph.store.tree.BTree.Seek;

/// A tree alone: no locks, and a log that only counts, or refuses when it is told to.
class BTreeTest {
    private static final int CONTAINER = 1;
    private static final int FRAMES = 256;

    private final MemoryManager memory = new MemoryManager(8 << 20);
    private final Counting journal = new Counting();
    private final Chain chain = new Chain();
    private Region region;
    private PageFiles files;
    private PageCache cache;
    private BTree tree;
    private TreeWriter writer;

    private static final class Counting implements ChangeJournal {
        private long lsn = 100;
        private long refusedFrom = Long.MAX_VALUE;

        private long next() {
            if (lsn >= refusedFrom) {
                throw TelegraphException.resource("the log takes no more");
            }
            return ++lsn;
        }

        @Override
        public long change(LeafChange change, Chain chain, int frame) {
            long at = next();
            chain.append(at);
            return at;
        }

        @Override
        public long purge(LeafChange change, int frame) {
            return next();
        }

        @Override
        public long images(int[] frames, int count) {
            return next();
        }

        @Override
        public long imagesBack(int[] frames, int count) {
            return next();
        }
    }

    private static final TreeLocks ALLOWING =
            new TreeLocks() {
                @Override
                public boolean mayPurge(int container, Bytes key) {
                    return true;
                }

                @Override
                public boolean gapsMatter() {
                    return false;
                }

                @Override
                public boolean mayInsert(int container, Bytes key, Bytes next) {
                    return true;
                }

                @Override
                public void awaitInsert(int container, Bytes key, Bytes next) {}
            };

    @BeforeEach
    void open() throws IOException {
        Disk disk = Disk.inMemory();
        Path directory = Path.of("/data");
        disk.createDirectories(directory);
        region = memory.query("tree", 8 << 20);
        files = new PageFiles(disk, directory, 4);
        files.create(CONTAINER);
        cache = new PageCache(region.allocate(PageCache.bytes(FRAMES)), files, _ -> {});
        BTree.create(cache, journal, CONTAINER);
        tree = new BTree(cache, journal, CONTAINER);
        writer = new TreeWriter(chain, ALLOWING);
        chain.begin(1);
    }

    @AfterEach
    void close() {
        cache.close();
        files.close();
        region.close();
        assertEquals(0, memory.used());
        memory.close();
    }

    private static Bytes key(int number) {
        return Bytes.of((byte) (number >>> 8), (byte) number);
    }

    private static final Bytes VALUE = Bytes.of(new byte[200]);

    private void load(int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(writer.insert(tree, key(2 * i), VALUE));
        }
    }

    /// The first key of the second leaf.
    private int border() {
        KeyPosition position = new KeyPosition();
        PageCopy copy = new PageCopy();
        tree.copyLeaf(position, Seek.FIRST, new Bytes(), copy);
        assertTrue(position.hasHigh());
        int last = copy.slots() - 1;
        byte[] bytes = copy.array();
        int offset = copy.keyOffset(last);
        return ((bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF) + 2;
    }

    @Test
    void whatIsFoundAcrossTheBorderOfALeafHoldsOnlyWhileBothLeavesAreUnchanged() {
        load(200);
        int border = border();
        Bytes found = new Bytes();
        for (boolean isForward : new boolean[] {true, false}) {
            for (int changed : new int[] {border + 1, border - 1, border - 3}) {
                KeyPosition position = new KeyPosition();
                int from = isForward ? border - 2 : border;
                int expected = isForward ? border : border - 2;
                assertEquals(
                        Found.ENTRY,
                        tree.seek(
                                position, isForward ? Seek.AFTER : Seek.BEFORE, key(from), found));
                assertEquals(0, found.compareTo(key(expected)));
                assertTrue(tree.isCurrent(position));
                assertTrue(writer.insert(tree, key(changed), VALUE));
                boolean isWatched = isForward || changed < border;
                assertEquals(!isWatched, tree.isCurrent(position), isForward + " " + changed);
                if (isWatched) {
                    assertFalse(tree.tryLatch(position));
                }
                assertTrue(writer.delete(tree, key(changed)));
                writer.purge(tree, key(changed));
            }
        }
        assertEquals(List.of(), tree.check());
    }

    @Test
    void aLeafThatLostAllItsKeysIsPassedAndWatched() {
        load(200);
        int border = border();
        KeyPosition position = new KeyPosition();
        Bytes found = new Bytes();
        for (int i = border; i < 400; i += 2) {
            writer.delete(tree, key(i));
        }
        assertEquals(Found.ENTRY, tree.seek(position, Seek.AFTER, key(border - 2), found));
        assertFalse(position.isThere());
        for (int i = border; i < 400; i += 2) {
            writer.purge(tree, key(i));
        }
        assertFalse(tree.isCurrent(position));
        assertEquals(Found.NONE, tree.seek(position, Seek.AFTER, key(border - 2), found));
        assertEquals(0, found.length());
        assertTrue(tree.isCurrent(position));
        assertEquals(List.of(), tree.check());
    }

    @Test
    void aSplitThatTheLogRefusesLeavesThePagesAsTheyWere() {
        int refused = 0;
        for (int start = 0; start < 400; start++) {
            journal.refusedFrom = journal.lsn + start % 3;
            try {
                writer.insert(tree, key(start), VALUE);
            } catch (TelegraphException e) {
                assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
                refused++;
            }
            journal.refusedFrom = Long.MAX_VALUE;
            assertEquals(List.of(), tree.check());
        }
        assertTrue(refused > 100);
        long there = tree.entries();
        for (int i = 400; i < 1_000; i++) {
            assertTrue(writer.insert(tree, key(i), VALUE));
        }
        assertEquals(List.of(), tree.check());
        assertEquals(there + 600, tree.entries());
    }

    @Test
    void aLargeValueThatTheLogRefusesLeavesNoPage() {
        Bytes value = Bytes.of(new byte[200_000]);
        for (int records = 0; records < 7; records++) {
            long before = tree.pages();
            journal.refusedFrom = journal.lsn + records;
            assertThrows(TelegraphException.class, () -> writer.insert(tree, key(1), value));
            journal.refusedFrom = Long.MAX_VALUE;
            assertEquals(List.of(), tree.check());
            assertTrue(tree.pages() - before <= 28, "pages=" + (tree.pages() - before));
        }
        assertTrue(writer.insert(tree, key(1), value));
        assertEquals(List.of(), tree.check());
    }
}
