package telegraph.crawler.visit;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import telegraph.crawler.CrawlLimits;
import telegraph.crawler.robots.Robots;
import telegraph.ground.Disk;
import telegraph.ground.Disk.DiskFile;
import telegraph.memory.Region;

/// Where the rules of the sites in memory are: small ones on the heap, large ones there as long as
/// there is room, and then in a file.
///
/// Whoever has many hosts can give each a robots.txt of many rules, and they must not be forgotten
/// before the site's turn comes, or it would be asked for them for ever. The file begins anew when
/// nothing in it is wanted any more; it is of no use to a later start. A site that finds it full is
/// not asked for anything.
///
/// Invariant: on the heap are at most `roomBytes`, and [#SMALL_BYTES] for each site.
///
/// Threads: the loop's.
public final class RulesRoom implements AutoCloseable {
    /// What the rules of most sites stay below.
    static final int SMALL_BYTES = 256;

    private static final int ROOM_SHARE = 64;
    private static final long FILE_BYTES_MAX = 1L << 30;
    private static final String FILE = "rules";

    private final long roomBytes;
    private final Disk disk;
    private final Path path;
    private DiskFile file;
    private long used;
    private long fileEnd;
    private int inFile;

    /// The rules of one site, wherever they are.
    final class Kept {
        private final Robots here;
        private final long offset;
        private final int length;

        private Kept(Robots here, long offset, int length) {
            this.here = here;
            this.offset = offset;
            this.length = length;
        }

        Robots robots() {
            return here != null ? here : read(this);
        }

        /// They are not wanted any more.
        void forget() {
            if (here != null) {
                used -= here.bytes();
            } else if (--inFile == 0) {
                fileEnd = 0;
            }
        }
    }

    RulesRoom(long roomBytes, Disk disk, Path directory) {
        this.roomBytes = roomBytes;
        this.disk = disk;
        this.path = directory.resolve(FILE);
    }

    /// The room of a crawl, charged to its region.
    public static RulesRoom of(CrawlLimits limits, Region region, Disk disk, Path directory) {
        long room = limits.memoryBytes() / ROOM_SHARE;
        region.charge(room + (long) limits.sitesActive() * SMALL_BYTES);
        return new RulesRoom(room, disk, directory);
    }

    /// Keeps the rules of a site.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if they need the disk and that
    ///   fails
    Kept keep(Robots robots) {
        Robots rules = robots.withoutSitemaps();
        boolean fits = rules.bytes() <= SMALL_BYTES || used + rules.bytes() <= roomBytes;
        if (!fits && fileEnd + rules.bytes() <= FILE_BYTES_MAX) {
            return write(rules.toBytes());
        }
        Robots here = fits ? rules : rules.withoutRules();
        used += here.bytes();
        return new Kept(here, 0, 0);
    }

    private Kept write(byte[] octets) {
        try {
            if (file == null) {
                file = disk.create(path);
            }
            file.write(MemorySegment.ofArray(octets), fileEnd);
        } catch (IOException e) {
            throw Disk.failure("the rules of sites could not be put aside", path, e);
        }
        Kept kept = new Kept(null, fileEnd, octets.length);
        fileEnd += octets.length;
        inFile++;
        return kept;
    }

    private Robots read(Kept kept) {
        byte[] octets = new byte[kept.length];
        try {
            file.read(MemorySegment.ofArray(octets), kept.offset);
        } catch (IOException e) {
            throw Disk.failure("the rules of a site could not be read", path, e);
        }
        return Robots.fromBytes(octets);
    }

    /// Bytes on the heap.
    long used() {
        return used;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
            disk.delete(path);
        }
    }
}
