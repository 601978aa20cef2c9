package telegraph.sources.page;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;

/// Bytes of a segment as a stream.
///
/// Threads: one.
public final class SegmentStream extends InputStream {
    private final MemorySegment segment;
    private final long end;
    private long at;
    private boolean exhausted;

    public SegmentStream(MemorySegment segment, long start, long end) {
        this.segment = segment;
        this.at = start;
        this.end = end;
    }

    /// Where the next byte is.
    public long at() {
        return at;
    }

    /// Whether somebody wanted more bytes than there are.
    public boolean isExhausted() {
        return exhausted;
    }

    @Override
    public int read() {
        if (at == end) {
            exhausted = true;
            return -1;
        }
        return segment.get(ParquetPage.BYTE, at++) & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int some = (int) Math.min(length, end - at);
        if (some < length) {
            exhausted = true;
        }
        if (some == 0) {
            return -1;
        }
        MemorySegment.copy(segment, ParquetPage.BYTE, at, bytes, offset, some);
        at += some;
        return some;
    }
}
