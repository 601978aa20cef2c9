package telegraph.engine.source;

import java.io.IOException;
import java.util.List;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// Reads units on the thread that has them and emits their rows.
///
/// Threads: one.
final class MorselsHere {
    private final Morsels morsels;
    private final Sink sink;

    MorselsHere(Morsels morsels, Sink sink) {
        this.morsels = morsels;
        this.sink = sink;
    }

    void read() throws InterruptedException, IOException {
        try (MorselReader reader = morsels.reader();
                BatchBuilder rows = sink.builder()) {
            Vector[] columns = vectors(rows.types());
            for (int rank = 0; rank < morsels.count() && !sink.cancelled(); rank++) {
                if (reader.open(rank, MorselReader.Reduction.NONE)) {
                    read(rank, reader, rows, columns);
                }
                sink.unitEnded(rank);
                sink.meter().addUnit();
            }
        }
    }

    private static Vector[] vectors(List<Type> types) {
        return types.stream().map(Vector::new).toArray(Vector[]::new);
    }

    private void read(int rank, MorselReader reader, BatchBuilder rows, Vector[] columns)
            throws InterruptedException, IOException {
        for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
            int[] all = new int[chunk.rows()];
            for (int row = 0; row < all.length; row++) {
                all[row] = row;
            }
            for (int c = 0; c < columns.length; c++) {
                chunk.fill(c, all, all.length, columns[c]);
            }
            for (int row = 0; row < all.length; ) {
                row += Gather.append(columns, all, row, all.length - row, rows);
                sink.meter().addRows(rows.rows());
                sink.emit(rank, rows.build());
            }
        }
    }
}
