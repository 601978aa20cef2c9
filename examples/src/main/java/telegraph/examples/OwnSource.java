package telegraph.examples;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.Dataflow;
import telegraph.engine.Execution;
import telegraph.engine.QueryContext;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Two sources of one's own, joined: numbers, which can be listed, and their prime factors, which
/// can only be asked for one number at a time, like a web form.
///
/// The engine sees that `factors` needs a number, takes it from `numbers`, and asks once for each
/// number however often it occurs. Prints:
///
/// ```
/// 12 = 2 x 2 x 3
/// 13 = 13
/// 14 = 2 x 7
/// factors was asked 3 times for 6 numbers
/// ```
public final class OwnSource {
    private static final int[] NUMBERS = {12, 13, 14, 12, 13, 14};
    private static final long MEMORY = 64L << 20;

    private OwnSource() {}

    public static void main(String[] arguments) throws InterruptedException {
        run(System.out);
    }

    static void run(PrintStream out) throws InterruptedException {
        Block block =
                new Block(
                        List.of(input("numbers", new Numbers()), input("factors", new Factors())),
                        List.of(new Block.Equality(new ColumnRef(0, 0), new ColumnRef(1, 0))),
                        List.of(),
                        new Block.Output.Tuples(
                                List.of(
                                        new ColumnValue(new ColumnRef(1, 0), Type.INTEGER),
                                        new ColumnValue(new ColumnRef(1, 1), Type.TEXT))));
        List<String> lines = new ArrayList<>();
        try (MemoryManager memory = new MemoryManager(MEMORY);
                Region region = memory.query("own source", MEMORY);
                Execution execution =
                        Dataflow.start(
                                block,
                                new QueryContext(
                                        "q",
                                        region,
                                        1,
                                        RoutingPolicy.named("rank"),
                                        false,
                                        -1,
                                        Ticker.SYSTEM,
                                        1,
                                        false))) {
            for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                for (int row = 0; row < batch.rows(); row++) {
                    lines.add(batch.intAt(0, row) + " = " + batch.textAt(1, row));
                }
                batch.unpin();
            }
            Collections.sort(lines);
            lines.stream().distinct().forEach(out::println);
            out.printf(
                    "factors was asked %d times for %d numbers%n",
                    execution.progress().get(1).requests(), NUMBERS.length);
        }
    }

    private static Block.Input input(String alias, Source source) {
        int[] columns = java.util.stream.IntStream.range(0, source.schema().size()).toArray();
        return new Block.Input(alias, source, columns, Map.of(), List.of());
    }

    /// A source that is simply read from start to end.
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
                try (BatchBuilder builder = sink.builder()) {
                    for (int number : NUMBERS) {
                        builder.setInt(0, number);
                        builder.endRow();
                    }
                    sink.meter().addRows(builder.rows());
                    sink.emit(builder.build());
                }
            };
        }

        @Override
        public Reader lookup(LookupRequest request) {
            throw new UnsupportedOperationException("numbers has no bind pattern");
        }
    }

    /// A source that answers only for a given number, its column 0.
    private record Factors() implements Source {
        @Override
        public String name() {
            return "factors";
        }

        @Override
        public Schema schema() {
            return new Schema(
                    List.of(new Column("n", Type.INTEGER), new Column("factors", Type.TEXT)));
        }

        @Override
        public Access access() {
            return new Access(false, List.of(new int[] {0}));
        }

        @Override
        public Reader scan(ScanRequest request) {
            throw new UnsupportedOperationException("factors has no list");
        }

        @Override
        public Reader lookup(LookupRequest request) {
            int number = (Integer) request.values().getFirst();
            return sink -> {
                sink.meter().addRequest();
                try (BatchBuilder builder = sink.builder()) {
                    // The engine says which columns it wants, and in which order.
                    for (int i = 0; i < request.columns().length; i++) {
                        builder.set(i, request.columns()[i] == 0 ? number : factors(number));
                    }
                    builder.endRow();
                    sink.meter().addRows(1);
                    sink.emit(builder.build());
                }
            };
        }

        private static Object factors(int number) {
            List<String> found = new ArrayList<>();
            int rest = number;
            for (int divisor = 2; rest > 1; divisor++) {
                for (; rest % divisor == 0; rest /= divisor) {
                    found.add(Integer.toString(divisor));
                }
            }
            return String.join(" x ", found);
        }
    }

    /// The value of a column as it is, for the output.
    private record ColumnValue(ColumnRef column, Type type) implements Expression {
        @Override
        public List<ColumnRef> columns() {
            return List.of(column);
        }

        @Override
        public boolean canThrow() {
            return false;
        }

        @Override
        public Vector evaluate(Rows rows, int[] selection, int count) {
            return rows.column(column, selection, count);
        }

        @Override
        public Expression fork() {
            return this;
        }
    }
}
