package telegraph.engine.stem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Vector;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

class PagesTest {
    private static final long MIB = 1 << 20;
    private static final int ROWS = 100;
    private static final int[] ALL = new int[ROWS];
    private static final StemPage.Layout LAYOUT = StemPage.Layout.of(List.of(Type.BIGINT), 0);

    static {
        Arrays.setAll(ALL, i -> i);
    }

    private static StemPage page(Pages pages, Region region, long value, long[] refs) {
        StemPage page = new StemPage(pages.take(), region, LAYOUT, ROWS, 0);
        Vector column = new Vector(Type.BIGINT);
        Arrays.fill(column.longs, value);
        column.hasNoNulls();
        page.append(new Vector[] {column}, ALL, 0, ROWS, 0, refs);
        pages.put(page);
        return page;
    }

    @Test
    void onlyThePagesThatWereReadMustStay() {
        try (MemoryManager memory = new MemoryManager(16 * MIB);
                Region query = memory.query("q", 8 * MIB)) {
            Pages pages = new Pages(1);
            long[] refs = new long[ROWS];
            long[] others = new long[ROWS];
            StemPage read = page(pages, query, 1111, refs);
            StemPage other = page(pages, query, 2222, others);
            int before = pages.removed();
            Vector to = new Vector(Type.BIGINT);
            pages.gather(0, refs, ALL, ROWS, to);
            assertEquals(1111, to.longs[7]);
            pages.remove(other);
            other.free();
            pages.confirm(before, refs, ALL, ROWS);
            int after = pages.removed();
            pages.remove(read);
            read.free();
            assertThrows(IllegalStateException.class, () -> pages.confirm(after, refs, ALL, ROWS));
            // Its number is given again, which makes no difference.
            StemPage next = page(pages, query, 3333, others);
            assertEquals(read.number, next.number);
            assertThrows(IllegalStateException.class, () -> pages.confirm(after, refs, ALL, ROWS));
            pages.confirm(pages.removed(), others, ALL, ROWS);
        }
    }
}
