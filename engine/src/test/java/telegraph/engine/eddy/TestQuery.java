package telegraph.engine.eddy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import telegraph.engine.Block;
import telegraph.engine.Execution;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.direct.DirectRun;
import telegraph.engine.meter.RequestBudget;
import telegraph.engine.source.Source;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.TestColumn;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.testkit.Threads;
import telegraph.testkit.schedule.Schedule;

/// Builds a block and runs it.
final class TestQuery {
    final List<Block.Input> inputs = new ArrayList<>();
    final List<Block.Equality> equalities = new ArrayList<>();
    final List<Predicate> filters = new ArrayList<>();
    Block.Output output;
    int workers = 2;
    String policy = "rank";
    boolean savesRequests;
    boolean ordered;
    long rowsWanted = -1;
    long memoryBytes = 256L << 20;
    long seed = 1;
    RoutingRules rules = RoutingRules.EXACT;
    Routes routes;
    long peakBytes;
    long timeoutMillis = Threads.PATIENCE_MILLIS;
    Ticker ticker = Ticker.SYSTEM;
    boolean spills;

    /// Whether whoever takes may carry it out, and how often an eddy was made after all.
    boolean direct;

    int eddies;

    TestQuery input(Source source) {
        return input(source, Map.of());
    }

    TestQuery input(Source source, Map<Integer, List<Object>> constants) {
        int[] columns = new int[source.schema().size()];
        Arrays.setAll(columns, c -> c);
        inputs.add(new Block.Input(source.name(), source, columns, constants, List.of()));
        return this;
    }

    TestQuery equal(int left, int leftColumn, int right, int rightColumn) {
        equalities.add(
                new Block.Equality(
                        new ColumnRef(left, leftColumn), new ColumnRef(right, rightColumn)));
        return this;
    }

    TestQuery filter(Predicate predicate) {
        filters.add(predicate);
        return this;
    }

    /// All columns of all inputs leave.
    TestQuery all() {
        List<Expression> columns = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            Block.Input input = inputs.get(i);
            for (int c = 0; c < input.columns().length; c++) {
                columns.add(
                        new TestColumn(
                                new ColumnRef(i, c),
                                input.source().schema().column(input.columns()[c]).type()));
            }
        }
        output = new Block.Output.Tuples(columns);
        return this;
    }

    Block block() {
        return new Block(inputs, equalities, filters, output);
    }

    QueryContext context(Region region) {
        return new QueryContext(
                "test",
                region,
                workers,
                RoutingPolicy.named(policy),
                ordered,
                rowsWanted,
                ticker,
                seed,
                !direct,
                new RequestBudget(0, savesRequests));
    }

    private MemoryManager memory() {
        if (!spills) {
            return new MemoryManager(memoryBytes);
        }
        SpillSpace space = SpillSpace.open(Disk.inMemory(1L << 30), Path.of("spills"), 1L << 30);
        return new MemoryManager(memoryBytes, space);
    }

    /// The rows of the result in the order they came; fails if memory is left.
    List<List<Object>> rows() throws InterruptedException {
        try (MemoryManager memory = memory()) {
            List<List<Object>> rows = new ArrayList<>();
            try (Region region = memory.query("test", memoryBytes);
                    Execution execution = start(region)) {
                Thread watch = watch(execution, timeoutMillis);
                try {
                    for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                        rows.addAll(rowsOf(batch));
                        batch.unpin();
                    }
                } finally {
                    watch.interrupt();
                }
                routes = execution.routes().getFirst();
            }
            peakBytes = memory.peak();
            if (memory.used() != 0) {
                throw new AssertionError("memory is left: bytes=" + memory.used());
            }
            return rows;
        }
    }

    private Execution start(Region region) {
        Block block = block();
        QueryContext context = context(region);
        Supplier<Execution> eddy =
                () -> {
                    eddies++;
                    return Eddy.start(block, context, rules);
                };
        return direct ? DirectRun.of(block, context, eddy).orElseGet(eddy) : eddy.get();
    }

    /// Cancels an execution that does not end; a schedule has its own eye on that.
    private static Thread watch(Execution execution, long millis) {
        return Thread.startVirtualThread(() -> {
            if (Schedule.isHere()) {
                return;
            }
            try {
                Thread.sleep(millis);
                execution.cancel("it did not end");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    static List<List<Object>> rowsOf(Batch batch) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rows(); row++) {
            List<Object> values = new ArrayList<>();
            for (int c = 0; c < batch.columns(); c++) {
                values.add(batch.valueAt(c, row));
            }
            rows.add(values);
        }
        return rows;
    }
}
