package telegraph.query.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import telegraph.query.translate.TypeSystem;

class ArrayCodeTest {
    private static final int ARRAYS = 2_000;

    private final RelDataTypeFactory types = TypeSystem.factory();
    private final Random random = new Random(7);

    @Test
    void codesAreWrittenAsTheyAreDescribed() {
        RelDataType integer = types.createSqlType(SqlTypeName.INTEGER);
        RelDataType text = types.createSqlType(SqlTypeName.VARCHAR);
        assertEquals("1Q5 -N87~z", ArrayCode.of(Arrays.asList(5, -12, null), integer));
        assertEquals("+a\u0001+b\u0001", ArrayCode.of(List.of("a", "b"), text));
        assertEquals("", ArrayCode.of(List.of(), text));
    }

    @Test
    void wholeNumbersAreOrderedAndReadBack() {
        long[] edges = {0, 1, -1, 9, 10, 99, 100, -10, Long.MAX_VALUE, Long.MIN_VALUE};
        holds(
                SqlTypeName.BIGINT,
                () ->
                        random.nextBoolean()
                                ? edges[random.nextInt(edges.length)]
                                : random.nextLong() >> random.nextInt(64),
                Comparator.comparingLong(Long.class::cast));
    }

    @Test
    void decimalsOfOneTypeAreOrderedAndReadBack() {
        RelDataType type = types.createSqlType(SqlTypeName.DECIMAL, 30, 6);
        holds(
                type,
                () -> BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), 6),
                Comparator.comparing(BigDecimal.class::cast));
    }

    /// So numbers of several digits can be compared in arrays of several types.
    @Test
    void equalDecimalsOfTwoTypesHaveOneCode() {
        RelDataType coarse = types.createSqlType(SqlTypeName.DECIMAL, 10, 1);
        RelDataType fine = types.createSqlType(SqlTypeName.DECIMAL, 10, 4);
        RelDataType whole = types.createSqlType(SqlTypeName.INTEGER);
        String code = ArrayCode.of(List.of(20), whole);
        assertEquals(code, ArrayCode.of(List.of(new BigDecimal("20.0")), coarse));
        assertEquals(code, ArrayCode.of(List.of(new BigDecimal("20.0000")), fine));
    }

    @Test
    void floatingNumbersAreOrderedAndReadBack() {
        double[] edges = {
            0,
            1,
            -1,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MAX_VALUE
        };
        holds(
                SqlTypeName.DOUBLE,
                () ->
                        random.nextBoolean()
                                ? edges[random.nextInt(edges.length)]
                                : random.nextGaussian() * Math.pow(10, random.nextInt(-9, 9)),
                Comparator.comparingDouble(Double.class::cast));
    }

    @Test
    void bothZerosAreOneValue() {
        RelDataType type = types.createSqlType(SqlTypeName.DOUBLE);
        assertEquals(ArrayCode.of(List.of(0.0), type), ArrayCode.of(List.of(-0.0), type));
    }

    /// Characters below the ones that mean something in a code, and those of two words, too.
    @Test
    void textsAreOrderedAsTheirBytesAndReadBack() {
        String letters = "\u0001\u0002\u0003 +z!az\u00e9\uffee\ud83d\ude00";
        holds(
                SqlTypeName.VARCHAR,
                () -> {
                    StringBuilder text = new StringBuilder();
                    int length = random.nextInt(4);
                    for (int i = 0; i < length; i++) {
                        int at = random.nextInt(letters.codePointCount(0, letters.length()));
                        text.appendCodePoint(
                                letters.codePointAt(letters.offsetByCodePoints(0, at)));
                    }
                    return text.toString();
                },
                (a, b) -> bytes((String) a, (String) b));
    }

    @Test
    void arraysOfArraysAreReadBack() {
        RelDataType integer = types.createSqlType(SqlTypeName.INTEGER);
        RelDataType inner =
                types.createArrayType(types.createTypeWithNullability(integer, true), -1);
        List<Object> nested = List.of(Arrays.asList(1, null), List.of(), List.of(-3, 40));
        assertEquals(nested, ArrayCode.read(ArrayCode.of(nested, inner), inner));
    }

    private static int bytes(String a, String b) {
        return Arrays.compareUnsigned(
                a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private void holds(SqlTypeName name, Supplier<Object> values, Comparator<Object> order) {
        holds(types.createSqlType(name), values, order);
    }

    /// Holds the order of codes against that of arrays, element by element.
    private void holds(RelDataType type, Supplier<Object> values, Comparator<Object> order) {
        List<List<Object>> arrays = new ArrayList<>();
        for (int i = 0; i < ARRAYS; i++) {
            List<Object> array = new ArrayList<>();
            int length = random.nextInt(4);
            for (int e = 0; e < length; e++) {
                array.add(random.nextInt(6) == 0 ? null : values.get());
            }
            arrays.add(array);
            assertEquals(array, ArrayCode.read(ArrayCode.of(array, type), type));
        }
        for (int i = 1; i < ARRAYS; i++) {
            List<Object> a = arrays.get(i - 1);
            List<Object> b = arrays.get(i);
            int codes = bytes(ArrayCode.of(a, type), ArrayCode.of(b, type));
            assertEquals(Integer.signum(compare(a, b, order)), Integer.signum(codes), a + " " + b);
        }
    }

    private static int compare(List<Object> a, List<Object> b, Comparator<Object> order) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int sign = Comparator.nullsLast(order).compare(a.get(i), b.get(i));
            if (sign != 0) {
                return sign;
            }
        }
        return Integer.compare(a.size(), b.size());
    }
}
