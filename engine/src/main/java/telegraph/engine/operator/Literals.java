package telegraph.engine.operator;

import java.util.Iterator;
import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Rows at hand, as the Java values that stand for their types.
public final class Literals implements BatchStream {
    private final Region region;
    private final BatchBuilder builder;
    private final Iterator<Object[]> rows;

    public Literals(List<Type> types, List<Object[]> rows, Region parent) {
        this.region = parent.child("values");
        this.builder = new BatchBuilder(region, types);
        this.rows = rows.iterator();
    }

    @Override
    public List<Type> types() {
        return builder.types();
    }

    @Override
    public Batch next() {
        while (rows.hasNext() && !builder.isFull()) {
            Object[] row = rows.next();
            for (int c = 0; c < row.length; c++) {
                builder.set(c, row[c]);
            }
            builder.endRow();
        }
        return builder.isEmpty() ? null : builder.build();
    }

    @Override
    public void close() {
        builder.close();
        region.close();
    }
}
