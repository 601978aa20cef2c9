package telegraph.store.tree;

import java.util.ArrayList;
import java.util.List;
import telegraph.store.Bytes;
import telegraph.store.page.PageCache;

/// Finds keys that cut a tree into parts of about as many pages: separators of the highest level
/// that has enough of them.
///
/// Pages may be split and merged meanwhile; a cut is a key and cuts whatever is there. Each page is
/// read as it was at one moment; a child that is something else by the time it is read ends the
/// search with what was found above.
///
/// Threads: one.
final class Cuts {
    private final PageCache cache;
    private final int container;
    private final PageCopy copy = new PageCopy();

    Cuts(PageCache cache, int container) {
        this.cache = cache;
        this.container = container;
    }

    List<Bytes> take(int cutsMax) {
        List<Bytes> separators = List.of();
        List<Integer> pages = List.of(PageLayout.ROOT_PAGE);
        int levelExpected = -1;
        while (separators.size() < cutsMax) {
            List<Bytes> finer = new ArrayList<>();
            List<Integer> below = new ArrayList<>();
            for (int i = 0; i < pages.size(); i++) {
                copy(pages.get(i));
                if (copy.level() == 0 || levelExpected >= 0 && copy.level() != levelExpected) {
                    return spread(separators, cutsMax);
                }
                if (i > 0) {
                    finer.add(separators.get(i - 1));
                }
                for (int slot = -1; slot < copy.slots(); slot++) {
                    below.add(copy.child(slot));
                    if (slot >= 0) {
                        finer.add(copy.key(slot));
                    }
                }
            }
            levelExpected = copy.level() - 1;
            separators = finer;
            pages = below;
        }
        return spread(separators, cutsMax);
    }

    private void copy(int number) {
        long id = PageLayout.pageId(container, number);
        while (true) {
            int frame = cache.frame(id);
            long version = cache.optimistic(frame);
            if (cache.holds(frame, id)) {
                copy.take(cache.memory(), cache.at(frame));
                if (cache.valid(frame, version)) {
                    return;
                }
            }
        }
    }

    /// At most `cutsMax` of the separators, in even steps.
    private static List<Bytes> spread(List<Bytes> separators, int cutsMax) {
        int count = Math.min(cutsMax, separators.size());
        List<Bytes> cuts = new ArrayList<>();
        Bytes last = new Bytes();
        for (int i = 1; i <= count; i++) {
            Bytes cut =
                    separators.get((int) ((long) i * (separators.size() + 1) / (count + 1)) - 1);
            // A page that moved between two readings may have been read twice.
            if (cut.compareTo(last) > 0) {
                cuts.add(cut);
                last = cut;
            }
        }
        return cuts;
    }
}
