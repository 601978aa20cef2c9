package telegraph.store.page;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// The latches of the frames: one word each.
///
/// | bits  | field                                            |
/// |-------|--------------------------------------------------|
/// | 0-15  | how many have it shared                          |
/// | 16    | somebody has it exclusively                      |
/// | 17-63 | version: how often it was changed exclusively    |
///
/// A reader writes nothing: it takes the version, reads what it wants, and asks whether the version
/// is still the same. If not, what it read may be torn, and it starts again. The shared mode is for
/// those few who copy whole pages to the disk; readers and they do not see each other.
///
/// Latches know no owner, no order and no deadlock: whoever holds one takes another only where an
/// order forbids a circle, or conditionally, and waits for nothing else.
///
/// Threads: any. Leis et al., *Optimistic Lock Coupling*, IEEE Data Eng. Bull. 2019.
final class Latches {
    private static final long SHARED_MASK = 0xFFFF;
    private static final long EXCLUSIVE = 1L << 16;

    private static final int SPINS_MAX = 128;
    private static final int YIELDS_MAX = 32;
    private static final long PARK_NANOS = 20_000;
    private static final long PARK_NANOS_MAX = 1_000_000;

    private final long[] words;
    private final LongAdder waits = new LongAdder();

    Latches(FrameWords frames) {
        this.words = frames.words;
    }

    /// How often somebody had to wait.
    long waits() {
        return waits.sum();
    }

    private static int index(int frame) {
        return FrameWords.word(frame, FrameWords.LATCH);
    }

    private long word(int frame) {
        return (long) FrameWords.WORD.getAcquire(words, index(frame));
    }

    private boolean change(int frame, long from, long to) {
        return FrameWords.WORD.compareAndSet(words, index(frame), from, to);
    }

    /// The version, as soon as nobody has the latch exclusively.
    long optimistic(int frame) {
        long word = word(frame);
        return (word & EXCLUSIVE) == 0 ? word & ~SHARED_MASK : awaitVersion(frame);
    }

    private long awaitVersion(int frame) {
        waits.increment();
        for (int turn = 0; ; turn++) {
            long word = word(frame);
            if ((word & EXCLUSIVE) == 0) {
                return word & ~SHARED_MASK;
            }
            pause(turn);
        }
    }

    /// Whether somebody has it exclusively just now.
    boolean isExclusive(int frame) {
        return (word(frame) & EXCLUSIVE) != 0;
    }

    /// Whether nobody had the latch exclusively since `version` was taken: then all that was read
    /// in between belongs together.
    boolean valid(int frame, long version) {
        VarHandle.loadLoadFence();
        return (word(frame) & ~SHARED_MASK) == version;
    }

    /// Takes it exclusively if it is as it was at `version` and nobody has it shared.
    boolean tryExclusive(int frame, long version) {
        if (change(frame, version, version | EXCLUSIVE)) {
            // What the holder writes must not be seen before the latch is.
            VarHandle.storeStoreFence();
            return true;
        }
        return false;
    }

    /// Takes it exclusively if nobody has it at all.
    boolean tryExclusive(int frame) {
        long word = word(frame);
        return (word & (EXCLUSIVE | SHARED_MASK)) == 0 && tryExclusive(frame, word);
    }

    /// Takes it exclusively, waiting for those who have it.
    void exclusive(int frame) {
        if (tryExclusive(frame)) {
            return;
        }
        waits.increment();
        for (int turn = 0; !tryExclusive(frame); turn++) {
            pause(turn);
        }
    }

    /// Gives it back after a change.
    void release(int frame) {
        long word = word(frame);
        demandExclusive(frame, word);
        // The bit carries over into the version.
        FrameWords.WORD.setRelease(words, index(frame), word + EXCLUSIVE);
    }

    /// Gives it back with nothing changed, so that what others read meanwhile stays valid.
    void releaseUnchanged(int frame) {
        long word = word(frame);
        demandExclusive(frame, word);
        FrameWords.WORD.setRelease(words, index(frame), word - EXCLUSIVE);
    }

    private static void demandExclusive(int frame, long word) {
        if ((word & EXCLUSIVE) == 0) {
            throw new IllegalStateException("a latch is given back by its holder: frame=" + frame);
        }
    }

    boolean tryShared(int frame) {
        while (true) {
            long word = word(frame);
            if ((word & EXCLUSIVE) != 0 || (word & SHARED_MASK) == SHARED_MASK) {
                return false;
            }
            if (change(frame, word, word + 1)) {
                return true;
            }
        }
    }

    void shared(int frame) {
        for (int turn = 0; !tryShared(frame); turn++) {
            pause(turn);
        }
    }

    void releaseShared(int frame) {
        while (true) {
            long word = word(frame);
            if ((word & SHARED_MASK) == 0) {
                throw new IllegalStateException(
                        "a latch is given back by its holder: frame=" + frame);
            }
            if (change(frame, word, word - 1)) {
                return;
            }
        }
    }

    /// Spins, then lets others run, then sleeps: the holder may be reading from a slow disk.
    static void pause(int turn) {
        if (turn < SPINS_MAX) {
            Thread.onSpinWait();
        } else if (turn < SPINS_MAX + YIELDS_MAX) {
            Thread.yield();
        } else {
            long more = turn - SPINS_MAX - YIELDS_MAX;
            LockSupport.parkNanos(Math.min(PARK_NANOS_MAX, PARK_NANOS * (1 + more)));
        }
    }
}
