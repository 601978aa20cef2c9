package telegraph.tables.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.Name;
import telegraph.testkit.Seeds;

class AssignmentCastTest {
    private static Object fit(Object value, Name type) {
        return AssignmentCast.fit(value, SqlType.of(type), "a", ZoneOffset.UTC);
    }

    private static void refuses(String state, Object value, SqlType type) {
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> AssignmentCast.fit(value, type, "a", ZoneOffset.UTC),
                        () -> type + " " + value);
        assertEquals(state, e.state().code(), e.getMessage());
    }

    @Test
    void aValueThatFitsStaysWhatItIs() {
        Seeds.run(
                2_000,
                (seed, random) -> {
                    RandomValues values = new RandomValues(random);
                    SqlType type = values.type();
                    boolean free =
                            switch (type.name()) {
                                case JSON, JSONB, INTERVAL, CHAR -> false;
                                default -> true;
                            };
                    if (free) {
                        Object value = values.value(type);
                        assertEquals(
                                value,
                                AssignmentCast.fit(value, type, "a", ZoneOffset.UTC),
                                type.toString());
                    }
                });
        assertNull(fit(null, Name.INTEGER));
    }

    @Test
    void numbersAreRoundedAndHeldToTheirRange() {
        assertEquals(3, fit(new BigDecimal("2.5"), Name.INTEGER));
        assertEquals(7L, fit(7, Name.BIGINT));
        assertEquals(-12, fit(" -12 ", Name.SMALLINT));
        assertEquals(0.1, fit(0.1, Name.REAL));
        assertEquals(0.1, fit(0.100000000001, Name.REAL));
        assertEquals(
                new BigDecimal("1.24"),
                AssignmentCast.fit("1.235", SqlType.numeric(5, 2), "a", ZoneOffset.UTC));
        refuses("22003", 32_768, SqlType.of(Name.SMALLINT));
        refuses("22003", 1L << 31, SqlType.of(Name.INTEGER));
        refuses("22003", new BigDecimal("1e30"), SqlType.of(Name.BIGINT));
        refuses("22003", 1e300, SqlType.of(Name.REAL));
        refuses("22003", new BigDecimal("999.995"), SqlType.numeric(5, 2));
        refuses("0A000", Double.NaN, SqlType.numeric(5, 2));
        refuses("0A000", " nan", SqlType.numeric(18, 0));
        refuses("0A000", Double.POSITIVE_INFINITY, SqlType.numeric(30, 2));
        for (Object nan : List.of(Double.NaN, Float.NaN, "NaN", " nAn ")) {
            assertEquals(Double.NaN, fit(nan, Name.NUMERIC));
        }
        refuses("22P02", "twelve", SqlType.of(Name.INTEGER));
        refuses("42804", true, SqlType.of(Name.INTEGER));
    }

    @Test
    void textsAreHeldToTheirLengthInCharactersButForBlanksAtTheEnd() {
        SqlType three = new SqlType(Name.VARCHAR, 3, 0);
        assertEquals(
                "a中\uD83D\uDE00", AssignmentCast.fit("a中\uD83D\uDE00", three, "a", ZoneOffset.UTC));
        assertEquals("abc", AssignmentCast.fit("abc   ", three, "a", ZoneOffset.UTC));
        assertEquals("ab ", AssignmentCast.fit("ab ", three, "a", ZoneOffset.UTC));
        refuses("22001", "abcd", three);
        assertEquals(
                "ab", AssignmentCast.fit("ab ", new SqlType(Name.CHAR, 3, 0), "a", ZoneOffset.UTC));
        refuses("22001", "abcd", new SqlType(Name.CHAR, 3, 0));
        assertEquals("12", fit(12, Name.TEXT));
        assertEquals("2026-01-02 03:04:05", fit(LocalDateTime.of(2026, 1, 2, 3, 4, 5), Name.TEXT));
    }

    @Test
    void momentsComeFromTheirTextsAndFromOneAnother() {
        assertEquals(LocalDate.of(2026, 2, 28), fit("2026-02-28", Name.DATE));
        assertEquals(LocalTime.of(1, 2, 3), fit("01:02:03", Name.TIME));
        assertEquals(
                LocalDateTime.of(2026, 1, 2, 0, 0), fit(LocalDate.of(2026, 1, 2), Name.TIMESTAMP));
        assertEquals(
                LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_999_000),
                fit(LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_999_999), Name.TIMESTAMP));
        assertEquals(
                LocalDateTime.of(2026, 1, 2, 3, 4, 5, 7_000_000),
                AssignmentCast.fit(
                        LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_500_000),
                        SqlType.time(Name.TIMESTAMP, 3),
                        "c",
                        ZoneOffset.UTC));
        assertEquals(
                LocalTime.of(1, 2, 4),
                AssignmentCast.fit("01:02:03.5", SqlType.time(Name.TIME, 0), "c", ZoneOffset.UTC));
        refuses("22008", "23:59:59.9", SqlType.time(Name.TIME, 0));
        assertEquals(
                Instant.parse("2026-01-02T02:00:00Z"),
                fit("2026-01-02 03:00+01", Name.TIMESTAMPTZ));
        refuses("42804", 1, SqlType.of(Name.DATE));
    }

    @Test
    void identifiersBytesAndJsonAreHeldToTheirFormats() {
        String id = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
        assertEquals(id, fit("{A0EEBC99-9C0B4EF8-BB6D6BB9-BD380A11}", Name.UUID));
        assertEquals(id, fit("a0eebc999c0b4ef8bb6d6bb9bd380a11", Name.UUID));
        assertEquals(id, fit(UUID.fromString(id), Name.UUID));
        refuses("22P02", "a0eebc99", SqlType.of(Name.UUID));
        refuses("22P02", id + "-", SqlType.of(Name.UUID));
        assertEquals("\\x0aff", fit("\\x0A FF", Name.BYTEA));
        assertEquals("\\x61005c", fit("a\\000\\\\", Name.BYTEA));
        assertEquals("\\x0a", fit(new byte[] {10}, Name.BYTEA));
        refuses("22023", "\\x0", SqlType.of(Name.BYTEA));
        refuses("22P02", "a\\9", SqlType.of(Name.BYTEA));
        assertEquals(" {\"a\": [1, null]} ", fit(" {\"a\": [1, null]} ", Name.JSON));
        refuses("22P02", "{\"a\": }", SqlType.of(Name.JSON));
        refuses("22P02", "1 2", SqlType.of(Name.JSON));
        refuses("22P02", "", SqlType.of(Name.JSON));
    }

    @ParameterizedTest
    @CsvSource({
        "1 day, 1 day",
        "14 months 26 hours, 1 year 2 mons 26:00:00",
        "-1 month, -1 mons",
        "1.5 days, 1 day 12:00:00",
        "1.5 months, 1 mon 15 days",
        "01:02:03.45, 01:02:03.45",
        "3 days 04:05, 3 days 04:05:00",
        "1 week ago, -7 days",
        "90 minutes, 01:30:00",
        "0 days, 00:00:00",
        "P1Y2M3DT4H5M6.7S, 1 year 2 mons 3 days 04:05:06.7",
        "PT36H, 36:00:00"
    })
    void intervalsAreKeptInPostgresFormat(String written, String kept) {
        assertEquals(kept, fit(written, Name.INTERVAL));
        assertEquals(kept, fit(kept, Name.INTERVAL), "what was kept stays");
    }

    @Test
    void intervalsComeFromPeriodsAndDurationsToo() {
        assertEquals("1 year 2 mons", fit(Period.ofMonths(14), Name.INTERVAL));
        assertEquals("26:00:00", fit(Duration.ofHours(26), Name.INTERVAL));
        refuses("22007", "soon", SqlType.of(Name.INTERVAL));
        refuses("22007", "P", SqlType.of(Name.INTERVAL));
        refuses("22007", "", SqlType.of(Name.INTERVAL));
        assertTrue(fit("1 century", Name.INTERVAL).equals("100 years"));
    }
}
