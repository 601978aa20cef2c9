package telegraph.sql.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.engine.ColumnRef;
import telegraph.engine.Expression;
import telegraph.engine.Predicate;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Holds kernels against Calcite's generated code over random rows: where Calcite means what
/// PostgreSQL means, both must give the same values; and a predicate must keep exactly the rows for
/// which its expression is true, whatever the selection.
///
/// The seed is in the name of every failure; set it in [#SEED] to replay.
final class KernelsPropertyTest {
    private static final long SEED = 20240229;
    private static final int ROWS = 500;

    private static final Map<String, Type> TABLE = new LinkedHashMap<>();

    static {
        TABLE.put("i", Type.INTEGER);
        TABLE.put("j", Type.INTEGER);
        TABLE.put("l", Type.BIGINT);
        TABLE.put("d", Type.DOUBLE);
        TABLE.put("m", Type.decimal(10, 2));
        TABLE.put("k", Type.decimal(12, 4));
        TABLE.put("w", Type.decimal(28, 4));
        TABLE.put("s", Type.TEXT);
        TABLE.put("u", Type.TEXT);
        TABLE.put("b", Type.BOOLEAN);
        TABLE.put("c", Type.BOOLEAN);
        TABLE.put("dt", Type.DATE);
        TABLE.put("ts", Type.TIMESTAMP);
    }

    private static final List<String> CONDITIONS =
            List.of(
                    "i = 3",
                    "3 < i",
                    "i <= j",
                    "i <> j",
                    "i > 100",
                    "i >= -2147483648",
                    "i < 2147483647",
                    "l = 5",
                    "l < i",
                    "l > 2.5",
                    "i = 2.00",
                    "m = 1.5",
                    "m < k",
                    "m > i",
                    "k >= 0",
                    "m <> 2",
                    "d = 0",
                    "d < 1.5",
                    "d > i",
                    "d <= m",
                    "d <> l",
                    "d >= -1",
                    "s = 'a'",
                    "s < 'b'",
                    "s <> u",
                    "s >= u",
                    "'ab' <= s",
                    "s = ''",
                    "s > 'abcdefghijklmnop'",
                    "b",
                    "not b",
                    "b and c",
                    "b or c",
                    "b = c",
                    "b is true",
                    "c is not false",
                    "not (b and c)",
                    "b is null",
                    "c is not null",
                    "s is null",
                    "(b or c) is true",
                    "(i > 2) is not true",
                    "i in (1, 2, 3, 4)",
                    "i not in (1, 2, 3, 4)",
                    "i in (1, 3)",
                    "s in ('a', 'b', 'abc', 'x')",
                    "s not in ('a', 'b', 'abc', 'x')",
                    "l in (1, 2, 5, 7)",
                    "d in (0, 1, 2)",
                    "m in (1, 2, 1.5)",
                    "i between 1 and 5",
                    "i not between 1 and 5",
                    "s between 'a' and 'b'",
                    "d between -1 and 1",
                    "i is distinct from j",
                    "s is not distinct from u",
                    "d is distinct from 0",
                    "(i = 1 or s = 'a') and not (b or d > 0)",
                    "i > 1 or (j < 3 and s <> 'b') or c",
                    "i + j > 5",
                    "m * 2 > k",
                    "case when i > 2 then b else c end",
                    "dt = date '2024-02-29'",
                    "dt < date '2024-03-01'",
                    "ts >= timestamp '2024-02-29 00:00:00'",
                    "dt between date '2024-01-01' and date '2024-02-28'",
                    "coalesce(b, c, true)");

    private static final List<String> VALUES =
            List.of(
                    "i + j",
                    "i - j",
                    "i * j",
                    "l + i",
                    "l * 2 - i",
                    "-i",
                    "i + 1.5",
                    "m + k",
                    "m - k",
                    "m * k",
                    "m * i",
                    "d + i",
                    "d * 2",
                    "d - m",
                    "-d",
                    "-m",
                    "m + 0.001",
                    "abs(i)",
                    "case when i > 2 then i when j > 2 then j end",
                    "case when b then s else u end",
                    "case when i = 1 then 1 when i = 2 then 2.5 else m end",
                    "coalesce(i, j, 0)",
                    "coalesce(s, u)",
                    "nullif(i, j)",
                    "nullif(s, 'a')",
                    "cast(i as bigint)",
                    "cast(i as double precision)",
                    "cast(l as decimal(20, 3))",
                    "cast(m as decimal(14, 4))",
                    "cast(i as varchar)",
                    "cast(dt as timestamp)",
                    "cast(ts as date)",
                    "cast(m as double precision)",
                    "cast(dt as varchar)",
                    "i > j",
                    "s = u",
                    "b and c",
                    "b or not c",
                    "i is null",
                    "(s = u) is not true",
                    "s is not distinct from u",
                    "i / (abs(j) + 1)",
                    "mod(i, abs(j) + 1)",
                    "cast(s as varchar(2))",
                    "1",
                    "'x'",
                    "null");

    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Region region = memory.query("test", 64 << 20);
    private final Random random = new Random(SEED);
    private final Workbench bench = new Workbench(TABLE);

    @AfterEach
    void nothingIsHeld() {
        region.close();
        assertEquals(0, memory.used());
        memory.close();
    }

    @Test
    void kernelsComputeWhatGeneratedCodeComputes() {
        Batch batch = batch();
        List<String> wrong = new ArrayList<>();
        List<String> all = new ArrayList<>(VALUES);
        all.addAll(CONDITIONS);
        for (String text : all) {
            RexNode node = bench.parseOne(text);
            List<Object> expected = bench.valuesByRow(node, batch);
            List<Object> actual = bench.values(node, batch);
            for (int row = 0; row < ROWS; row++) {
                if (!equal(expected.get(row), actual.get(row))) {
                    wrong.add(
                            text
                                    + " row "
                                    + show(batch, row)
                                    + " by row "
                                    + expected.get(row)
                                    + " kernel "
                                    + actual.get(row));
                    break;
                }
            }
        }
        batch.unpin();
        assertEquals("", String.join("\n", wrong), "seed=" + SEED);
    }

    @Test
    void predicatesKeepTheRowsForWhichTheirExpressionIsTrue() {
        Batch batch = batch();
        for (String text : CONDITIONS) {
            RexNode node = bench.parseOne(text);
            List<Object> truth = bench.values(node, batch);
            int[] selection = new int[Batch.ROWS_MAX];
            List<Integer> expected = new ArrayList<>();
            int count = 0;
            for (int row = 0; row < ROWS; row++) {
                if (random.nextInt(4) > 0) {
                    selection[count++] = row;
                    if (Boolean.TRUE.equals(truth.get(row))) {
                        expected.add(row);
                    }
                }
            }
            Predicate predicate = bench.compiler.predicate(node, c -> new ColumnRef(0, c)).fork();
            int kept = predicate.narrow(Workbench.rows(batch), selection, count);
            List<Integer> actual = new ArrayList<>();
            for (int i = 0; i < kept; i++) {
                actual.add(selection[i]);
            }
            assertEquals(expected, actual, text + " as " + predicate + " seed=" + SEED);
        }
        batch.unpin();
    }

    @Test
    void plainConditionsRunWithoutGeneratedCode() {
        for (String text : CONDITIONS) {
            Expression expression =
                    bench.compiler.expression(bench.parseOne(text), c -> new ColumnRef(0, c));
            assertTrue(!(expression instanceof RowExpression), text);
            assertTrue(!expression.canThrow(), text);
        }
    }

    private static boolean equal(Object expected, Object actual) {
        if (expected instanceof BigDecimal x && actual instanceof BigDecimal y) {
            return x.compareTo(y) == 0;
        }
        return java.util.Objects.equals(expected, actual);
    }

    private static String show(Batch batch, int row) {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < batch.columns(); c++) {
            text.append(List.copyOf(TABLE.keySet()).get(c))
                    .append('=')
                    .append(batch.valueAt(c, row))
                    .append(' ');
        }
        return text.toString();
    }

    private Batch batch() {
        try (BatchBuilder builder = new BatchBuilder(region, List.copyOf(TABLE.values()))) {
            for (int row = 0; row < ROWS; row++) {
                for (int c = 0; c < builder.types().size(); c++) {
                    if (random.nextInt(5) == 0) {
                        builder.setNull(c);
                    } else {
                        set(builder, c);
                    }
                }
                builder.endRow();
            }
            return builder.build();
        }
    }

    private void set(BatchBuilder to, int c) {
        switch (to.types().get(c).kind()) {
            case BOOLEAN -> to.setBoolean(c, random.nextBoolean());
            case INTEGER -> to.setInt(c, random.nextInt(12) - 4);
            case BIGINT -> to.setLong(c, random.nextInt(12) - 4);
            case DOUBLE -> to.setDouble(c, (random.nextInt(17) - 8) / 4.0);
            case DECIMAL -> to.setDecimal(c, BigDecimal.valueOf(random.nextInt(1000) - 300, 2));
            case DATE -> to.setInt(c, 19_700 + random.nextInt(90));
            case TIME -> to.setInt(c, random.nextInt(86_400_000));
            case TIMESTAMP, INSTANT ->
                    to.setLong(
                            c,
                            (19_700L + random.nextInt(90)) * 86_400_000L
                                    + random.nextInt(86_400_000));
            case TEXT -> to.setText(c, text());
        }
    }

    private String text() {
        String[] words = {
            "", "a", "b", "ab", "abc", "x", "äöü", "abcdefghijklmnopqrstuvwxyz", "A", "a "
        };
        return words[random.nextInt(words.length)];
    }

    @Test
    void typesOfEveryKindHaveASqlTypeAndComeBack() {
        for (Type type : TABLE.values()) {
            RelDataType sql = Types.relType(type, bench.types, true);
            assertEquals(type, Types.physical(sql).orElseThrow());
        }
        assertTrue(Types.physical(bench.types.createSqlType(SqlTypeName.ANY)).isEmpty());
    }
}
