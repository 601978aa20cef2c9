package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Some stored rows, in the bytes of a batch that grows in its place: written at its end while
/// others read what was there before.
///
/// | columns          | meaning                                                        |
/// |------------------|----------------------------------------------------------------|
/// | 0..c-1           | the row                                                        |
/// | c                | the number of the build it came with                           |
/// | c+1..c+i         | for each index the older row of the same key, plus 1; 0 if none |
///
/// Threads: one appends at a time; a reader reads rows whose reference it found in an index.
/// Memory: owns its piece until [#free].
final class StemPage {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    final int number;
    final MemorySegment segment;
    private final Batch view;
    private final BatchBuilder builder;
    private final long buildsAt;
    private final MemorySegment chains;
    private final long[] olderAt;
    private Batch sealed;
    private int rows;
    private int written = -1;

    /// A page with room for some rows and their long strings.
    StemPage(int number, Region region, Layout layout, int capacity, long heapBytes) {
        this.number = number;
        this.builder = new BatchBuilder(region, layout.types());
        builder.reserve(capacity, heapBytes);
        this.view = builder.view();
        this.segment = view.segment();
        this.buildsAt = view.valuesOffset(layout.builds());
        this.chains = segment;
        this.olderAt = olderAt(layout);
    }

    /// The rows of another page, wherever they are, with a chain of its own for one index: readers
    /// of the other may still follow theirs.
    ///
    /// @param chain room for four bytes a row, or null if no index is made
    StemPage(int number, Layout layout, Batch rows, MemorySegment chain) {
        this.number = number;
        this.builder = null;
        this.view = rows;
        this.sealed = rows;
        this.rows = rows.rows();
        this.segment = rows.segment();
        this.buildsAt = view.valuesOffset(layout.builds());
        this.chains = chain;
        this.olderAt = new long[layout.indexes()];
        if (chain != null) {
            chain.asSlice(0, 4L * this.rows).fill((byte) 0);
        }
    }

    /// The columns of pages.
    ///
    /// @param stored how many of them are the rows'
    /// @param indexes how many chains there are
    record Layout(List<Type> types, int stored, int indexes) {
        static Layout of(List<Type> stored, int indexes) {
            Type[] types = stored.toArray(new Type[stored.size() + 1 + indexes]);
            for (int c = stored.size(); c < types.length; c++) {
                types[c] = Type.INTEGER;
            }
            return new Layout(List.of(types), stored.size(), indexes);
        }

        int builds() {
            return stored;
        }

        /// Bytes of a row without long strings.
        long rowBytes() {
            return types.stream().mapToLong(Type::bytes).sum();
        }
    }

    private long[] olderAt(Layout layout) {
        long[] at = new long[layout.indexes()];
        for (int i = 0; i < at.length; i++) {
            at[i] = view.valuesOffset(layout.builds() + 1 + i);
        }
        return at;
    }

    /// Its number on disk.
    int written() {
        return written;
    }

    void writtenAs(int id) {
        written = id;
    }

    int rows() {
        return rows;
    }

    /// The rows there are now.
    Batch now() {
        return sealed == null ? builder.view() : sealed;
    }

    /// All rows, whatever their number.
    Batch batch() {
        return view;
    }

    long bytes() {
        return sealed == null ? segment.byteSize() : sealed.heldBytes();
    }

    /// How many of these rows fit, from the first on.
    int room(Vector[] columns, int[] order, int from, int count) {
        if (sealed != null) {
            return 0;
        }
        int fit = Math.min(count, builder.rowsLeft());
        boolean texts = false;
        for (Vector column : columns) {
            texts |= column.segments != null;
        }
        if (!texts || heapBytes(columns, order, from, fit) <= builder.heapLeft()) {
            return fit;
        }
        int some = 0;
        long left = builder.heapLeft();
        while (some < fit) {
            left -= heapBytes(columns, order, from + some, 1);
            if (left < 0) {
                break;
            }
            some++;
        }
        return some;
    }

    /// Bytes of the long strings of some rows.
    static long heapBytes(Vector[] columns, int[] order, int from, int count) {
        long bytes = 0;
        for (Vector column : columns) {
            if (column.segments == null) {
                continue;
            }
            int[] lengths = column.lengths;
            boolean[] nulls = column.nulls;
            for (int i = from; i < from + count; i++) {
                int at = order[i];
                if (!nulls[at] && lengths[at] > BatchBuilder.INLINE_MAX) {
                    bytes += lengths[at];
                }
            }
        }
        return bytes;
    }

    /// Appends rows for which there is [#room], and says by position what refers to them.
    void append(Vector[] columns, int[] order, int from, int count, int build, long[] refs) {
        builder.startRows(order, from, count);
        for (int c = 0; c < columns.length; c++) {
            Gather.put(columns[c], builder, c);
        }
        long at = buildsAt + 4L * rows;
        long ref = Ref.of(number, rows);
        for (int i = 0; i < count; i++) {
            segment.set(INT, at + 4L * i, build);
            refs[order[from + i]] = ref + i;
        }
        builder.endRows();
        rows += count;
    }

    int build(int row) {
        return segment.get(INT, buildsAt + 4L * row);
    }

    /// The older row of the same key, plus 1; 0 if there is none.
    int older(int index, int row) {
        return chains.get(INT, olderAt[index] + 4L * row);
    }

    void setOlder(int index, int row, int older) {
        chains.set(INT, olderAt[index] + 4L * row, older);
    }

    /// Takes no more rows, and gives back room that was for them. Readers go on.
    Batch seal() {
        if (sealed == null) {
            sealed = builder.build();
        }
        return sealed;
    }

    /// Nobody reads it any more.
    void free() {
        if (sealed == null) {
            builder.close();
        } else {
            sealed.unpin();
        }
    }
}
