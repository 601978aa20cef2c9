package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SparePagesTest {
    @Test
    void soManyAreKeptAndEachIsLentToOne() {
        SparePages spare = new SparePages();
        List<byte[]> lent = new ArrayList<>();
        for (int i = 0; i < 3 * SparePages.SPARE_MAX; i++) {
            lent.add(spare.take());
        }
        Set<byte[]> first = Collections.newSetFromMap(new IdentityHashMap<>());
        first.addAll(lent);
        assertEquals(lent.size(), first.size(), "no two have the same");
        lent.forEach(spare::give);
        Set<byte[]> second = Collections.newSetFromMap(new IdentityHashMap<>());
        int again = 0;
        for (int i = 0; i < lent.size(); i++) {
            byte[] page = spare.take();
            assertEquals(Page.BYTES, page.length);
            assertTrue(second.add(page));
            again += first.contains(page) ? 1 : 0;
        }
        assertEquals(SparePages.SPARE_MAX, again);
    }
}
