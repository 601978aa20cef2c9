package telegraph.store.recovery;

import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import telegraph.ground.Disk;
import telegraph.ground.Uninterruptibly;
import telegraph.ground.WorkerThreads;
import telegraph.store.Bytes;
import telegraph.store.LogState;
import telegraph.store.log.Log;

/// Bounds what recovery has to do: writes pages that have been dirty for long, notes from where to
/// redo, and shortens the log.
///
/// ```
/// 1 append CHECKPOINT and move the log's mark there: from now on a page's first change logs its image
/// 2 note the first record of the transactions that are open
/// 3 write the pages that were changed before 1 and not written since; sync the data files
/// 4 replace the control file
/// 5 forget the log before 1 and 2
/// ```
///
/// Others work on meanwhile. A crash before 4 is over leaves the checkpoint before, of which
/// nothing was forgotten.
///
/// Threads: any; one checkpoint at a time. One thread of its own makes those that are wanted.
final class Checkpointer implements AutoCloseable {
    private final Disk disk;
    private final Path directory;
    private final Log log;
    private final Containers containers;
    private final Trails trails;
    private final LogJournal journal;
    private final Pace pace;
    private final LongAdder done = new LongAdder();

    /// Held from the beginning to the end of a checkpoint, and by a backup, under which the log
    /// must not be shortened.
    private final ReentrantLock turn = new ReentrantLock();

    /// Written by whoever has the turn.
    private volatile ControlFile last;

    private volatile long lastNanos;
    private volatile boolean inBackup;

    /// Where the log ends as long as nothing happens that would need another checkpoint.
    private long unchangedEnd;

    private final Thread thread = WorkerThreads.make("telegraph-checkpoint", this::run);
    private volatile boolean wanted;
    private volatile boolean closed;

    /// How often something happens by itself.
    ///
    /// @param logBytes log between two checkpoints
    /// @param syncNanos time between two syncs of the log that nobody asked for; 0 for none
    /// @param clock tells how long ago the last checkpoint was
    record Pace(long logBytes, long syncNanos, LongSupplier clock) {}

    Checkpointer(Opened opened, LogJournal journal, Pace pace) {
        this.disk = opened.disk();
        this.directory = opened.directory();
        this.log = opened.log();
        this.trails = opened.trails();
        this.containers = journal.containers();
        this.journal = journal;
        this.pace = pace;
    }

    /// Takes up work where a checkpoint left off.
    void begin(ControlFile control) {
        completed(control);
        unchangedEnd = log.end();
        journal.checkpointAt(control.redo() + pace.logBytes);
    }

    void start() {
        journal.onCheckpointWanted(this::want);
        thread.start();
    }

    private void want() {
        if (!wanted) {
            wanted = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            wanted = false;
            try {
                if (!log.hasFailed()) {
                    byItself();
                }
            } catch (RuntimeException e) {
                // Nobody waits here to be told; whoever changes something next is.
                log.refuse(e);
            }
            // A checkpoint may park, and so use up the permit of who asks for the next one.
            if (!wanted && !closed) {
                park();
            }
        }
    }

    private void park() {
        if (pace.syncNanos == 0) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, pace.syncNanos);
        }
    }

    private void byItself() {
        if (log.end() >= journal.checkpointAt()) {
            checkpoint();
        } else if (pace.syncNanos > 0 && log.flushed() < log.end()) {
            log.flush(log.end() - 1);
        }
    }

    /// Makes a checkpoint; when it returns the control file says so.
    void checkpoint() {
        turn.lock();
        try {
            made();
        } finally {
            turn.unlock();
        }
    }

    private void made() {
        log.demandUsable();
        deleteLeft();
        if (log.end() == unchangedEnd) {
            return;
        }
        try {
            write();
        } catch (RuntimeException e) {
            // A sync that failed is not repeated: what it should have written may be lost.
            log.refuse(e);
            throw e;
        }
    }

    /// Tries again to delete files of containers that are gone.
    private void deleteLeft() {
        for (int container : trails.left()) {
            if (containers.remove(container)) {
                trails.settle(container);
            }
        }
    }

    private void write() {
        Bytes body = new Bytes();
        LogRecord.write(body, LogRecord.Kind.CHECKPOINT, null);
        long redo = log.appendMark(body.array(), body.length());
        journal.checkpointAt(redo + pace.logBytes);
        ControlFile control =
                new ControlFile(
                        redo,
                        trails.first(redo),
                        trails.largestTransaction() + 1,
                        journal.nextContainer());
        // With all that made containers before, else their files would be of nobody after a crash.
        log.flush(log.end() - 1);
        containers.cache().writeDirty(redo);
        containers.files().sync();
        control.write(disk, directory);
        log.truncate(control.start());
        done.increment();
        completed(control);
        unchangedEnd = Log.end(redo, body.length());
    }

    private void completed(ControlFile control) {
        last = control;
        lastNanos = pace.clock.getAsLong();
    }

    LogState logState() {
        ControlFile known = last;
        long end = log.end();
        return new LogState(
                end - known.start(),
                end - known.redo(),
                pace.clock.getAsLong() - lastNanos,
                pace.logBytes,
                inBackup,
                trails.left().size(),
                log.hasFailed());
    }

    /// Makes a checkpoint and a backup of it while no other is made.
    void backup(Consumer<ControlFile> action) {
        turn.lock();
        try {
            made();
            inBackup = true;
            action.accept(last);
        } finally {
            inBackup = false;
            turn.unlock();
        }
    }

    /// Checkpoints completed.
    long done() {
        return done.sum();
    }

    /// Ends the thread; makes no checkpoint.
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        Uninterruptibly.join(thread);
    }
}
