package telegraph.sources.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// A file whose bytes can be read at any place.
///
/// Threads: one.
public interface RandomBytes {
    long size();

    /// Fills all of `to` with the bytes from `offset` on.
    ///
    /// @throws IOException if the file does not have them
    void read(long offset, MemorySegment to) throws IOException;
}
