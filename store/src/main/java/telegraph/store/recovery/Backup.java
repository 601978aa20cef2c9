package telegraph.store.recovery;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.store.log.Log;
import telegraph.store.tree.PageLayout;

/// A copy of a store that others go on using, which opens as a store.
///
/// After a checkpoint the data files are copied as they are, and then the log from that checkpoint
/// to its end. Pages that were written while they were copied may be torn, or be older than others;
/// they were changed after the checkpoint, so the copied log has their images and all that was done
/// to them. The copy is therefore what a crash at the end of the copying would have left, and
/// recovery makes a store of it.
///
/// Threads: any; no checkpoint is made meanwhile, and containers go between the copies of two
/// files.
final class Backup {
    private static final int PIECE_BYTES = 64 * PageLayout.PAGE_BYTES;

    private final Opened opened;
    private final Containers containers;
    private final Disk disk;

    Backup(Opened opened, Containers containers) {
        this.opened = opened;
        this.containers = containers;
        this.disk = opened.disk();
    }

    void to(Path target, Checkpointer checkpointer) {
        try {
            disk.createLastingDirectories(target);
            if (!disk.list(target).isEmpty()) {
                throw TelegraphException.input(
                        "a backup goes to an empty directory: directory="
                                + target
                                + ". Name another one.");
            }
            disk.createDirectories(RecoveryManager.data(target));
        } catch (IOException e) {
            throw failed(target, e);
        }
        checkpointer.backup(control -> copy(control, target));
    }

    private void copy(ControlFile control, Path target) {
        try {
            for (int container : containers.files().containers()) {
                containers.stay(() -> {
                    try {
                        copyFile(container, RecoveryManager.data(target));
                    } catch (IOException e) {
                        throw failed(target, e);
                    }
                });
            }
            disk.syncDirectory(RecoveryManager.data(target));
            Log log = opened.log();
            long end = log.end();
            log.flush(end - 1);
            log.copy(control.start(), end, new Log.Place(disk, target.resolve("log")));
            control.write(disk, target);
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    private void copyFile(int container, Path target) throws IOException {
        Path path = containers.files().path(container);
        if (!disk.exists(path)) {
            return;
        }
        try (Disk.DiskFile from = disk.open(path);
                Disk.DiskFile to = disk.create(target.resolve(path.getFileName()))) {
            MemorySegment piece = MemorySegment.ofArray(new byte[PIECE_BYTES]);
            long size = from.size();
            for (long at = 0; at < size; at += PIECE_BYTES) {
                MemorySegment bytes = piece.asSlice(0, Math.min(PIECE_BYTES, size - at));
                from.read(bytes, at);
                to.write(bytes, at);
            }
            to.sync();
        }
    }

    private static TelegraphException failed(Path target, IOException e) {
        return Disk.failure("a backup needs a directory that can be written", target, e);
    }
}
