package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Column;
import telegraph.engine.Execution;
import telegraph.engine.stem.RoutingRules;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.memory.Type;

/// What a block does when memory is short.
class LimitTest {
    private static final Type[] TYPES = {Type.INTEGER, Type.TEXT, Type.DOUBLE};

    private static TestSource wide(String name, int rows, Random random) {
        Column[] columns =
                IntStream.range(0, TYPES.length)
                        .mapToObj(c -> new Column("c" + c, TYPES[c]))
                        .toArray(Column[]::new);
        TestSource source = new TestSource(name, columns);
        for (int i = 0; i < rows; i++) {
            String text =
                    random.nextInt(10) == 0 ? null : "some text ".repeat(20) + random.nextInt();
            source.row(random.nextInt(rows), text, random.nextDouble());
        }
        return source;
    }

    private static TestQuery join(int rows) {
        Random random = new Random(3);
        return new TestQuery()
                .input(wide("a", rows, random))
                .input(wide("b", rows, random))
                .equal(0, 0, 1, 0)
                .all();
    }

    @Test
    void withoutASpillFileTheQueryFailsByNameAndLimit() {
        TestQuery query = join(60_000);
        query.memoryBytes = 6L << 20;
        TelegraphException e = assertThrows(TelegraphException.class, query::rows);
        assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
        assertTrue(e.getMessage().contains("limit="), e.getMessage());
        assertTrue(e.getMessage().contains("test/block"), e.getMessage());
    }

    @Test
    void withASpillFileTheRowsAreTheSame(@TempDir Path directory) throws InterruptedException {
        TestQuery query = join(60_000);
        List<String> expected = sorted(query.rows());
        assertTrue(query.peakBytes > 24L << 20, "peak=" + query.peakBytes);
        SpillSpace spills = SpillSpace.open(Disk.FILES, directory, 1L << 30);
        List<List<Object>> rows = new ArrayList<>();
        long limit = 16L << 20;
        try (MemoryManager memory = new MemoryManager(limit, spills)) {
            try (Region region = memory.query("test", limit);
                    Execution execution =
                            Eddy.start(query.block(), query.context(region), RoutingRules.EXACT)) {
                for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                    rows.addAll(TestQuery.rowsOf(batch));
                    batch.unpin();
                }
                assertTrue(spills.used() > 0, "something was spilled");
            }
            assertEquals(0, memory.used());
        }
        assertEquals(expected, sorted(rows));
    }

    private static List<String> sorted(List<List<Object>> rows) {
        return rows.stream().map(Object::toString).sorted().toList();
    }

    @Test
    void readersWaitWhileTheClientIsBusy() throws InterruptedException {
        TestSource source = TestSource.integers("a", "id", "value");
        IntStream.range(0, 400_000).forEach(i -> source.row(i, i));
        TestQuery query = new TestQuery().input(source).all();
        long limit = 16L << 20;
        try (MemoryManager memory = new MemoryManager(limit);
                Region region = memory.query("test", limit);
                Execution execution =
                        Eddy.start(query.block(), query.context(region), RoutingRules.EXACT)) {
            Thread.sleep(300);
            long rows = 0;
            for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                rows += batch.rows();
                batch.unpin();
            }
            assertEquals(400_000, rows);
            assertTrue(memory.peak() < limit / 2, "peak=" + memory.peak());
        }
    }
}
