package telegraph.store;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.page.PageCache;
import telegraph.store.page.PageFiles;
import telegraph.store.tree.BTree;
import telegraph.store.tree.ChangeJournal;

/// The trees that are open, by container; a container is opened when it is first asked for.
///
/// Threads: any; a tree that is open is found without a lock.
final class Trees {
    private final PageCache cache;
    private final PageFiles files;
    private final ChangeJournal journal;
    private final ReentrantLock opening = new ReentrantLock();

    /// Sorted by container; never changed, but replaced.
    private volatile BTree[] open = {};

    Trees(PageCache cache, PageFiles files, ChangeJournal journal) {
        this.cache = cache;
        this.files = files;
        this.journal = journal;
    }

    /// The tree of a container.
    ///
    /// @throws TelegraphException of kind INPUT if there is no such container
    BTree get(int container) {
        BTree tree = find(container);
        if (tree == null) {
            throw missing(container);
        }
        return tree;
    }

    static TelegraphException missing(int container) {
        return TelegraphException.of(
                SqlState.UNDEFINED_OBJECT,
                "a container must be there: container="
                        + container
                        + ". It was dropped, or never created.");
    }

    /// The tree of a container, or null if there is no such container.
    BTree find(int container) {
        BTree[] now = open;
        int at = indexOf(now, container);
        return at >= 0 ? now[at] : open(container);
    }

    private static int indexOf(BTree[] trees, int container) {
        int low = 0;
        int high = trees.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int other = trees[middle].container();
            if (other == container) {
                return middle;
            }
            if (other < container) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    private BTree open(int container) {
        opening.lock();
        try {
            int at = indexOf(open, container);
            if (at >= 0) {
                return open[at];
            }
            return container > 0 && files.exists(container) ? add(container) : null;
        } catch (TelegraphException e) {
            if (files.exists(container)) {
                throw e;
            }
            return null; // it went while it was opened
        } finally {
            opening.unlock();
        }
    }

    private BTree add(int container) {
        BTree tree = new BTree(cache, journal, container);
        BTree[] now = open;
        int place = -1 - indexOf(now, container);
        BTree[] more = Arrays.copyOf(now, now.length + 1);
        System.arraycopy(now, place, more, place + 1, now.length - place);
        more[place] = tree;
        open = more;
        return tree;
    }

    /// Makes the pages of a container whose file was just made.
    void create(int container) {
        BTree.create(cache, journal, container);
    }

    /// Forgets a container that is not there any more.
    void forget(int container) {
        opening.lock();
        try {
            BTree[] now = open;
            int at = indexOf(now, container);
            if (at >= 0) {
                now[at].gone();
                BTree[] fewer = Arrays.copyOf(now, now.length - 1);
                System.arraycopy(now, at + 1, fewer, at, now.length - at - 1);
                open = fewer;
            }
        } finally {
            opening.unlock();
        }
    }

    List<BTree> all() {
        return List.of(open);
    }

    long retries() {
        long retries = 0;
        for (BTree tree : open) {
            retries += tree.retries();
        }
        return retries;
    }
}
