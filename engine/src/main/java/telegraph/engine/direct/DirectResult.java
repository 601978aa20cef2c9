package telegraph.engine.direct;

import java.util.ArrayDeque;
import telegraph.engine.Block;
import telegraph.engine.Slices;
import telegraph.engine.aggregate.GroupWriter;
import telegraph.engine.aggregate.Grouping;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;

/// Makes the rows of a block of its tuples.
///
/// Threads: one. Memory: owns the batches until they are taken from the queue it was given.
sealed interface DirectResult extends AutoCloseable {
    /// Says at how many positions there will be tuples at most, before any come.
    void begin(int positions);

    /// Takes the tuples that are left; says whether no more are wanted.
    boolean add(Tuples tuples);

    /// Hands over what is left.
    void end() throws InterruptedException;

    @Override
    void close();

    /// @param to takes the batches of the result with their pins
    static DirectResult of(
            Block.Output output, Region region, long rowsWanted, ArrayDeque<Batch> to) {
        return switch (output) {
            case Block.Output.Tuples tuples -> new OfTuples(tuples, region, rowsWanted, to);
            case Block.Output.Groups groups -> new OfGroups(groups, region, to);
        };
    }

    /// A row for each tuple.
    final class OfTuples implements DirectResult {
        private final Expression[] columns;
        private final Vector[] values;
        private final BatchBuilder builder;
        private final ArrayDeque<Batch> to;
        private final Slices slices = new Slices();
        private long left;

        private OfTuples(
                Block.Output.Tuples output, Region region, long rowsWanted, ArrayDeque<Batch> to) {
            this.columns =
                    output.columns().stream().map(Expression::fork).toArray(Expression[]::new);
            this.values = new Vector[columns.length];
            this.builder =
                    new BatchBuilder(
                            region, output.columns().stream().map(Expression::type).toList());
            this.to = to;
            this.left = rowsWanted < 0 ? Long.MAX_VALUE : rowsWanted;
        }

        @Override
        public void begin(int positions) {
            // Their batches are as long as they get.
        }

        @Override
        public boolean add(Tuples tuples) {
            int rows = (int) Math.min(left, tuples.count);
            left -= rows;
            slices.forEach(
                    tuples.selection,
                    rows,
                    new Slices.Work<RuntimeException>() {
                        @Override
                        public void evaluate(int[] selection, int count) {
                            for (int c = 0; c < columns.length; c++) {
                                values[c] = columns[c].evaluate(tuples, selection, count);
                            }
                        }

                        @Override
                        public void use(int[] selection, int count) {
                            append(selection, count);
                        }
                    });
            tuples.confirm();
            return left == 0;
        }

        private void append(int[] selection, int count) {
            for (int i = 0; i < count; ) {
                if (builder.isFull()) {
                    to.add(builder.build());
                }
                i += Gather.append(values, selection, i, count - i, builder);
            }
        }

        @Override
        public void end() {
            if (!builder.isEmpty()) {
                to.add(builder.build());
            }
        }

        @Override
        public void close() {
            builder.close();
        }
    }

    /// A row for each group.
    final class OfGroups implements DirectResult {
        private final Block.Output.Groups groups;
        private final Region region;
        private final ArrayDeque<Batch> to;
        private Grouping grouping;

        private OfGroups(Block.Output.Groups groups, Region region, ArrayDeque<Batch> to) {
            this.groups = groups;
            this.region = region;
            this.to = to;
        }

        @Override
        public void begin(int positions) {
            grouping = Grouping.few(groups, region, Math.max(1, positions));
        }

        @Override
        public boolean add(Tuples tuples) {
            grouping.add(tuples, tuples.selection, tuples.count);
            tuples.confirm();
            return false;
        }

        @Override
        public void end() throws InterruptedException {
            grouping.addEmptyGroups();
            grouping.seal();
            try (GroupWriter writer = new GroupWriter(groups, region, to::add, grouping.size())) {
                writer.write(grouping);
                writer.end();
            }
        }

        @Override
        public void close() {
            if (grouping != null) {
                grouping.close();
            }
        }
    }
}
