package telegraph.bench.run;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// A source of BIGINT columns whose rows are computed, and whose pace is given.
///
/// Its first column, `id`, counts the rows from 0; a lookup by it finds that row if it exists.
public final class RowSource implements Source {
    private final String name;
    private final long rows;
    private final Schema schema;
    private final Values values;
    public final AtomicInteger lookups = new AtomicInteger();
    Access access = Access.SCAN;
    public int lookupsMax = 8;
    public int batchRows = 4096;
    public Pace beforeBatch = row -> {};
    public Pace beforeLookup = id -> {};

    /// The value of a column in a row.
    @FunctionalInterface
    public interface Values {
        long at(long row, int column);
    }

    /// What must pass before a batch or a lookup.
    @FunctionalInterface
    public interface Pace {
        void before(long which) throws InterruptedException;
    }

    public RowSource(String name, long rows, Values values, String... columns) {
        this.name = name;
        this.rows = rows;
        this.values = values;
        this.schema =
                new Schema(Arrays.stream(columns).map(c -> new Column(c, Type.BIGINT)).toList());
    }

    public RowSource onlyByLookup() {
        access = new Access(false, List.of(new int[] {0}));
        return this;
    }

    public RowSource byBoth() {
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
