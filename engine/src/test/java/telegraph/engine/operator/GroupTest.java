package telegraph.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.BatchStream;
import telegraph.engine.Block;
import telegraph.engine.Operators;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.TestColumn;
import telegraph.ground.Disk;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Groups of a stream are those of a map, in memory or not, and a stream closed early holds
/// nothing.
class GroupTest {
    private static Aggregate aggregate(Function function, Optional<Expression> of, Type type) {
        return new Aggregate(function, of, false, Optional.empty(), new int[0], type);
    }

    private static final Block.Output.Groups GROUPS =
            new Block.Output.Groups(
                    List.of(new TestColumn(new ColumnRef(0, 0), Type.TEXT)),
                    List.of(new int[] {0}, new int[] {}),
                    List.of(
                            aggregate(Function.COUNT, Optional.empty(), Type.BIGINT),
                            aggregate(
                                    Function.SUM,
                                    Optional.of(new TestColumn(new ColumnRef(0, 1), Type.BIGINT)),
                                    Type.decimal(38, 0)),
                            aggregate(
                                    Function.MAX,
                                    Optional.of(new TestColumn(new ColumnRef(0, 0), Type.TEXT)),
                                    Type.TEXT)));

    @Test
    void groupsOfAStreamAreThoseOfAMap() {
        int[] spilled = {0};
        Seeds.run(
                25,
                (seed, random) -> {
                    List<Object[]> rows = new ArrayList<>();
                    Map<String, List<Object>> expected = new TreeMap<>();
                    int count = random.nextInt(15_000);
                    int spread = 1 + random.nextInt(15_000);
                    long total = 0;
                    String greatest = null;
                    for (int r = 0; r < count; r++) {
                        String key = "the key of a group, number " + random.nextInt(spread);
                        long value = random.nextLong(1000);
                        rows.add(new Object[] {key, value});
                        List<Object> group =
                                expected.getOrDefault(key, List.of(0L, BigDecimal.ZERO));
                        expected.put(
                                key,
                                List.of(
                                        (Long) group.get(0) + 1,
                                        ((BigDecimal) group.get(1)).add(BigDecimal.valueOf(value)),
                                        key));
                        total += value;
                        greatest = greatest == null || greatest.compareTo(key) < 0 ? key : greatest;
                    }
                    expected.put(
                            "null",
                            java.util.Arrays.asList(
                                    (long) count,
                                    count == 0 ? null : BigDecimal.valueOf(total),
                                    greatest));
                    boolean tight = random.nextBoolean();
                    SpillSpace spills = SpillSpace.open(Disk.inMemory(), Path.of("s"), 1L << 30);
                    try (MemoryManager memory = new MemoryManager(1L << 30, spills)) {
                        try (Region in = memory.query("in", 1L << 28);
                                Region region = memory.query("g", tight ? 600 << 10 : 1 << 28);
                                BatchStream stream =
                                        Operators.group(
                                                Operators.values(
                                                        List.of(Type.TEXT, Type.BIGINT), rows, in),
                                                GROUPS,
                                                region)) {
                            boolean whole = random.nextInt(4) > 0;
                            Map<String, List<Object>> found = new TreeMap<>();
                            for (Batch b = stream.next(); b != null; b = stream.next()) {
                                read(b, found);
                                b.unpin();
                                if (!whole) {
                                    break;
                                }
                            }
                            if (whole) {
                                assertEquals(expected, found);
                            }
                            spilled[0] += region.spill().bytes() > 0 ? 1 : 0;
                        }
                        assertEquals(0, memory.used(), "bytes left");
                    }
                });
        if (System.getProperty("seed") == null) {
            assertTrue(spilled[0] > 3, "some groups left memory: " + spilled[0]);
        }
    }

    private static void read(Batch batch, Map<String, List<Object>> found) {
        for (int r = 0; r < batch.rows(); r++) {
            List<Object> values =
                    java.util.Arrays.asList(
                            batch.valueAt(1, r), batch.valueAt(2, r), batch.valueAt(3, r));
            Object before = found.put("" + batch.valueAt(0, r), values);
            assertEquals(null, before, "a group comes once");
        }
    }
}
