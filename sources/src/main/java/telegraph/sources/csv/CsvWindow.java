package telegraph.sources.csv;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.sources.file.BlockBytes;
import telegraph.sources.text.Digits;

/// The bytes of one block of a file, and after them as many as its last record needs.
///
/// ```
/// bytes  │ free │ the block │ beyond it │ free │
///          ▲ BEFORE          ▲ end       ▲ limit
/// ```
///
/// A last line without an end gets one, so that all lines have.
///
/// Threads: one. Memory: one array, reused.
final class CsvWindow {
    private static final int BEFORE = Digits.BEFORE_BYTES;
    private static final int BEYOND_BYTES = 4 << 10;

    /// A record that is longer beyond its block is cut by who reads as much as it takes.
    private static final int BEYOND_BYTES_MAX = 1 << 20;

    private byte[] bytes = new byte[0];
    private MemorySegment segment = MemorySegment.ofArray(bytes);
    private BlockBytes file;
    private long base;
    private int end;
    private int limit;
    private int read;
    private boolean atEnd;

    /// Takes the bytes of a file from one place on, of which those before `to` are a block.
    void open(BlockBytes other, long from, long to) throws IOException {
        file = other;
        base = from - BEFORE;
        end = Math.toIntExact(to - base);
        read = BEFORE;
        atEnd = false;
        readUpTo(end + BEYOND_BYTES);
    }

    /// Takes more bytes behind the block; false if there are none, or too many already.
    boolean extend() throws IOException {
        if (atEnd || read - end >= BEYOND_BYTES_MAX) {
            return false;
        }
        readUpTo(end + 4 * (read - end));
        return true;
    }

    private void readUpTo(int wanted) throws IOException {
        int room = wanted + 1 + CsvScanner.BEHIND_BYTES;
        if (bytes.length < room) {
            bytes = Arrays.copyOf(bytes, room + (room >> 3));
        }
        int more = file.fill(base + read, bytes, read, wanted - read);
        read += more;
        atEnd = read < wanted;
        limit = read;
        if (atEnd && read > BEFORE && bytes[read - 1] != '\n') {
            bytes[limit++] = '\n';
        }
    }

    byte[] bytes() {
        return bytes;
    }

    /// All bytes, for views of texts.
    MemorySegment segment() {
        if (segment.heapBase().orElseThrow() != bytes) {
            segment = MemorySegment.ofArray(bytes);
        }
        return segment;
    }

    /// Where the block begins in [#bytes].
    int start() {
        return BEFORE;
    }

    int end() {
        return end;
    }

    int limit() {
        return limit;
    }

    /// Where in the file a byte is; the end of the file for those behind it.
    long place(int at) {
        return base + (atEnd ? Math.min(at, read) : at);
    }

    /// Where in [#bytes] a byte of the file is, or would be.
    int at(long place) {
        return Math.toIntExact(place - base);
    }
}
