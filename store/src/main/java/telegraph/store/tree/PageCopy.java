package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import telegraph.store.Bytes;

/// A sorted page as it was at one moment, in an array of its own.
///
/// A copy may be of a page that was being changed; until whoever took it has asked whether it was,
/// only [#take] is safe.
///
/// Threads: one at a time.
public final class PageCopy {
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;

    public PageCopy() {
        this(new byte[PageLayout.PAGE_BYTES]);
    }

    /// @param bytes taken for the copy
    PageCopy(byte[] bytes) {
        this.bytes = bytes;
    }

    PageCopy take(MemorySegment memory, long at) {
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, bytes, 0, PageLayout.PAGE_BYTES);
        return this;
    }

    public byte[] array() {
        return bytes;
    }

    private int u16(int offset) {
        return (short) SHORT.get(bytes, offset) & 0xFFFF;
    }

    public int slots() {
        return u16(PageLayout.SLOTS);
    }

    int type() {
        return bytes[PageLayout.TYPE];
    }

    int level() {
        return bytes[PageLayout.LEVEL];
    }

    int next() {
        return (int) INT.get(bytes, PageLayout.NEXT);
    }

    int cell(int slot) {
        return u16(SortedPage.SLOTS_START + SortedPage.SLOT_BYTES * slot);
    }

    public boolean isGhost(int slot) {
        return (u16(cell(slot)) & SortedPage.MARK) != 0;
    }

    public boolean isLarge(int slot) {
        return (u16(cell(slot) + 2) & SortedPage.MARK) != 0;
    }

    public int keyOffset(int slot) {
        return cell(slot) + SortedPage.CELL_HEAD;
    }

    public int keyLength(int slot) {
        return u16(cell(slot)) & SortedPage.LENGTH;
    }

    public int payloadOffset(int slot) {
        int cell = cell(slot);
        return cell + SortedPage.CELL_HEAD + (u16(cell) & SortedPage.LENGTH);
    }

    public int payloadLength(int slot) {
        return u16(cell(slot) + 2) & SortedPage.LENGTH;
    }

    int cellBytes(int slot) {
        return SortedPage.CELL_HEAD + keyLength(slot) + payloadLength(slot);
    }

    /// The child of an inner page right of the separator in `slot`; left of the first if -1.
    int child(int slot) {
        return slot < 0 ? next() : (int) INT.get(bytes, payloadOffset(slot));
    }

    Bytes key(int slot) {
        return new Bytes().append(bytes, keyOffset(slot), keyLength(slot));
    }

    Bytes payload(int slot) {
        return new Bytes().append(bytes, payloadOffset(slot), payloadLength(slot));
    }

    /// What is wrong with the page, or nothing.
    List<String> validate() {
        return SortedPageCheck.run(MemorySegment.ofArray(bytes), 0);
    }

    /// How many bytes the key in `slot` has in common with that in `otherSlot` of `other`.
    int common(int slot, PageCopy other, int otherSlot) {
        int most = Math.min(keyLength(slot), other.keyLength(otherSlot));
        return common(other.bytes, other.keyOffset(otherSlot), most, slot);
    }

    /// How many of the `most` bytes at `offset` the key in `slot` begins with.
    int common(byte[] with, int offset, int most, int slot) {
        int length = Math.min(most, keyLength(slot));
        int own = keyOffset(slot);
        for (int i = 0; i < length; i++) {
            if (with[offset + i] != bytes[own + i]) {
                return i;
            }
        }
        return length;
    }

    /// The first slot whose key is not below `key`; [#slots] if there is none.
    public int lowerBound(byte[] key, int length) {
        int low = 0;
        int high = slots();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, key, length) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    int compare(int slot, byte[] key, int length) {
        int from = keyOffset(slot);
        return Arrays.compareUnsigned(bytes, from, from + keyLength(slot), key, 0, length);
    }
}
