package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.store.page.PageCache;

/// The pages that one structure modification has latched, in the order of latching, with what they
/// were before: they change together or not at all.
///
/// ```
/// add, add, …  ──▶  change the pages  ──▶  log   (one record, then the latches go)
///                         │
///                         └─ failure ──▶  back   (pages as before, then the latches go)
/// ```
///
/// Threads: one at a time.
final class Latched {
    private static final int FRAMES_FIRST = 8;

    private final PageCache cache;
    private final ChangeJournal journal;
    private int[] frames = new int[FRAMES_FIRST];
    private boolean[] fresh = new boolean[FRAMES_FIRST];
    private final List<PageCopy> before = new ArrayList<>();
    private int count;

    Latched(PageCache cache, ChangeJournal journal) {
        this.cache = cache;
        this.journal = journal;
    }

    /// Latches a frame if it still is as at `version`.
    boolean tryAdd(int frame, long version) {
        if (!cache.tryExclusive(frame, version)) {
            return false;
        }
        take(frame, false);
        return true;
    }

    /// Latches the frame of a page that is only latched after all that the caller has, and returns
    /// it.
    int add(long pageId) {
        while (true) {
            int frame = cache.frame(pageId);
            if (has(frame) && cache.holds(frame, pageId)) {
                return frame;
            }
            cache.exclusive(frame);
            if (cache.holds(frame, pageId)) {
                take(frame, false);
                return frame;
            }
            cache.releaseUnchanged(frame);
        }
    }

    /// A latched frame for a page whose present bytes do not count.
    int addFresh(long pageId) {
        int frame = cache.create(pageId);
        take(frame, true);
        return frame;
    }

    /// The frame latched last.
    int last() {
        return frames[count - 1];
    }

    private boolean has(int frame) {
        for (int i = 0; i < count; i++) {
            if (frames[i] == frame) {
                return true;
            }
        }
        return false;
    }

    private void take(int frame, boolean isFresh) {
        if (count == frames.length) {
            frames = Arrays.copyOf(frames, 2 * count);
            fresh = Arrays.copyOf(fresh, 2 * count);
        }
        if (count == before.size()) {
            before.add(new PageCopy(cache.spare().take()));
        }
        frames[count] = frame;
        fresh[count] = isFresh;
        if (!isFresh) {
            before.get(count).take(cache.memory(), cache.at(frame));
        }
        count++;
    }

    /// What the i-th page was before it was latched; until all are let go.
    PageCopy before(int i) {
        return before.get(i);
    }

    /// Logs all pages as they are now and lets go of them.
    void log() {
        changed(journal.images(frames, count));
    }

    /// As [#log], of pages that a rollback changes.
    void logBack() {
        changed(journal.imagesBack(frames, count));
    }

    private void changed(long lsn) {
        for (int i = 0; i < count; i++) {
            cache.changed(frames[i], lsn);
        }
        while (count > 0) {
            cache.release(frames[--count]);
        }
        giveBack();
    }

    /// Makes the pages what they were and lets go of them.
    void back() {
        MemorySegment memory = cache.memory();
        while (count > 0) {
            int frame = frames[--count];
            if (fresh[count]) {
                cache.discard(frame);
                continue;
            }
            MemorySegment.copy(
                    before.get(count).array(),
                    0,
                    memory,
                    ValueLayout.JAVA_BYTE,
                    cache.at(frame),
                    PageLayout.PAGE_BYTES);
            // Not as unchanged: somebody may have read what it was in between.
            cache.release(frame);
        }
        giveBack();
    }

    private void giveBack() {
        while (!before.isEmpty()) {
            cache.spare().give(before.removeLast().array());
        }
    }

    /// Lets go of pages that were not changed.
    void letGo() {
        while (count > 0) {
            cache.releaseUnchanged(frames[--count]);
        }
        giveBack();
    }
}
