package telegraph.query.value;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;

/// Room for the strings one expression makes out of one batch, reused for the next.
///
/// Bytes go one after another into blocks that never move, so a string handed out stays where it is
/// until [#clear]. The first blocks are small, for there may be thousands of these rooms; a string
/// that is longer than its block would be is one of its own.
///
/// Threads: one worker. Memory: blocks on the heap, counted by the expression's [Allowance]; at
/// most [#KEPT_BLOCKS] short ones of them are kept for the next batch.
public final class Texts {
    private static final int FIRST_BYTES = 1 << 12;
    private static final int BLOCK_BYTES = 1 << 16;
    private static final int KEPT_BLOCKS = 16;

    private final List<byte[]> blocks = new ArrayList<>();
    private final List<MemorySegment> segments = new ArrayList<>();
    private final Allowance allowance;
    private int current = -1;
    private int used;
    private byte[] bytes;
    private boolean longOnes;

    /// Room that counts nowhere, for constants.
    public Texts() {
        this(new Evaluation(Evaluation.TEXT_MAX).allowance());
    }

    public Texts(Allowance allowance) {
        this.allowance = allowance;
    }

    /// What it counts with.
    public Allowance allowance() {
        return allowance;
    }

    /// Forgets all strings: a new batch begins.
    public void clear() {
        if (blocks.size() > KEPT_BLOCKS || longOnes) {
            blocks.removeIf(block -> block.length > BLOCK_BYTES);
            while (blocks.size() > KEPT_BLOCKS) {
                blocks.removeLast();
            }
            segments.clear();
            blocks.forEach(block -> segments.add(MemorySegment.ofArray(block)));
            longOnes = false;
        }
        long kept = 0;
        for (byte[] block : blocks) {
            kept += block.length;
        }
        allowance.nextBatch(kept);
        current = -1;
        bytes = null;
        used = 0;
    }

    /// Makes room for a string of up to `length` bytes at [#position] of [#bytes].
    ///
    /// @throws Expression.TooManyRows if that is more than is held for rows of which there are
    ///   others
    public void reserve(int length) {
        if (bytes != null && used + length <= bytes.length) {
            return;
        }
        if (++current == blocks.size() || length > blocks.get(current).length) {
            int size = Math.max(Math.min(BLOCK_BYTES, FIRST_BYTES << Math.min(current, 4)), length);
            demandRoom(size);
            add(new byte[size]);
        }
        bytes = blocks.get(current);
        used = 0;
    }

    private void demandRoom(int size) {
        boolean alone = current == 0;
        if (!alone && !allowance.holds(size)) {
            throw Expression.TooManyRows.NOW;
        }
        try {
            allowance.hold(size);
        } catch (TelegraphException e) {
            if (alone || e.kind() != TelegraphException.Kind.RESOURCE) {
                throw e;
            }
            throw Expression.TooManyRows.NOW;
        }
    }

    /// Puts a block in the place of the current one; short ones not yet used come after it.
    private void add(byte[] block) {
        blocks.add(current, block);
        segments.add(current, MemorySegment.ofArray(block));
        longOnes |= block.length > BLOCK_BYTES;
    }

    /// The block to write to, valid after [#reserve].
    public byte[] bytes() {
        return bytes;
    }

    /// Where in [#bytes] to write.
    public int position() {
        return used;
    }

    /// Makes the `length` bytes written at [#position] the value of `to` at `row`.
    public void take(Vector to, int row, int length) {
        to.nulls[row] = false;
        to.segments[row] = segments.get(current);
        to.offsets[row] = used;
        to.lengths[row] = length;
        used += length;
    }

    public void set(Vector to, int row, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > BLOCK_BYTES) {
            current++;
            demandRoom(utf8.length);
            add(utf8);
            bytes = utf8;
            used = 0;
            take(to, row, utf8.length);
            return;
        }
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, used, utf8.length);
        take(to, row, utf8.length);
    }

    /// The string at a position of a text vector.
    public static String string(Vector vector, int row) {
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
