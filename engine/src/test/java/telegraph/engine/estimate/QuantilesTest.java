package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Against values of 40 digits, from inverting the incomplete gamma and beta functions by
/// bisection.
class QuantilesTest {
    private static final double[][] NORMAL = {
        {0.5000001, 2.5066282733116483e-7},
        {0.6, 0.25334710313579974},
        {0.9, 1.2815515655446006},
        {0.925, 1.4395314709384562},
        {0.975, 1.9599639845400539},
        {0.995, 2.5758293035489005},
        {0.999999, 4.7534243088170878},
        {0.999999999, 5.9978070196016374},
        {1e-12, -7.0344838253011319},
        {1e-30, -11.464024688443377}
    };

    private static final double[] POINTS = {0.51, 0.6, 0.9, 0.975, 0.9995, 0.999999, 0.999999999};

    /// Degrees of freedom, then the quantiles at the points.
    private static final double[][] STUDENT = {
        {
            1,
            0.031426266043351176,
            0.32491969623290625,
            3.0776835371752541,
            12.706204736174693,
            636.61924876878973,
            318309.88617359026,
            318309895.18620931
        },
        {
            1.5,
            0.029355346255080508,
            0.30074539256979535,
            2.1963984175655378,
            6.0166631044279283,
            82.847446703663696,
            5219.4693246068863,
            521946.95257454927
        },
        {
            2,
            0.028289929799333577,
            0.28867513459481282,
            1.885618083164127,
            4.3026527297494618,
            31.599054576445363,
            707.10572051576712,
            22360.680057658491
        },
        {
            3,
            0.02721146704911802,
            0.27667066233268985,
            1.6377443536962103,
            3.1824463052837084,
            12.923978636687964,
            103.29946777942897,
            1033.1096842432755
        },
        {
            7,
            0.02597794156951689,
            0.26316686135202275,
            1.4149239276505086,
            2.3646242515927847,
            5.4078825208618281,
            14.241469651921153,
            38.705980800263682
        },
        {
            15,
            0.025490186026046261,
            0.25788530093726107,
            1.3406056078504557,
            2.1314495455597752,
            4.072765195903846,
            7.4643849400784859,
            12.692733407157509
        },
        {
            31,
            0.025271988772294758,
            0.25553216831752765,
            1.3094635494946456,
            2.0395134463964081,
            3.6334563497583717,
            5.8286018038895897,
            8.3443163143059836
        },
        {
            100,
            0.025131697537714597,
            0.25402218245822776,
            1.2900747613465161,
            1.9839715185235519,
            3.3904913111642636,
            5.0488308772214468,
            6.598939826677467
        },
        {
            999,
            0.025075186488481067,
            0.25341458333036731,
            1.2823995700373974,
            1.9623414611334496,
            3.3002924403987667,
            4.7816369788241673,
            6.0537466624833802
        },
        {
            1000,
            0.025075180209466442,
            0.25341451583949871,
            1.2823987214609246,
            1.9623390808264081,
            3.3002826484239442,
            4.7816086204524386,
            6.0536902768005229
        },
        {
            31622,
            0.02506910657603952,
            0.25334923463820253,
            1.2815783381339678,
            1.9600390070082813,
            3.2908344462833814,
            4.7543111559723709,
            5.9995606782182938
        },
        {
            1000000,
            0.025068914529877549,
            0.25334717053784162,
            1.2815524121299386,
            1.9599663568141067,
            3.2905364612487221,
            4.7534523482738695,
            5.9978624603049711
        }
    };

    @Test
    void normalQuantilesAreExactToTwelveDigits() {
        for (double[] point : NORMAL) {
            near(point[1], Quantiles.normal(point[0]), 1e-12, "p=" + point[0]);
        }
        assertEquals(0, Quantiles.normal(0.5));
    }

    @Test
    void studentQuantilesAreExactToNineDigits() {
        for (double[] row : STUDENT) {
            for (int i = 0; i < POINTS.length; i++) {
                String what = "df=" + row[0] + " p=" + POINTS[i];
                near(row[i + 1], Quantiles.student(POINTS[i], row[0]), 1e-9, what);
            }
        }
    }

    @Test
    void studentIsSymmetricAndCrossesItsMethodsWithoutAStep() {
        for (double freedom : new double[] {1, 4.5, 30, 5_000}) {
            assertEquals(0, Quantiles.student(0.5, freedom));
            for (double p : new double[] {0.001, 0.2, 0.3, 0.45}) {
                assertEquals(
                        -Quantiles.student(1 - p, freedom), Quantiles.student(p, freedom), 1e-9);
            }
            double edge = 0.75;
            near(
                    Quantiles.student(Math.nextDown(edge), freedom),
                    Quantiles.student(Math.nextUp(edge), freedom),
                    1e-12,
                    "body and tail, df=" + freedom);
        }
        for (double p : new double[] {0.975, 0.9995, 0.9999999}) {
            double border = 20 * Math.pow(Quantiles.normal(p), 2);
            near(
                    Quantiles.student(p, border * (1 - 1e-12)),
                    Quantiles.student(p, border * (1 + 1e-12)),
                    2e-9,
                    "fraction and expansion, p=" + p);
        }
        near(
                Quantiles.student(0.9, 50 - 1e-10),
                Quantiles.student(0.9, 50),
                2e-9,
                "fraction and expansion, p=0.9");
        assertEquals(
                Quantiles.normal(0.99), Quantiles.student(0.99, Double.POSITIVE_INFINITY), 1e-12);
    }

    @Test
    void studentStaysFiniteFarOut() {
        for (double freedom : new double[] {1, 3, 900, 1_000, 1e6}) {
            double far = Quantiles.student(1e-14, freedom);
            assertTrue(Double.isFinite(far) && far < -7, "df=" + freedom + " t=" + far);
        }
    }

    @Test
    void whatIsNoProbabilityIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Quantiles.normal(1));
        assertThrows(IllegalArgumentException.class, () -> Quantiles.normal(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> Quantiles.student(0, 3));
        assertThrows(IllegalArgumentException.class, () -> Quantiles.student(0.9, 0));
    }

    private static void near(double expected, double actual, double relative, String what) {
        assertEquals(expected, actual, Math.abs(expected) * relative, what);
    }
}
