package telegraph.store.log;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The bytes of the log between two positions, each at its position modulo the size.
///
/// Threads: those who put see to it that no two do, and that nobody takes what is being put.
final class Ring {
    private final MemorySegment memory;
    private final long bytes;

    Ring(MemorySegment memory) {
        this.memory = memory;
        this.bytes = memory.byteSize();
    }

    long bytes() {
        return bytes;
    }

    void put(byte[] from, int count, long position) {
        long at = position % bytes;
        int first = (int) Math.min(count, bytes - at);
        MemorySegment.copy(from, 0, memory, ValueLayout.JAVA_BYTE, at, first);
        MemorySegment.copy(from, first, memory, ValueLayout.JAVA_BYTE, 0, count - first);
    }

    void putZeros(long from, long to) {
        for (long at = from; at < to; at++) {
            memory.set(ValueLayout.JAVA_BYTE, at % bytes, (byte) 0);
        }
    }

    void take(byte[] to, int count, long position) {
        long at = position % bytes;
        long first = Math.min(count, bytes - at);
        MemorySegment target = MemorySegment.ofArray(to);
        MemorySegment.copy(memory, at, target, 0, first);
        MemorySegment.copy(memory, 0, target, first, count - first);
    }

    /// Writes what lies between two positions to the files.
    void write(long from, long to, LogSegments files) throws IOException {
        long at = from % bytes;
        long first = Math.min(to - from, bytes - at);
        if (first > 0) {
            files.write(memory.asSlice(at, first), from);
        }
        if (to - from > first) {
            files.write(memory.asSlice(0, to - from - first), from + first);
        }
    }

    /// Writes bytes of any number to the files, piece by piece, over whatever is here.
    void writeThrough(byte[] from, int count, long position, LogSegments files) throws IOException {
        MemorySegment source = MemorySegment.ofArray(from);
        for (int at = 0; at < count; ) {
            long piece = Math.min(count - at, bytes);
            MemorySegment.copy(source, at, memory, 0, piece);
            files.write(memory.asSlice(0, piece), position + at);
            at += (int) piece;
        }
    }
}
