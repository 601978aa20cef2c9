package telegraph.engine.join;

import java.util.List;
import java.util.stream.IntStream;
import telegraph.engine.BatchStream;
import telegraph.engine.Block;
import telegraph.engine.aggregate.GroupWriter;
import telegraph.engine.aggregate.Grouping;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.Literals;
import telegraph.engine.operator.MemoryShare;
import telegraph.engine.operator.Operator;
import telegraph.engine.operator.Positions;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Each different row once, when it first comes; NULLs are equal.
///
/// ```
/// in ─► unlike all rows met ─► out, and met       while the rows met fit in the share
/// in ─► sorted, except the rows met ─► out        then, at the end ([Sets])
/// ```
///
/// Invariant: what came out are the rows met, and no others until these are complete.
///
/// Threads: one. Memory: the rows met take no more than the operator's [MemoryShare].
public final class PipelinedDistinct extends Operator {
    private final BatchStream in;
    private final BatchRows rows;
    private final Block.Output.Groups columns;
    private final GroupWriter writer;
    private final int[] all = Positions.all();
    private final boolean prompt;

    /// The rows met, of which so many came out; null before the first row, and with `rest`.
    private Grouping met;

    private int given;
    private BatchStream rest;

    /// A column of input 0.
    private record Column(int index, Type type) implements Expression {
        @Override
        public List<ColumnRef> columns() {
            return List.of(new ColumnRef(0, index));
        }

        @Override
        public boolean canThrow() {
            return false;
        }

        @Override
        public Expression fork() {
            return this;
        }

        @Override
        public Vector evaluate(Rows rows, int[] selection, int count) {
            return rows.column(new ColumnRef(0, index), selection, count);
        }
    }

    public PipelinedDistinct(BatchStream in, Region parent) {
        this(in, parent, false);
    }

    /// One that never waits for the end, and fails where the rows met do not fit.
    public static PipelinedDistinct prompt(BatchStream in, Region parent) {
        return new PipelinedDistinct(in, parent, true);
    }

    private PipelinedDistinct(BatchStream in, Region parent, boolean prompt) {
        super("distinct", List.of(in), in.types(), parent);
        this.in = in;
        this.prompt = prompt;
        this.rows = new BatchRows(in.types());
        int width = in.types().size();
        this.columns =
                new Block.Output.Groups(
                        IntStream.range(0, width)
                                .<Expression>mapToObj(c -> new Column(c, in.types().get(c)))
                                .toList(),
                        List.of(IntStream.range(0, width).toArray()),
                        List.of());
        this.writer = new GroupWriter(columns, region, output::pass);
    }

    @Override
    public boolean step() throws InterruptedException {
        Batch batch = rest == null ? in.next() : rest.next();
        if (batch == null) {
            return false;
        }
        try {
            rows.start(batch);
            if (rest != null) {
                output.append(rows.columns(), all, batch.rows());
                rows.confirm();
            } else if (meets(batch)) {
                give();
            } else {
                give();
                leave(batch);
            }
        } finally {
            batch.unpin();
        }
        return true;
    }

    /// Adds the rows of a batch to those met; false if there was no room for some.
    private boolean meets(Batch batch) {
        if (met == null) {
            met = new Grouping(columns, region.child("rows met", MemoryShare.of(region)));
        }
        try {
            met.add(rows, all, batch.rows());
            rows.confirm();
            return true;
        } catch (TelegraphException e) {
            if (prompt || e.kind() != TelegraphException.Kind.RESOURCE) {
                throw e;
            }
            return false;
        }
    }

    /// Lets out the rows met that did not come out.
    private void give() throws InterruptedException {
        while (given < met.size()) {
            given += writer.write(met, given);
        }
        writer.end();
    }

    /// Goes on without room for more rows, from a batch some of whose rows may be met.
    private void leave(Batch batch) throws InterruptedException {
        BatchStore early = new BatchStore(region);
        BatchStore late = new BatchStore(region);
        BatchStream none = new Literals(in.types(), List.of(), region);
        rest = Sets.of(Sets.Operation.EXCEPT, new After(late, in), new After(early, none), region);
        late.append(batch);
        try (GroupWriter to =
                new GroupWriter(
                        columns,
                        region,
                        written -> {
                            early.append(written);
                            written.unpin();
                        })) {
            to.write(met);
            to.end();
        }
        met.close();
        met = null;
    }

    /// The batches of a store, then those of a stream, which stays its owner's.
    private static final class After implements BatchStream {
        private final BatchStore store;
        private final BatchStream stream;
        private int number;

        After(BatchStore store, BatchStream stream) {
            this.store = store;
            this.stream = stream;
        }

        @Override
        public List<Type> types() {
            return stream.types();
        }

        @Override
        public Batch next() throws InterruptedException {
            if (number == store.size()) {
                return stream.next();
            }
            Batch batch = store.pin(number);
            store.drop(number++);
            return batch;
        }

        @Override
        public boolean isReady() {
            return number < store.size() || stream.isReady();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @Override
    public boolean waits() {
        return rest == null ? !in.isReady() : !rest.isReady();
    }

    @Override
    public void release() {
        writer.close();
        if (met != null) {
            met.close();
        }
        if (rest != null) {
            rest.close();
        }
    }
}
