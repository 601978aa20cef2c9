package telegraph.query.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// The loops over decimals, of which some are NaN, give NaN where an operand is NaN, and elsewhere
/// what they give where none is.
final class NumericNaNTest {
    private static final int ROWS = 60;
    private static final List<Type> TYPES =
            List.of(
                    Type.decimal(38, 6),
                    Type.decimal(30, 4),
                    Type.decimal(19, 0),
                    Type.decimal(18, 2),
                    Type.BIGINT,
                    Type.INTEGER);

    /// Small numbers but 0, NULL, and NaN if the type has it.
    private static Vector random(RandomGenerator random, Type type) {
        Vector vector = new Vector(type, ROWS);
        boolean wide = type.kind() == Type.Kind.DECIMAL && !type.isShortDecimal();
        for (int row = 0; row < ROWS; row++) {
            vector.nulls[row] = random.nextInt(8) == 0;
            if (wide && random.nextInt(5) == 0) {
                vector.setNaN(row);
            } else {
                long value = (1 + random.nextInt(900)) * (random.nextBoolean() ? 1 : -1);
                vector.setDecimal(row, value >> 63, value);
            }
        }
        return vector;
    }

    private static Type type(RandomGenerator random) {
        return TYPES.get(random.nextInt(TYPES.size()));
    }

    private static boolean isNaN(Vector a, Vector b, int row) {
        return !a.nulls[row] && !b.nulls[row] && (a.isNaN(row) || b.isNaN(row));
    }

    @Test
    void arithmeticWithNanIsNanAndElsewhereAsItWas() {
        Seeds.run(
                500,
                (seed, random) -> {
                    Vector a = random(random, TYPES.get(random.nextInt(3)));
                    Vector b = random(random, type(random));
                    for (int row = 0; row < ROWS; row++) {
                        if (a.isNaN(row) && !b.isNaN(row) && random.nextBoolean()) {
                            b.setDecimal(row, 0, 0);
                        }
                    }
                    Arithmetic operator = Arithmetic.values()[random.nextInt(5)];
                    Vector[] in = {a, b};
                    Type type = Type.decimal(38, 20);
                    int[] all = IntStream.range(0, ROWS).toArray();
                    int[] numbers = Arrays.stream(all).filter(row -> !isNaN(a, b, row)).toArray();
                    Vector mixed = new Vector(type, ROWS);
                    Vector plain = new Vector(type, ROWS);
                    operator.body(type).compute(in, mixed, all, ROWS, null);
                    operator.body(type).compute(in, plain, numbers, numbers.length, null);
                    for (int row : all) {
                        Object expected =
                                isNaN(a, b, row) ? (Object) Double.NaN : plain.valueAt(row);
                        assertEquals(expected, mixed.valueAt(row), operator + " at " + row);
                    }
                });
    }

    @Test
    void nanIsEqualToItselfAndAboveAllNumbers() {
        Seeds.run(
                300,
                (seed, random) -> {
                    Vector a = random(random, type(random));
                    Vector b = random(random, type(random));
                    for (int row = 0; row < ROWS; row++) {
                        int expected =
                                a.isNaN(row) || b.isNaN(row)
                                        ? Boolean.compare(a.isNaN(row), b.isNaN(row))
                                        : number(a, row).compareTo(number(b, row));
                        for (Comparison.Domain domain :
                                List.of(Comparison.Domain.DECIMAL, Comparison.Domain.DOUBLE)) {
                            assertEquals(
                                    expected,
                                    Integer.signum(Comparison.order(domain, a, b, row)),
                                    "" + row);
                        }
                    }
                });
    }

    private static BigDecimal number(Vector vector, int row) {
        return BigDecimal.valueOf(vector.longs[row], vector.type.scale());
    }

    @Test
    void minusNanIsNan() {
        Seeds.run(
                50,
                (seed, random) -> {
                    Vector a = random(random, TYPES.get(random.nextInt(3)));
                    Vector to = new Vector(a.type, ROWS);
                    to.narrow();
                    int[] all = IntStream.range(0, ROWS).toArray();
                    Arithmetic.negation().compute(new Vector[] {a}, to, all, ROWS, null);
                    for (int row : all) {
                        Object value = a.valueAt(row);
                        Object expected =
                                value instanceof BigDecimal d ? (Object) d.negate() : value;
                        assertEquals(expected, to.valueAt(row), "" + row);
                    }
                });
    }

    @Test
    void aDecimalOfOneWordRefusesNanByName() {
        Vector narrow = new Vector(Type.decimal(18, 4), 1);
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> narrow.setNaN(0), "setNaN");
        assertEquals(SqlState.FEATURE_NOT_SUPPORTED, e.state());
        Vector wide = new Vector(Type.decimal(19, 4), 1);
        wide.setNaN(0);
        assertEquals(
                SqlState.FEATURE_NOT_SUPPORTED,
                assertThrows(TelegraphException.class, () -> DecimalMath.big(wide, 0)).state());
        assertEquals(
                "cannot convert NaN to integer",
                assertThrows(TelegraphException.class, () -> DecimalMath.toLong(wide, 0, "integer"))
                        .getMessage());
    }
}
