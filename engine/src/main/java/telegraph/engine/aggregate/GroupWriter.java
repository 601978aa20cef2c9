package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.Block;
import telegraph.engine.Vector;
import telegraph.engine.stem.Gather;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;

/// Makes batches of the rows of groups, a column after another.
///
/// Threads: one at a time. Memory: the batch begun, until [#close].
public final class GroupWriter implements AutoCloseable {
    private static final int ROWS_MIN = 16;

    private final Output output;
    private final BatchBuilder builder;
    private final Vector[] columns;
    private final int[] positions = new int[Batch.ROWS_MAX];

    /// Takes batches, each with its pin.
    @FunctionalInterface
    public interface Output {
        void put(Batch batch) throws InterruptedException;
    }

    public GroupWriter(Block.Output.Groups groups, Region region, Output output) {
        List<Type> types = Grouping.types(groups);
        this.output = output;
        this.builder = new BatchBuilder(region, types);
        this.columns = types.stream().map(Vector::new).toArray(Vector[]::new);
        Arrays.setAll(positions, i -> i);
    }

    /// Writes all groups.
    public void write(Grouping from) throws InterruptedException {
        for (int first = 0; first < from.size(); first += Batch.ROWS_MAX) {
            int count = Math.min(Batch.ROWS_MAX, from.size() - first);
            from.read(first, count, columns);
            for (int done = 0; done < count; ) {
                done += append(done, count - done);
            }
        }
    }

    /// Appends some rows, fewer if there is no room for all; returns how many.
    private int append(int first, int count) throws InterruptedException {
        if (builder.isFull()) {
            output.put(builder.build());
        }
        int rows = Math.min(count, Batch.ROWS_MAX - builder.rows());
        while (true) {
            try {
                return Gather.append(columns, positions, first, rows, builder);
            } catch (TelegraphException e) {
                if (e.kind() != TelegraphException.Kind.RESOURCE
                        || builder.isEmpty() && rows <= ROWS_MIN) {
                    throw e;
                }
                if (builder.isEmpty()) {
                    rows = Math.max(ROWS_MIN, rows / 4);
                } else {
                    output.put(builder.build());
                }
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
