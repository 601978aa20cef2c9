package telegraph.sources.csv;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.sources.text.Digits;

/// Bytes that cannot be taken as they lie in the file: fields with quotes in them, and records that
/// are not regular. What was added stays where it is until all is forgotten.
///
/// Threads: one.
final class CsvAside {
    private byte[] bytes = new byte[1 << 10];
    private int size = Digits.BEFORE_BYTES;
    private MemorySegment segment = MemorySegment.ofArray(bytes);

    void clear() {
        size = Digits.BEFORE_BYTES;
    }

    int size() {
        return size;
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

    void add(byte b) {
        requireRoom(1);
        bytes[size++] = b;
    }

    void add(byte[] from, int start, int stop) {
        requireRoom(stop - start);
        System.arraycopy(from, start, bytes, size, stop - start);
        size += stop - start;
    }

    /// Adds what stands in quotes, of two quotes one.
    void addWithoutDoubles(byte[] from, int start, int stop, byte quote) {
        for (int i = start; i < stop; i++) {
            add(from[i]);
            if (from[i] == quote) {
                i++;
            }
        }
    }

    /// Adds a field in quotes, and for each quote in it two.
    void addInQuotes(byte[] from, int start, int stop, byte quote) {
        add(quote);
        for (int i = start; i < stop; i++) {
            add(from[i]);
            if (from[i] == quote) {
                add(quote);
            }
        }
        add(quote);
    }

    private void requireRoom(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
