package telegraph.tables.access;

import java.util.stream.IntStream;
import telegraph.engine.source.Sink;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.tables.row.KeyCodec;
import telegraph.tables.row.Projection;

/// Takes rows from their bytes into batches, and hands these over when they are full.
///
/// Threads: one. Memory: what is not yet handed over is freed with [#close].
final class StoredRows implements AutoCloseable {
    /// How often it asks whether anybody wants more rows.
    private static final int ROWS_BETWEEN_QUESTIONS = 1_024;

    private final TableSource source;
    private final Sink sink;
    private final BatchBuilder builder;
    private final Bytes value = new Bytes();
    private final Projection projection;
    private final KeyCodec key;

    /// The column of the batches that is the hidden number, or -1.
    private final int number;

    private final long wanted;
    private int unit = -1;
    private long emitted;
    private int untilQuestion = ROWS_BETWEEN_QUESTIONS;
    private boolean enough;

    /// @param columns those of the batches, as indices of the source's
    /// @param wanted how many rows will do, or -1
    StoredRows(TableSource source, int[] columns, long wanted, Sink sink) {
        this.source = source;
        this.sink = sink;
        this.wanted = wanted;
        this.builder = sink.builder();
        this.key = source.table().key();
        this.number =
                IntStream.range(0, columns.length)
                        .filter(c -> source.isNumber(columns[c]))
                        .findFirst()
                        .orElse(-1);
        int[] stored = IntStream.of(columns).filter(c -> !source.isNumber(c)).toArray();
        int[] targets = IntStream.range(0, columns.length).filter(c -> c != number).toArray();
        this.projection =
                new Projection(source.table().values(), source.table().slots(stored), targets);
    }

    /// Whether nobody wants more; asked before each row.
    boolean isEnough() {
        return enough;
    }

    /// Says that the rows to come are of a unit.
    void begin(int rank) {
        unit = rank;
    }

    /// Adds the row that is the present entry of a cursor.
    void add(Cursor row) throws InterruptedException {
        add(row.array(), row.keyOffset(), row.array(), row.valueOffset());
    }

    /// Adds the row that has a primary key, if it is there: it may have gone since its entry in an
    /// index was read. Whether it was.
    boolean add(Bytes primaryKey) throws InterruptedException {
        boolean there =
                source.transaction()
                        .get(source.table().container(), primaryKey, source.reading(), value);
        if (there) {
            add(primaryKey.array(), 0, value.array(), 0);
        }
        return there;
    }

    private void add(byte[] keyArray, int keyAt, byte[] valueArray, int valueAt)
            throws InterruptedException {
        projection.set(valueArray, valueAt, builder);
        if (number >= 0) {
            builder.setLong(number, (Long) key.value(keyArray, keyAt, 0));
        }
        builder.endRow();
        if (builder.isFull()) {
            emit();
        }
        if (--untilQuestion == 0) {
            untilQuestion = ROWS_BETWEEN_QUESTIONS;
            enough |= sink.cancelled();
        }
        enough |= wanted >= 0 && emitted + builder.rows() >= wanted;
    }

    /// Hands over what is there.
    void flush() throws InterruptedException {
        if (!builder.isEmpty()) {
            emit();
        }
    }

    /// The unit is complete.
    void end() throws InterruptedException {
        flush();
        sink.unitEnded(unit);
        sink.meter().addUnit();
    }

    private void emit() throws InterruptedException {
        Batch batch = builder.build();
        emitted += batch.rows();
        sink.meter().addRows(batch.rows());
        if (unit < 0) {
            sink.emit(batch);
        } else {
            sink.emit(unit, batch);
        }
    }

    @Override
    public void close() {
        builder.close();
    }
}
