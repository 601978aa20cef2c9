package telegraph.crawler.page;

import static telegraph.crawler.page.RecordLayout.INT;
import static telegraph.crawler.page.RecordLayout.LONG;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import telegraph.ground.Disk;
import telegraph.ground.Disk.DiskFile;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;

/// Reads a page log, one record after another, also while it grows.
///
/// A record that is not whole at the end of the last file ends the log for now: it is still being
/// written, or was torn when the machine stopped. Anywhere else it is a corruption.
///
/// Threads: one. Memory: a buffer on the heap, charged to the region, as long as the longest record
/// met.
public final class PageLogReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 256 << 10;

    private final Disk disk;
    private final Path directory;
    private final Region region;
    private final CRC32C crc = new CRC32C();
    private byte[] buffer;
    private DiskFile file;
    private int number;

    /// Where the buffer's first octet lies in the file.
    private long bufferAt;

    private int filled;
    private int next;
    private int start;
    private int end;

    /// Where in the file reading ends, if it does before the file.
    private long limit = Long.MAX_VALUE;

    private boolean torn;

    private boolean leavesTail;
    private boolean atTail;

    private PageLogReader(Disk disk, Path directory, LogPosition from, Region region) {
        this.disk = disk;
        this.directory = directory;
        this.region = region;
        this.number = from.file();
        this.bufferAt = from.offset();
        region.charge(BUFFER_BYTES);
        this.buffer = new byte[BUFFER_BYTES];
    }

    /// Opens the log to read what follows `from`. A log that is not there yet has no records.
    public static PageLogReader open(Disk disk, Path directory, LogPosition from, Region region) {
        return new PageLogReader(disk, directory, from, region);
    }

    /// From now on the log ends where its tail begins, if it has one: what is there holds only
    /// until the crawl goes on.
    public PageLogReader leaveTail() {
        leavesTail = true;
        return this;
    }

    /// Goes to a part of one file: records are read from `from` to `end`, which are both borders of
    /// records.
    void seek(LogPosition from, long end) {
        if (from.file() != number) {
            closeFile();
            number = from.file();
        }
        bufferAt = from.offset();
        filled = 0;
        next = 0;
        limit = end;
    }

    /// Goes to the next record; false if there is none now. Ask again later if the log still grows.
    ///
    /// @throws TelegraphException of kind CORRUPT if a record is damaged that was once whole
    public boolean next() {
        if (atTail || !nextWhole()) {
            return false;
        }
        atTail = leavesTail && kind() == PageLog.TAIL;
        return !atTail;
    }

    private boolean nextWhole() {
        while (true) {
            if (file == null && !openFile()) {
                return false;
            }
            if (frame()) {
                return true;
            }
            if (bufferAt + next == limit) {
                return false;
            }
            if (limit == Long.MAX_VALUE && !PageLogFiles.exists(disk, directory, number + 1)) {
                return false;
            }
            // Who begins the next file has ended this one: now it is all there.
            if (frame()) {
                return true;
            }
            if (bufferAt + next != size()) {
                throw TelegraphException.corrupt(
                        "a record of the page log is damaged: file="
                                + path()
                                + " offset="
                                + (bufferAt + next)
                                + ". What lies behind it in this file cannot be read.");
            }
            closeFile();
            number++;
            bufferAt = PageLogFiles.HEAD_BYTES;
            filled = 0;
            next = 0;
        }
    }

    private boolean openFile() {
        if (!PageLogFiles.exists(disk, directory, number)) {
            return false;
        }
        try {
            file = disk.openToRead(path());
            if (file.size() < PageLogFiles.HEAD_BYTES) {
                closeFile();
                return false;
            }
            byte[] head = new byte[PageLogFiles.HEAD_BYTES];
            file.read(MemorySegment.ofArray(head), 0);
            if ((long) LONG.get(head, 0) != PageLogFiles.MAGIC
                    || (long) LONG.get(head, 8) != number) {
                throw TelegraphException.corrupt(
                        "a file of a page log begins with its mark and number: file=" + path());
            }
            return true;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// Whether the next frame is whole; then it is the current one.
    private boolean frame() {
        torn = false;
        if (!fill(PageLogFiles.FRAME_BYTES)) {
            torn = filled > next;
            return false;
        }
        int length = (int) INT.get(buffer, next);
        int expected = (int) INT.get(buffer, next + 4);
        torn = true;
        if (length < 1
                || length > PageRecord.BYTES_MAX
                || !fill(PageLogFiles.FRAME_BYTES + length)) {
            return false;
        }
        crc.reset();
        crc.update(buffer, next + PageLogFiles.FRAME_BYTES, length);
        if ((int) crc.getValue() != expected) {
            return false;
        }
        torn = false;
        start = next + PageLogFiles.FRAME_BYTES;
        end = start + length;
        next = end;
        return true;
    }

    /// Sees to it that `bytes` octets from `next` on are in the buffer, if the file has them.
    private boolean fill(int bytes) {
        if (filled - next >= bytes) {
            return true;
        }
        long available = size() - bufferAt - next;
        if (available < bytes) {
            return false;
        }
        int kept = filled - next;
        System.arraycopy(buffer, next, buffer, 0, kept);
        bufferAt += next;
        next = 0;
        filled = kept;
        if (buffer.length < bytes) {
            region.charge(bytes - buffer.length);
            buffer = Arrays.copyOf(buffer, bytes);
        }
        int more = (int) Math.min(buffer.length - filled, available - filled);
        try {
            file.read(MemorySegment.ofArray(buffer).asSlice(filled, more), bufferAt + filled);
        } catch (IOException e) {
            throw failed(e);
        }
        filled += more;
        return true;
    }

    private long size() {
        try {
            return Math.min(file.size(), limit);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// Of which kind the current record is.
    public byte kind() {
        return buffer[start];
    }

    public boolean isPage() {
        return kind() == PageRecord.KIND;
    }

    /// Where the current record lies; valid until the next [#next].
    public byte[] array() {
        return buffer;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /// What the current record takes up in the file.
    public int frameBytes() {
        return PageLogFiles.FRAME_BYTES + end - start;
    }

    /// Shows the current record, which is one of a page.
    public PageView page(PageView view) {
        return view.set(buffer, start, end);
    }

    /// Behind the current record, or where reading began.
    public LogPosition position() {
        return new LogPosition(number, bufferAt + next);
    }

    /// Whether the last [#next] found the start of a record that is not whole.
    public boolean isTorn() {
        return torn;
    }

    private Path path() {
        return PageLogFiles.path(directory, number);
    }

    private RuntimeException failed(IOException cause) {
        return Disk.failure("the page log could not be read", path(), cause);
    }

    private void closeFile() {
        if (file == null) {
            return;
        }
        try {
            file.close();
        } catch (IOException e) {
            throw failed(e);
        } finally {
            file = null;
        }
    }

    /// Frees the buffer and closes the file.
    @Override
    public void close() {
        if (buffer.length > 0) {
            region.discharge(buffer.length);
            buffer = new byte[0];
        }
        closeFile();
    }
}
