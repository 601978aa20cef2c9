package telegraph.crawler.mark;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import telegraph.ground.Disk;

/// A file of the frontier, open or not, until it is dropped.
///
/// Threads: the frontier's.
public final class MarkedFile {
    private final MarkedFiles files;
    private final Path path;

    /// The last mark that was made before this file was.
    private final long bornAfter;

    private Disk.DiskFile file;
    private boolean dirty;
    private long usedAt;

    MarkedFile(MarkedFiles files, Path path, long bornAfter) {
        this.files = files;
        this.path = path;
        this.bornAfter = bornAfter;
    }

    public String name() {
        return path.getFileName().toString();
    }

    Path path() {
        return path;
    }

    long bornAfter() {
        return bornAfter;
    }

    long usedAt() {
        return usedAt;
    }

    public void write(MemorySegment from, long offset) {
        try {
            dirty = true;
            opened().write(from, offset);
        } catch (IOException e) {
            throw Disk.failure("the frontier's files can be written", path, e);
        }
    }

    public void read(MemorySegment to, long offset) {
        try {
            opened().read(to, offset);
        } catch (IOException e) {
            throw Disk.failure("the frontier's files can be read", path, e);
        }
    }

    long size() {
        try {
            return opened().size();
        } catch (IOException e) {
            throw Disk.failure("the frontier's files can be read", path, e);
        }
    }

    /// Whether it was written since the last call.
    boolean takeDirty() {
        boolean was = dirty;
        dirty = false;
        return was;
    }

    private Disk.DiskFile opened() throws IOException {
        usedAt = files.tick();
        if (file == null) {
            files.makeRoom();
            file = files.disk().open(path);
            files.opened(this);
        }
        return file;
    }

    /// Closes the file; the next use opens it again.
    void close() {
        if (file != null) {
            Disk.DiskFile closing = file;
            file = null;
            files.closed(this);
            try {
                closing.close();
            } catch (IOException e) {
                throw Disk.failure("the frontier's files can be closed", path, e);
            }
        }
    }
}
