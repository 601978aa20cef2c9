package telegraph.store.tree;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.page.PageCache;

/// Goes through all pages of a container that nobody changes and says what is wrong with it.
///
/// Pages that are nobody's are not wrong: a crash between a page's last use and its freeing leaves
/// some.
///
/// Threads: one.
final class TreeCheck {
    private static final int WRONG_MAX = 100;

    private final PageCache cache;
    private final Space space;
    private final LargeValues large;
    private final BitSet used = new BitSet();
    private final List<String> wrong = new ArrayList<>();
    private final Bytes value = new Bytes();

    /// The leaf that the last leaf's link led to; -1 before the first.
    private int nextLeaf = -1;

    TreeCheck(PageCache cache, Space space, LargeValues large) {
        this.cache = cache;
        this.space = space;
        this.large = large;
    }

    List<String> run() {
        try {
            space.demandReadable();
            used.set(PageLayout.HEADER_PAGE);
            int level = copy(PageLayout.ROOT_PAGE).level();
            page(new Range(PageLayout.ROOT_PAGE, level, null, null));
            if (nextLeaf != 0) {
                wrong(PageLayout.ROOT_PAGE, "the last leaf has no right sibling: next=" + nextLeaf);
            }
            freeList();
        } catch (TelegraphException e) {
            wrong.add(e.getMessage());
        }
        return wrong;
    }

    /// What a page must be, by the pages above it.
    private record Range(int page, int level, Bytes low, Bytes high) {}

    private void wrong(int page, String what) {
        if (wrong.size() < WRONG_MAX) {
            wrong.add(what + " container=" + space.container() + " page=" + page);
        }
    }

    private PageCopy copy(int number) {
        long id = space.pageId(number);
        PageCopy copy = new PageCopy();
        while (true) {
            int frame = cache.frame(id, true);
            long version = cache.optimistic(frame);
            if (cache.holds(frame, id)) {
                long at = cache.at(frame);
                copy.take(cache.memory(), at);
                if (cache.valid(frame, version)) {
                    return copy;
                }
            }
        }
    }

    /// Whether the page is inside the container and met for the first time.
    private boolean isNew(int page, String what) {
        if (page <= 0 || page >= space.filePages() || used.get(page)) {
            wrong(page, "a page is inside the container and used once: as=" + what);
            return false;
        }
        used.set(page);
        return true;
    }

    private void page(Range range) {
        if (!isNew(range.page, "tree")) {
            return;
        }
        PageCopy copy = copy(range.page);
        int type = range.level == 0 ? PageLayout.LEAF : PageLayout.INNER;
        if (copy.type() != type || copy.level() != range.level) {
            wrong(
                    range.page,
                    "a page is of the type and level that its parent says: type="
                            + copy.type()
                            + " level="
                            + copy.level()
                            + " expected="
                            + range.level);
            return;
        }
        List<String> problems = copy.validate();
        problems.forEach(problem -> wrong(range.page, problem));
        if (!problems.isEmpty()) {
            return;
        }
        bounds(range, copy);
        if (range.level == 0) {
            leaf(range, copy);
            return;
        }
        for (int slot = -1; slot < copy.slots(); slot++) {
            Bytes low = slot < 0 ? range.low : copy.key(slot);
            Bytes high = slot + 1 < copy.slots() ? copy.key(slot + 1) : range.high;
            page(new Range(copy.child(slot), range.level - 1, low, high));
        }
    }

    private void bounds(Range range, PageCopy copy) {
        int last = copy.slots() - 1;
        if (last < 0) {
            return;
        }
        Bytes low = range.low;
        Bytes high = range.high;
        if (low != null && copy.compare(0, low.array(), low.length()) < 0
                || high != null && copy.compare(last, high.array(), high.length()) >= 0) {
            wrong(range.page, "keys lie between the separators above them:");
        }
    }

    private void leaf(Range range, PageCopy copy) {
        if (nextLeaf != -1 && nextLeaf != range.page) {
            wrong(range.page, "leaves are linked from left to right: found=" + nextLeaf);
        }
        nextLeaf = copy.next();
        for (int slot = 0; slot < copy.slots(); slot++) {
            if (copy.isLarge(slot)) {
                large(range.page, copy.payload(slot));
            }
        }
    }

    private void large(int leaf, Bytes reference) {
        int length = LargeValues.length(reference);
        int page = LargeValues.firstPage(reference);
        while (page != 0) {
            if (!isNew(page, "large value")) {
                return;
            }
            page = copy(page).next();
        }
        if (!large.read(reference, value)) {
            wrong(leaf, "a large value has the checksum that its key says: bytes=" + length);
        }
    }

    private void freeList() {
        long count = 0;
        int page = space.firstFree();
        while (page != 0 && isNew(page, "free")) {
            PageCopy copy = copy(page);
            if (copy.type() != PageLayout.FREE) {
                wrong(page, "pages of the free list are free: type=" + copy.type());
                return;
            }
            count++;
            page = copy.next();
        }
        if (count != space.freePages()) {
            wrong(
                    PageLayout.HEADER_PAGE,
                    "the header knows how many pages are free: expected="
                            + space.freePages()
                            + " found="
                            + count);
        }
    }
}
