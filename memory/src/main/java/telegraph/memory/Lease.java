package telegraph.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// One generation of a piece of memory: from when a region hands it out until it is given back.
///
/// Whoever reads the piece while another may give it back reads first and asks afterwards:
///
/// | who               | does, in this order                                                       |
/// |-------------------|---------------------------------------------------------------------------|
/// | reads             | reads bytes; [VarHandle#acquireFence]; reads `ended`                      |
/// | gives back        | sets `ended`; puts the piece among the free ones                          |
/// | is handed it next | takes it from the free ones; [VarHandle#releaseFence]; writes its own bytes |
///
/// So a reader that got one byte of the next generation finds this one ended. To ask before reading
/// proves nothing: the piece may change hands in between (seqlocks; Boehm, *Can Seqlocks Get Along
/// with Programming Language Memory Models?*, 2012).
///
/// Threads: any may ask; the region changes it under its books.
final class Lease {
    private MemorySegment piece;
    private volatile boolean ended;

    Lease(MemorySegment piece) {
        this.piece = piece;
    }

    MemorySegment piece() {
        return piece;
    }

    void trimTo(MemorySegment shorter) {
        piece = shorter;
    }

    void end() {
        ended = true;
    }

    /// Whether all that this thread has read of the piece was of this generation.
    boolean lasts() {
        VarHandle.acquireFence();
        return !ended;
    }
}
