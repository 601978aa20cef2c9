package telegraph.sources.page;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import telegraph.memory.Region;

/// One page, decompressed: levels that say which rows have a value, then the values.
///
/// | bytes                            | what                                         |
/// |----------------------------------|----------------------------------------------|
/// | `levelsStart` to `levelsEnd`     | definition levels; none if every row has one |
/// | `valuesStart` to `valuesEnd`     | the values of the rows that have one         |
///
/// Threads: one. Memory: pieces of its own, used again from page to page.
public final class ParquetPage implements AutoCloseable {
    public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    public final ReadBuffer buffer;
    private final Region region;
    private ReadBuffer written;
    public MemorySegment segment;
    public long levelsStart;
    public long levelsEnd;
    public boolean levelsPacked;
    public long valuesStart;
    public long valuesEnd;
    public int rows;

    public ParquetPage(Region region) {
        this.region = region;
        this.buffer = new ReadBuffer(region);
    }

    /// A second buffer, for values that have to be written out before they can be read.
    ReadBuffer written() {
        if (written == null) {
            written = new ReadBuffer(region);
        }
        return written;
    }

    @Override
    public void close() {
        buffer.close();
        if (written != null) {
            written.close();
        }
    }
}
