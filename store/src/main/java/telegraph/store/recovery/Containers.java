package telegraph.store.recovery;

import java.util.concurrent.locks.ReentrantLock;
import telegraph.store.page.PageCache;
import telegraph.store.page.PageFiles;

/// The data files as recovery sees them: they come and go whole, and none goes while a backup
/// copies it.
///
/// Threads: any.
record Containers(PageCache cache, PageFiles files, ReentrantLock going) {
    Containers(PageCache cache, PageFiles files) {
        this(cache, files, new ReentrantLock());
    }

    /// Makes the empty file of a container.
    void create(int container) {
        files.create(container);
    }

    /// Forgets the pages of a container and deletes its file, if it is there.
    void remove(int container) {
        going.lock();
        try {
            cache.forget(container);
            files.delete(container);
        } finally {
            going.unlock();
        }
    }
}
