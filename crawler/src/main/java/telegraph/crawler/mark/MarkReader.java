package telegraph.crawler.mark;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;

/// Reads the file that [MarkWriter] wrote, field by field.
///
/// Threads: the frontier's.
public final class MarkReader implements AutoCloseable {
    private final Path path;
    private final Disk.DiskFile file;
    private final MemorySegment buffer = MemorySegment.ofArray(new byte[MarkWriter.BUFFER_BYTES]);
    private final long end;
    private long start;
    private int at;
    private int filled;
    private long magic;

    /// Opens a file and checks all of it.
    public MarkReader(Disk disk, Path path) {
        this.path = path;
        try {
            if (!disk.exists(path)) {
                throw corrupt("is there", "file=" + path);
            }
            file = disk.open(path);
            end = file.size() - Long.BYTES;
            if (end < Long.BYTES) {
                throw corrupt("is whole", "file=" + path + " bytes=" + file.size());
            }
            check();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private static TelegraphException corrupt(String rule, String facts) {
        return TelegraphException.corrupt(
                "the mark that a frontier starts from " + rule + ": " + facts);
    }

    private RuntimeException failure(IOException cause) {
        return Disk.failure("a mark of the frontier can be read", path, cause);
    }

    private void check() throws IOException {
        CRC32C sum = new CRC32C();
        for (long offset = 0; offset < end; offset += MarkWriter.BUFFER_BYTES) {
            long count = Math.min(MarkWriter.BUFFER_BYTES, end - offset);
            MemorySegment step = buffer.asSlice(0, count);
            file.read(step, offset);
            sum.update(step.asByteBuffer());
        }
        file.read(buffer.asSlice(0, Long.BYTES), end);
        long expected = buffer.get(FrontierWords.LONG, 0);
        if (expected != sum.getValue()) {
            throw corrupt(
                    "has its checksum",
                    "file=" + path + " expected=" + expected + " found=" + sum.getValue());
        }
        magic = getLong();
        if (magic != MarkWriter.MAGIC && magic != MarkWriter.MAGIC_WITHOUT_ASIDES) {
            throw corrupt("is a mark", "file=" + path + " found=" + Long.toHexString(magic));
        }
    }

    /// Whether the mark has a line of sites that were set aside.
    public boolean hasAsides() {
        return magic == MarkWriter.MAGIC;
    }

    public int getInt() {
        need(Integer.BYTES);
        at += Integer.BYTES;
        return buffer.get(FrontierWords.INT, at - Integer.BYTES);
    }

    public long getLong() {
        need(Long.BYTES);
        at += Long.BYTES;
        return buffer.get(FrontierWords.LONG, at - Long.BYTES);
    }

    public String getText() {
        byte[] octets = new byte[getInt()];
        getBytes(MemorySegment.ofArray(octets), 0, octets.length);
        return new String(octets, StandardCharsets.UTF_8);
    }

    /// At most as many bytes as the buffer has.
    public void getBytes(MemorySegment to, long offset, int count) {
        need(count);
        MemorySegment.copy(buffer, at, to, offset, count);
        at += count;
    }

    private void need(int count) {
        if (at + count <= filled) {
            return;
        }
        start += at;
        at = 0;
        filled = (int) Math.min(MarkWriter.BUFFER_BYTES, end - start);
        if (filled < count) {
            throw corrupt("has all fields", "file=" + path + " bytes=" + end);
        }
        try {
            file.read(buffer.asSlice(0, filled), start);
        } catch (IOException e) {
            throw failure(e);
        }
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
