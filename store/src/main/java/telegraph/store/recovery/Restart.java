package telegraph.store.recovery;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import telegraph.ground.TelegraphException;
import telegraph.store.RecoveryWatch;
import telegraph.store.Store;
import telegraph.store.log.Log;
import telegraph.store.log.LogPass;
import telegraph.store.log.LogReader;
import telegraph.store.page.PageCache;
import telegraph.store.tree.Chain;
import telegraph.store.tree.LeafChange;
import telegraph.store.tree.Undo;

/// Brings a store back to where its committed transactions left it.
///
/// | pass     | from                              | does                                       |
/// |----------|-----------------------------------|--------------------------------------------|
/// | analysis | first record to be undone, at most | finds losers, and containers that are gone |
/// | redo     | last complete checkpoint          | repeats what pages miss                    |
/// | undo     | the end, backwards                | rolls the losers back                      |
///
/// A container is gone if its drop was committed, or its creation was not or was taken back; none
/// of its records counts. As ids are not used again, that holds for all of the log.
///
/// Each pass may be cut short by a crash and begun again: redo asks each page for its LSN, undo
/// logs what it does.
///
/// Threads: one, before anybody else uses the store.
final class Restart {
    private static final LogPass.Share ANALYSIS = new LogPass.Share(0.25, 0.5);
    private static final LogPass.Share REDO = new LogPass.Share(0.5, 1);

    private final Opened opened;
    private final Log log;
    private final PageCache cache;
    private final Containers containers;
    private final Redo redo;
    private final Map<Long, Chain> losers = new TreeMap<>();
    private final Map<Integer, Long> created = new TreeMap<>();
    private final Map<Integer, Long> dropped = new TreeMap<>();
    private final Set<Integer> gone = new HashSet<>();
    private final LogRecord record = new LogRecord();
    private final LeafChange change = new LeafChange();
    private int nextContainer;

    Restart(Opened opened, Containers containers, Redo redo) {
        this.opened = opened;
        this.log = opened.log();
        this.cache = containers.cache();
        this.containers = containers;
        this.redo = redo;
        this.nextContainer = opened.control().nextContainer();
    }

    /// Recovers; whether there was anything to do, so that a checkpoint should be made.
    boolean run(LogJournal journal, Undo undo, RecoveryWatch watch) {
        analyse(watch);
        boolean changed = redo(watch) || !losers.isEmpty();
        // Taken before the files go that nobody knows: one of them may bear the next id.
        journal.nextContainer(nextContainer);
        Rollback rollback = new Rollback(log, journal, undo, gone::contains);
        for (Chain loser : losers.values()) {
            opened.trails().add(loser, loser.first());
            journal.rollback(loser, rollback);
        }
        for (int container : containers.files().containers()) {
            if (gone.contains(container) || container >= nextContainer) {
                if (!containers.remove(container)) {
                    opened.trails().leave(container, opened.control().start());
                }
            }
        }
        return changed;
    }

    private void analyse(RecoveryWatch watch) {
        LogPass pass = pass(watch, opened.control().start(), ANALYSIS);
        opened.trails().used(opened.control().nextTransaction() - 1);
        LogReader reader = log.reader(opened.control().start());
        while (reader.next()) {
            pass.at(reader.lsn(), log.end() - opened.control().start());
            record.over(reader.array(), reader.offset(), reader.length());
            long transaction = record.transaction();
            switch (record.kind()) {
                case INSERT, UPDATE, DELETE, LOAD -> extend(reader.lsn());
                case CREATE -> {
                    extend(reader.lsn());
                    nextContainer = Math.max(nextContainer, record.container() + 1);
                    created.put(record.container(), transaction);
                    if (record.isCompensation()) {
                        gone.add(record.container());
                    }
                }
                case DROP -> {
                    extend(reader.lsn());
                    if (record.isCompensation()) {
                        dropped.remove(record.container());
                    } else {
                        dropped.put(record.container(), transaction);
                    }
                }
                case COMMIT -> {
                    losers.remove(transaction);
                    dropped.forEach((container, by) -> {
                        if (by == transaction) {
                            gone.add(container);
                        }
                    });
                    created.values().removeIf(by -> by == transaction);
                }
                case END -> losers.remove(transaction);
                case PURGE, IMAGES, CHECKPOINT -> {}
            }
        }
        gone.addAll(created.keySet());
        if (gone.contains(Store.FIRST_CONTAINER)) {
            // The store itself was not yet made, and its first container has this very id.
            nextContainer = Store.FIRST_CONTAINER;
        }
    }

    private void extend(long lsn) {
        long transaction = record.transaction();
        opened.trails().used(transaction);
        Chain chain = losers.get(transaction);
        if (chain == null) {
            chain = new Chain();
            chain.begin(transaction);
            losers.put(transaction, chain);
        }
        chain.append(lsn);
    }

    private LogPass pass(RecoveryWatch watch, long from, LogPass.Share share) {
        return new LogPass(watch, new LogPass.Stretch(from, log.end()), share);
    }

    private boolean redo(RecoveryWatch watch) {
        LogPass pass = pass(watch, opened.control().redo(), REDO);
        boolean changed = false;
        LogReader reader = log.reader(opened.control().redo());
        while (reader.next()) {
            record.over(reader.array(), reader.offset(), reader.length());
            long lsn = reader.lsn();
            pass.at(lsn, log.end() - opened.control().start());
            switch (record.kind()) {
                case INSERT, UPDATE, DELETE, PURGE -> redoChange(lsn);
                case IMAGES ->
                        record.images((page, from, index) -> redoImage(lsn, page, from, index));
                case CREATE -> {
                    int container = record.container();
                    if (!gone.contains(container) && !containers.files().exists(container)) {
                        containers.create(container);
                    }
                }
                case DROP, COMMIT, END, CHECKPOINT, LOAD -> {}
            }
            changed |= record.kind() != LogRecord.Kind.CHECKPOINT;
        }
        return changed;
    }

    private void redoChange(long lsn) {
        if (gone.contains(record.container())) {
            return;
        }
        int frame = latched(record.pageId());
        try {
            long pageLsn = cache.lsn(frame);
            if (pageLsn == 0) {
                throw TelegraphException.corrupt(
                        "a page that the log changes is whole or has an image in the log: container="
                                + record.container()
                                + " page="
                                + (int) record.pageId()
                                + " lsn="
                                + lsn
                                + ". Restore a backup.");
            }
            if (pageLsn < lsn) {
                record.change(change);
                redo.apply(change, cache.memory(), cache.at(frame));
                cache.changed(frame, lsn);
            }
        } finally {
            cache.release(frame);
        }
    }

    private void redoImage(long lsn, long pageId, byte[] from, int index) {
        if (gone.contains((int) (pageId >>> 32))) {
            return;
        }
        int frame = latched(pageId);
        try {
            if (cache.lsn(frame) < lsn) {
                LogRecord.putImage(from, index, cache.memory(), cache.at(frame));
                cache.changed(frame, lsn);
            }
        } finally {
            cache.release(frame);
        }
    }

    private int latched(long pageId) {
        while (true) {
            int frame = cache.frameOrZero(pageId);
            cache.exclusive(frame);
            if (cache.holds(frame, pageId)) {
                demandLogged(frame, pageId);
                return frame;
            }
            cache.releaseUnchanged(frame);
        }
    }

    private void demandLogged(int frame, long pageId) {
        if (cache.lsn(frame) >= log.end()) {
            long lsn = cache.lsn(frame);
            cache.releaseUnchanged(frame);
            throw TelegraphException.corrupt(
                    "no page is newer than the log: container="
                            + (pageId >>> 32)
                            + " page="
                            + (int) pageId
                            + " lsn="
                            + lsn
                            + " log-end="
                            + log.end()
                            + ". Restore a backup.");
        }
    }
}
