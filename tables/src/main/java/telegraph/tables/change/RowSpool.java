package telegraph.tables.change;

import java.util.List;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.BatchStore;
import telegraph.memory.Interval;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.tables.row.ArrayValues;

/// Rows kept in a statement's memory, and on disk where that is short, to be read in order.
///
/// Values are of the classes of [Batch#valueAt].
///
/// Threads: one adds; once [#end] was called several may read. Memory: that of the region until
/// [#close].
public final class RowSpool implements AutoCloseable {
    private final List<Type> types;
    private final Region region;
    private final BatchBuilder builder;
    private final BatchStore batches;
    private long rows;

    /// What takes rows one by one.
    @FunctionalInterface
    public interface Taker {
        void take(Object[] row);
    }

    public RowSpool(Region parent, List<Type> types) {
        this.types = List.copyOf(types);
        this.region = parent.child("rows kept");
        this.builder = new BatchBuilder(region, this.types);
        this.batches = new BatchStore(region);
    }

    public List<Type> types() {
        return types;
    }

    /// How many rows were added.
    public long rows() {
        return rows;
    }

    /// Adds the first values of a row, one for each type.
    public void add(Object[] row) {
        for (int c = 0; c < types.size(); c++) {
            builder.set(c, kept(row[c]));
        }
        builder.endRow();
        rows++;
        if (builder.isFull()) {
            keep();
        }
    }

    /// A value as a row of a table has it: a query sees intervals and arrays.
    private static Object kept(Object value) {
        return switch (value) {
            case Interval length -> length.toString();
            case List<?> array -> ArrayValues.text(array);
            case null, default -> value;
        };
    }

    private void keep() {
        Batch batch = builder.build();
        try {
            batches.append(batch);
        } finally {
            batch.unpin();
        }
    }

    /// No more rows are added.
    public void end() {
        if (!builder.isEmpty()) {
            keep();
        }
    }

    /// Gives all rows to `taker`, each in an array of its own.
    public void forEach(Taker taker) {
        for (int b = 0; b < batches.size(); b++) {
            Batch batch = batches.pin(b);
            try {
                for (int r = 0; r < batch.rows(); r++) {
                    taker.take(row(batch, r));
                }
            } finally {
                batches.unpin(b);
            }
        }
    }

    private static Object[] row(Batch batch, int r) {
        Object[] row = new Object[batch.columns()];
        for (int c = 0; c < row.length; c++) {
            row[c] = batch.valueAt(c, r);
        }
        return row;
    }

    @Override
    public void close() {
        builder.close();
        batches.close();
        region.close();
    }
}
