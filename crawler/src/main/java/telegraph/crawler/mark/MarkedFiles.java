package telegraph.crawler.mark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import telegraph.ground.Disk;

/// The files of the frontier, each kept for as long as a mark needs it.
///
/// A mark needs all files that were there when it was made. So a file that is dropped is deleted at
/// once if no mark was made since it was created, or if all of those are forgotten; else it waits
/// in the graveyard for the last of them to be.
///
/// Invariants:
///
/// 1. No more than [#OPEN_MAX] files are open.
/// 2. No name is given twice, not even after a restart.
///
/// Threads: the frontier's.
public final class MarkedFiles implements AutoCloseable {
    static final int OPEN_MAX = 64;

    private static final String MARK = "mark-";

    private final Disk disk;
    private final Path directory;
    private final Map<String, MarkedFile> live = new LinkedHashMap<>();
    private final List<MarkedFile> open = new ArrayList<>();
    private final List<Grave> graveyard = new ArrayList<>();
    private long nextNumber = 1;
    private long lastMark;
    private long forgotten;
    private long ticks;

    /// A dropped file and the last mark that needs it.
    private record Grave(MarkedFile file, long lastMark) {}

    public MarkedFiles(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
        try {
            disk.createDirectories(directory);
        } catch (IOException e) {
            throw Disk.failure("the frontier's directory can be made", directory, e);
        }
    }

    Disk disk() {
        return disk;
    }

    long tick() {
        return ++ticks;
    }

    public MarkedFile create(String kind) {
        return add(kind + "-" + nextNumber++, lastMark);
    }

    /// A file of the mark that was restarted from.
    public MarkedFile adopt(String name) {
        return add(name, lastMark - 1);
    }

    private MarkedFile add(String name, long bornAfter) {
        MarkedFile file = new MarkedFile(this, directory.resolve(name), bornAfter);
        live.put(name, file);
        return file;
    }

    /// Nothing needs the file from now on but marks made before.
    public void drop(MarkedFile file) {
        live.remove(file.name());
        file.close();
        if (file.bornAfter() == lastMark || lastMark == forgotten) {
            delete(file.path());
        } else {
            graveyard.add(new Grave(file, lastMark));
        }
    }

    /// The number that the next new file would have.
    public long nextNumber() {
        return nextNumber;
    }

    public long lastMark() {
        return lastMark;
    }

    /// Goes on after a mark: what has no name in it and is not adopted yet is deleted by [#sweep].
    public void restart(long mark, long number) {
        lastMark = mark;
        forgotten = mark - 1;
        nextNumber = number;
    }

    /// Deletes all files of the directory that are not live, but the mark that was restarted from.
    public void sweep() {
        try {
            for (Path path : disk.list(directory)) {
                String name = path.getFileName().toString();
                if (!live.containsKey(name) && !name.equals(MARK + lastMark)) {
                    disk.delete(path);
                }
            }
        } catch (IOException e) {
            throw Disk.failure("the frontier's directory can be swept", directory, e);
        }
    }

    public Path markPath(long number) {
        return markPath(directory, number);
    }

    public static Path markPath(Path directory, long number) {
        return directory.resolve(MARK + number);
    }

    /// The mark with this number is written, and made of all live files: none of them is deleted
    /// from now on until it is forgotten.
    public UnsyncedMark marked(long number) {
        lastMark = number;
        List<Path> paths = new ArrayList<>();
        for (MarkedFile file : live.values()) {
            if (file.takeDirty()) {
                paths.add(file.path());
            }
        }
        paths.add(markPath(number));
        return new UnsyncedMark(new FrontierMark(number), disk, directory, paths);
    }

    /// Marks up to this one are not restarted from: what only they need is deleted by `by`.
    public void forget(long mark, Executor by) {
        long last = Math.min(mark, lastMark);
        List<Path> unneeded = new ArrayList<>();
        graveyard.removeIf(grave -> {
            if (grave.lastMark <= last) {
                unneeded.add(grave.file.path());
                return true;
            }
            return false;
        });
        while (forgotten < last) {
            unneeded.add(markPath(++forgotten));
        }
        by.execute(() -> unneeded.forEach(this::delete));
    }

    private void delete(Path path) {
        try {
            disk.delete(path);
        } catch (IOException e) {
            throw Disk.failure("the frontier's files can be deleted", path, e);
        }
    }

    /// Closes the file used longest ago if as many are open as may be.
    void makeRoom() {
        if (open.size() >= OPEN_MAX) {
            open.stream()
                    .min(Comparator.comparingLong(MarkedFile::usedAt))
                    .ifPresent(MarkedFile::close);
        }
    }

    void opened(MarkedFile file) {
        open.add(file);
    }

    void closed(MarkedFile file) {
        open.remove(file);
    }

    @Override
    public void close() {
        for (MarkedFile file : List.copyOf(open)) {
            file.close();
        }
    }
}
