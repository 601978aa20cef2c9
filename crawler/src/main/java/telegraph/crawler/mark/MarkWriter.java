package telegraph.crawler.mark;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import telegraph.ground.Disk;

/// Writes the file of a mark: fields one after the other, then their CRC32C.
///
/// Threads: the frontier's.
public final class MarkWriter implements AutoCloseable {
    static final long MAGIC = 0x324B52414D475454L;

    /// Of marks that know of no sites that were set aside.
    static final long MAGIC_WITHOUT_ASIDES = 0x314B52414D475454L;

    static final int BUFFER_BYTES = 64 << 10;

    private final Path path;
    private final Disk.DiskFile file;
    private final MemorySegment buffer = MemorySegment.ofArray(new byte[BUFFER_BYTES]);
    private final CRC32C sum = new CRC32C();
    private long start;
    private int filled;

    public MarkWriter(Disk disk, Path path) {
        this.path = path;
        try {
            file = disk.create(path);
        } catch (IOException e) {
            throw failure(e);
        }
        putLong(MAGIC);
    }

    private RuntimeException failure(IOException cause) {
        return Disk.failure("a mark of the frontier can be written", path, cause);
    }

    public void putInt(int value) {
        room(Integer.BYTES);
        buffer.set(FrontierWords.INT, filled, value);
        filled += Integer.BYTES;
    }

    public void putLong(long value) {
        room(Long.BYTES);
        buffer.set(FrontierWords.LONG, filled, value);
        filled += Long.BYTES;
    }

    public void putText(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        putInt(octets.length);
        putBytes(MemorySegment.ofArray(octets), 0, octets.length);
    }

    /// At most as many bytes as the buffer has.
    public void putBytes(MemorySegment from, long at, int count) {
        room(count);
        MemorySegment.copy(from, at, buffer, filled, count);
        filled += count;
    }

    private void room(int count) {
        if (filled + count > BUFFER_BYTES) {
            write();
        }
    }

    private void write() {
        sum.update(buffer.asSlice(0, filled).asByteBuffer());
        writeOut();
    }

    private void writeOut() {
        try {
            file.write(buffer.asSlice(0, filled), start);
        } catch (IOException e) {
            throw failure(e);
        }
        start += filled;
        filled = 0;
    }

    /// Writes what is left, and the sum.
    public void finish() {
        write();
        putLong(sum.getValue());
        writeOut();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw failure(e);
        }
    }
}
