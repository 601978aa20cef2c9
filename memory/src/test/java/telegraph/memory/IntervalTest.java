package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;

/// Intervals, as PostgreSQL 15 reads, shows and computes them, and what their codes promise.
class IntervalTest {
    /// A text, what it is, that times 1.7, by 3, and justified: all but the first PostgreSQL's.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 year 2 mons 3 days 04:05:06.789|1 year 2 mons 3 days 04:05:06.789|1 year 11 mons 29 days 09:20:41.5413|4 mons 21 days 01:21:42.263|1 year 2 mons 3 days 04:05:06.789",
                "1.5 years|1 year 6 mons|2 years 6 mons 18 days|6 mons|1 year 6 mons",
                "1.5 mons|1 mon 15 days|1 mon 46 days 12:00:00|15 days|1 mon 15 days",
                "1.5 days|1 day 12:00:00|1 day 37:12:00|12:00:00|1 day 12:00:00",
                "-1 days +02:00|-1 days +02:00:00|-1 days -13:24:00|-07:20:00|-22:00:00",
                "1 day -25:00|1 day -25:00:00|1 day -25:42:00|-00:20:00|-01:00:00",
                "1-2|1 year 2 mons|1 year 11 mons 24 days|4 mons 20 days|1 year 2 mons",
                "-1-2 3 4:05|-1 years -2 mons +3 days 04:05:00|-1 years -11 mons -19 days +09:20:30|-4 mons -19 days +01:21:40|-1 years -1 mons -26 days -19:55:00",
                "3 4:05|3 days 04:05:00|5 days 09:20:30|1 day 01:21:40|3 days 04:05:00",
                "5|00:00:05|00:00:08.5|00:00:01.666667|00:00:05",
                "1.5|00:00:01.5|00:00:02.55|00:00:00.5|00:00:01.5",
                "90 minutes|01:30:00|02:33:00|00:30:00|01:30:00",
                "1h30m|01:30:00|02:33:00|00:30:00|01:30:00",
                "@ 1 hour 5 min ago|-01:05:00|-01:50:30|-00:21:40|-01:05:00",
                "P1Y2M3DT4H5M6.7S|1 year 2 mons 3 days 04:05:06.7|1 year 11 mons 29 days 09:20:41.39|4 mons 21 days 01:21:42.233333|1 year 2 mons 3 days 04:05:06.7",
                "P0001-02-03T04:05:06|1 year 2 mons 3 days 04:05:06|1 year 11 mons 29 days 09:20:40.2|4 mons 21 days 01:21:42|1 year 2 mons 3 days 04:05:06",
                "P1W|7 days|11 days 21:36:00|2 days 08:00:00|7 days",
                "1 century 3 decades 4 yrs|134 years|227 years 9 mons 18 days|44 years 8 mons|134 years",
                "1 mil|1000 years|1700 years|333 years 4 mons|1000 years",
                "2 weeks|14 days|23 days 19:12:00|4 days 16:00:00|14 days",
                "10 ms 20 us|00:00:00.01002|00:00:00.017034|00:00:00.00334|00:00:00.01002",
                "1.23456789 s|00:00:01.234568|00:00:02.098766|00:00:00.411523|00:00:01.234568",
                "-00:00:01.5|-00:00:01.5|-00:00:02.55|-00:00:00.5|-00:00:01.5",
                "100:59:59.9999999|101:00:00|171:42:00|33:40:00|4 days 05:00:00",
                "1 day ago|-1 days|-1 days -16:48:00|-08:00:00|-1 days",
                "1.5 weeks ago|-10 days -12:00:00|-17 days -20:24:00|-3 days -12:00:00|-10 days -12:00:00",
                "0.1 mons|3 days|5 days 02:24:00|1 day|3 days",
                "1.04 years|1 year|1 year 8 mons 12 days|4 mons|1 year",
                "0 days|00:00:00|00:00:00|00:00:00|00:00:00",
                "1 day 2|1 day 00:00:02|1 day 16:48:03.4|08:00:00.666667|1 day 00:00:02",
                "1 mon -1 hour|1 mon -01:00:00|1 mon 21 days -01:42:00|10 days -00:20:00|29 days 23:00:00"
            })
    void isReadShownAndComputedAsByPostgres(
            String text, String shown, String times, String part, String justified) {
        Interval interval = IntervalText.read(text).orElseThrow();
        assertEquals(shown, interval.toString());
        assertEquals(Optional.of(interval), IntervalText.read(shown));
        assertEquals(times, interval.times(1.7).toString());
        assertEquals(part, interval.dividedBy(3).toString());
        assertEquals(justified, interval.justified().toString());
        assertEquals(Interval.ZERO, interval.plus(interval.negated()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "day",
                "1 day 2 day",
                "1 foo",
                "+.5 days",
                "1 hour 02:00",
                "P",
                "1 2 3:04",
                "1:75",
                "ago"
            })
    void isNoneWhereItIsNoneInPostgres(String text) {
        assertEquals(Optional.empty(), IntervalText.read(text));
    }

    @Test
    void ofNothingAndOfTooLongTextsThereIsNone() {
        assertEquals(Optional.empty(), IntervalText.read(""));
        assertEquals(Optional.empty(), IntervalText.read("1 day" + " ".repeat(1_000)));
    }

    @Test
    void codesAreOrderedAsSpansAndGiveTheIntervalBack() {
        Seeds.run(
                5_000,
                (_, random) -> {
                    Interval one = any(random);
                    Interval other = any(random);
                    assertEquals(one, Interval.ofCode(one.code()));
                    assertEquals(one.span(), one.code().shiftRight(Interval.TAIL_BITS));
                    assertEquals(Optional.of(one), IntervalText.read(one.toString()));
                    int order = one.compareTo(other);
                    if (order != 0) {
                        assertEquals(order, one.code().compareTo(other.code()));
                    }
                });
    }

    @Test
    void codesHaveRoomInTheirType() {
        BigInteger end = BigInteger.TEN.pow(Interval.CODE.precision());
        for (int sign : new int[] {-1, 1}) {
            Interval longest =
                    new Interval(
                            sign * ((1 << 24) - 1),
                            sign * Integer.MAX_VALUE,
                            sign < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE);
            assertTrue(longest.code().abs().compareTo(end) < 0);
            assertEquals(longest, Interval.ofCode(longest.code()));
            assertEquals(Optional.of(longest), IntervalText.read(longest.toString()));
        }
    }

    @Test
    void equalOnesAreShownAsWhatTheyAre() {
        Interval month = IntervalText.read("1 mon").orElseThrow();
        Interval days = IntervalText.read("30 days").orElseThrow();
        Interval hours = IntervalText.read("720 hours").orElseThrow();
        assertEquals(0, month.compareTo(days));
        assertEquals(0, days.compareTo(hours));
        assertEquals("720:00:00", hours.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "16777216 months",
                "2147483648 days",
                "3000000000 hours",
                "1000000000 years",
                "99999999999999999999 days"
            })
    void hasItsLimits(String text) {
        assertEquals(
                SqlState.DATETIME_OUT_OF_RANGE,
                assertThrows(TelegraphException.class, () -> IntervalText.read(text)).state());
    }

    private static Interval any(RandomGenerator random) {
        return switch (random.nextInt(3)) {
            case 0 ->
                    new Interval(
                            random.nextInt(-(1 << 24) + 1, 1 << 24),
                            random.nextInt(),
                            random.nextLong(-Long.MAX_VALUE, Long.MAX_VALUE));
            case 1 -> new Interval(random.nextInt(-3, 4), random.nextInt(-100, 100), 0);
            default ->
                    new Interval(
                            random.nextInt(-20, 20),
                            random.nextInt(-40, 40),
                            random.nextLong(-3 * Micros.DAY, 3 * Micros.DAY));
        };
    }
}
