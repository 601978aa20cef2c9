package telegraph.query.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Quotient;
import telegraph.engine.vector.Vector;
import telegraph.memory.Decimals;
import telegraph.memory.Type;
import telegraph.query.kernel.DecimalMath;
import telegraph.testkit.Seeds;

class QuotientTest {
    /// What PostgreSQL 15 gives.
    @Test
    void isRoundedWherePostgresRoundsIt() {
        given("1", "3.0", "0.33333333333333333333");
        given("100", "3.0", "33.3333333333333333");
        given("10000", "3.0", "3333.3333333333333333");
        given("12345678.90", "100", "123456.789000000000");
        given("1", "0.0003", "3333.3333333333333333");
        given("99.99", "0.01", "9999.0000000000000000");
        given("0", "3.0", "0.00000000000000000000");
        given("0.0001", "3", "0.000033333333333333333333");
        given("9223372036854775807", "2", "4611686018427387904");
        given("-17.0", "3", "-5.6666666666666667");
    }

    private static void given(String x, String y, String quotient) {
        assertEquals(
                new BigDecimal(quotient), Quotient.of(new BigDecimal(x), new BigDecimal(y), 100));
    }

    @Test
    void isTheSameInLongsAndInObjects() {
        int[] small = new int[1];
        Seeds.run(
                20_000,
                (seed, random) -> {
                    Vector x = random(random);
                    Vector y = random(random);
                    if (y.longs[0] == 0) {
                        return;
                    }
                    Vector to = new Vector(Type.decimal(38, Math.max(20, x.type.scale())));
                    if (Quotient.setSmall(x, y, to, 0)) {
                        small[0]++;
                        BigDecimal expected =
                                Quotient.of(
                                        DecimalMath.big(x, 0),
                                        DecimalMath.big(y, 0),
                                        to.type.scale());
                        BigInteger unscaled = Decimals.unscaled(to.highAt(0), to.longs[0]);
                        assertEquals(
                                0,
                                expected.compareTo(new BigDecimal(unscaled, to.type.scale())),
                                () -> DecimalMath.big(x, 0) + " / " + DecimalMath.big(y, 0));
                    }
                });
        assertTrue(small[0] > 5_000, "small=" + small[0]);
    }

    private static Vector random(RandomGenerator random) {
        Vector vector = new Vector(Type.decimal(18, random.nextInt(19)));
        long value = random.nextLong() % DecimalMath.power(random.nextInt(19));
        vector.setDecimal(0, value >> 63, value);
        return vector;
    }
}
