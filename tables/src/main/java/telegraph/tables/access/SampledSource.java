package telegraph.tables.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Access;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Frame;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.language.ast.DeclaredColumns;
import telegraph.language.sample.Sample;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;

/// Some rows of a table or file, drawn as TABLESAMPLE has it.
///
/// It reads all rows in their own order, of whatever values a query wants only some, and passes on
/// those that are drawn: so each row has the same number in every scan, and a condition is one on
/// the sample. Nothing is said of how many there will be, so running answers claim nothing.
///
/// Threads: any. All scans of one source have the same rows.
public final class SampledSource implements Source, DeclaredColumns {
    private final Source whole;
    private final Sample sample;
    private final Sampling sampling;

    /// @param chance gives a seed if the sample has none
    public SampledSource(Source whole, Sample sample, RandomGenerator chance) {
        this.whole = whole;
        this.sample = sample;
        long seed =
                sample.seed()
                        .map(given -> Double.doubleToLongBits(given + 0.0))
                        .orElseGet(chance::nextLong);
        this.sampling = Sampling.of(sample, seed);
    }

    /// What it is a sample of.
    public Source whole() {
        return whole;
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public Schema schema() {
        return whole.schema();
    }

    @Override
    public String declared(int column) {
        return whole instanceof DeclaredColumns columns ? columns.declared(column) : "";
    }

    @Override
    public List<Integer> primaryKey() {
        return whole instanceof DeclaredColumns columns ? columns.primaryKey() : List.of();
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Traits traits() {
        Traits all = whole.traits();
        return new Traits(all.order(), Traits.UNKNOWN.rows(), all.key(), all.lookupsMax());
    }

    @Override
    public Optional<Bounds> bounds(int column) {
        return whole.bounds(column);
    }

    @Override
    public boolean isLocal() {
        return whole.isLocal();
    }

    @Override
    public boolean isAtHand() {
        return whole.isAtHand();
    }

    @Override
    public Optional<String> told() {
        return Optional.of(whole.told().map(words -> words + ", ").orElse("") + sample.clause());
    }

    @Override
    public Reader scan(ScanRequest request) {
        Reader all = whole.scan(new ScanRequest(request.columns(), Map.of(), true, -1));
        return sink -> {
            try (Drawn drawn = new Drawn(sink)) {
                all.read(drawn);
                drawn.flush();
            }
        };
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a sample is scanned");
    }

    /// Passes on the rows that are drawn.
    ///
    /// Threads: any, one at a time.
    private final class Drawn implements Sink, AutoCloseable {
        private final Sink sink;
        private final BatchBuilder rows;
        private final int[] chosen = new int[Batch.ROWS_MAX];
        private long next;

        Drawn(Sink sink) {
            this.sink = sink;
            this.rows = sink.builder();
        }

        @Override
        public BatchBuilder builder() {
            return sink.builder();
        }

        @Override
        public Region memory() {
            return sink.memory();
        }

        @Override
        public synchronized void emit(Batch batch) throws InterruptedException {
            int count = 0;
            try {
                for (int row = 0; row < batch.rows(); row++) {
                    if (sampling.takes(next++)) {
                        chosen[count++] = row;
                    }
                }
                if (count > Batch.ROWS_MAX - rows.rows()) {
                    flush();
                }
                if (count > 0) {
                    rows.append(batch, chosen, 0, count);
                }
            } finally {
                batch.unpin();
            }
            if (rows.isFull()) {
                flush();
            }
        }

        private void flush() throws InterruptedException {
            if (rows.rows() > 0) {
                sink.emit(rows.build());
            }
        }

        @Override
        public void emit(int unit, Batch batch) throws InterruptedException {
            emit(batch);
        }

        @Override
        public void frame(Frame frame) {}

        @Override
        public void unitEnded(int unit) {}

        /// What follows would have other numbers.
        @Override
        public void unitLost(int unit, String reason) {
            sink.distrust(reason);
        }

        @Override
        public void distrust(String reason) {
            sink.distrust(reason);
        }

        @Override
        public <T> T inPlace(boolean again, Request<T> request) throws InterruptedException {
            return sink.inPlace(again, request);
        }

        @Override
        public Meter meter() {
            return sink.meter();
        }

        @Override
        public boolean cancelled() {
            return sink.cancelled();
        }

        @Override
        public Registration closeOnCancel(AutoCloseable resource) {
            return sink.closeOnCancel(resource);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
