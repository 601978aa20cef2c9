package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.MorselReader;
import telegraph.engine.source.Morsels;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.TestColumn;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// In steady state a row costs less than a byte of heap on its way through scan, filter, join and
/// aggregate: what a query allocates hardly depends on how many rows it reads.
@Isolated("counts what all threads allocate")
class RowGarbageTest {
    private static final long FEW = 400_000;
    private static final long MANY = 4_000_000;
    private static final int UNIT_ROWS = 100_000;
    private static final int CHUNK_ROWS = 4_096;
    private static final int KEYS = 5_000;

    /// Row `i` is (i, i % (2 · KEYS), i % 97), computed when asked.
    private record Counting(String name, long size, boolean isLocal) implements Source {
        @Override
        public Schema schema() {
            return new Schema(
                    List.of(
                            new Column("id", Type.BIGINT),
                            new Column("key", Type.BIGINT),
                            new Column("value", Type.BIGINT)));
        }

        @Override
        public Access access() {
            return Access.SCAN;
        }

        @Override
        public Traits traits() {
            return new Traits(Traits.Order.UNKNOWN, OptionalLong.of(size), new int[0], 1);
        }

        @Override
        public Reader scan(ScanRequest request) {
            return sink -> sink.pull(new Units(size, request.columns()));
        }

        @Override
        public Reader lookup(LookupRequest request) {
            throw new IllegalStateException("it is scanned");
        }
    }

    private record Units(long size, int[] columns) implements Morsels {
        @Override
        public int count() {
            return (int) ((size + UNIT_ROWS - 1) / UNIT_ROWS);
        }

        @Override
        public long rows(int rank) {
            return Math.min(UNIT_ROWS, size - (long) rank * UNIT_ROWS);
        }

        @Override
        public MorselReader reader() {
            return new Numbers(this);
        }
    }

    private static final class Numbers implements MorselReader, Chunk {
        private final Units units;
        private long first;
        private long end;
        private int rows;

        Numbers(Units units) {
            this.units = units;
        }

        @Override
        public boolean open(int rank, Reduction reduction) {
            rows = 0;
            first = (long) rank * UNIT_ROWS;
            end = first + units.rows(rank);
            return true;
        }

        @Override
        public Chunk next() {
            first += rows;
            rows = (int) Math.min(CHUNK_ROWS, end - first);
            return rows == 0 ? null : this;
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public void fill(int column, int[] selection, int count, Vector to) {
            to.hasNoNulls();
            long modulus =
                    switch (units.columns()[column]) {
                        case 1 -> 2 * KEYS;
                        case 2 -> 97;
                        default -> Long.MAX_VALUE;
                    };
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to.longs[at] = (first + at) % modulus;
            }
        }

        @Override
        public void close() {}
    }

    private record Below(ColumnRef ref, long bound) implements Predicate {
        @Override
        public List<ColumnRef> columns() {
            return List.of(ref);
        }

        @Override
        public boolean canThrow() {
            return false;
        }

        @Override
        public int narrow(Rows rows, int[] selection, int count) {
            long[] values = rows.column(ref, selection, count).longs;
            int kept = 0;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                if (values[at] < bound) {
                    selection[kept++] = at;
                }
            }
            return kept;
        }

        @Override
        public Predicate fork() {
            return this;
        }
    }

    private static TestQuery scan(long rows) {
        return grouped(query("rows", rows), new ColumnRef(0, 2));
    }

    private static TestQuery join(long rows) {
        TestQuery query = query("rows", rows);
        Source keys = new Counting("keys", KEYS, true);
        query.inputs.add(new Block.Input("keys", keys, new int[] {0, 2}, Map.of(), List.of()));
        query.equal(0, 1, 1, 0);
        return grouped(query, new ColumnRef(1, 1));
    }

    private static TestQuery query(String name, long rows) {
        TestQuery query = new TestQuery();
        Source source = new Counting(name, rows, true);
        query.inputs.add(new Block.Input(name, source, new int[] {0, 1, 2}, Map.of(), List.of()));
        query.filter(new Below(new ColumnRef(0, 2), 80));
        query.filter(new Below(new ColumnRef(0, 1), 2 * KEYS - 1));
        return query;
    }

    private static TestQuery grouped(TestQuery query, ColumnRef key) {
        query.output =
                new Block.Output.Groups(
                        List.of(new TestColumn(key, Type.BIGINT)),
                        List.of(new int[] {0}),
                        List.of(
                                aggregate(Aggregate.Function.COUNT, Optional.empty(), Type.BIGINT),
                                aggregate(
                                        Aggregate.Function.SUM,
                                        Optional.of(
                                                new TestColumn(new ColumnRef(0, 0), Type.BIGINT)),
                                        Type.decimal(38, 0))));
        return query;
    }

    private static Aggregate aggregate(
            Aggregate.Function function, Optional<Expression> argument, Type type) {
        return new Aggregate(function, argument, false, Optional.empty(), new int[0], type);
    }

    private static long allocated(TestQuery query) throws InterruptedException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getTotalThreadAllocatedBytes();
        assertTrue(query.rows().size() >= 80);
        return threads.getTotalThreadAllocatedBytes() - before;
    }

    private static void assertClean(long few, long many) {
        double each = (double) (many - few) / (MANY - FEW);
        assertTrue(each < 1, "bytes of heap a row: " + each + " few=" + few + " many=" + many);
    }

    @Test
    void scanFilterAndAggregateLeaveNoGarbage() throws InterruptedException {
        allocated(scan(FEW));
        assertClean(allocated(scan(FEW)), allocated(scan(MANY)));
    }

    @Test
    void aJoinLeavesNoGarbage() throws InterruptedException {
        allocated(join(FEW));
        assertClean(allocated(join(FEW)), allocated(join(MANY)));
    }

    @Test
    void theSourceCountsRight() throws InterruptedException {
        assertEquals(80, scan(FEW).rows().size());
    }
}
