package telegraph.engine.eddy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.engine.Basis;
import telegraph.engine.Column;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Sink;
import telegraph.memory.BatchBuilder;

/// A source in memory whose rows come in units, several at once and some later than they should.
class UnitSource extends TestSource {
    private static final int LOOKED_AT_EVERY = 8;

    /// By rank the rows of each unit.
    final List<List<Object[]>> units = new ArrayList<>();

    Basis basis = Basis.SAMPLED;
    boolean unitsKnown = true;
    int unitRowsMax = -1;
    int atOnce = 3;

    /// What happens before a unit is handed over.
    Pause beforeUnit = unit -> {};

    /// Whether workers read the units themselves; then none is given up.
    boolean pulled;

    /// Ranks that are given up.
    List<Integer> lost = List.of();

    UnitSource(String name, Column... columns) {
        super(name, columns);
    }

    @Override
    public OptionalLong sampledBytes() {
        return OptionalLong.of(units.size() * 1_000L);
    }

    @Override
    public Reader scan(ScanRequest request) {
        if (request.sampleSeed().isEmpty()) {
            rows.clear();
            units.forEach(rows::addAll);
            return super.scan(request);
        }
        return sink -> {
            sink.frame(new Frame(basis, unitsKnown ? units.size() : -1, unitRowsMax));
            if (pulled) {
                TestMorsels morsels = morsels(units, request.columns());
                morsels.beforeUnit =
                        u -> {
                            beforeUnit.at(u);
                            if (u % LOOKED_AT_EVERY == 0) {
                                awaitLooks();
                            }
                        };
                sink.pull(morsels);
                return;
            }
            AtomicInteger next = new AtomicInteger();
            AtomicReference<Exception> failure = new AtomicReference<>();
            List<Thread> crew = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                crew.add(Thread.ofVirtual().start(() -> work(request, sink, next, failure)));
            }
            try {
                for (Thread one : crew) {
                    one.join();
                }
            } finally {
                crew.forEach(Thread::interrupt);
                for (Thread one : crew) {
                    joinSurely(one);
                }
            }
            if (failure.get() instanceof InterruptedException e) {
                throw e;
            } else if (failure.get() != null) {
                throw new IOException(failure.get());
            }
        };
    }

    private static void joinSurely(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(
            ScanRequest request, Sink sink, AtomicInteger next, AtomicReference<Exception> failed) {
        try {
            for (int u = next.getAndIncrement(); u < units.size(); u = next.getAndIncrement()) {
                beforeUnit.at(u);
                if (u % LOOKED_AT_EVERY == 0) {
                    awaitLooks();
                }
                if (lost.contains(u)) {
                    sink.meter().addFailed("it did not answer");
                    sink.unitLost(u, "it did not answer");
                } else {
                    emitUnit(sink, request.columns(), u);
                    sink.unitEnded(u);
                }
            }
        } catch (InterruptedException | IOException | RuntimeException e) {
            failed.compareAndSet(null, e);
        }
    }

    private void emitUnit(Sink sink, int[] columns, int unit) throws InterruptedException {
        try (BatchBuilder builder = sink.builder()) {
            for (Object[] row : units.get(unit)) {
                for (int c = 0; c < columns.length; c++) {
                    if (row[columns[c]] != null) {
                        builder.set(c, row[columns[c]]);
                    }
                }
                builder.endRow();
                if (builder.rows() >= batchRows || builder.isFull()) {
                    sink.meter().addRows(builder.rows());
                    sink.emit(unit, builder.build());
                }
            }
            if (!builder.isEmpty()) {
                sink.meter().addRows(builder.rows());
                sink.emit(unit, builder.build());
            }
        }
        sink.meter().addUnit();
    }
}
