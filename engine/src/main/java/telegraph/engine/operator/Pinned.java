package telegraph.engine.operator;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Type;

/// Batches, pinned, whose rows are read in any order: those of a pile, or some that come one after
/// the other.
///
/// A row is known by a number: that of its batch, then 12 bits for its place in it.
///
/// Threads: any may read, while none adds. Memory: the pins, until [#close].
public final class Pinned implements AutoCloseable {
    public static final int ROW_BITS = 12;
    private static final int ROW_MASK = (1 << ROW_BITS) - 1;

    private Batch[] batches;
    private int pinned;

    /// How many, from the first on, are a store's.
    private int given;

    /// By column, of those that were gathered since the last batch was added.
    private Places[] places;

    /// None yet.
    public Pinned() {
        batches = new Batch[16];
    }

    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if not all fit in memory
    public Pinned(Pile.Part part) {
        batches = new Batch[part.end() - part.start()];
        try {
            for (; pinned < batches.length; pinned++) {
                batches[pinned] = part.pile().pin(part.start() + pinned);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /// Pins one more.
    public void add(Batch batch) {
        if (pinned == batches.length) {
            batches = Arrays.copyOf(batches, 2 * pinned);
        }
        batch.pin();
        batches[pinned++] = batch;
        places = null;
    }

    /// Takes a batch, with its pin, in the place of the last one, whose rows it begins with.
    public void replaceLast(Batch longer) {
        batches[pinned - 1].unpin();
        batches[pinned - 1] = longer;
        places = null;
    }

    /// Gives the batches, in their order, to a store, which may let them leave memory.
    public void leaveTo(BatchStore store) {
        for (; given < pinned; given++) {
            store.append(batches[given]);
            batches[given].unpin();
        }
    }

    public int batches() {
        return pinned;
    }

    public Batch batch(int number) {
        return batches[number];
    }

    public Batch of(int row) {
        return batches[row >>> ROW_BITS];
    }

    public static int place(int row) {
        return row & ROW_MASK;
    }

    public static int first(int batch) {
        return batch << ROW_BITS;
    }

    /// Where the values of a column lie in each of some batches, and whether none of them is NULL.
    private record Places(MemorySegment[] segments, long[] offsets, boolean nullFree) {
        static Places of(Batch[] batches, int count, int column) {
            MemorySegment[] segments = new MemorySegment[count];
            long[] offsets = new long[count];
            boolean nullFree = true;
            for (int b = 0; b < count; b++) {
                segments[b] = batches[b].segment();
                offsets[b] = batches[b].valuesOffset(column);
                nullFree = nullFree && batches[b].isNullFree(column);
            }
            return new Places(segments, offsets, nullFree);
        }
    }

    /// Sets `to` at positions 0 to `count` - 1 to these rows.
    public void gather(int column, int[] rows, int count, Vector to) {
        if (places == null) {
            places = new Places[pinned == 0 ? 0 : batches[0].columns()];
        }
        if (count == 0) {
            return;
        }
        if (places[column] == null) {
            places[column] = Places.of(batches, pinned, column);
        }
        gather(batches, places[column], column, rows, count, to);
    }

    /// Sets `to` at positions 0 to `count` - 1 to the rows of the first of these batches that
    /// `rows` numbers.
    public static void gather(
            Batch[] batches, int batchCount, int column, int[] rows, int count, Vector to) {
        gather(batches, Places.of(batches, batchCount, column), column, rows, count, to);
    }

    private static void gather(
            Batch[] batches, Places places, int column, int[] rows, int count, Vector to) {
        MemorySegment[] segments = places.segments;
        long[] offsets = places.offsets;
        if (places.nullFree) {
            to.hasNoNulls();
        } else {
            to.mayHaveNulls();
            for (int at = 0; at < count; at++) {
                int row = rows[at];
                to.nulls[at] =
                        MemoryCells.isNull(batches[row >>> ROW_BITS], column, row & ROW_MASK);
            }
        }
        switch (to.type.kind()) {
            case BOOLEAN -> {
                for (int at = 0; at < count; at++) {
                    int b = rows[at] >>> ROW_BITS;
                    long from = offsets[b] + (rows[at] & ROW_MASK);
                    to.longs[at] = segments[b].get(MemoryCells.BYTE, from);
                }
            }
            case INTEGER, DATE -> ints(segments, offsets, rows, count, to.longs);
            case DOUBLE -> {
                for (int at = 0; at < count; at++) {
                    int b = rows[at] >>> ROW_BITS;
                    long from = offsets[b] + 8L * (rows[at] & ROW_MASK);
                    to.doubles[at] =
                            Double.longBitsToDouble(segments[b].get(MemoryCells.LONG, from));
                }
            }
            case BIGINT, TIME, TIMESTAMP, INSTANT ->
                    longs(segments, offsets, rows, count, to.longs);
            case DECIMAL -> {
                if (to.highs == null) {
                    longs(segments, offsets, rows, count, to.longs);
                } else {
                    eachNotNull(batches, column, rows, count, to);
                }
            }
            case TEXT -> eachNotNull(batches, column, rows, count, to);
        }
    }

    private static void ints(
            MemorySegment[] segments, long[] offsets, int[] rows, int count, long[] to) {
        for (int at = 0; at < count; at++) {
            int b = rows[at] >>> ROW_BITS;
            to[at] = segments[b].get(MemoryCells.INT, offsets[b] + 4L * (rows[at] & ROW_MASK));
        }
    }

    private static void longs(
            MemorySegment[] segments, long[] offsets, int[] rows, int count, long[] to) {
        for (int at = 0; at < count; at++) {
            int b = rows[at] >>> ROW_BITS;
            to[at] = segments[b].get(MemoryCells.LONG, offsets[b] + 8L * (rows[at] & ROW_MASK));
        }
    }

    private static void eachNotNull(Batch[] batches, int column, int[] rows, int count, Vector to) {
        for (int at = 0; at < count; at++) {
            if (!to.nulls[at]) {
                set(batches[rows[at] >>> ROW_BITS], column, rows[at] & ROW_MASK, to, at);
            }
        }
    }

    /// Sets `to` at a position to a value of a batch.
    public static void put(Batch batch, int column, int row, Vector to, int at) {
        boolean isNull = batch.isNull(column, row);
        to.nulls[at] = isNull;
        if (!isNull) {
            set(batch, column, row, to, at);
        }
    }

    private static void set(Batch batch, int column, int row, Vector to, int at) {
        switch (to.type.kind()) {
            case BOOLEAN -> to.longs[at] = batch.booleanAt(column, row) ? 1 : 0;
            case INTEGER, DATE -> to.longs[at] = batch.intAt(column, row);
            case BIGINT, TIME, TIMESTAMP, INSTANT -> to.longs[at] = batch.longAt(column, row);
            case DOUBLE -> to.doubles[at] = batch.doubleAt(column, row);
            case DECIMAL ->
                    to.setDecimal(
                            at, batch.decimalHighAt(column, row), batch.decimalLowAt(column, row));
            case TEXT -> {
                to.segments[at] = batch.segment();
                batch.readText(column, row, at, to.offsets, to.lengths);
            }
        }
    }

    /// Makes sure that all that was read of the batches was theirs; who passes on what was made of
    /// gathered values calls this before.
    public void confirm() {
        confirm(batches, pinned);
    }

    public static void confirm(Batch[] batches, int count) {
        for (int b = 0; b < count; b++) {
            batches[b].confirm();
        }
    }

    /// Vectors for the columns of these rows.
    public static Vector[] vectors(List<Type> types) {
        return types.stream().map(Vector::new).toArray(Vector[]::new);
    }

    @Override
    public void close() {
        for (int i = given; i < pinned; i++) {
            batches[i].unpin();
        }
        pinned = 0;
        given = 0;
    }
}
