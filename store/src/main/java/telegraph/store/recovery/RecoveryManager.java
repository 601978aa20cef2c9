package telegraph.store.recovery;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.store.Durability;
import telegraph.store.LogState;
import telegraph.store.RecoveryWatch;
import telegraph.store.Store;
import telegraph.store.log.Log;
import telegraph.store.page.PageCache;
import telegraph.store.page.PageFiles;
import telegraph.store.tree.Undo;

/// What makes a store last: its log, its control file, checkpoints, recovery and backups.
///
/// It is opened in three steps, because page cache and tree stand between it and itself:
///
/// ```
/// open  ──▶  flush for the page cache  ──▶  journal(cache, files) for the tree  ──▶  recover(redo, undo)
/// ```
///
/// Threads: any, after [#recover] has returned.
public final class RecoveryManager implements AutoCloseable {
    /// How often a log that commits do not wait for is synced.
    private static final long RELAXED_SYNC_NANOS = 200_000_000;

    private final Opened opened;
    private final Log log;
    private final Settings settings;
    private final RecoveryWatch watch;
    private LogJournal journal;
    private Checkpointer checkpointer;
    private boolean recovered;

    /// @param ring memory for what is appended and not written yet; a few megabytes
    /// @param durability what a commit waits for
    /// @param checkpointBytes log between two checkpoints
    /// @param nanos a clock that only goes forward
    public record Settings(
            MemorySegment ring, Durability durability, long checkpointBytes, LongSupplier nanos) {}

    private RecoveryManager(Opened opened, Settings settings, RecoveryWatch watch) {
        this.opened = opened;
        this.log = opened.log();
        this.settings = settings;
        this.watch = watch;
    }

    /// Opens the log of the store in a directory, or begins a new store if there is none. The data
    /// files are to be in [#data].
    ///
    /// @throws TelegraphException of kind CORRUPT if the log or the control file is damaged, of
    ///   kind INPUT if the store is of a later format
    public static RecoveryManager open(Disk disk, Path directory, Settings settings) {
        return open(disk, directory, settings, RecoveryWatch.NOBODY);
    }

    /// As [#open(Disk,Path,Settings)].
    ///
    /// @param watch hears how far this and [#recover] are
    public static RecoveryManager open(
            Disk disk, Path directory, Settings settings, RecoveryWatch watch) {
        ControlFile control = control(disk, directory);
        Log log =
                Log.open(
                        new Log.Place(disk, directory.resolve("log")),
                        settings.ring,
                        control.start(),
                        watch);
        if (log.end() < control.redo()) {
            log.close();
            throw TelegraphException.corrupt(
                    "the log reaches to the last checkpoint: directory="
                            + directory
                            + " end="
                            + log.end()
                            + " checkpoint="
                            + control.redo()
                            + ". Restore a backup.");
        }
        log.mark(control.redo());
        return new RecoveryManager(
                new Opened(disk, directory, control, log, new Trails()), settings, watch);
    }

    private static ControlFile control(Disk disk, Path directory) {
        try {
            disk.createDirectories(data(directory));
            if (ControlFile.exists(disk, directory)) {
                return ControlFile.read(disk, directory);
            }
            Path log = directory.resolve("log");
            if (!disk.list(data(directory)).isEmpty()
                    || disk.exists(log) && !disk.list(log).isEmpty()) {
                throw TelegraphException.corrupt(
                        "a store has its control file: directory="
                                + directory
                                + ". Restore a backup.");
            }
            // The name of the store, and with the control file those of its directories.
            disk.createDirectories(log);
            disk.syncDirectory(directory.toAbsolutePath().getParent());
            ControlFile first = ControlFile.first(Store.FIRST_CONTAINER);
            first.write(disk, directory);
            return first;
        } catch (IOException e) {
            throw Disk.failure("a store needs a directory that can be written", directory, e);
        }
    }

    /// Where the data files of a store are.
    public static Path data(Path directory) {
        return directory.resolve("data");
    }

    /// Returns when the record at `lsn` is on the disk; what the page cache calls before it writes
    /// a page.
    ///
    /// @throws TelegraphException if the log has failed, also if that record had been written
    public void flush(long lsn) {
        log.demandUsable();
        log.flush(lsn);
    }

    /// The journal that logs changes of the pages in `cache`.
    public LogJournal journal(PageCache cache, PageFiles files) {
        if (journal == null) {
            Containers containers = new Containers(cache, files);
            journal = new LogJournal(log, opened.trails(), containers);
            journal.durability(settings.durability);
            long syncNanos = settings.durability == Durability.RELAXED ? RELAXED_SYNC_NANOS : 0;
            checkpointer =
                    new Checkpointer(
                            opened,
                            journal,
                            new Checkpointer.Pace(
                                    settings.checkpointBytes, syncNanos, settings.nanos));
        }
        return journal;
    }

    /// Redoes what the data files miss, undoes what was not committed, and makes a checkpoint if
    /// there was anything to do.
    public void recover(Redo redo, Undo undo) {
        boolean changed = new Restart(opened, journal.containers(), redo).run(journal, undo, watch);
        checkpointer.begin(opened.control());
        if (changed) {
            checkpointer.checkpoint();
        }
        checkpointer.start();
        recovered = true;
    }

    /// An id larger than that of any transaction of which there is a trace.
    public long nextTransaction() {
        return opened.trails().largestTransaction() + 1;
    }

    public void checkpoint() {
        checkpointer.checkpoint();
    }

    /// Writes a copy to an empty directory, while others go on working.
    public void backup(Path target) {
        new Backup(opened, journal.containers()).to(target, checkpointer);
    }

    /// Whether changes are refused until the store is opened again, since the disk failed.
    public boolean hasFailed() {
        return log.hasFailed();
    }

    /// How long the log is, once the store has recovered.
    public LogState logState() {
        return checkpointer.logState();
    }

    public long logBytes() {
        return log.bytesAppended();
    }

    public long logSyncs() {
        return log.syncs();
    }

    public long checkpoints() {
        return checkpointer == null ? 0 : checkpointer.done();
    }

    /// Ends the thread and makes a last checkpoint, if the disk allows; no transaction is open any
    /// more.
    @Override
    public void close() {
        try {
            if (checkpointer != null) {
                checkpointer.close();
                if (recovered && !log.hasFailed()) {
                    checkpointer.checkpoint();
                }
            }
        } finally {
            log.close();
        }
    }
}
