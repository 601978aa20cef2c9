package telegraph.tables.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Sink;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.Name;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.tables.row.StoredTable;

/// A scan makes objects for its batches, and none for its rows.
class ScanGarbageTest {
    private static final int ROWS = 10_000;
    private static final int WARM_UPS_MAX = 500;

    /// Less than any object has.
    private static final double BYTES_PER_ROW_MAX = 4;

    @Test
    void aScanMakesNoObjectsForItsRows() throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(
                    new Object[] {
                        i, "text " + i, i * 0.5, i, "\\x0a0b", new UUID(i, i).toString(), i % 2 == 0
                    });
        }
        try (OpenTables tables = new OpenTables();
                MemoryManager memory = new MemoryManager(64 << 20)) {
            StoredTable table =
                    tables.table(
                            "t",
                            t ->
                                    t.column("a", Name.INTEGER)
                                            .column("b", Name.TEXT)
                                            .column("c", Name.DOUBLE)
                                            .column("d", SqlType.numeric(30, 2))
                                            .column("e", Name.BYTEA)
                                            .column("f", Name.UUID)
                                            .column("g", Name.BOOLEAN)
                                            .primaryKey(0),
                            rows);
            TableSource source = tables.source(table);
            ScanRequest request =
                    new ScanRequest(
                            new int[] {0, 1, 2, 3, 4, 5, 6},
                            Map.of(),
                            false,
                            -1,
                            OptionalLong.empty());
            double perRow = Double.MAX_VALUE;
            for (int i = 0; i < WARM_UPS_MAX && perRow >= BYTES_PER_ROW_MAX; i++) {
                try (Region region = memory.query("scan", 32 << 20)) {
                    Counting sink = new Counting(region, table);
                    long before = allocated();
                    source.scan(request).read(sink);
                    perRow = Math.min(perRow, (double) (allocated() - before) / ROWS);
                    assertEquals(ROWS, sink.rows);
                }
            }
            assertTrue(perRow < BYTES_PER_ROW_MAX, "bytes per row: " + perRow);
            assertEquals(0, memory.used());
        }
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadAllocatedBytes();
    }

    /// Counts rows and gives batches back.
    private static final class Counting implements Sink {
        private final Region region;
        private final StoredTable table;
        private final Meter meter = new Meter("t");
        private long rows;

        Counting(Region region, StoredTable table) {
            this.region = region;
            this.table = table;
        }

        @Override
        public Region memory() {
            return region;
        }

        @Override
        public BatchBuilder builder() {
            return new BatchBuilder(
                    region, table.schema().columns().stream().map(c -> c.type()).toList());
        }

        @Override
        public void emit(Batch batch) {
            rows += batch.rows();
            batch.unpin();
        }

        @Override
        public void frame(Frame frame) {}

        @Override
        public void emit(int unit, Batch batch) {
            emit(batch);
        }

        @Override
        public void unitEnded(int unit) {}

        @Override
        public void unitLost(int unit, String reason) {
            throw new AssertionError("no unit of a table is lost: " + reason);
        }

        @Override
        public void distrust(String reason) {
            throw new AssertionError("units of a table are what they are: " + reason);
        }

        @Override
        public Meter meter() {
            return meter;
        }

        @Override
        public boolean cancelled() {
            return false;
        }

        @Override
        public Registration closeOnCancel(AutoCloseable resource) {
            return () -> {};
        }
    }
}
