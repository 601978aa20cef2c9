package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.engine.Column;
import telegraph.engine.meter.Terms;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// A source whose rows are in memory, and whose ways and delays a test decides.
class TestSource implements Source {
    final String name;
    final List<Object[]> rows = new ArrayList<>();

    /// Rows at the end of `rows` that are there before, and are delivered again.
    final List<Object[]> twice = new ArrayList<>();

    final AtomicInteger scans = new AtomicInteger();
    volatile ScanRequest lastScan;
    final List<LookupRequest> lookups = java.util.Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger underWay = new AtomicInteger();
    final AtomicInteger underWayPeak = new AtomicInteger();
    private final Schema schema;
    Access access = Access.SCAN;
    int[] key = {};
    int lookupsMax = 4;
    OptionalLong rowsKnown = OptionalLong.empty();
    int batchRows = 4096;

    /// How many pages a scan says that it has, or -1.
    int pages = -1;

    Terms terms = Terms.NONE;

    /// If not 0, workers read the rows themselves, in units of so many.
    int unitRows;

    volatile TestMorsels lastMorsels;

    /// Whether its scan and its lookups share the requests that may be under way at once.
    boolean shares;

    /// How many pages were asked for, where it does.
    final AtomicInteger pagesAsked = new AtomicInteger();

    /// Whether it claims to wait for nobody.
    boolean local;

    /// Whether whoever wants its rows reads them himself.
    boolean atHand;

    /// What happens when the scan is asked for, on the thread that starts the block.
    Runnable beforeScan = () -> {};

    Pause beforeBatch = at -> {};
    Pause beforeLookup = at -> {};

    /// How often somebody has looked, if anybody does: the source is never far ahead of him.
    volatile AtomicInteger looks;

    /// What happens before a batch or a lookup.
    @FunctionalInterface
    interface Pause {
        void at(int number) throws InterruptedException, java.io.IOException;
    }

    TestSource(String name, Column... columns) {
        this.name = name;
        this.schema = new Schema(List.of(columns));
    }

    /// A source of INTEGER columns.
    static TestSource integers(String name, String... columns) {
        return new TestSource(
                name,
                Arrays.stream(columns)
                        .map(c -> new Column(c, Type.INTEGER))
                        .toArray(Column[]::new));
    }

    TestSource row(Object... values) {
        rows.add(values);
        return this;
    }

    TestSource bind(boolean scan, int[]... patterns) {
        access = new Access(scan, List.of(patterns));
        return this;
    }

    /// Waits until somebody who looks at the query has done so once from beginning to end.
    void awaitLooks() throws InterruptedException {
        AtomicInteger seen = looks;
        int enough = seen == null ? 0 : seen.get() + 2;
        while (seen != null && seen.get() < enough && looks == seen) {
            Thread.sleep(0, 100_000);
        }
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
        return new Traits(Traits.Order.UNKNOWN, rowsKnown, key, lookupsMax);
    }

    @Override
    public Terms terms() {
        return terms;
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public boolean isAtHand() {
        return atHand;
    }

    @Override
    public Reader scan(ScanRequest request) {
        beforeScan.run();
        scans.incrementAndGet();
        lastScan = request;
        if (shares) {
            return sink -> emitPages(sink, request.columns());
        }
        if (unitRows > 0) {
            return sink -> sink.pull(morsels(unitsOf(rows), request.columns()));
        }
        return sink -> {
            sink.meter().unitsTotal(pages);
            emit(sink, request.columns(), rows, true);
        };
    }

    private List<List<Object[]>> unitsOf(List<Object[]> all) {
        List<List<Object[]>> units = new ArrayList<>();
        for (int from = 0; from < all.size(); from += unitRows) {
            units.add(all.subList(from, Math.min(all.size(), from + unitRows)));
        }
        return units;
    }

    TestMorsels morsels(List<List<Object[]>> units, int[] columns) {
        TestMorsels morsels = new TestMorsels(units, schema, columns, batchRows);
        morsels.beforeChunk = beforeBatch;
        lastMorsels = morsels;
        return morsels;
    }

    @Override
    public Reader lookup(LookupRequest request) {
        return sink -> {
            lookups.add(request);
            List<Object[]> found = rows.stream().filter(r -> fits(r, request)).toList();
            underWay(() -> {
                beforeLookup.at(lookups.size());
                emit(sink, request.columns(), found, !shares);
            });
        };
    }

    /// Something that takes its time while it is under way.
    private interface Step {
        void take() throws InterruptedException, java.io.IOException;
    }

    private void underWay(Step step) throws InterruptedException, java.io.IOException {
        int now = underWay.incrementAndGet();
        underWayPeak.accumulateAndGet(now, Math::max);
        try {
            step.take();
        } finally {
            underWay.decrementAndGet();
        }
    }

    /// Each batch is a page, which is asked for in a place that the lookups share.
    private void emitPages(Sink sink, int[] columns)
            throws InterruptedException, java.io.IOException {
        sink.meter().unitsTotal(Math.max(1, Math.ceilDiv(rows.size(), batchRows)));
        int page = 0;
        do {
            int number = page++;
            sink.inPlace(
                    true,
                    () -> {
                        pagesAsked.incrementAndGet();
                        try {
                            underWay(() -> beforeBatch.at(number));
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                        return number;
                    });
            int from = number * batchRows;
            int to = Math.min(rows.size(), from + batchRows);
            emit(sink, columns, rows.subList(from, to), false);
        } while (page * batchRows < rows.size());
    }

    private static boolean fits(Object[] row, LookupRequest request) {
        for (int b = 0; b < request.bound().length; b++) {
            if (!request.values().get(b).equals(row[request.bound()[b]])) {
                return false;
            }
        }
        return true;
    }

    private void emit(Sink sink, int[] columns, List<Object[]> from, boolean pauses)
            throws InterruptedException, java.io.IOException {
        int batches = 0;
        try (BatchBuilder builder = sink.builder()) {
            for (Object[] row : from) {
                for (int c = 0; c < columns.length; c++) {
                    Object value = row[columns[c]];
                    if (value != null) {
                        builder.set(c, value);
                    }
                }
                builder.endRow();
                if (builder.rows() >= batchRows || builder.isFull()) {
                    beforeBatch(pauses, batches++);
                    sink.meter().addRows(builder.rows());
                    sink.emit(builder.build());
                }
            }
            beforeBatch(pauses, batches);
            sink.meter().addRows(builder.rows());
            sink.emit(builder.build());
        }
    }

    private void beforeBatch(boolean pauses, int number)
            throws InterruptedException, java.io.IOException {
        if (pauses) {
            beforeBatch.at(number);
        }
    }
}
