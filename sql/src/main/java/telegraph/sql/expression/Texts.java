package telegraph.sql.expression;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Vector;

/// Room for the strings one expression makes out of one batch, reused for the next.
///
/// Bytes go one after another into blocks that never move, so a string handed out stays where it is
/// until [#clear].
///
/// Threads: one worker. Memory: blocks on the heap, as many as the largest batch so far needed, at
/// most [#KEPT_BLOCKS] of them kept for the next batch.
final class Texts {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final int KEPT_BLOCKS = 16;

    private final List<byte[]> blocks = new ArrayList<>();
    private final List<MemorySegment> segments = new ArrayList<>();
    private int current = -1;
    private int used;
    private byte[] bytes;

    /// Forgets all strings.
    void clear() {
        while (blocks.size() > KEPT_BLOCKS) {
            blocks.removeLast();
            segments.removeLast();
        }
        current = -1;
        bytes = null;
        used = 0;
    }

    /// Makes room for a string of up to `length` bytes at [#position] of [#bytes].
    void reserve(int length) {
        if (bytes != null && used + length <= bytes.length) {
            return;
        }
        current++;
        while (current < blocks.size() && blocks.get(current).length < length) {
            current++;
        }
        if (current == blocks.size()) {
            byte[] block = new byte[Math.max(BLOCK_BYTES, length)];
            blocks.add(block);
            segments.add(MemorySegment.ofArray(block));
        }
        bytes = blocks.get(current);
        used = 0;
    }

    /// The block to write to, valid after [#reserve].
    byte[] bytes() {
        return bytes;
    }

    /// Where in [#bytes] to write.
    int position() {
        return used;
    }

    /// Makes the `length` bytes written at [#position] the value of `to` at `row`.
    void take(Vector to, int row, int length) {
        to.nulls[row] = false;
        to.segments[row] = segments.get(current);
        to.offsets[row] = used;
        to.lengths[row] = length;
        used += length;
    }

    void set(Vector to, int row, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, used, utf8.length);
        take(to, row, utf8.length);
    }

    /// The string at a position of a text vector.
    static String string(Vector vector, int row) {
        byte[] copy = new byte[vector.lengths[row]];
        MemorySegment.copy(
                vector.segments[row],
                ValueLayout.JAVA_BYTE,
                vector.offsets[row],
                copy,
                0,
                copy.length);
        return new String(copy, StandardCharsets.UTF_8);
    }
}
