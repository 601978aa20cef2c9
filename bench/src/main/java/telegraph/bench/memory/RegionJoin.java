package telegraph.bench.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.BatchStream;
import telegraph.engine.JoinSpec;
import telegraph.engine.Operators;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Telegraph's hash join over batches in a region that is closed after each partition.
///
/// Threads: one.
final class RegionJoin implements Contender {
    private static final long LIMIT = 1L << 30;
    private static final int KEY = 0;

    private final Tuples tuples;
    private final MemoryManager memory = new MemoryManager(LIMIT);
    private final List<Type> whole = types();
    private final List<Type> keys = List.of(Type.BIGINT);
    private final long[][] columns = new long[whole.size()][Batch.ROWS_MAX];

    RegionJoin(Tuples tuples) {
        this.tuples = tuples;
    }

    static List<Type> types() {
        List<Type> types = new ArrayList<>();
        types.add(Type.BIGINT);
        for (int f = 0; f < Tuples.NUMBERS; f++) {
            types.add(Type.BIGINT);
        }
        types.add(Type.INTEGER);
        return types;
    }

    @Override
    public long partition(int number) throws InterruptedException {
        JoinSpec spec =
                new JoinSpec(
                        JoinSpec.Kind.INNER, new int[] {KEY}, new int[] {KEY}, Optional.empty());
        long sum = 0;
        try (Region region = memory.query("partition " + number, LIMIT);
                BatchStream pairs =
                        Operators.join(
                                spec,
                                new Made(region, number, true),
                                new Made(region, number, false),
                                region)) {
            for (Batch batch = pairs.next(); batch != null; batch = pairs.next()) {
                // The probe's key, the tuple's key, its numbers.
                for (int row = 0; row < batch.rows(); row++) {
                    sum += batch.longAt(3, row);
                }
                batch.unpin();
            }
        }
        return sum;
    }

    @Override
    public void close() {
        memory.close();
    }

    /// Tuples, or the keys that are looked for, in batches as they are made.
    private final class Made implements BatchStream {
        private final BatchBuilder builder;
        private final int number;
        private final boolean probes;
        private int next;

        Made(Region region, int number, boolean probes) {
            this.builder = new BatchBuilder(region, probes ? keys : whole);
            this.number = number;
            this.probes = probes;
        }

        @Override
        public List<Type> types() {
            return probes ? keys : whole;
        }

        @Override
        public Batch next() {
            int rows = Math.min(Batch.ROWS_MAX, tuples.count() - next);
            if (rows == 0) {
                return null;
            }
            long[] key = columns[KEY];
            for (int row = 0; row < rows; row++) {
                key[row] = Tuples.key(number, probes ? tuples.target(next + row) : next + row);
            }
            if (!probes) {
                for (int f = 0; f < Tuples.NUMBERS; f++) {
                    long[] numbers = columns[1 + f];
                    for (int row = 0; row < rows; row++) {
                        numbers[row] = Tuples.number(key[row], f);
                    }
                }
                long[] last = columns[1 + Tuples.NUMBERS];
                for (int row = 0; row < rows; row++) {
                    last[row] = (int) key[row];
                }
            }
            next += rows;
            builder.startRows(null, 0, rows);
            for (int c = 0; c < types().size(); c++) {
                builder.putLongs(c, columns[c], null);
            }
            builder.endRows();
            return builder.build();
        }

        @Override
        public void close() {
            builder.close();
        }
    }
}
