package telegraph.crawler.warc;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import telegraph.ground.Disk.DiskFile;

/// Finds out how much of a file that a killed crawl left is whole.
///
/// A process that dies leaves at most its last member torn, which its head tells. When the power
/// goes, what was not synced may be there, or not, or be zeros in parts; so the members that could
/// have been written since the last sync are unpacked and their checksums compared.
///
/// Threads: one.
final class Leftover implements AutoCloseable {
    private static final int STEP_BYTES = 64 << 10;

    private final DiskFile file;
    private final long unsyncedMax;
    private final long size;
    private final byte[] head = new byte[GzipMember.HEAD_BYTES];
    private final byte[] tail = new byte[GzipMember.TAIL_BYTES];
    private final byte[] packed = new byte[STEP_BYTES];
    private final byte[] unpacked = new byte[STEP_BYTES];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();

    /// @param unsyncedMax how many octets before a write may not have been synced when it began
    Leftover(DiskFile file, long unsyncedMax) throws IOException {
        this.file = file;
        this.unsyncedMax = unsyncedMax;
        this.size = file.size();
    }

    /// The length of all whole members at the beginning.
    long whole() throws IOException {
        long last = 0;
        long end = 0;
        for (long length = length(0); length > 0; length = length(end)) {
            last = end;
            end += length;
        }
        // One write has two members, of a response and of its request.
        long doubted = last - unsyncedMax;
        long at = 0;
        while (at < end) {
            long length = length(at);
            if (at + length > doubted && !isSound(at, length)) {
                return at;
            }
            at += length;
        }
        return at;
    }

    /// The length of the member at an offset, or -1 if there is no whole one.
    private long length(long at) throws IOException {
        if (size - at < head.length) {
            return -1;
        }
        file.read(MemorySegment.ofArray(head), at);
        long length = GzipMember.length(head);
        return length > size - at ? -1 : length;
    }

    /// Whether the member whose head was read holds what its tail says.
    private boolean isSound(long start, long length) throws IOException {
        long end = start + length - tail.length;
        file.read(MemorySegment.ofArray(tail), end);
        if (GzipMember.heldByTail(tail) != GzipMember.heldByHead(head)) {
            return false;
        }
        inflater.reset();
        crc.reset();
        long at = start + head.length;
        try {
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    int count = (int) Math.min(STEP_BYTES, end - at);
                    if (count == 0) {
                        return false;
                    }
                    file.read(MemorySegment.ofArray(packed).asSlice(0, count), at);
                    inflater.setInput(packed, 0, count);
                    at += count;
                }
                int count = inflater.inflate(unpacked);
                if (count == 0 && inflater.needsDictionary()) {
                    return false;
                }
                crc.update(unpacked, 0, count);
            }
        } catch (DataFormatException torn) {
            return false;
        }
        return at == end
                && inflater.getRemaining() == 0
                && (int) crc.getValue() == GzipMember.crcByTail(tail)
                && (int) inflater.getBytesWritten() == GzipMember.heldByTail(tail);
    }

    @Override
    public void close() {
        inflater.end();
    }
}
