package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.sources.HttpAccess;
import telegraph.sources.HttpColumn;
import telegraph.sources.HttpDeclaration;
import telegraph.sources.HttpSettings;
import telegraph.sources.HttpSources;
import telegraph.sources.fetch.Fetcher;
import telegraph.testkit.FaultServer;

/// A web site, a way to it, and somebody who reads from it as a query would.
///
/// Sleeps take no time: the ticker jumps ahead by them and notes them.
public final class Desk implements AutoCloseable {
    public final FaultServer server = new FaultServer();
    public final Skipping ticker = new Skipping();
    final MemoryManager memory = new MemoryManager(1L << 30);
    final Map<String, String> secrets = new java.util.concurrent.ConcurrentHashMap<>();
    public final HttpAccess access;
    public final HttpSources sources;
    private final List<HttpColumn> columns = new ArrayList<>();
    private final Map<String, String> options = new java.util.TreeMap<>();
    public Meter meter = new Meter("t");

    /// Time that passes by itself, unless it stands still, and at once where somebody sleeps.
    public static final class Skipping implements Ticker {
        private final AtomicLong skipped = new AtomicLong();
        final List<Duration> sleeps = new CopyOnWriteArrayList<>();
        private volatile boolean still;

        @Override
        public long nanos() {
            return (still ? 0 : System.nanoTime()) + skipped.get();
        }

        /// From now on time passes where somebody sleeps, and by [#pass] alone; to be called before
        /// anybody has looked.
        public void standStill() {
            still = true;
        }

        public void pass(Duration duration) {
            skipped.addAndGet(duration.toNanos());
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            sleeps.add(duration);
            skipped.addAndGet(duration.toNanos());
        }

        Clock clock() {
            InstantSource source = () -> java.time.Instant.now().plusNanos(skipped.get());
            return source.withZone(ZoneOffset.UTC);
        }
    }

    public Desk(Path directory) {
        this(directory, HttpSettings.defaults());
    }

    Desk(Path directory, HttpSettings settings) {
        access =
                new HttpAccess(
                        Disk.FILES,
                        directory.resolve("cache"),
                        settings,
                        name -> Optional.ofNullable(secrets.get(name)),
                        new Fetcher.Nature(ticker, ticker.clock(), 1));
        sources = new HttpSources(access);
    }

    Desk column(String name, Type type, String path) {
        columns.add(new HttpColumn(name, type, path, HttpColumn.Use.PLAIN, false));
        return this;
    }

    public Desk column(String name, Type type) {
        return column(name, type, "");
    }

    Desk array(String name, Type element) {
        columns.add(
                new HttpColumn(
                        name, Type.TEXT, Optional.of(element), "", HttpColumn.Use.PLAIN, false));
        return this;
    }

    Desk key(String name, Type type) {
        columns.add(new HttpColumn(name, type, "", HttpColumn.Use.PLAIN, true));
        return this;
    }

    public Desk required(String name, Type type) {
        columns.add(new HttpColumn(name, type, "", HttpColumn.Use.REQUIRED, false));
        return this;
    }

    Desk optional(String name, Type type, String path) {
        columns.add(new HttpColumn(name, type, path, HttpColumn.Use.OPTIONAL, false));
        return this;
    }

    public Desk with(String option, String value) {
        options.put(option, value);
        return this;
    }

    public Desk without(String option) {
        options.remove(option);
        return this;
    }

    public Desk url(String path) {
        return with("url", server.url(path));
    }

    public Source open() {
        return sources.open(new HttpDeclaration("t", columns, options));
    }

    public int[] all() {
        return IntStream.range(0, columns.size()).toArray();
    }

    List<List<Object>> scan() throws Exception {
        return scan(Map.of());
    }

    List<List<Object>> scan(Map<Integer, List<Object>> constants) throws Exception {
        return read(open().scan(new ScanRequest(all(), constants, true, -1)));
    }

    public List<List<Object>> lookup(Object value) throws Exception {
        return read(lookupReader(open(), value));
    }

    public Reader lookupReader(Source source, Object value) {
        int[] bind = source.access().binds().getFirst();
        return source.lookup(new LookupRequest(all(), bind, List.of(value), Map.of()));
    }

    /// All rows, in the order of arrival; afterwards no byte is held.
    List<List<Object>> read(Reader reader) throws IOException, InterruptedException {
        Basket basket = new Basket();
        try {
            reader.read(basket);
            return basket.rows();
        } finally {
            basket.close();
            assertEquals(0, memory.used(), "bytes held after a read");
        }
    }

    @Override
    public void close() {
        access.close();
        server.close();
        assertEquals(List.of(), server.faults());
        assertEquals(0, memory.used());
    }

    /// A JSON array of objects with the ids from `from` on, without `to`.
    static String ids(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "{\"id\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    /// A sink that keeps all it is given.
    public final class Basket implements Sink, AutoCloseable {
        private final Region region = memory.query("test", 1L << 29);
        private final List<Batch> batches = new CopyOnWriteArrayList<>();
        private final List<Type> types;
        final List<Frame> frames = new CopyOnWriteArrayList<>();
        final List<Integer> units = new CopyOnWriteArrayList<>();
        public final List<Integer> ended = new CopyOnWriteArrayList<>();
        final Map<Integer, String> lost = new ConcurrentHashMap<>();
        final List<String> distrusted = new CopyOnWriteArrayList<>();
        Consumer<String> onDistrust = _ -> {};
        public volatile boolean cancelled;

        public Basket() {
            this(columns.size());
        }

        /// @param count how many columns are asked for, the first ones
        public Basket(int count) {
            types = columns.stream().limit(count).map(HttpColumn::type).toList();
        }

        @Override
        public Region memory() {
            return region;
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
        public synchronized void emit(int unit, Batch batch) {
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
            onDistrust.accept(reason);
        }

        @Override
        public void emit(Batch batch) {
            batches.add(batch);
        }

        @Override
        public Meter meter() {
            return meter;
        }

        @Override
        public boolean cancelled() {
            return cancelled;
        }

        @Override
        public Registration closeOnCancel(AutoCloseable resource) {
            return () -> {};
        }

        public List<List<Object>> rows() {
            List<List<Object>> rows = new ArrayList<>();
            for (Batch batch : batches) {
                for (int r = 0; r < batch.rows(); r++) {
                    Object[] row = new Object[batch.columns()];
                    for (int c = 0; c < row.length; c++) {
                        row[c] = batch.valueAt(c, r);
                    }
                    rows.add(Arrays.asList(row));
                }
            }
            return rows;
        }

        /// By row its unit, if all rows have one.
        List<Integer> unitOfRow() {
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < units.size(); i++) {
                all.addAll(java.util.Collections.nCopies(batches.get(i).rows(), units.get(i)));
            }
            return all;
        }

        int batches() {
            return batches.size();
        }

        @Override
        public void close() {
            batches.forEach(Batch::unpin);
            assertEquals(0, region.used(), "bytes the reader did not give back");
            region.close();
        }
    }
}
