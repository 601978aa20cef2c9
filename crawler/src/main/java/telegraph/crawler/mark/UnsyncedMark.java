package telegraph.crawler.mark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import telegraph.ground.Disk;

/// A mark that is written but not yet sure to be on the disk.
///
/// Its files are opened anew to be synced, so the frontier goes on with them meanwhile: what it
/// adds does not change what the mark has.
///
/// Threads: any.
public final class UnsyncedMark {
    private final FrontierMark mark;
    private final Disk disk;
    private final Path directory;
    private final List<Path> paths;

    UnsyncedMark(FrontierMark mark, Disk disk, Path directory, List<Path> paths) {
        this.mark = mark;
        this.disk = disk;
        this.directory = directory;
        this.paths = paths;
    }

    /// The mark, from which a restart can begin once [#sync] returned.
    public FrontierMark mark() {
        return mark;
    }

    /// Returns when all that a restart from the mark needs is on the disk.
    public void sync() {
        for (Path path : paths) {
            try (Disk.DiskFile file = disk.open(path)) {
                file.sync();
            } catch (IOException e) {
                throw Disk.failure("the frontier's files can be synced", path, e);
            }
        }
        try {
            disk.syncDirectory(directory);
        } catch (IOException e) {
            throw Disk.failure("the frontier's directory can be synced", directory, e);
        }
    }
}
