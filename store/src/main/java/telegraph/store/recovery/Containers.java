package telegraph.store.recovery;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import telegraph.ground.TelegraphException;
import telegraph.store.page.PageCache;
import telegraph.store.page.PageFiles;

/// The data files as recovery sees them: they come and go whole, and none goes while a backup
/// copies it or somebody else has to do with it ([#stay]).
///
/// Threads: any.
final class Containers {
    private final PageCache cache;
    private final PageFiles files;
    private final ReentrantLock going = new ReentrantLock();
    private volatile IntConsumer onGone = _ -> {};

    Containers(PageCache cache, PageFiles files) {
        this.cache = cache;
        this.files = files;
    }

    PageCache cache() {
        return cache;
    }

    PageFiles files() {
        return files;
    }

    /// Whoever knows a container hears that it goes, before its pages do.
    void onGone(IntConsumer listener) {
        onGone = listener;
    }

    /// Makes the empty file of a container.
    void create(int container) {
        files.create(container);
    }

    /// Forgets the pages of a container and deletes its file, if it is there; false if the file
    /// cannot be deleted, which then counts as gone all the same.
    boolean remove(int container) {
        going.lock();
        try {
            files.condemn(container);
            onGone.accept(container);
            cache.forget(container);
            return isDeleted(container);
        } finally {
            going.unlock();
        }
    }

    private boolean isDeleted(int container) {
        try {
            files.delete(container);
            return true;
        } catch (TelegraphException e) {
            // Nobody needs it any more. It is tried again, and told by LogState.
            return false;
        }
    }

    /// Does something while no container goes.
    void stay(Runnable action) {
        going.lock();
        try {
            action.run();
        } finally {
            going.unlock();
        }
    }
}
