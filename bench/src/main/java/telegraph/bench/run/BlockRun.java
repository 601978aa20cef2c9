package telegraph.bench.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Dataflow;
import telegraph.engine.Execution;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.meter.RequestBudget;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// A block to measure: counts its result, and says how long that took.
public final class BlockRun {
    private static final long MEMORY_BYTES = 1L << 30;

    private final List<Block.Input> inputs = new ArrayList<>();
    private final List<Block.Equality> equalities = new ArrayList<>();
    private final List<Predicate> filters = new ArrayList<>();
    String policy = "rank";
    public int workers = 1;
    public boolean savesRequests;
    long count;

    /// Processor time of the worker in the last run: unlike the time on the clock it does not
    /// depend on what else the machine does.
    public double cpuMillis;

    private final WorkerTicker ticker = new WorkerTicker();

    public long peakBytes;
    public Routes routes;

    public BlockRun input(Source source) {
        int[] columns = new int[source.schema().size()];
        Arrays.setAll(columns, c -> c);
        inputs.add(new Block.Input(source.name(), source, columns, Map.of(), List.of()));
        return this;
    }

    public BlockRun equal(int left, int leftColumn, int right, int rightColumn) {
        equalities.add(
                new Block.Equality(
                        new ColumnRef(left, leftColumn), new ColumnRef(right, rightColumn)));
        return this;
    }

    public BlockRun filters(List<? extends Predicate> predicates) {
        filters.addAll(predicates);
        return this;
    }

    public BlockRun policy(String name) {
        policy = name;
        return this;
    }

    /// Runs it; returns the milliseconds until the last row.
    public double millis() throws InterruptedException {
        Aggregate counting =
                new Aggregate(
                        Aggregate.Function.COUNT,
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        new int[0],
                        Type.BIGINT);
        Block.Output output =
                new Block.Output.Groups(List.of(), List.of(new int[0]), List.of(counting));
        long started = System.nanoTime();
        try (MemoryManager memory = new MemoryManager(MEMORY_BYTES);
                Region region = memory.query("bench", MEMORY_BYTES);
                Execution execution =
                        Dataflow.start(
                                new Block(inputs, equalities, filters, output), context(region))) {
            Batch batch = execution.take();
            count = batch.longAt(0, 0);
            batch.unpin();
            double millis = (System.nanoTime() - started) / 1e6;
            cpuMillis = ticker.cpuNanos / 1e6;
            routes = execution.routes().getFirst();
            peakBytes = memory.peak();
            return millis;
        }
    }

    /// Runs it for its first row; returns when that came, by `System.nanoTime`.
    public long firstRowNanos() throws InterruptedException {
        Block.Output output = new Block.Output.Tuples(List.of(new Id()));
        try (MemoryManager memory = new MemoryManager(MEMORY_BYTES);
                Region region = memory.query("bench", MEMORY_BYTES);
                Execution execution =
                        Dataflow.start(
                                new Block(inputs, equalities, filters, output), context(region))) {
            execution.take().unpin();
            return System.nanoTime();
        }
    }

    private QueryContext context(Region region) {
        RequestBudget requests = new RequestBudget(0, savesRequests);
        return new QueryContext(
                "bench",
                region,
                workers,
                RoutingPolicy.named(policy),
                false,
                -1,
                ticker,
                1,
                false,
                requests);
    }

    /// The machine's time, which notes now and then how much processor time a worker has used.
    private static final class WorkerTicker implements Ticker {
        private static final int NOTED_EVERY = 64;
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private int calls;
        private volatile long cpuNanos;

        @Override
        public long nanos() {
            if (++calls % NOTED_EVERY == 0
                    && Thread.currentThread().getName().contains("-worker-")) {
                cpuNanos = THREADS.getCurrentThreadCpuTime();
            }
            return Ticker.SYSTEM.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Ticker.SYSTEM.sleep(duration);
        }
    }

    /// The first input's first column.
    private record Id() implements Expression {
        private static final ColumnRef REF = new ColumnRef(0, 0);

        @Override
        public Type type() {
            return Type.BIGINT;
        }

        @Override
        public List<ColumnRef> columns() {
            return List.of(REF);
        }

        @Override
        public boolean canThrow() {
            return false;
        }

        @Override
        public Vector evaluate(Rows rows, int[] selection, int count) {
            return rows.column(REF, selection, count);
        }

        @Override
        public Expression fork() {
            return this;
        }
    }
}
