package telegraph.crawler.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Keeps the rows of a source as objects, and gives batches back at once.
final class Gathered implements Sink {
    final List<List<Object>> rows = new ArrayList<>();
    final List<Integer> batches = new ArrayList<>();
    final Meter meter = new Meter("test");
    final BitSet ended = new BitSet();
    Frame frame;
    private final Region region;
    private final List<Type> types;
    private final List<AutoCloseable> closing = new ArrayList<>();
    private boolean cancelled;

    Gathered(Region region, List<Type> types) {
        this.region = region;
        this.types = types;
    }

    /// Reads the named columns of a source, all if there are no names.
    static Gathered read(Region region, Source source, long wanted, String... names)
            throws IOException, InterruptedException {
        ScanRequest request = request(source, wanted, names);
        Gathered gathered = new Gathered(region, source.schema().types(request.columns()));
        source.scan(request).read(gathered);
        return gathered;
    }

    /// Reads the named columns of a source as a sample.
    static Gathered sample(Region region, Source source, long seed, String... names)
            throws IOException, InterruptedException {
        ScanRequest all = request(source, -1, names);
        Gathered gathered = new Gathered(region, source.schema().types(all.columns()));
        source.scan(new ScanRequest(all.columns(), Map.of(), false, -1, OptionalLong.of(seed)))
                .read(gathered);
        return gathered;
    }

    static ScanRequest request(Source source, long wanted, String... names) {
        int[] columns =
                names.length == 0
                        ? IntStream.range(0, source.schema().size()).toArray()
                        : Arrays.stream(names).mapToInt(source.schema()::indexOf).toArray();
        return new ScanRequest(columns, Map.of(), true, wanted);
    }

    List<Object> column(int index) {
        return rows.stream().map(row -> row.get(index)).toList();
    }

    /// Says that nobody wants more.
    synchronized void cancel() throws Exception {
        cancelled = true;
        for (AutoCloseable resource : closing) {
            resource.close();
        }
    }

    synchronized void awaitRows(int count) throws InterruptedException {
        while (rows.size() < count) {
            wait();
        }
    }

    @Override
    public BatchBuilder builder() {
        return new BatchBuilder(region, types);
    }

    @Override
    public Region memory() {
        return region;
    }

    @Override
    public synchronized void emit(Batch batch) throws InterruptedException {
        if (cancelled) {
            batch.unpin();
            throw new InterruptedException("nobody wants more");
        }
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

    @Override
    public synchronized void frame(Frame announced) {
        if (frame != null) {
            throw new IllegalStateException("a frame is announced once");
        }
        frame = announced;
    }

    @Override
    public void emit(int unit, Batch batch) throws InterruptedException {
        requireUnit(unit);
        emit(batch);
    }

    @Override
    public synchronized void unitEnded(int unit) {
        requireUnit(unit);
        ended.set(unit);
    }

    private synchronized void requireUnit(int unit) {
        if (frame == null || unit < 0 || unit >= frame.units() || ended.get(unit)) {
            throw new IllegalStateException("a unit is announced and ends once: unit=" + unit);
        }
    }

    @Override
    public void unitLost(int unit, String reason) {
        throw new IllegalStateException("no unit of a crawl is lost: " + reason);
    }

    @Override
    public void distrust(String reason) {
        throw new IllegalStateException("a crawl is what it was said to be: " + reason);
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public synchronized boolean cancelled() {
        return cancelled;
    }

    @Override
    public synchronized Registration closeOnCancel(AutoCloseable resource) {
        closing.add(resource);
        return () -> forget(resource);
    }

    private synchronized void forget(AutoCloseable resource) {
        closing.remove(resource);
    }
}
