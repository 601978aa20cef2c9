package telegraph.tables.catalog;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Definitions that are committed, as long as one transaction at a time changes them.
///
/// ```
///           commit begins                store has committed, its locks are gone
/// even ──────────────────────▶ odd ───────────────────────────────────────────────▶ even
///   version                     version + 1: settled() waits       version + 2, new snapshot
/// ```
///
/// Invariants:
///
/// 1. The version is odd from before a commit releases its locks until the snapshot shows what it
///    changed. So whoever waited for a lock that a definition's change held, and then asks for the
///    version or for [#settled], never takes an old definition for the current one.
/// 2. What [#snapshot] shows is committed.
///
/// Threads: any. Readers of [#snapshot] never wait, once it is there.
final class Published {
    private final Supplier<Snapshot> first;
    private final ReentrantLock publishing = new ReentrantLock();
    private volatile Snapshot snapshot;
    private volatile long version;

    /// @param first gives what was committed before, when it is asked for
    Published(Supplier<Snapshot> first) {
        this.first = first;
    }

    /// What is committed.
    Snapshot snapshot() {
        Snapshot known = snapshot;
        return known != null ? known : load();
    }

    /// What is committed, any commit under way included.
    Snapshot settled() {
        snapshot();
        if ((version & 1) != 0) {
            publishing.lock();
            publishing.unlock();
        }
        return snapshot;
    }

    /// Changes whenever definitions do, before anybody can rely on old ones; odd while a commit is
    /// under way.
    long version() {
        return version;
    }

    private Snapshot load() {
        publishing.lock();
        try {
            if (snapshot == null) {
                snapshot = first.get();
            }
            return snapshot;
        } finally {
            publishing.unlock();
        }
    }

    /// A transaction that changed definitions is about to commit. [#published] or [#unpublished]
    /// follows, by the same thread.
    void publishing() {
        publishing.lock();
        version++;
    }

    /// It has committed.
    void published(Snapshot now) {
        snapshot = now.at(version + 1);
        version++;
        publishing.unlock();
    }

    /// It has not.
    void unpublished() {
        version++;
        publishing.unlock();
    }
}
