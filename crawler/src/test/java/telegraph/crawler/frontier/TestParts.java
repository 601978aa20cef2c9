package telegraph.crawler.frontier;

import java.nio.file.Path;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// A part of a frontier on its own: files in memory, a region, marks made and restarted from by
/// hand.
final class TestParts implements AutoCloseable {
    private static final Path DIRECTORY = Path.of("/part");

    final MemoryManager memory = new MemoryManager(256 << 20);
    final Region region = memory.query("part", 256 << 20);
    private final Disk disk = Disk.inMemory();
    private final Shares shares;
    private MarkedFiles files;
    private long nextNumber;

    TestParts(Shares shares) {
        this.shares = shares;
        files = new MarkedFiles(disk, DIRECTORY);
    }

    Parts parts() {
        return new Parts(files, region, FrontierModelTest.limits(4, 1), shares);
    }

    MarkWriter begin() {
        return new MarkWriter(disk, files.markPath(files.lastMark() + 1));
    }

    void end(MarkWriter mark) {
        mark.finish();
        mark.close();
        files.marked(files.lastMark() + 1).sync();
        nextNumber = files.nextNumber();
    }

    /// Goes on from the last mark with new parts.
    MarkReader restart() {
        long last = files.lastMark();
        files.close();
        files = new MarkedFiles(disk, DIRECTORY);
        files.restart(last, nextNumber);
        return new MarkReader(disk, files.markPath(last));
    }

    @Override
    public void close() {
        files.close();
        region.close();
        memory.close();
    }
}
