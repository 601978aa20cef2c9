package telegraph.engine.window;

/// The partition being worked on: where it lies among the rows, and where the current row's peers
/// and frame do. Ends are exclusive.
///
/// Of the frame's rows those of the gap do not count, unless the current row is kept in it.
///
/// Threads: one.
final class WindowPart {
    long start;
    long end;
    long row;
    long peerStart;
    long peerEnd;

    /// Which group of peers the row's is, from 0 on.
    long peerGroup;

    long frameStart;
    long frameEnd;
    long gapStart;
    long gapEnd;
    boolean keepsRow;

    long rows() {
        return end - start;
    }

    boolean hasGap() {
        return gapStart < gapEnd;
    }

    boolean counts(long of) {
        return of < gapStart || of >= gapEnd || keepsRow && of == row;
    }

    private long before() {
        return Math.max(0, Math.min(gapStart, frameEnd) - frameStart);
    }

    private long kept() {
        return keepsRow && row >= frameStart && row < frameEnd ? 1 : 0;
    }

    private long behind() {
        return Math.max(0, frameEnd - Math.max(gapEnd, frameStart));
    }

    /// How many rows of the frame count.
    long counted() {
        return before() + kept() + behind();
    }

    /// The n-th row of the frame that counts, from 0 on; the frame's end if there is none.
    long counted(long n) {
        if (n < 0 || n >= counted()) {
            return frameEnd;
        }
        if (n < before()) {
            return frameStart + n;
        }
        return n < before() + kept() ? row : Math.max(gapEnd, frameStart) + n - before() - kept();
    }
}
