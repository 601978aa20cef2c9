package telegraph.bench;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.engine.Access;
import telegraph.engine.Column;
import telegraph.engine.LookupRequest;
import telegraph.engine.Reader;
import telegraph.engine.ScanRequest;
import telegraph.engine.Schema;
import telegraph.engine.Source;
import telegraph.engine.Traits;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// A source of BIGINT columns whose rows are computed, and whose pace is given.
///
/// Its first column, `id`, counts the rows from 0; a lookup by it finds that row if it exists.
final class RowSource implements Source {
    private final String name;
    private final long rows;
    private final Schema schema;
    private final Values values;
    final AtomicInteger lookups = new AtomicInteger();
    Access access = Access.SCAN;
    int lookupsMax = 8;
    int batchRows = 4096;
    Pace beforeBatch = row -> {};
    Pace beforeLookup = id -> {};

    /// The value of a column in a row.
    @FunctionalInterface
    interface Values {
        long at(long row, int column);
    }

    /// What must pass before a batch or a lookup.
    @FunctionalInterface
    interface Pace {
        void before(long which) throws InterruptedException;
    }

    RowSource(String name, long rows, Values values, String... columns) {
        this.name = name;
        this.rows = rows;
        this.values = values;
        this.schema =
                new Schema(Arrays.stream(columns).map(c -> new Column(c, Type.BIGINT)).toList());
    }

    RowSource onlyByLookup() {
        access = new Access(false, List.of(new int[] {0}));
        return this;
    }

    RowSource byBoth() {
        access = new Access(true, List.of(new int[] {0}));
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public Traits traits() {
        return new Traits(Traits.Order.UNKNOWN, OptionalLong.of(rows), new int[] {0}, lookupsMax);
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            try (BatchBuilder builder = sink.builder()) {
                for (long row = 0; row < rows; row++) {
                    if (builder.rows() == 0) {
                        beforeBatch.before(row);
                    }
                    add(builder, row, request.columns());
                    if (builder.rows() == batchRows) {
                        sink.emit(builder.build());
                    }
                }
                sink.emit(builder.build());
            }
        };
    }

    @Override
    public Reader lookup(LookupRequest request) {
        return sink -> {
            lookups.incrementAndGet();
            long id = (Long) request.values().getFirst();
            beforeLookup.before(id);
            if (id < 0 || id >= rows) {
                return;
            }
            try (BatchBuilder builder = sink.builder()) {
                add(builder, id, request.columns());
                sink.emit(builder.build());
            }
        };
    }

    private void add(BatchBuilder builder, long row, int[] columns) {
        for (int c = 0; c < columns.length; c++) {
            builder.setLong(c, values.at(row, columns[c]));
        }
        builder.endRow();
    }
}
