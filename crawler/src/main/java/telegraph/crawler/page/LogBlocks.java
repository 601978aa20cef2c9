package telegraph.crawler.page;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import telegraph.engine.source.EvenBlocks;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;

/// A page log cut into blocks of about equally many octets, numbered through all files: what lay
/// there when it was cut, also of a log that grows.
///
/// The records of a block are those that begin in it; a block that one record covers has none.
///
/// ```
/// file 1  │ 0        │ 1        │ 2    │      file 2 │ 3        │ 4 │
///           a bbbb ccccccccccccccccc dd        records: 0 has a, b, c; 1 has none; 2 has dd
/// ```
///
/// Where the first record of a block begins cannot be told from the octets around it, since a page
/// may hold whatever its server likes, records of such a log too. So a file is gone through from
/// its head once, when the first of its blocks is wanted.
///
/// 1. Each record that began before the log was cut, and was whole when its file was gone through,
///    is in exactly one block.
/// 2. The blocks of a file differ by an octet at most.
///
/// Threads: any; a reader is one thread's. Who wants a block of a file waits while another goes
/// through it.
public final class LogBlocks {
    /// Between these, blocks are so large that there are about [#BLOCKS_WANTED].
    private static final long BLOCK_BYTES_MIN = 16 << 10;

    private static final long BLOCK_BYTES_MAX = 1 << 20;
    private static final int BLOCKS_WANTED = 1_000;

    private static final int RECORDS_A_LOOK = 1_024;

    private final Disk disk;
    private final Path directory;

    /// Of the octets behind the files' heads.
    private final EvenBlocks blocks;

    /// For each file that was gone through where the first record of each block begins, and the end
    /// of the last one's.
    private final long[][] borders;

    private final Object[] walks;

    private LogBlocks(Disk disk, Path directory, int files, EvenBlocks blocks) {
        this.disk = disk;
        this.directory = directory;
        this.blocks = blocks;
        this.borders = new long[files][];
        this.walks = new Object[files];
        Arrays.setAll(walks, _ -> new Object());
    }

    /// The blocks of the log in `directory`; empty if there would be only one.
    public static Optional<LogBlocks> of(Disk disk, Path directory) {
        return of(disk, directory, 0);
    }

    /// @param blockBytes the most that a block has, or 0 for what is usual
    static Optional<LogBlocks> of(Disk disk, Path directory, long blockBytes) {
        long[] sizes =
                Arrays.stream(PageLogFiles.sizes(disk, directory))
                        .map(size -> Math.max(0, size - PageLogFiles.HEAD_BYTES))
                        .toArray();
        long total = Arrays.stream(sizes).sum();
        long bytes = blockBytes > 0 ? blockBytes : usual(total);
        if (total <= bytes) {
            return Optional.empty();
        }
        return Optional.of(
                new LogBlocks(disk, directory, sizes.length, new EvenBlocks(sizes, bytes)));
    }

    private static long usual(long total) {
        return Math.clamp(total / BLOCKS_WANTED, BLOCK_BYTES_MIN, BLOCK_BYTES_MAX);
    }

    /// Whether a log of so many octets would be cut.
    public static boolean areIn(long logBytes) {
        return logBytes > usual(logBytes);
    }

    public int count() {
        return blocks.count();
    }

    /// Whether all blocks are about equally long.
    public boolean even() {
        return blocks.even();
    }

    /// The most pages that a block has.
    public long pagesMax() {
        int pageBytesMin = PageLogFiles.FRAME_BYTES + RecordLayout.HEADER_BYTES;
        return Math.ceilDiv(blocks.blockBytes(), pageBytesMin);
    }

    /// @param cancelled whether nobody wants the blocks any more
    public Reader reader(Region region, BooleanSupplier cancelled) {
        return new Reader(region, cancelled);
    }

    /// Reads one block after another.
    ///
    /// Threads: one. Memory: that of a [PageLogReader], and while it goes through a file of
    /// another.
    public final class Reader implements AutoCloseable {
        private final Region region;
        private final BooleanSupplier cancelled;
        private final PageLogReader log;
        private long bytes;

        private Reader(Region region, BooleanSupplier cancelled) {
            this.region = region;
            this.cancelled = cancelled;
            this.log = PageLogReader.open(disk, directory, LogPosition.START, region);
        }

        /// Goes to a block.
        ///
        /// @return the log, which ends where the block does
        /// @throws TelegraphException of kind CANCELLED if nobody wants it any more, of kind
        ///   CORRUPT if the file cannot be gone through
        public PageLogReader open(int block) {
            int file = blocks.file(block);
            long[] known = borders(file, region, cancelled);
            int at = block - blocks.first(file);
            bytes = known[at + 1] - known[at];
            log.seek(new LogPosition(file + 1, known[at]), known[at + 1]);
            return log;
        }

        /// What the records of the block take up.
        public long bytes() {
            return bytes;
        }

        @Override
        public void close() {
            log.close();
        }
    }

    private long[] borders(int file, Region region, BooleanSupplier cancelled) {
        synchronized (walks[file]) {
            if (borders[file] == null) {
                borders[file] = walk(file, region, cancelled);
            }
            return borders[file];
        }
    }

    private long[] walk(int file, Region region, BooleanSupplier cancelled) {
        int count = blocks.count(file);
        int first = blocks.first(file);
        long[] found = new long[count + 1];
        LogPosition head = new LogPosition(file + 1, PageLogFiles.HEAD_BYTES);
        long end = PageLogFiles.HEAD_BYTES;
        int block = 0;
        try (PageLogReader log = PageLogReader.open(disk, directory, head, region)) {
            for (int i = 1; log.next() && log.position().file() == file + 1; i++) {
                long start = log.position().offset() - log.frameBytes();
                if (start - PageLogFiles.HEAD_BYTES >= blocks.size(file)) {
                    break;
                }
                while (block < count
                        && PageLogFiles.HEAD_BYTES + blocks.start(first + block) <= start) {
                    found[block++] = start;
                }
                end = log.position().offset();
                if (i % RECORDS_A_LOOK == 0 && cancelled.getAsBoolean()) {
                    throw TelegraphException.cancelled(
                            "reading was cancelled: file="
                                    + PageLogFiles.path(directory, file + 1));
                }
            }
        }
        Arrays.fill(found, block, found.length, end);
        return found;
    }
}
