package telegraph.server.postgres.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

class PgReportTest {
    private static PgReport of(String message, String text) {
        return PgReport.failure(TelegraphException.of(SqlState.SYNTAX_ERROR, message), text, "q1");
    }

    @Test
    void messagePlaceAndHintAreToldApart() {
        PgReport report =
                of("unknown column \"b\" at 2:3. Did you mean \"a\"?", "SELECT\n  b FROM t");
        assertEquals("unknown column \"b\"", report.message());
        assertEquals(10, report.position());
        assertEquals("Did you mean \"a\"?", report.hint());
        assertEquals("42601", report.code());
    }

    @Test
    void aPlaceThatMeansNothingStaysInTheMessage() {
        assertEquals("wrong at 1:3", of("wrong at 1:3", "").message());
        PgReport beyond = of("wrong at 7:3", "SELECT 1");
        assertEquals("wrong at 7:3", beyond.message());
        assertEquals(0, beyond.position());
        assertEquals(0, of("wrong at 0:0", "SELECT 1").position());
    }

    @Test
    void whatStandsInQuotesIsNoPlaceAndNoSentence() {
        PgReport report = of("no \"x at 1:1. And\" there at 1:8", "SELECT nothing");
        assertEquals("no \"x at 1:1. And\" there", report.message());
        assertEquals(8, report.position());
        assertEquals("", report.hint());
    }

    @Test
    void aPlaceCountsCharactersAndNotHalvesOfThem() {
        assertEquals(12, of("wrong at 1:13", "SELECT '😀', x").position());
    }
}
