package telegraph.crawler.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import telegraph.ground.Disk;
import telegraph.ground.Disk.DiskFile;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.memory.Region;

/// Appends records to the files `pages-000001.log`, `pages-000002.log`, … of a crawl: what the
/// crawl found, and at the same time the journal from which it goes on after it was killed.
///
/// Records are gathered in a buffer and written in one go: when it is full, and at [#flush]. What
/// was flushed survives the end of the process, what was synced the end of the machine. A record
/// lies in one file; one begun behind [#FILE_BYTES] gets a new one.
///
/// A log may end with a *tail*: records that hold only until the crawl goes on. It lies in files of
/// its own, which are deleted then, so that nothing is cut from under somebody who reads the log.
///
/// Invariants:
///
/// 1. All frames up to the last file's tail are whole; only the tail can be torn, and is cut when
///    the log is opened behind the last whole record.
/// 2. A file is complete on disk before the next one gets a name.
/// 3. After a failed write nothing more is appended, so that no record stands behind a hole.
///
/// Threads: one. Memory: one buffer of the region, freed by [#close].
public final class PageLog implements AutoCloseable {
    /// Where a new file begins.
    public static final long FILE_BYTES = 256L << 20;

    /// The record with which a tail begins, and its kind.
    static final byte TAIL = 3;

    private static final int BUFFER_BYTES = 256 << 10;

    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Disk disk;
    private final Path directory;
    private final Region region;
    private final long fileBytes;
    private final CRC32C crc = new CRC32C();
    private final MemorySegment buffer;
    private DiskFile file;
    private int number;
    private long flushed;
    private int buffered;
    private boolean broken;

    private PageLog(Disk disk, Path directory, Region region, long fileBytes) {
        this.disk = disk;
        this.directory = directory;
        this.region = region;
        this.fileBytes = fileBytes;
        this.buffer = region.allocate(BUFFER_BYTES);
    }

    /// Opens the log to append at `end`, which is [LogPosition#START] or the position of a reader
    /// that found no more. What lies behind it is cut.
    public static PageLog open(Disk disk, Path directory, LogPosition end, Region region) {
        return open(disk, directory, end, region, FILE_BYTES);
    }

    /// Whether there is a log in `directory`.
    public static boolean isIn(Disk disk, Path directory) {
        return PageLogFiles.exists(disk, directory, 1);
    }

    /// The octets of all files of the log in `directory`.
    public static long bytes(Disk disk, Path directory) {
        return Arrays.stream(PageLogFiles.sizes(disk, directory)).sum();
    }

    static PageLog open(Disk disk, Path directory, LogPosition end, Region region, long fileBytes) {
        PageLog log = new PageLog(disk, directory, region, fileBytes);
        try {
            log.resume(end);
        } catch (RuntimeException | Error e) {
            log.close();
            throw e;
        }
        return log;
    }

    private void resume(LogPosition end) {
        number = end.file();
        Path path = PageLogFiles.path(directory, number);
        try {
            boolean fresh = !disk.exists(path);
            int last = number;
            while (PageLogFiles.exists(disk, directory, last + 1)) {
                last++;
            }
            // The last one first: at no time is there a file behind a gap.
            for (; last > number; last--) {
                disk.delete(PageLogFiles.path(directory, last));
            }
            file = disk.open(path);
            if (fresh || file.size() < PageLogFiles.HEAD_BYTES) {
                head();
            }
            if (file.size() < end.offset()) {
                throw new IOException("the file is shorter than " + end.offset() + " octets");
            }
            file.resize(end.offset());
            flushed = end.offset();
            if (fresh) {
                disk.syncDirectory(directory);
            }
        } catch (IOException e) {
            throw Disk.failure("the page log could not be opened", path, e);
        }
    }

    private void head() throws IOException {
        MemorySegment head = buffer.asSlice(0, PageLogFiles.HEAD_BYTES);
        head.set(LONG, 0, PageLogFiles.MAGIC);
        head.set(LONG, 8, number);
        file.write(head, 0);
        flushed = PageLogFiles.HEAD_BYTES;
    }

    /// Appends a record, whose first octet says of which kind it is.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the disk is full or fails;
    ///   then the log takes no more
    public void append(Octets record) {
        append(record.array(), 0, record.length());
    }

    /// Appends a record, as [#append(Octets)] does.
    public void append(byte[] from, int start, int end) {
        int length = end - start;
        if (length < 1 || length > PageRecord.BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a record has 1 to " + PageRecord.BYTES_MAX + " octets: octets=" + length);
        }
        demandSound();
        if (flushed + buffered >= fileBytes) {
            rotate();
        }
        if (buffered + PageLogFiles.FRAME_BYTES > BUFFER_BYTES) {
            flush();
        }
        crc.reset();
        crc.update(from, start, length);
        buffer.set(INT, buffered, length);
        buffer.set(INT, buffered + 4, (int) crc.getValue());
        buffered += PageLogFiles.FRAME_BYTES;
        for (int at = start; at < end; ) {
            if (buffered == BUFFER_BYTES) {
                flush();
            }
            int step = Math.min(end - at, BUFFER_BYTES - buffered);
            MemorySegment.copy(from, at, buffer, ValueLayout.JAVA_BYTE, buffered, step);
            buffered += step;
            at += step;
        }
    }

    /// Hands to the system what was appended; from here on it outlives the process.
    public void flush() {
        demandSound();
        if (buffered == 0) {
            return;
        }
        broken = true;
        try {
            file.write(buffer.asSlice(0, buffered), flushed);
        } catch (IOException e) {
            throw failed("written", e);
        }
        broken = false;
        flushed += buffered;
        buffered = 0;
    }

    /// Whether nothing was appended since the last [#flush].
    public boolean isFlushed() {
        return buffered == 0;
    }

    /// Returns when all that was appended is on the disk.
    public void sync() {
        flush();
        broken = true;
        try {
            file.sync();
        } catch (IOException e) {
            throw failed("synced", e);
        }
        broken = false;
    }

    /// The file that holds the records since the last one was complete: whoever opens and syncs it
    /// after a [#flush] does as [#sync], in another thread if need be.
    public Path unsynced() {
        return PageLogFiles.path(directory, number);
    }

    private void rotate() {
        sync();
        broken = true;
        try {
            file.close();
            number++;
            file = disk.create(PageLogFiles.path(directory, number));
            head();
            disk.syncDirectory(directory);
        } catch (IOException e) {
            throw failed("begun", e);
        }
        broken = false;
    }

    /// Begins the tail: what is appended from here on is there for readers, and is cut when the log
    /// is opened at the position that it has now.
    public void beginTail() {
        demandSound();
        rotate();
        append(new byte[] {TAIL}, 0, 1);
    }

    /// Where the next record will be.
    public LogPosition next() {
        demandSound();
        if (flushed + buffered >= fileBytes) {
            rotate();
        }
        return position();
    }

    /// The record that was appended at `at`, as [#next] said.
    ///
    /// @throws telegraph.ground.TelegraphException of kind CORRUPT if there is none
    public byte[] read(LogPosition at) {
        flush();
        Path path = PageLogFiles.path(directory, at.file());
        try {
            if (at.file() == number) {
                return read(file, at, path);
            }
            try (DiskFile older = disk.open(path)) {
                return read(older, at, path);
            }
        } catch (IOException e) {
            throw Disk.failure("the page log could not be read", path, e);
        }
    }

    private byte[] read(DiskFile from, LogPosition at, Path path) throws IOException {
        byte[] frame = new byte[PageLogFiles.FRAME_BYTES];
        MemorySegment head = MemorySegment.ofArray(frame);
        boolean whole = at.offset() + frame.length <= from.size();
        if (whole) {
            from.read(head, at.offset());
        }
        int length = whole ? head.get(INT, 0) : 0;
        if (length < 1
                || length > PageRecord.BYTES_MAX
                || at.offset() + frame.length + length > from.size()) {
            throw damaged(at, path);
        }
        byte[] record = new byte[length];
        from.read(MemorySegment.ofArray(record), at.offset() + frame.length);
        crc.reset();
        crc.update(record, 0, length);
        if (head.get(INT, 4) != (int) crc.getValue()) {
            throw damaged(at, path);
        }
        return record;
    }

    private static TelegraphException damaged(LogPosition at, Path path) {
        return TelegraphException.corrupt(
                "a record of the page log is whole: file=" + path + " offset=" + at.offset());
    }

    /// Behind what was appended.
    public LogPosition position() {
        return new LogPosition(number, flushed + buffered);
    }

    private void demandSound() {
        if (broken) {
            throw new IllegalStateException(
                    "a log that failed takes no more: file="
                            + PageLogFiles.path(directory, number));
        }
    }

    private RuntimeException failed(String what, IOException cause) {
        return Disk.failure(
                "the page log could not be " + what, PageLogFiles.path(directory, number), cause);
    }

    /// Flushes, unless a write failed before, and closes the file.
    @Override
    public void close() {
        try {
            if (!broken && file != null) {
                flush();
            }
        } finally {
            region.free(buffer);
            closeFile();
        }
    }

    private void closeFile() {
        broken = true;
        if (file == null) {
            return;
        }
        try {
            file.close();
        } catch (IOException e) {
            throw failed("closed", e);
        } finally {
            file = null;
        }
    }
}
