package telegraph.sql.coverage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
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
import telegraph.testkit.Seeds;

/// Rows in memory that come in pages, several at once, the pages in an order drawn from the seed.
///
/// The order can be made wrong on purpose, to see whether anybody notices.
///
/// Threads: any.
final class Pages implements Source {
    /// In which order the pages of a sample come.
    enum Draw {
        /// A random permutation, as it should be.
        AT_RANDOM,
        /// Page after page, which is called a random order nevertheless.
        IN_ORDER,
        /// A random permutation of runs of neighbours, each of which is called a unit of its own.
        IN_RUNS,
        /// A random permutation, but a page gets its rank when its answer has come.
        BY_ARRIVAL,
        /// The same random permutation for all lists that are read at once.
        AS_OTHERS
    }

    /// How long the answer of a page takes.
    @FunctionalInterface
    interface Latency {
        long micros(int page);
    }

    private static final int RUN = 30;

    private final String name;
    private final Schema schema;
    private final List<List<Object[]>> pages;
    private final int atOnce;
    Draw draw = Draw.AT_RANDOM;
    Latency latency = _ -> 0;

    /// How many units are said to be there for each that is.
    double claimed = 1;

    private int samples;

    Pages(String name, List<Column> columns, List<List<Object[]>> pages, int atOnce) {
        this.name = name;
        this.schema = new Schema(columns);
        this.pages = pages;
        this.atOnce = atOnce;
    }

    int size() {
        return pages.size();
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
        return OptionalLong.of(pages.size() * 1_000L);
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new UnsupportedOperationException("pages are scanned: name=" + name);
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            boolean sample = request.sampleSeed().isPresent();
            List<Integer> order = new ArrayList<>();
            for (int p = 0; p < pages.size(); p++) {
                order.add(p);
            }
            if (sample) {
                sink.frame(new Frame(Basis.SAMPLED, Math.round(claimed * pages.size()), -1));
                samples++;
                long seed = draw == Draw.AS_OTHERS ? samples : request.sampleSeed().getAsLong();
                order = drawn(order, Seeds.random(seed));
            }
            new Round(sink, request.columns(), order, sample).run();
        };
    }

    private List<Integer> drawn(List<Integer> pages, RandomGenerator random) {
        if (draw == Draw.IN_ORDER) {
            return pages;
        }
        int length = draw == Draw.IN_RUNS ? RUN : 1;
        List<List<Integer>> runs = new ArrayList<>();
        for (int from = 0; from < pages.size(); from += length) {
            runs.add(pages.subList(from, Math.min(pages.size(), from + length)));
        }
        Collections.shuffle(runs, random);
        return runs.stream().flatMap(List::stream).toList();
    }

    /// One scan. A few threads take the next page of the order each, whatever the others do.
    private final class Round {
        private final Sink sink;
        private final int[] columns;
        private final List<Integer> order;
        private final boolean sample;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger arrived = new AtomicInteger();
        private final AtomicReference<Exception> failure = new AtomicReference<>();

        Round(Sink sink, int[] columns, List<Integer> order, boolean sample) {
            this.sink = sink;
            this.columns = columns;
            this.order = order;
            this.sample = sample;
        }

        void run() throws IOException, InterruptedException {
            Thread[] crew = new Thread[atOnce];
            Arrays.setAll(crew, _ -> Thread.ofVirtual().start(this::work));
            boolean interrupted = false;
            for (Thread one : crew) {
                while (one.isAlive()) {
                    try {
                        one.join();
                    } catch (InterruptedException e) {
                        interrupted = true;
                        Arrays.stream(crew).forEach(Thread::interrupt);
                    }
                }
            }
            if (interrupted) {
                throw new InterruptedException("reading was cancelled: name=" + name);
            }
            if (failure.get() != null) {
                throw new IOException("a page failed: name=" + name, failure.get());
            }
        }

        private void work() {
            try {
                for (int at = next.getAndIncrement();
                        at < order.size() && !Thread.currentThread().isInterrupted();
                        at = next.getAndIncrement()) {
                    int page = order.get(at);
                    long micros = latency.micros(page);
                    if (micros > 0) {
                        Thread.sleep(micros / 1_000, (int) (micros % 1_000) * 1_000);
                    }
                    emit(page, draw == Draw.BY_ARRIVAL ? arrived.getAndIncrement() : at);
                }
            } catch (InterruptedException | RuntimeException e) {
                failure.compareAndSet(null, e);
            }
        }

        private void emit(int page, int rank) throws InterruptedException {
            try (BatchBuilder builder = sink.builder()) {
                for (Object[] row : pages.get(page)) {
                    put(row, columns, builder);
                }
                if (!builder.isEmpty()) {
                    sink.meter().addRows(builder.rows());
                    if (sample) {
                        sink.emit(rank, builder.build());
                    } else {
                        sink.emit(builder.build());
                    }
                }
            }
            if (sample) {
                sink.unitEnded(rank);
            }
        }
    }

    /// Adds a row of Java objects to a batch of these columns.
    static void put(Object[] row, int[] columns, BatchBuilder builder) {
        for (int c = 0; c < columns.length; c++) {
            if (row[columns[c]] != null) {
                builder.set(c, row[columns[c]]);
            }
        }
        builder.endRow();
    }
}
