package telegraph.store.tree;

import java.util.Arrays;
import telegraph.store.Bytes;

/// Where a key is, or would be: a leaf as it was at one version, and what may stand in for it.
///
/// It is used again for one search after another. Nothing is latched by having one: what was found
/// holds if [BTree#isCurrent] or [BTree#tryLatch] says so afterwards.
///
/// Threads: one at a time.
public final class KeyPosition {
    private static final int WATCHED_FIRST = 4;

    /// Leaves that a range reads like any search, before what it reads is taken for a scan.
    private static final int LEAVES_BEFORE_SCAN = 16;

    int frame;
    long version;

    /// The slot of the key, or `-1 - i` if it belongs before slot `i`.
    int found;

    boolean there;

    /// Where the entry is, on the leaf or on one right of it.
    int entryFrame;

    int entrySlot;

    /// The bounds of the leaf, noted when the search was asked to.
    final Bytes low = new Bytes();

    final Bytes high = new Bytes();
    boolean hasLow;
    boolean hasHigh;

    /// Leaves after the first that were looked at to find the next key.
    private int[] watchedFrames = new int[WATCHED_FIRST];

    private long[] watchedVersions = new long[WATCHED_FIRST];
    private int watched;

    final Bytes scratch = new Bytes();

    /// The leaf a cursor is on, and how many others it was on since its range began.
    private int leaf;

    private int leavesPassed;

    /// Begins another range.
    public void restart() {
        leaf = 0;
        leavesPassed = 0;
    }

    /// Whether a cursor is likely to go further than to the next leaf.
    boolean isUnderWay() {
        return leavesPassed > 1;
    }

    /// Notes the leaf a cursor comes to; whether it has come so far that it is not likely to be
    /// wanted again soon.
    boolean isScanned(int number) {
        if (number != leaf) {
            leaf = number;
            leavesPassed = Math.min(leavesPassed + 1, LEAVES_BEFORE_SCAN + 1);
        }
        return leavesPassed > LEAVES_BEFORE_SCAN;
    }

    /// Whether the leaf that was copied begins with a separator.
    public boolean hasLow() {
        return hasLow;
    }

    /// The separator that no key of the leaf is below.
    public Bytes low() {
        return low;
    }

    public boolean hasHigh() {
        return hasHigh;
    }

    /// The separator that all keys of the leaf are below.
    public Bytes high() {
        return high;
    }

    /// Whether the key is there, and no ghost.
    public boolean isThere() {
        return there;
    }

    void watchNone() {
        watched = 0;
    }

    void watch(int otherFrame, long otherVersion) {
        if (watched == watchedFrames.length) {
            watchedFrames = Arrays.copyOf(watchedFrames, 2 * watched);
            watchedVersions = Arrays.copyOf(watchedVersions, 2 * watched);
        }
        watchedFrames[watched] = otherFrame;
        watchedVersions[watched++] = otherVersion;
    }

    int watched() {
        return watched;
    }

    int watchedFrame(int i) {
        return watchedFrames[i];
    }

    long watchedVersion(int i) {
        return watchedVersions[i];
    }
}
