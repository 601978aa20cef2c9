package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.Block;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Makes batches of the rows of groups, a column after another.
///
/// Threads: one at a time. Memory: the batch begun, until [#close].
public final class GroupWriter implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 1024;
    private static final int ROWS_MIN = 16;

    /// A batch has about this part of the region's limit at most.
    private static final int BATCH_SHARE = 64;

    private final Output output;
    private final long bytesMax;
    private final int rowsAtOnce;
    private final BatchBuilder builder;
    private final Vector[] columns;
    private final int[] positions;

    /// Takes batches, each with its pin.
    @FunctionalInterface
    public interface Output {
        void put(Batch batch) throws InterruptedException;
    }

    public GroupWriter(Block.Output.Groups groups, Region region, Output output) {
        this(groups, region, output, ROWS_AT_ONCE);
    }

    /// @param most how many groups are likely to be written; there may be more
    public GroupWriter(Block.Output.Groups groups, Region region, Output output, int most) {
        List<Type> types = Grouping.types(groups);
        this.output = output;
        this.bytesMax = region.limit() / BATCH_SHARE;
        long row = types.stream().mapToLong(t -> Math.max(8, t.bytes())).sum();
        int wanted = Math.clamp(most, ROWS_MIN, ROWS_AT_ONCE);
        this.rowsAtOnce = Math.clamp(bytesMax / Math.max(1, row), ROWS_MIN, wanted);
        this.builder = new BatchBuilder(region, types);
        this.columns = types.stream().map(t -> new Vector(t, rowsAtOnce)).toArray(Vector[]::new);
        this.positions = new int[rowsAtOnce];
        Arrays.setAll(positions, i -> i);
    }

    /// Writes all groups.
    public void write(Grouping from) throws InterruptedException {
        for (int first = 0; first < from.size(); ) {
            first += write(from, first);
        }
    }

    /// Writes some groups from number `first` on; returns how many. It may be none, if there was
    /// room only after a batch was handed over.
    public int write(Grouping from, int first) throws InterruptedException {
        int count = Math.min(Math.min(rowsAtOnce, from.readAtOnce()), from.size() - first);
        from.read(first, count, columns);
        int done = 0;
        while (done < count) {
            int more = append(done, count - done);
            if (more == 0) {
                return done;
            }
            done += more;
        }
        return done;
    }

    /// Appends some rows, fewer if there is no room for all; returns how many.
    private int append(int first, int count) throws InterruptedException {
        if (builder.isFull() || builder.bytes() > bytesMax) {
            output.put(builder.build());
        }
        int rows = Math.min(count, Batch.ROWS_MAX - builder.rows());
        while (true) {
            try {
                return Gather.append(columns, positions, first, rows, builder);
            } catch (TelegraphException e) {
                if (e.kind() != TelegraphException.Kind.RESOURCE) {
                    throw e;
                }
                if (!builder.isEmpty()) {
                    output.put(builder.build());
                    return 0;
                }
                builder.close();
                if (rows <= ROWS_MIN) {
                    throw e;
                }
                rows = Math.max(ROWS_MIN, rows / 4);
            }
        }
    }

    /// Hands over what is left.
    public void end() throws InterruptedException {
        if (!builder.isEmpty()) {
            output.put(builder.build());
        }
    }

    @Override
    public void close() {
        builder.close();
    }
}
