package telegraph.sources.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import telegraph.engine.Column;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// What a source delivered to a test: all rows, the sizes of its batches, and its meter; and if it
/// had units, their frame and the rows of each.
record Table(
        List<List<Object>> rows,
        List<Integer> batches,
        Meter meter,
        Optional<Frame> frame,
        Map<Integer, List<List<Object>>> units) {
    /// Reads a sample, which is all rows, and checks that its units are whole: ranks from 0 on,
    /// each ended once, after its rows.
    static Table sample(Source source, long seed) throws IOException, InterruptedException {
        int[] columns = IntStream.range(0, source.schema().size()).toArray();
        return read(source, new ScanRequest(columns, Map.of(), false, -1, OptionalLong.of(seed)));
    }

    List<List<Object>> rowsOfUnit(int rank) {
        return units.get(rank);
    }

    /// How many rows each unit has.
    Map<Integer, Integer> unitRows() {
        Map<Integer, Integer> counts = new HashMap<>();
        units.forEach((rank, rows) -> counts.put(rank, rows.size()));
        return counts;
    }

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
        return read(source, new ScanRequest(columns, Map.of(), true, rowsWanted));
    }

    static Table read(Source source, ScanRequest request) throws IOException, InterruptedException {
        try (MemoryManager memory = new MemoryManager(256 << 20)) {
            Region region = memory.query("test", 256 << 20);
            Collecting sink =
                    new Collecting(
                            region,
                            source.schema().types(request.columns()),
                            new Meter(source.name()));
            try {
                source.scan(request).read(sink);
            } finally {
                if (region.used() != 0) {
                    throw new AssertionError("bytes held after reading: " + region.used());
                }
                region.close();
            }
            return sink.table();
        }
    }

    static List<String> columns(Source source) {
        return source.schema().columns().stream().map(Table::text).toList();
    }

    private static String text(Column column) {
        return column.name() + " " + column.typeName();
    }

    /// Keeps rows as objects and gives batches back at once.
    static class Collecting implements Sink {
        final List<List<Object>> rows = new ArrayList<>();
        final List<Integer> batches = new ArrayList<>();
        final List<Frame> frames = new ArrayList<>();
        final Map<Integer, List<List<Object>>> units = new HashMap<>();
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
        public Region memory() {
            return region;
        }

        @Override
        public BatchBuilder builder() {
            return new BatchBuilder(region, types);
        }

        /// Everything read, once the reader has returned.
        synchronized Table table() {
            if (frames.isEmpty()) {
                require(units.isEmpty() && ended.isEmpty(), "units need a frame");
                return new Table(rows, batches, meter, Optional.empty(), units);
            }
            require(frames.size() == 1, "one frame: " + frames);
            ended.sort(null);
            List<Integer> ranks =
                    IntStream.range(0, (int) frames.getFirst().units()).boxed().toList();
            require(ended.equals(ranks), "each unit ends once: " + ended);
            ranks.forEach(rank -> units.computeIfAbsent(rank, _ -> new ArrayList<>()));
            require(units.size() == ranks.size(), "ranks without gaps: " + units.keySet());
            return new Table(rows, batches, meter, Optional.of(frames.getFirst()), units);
        }

        private static void require(boolean condition, String rule) {
            if (!condition) {
                throw new AssertionError(rule);
            }
        }

        @Override
        public synchronized void frame(Frame frame) {
            frames.add(frame);
        }

        @Override
        public synchronized void emit(int unit, Batch batch) {
            require(!frames.isEmpty(), "the frame comes first");
            require(!ended.contains(unit), "no rows after the end: unit=" + unit);
            int before = rows.size();
            emit(batch);
            units.computeIfAbsent(unit, _ -> new ArrayList<>())
                    .addAll(rows.subList(before, rows.size()));
        }

        @Override
        public synchronized void unitEnded(int unit) {
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
