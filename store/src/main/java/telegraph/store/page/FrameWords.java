package telegraph.store.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// What the cache knows about each frame: one line of the processor's cache for each, so that who
/// finds a page has its latch at hand.
///
/// | word | field                                                                            |
/// |-----:|----------------------------------------------------------------------------------|
/// |    0 | latch, see [Latches]                                                             |
/// |    1 | id of the page in the frame, or [#NO_PAGE]                                       |
/// |    2 | next frame of the same bucket, see [FrameTable]                                  |
/// |    3 | whether it was used since the hand of the [Replacer] passed                      |
/// |    4 | LSN of the first change not yet in a copy that was or is being written, 0 if none |
/// |    5 | the same of the copy now being written, 0 if none                                |
///
/// Invariants:
///
/// 1. A change of the page id is made under the frame's exclusive latch.
/// 2. A frame whose words 4 or 5 are not zero is neither evicted nor used for another page: its
///    page on disk is older than it.
/// 3. Word 5 is set from zero by one writer, and set to zero again by the same one.
///
/// Threads: any, by the rules above.
final class FrameWords {
    static final long NO_PAGE = -1;
    static final int NO_FRAME = -1;

    static final int LATCH = 0;
    private static final int PAGE = 1;
    private static final int NEXT = 2;
    private static final int USED = 3;
    private static final int DIRTY = 4;
    private static final int WRITING = 5;

    private static final int WORDS_SHIFT = 3;

    /// Brings the first frame to the start of a cache line: before the words of a large array stand
    /// 16 bytes of its own.
    private static final int WORDS_BEFORE = 6;

    static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    final long[] words;
    final int count;

    FrameWords(int count) {
        this.count = count;
        this.words = new long[WORDS_BEFORE + (count + 1 << WORDS_SHIFT)];
        for (int frame = 0; frame < count; frame++) {
            page(frame, NO_PAGE);
            next(frame, NO_FRAME);
        }
    }

    static int word(int frame, int field) {
        return WORDS_BEFORE + (frame << WORDS_SHIFT) + field;
    }

    long page(int frame) {
        return (long) WORD.getOpaque(words, word(frame, PAGE));
    }

    void page(int frame, long pageId) {
        WORD.setOpaque(words, word(frame, PAGE), pageId);
    }

    int next(int frame) {
        return (int) (long) WORD.getOpaque(words, word(frame, NEXT));
    }

    void next(int frame, int next) {
        WORD.setOpaque(words, word(frame, NEXT), (long) next);
    }

    /// Marks a frame as used, writing only if it is not marked.
    void use(int frame) {
        int word = word(frame, USED);
        if ((long) WORD.getOpaque(words, word) == 0) {
            WORD.setOpaque(words, word, 1L);
        }
    }

    boolean isUsed(int frame) {
        return (long) WORD.getOpaque(words, word(frame, USED)) != 0;
    }

    void unuse(int frame) {
        WORD.setOpaque(words, word(frame, USED), 0L);
    }

    long dirty(int frame) {
        return (long) WORD.getVolatile(words, word(frame, DIRTY));
    }

    /// Notes the first change; a later one, and one of a page already noted, does nothing.
    void soil(int frame, long lsn) {
        int word = word(frame, DIRTY);
        if ((long) WORD.getOpaque(words, word) == 0) {
            WORD.compareAndSet(words, word, 0L, lsn);
        }
    }

    void clean(int frame) {
        WORD.setVolatile(words, word(frame, DIRTY), 0L);
    }

    long writing(int frame) {
        return (long) WORD.getVolatile(words, word(frame, WRITING));
    }

    /// Whether the caller is now the one writer of the frame.
    boolean beginWriting(int frame, long lsn) {
        return WORD.compareAndSet(words, word(frame, WRITING), 0L, lsn);
    }

    void endWriting(int frame) {
        WORD.setVolatile(words, word(frame, WRITING), 0L);
    }

    /// The copy never reached the disk: the frame is as dirty as it was before.
    void failWriting(int frame) {
        int word = word(frame, WRITING);
        WORD.setVolatile(words, word(frame, DIRTY), (long) WORD.getVolatile(words, word));
        WORD.setVolatile(words, word, 0L);
    }

    boolean isClean(int frame) {
        return dirty(frame) == 0 && writing(frame) == 0;
    }

    /// LSN of the first change that is not on disk, 0 if none. A write that ends or fails meanwhile
    /// does not hide it: what moves from one word to the other is in both for a moment.
    long firstDirty(int frame) {
        while (true) {
            long dirty = dirty(frame);
            long writing = writing(frame);
            if (dirty == dirty(frame)) {
                return writing != 0 ? writing : dirty;
            }
        }
    }
}
