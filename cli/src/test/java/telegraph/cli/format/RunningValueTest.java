package telegraph.cli.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import telegraph.engine.Basis;

final class RunningValueTest {
    private static final double NONE = Double.NaN;
    private static final double LEAST = Double.NEGATIVE_INFINITY;
    private static final double MOST = Double.POSITIVE_INFINITY;

    @Test
    void aHalfWidthHasTwoDigitsAndTheValueEndsAtTheSamePlace() {
        assertEquals("8.593 ± 0.037", sampled(8.593214, 0.0361));
        assertEquals("8.590 ± 0.010", sampled(8.59, 0.0099001));
        assertEquals("32730 ± 310", sampled(32_729L, 304.2));
        assertEquals("-4.2 ± 1.5", sampled(-4.25, 1.49));
        assertEquals("8.0 ± 1.0", sampled(8.0, 1.0));
        assertEquals("12.346 ± 0.021", sampled(new BigDecimal("12.3456"), 0.0201));
    }

    @Test
    void aHalfWidthIsNeverRoundedDown() {
        assertEquals("5.00 ± 0.11", sampled(5.0, 0.10001));
        assertEquals("100 ± 11", sampled(100L, 10.01));
        assertEquals("5.000 ± 0.010", sampled(5.0, 0.00999));
    }

    @Test
    void aCountHasNoFraction() {
        assertEquals("12331 ± 0.37", sampled(12_331L, 0.361));
        assertEquals("12331 ± 1.6", sampled(12_331, 1.51));
    }

    @Test
    void aValueBelowItsHalfWidthIsRoundedToThePlaceOfThat() {
        assertEquals("50 ± 120", sampled(47.3, 120));
        assertEquals("0 ± 1200", sampled(3L, 1_200));
    }

    @Test
    void veryLargeAndVerySmallValuesHaveAPower() {
        assertEquals("1.2346e+20 ± 1.3e+17", sampled(1.23456e20, 1.21e17));
        assertEquals("1.23e-07 ± 1.1e-08", sampled(1.23456e-7, 1.1e-8));
        assertEquals("123456789000000 ± 1100000", sampled(123_456_789_012_345L, 1_100_000));
    }

    @Test
    void aDateThatIsTheGreatestSoFarIsABound() {
        LocalDate day = LocalDate.of(2013, 5, 1);
        assertEquals("≥ 2013-05-01", text(RunningValue.of(day, Basis.SO_FAR, NONE, NONE, MOST)));
        assertEquals("≤ 2013-05-01", text(RunningValue.of(day, Basis.SO_FAR, NONE, LEAST, NONE)));
        assertEquals("2013-05-01", text(RunningValue.of(day, Basis.SO_FAR, NONE, LEAST, MOST)));
    }

    @Test
    void whatIsAssumedIsMarked() {
        RunningValue reading = RunningValue.of(8.59, Basis.ASSUMED, 0.037, LEAST, MOST);
        assertEquals("8.590 ±? 0.037", text(reading));
        assertTrue(reading.sure());
    }

    @Test
    void exactValuesAreAsTheyAre() {
        assertEquals(
                "8.5932141234", text(RunningValue.of(8.5932141234, Basis.EXACT, 0, LEAST, MOST)));
        assertEquals("5", text(RunningValue.of(5L, Basis.SAMPLED, 0, LEAST, MOST)));
    }

    @Test
    void noIntervalIsShownOfWhatCameSoFar() {
        RunningValue reading = RunningValue.of(8.59321412, Basis.SO_FAR, 0.03, LEAST, MOST);
        assertEquals("8.593", text(reading));
        assertFalse(reading.sure());
    }

    @Test
    void whatCameSoFarHasFourDigitsAndAllThatStandBeforeThePoint() {
        assertEquals("12345678", soFar(12_345_678.4));
        assertEquals("123457", soFar(123_456.7));
        assertEquals("0.0001235", soFar(0.000123456789));
        assertEquals("8", soFar(8.0));
        assertEquals("3.80", soFar(new BigDecimal("3.80")));
        assertEquals("123456789", soFar(123_456_789));
        assertEquals("0", soFar(0.0));
        assertEquals("1e+20", soFar(1e20));
        assertEquals("NaN", soFar(Double.NaN));
        assertEquals("Infinity", soFar(Double.POSITIVE_INFINITY));
    }

    @Test
    void anEstimateWithoutAHalfWidthIsMarked() {
        RunningValue reading = RunningValue.of(1_994_782L, Basis.SAMPLED, NONE, LEAST, MOST);
        assertEquals("~ 1995000", text(reading));
        assertFalse(reading.sure());
        assertTrue(reading.isSettling());
    }

    @Test
    void boundsSayWhichSideTheyAreOn() {
        assertEquals("≥ 12", bounded(12L, 12, MOST));
        assertEquals("≤ 3", bounded(3, LEAST, 3));
        assertEquals("3 … 12", bounded(3L, 3, 12));
        assertEquals("3 … 12", bounded(12, 3, 12));
        assertEquals("312.2 in -100 … 10000", bounded(312.21, -100, 10_000));
        assertEquals("≤ -0.25", bounded(-0.25, LEAST, -0.25));
        assertTrue(RunningValue.of(12L, Basis.SO_FAR, NONE, 12, MOST).sure());
    }

    @Test
    void whereItIsNarrowBoundsAreOnOneSide() {
        assertEquals("≥ 3", RunningValue.of(3L, Basis.SO_FAR, NONE, 3, 12).narrow());
        assertEquals("≤ 12", RunningValue.of(12L, Basis.SO_FAR, NONE, 3, 12).narrow());
        assertEquals("5", RunningValue.of(5L, Basis.SO_FAR, NONE, 3, 12).narrow());
        assertEquals("32730", RunningValue.of(32_729L, Basis.SAMPLED, 304, LEAST, MOST).narrow());
    }

    @Test
    void boundsAreRoundedOutwards() {
        assertEquals("5 in 3 … 13", bounded(5L, 3.7, 12.1));
        assertEquals("2 in 1.23456 … 7.65433", bounded(2.0, 1.234567, 7.654321));
    }

    @Test
    void anIntervalIsMoreThanABound() {
        assertEquals("12.0 ± 1.1", text(RunningValue.of(12.0, Basis.SAMPLED, 1.1, 5, 50)));
    }

    @Test
    void valuesThatAreNoNumbersStandAlone() {
        LocalDate day = LocalDate.of(2013, 1, 1);
        assertEquals("2013-01-01", text(RunningValue.of(day, Basis.SAMPLED, NONE, LEAST, MOST)));
    }

    private static String sampled(Number value, double error) {
        return text(RunningValue.of(value, Basis.SAMPLED, error, LEAST, MOST));
    }

    private static String soFar(Number value) {
        return text(RunningValue.of(value, Basis.SO_FAR, NONE, LEAST, MOST));
    }

    private static String bounded(Number value, double low, double high) {
        return text(RunningValue.of(value, Basis.SO_FAR, NONE, low, high));
    }

    private static String text(RunningValue reading) {
        String reach = reading.hasReach() ? " " + reading.sign() + " " + reading.reach() : "";
        return reading.value() + reach;
    }
}
