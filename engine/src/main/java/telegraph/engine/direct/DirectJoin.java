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

    /// Rows of all inputs but the first.
    private int rows;

    /// Rows of the first.
    private long read;

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

    /// Gives all tuples of the block to the result, until it wants no more; or those of the first
    /// rows of the first input, at least as many as are wanted.
    void run(DirectPlan plan, DirectResult result) throws InterruptedException, IOException {
        long most = rowsMax + 1L;
        // What leads to the first rows has mostly dropped what filters drop.
        long more = plan.isUnfiltered() ? 0 : FIRST_ROWS_MORE;
        long wanted = plan.firstRows() ? Math.min(context.rowsWanted() + more, most) : most;
        List<Tuples> tuples = through(plan, wanted);
        while (plan.firstRows() && read == wanted && count(tuples) < context.rowsWanted()) {
            if (wanted == most) {
                throw new TooLong();
            }
            wanted = most;
            counts.again();
            tuples = through(plan, wanted);
        }
        if (!plan.firstRows() && read > rowsMax) {
            throw new TooLong();
        }
        result.begin(tuples.stream().mapToInt(Tuples::positions).max().orElse(0));
        for (Tuples some : tuples) {
            counts.left(some.count);
            if (result.add(some)) {
                return;
            }
        }
    }

    private static long count(List<Tuples> tuples) {
        return tuples.stream().mapToLong(some -> some.count).sum();
    }

    /// The tuples of so many rows of the first input.
    private List<Tuples> through(DirectPlan plan, long wanted)
            throws InterruptedException, IOException {
        DirectPlan.Step first = plan.steps().getFirst();
        List<Tuples> tuples = new ArrayList<>();
        rows = 0;
        read = 0;
        for (Batch batch : scan(first.input(), wanted)) {
            tuples.add(Tuples.of(block, vectors, first.input(), batch));
            read += batch.rows();
        }
        if (read > rowsMax && !plan.firstRows()) {
            return List.of();
        }
        tuples = filtered(first, tuples, false);
        for (DirectPlan.Step step : plan.steps().subList(1, plan.steps().size())) {
            tuples =
                    step.way() == DirectPlan.Way.LOOK
                            ? filtered(step, lookedUp(step, tuples), false)
                            : filtered(step, combined(step, tuples), true);
        }
        return tuples;
    }

    /// What is left of tuples with the rows of one input more: first by what is said of these rows
    /// alone, as an eddy does before it stores them, so that a key is computed of no row that a
    /// filter drops; then by what they must equal, then by the rest.
    ///
    /// @param alone whether what is said of the rows alone is decided already
    private List<Tuples> filtered(DirectPlan.Step step, List<Tuples> tuples, boolean alone) {
        List<Tuples> left = new ArrayList<>();
        for (Tuples some : tuples) {
            if (!alone) {
                filter(step.filtersAlone(), some);
            }
            equal(step, some);
            filter(step.filters(), some);
            if (some.count > 0) {
                left.add(some);
            }
        }
        return left;
    }

    private static void equal(DirectPlan.Step step, Tuples tuples) {
        for (Block.Equality equality : step.equalities()) {
            if (tuples.count > 0) {
                Vector left = tuples.column(equality.left());
                Vector right = tuples.column(equality.right());
                int[] same = new int[tuples.selection.length];
                Arrays.setAll(same, at -> at);
                tuples.count = KeyHashes.equal(left, same, right, tuples.selection, tuples.count);
                tuples.confirm();
            }
        }
    }

    private void filter(int[] filters, Tuples tuples) {
        for (int f : filters) {
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
        List<Tuples> left = new ArrayList<>();
        for (Batch other : others) {
            Tuples rows = Tuples.of(block, vectors, step.input(), other);
            filter(step.filtersAlone(), rows);
            left.add(rows);
        }
        for (Tuples some : tuples) {
            for (int b = 0; b < others.size(); b++) {
                Tuples rows = left.get(b);
                pairs += (long) some.count * rows.count;
                if (pairs > PAIRS_MAX) {
                    throw new TooLong();
                }
                for (int i = 0; i < some.count; i++) {
                    for (int row = 0; row < rows.count; row++) {
                        pairing.add(some, some.selection[i], others.get(b), rows.selection[row]);
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
        private final Map<List<Object>, int[]> known = new HashMap<>();
        private final List<Batch> batches = new ArrayList<>();
        private final List<Integer> starts = new ArrayList<>();
        private final BatchBuilder builder;
        private int found;

        Found(DirectPlan.Step step) {
            this.step = step;
            this.in = block.inputs().get(step.input());
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
                                ? in.constants().get(step.bound()[v]).getFirst()
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
