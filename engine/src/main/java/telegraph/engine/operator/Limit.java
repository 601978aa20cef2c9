package telegraph.engine.operator;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.Slice;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Passes over the first rows and ends after as many as are wanted. Batches that are wanted whole
/// go through as they are.
public final class Limit implements BatchStream {
    private final BatchStream in;
    private final Region region;
    private final BatchRows rows;
    private final Output output;
    private final int[] selection = new int[Batch.ROWS_MAX];
    private long skip;
    private long left;

    public Limit(BatchStream in, Slice slice, Region parent) {
        this.in = in;
        this.region = parent.child("limit");
        this.rows = new BatchRows(in.types());
        this.output = new Output(region, in.types());
        this.skip = slice.offset();
        this.left = slice.fetch();
    }

    @Override
    public List<Type> types() {
        return in.types();
    }

    @Override
    public Batch next() throws InterruptedException {
        while (left > 0) {
            Batch batch = in.next();
            if (batch == null) {
                left = 0;
                return null;
            }
            int start = (int) Math.min(skip, batch.rows());
            skip -= start;
            int count = (int) Math.min(left, batch.rows() - start);
            left -= count;
            if (count == batch.rows()) {
                return batch;
            }
            try {
                cut(batch, start, count);
            } finally {
                batch.unpin();
            }
            Batch rest = output.rest();
            if (rest != null) {
                return rest;
            }
        }
        return null;
    }

    @Override
    public boolean isReady() {
        return left == 0 || in.isReady();
    }

    private void cut(Batch batch, int start, int count) {
        rows.start(batch);
        for (int i = 0; i < count; i++) {
            selection[i] = start + i;
        }
        rows.select(selection, count);
        output.append(rows.columns(), selection, count);
    }

    @Override
    public void close() {
        output.close();
        region.close();
        in.close();
    }
}
