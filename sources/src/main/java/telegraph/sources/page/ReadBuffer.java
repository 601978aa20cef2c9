package telegraph.sources.page;

import java.lang.foreign.MemorySegment;
import telegraph.memory.Region;

/// Memory that grows with what is read into it and is used again for the next page.
///
/// There are [#SLACK] bytes more than were asked for, so that eight bytes can be read at each one.
///
/// Threads: one. Memory: the region's, until [#close].
public final class ReadBuffer implements AutoCloseable {
    static final int SLACK = 16;

    private final Region region;
    private MemorySegment segment;

    public ReadBuffer(Region region) {
        this.region = region;
    }

    /// Room for `bytes` bytes, whose contents are undefined; what was there before is void.
    public MemorySegment atLeast(long bytes) {
        if (segment != null && segment.byteSize() >= bytes + SLACK) {
            return segment;
        }
        close();
        segment = region.allocate(bytes + (bytes >> 3) + SLACK);
        return segment;
    }

    /// Room for `bytes` bytes, of which the first `kept` are those that were there.
    public MemorySegment grown(long bytes, long kept) {
        if (segment == null || segment.byteSize() >= bytes + SLACK) {
            return atLeast(bytes);
        }
        MemorySegment larger = region.allocate(bytes + (bytes >> 3) + SLACK);
        MemorySegment.copy(segment, 0, larger, 0, kept);
        region.free(segment);
        segment = larger;
        return segment;
    }

    public MemorySegment segment() {
        return segment;
    }

    @Override
    public void close() {
        if (segment != null) {
            region.free(segment);
            segment = null;
        }
    }
}
