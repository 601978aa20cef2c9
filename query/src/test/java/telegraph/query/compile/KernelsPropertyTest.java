package telegraph.query.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.LocalDate;
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
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Quotient;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.kernel.DateParts;
import telegraph.query.predicate.LikePredicate;
import telegraph.query.predicate.RangePredicate;
import telegraph.query.predicate.TextPredicate;
import telegraph.query.value.Texts;
import telegraph.query.value.Types;

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
        TABLE.put("e", Type.decimal(18, 0));
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
                    "coalesce(b, c, true)",
                    "m between 0.05 and 0.07",
                    "m >= -1 and m < 2.5 and i > 0",
                    "m > 1.005",
                    "m <= -0.995",
                    "m = 1.005",
                    "m <> 1.005",
                    "m < 100000000000000000000",
                    "m = w",
                    "m < w",
                    "w = w",
                    "w > 5",
                    "w < 123456789012345678901",
                    "w >= -123456789012345678901.5",
                    "w between -1 and 1",
                    "w <> 3",
                    "w is distinct from m",
                    "e < 500000000000000000",
                    "e > e - 1",
                    "e = 999999999999999999",
                    "l > 9223372036854775807.5",
                    "l < -9223372036854775809",
                    "l <= 9223372036854775806.5",
                    "i > 99999999999.5",
                    "i <> 99999999999.5",
                    "i = 1 or i = 3",
                    "substring(s from 1 for 2) in ('ab', 'é', 'xx')",
                    "case when b then i end > 2",
                    "case when b then m end < 2",
                    "s = 'a' or s = 'abc'",
                    "s = 'abcdefghijklmnopqrstuvwxyz'",
                    "s <> 'abcdefghijklmnopqrstuvwxyz'",
                    "s in ('abcdefghi', 'abcdefgh', 'abcdefghijklmnopq')");

    private static final List<String> PATTERNS =
            List.of(
                    "",
                    "%",
                    "a",
                    "a%",
                    "%c",
                    "%b%",
                    "a%c",
                    "a%a",
                    "%a%b%c%",
                    "%abc%def%",
                    "%é%",
                    "é%",
                    "%é",
                    "%%",
                    "a%%c",
                    "%abcabcab%",
                    "%bcabcabcd%",
                    "abcdefgh%ijkl%",
                    "%xyz",
                    "%a%a%",
                    "%b%b%",
                    "a%ab%b",
                    "%aa%a",
                    "_",
                    "a_c",
                    "%_b%",
                    "_%é_",
                    "a\\%%",
                    "%\\_%");

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
                    "e + e",
                    "e + 1",
                    "e + m",
                    "m - e",
                    "e + 0.01",
                    "case when i > 2 then i end + 1",
                    "case when b then m when c then k end * j",
                    "1 - e",
                    "e * 10",
                    "m - 0.5",
                    "0.125 - m",
                    "1 - m",
                    "3 * w",
                    "i - 5",
                    "5 - l",
                    "i * -3",
                    "e - e",
                    "e * e",
                    "e * m",
                    "w * 2",
                    "w + m",
                    "w - k",
                    "m * (1 - k) * (1 + k)",
                    "m * (1 - k) * (1 + k) - w * i",
                    "-w",
                    "case when i > 2 then w when j > 2 then m else 0 end",
                    "case when m > 1 then m * (1 - k) else 0 end",
                    "d / 4",
                    "d * d - d",
                    "m / 3",
                    "cast(i as decimal(12, 2))",
                    "cast(l as integer)",
                    "cast(e as decimal(20, 2))",
                    "cast(w as decimal(38, 10))",
                    "cast(k as decimal(10, 2))",
                    "cast(k as bigint)",
                    "cast(w as double precision)",
                    "extract(year from dt)",
                    "extract(month from dt)",
                    "extract(day from dt)",
                    "extract(quarter from dt)",
                    "extract(year from ts)",
                    "extract(month from ts)",
                    "extract(day from ts)",
                    "extract(dow from dt)",
                    "substring(s from 1 for 2)",
                    "substring(s from 2)",
                    "substring(s from 3 for 4)",
                    "substring(s from 0 for 2)",
                    "substring(s from -1 for 4)",
                    "substring(s from 2 for 0)",
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

    /// Some rows of a batch, in order.
    private record Selected(int[] selection, int count) {}

    private List<Selected> selections() {
        return List.of(
                new Selected(Workbench.all(ROWS), ROWS),
                new Selected(Workbench.all(ROWS), 1),
                run(100, 300),
                some(2),
                some(40));
    }

    private static Selected run(int first, int count) {
        int[] selection = new int[Batch.ROWS_MAX];
        for (int i = 0; i < count; i++) {
            selection[i] = first + i;
        }
        return new Selected(selection, count);
    }

    private Selected some(int oneOf) {
        int[] selection = new int[Batch.ROWS_MAX];
        int count = 0;
        for (int row = 0; row < ROWS; row++) {
            if (random.nextInt(oneOf) == 0) {
                selection[count++] = row;
            }
        }
        return new Selected(selection, count);
    }

    @Test
    void kernelsComputeWhatGeneratedCodeComputes() {
        List<Batch> batches = List.of(batch(true), batch(false));
        List<String> wrong = new ArrayList<>();
        List<String> all = new ArrayList<>(VALUES);
        all.addAll(CONDITIONS);
        for (String text : all) {
            RexNode node = bench.parseOne(text);
            List<List<Object>> expected = bench.valuesByRow(node, batches);
            for (int b = 0; b < batches.size(); b++) {
                compare(node, batches.get(b), expected.get(b), text + " nulls=" + (b == 0), wrong);
            }
        }
        batches.forEach(Batch::unpin);
        assertEquals("", String.join("\n", wrong), "seed=" + SEED);
    }

    private void compare(
            RexNode node, Batch batch, List<Object> expected, String text, List<String> wrong) {
        for (Selected some : selections()) {
            List<Object> actual = bench.values(node, batch, some.selection, some.count);
            for (int i = 0; i < some.count; i++) {
                int row = some.selection[i];
                if (!equal(expected.get(row), actual.get(i))) {
                    wrong.add(
                            text
                                    + " row "
                                    + show(batch, row)
                                    + " by row "
                                    + expected.get(row)
                                    + " kernel "
                                    + actual.get(i));
                    return;
                }
            }
        }
    }

    @Test
    void predicatesKeepTheRowsForWhichTheirExpressionIsTrue() {
        List<Batch> batches = List.of(batch(true), batch(false));
        for (String text : CONDITIONS) {
            keepsWhatIsTrue(text, batches);
        }
        for (String pattern : PATTERNS) {
            keepsWhatIsTrue("s like '" + pattern + "'", batches);
            keepsWhatIsTrue("not (u like '" + pattern + "' escape 'x')", batches);
        }
        batches.forEach(Batch::unpin);
    }

    private void keepsWhatIsTrue(String text, List<Batch> batches) {
        RexNode node = bench.parseOne(text);
        List<List<Object>> truth = bench.valuesByRow(node, batches);
        for (int b = 0; b < batches.size(); b++) {
            keepsWhatIsTrue(node, batches.get(b), truth.get(b), text);
        }
    }

    private void keepsWhatIsTrue(RexNode node, Batch batch, List<Object> truth, String text) {
        for (Selected some : selections()) {
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < some.count; i++) {
                if (Boolean.TRUE.equals(truth.get(some.selection[i]))) {
                    expected.add(some.selection[i]);
                }
            }
            Predicate predicate = bench.compiler.predicate(node, c -> new ColumnRef(0, c)).fork();
            int kept = predicate.narrow(Workbench.rows(batch), some.selection, some.count);
            List<Integer> actual = new ArrayList<>();
            for (int i = 0; i < kept; i++) {
                actual.add(some.selection[i]);
            }
            assertEquals(expected, actual, text + " as " + predicate + " seed=" + SEED);
        }
    }

    /// Generated code divides as the objects do.
    @Test
    void quotientsOfDecimalsAreThoseOfObjects() {
        for (String text : List.of("e / 7", "m / 3", "w / 3", "k / m", "m / -0.07", "e / w")) {
            RexNode node = bench.parseOne("case when m <> 0 and w <> 0 then " + text + " end");
            Batch batch = batch(true);
            List<Object> actual = bench.values(node, batch);
            String[] sides = text.split(" / ");
            for (int row = 0; row < ROWS; row++) {
                BigDecimal x = operand(batch, sides[0], row);
                BigDecimal y = operand(batch, sides[1], row);
                boolean guarded =
                        !BigDecimal.ZERO.equals(zeroed(operand(batch, "m", row)))
                                && !BigDecimal.ZERO.equals(zeroed(operand(batch, "w", row)))
                                && operand(batch, "m", row) != null
                                && operand(batch, "w", row) != null;
                BigDecimal expected =
                        x == null || y == null || !guarded
                                ? null
                                : Quotient.of(x, y, node.getType().getScale());
                assertTrue(
                        equal(expected, actual.get(row)),
                        text + " of " + show(batch, row) + " gave " + actual.get(row));
            }
            batch.unpin();
        }
    }

    private static BigDecimal zeroed(BigDecimal value) {
        return value != null && value.signum() == 0 ? BigDecimal.ZERO : value;
    }

    private static BigDecimal operand(Batch batch, String text, int row) {
        int column = List.copyOf(TABLE.keySet()).indexOf(text);
        return column < 0 ? new BigDecimal(text) : (BigDecimal) batch.valueAt(column, row);
    }

    @Test
    void partsOfDatesAreThoseOfTheCalendar() {
        long[] days = {
            -719_528, -719_163, -719_162, -135_140, -1, 0, 58, 59, 60, 10_956, 11_016, 11_017,
            19_782, 19_783, 47_541, 2_932_896
        };
        for (String part : List.of("year", "quarter", "month", "day")) {
            Vector from = new Vector(Type.DATE);
            Vector to = new Vector(Type.BIGINT);
            System.arraycopy(days, 0, from.longs, 0, days.length);
            DateParts.of(part, Type.DATE)
                    .orElseThrow()
                    .compute(
                            new Vector[] {from},
                            to,
                            Workbench.all(days.length),
                            days.length,
                            new Texts());
            for (int i = 0; i < days.length; i++) {
                LocalDate date = LocalDate.ofEpochDay(days[i]);
                long expected =
                        switch (part) {
                            case "year" -> date.getYear() > 0 ? date.getYear() : date.getYear() - 1;
                            case "quarter" -> (date.getMonthValue() + 2) / 3;
                            case "month" -> date.getMonthValue();
                            default -> date.getDayOfMonth();
                        };
                assertEquals(expected, to.longs[i], part + " of " + date);
            }
        }
    }

    @Test
    void conditionsOfOneKindAreLoopsOfTheirOwn() {
        assertPlan(RangePredicate.class, "m < 24");
        assertPlan(RangePredicate.class, "m between 0.05 and 0.07");
        assertPlan(RangePredicate.class, "dt >= date '1994-01-01' and dt < date '1995-01-01'");
        assertPlan(TextPredicate.class, "s = 'BUILDING'");
        assertPlan(TextPredicate.class, "s in ('MAIL', 'SHIP')");
        assertPlan(LikePredicate.class, "s not like '%special%requests%'");
    }

    private void assertPlan(Class<?> expected, String text) {
        Predicate predicate =
                bench.compiler.predicate(bench.parseOne(text), c -> new ColumnRef(0, c));
        assertEquals(expected, predicate.getClass(), text);
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

    private Batch batch(boolean nulls) {
        try (BatchBuilder builder = new BatchBuilder(region, List.copyOf(TABLE.values()))) {
            for (int row = 0; row < ROWS; row++) {
                for (int c = 0; c < builder.types().size(); c++) {
                    if (nulls && random.nextInt(5) == 0) {
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
            case DECIMAL -> to.setDecimal(c, decimal(to.types().get(c)));
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

    /// Mostly small, but one that the type allows at most, or near to it, where that is much.
    private BigDecimal decimal(Type type) {
        if (type.scale() != 2 && type.precision() != 12 && random.nextInt(3) == 0) {
            BigDecimal most =
                    BigDecimal.valueOf(1, type.scale() - type.precision())
                            .subtract(BigDecimal.valueOf(1 + random.nextInt(2), type.scale()));
            return random.nextBoolean() ? most : most.negate();
        }
        return BigDecimal.valueOf(random.nextInt(1000) - 300, 2);
    }

    private String text() {
        String[] words = {
            "",
            "a",
            "b",
            "ab",
            "abc",
            "x",
            "äöü",
            "abcdefghijklmnopqrstuvwxyz",
            "abcdefghijklmnopqrstuvwxyA",
            "A",
            "a ",
            "abcdefghi",
            "abcdefgh"
        };
        if (random.nextInt(3) > 0) {
            return words[random.nextInt(words.length)];
        }
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(40); length > 0; length--) {
            text.append("aabbccdex%_\\é".charAt(random.nextInt(13)));
        }
        return text.toString();
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
