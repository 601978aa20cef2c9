package telegraph.query.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Period;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Texts of intervals, which PostgreSQL 15 gave.
final class IntervalFunctionsTest {
    @ParameterizedTest
    @CsvSource({
        "P1DT12H, 1 day 12:00:00",
        "-P1DT12H, -1 days -12:00:00",
        "-P1D, -1 days",
        "-PT23H59M59.5S, -23:59:59.5",
        "-PT24H0.5S, -1 days -00:00:00.5",
        "PT0S, 00:00:00",
    })
    void hasDaysAndHours(String iso, String text) {
        assertEquals(text, IntervalFunctions.text(Duration.parse(iso)));
    }

    @ParameterizedTest
    @CsvSource({
        "P13M, 1 year 1 mon",
        "-P13M, -1 years -1 mons",
        "-P1M, -1 mons",
        "P1M-1D, 1 mon -1 days",
        "P0D, 00:00:00",
    })
    void hasYearsMonthsAndDays(String iso, String text) {
        assertEquals(text, IntervalFunctions.text(Period.parse(iso)));
    }
}
