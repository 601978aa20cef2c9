package telegraph.sources.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import telegraph.engine.Column;
import telegraph.engine.Frame;
import telegraph.engine.Meter;
import telegraph.engine.ScanRequest;
import telegraph.engine.Sink;
import telegraph.engine.Source;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// What a source delivered to a test: all rows, the sizes of its batches, and its meter.
record Table(List<List<Object>> rows, List<Integer> batches, Meter meter) {
    static Table read(Source source) throws IOException, InterruptedException {
        return read(source, IntStream.range(0, source.schema().size()).toArray(), -1);
    }

    static Table read(Source source, String... columns) throws IOException, InterruptedException {
        int[] indices = new int[columns.length];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = source.schema().indexOf(columns[i]);
        }
        return read(source, indices, -1);
    }

    static Table read(Source source, int[] columns, long rowsWanted)
            throws IOException, InterruptedException {
        try (MemoryManager memory = new MemoryManager(256 << 20)) {
            Region region = memory.query("test", 256 << 20);
            Collecting sink =
                    new Collecting(
                            region, source.schema().types(columns), new Meter(source.name()));
            try {
                source.scan(new ScanRequest(columns, Map.of(), true, rowsWanted)).read(sink);
            } finally {
                if (region.used() != 0) {
                    throw new AssertionError("bytes held after reading: " + region.used());
                }
                region.close();
            }
            return new Table(sink.rows, sink.batches, sink.meter);
        }
    }

    static List<String> columns(Source source) {
        return source.schema().columns().stream().map(Table::text).toList();
    }

    private static String text(Column column) {
        return column.name() + " " + column.type();
    }

    /// Keeps rows as objects and gives batches back at once.
    static final class Collecting implements Sink {
        final List<List<Object>> rows = new ArrayList<>();
        final List<Integer> batches = new ArrayList<>();
        final List<Frame> frames = new ArrayList<>();
        final List<Integer> units = new ArrayList<>();
        final List<Integer> ended = new ArrayList<>();
        final Map<Integer, String> lost = new HashMap<>();
        final List<String> distrusted = new ArrayList<>();
        final Map<AutoCloseable, Boolean> open = new HashMap<>();
        private final Region region;
        private final List<Type> types;
        private final Meter meter;
        private boolean cancelled;

        Collecting(Region region, List<Type> types, Meter meter) {
            this.region = region;
            this.types = types;
            this.meter = meter;
        }

        @Override
        public BatchBuilder builder() {
            return new BatchBuilder(region, types);
        }

        @Override
        public void frame(Frame frame) {
            frames.add(frame);
        }

        @Override
        public void emit(int unit, Batch batch) {
            units.add(unit);
            emit(batch);
        }

        @Override
        public void unitEnded(int unit) {
            ended.add(unit);
        }

        @Override
        public void unitLost(int unit, String reason) {
            lost.put(unit, reason);
        }

        @Override
        public void distrust(String reason) {
            distrusted.add(reason);
        }

        @Override
        public synchronized void emit(Batch batch) {
            batches.add(batch.rows());
            for (int r = 0; r < batch.rows(); r++) {
                List<Object> row = new ArrayList<>();
                for (int c = 0; c < batch.columns(); c++) {
                    row.add(batch.valueAt(c, r));
                }
                rows.add(row);
            }
            batch.unpin();
            notifyAll();
        }

        synchronized void awaitRows(int count) throws InterruptedException {
            while (rows.size() < count) {
                wait();
            }
        }

        @Override
        public Meter meter() {
            return meter;
        }

        @Override
        public synchronized boolean cancelled() {
            return cancelled;
        }

        synchronized void cancel() throws Exception {
            cancelled = true;
            for (AutoCloseable resource : open.keySet()) {
                resource.close();
            }
        }

        @Override
        public synchronized Registration closeOnCancel(AutoCloseable resource) {
            open.put(resource, true);
            return () -> {
                synchronized (this) {
                    open.remove(resource);
                }
            };
        }
    }
}
