package telegraph.engine.direct;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import telegraph.engine.Block;
import telegraph.engine.QueryContext;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.stem.KeyHashes;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Vector;
import telegraph.engine.vector.VectorPool;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Reads the inputs of a block one after the other and joins them: nested loops, by index where
/// there is one.
///
/// Invariants: no more rows are read, and no more pairs made, than are few; whoever would need more
/// hears of it by [TooLong], and nothing has left yet.
///
/// Threads: one. Memory: all batches read, until [#close].
final class DirectJoin implements AutoCloseable {
    /// More pairs than that are not made where nothing but trying tells which fit.
    static final int PAIRS_MAX = 1 << 14;

    /// More tuples than that do not each ask for rows of which there may be many.
    static final int ASKERS_MAX = 64;

    /// So many more rows than are wanted are read at first, where some may be dropped.
    private static final int FIRST_ROWS_MORE = 32;

    private final Block block;
    private final QueryContext context;
    private final Region region;
    private final DirectCounts counts;
    private final int rowsMax;
    private final Reading reading;
    private final VectorPool vectors = new VectorPool();
    private final List<Batch> held = new ArrayList<>();
    private int rows;

    /// Says that there is more to read than was thought.
    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("more rows than are few", null, false, false);
        }
    }

    /// Runs readers.
    @FunctionalInterface
    interface Reading {
        /// @param input whose rows they are
        /// @return batches with their pins
        List<Batch> read(int input, Reader reader) throws InterruptedException, IOException;
    }

    DirectJoin(
            Block block,
            QueryContext context,
            Region region,
            DirectCounts counts,
            int rowsMax,
            Reading reading) {
        this.block = block;
        this.context = context;
        this.region = region;
        this.counts = counts;
        this.rowsMax = rowsMax;
        this.reading = reading;
    }

    /// Gives all tuples of the block to the result, until it wants no more.
    void run(DirectPlan plan, DirectResult result) throws InterruptedException, IOException {
        if (isFirstRows()) {
            give(firstRows(plan.steps().getFirst()), result);
            return;
        }
        List<Tuples> tuples = List.of();
        for (int s = 0; s < plan.steps().size(); s++) {
            DirectPlan.Step step = plan.steps().get(s);
            List<Tuples> next =
                    s == 0
                            ? first(step)
                            : step.way() == DirectPlan.Way.LOOK
                                    ? lookedUp(step, tuples)
                                    : combined(step, tuples);
            tuples = filtered(step, next);
        }
        give(tuples, result);
    }

    private void give(List<Tuples> tuples, DirectResult result) {
        for (Tuples some : tuples) {
            counts.left(some.count);
            if (result.add(some)) {
                return;
            }
        }
    }

    /// Whether so many rows of the only input do, one after the other, as pass its filters.
    private boolean isFirstRows() {
        return context.rowsWanted() >= 0
                && block.inputs().size() == 1
                && block.output() instanceof Block.Output.Tuples;
    }

    /// As many rows of the only input as are wanted: a few more than these are read at first, since
    /// what leads to them has mostly dropped what filters drop.
    private List<Tuples> firstRows(DirectPlan.Step step) throws InterruptedException, IOException {
        long first = DirectPlan.firstRowsDo(block, context) ? 0 : FIRST_ROWS_MORE;
        long most = rowsMax + 1L;
        for (long wanted = Math.min(context.rowsWanted() + first, most); ; wanted = most) {
            List<Tuples> all = new ArrayList<>();
            long came = 0;
            for (Batch batch : scan(step.input(), wanted)) {
                all.add(Tuples.of(block, vectors, step.input(), batch));
                came += batch.rows();
            }
            List<Tuples> left = filtered(step, all);
            long passed = left.stream().mapToLong(some -> some.count).sum();
            if (came < wanted || passed >= context.rowsWanted()) {
                return left;
            }
            if (wanted == most) {
                throw new TooLong();
            }
        }
    }

    private List<Tuples> filtered(DirectPlan.Step step, List<Tuples> tuples) {
        List<Tuples> left = new ArrayList<>();
        for (Tuples some : tuples) {
            filter(step, some);
            if (some.count > 0) {
                left.add(some);
            }
        }
        return left;
    }

    private void filter(DirectPlan.Step step, Tuples tuples) {
        for (Block.Equality equality : step.equalities()) {
            Vector left = tuples.column(equality.left());
            Vector right = tuples.column(equality.right());
            int[] same = tuples.selection.clone();
            Arrays.setAll(same, at -> at);
            tuples.count = KeyHashes.equal(left, same, right, tuples.selection, tuples.count);
            tuples.confirm();
        }
        for (int f : step.filters()) {
            if (tuples.count == 0) {
                return;
            }
            Predicate filter = block.filters().get(f);
            int before = tuples.count;
            tuples.count = filter.narrow(tuples, tuples.selection, before);
            tuples.confirm();
            counts.filtered(f, before, tuples.count);
        }
    }

    private List<Tuples> first(DirectPlan.Step step) throws InterruptedException, IOException {
        List<Tuples> all = new ArrayList<>();
        for (Batch batch : few(scan(step.input(), rowsMax + 1L))) {
            all.add(Tuples.of(block, vectors, step.input(), batch));
        }
        return all;
    }

    /// The rows of an input that the query's constants and ranges lead to, or as many as are
    /// wanted; it may be a few more.
    private List<Batch> scan(int input, long wanted) throws InterruptedException, IOException {
        Block.Input in = block.inputs().get(input);
        return read(input, in.source().scan(DirectPlan.request(in, wanted)));
    }

    private List<Batch> read(int input, Reader reader) throws InterruptedException, IOException {
        List<Batch> batches = reading.read(input, reader);
        held.addAll(batches);
        return batches;
    }

    /// The batches, if all that was read so far is not more than few.
    private List<Batch> few(List<Batch> batches) {
        for (Batch batch : batches) {
            rows += batch.rows();
        }
        if (rows > rowsMax) {
            throw new TooLong();
        }
        return batches;
    }

    private List<Tuples> combined(DirectPlan.Step step, List<Tuples> tuples)
            throws InterruptedException, IOException {
        if (tuples.isEmpty()) {
            return List.of();
        }
        List<Batch> others = few(scan(step.input(), rowsMax + 1L));
        long pairs = 0;
        Pairs pairing = new Pairs(step.input());
        for (Tuples some : tuples) {
            for (Batch other : others) {
                pairs += (long) some.count * other.rows();
                if (pairs > PAIRS_MAX) {
                    throw new TooLong();
                }
                for (int i = 0; i < some.count; i++) {
                    for (int row = 0; row < other.rows(); row++) {
                        pairing.add(some, some.selection[i], other, row);
                    }
                }
            }
        }
        return pairing.end();
    }

    private List<Tuples> lookedUp(DirectPlan.Step step, List<Tuples> tuples)
            throws InterruptedException, IOException {
        int askers = tuples.stream().mapToInt(some -> some.count).sum();
        if (!step.oneRow() && askers > ASKERS_MAX) {
            throw new TooLong();
        }
        try (Found found = new Found(step)) {
            List<int[]> spans = new ArrayList<>();
            for (Tuples some : tuples) {
                found.ask(some, spans);
            }
            List<Batch> batches = found.end();
            Pairs pairing = new Pairs(step.input());
            int asker = 0;
            for (Tuples some : tuples) {
                for (int i = 0; i < some.count; i++) {
                    int[] span = spans.get(asker++);
                    for (int row = span[0]; row < span[0] + span[1]; row++) {
                        int number = found.batchOf(row);
                        int start = found.startOf(number);
                        pairing.add(some, some.selection[i], batches.get(number), row - start);
                    }
                }
            }
            return pairing.end();
        }
    }

    /// The rows that lookups found, those of one after those of the other.
    private final class Found implements AutoCloseable {
        private static final int[] NONE = {0, 0};

        private final DirectPlan.Step step;
        private final Block.Input in;
        private final Map<Integer, Object> constants;
        private final Map<List<Object>, int[]> known = new HashMap<>();
        private final List<Batch> batches = new ArrayList<>();
        private final List<Integer> starts = new ArrayList<>();
        private final BatchBuilder builder;
        private int found;

        Found(DirectPlan.Step step) {
            this.step = step;
            this.in = block.inputs().get(step.input());
            this.constants = DirectPlan.values(in);
            List<Type> types = in.source().schema().types(in.columns());
            this.builder = new BatchBuilder(region, types);
        }

        /// Adds for each tuple the first of its rows, and how many it has.
        void ask(Tuples tuples, List<int[]> spans) throws InterruptedException, IOException {
            Vector[] from = new Vector[step.from().length];
            for (int v = 0; v < from.length; v++) {
                ColumnRef column = step.from()[v];
                from[v] = column == null ? null : tuples.column(column);
            }
            for (int i = 0; i < tuples.count; i++) {
                List<Object> values = values(from, tuples.selection[i]);
                if (values == null) {
                    spans.add(NONE);
                    continue;
                }
                int[] span = known.get(values);
                if (span == null) {
                    span = lookUp(values);
                    known.put(values, span);
                }
                spans.add(span);
            }
        }

        /// The values of the bound columns; null if one is NULL, which equals nothing.
        private List<Object> values(Vector[] from, int at) {
            Object[] values = new Object[from.length];
            for (int v = 0; v < from.length; v++) {
                Object value =
                        from[v] == null
                                ? constants.get(step.bound()[v])
                                : from[v].nulls[at] ? null : from[v].valueAt(at);
                if (value == null) {
                    return null;
                }
                values[v] = value instanceof Double number ? number + 0.0 : value;
            }
            return List.of(values);
        }

        private int[] lookUp(List<Object> values) throws InterruptedException, IOException {
            LookupRequest request =
                    new LookupRequest(in.columns(), step.bound(), values, in.constants());
            int first = found;
            for (Batch batch : few(read(step.input(), in.source().lookup(request)))) {
                append(batch);
            }
            counts.lookedUp(step.input(), found - first);
            return new int[] {first, found - first};
        }

        private void append(Batch batch) {
            for (int row = 0; row < batch.rows(); row++) {
                if (builder.isFull()) {
                    build();
                }
                builder.append(batch, null, row, 1);
                found++;
            }
        }

        private void build() {
            Batch built = builder.build();
            starts.add(found - built.rows());
            batches.add(built);
            held.add(built);
        }

        List<Batch> end() {
            if (!builder.isEmpty()) {
                build();
            }
            return batches;
        }

        int batchOf(int row) {
            int number = starts.size() - 1;
            while (starts.get(number) > row) {
                number--;
            }
            return number;
        }

        int startOf(int number) {
            return starts.get(number);
        }

        @Override
        public void close() {
            builder.close();
        }
    }

    /// Collects pairs of a tuple and a row, and makes tuples of those that are of the same two.
    private final class Pairs {
        private final int input;
        private final List<Tuples> made = new ArrayList<>();
        private int[] from = new int[16];
        private int[] rowOf = new int[16];
        private int count;
        private Tuples left;
        private Batch right;

        Pairs(int input) {
            this.input = input;
        }

        void add(Tuples tuples, int at, Batch batch, int row) {
            if (tuples != left || batch != right || count == Batch.ROWS_MAX) {
                flush();
                left = tuples;
                right = batch;
            }
            if (count == from.length) {
                from = Arrays.copyOf(from, 2 * count);
                rowOf = Arrays.copyOf(rowOf, 2 * count);
            }
            from[count] = at;
            rowOf[count++] = row;
        }

        private void flush() {
            if (count > 0) {
                made.add(
                        left.with(
                                input,
                                right,
                                Arrays.copyOf(from, count),
                                Arrays.copyOf(rowOf, count)));
                count = 0;
            }
        }

        List<Tuples> end() {
            flush();
            return made;
        }
    }

    @Override
    public void close() {
        held.forEach(Batch::unpin);
        held.clear();
    }
}
