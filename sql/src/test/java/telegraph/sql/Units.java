package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import telegraph.engine.Basis;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.Frame;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.memory.BatchBuilder;

/// A table in units, such as pages, that can be read in a random order, and holds at a unit when a
/// test wants it to.
final class Units implements Source {
    private final String name;
    private final Schema schema;
    private final List<List<Object[]>> units = new ArrayList<>();

    /// What the order of the units means.
    Basis basis = Basis.SAMPLED;

    /// The rank before which reading waits until it is let go or cancelled; none if negative.
    int holdAt = -1;

    final CountDownLatch held = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);

    /// @param rows makes the rows of a unit
    Units(String name, List<Column> columns, int count, IntFunction<List<Object[]>> rows) {
        this.name = name;
        this.schema = new Schema(columns);
        for (int u = 0; u < count; u++) {
            units.add(rows.apply(u));
        }
    }

    List<List<Object[]>> rows() {
        return units;
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
        return Access.SCAN;
    }

    @Override
    public OptionalLong sampledBytes() {
        return OptionalLong.of(units.size() * 1_000L);
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            List<List<Object[]>> drawn = new ArrayList<>(units);
            boolean sampled = request.sampleSeed().isPresent();
            if (sampled) {
                java.util.Collections.shuffle(drawn, new Random(request.sampleSeed().getAsLong()));
                sink.frame(new Frame(basis, drawn.size(), -1));
            }
            AtomicBoolean cancelled = new AtomicBoolean();
            sink.meter().unitsTotal(drawn.size());
            try (Sink.Registration _ =
                    sink.closeOnCancel(() -> {
                        cancelled.set(true);
                        go.countDown();
                    })) {
                for (int rank = 0; rank < drawn.size() && !sink.cancelled(); rank++) {
                    if (rank == holdAt) {
                        held.countDown();
                        go.await();
                    }
                    emit(sink, request.columns(), sampled ? rank : -1, drawn.get(rank));
                }
            }
        };
    }

    private static void emit(Sink sink, int[] columns, int unit, List<Object[]> rows)
            throws InterruptedException {
        try (BatchBuilder builder = sink.builder()) {
            for (Object[] row : rows) {
                for (int c = 0; c < columns.length; c++) {
                    if (row[columns[c]] != null) {
                        builder.set(c, row[columns[c]]);
                    }
                }
                builder.endRow();
            }
            sink.meter().addRows(rows.size());
            if (unit >= 0) {
                sink.emit(unit, builder.build());
                sink.unitEnded(unit);
            } else {
                sink.emit(builder.build());
            }
        }
        sink.meter().addUnit();
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("this source is scanned");
    }
}
