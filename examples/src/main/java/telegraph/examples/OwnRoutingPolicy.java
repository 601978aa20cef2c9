package telegraph.examples;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.Dataflow;
import telegraph.engine.Execution;
import telegraph.engine.Measured;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// A routing policy of one's own: numbers go first through the filter that drops most of them,
/// whatever it costs.
///
/// The filters stand in the other order in the block, as they would in a query's text; the policy
/// sees what each of them lets through and turns them round. Prints:
///
/// ```
/// first multiple of 100, then even
/// 1000 numbers came through
/// ```
public final class OwnRoutingPolicy {
    private static final int NUMBERS = 100_000;
    private static final long MEMORY = 64L << 20;

    private OwnRoutingPolicy() {}

    public static void main(String[] arguments) throws InterruptedException {
        run(System.out);
    }

    static void run(PrintStream out) throws InterruptedException {
        ColumnRef number = new ColumnRef(0, 0);
        Block block =
                new Block(
                        List.of(
                                new Block.Input(
                                        "numbers",
                                        new Numbers(),
                                        new int[] {0},
                                        Map.of(),
                                        List.of())),
                        List.of(),
                        List.of(
                                new Multiples(number, 2, "even"),
                                new Multiples(number, 100, "multiple of 100")),
                        new Block.Output.Tuples(List.of()));
        try (MemoryManager memory = new MemoryManager(MEMORY);
                Region region = memory.query("own policy", MEMORY);
                Execution execution =
                        Dataflow.start(
                                block,
                                new QueryContext(
                                        "q",
                                        region,
                                        1,
                                        new MostDropped(),
                                        false,
                                        -1,
                                        Ticker.SYSTEM,
                                        1,
                                        false))) {
            int rows = 0;
            for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                rows += batch.rows();
                batch.unpin();
            }
            Routes.Way way = execution.routes().getFirst().ways().getFirst();
            List<String> filters =
                    way.modules().stream()
                            .filter(module -> module.startsWith("filter "))
                            .map(module -> module.substring("filter ".length()))
                            .toList();
            out.printf("first %s, then %s%n", filters.get(0), filters.get(1));
            out.printf("%d numbers came through%n", rows);
        }
    }

    /// The policy. What has not been tried goes first, so that everything is.
    private static final class MostDropped implements RoutingPolicy {
        @Override
        public int[] order(List<? extends Measured> options, int[] before) {
            return IntStream.of(before)
                    .boxed()
                    .sorted(Comparator.comparingDouble(o -> passRate(options.get(o))))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        private static double passRate(Measured option) {
            return option.unseen() ? 0 : option.passRate();
        }

        @Override
        public int choose(
                List<? extends Measured> options, int[] order, long open, RandomGenerator random) {
            return RoutingPolicy.firstOpen(order, open);
        }
    }

    /// Keeps multiples of a number.
    private record Multiples(ColumnRef column, int of, String name) implements Predicate {
        @Override
        public List<ColumnRef> columns() {
            return List.of(column);
        }

        @Override
        public boolean canThrow() {
            return false;
        }

        @Override
        public int narrow(Rows rows, int[] selection, int count) {
            long[] numbers = rows.column(column, selection, count).longs;
            int kept = 0;
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                selection[kept] = row;
                kept += numbers[row] % of == 0 ? 1 : 0;
            }
            return kept;
        }

        @Override
        public Predicate fork() {
            return this;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// The numbers from 0 on.
    private record Numbers() implements Source {
        @Override
        public String name() {
            return "numbers";
        }

        @Override
        public Schema schema() {
            return new Schema(List.of(new Column("n", Type.INTEGER)));
        }

        @Override
        public Access access() {
            return Access.SCAN;
        }

        @Override
        public Reader scan(ScanRequest request) {
            return sink -> {
                for (int number = 0; number < NUMBERS; ) {
                    try (BatchBuilder builder = sink.builder()) {
                        for (int i = 0; i < 1_000; i++) {
                            if (request.columns().length > 0) {
                                builder.setInt(0, number);
                            }
                            builder.endRow();
                            number++;
                        }
                        sink.meter().addRows(builder.rows());
                        sink.emit(builder.build());
                    }
                }
            };
        }

        @Override
        public Reader lookup(LookupRequest request) {
            throw new UnsupportedOperationException("numbers has no bind pattern");
        }
    }
}
