package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.store.Bytes;

/// Looks at one [SortedPage] that nobody changes and says which of its invariants do not hold.
///
/// Threads: one.
final class SortedPageCheck {
    private SortedPageCheck() {}

    /// What is wrong with the page, or nothing.
    static List<String> run(MemorySegment memory, long at) {
        List<String> wrong = new ArrayList<>();
        PageCopy copy = new PageCopy().take(memory, at);
        int slots = copy.slots();
        int start = SortedPage.SLOTS_START + SortedPage.SLOT_BYTES * slots;
        int end = PageLayout.holeEnd(memory, at);
        if (slots > SortedPage.SLOTS_MAX
                || start != PageLayout.holeStart(memory, at)
                || end < start
                || end > PageLayout.PAGE_BYTES) {
            wrong.add("the hole lies between slots and cells: slots=" + slots + " end=" + end);
            return wrong;
        }
        long[] cells = new long[slots];
        int used = 0;
        for (int slot = 0; slot < slots; slot++) {
            int cell = copy.cell(slot);
            if (cell < end
                    || cell + SortedPage.CELL_HEAD > PageLayout.PAGE_BYTES
                    || cell + copy.cellBytes(slot) > PageLayout.PAGE_BYTES) {
                wrong.add("a cell lies after the hole: slot=" + slot + " offset=" + cell);
                return wrong;
            }
            used += copy.cellBytes(slot);
            cells[slot] = (long) cell << 32 | copy.cellBytes(slot);
        }
        Arrays.sort(cells);
        for (int i = 1; i < slots; i++) {
            if ((cells[i - 1] >>> 32) + (int) cells[i - 1] > cells[i] >>> 32) {
                wrong.add("no two cells overlap: offset=" + (cells[i] >>> 32));
            }
        }
        int garbage = SortedPage.u16(memory, at + SortedPage.GARBAGE);
        if (used + garbage != PageLayout.PAGE_BYTES - end) {
            wrong.add(
                    "cells fill the page from the end of the hole: used="
                            + used
                            + " givenUp="
                            + garbage
                            + " holeEnd="
                            + end);
        }
        validateKeys(memory, at, copy, wrong);
        return wrong;
    }

    private static void validateKeys(
            MemorySegment memory, long at, PageCopy copy, List<String> wrong) {
        int prefix = SortedPage.prefix(memory, at);
        Bytes key = new Bytes();
        for (int slot = 0; slot < copy.slots(); slot++) {
            SortedPage.key(memory, at, slot, key);
            if (key.length() == 0) {
                wrong.add("a key has a byte at least: slot=" + slot);
            }
            if (slot > 0 && copy.compare(slot - 1, key.array(), key.length()) >= 0) {
                wrong.add("keys increase from slot to slot: slot=" + slot);
            }
            if (copy.common(0, copy, slot) < prefix) {
                wrong.add("all keys begin with the prefix: slot=" + slot + " prefix=" + prefix);
            } else if (memory.get(PageLayout.INT, SortedPage.slotAt(at, slot) + 2)
                    != SortedPage.head(key.array(), key.length(), prefix)) {
                wrong.add("a slot has the first bytes of its key after the prefix: slot=" + slot);
            }
        }
    }
}
