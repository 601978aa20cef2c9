package telegraph.sources.page;

import java.lang.foreign.MemorySegment;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.engine.vector.Vector;

/// Numbers of four or eight bytes, one after the other.
///
/// Threads: one.
final class PlainNumbers implements PageValues {
    private final PrimitiveTypeName physical;
    private final Conversion conversion;
    private MemorySegment segment;
    private long start;
    private long values;

    PlainNumbers(ValueForm form) {
        this.physical = form.physical();
        this.conversion = new Conversion(form);
    }

    @Override
    public void begin(ParquetPage page) {
        segment = page.segment;
        start = page.valuesStart;
        boolean wide = physical == PrimitiveTypeName.INT64 || physical == PrimitiveTypeName.DOUBLE;
        values = (page.valuesEnd - page.valuesStart) >>> (wide ? 3 : 2);
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first + (long) count > values) {
            throw new DamagedPageException(
                    "a page must have as many values as it says: values=" + values);
        }
    }

    @Override
    public void copy(Placement places, Vector to) throws DamagedPageException {
        boolean dense = places.isDense();
        switch (physical) {
            case INT32 -> {
                if (dense) {
                    denseInts(places.shift, places.count, to.longs);
                } else {
                    ints(places, to.longs);
                }
            }
            case INT64 -> {
                if (dense) {
                    long from = start + 8L * places.shift;
                    MemorySegment.copy(segment, ParquetPage.LONG, from, to.longs, 0, places.count);
                } else {
                    longs(places, to.longs);
                }
            }
            case FLOAT -> floats(places, to.doubles);
            case DOUBLE -> {
                if (dense) {
                    long from = start + 8L * places.shift;
                    MemorySegment.copy(
                            segment, ParquetPage.DOUBLE, from, to.doubles, 0, places.count);
                } else {
                    doubles(places, to.doubles);
                }
            }
            case BOOLEAN, INT96, BINARY, FIXED_LEN_BYTE_ARRAY ->
                    throw new IllegalStateException("no number: " + physical);
        }
        conversion.apply(places.at, places.count, to);
    }

    private void denseInts(int first, int count, long[] to) {
        MemorySegment source = segment;
        long base = start + 4L * first;
        for (int i = 0; i < count; i++) {
            to[i] = source.get(ParquetPage.INT, base + 4L * i);
        }
    }

    private void ints(Placement places, long[] to) {
        MemorySegment source = segment;
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        long base = start + 4L * places.shift;
        for (int i = 0; i < count; i++) {
            to[at[i]] = source.get(ParquetPage.INT, base + 4L * from[i]);
        }
    }

    private void longs(Placement places, long[] to) {
        MemorySegment source = segment;
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        long base = start + 8L * places.shift;
        for (int i = 0; i < count; i++) {
            to[at[i]] = source.get(ParquetPage.LONG, base + 8L * from[i]);
        }
    }

    private void floats(Placement places, double[] to) {
        MemorySegment source = segment;
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        long base = start + 4L * places.shift;
        for (int i = 0; i < count; i++) {
            to[at[i]] = source.get(ParquetPage.FLOAT, base + 4L * from[i]);
        }
    }

    private void doubles(Placement places, double[] to) {
        MemorySegment source = segment;
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        long base = start + 8L * places.shift;
        for (int i = 0; i < count; i++) {
            to[at[i]] = source.get(ParquetPage.DOUBLE, base + 8L * from[i]);
        }
    }
}
