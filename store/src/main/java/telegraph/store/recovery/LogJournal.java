package telegraph.store.recovery;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.Durability;
import telegraph.store.log.Log;
import telegraph.store.page.PageCache;
import telegraph.store.tree.Chain;
import telegraph.store.tree.ChangeJournal;
import telegraph.store.tree.LeafChange;
import telegraph.store.tree.Undo;

/// Writes what transactions do into the log, ends them, and takes back what they did.
///
/// ```
///  change ──▶ [image of the page, if it is the first change since a checkpoint] ──▶ record
///  commit ──▶ COMMIT ──▶ flush ──▶ dropped containers go
///  rollback ─▶ records of the chain, last first ──▶ Undo ──▶ compensation … ──▶ END
/// ```
///
/// Invariants:
///
/// 1. The first record about a page after the beginning of a checkpoint holds its image. As all
///    pages changed before that are written before the checkpoint counts, a page that a crash
///    leaves half-written has an image in the part of the log that recovery reads.
/// 2. What a compensation undid is never undone again: it points behind it.
/// 3. An id of a container is in the log before a checkpoint counts it as used. A file beyond those
///    that the last checkpoint counts, and that the log does not name, is of nobody.
/// 4. Once the log has failed nothing is logged, and rollbacks change pages without it; none of
///    these pages is ever written.
///
/// Threads: any, each chain by one at a time. Repeating history and compensations: Mohan et al.,
/// *ARIES*, 1992.
public final class LogJournal implements ChangeJournal {
    private static final int BUFFER_BYTES_KEPT = 1 << 20;
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int CONTAINER = 12;
    private static final int NUMBER = 16;

    private final Log log;
    private final Trails trails;
    private final Containers containers;
    private final PageCache cache;
    private final ThreadLocal<Bytes> buffers = ThreadLocal.withInitial(Bytes::new);

    /// Held from when a container has its id until the log has it too.
    private final ReentrantLock numbering = new ReentrantLock();

    private int nextContainer;
    private volatile Durability durability = Durability.SYNC;
    private volatile Runnable checkpointWanted = () -> {};
    private volatile long checkpointAt = Long.MAX_VALUE;

    LogJournal(Log log, Trails trails, Containers containers) {
        this.log = log;
        this.trails = trails;
        this.containers = containers;
        this.cache = containers.cache();
    }

    Containers containers() {
        return containers;
    }

    void durability(Durability of) {
        durability = of;
    }

    /// Calls `wanted` whenever the log ends at or after [#checkpointAt].
    void onCheckpointWanted(Runnable wanted) {
        checkpointWanted = wanted;
    }

    void checkpointAt(long lsn) {
        checkpointAt = lsn;
    }

    long checkpointAt() {
        return checkpointAt;
    }

    void nextContainer(int id) {
        numbering.lock();
        try {
            nextContainer = id;
        } finally {
            numbering.unlock();
        }
    }

    /// An id that none has yet; the log says of all below, up to where it ends now, who made them.
    int nextContainer() {
        numbering.lock();
        try {
            return nextContainer;
        } finally {
            numbering.unlock();
        }
    }

    // What the tree logs

    @Override
    public long change(LeafChange change, Chain chain, int frame) {
        if (chain.isUndoing() && log.hasFailed()) {
            return pageLsn(frame);
        }
        begin(chain);
        long lsn = changed(change, chain, frame);
        chain.append(lsn);
        return lsn;
    }

    @Override
    public long purge(LeafChange change, int frame) {
        return changed(change, null, frame);
    }

    private long changed(LeafChange change, Chain chain, int frame) {
        Bytes body = buffers.get();
        long lsn = -1;
        while (lsn < 0) {
            long mark = log.mark();
            if (pageLsn(frame) <= mark && !image(frame, mark)) {
                continue;
            }
            LogRecord.write(body, change, chain, pageId(frame));
            lsn = log.append(body.array(), body.length(), mark);
        }
        return told(lsn);
    }

    private boolean image(int frame, long mark) {
        Bytes body = buffers.get();
        LogRecord.startImages(body, 1);
        LogRecord.addImage(body, pageId(frame), cache.memory(), cache.at(frame));
        return log.append(body.array(), body.length(), mark) >= 0;
    }

    @Override
    public long images(int[] frames, int count) {
        Bytes body = buffers.get();
        LogRecord.startImages(body, count);
        for (int i = 0; i < count; i++) {
            LogRecord.addImage(body, pageId(frames[i]), cache.memory(), cache.at(frames[i]));
        }
        long lsn = log.append(body.array(), body.length());
        if (body.array().length > BUFFER_BYTES_KEPT) {
            buffers.remove();
        }
        return told(lsn);
    }

    @Override
    public long imagesBack(int[] frames, int count) {
        return log.hasFailed() ? pageLsn(frames[0]) : images(frames, count);
    }

    private long told(long lsn) {
        if (lsn >= checkpointAt) {
            checkpointWanted.run();
        }
        return lsn;
    }

    private long pageLsn(int frame) {
        return cache.memory().get(LONG, cache.at(frame));
    }

    private long pageId(int frame) {
        MemorySegment memory = cache.memory();
        long at = cache.at(frame);
        return (long) memory.get(INT, at + CONTAINER) << 32
                | memory.get(INT, at + NUMBER) & 0xFFFF_FFFFL;
    }

    private void begin(Chain chain) {
        if (chain.first() == 0) {
            trails.add(chain, log.end());
        }
    }

    private long append(LogRecord.Kind kind, Chain chain) {
        Bytes body = buffers.get();
        LogRecord.write(body, kind, chain);
        return log.append(body.array(), body.length());
    }

    private long append(LogRecord.Kind kind, Chain chain, int container) {
        Bytes body = buffers.get();
        LogRecord.write(body, kind, chain, container);
        long lsn = log.append(body.array(), body.length());
        chain.append(lsn);
        return lsn;
    }

    // Containers

    /// Has `listener` hear of each container that goes, before it does.
    public void onGone(IntConsumer listener) {
        containers.onGone(listener);
    }

    /// Does something while no container goes.
    public void stay(Runnable action) {
        containers.stay(action);
    }

    /// Makes the empty file of a new container, and returns its id. A rollback deletes it.
    public int create(Chain chain) {
        begin(chain);
        int container = number(chain);
        containers.create(container);
        return container;
    }

    private int number(Chain chain) {
        numbering.lock();
        try {
            append(LogRecord.Kind.CREATE, chain, nextContainer);
            return nextContainer++;
        } finally {
            numbering.unlock();
        }
    }

    /// Notes that an empty container is filled by images. A rollback empties it.
    public void load(Chain chain, int container) {
        begin(chain);
        append(LogRecord.Kind.LOAD, chain, container);
    }

    /// Notes that a container goes when the transaction commits. The caller keeps others off it.
    public void drop(Chain chain, int container) {
        begin(chain);
        long lsn = append(LogRecord.Kind.DROP, chain, container);
        trails.add(chain, new Trails.Drop(lsn, container));
    }

    // The end of a transaction

    /// Returns when what the transaction did lasts as its durability says; until then nobody else
    /// may see it. Then the containers that it dropped go.
    ///
    /// @throws TelegraphException if the log cannot be written, upon which the transaction is to be
    ///   rolled back: of kind RESOURCE if it is not committed, of kind UNKNOWN if only opening the
    ///   store again can tell
    public void commit(Chain chain) {
        if (!trails.has(chain)) {
            return;
        }
        long lsn = append(LogRecord.Kind.COMMIT, chain);
        List<Trails.Drop> drops = trails.drops(chain);
        try {
            if (durability == Durability.SYNC || !drops.isEmpty()) {
                log.flush(lsn);
            } else {
                log.write(lsn);
            }
        } catch (TelegraphException e) {
            // The record is in the log's buffer, of which others may have written any part.
            throw TelegraphException.of(
                    SqlState.OUTCOME_UNKNOWN,
                    "a commit is done when the log has it: whether this one is shows when the store"
                            + " is opened again: cause="
                            + e.getMessage()
                            + " Look then, and repeat only what is not there.",
                    e);
        }
        try {
            for (Trails.Drop drop : drops) {
                remove(chain, drop.container());
            }
        } catch (TelegraphException e) {
            // The transaction is committed all the same; the next recovery deletes the files.
            log.refuse(e);
            return;
        }
        trails.remove(chain);
    }

    /// A mark for [#rollbackTo].
    public long savepoint(Chain chain) {
        return chain.last();
    }

    /// Takes back what the transaction did since the mark.
    public void rollbackTo(Chain chain, long savepoint, Undo undo) {
        new Rollback(log, this, undo, _ -> false).back(chain, savepoint);
    }

    /// Takes back all that the transaction did, and ends it.
    public void rollback(Chain chain, Undo undo) {
        if (trails.has(chain)) {
            rollback(chain, new Rollback(log, this, undo, _ -> false));
        }
    }

    void rollback(Chain chain, Rollback rollback) {
        try {
            rollback.back(chain, 0);
            if (!log.hasFailed()) {
                append(LogRecord.Kind.END, chain);
            }
        } catch (RuntimeException e) {
            // What is left of the transaction only a recovery can take back.
            log.refuse(e);
            throw e;
        } finally {
            trails.remove(chain);
        }
    }

    void unload(Chain chain, int container) {
        if (!log.hasFailed()) {
            append(LogRecord.Kind.LOAD, chain, container);
        }
    }

    void uncreate(Chain chain, int container) {
        if (!log.hasFailed()) {
            append(LogRecord.Kind.CREATE, chain, container);
            remove(chain, container);
        }
    }

    private void remove(Chain chain, int container) {
        if (!containers.remove(container)) {
            trails.leave(container, chain.first());
        }
    }

    void undrop(Chain chain, long lsn, int container) {
        trails.removeDrop(chain, lsn);
        if (!log.hasFailed()) {
            append(LogRecord.Kind.DROP, chain, container);
        }
    }
}
