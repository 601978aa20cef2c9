package telegraph.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClaimTest {
    private static Claim claim(double[] errors, double[][] covariance) {
        return new Claim(
                Basis.SAMPLED,
                "",
                errors,
                new double[errors.length],
                new double[errors.length],
                covariance,
                2);
    }

    @Test
    void anExpressionOfOneAggregateIsAsWideAsThatOne() {
        Claim claim = claim(new double[] {6, 10}, new double[][] {{4, 0}, {0, 25}});
        assertEquals(18, claim.error(new double[] {-3, 0}), 1e-12);
        assertEquals(5, claim.error(new double[] {0, 0.5}), 1e-12);
    }

    /// Two standard errors for the second and three for the first, so three for both.
    @Test
    void theWidestOfThoseItDependsOnCounts() {
        Claim claim = claim(new double[] {6, 10}, new double[][] {{4, 0}, {0, 25}});
        assertEquals(3 * Math.sqrt(29), claim.error(new double[] {1, 1}), 1e-12);
    }

    @Test
    void aggregatesThatVaryTogetherCancel() {
        Claim claim = claim(new double[] {6, 6}, new double[][] {{4, 4}, {4, 4}});
        assertEquals(0, claim.error(new double[] {1, -1}), 1e-12);
        assertEquals(12, claim.error(new double[] {1, 1}), 1e-12);
    }

    @Test
    void whatIsNotKnownOfTwoIsTheWorst() {
        double[][] covariance = {{4, Double.NaN}, {Double.NaN, 9}};
        Claim claim = claim(new double[] {4, 6}, covariance);
        assertEquals(10, claim.error(new double[] {1, -1}), 1e-12);
        assertEquals(10, claim.error(new double[] {1, 1}), 1e-12);
    }

    @Test
    void withoutAClaimThereIsNone() {
        Claim claim = claim(new double[] {4, Double.NaN}, new double[][] {{4, 0}, {0, 0}});
        assertTrue(Double.isNaN(claim.error(new double[] {1, 1})));
        assertEquals(4, claim.error(new double[] {1, 0}), 1e-12);
    }
}
