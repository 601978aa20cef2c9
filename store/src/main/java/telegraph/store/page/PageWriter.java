package telegraph.store.page;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/// Writes changed pages to their files, the log first.
///
/// ```
/// shared latch: copy the page, move DIRTY to WRITING   → release
/// flush the log up to the LSN of the copy
/// write the copy                                       → WRITING = 0
/// ```
///
/// A page is written from a copy, so its latch is held for the copy alone, and changes made while
/// it is written make it dirty again.
///
/// Invariants:
///
/// 1. No copy is written before the log is flushed up to its LSN (write-ahead).
/// 2. At most one copy of a frame is being written: none overtakes a later one.
///
/// Threads: any.
final class PageWriter {
    private final FrameWords frames;
    private final Latches latches;
    private final MemorySegment memory;
    private final PageFiles files;
    private final LongConsumer flushLog;
    private final BlockingQueue<MemorySegment> copies;
    private final LongAdder written = new LongAdder();

    /// @param copies pages of memory to copy to
    PageWriter(FrameWords frames, Latches latches, Places places, MemorySegment[] copies) {
        this.frames = frames;
        this.latches = latches;
        this.memory = places.memory();
        this.files = places.files();
        this.flushLog = places.flushLog();
        this.copies = new ArrayBlockingQueue<>(copies.length, false, Arrays.asList(copies));
    }

    /// Where pages are and where they go.
    record Places(MemorySegment memory, PageFiles files, LongConsumer flushLog) {}

    long written() {
        return written.sum();
    }

    /// Writes the page of a frame if it is dirty, unless its latch, the copies or another writer
    /// would make the caller wait: for those who hold latches.
    void tryWrite(int frame) {
        MemorySegment copy = copies.poll();
        if (copy == null) {
            return;
        }
        try {
            if (latches.tryShared(frame)) {
                write(frame, copy);
            }
        } finally {
            copies.add(copy);
        }
    }

    /// Writes the page of a frame if it is dirty since before `lsn`; returns when it is written, be
    /// it by another thread. The caller holds no latch.
    void write(int frame, long lsn) {
        for (int turn = 0; ; turn++) {
            long dirty = frames.firstDirty(frame);
            if (dirty == 0 || dirty >= lsn) {
                return;
            }
            if (frames.writing(frame) == 0) {
                writeNow(frame);
            } else {
                Latches.pause(turn);
            }
        }
    }

    private void writeNow(int frame) {
        MemorySegment copy = takeCopy();
        try {
            latches.shared(frame);
            write(frame, copy);
        } finally {
            copies.add(copy);
        }
    }

    private MemorySegment takeCopy() {
        for (int turn = 0; ; turn++) {
            MemorySegment copy = copies.poll();
            if (copy != null) {
                return copy;
            }
            Latches.pause(turn);
        }
    }

    /// Gives back the shared latch.
    private void write(int frame, MemorySegment copy) {
        long pageId;
        try {
            pageId = frames.page(frame);
            long dirty = frames.dirty(frame);
            if (dirty == 0 || !frames.beginWriting(frame, dirty)) {
                return;
            }
            frames.clean(frame);
            MemorySegment.copy(memory, (long) frame << Page.SHIFT, copy, 0, Page.BYTES);
        } finally {
            latches.releaseShared(frame);
        }
        boolean done = false;
        try {
            flushLog.accept(copy.get(Page.LONG, Page.LSN));
            files.write(pageId, copy);
            written.increment();
            done = true;
        } finally {
            if (done) {
                frames.endWriting(frame);
            } else {
                frames.failWriting(frame);
            }
        }
    }

    /// Returns when nobody writes the page of a frame.
    void await(int frame) {
        for (int turn = 0; frames.writing(frame) != 0; turn++) {
            Latches.pause(turn);
        }
    }
}
