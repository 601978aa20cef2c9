package telegraph.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

class ParametersTest {
    @Test
    void questionMarksAreFilledFromLeftToRight() {
        Parameters parameters = Parameters.of("SELECT ? + a FROM t WHERE b = ?");
        assertEquals(2, parameters.count());
        assertEquals("SELECT 1 + a FROM t WHERE b = 'x'", parameters.fill(List.of("1", "'x'")));
    }

    @Test
    void numberedPlacesMayComeTwiceAndInAnyOrder() {
        Parameters parameters = Parameters.of("VALUES ($2, $1, $2)");
        assertEquals(2, parameters.count());
        assertEquals("VALUES (b, a, b)", parameters.fill(List.of("a", "b")));
    }

    @Test
    void stringsNamesAndCommentsHaveNoPlaces() {
        String text = "SELECT '?', E'?\\'', \"a?\", $$?$$, $x$ $1 $x$, a$1 -- ?\n/* ? $1 */ FROM t";
        assertEquals(0, Parameters.of(text).count());
        assertEquals(text, Parameters.of(text).fill(List.of()));
    }

    @Test
    void aQuestionMarkBeforeWhatCanOnlyBeItsOperandIsAnOperator() {
        String text =
                "SELECT a ? 'k', a ?| ARRAY['k'], a ?& '{k}', a ? $1, a ? (b), a ? NULL FROM t";
        assertEquals(1, Parameters.of(text).count());
        assertEquals(3, Parameters.of("SELECT ?|5, ? || 'x', (?) FROM t").count());
        assertEquals(2, Parameters.of("SELECT a ? 'k' FROM t WHERE a = ? LIMIT ?").count());
    }

    @Test
    void aTextThatIsToBeJsonIsCastToIt() {
        assertEquals("CAST('[1]' AS jsonb)", Parameters.literal("[1]", "jsonb"));
    }

    @Test
    void bothFormsInOneStatementAreRefused() {
        assertEquals(SqlState.UNDEFINED_PARAMETER, refused(() -> Parameters.of("VALUES (?, $1)")));
    }

    @Test
    void placesAreNumberedFromOne() {
        assertEquals(SqlState.UNDEFINED_PARAMETER, refused(() -> Parameters.of("VALUES ($0)")));
        assertEquals(SqlState.UNDEFINED_PARAMETER, refused(() -> Parameters.of("VALUES ($70000)")));
    }

    @Test
    void aMissingValueIsRefused() {
        assertEquals(
                SqlState.UNDEFINED_PARAMETER,
                refused(() -> Parameters.of("VALUES (?, ?)").fill(List.of("1"))));
    }

    @Test
    void aNegativeNumberDoesNotBecomeACommentAfterAMinus() {
        assertEquals("(-5)", Parameters.literal(-5));
        assertEquals("(-0.50)", Parameters.literal(new BigDecimal("-0.50")));
        assertEquals("(-9223372036854775807 - 1)", Parameters.literal(Long.MIN_VALUE));
    }

    @Test
    void quotesInATextAreDoubled() {
        assertEquals("'it''s; DROP TABLE t'", Parameters.literal("it's; DROP TABLE t"));
    }

    @Test
    void blanksAtTheEndCount() {
        assertEquals("CAST('a ' AS varchar)", Parameters.literal("a "));
    }

    @Test
    void literalsKeepTheirTypes() {
        assertEquals("NULL", Parameters.literal(null));
        assertEquals("CAST(1.5E0 AS double precision)", Parameters.literal(1.5));
        assertEquals("CAST(1.0E10 AS double precision)", Parameters.literal(1e10));
        assertEquals("CAST('\\x00ff' AS bytea)", Parameters.literal(new byte[] {0, -1}));
        assertEquals(
                "timestamp '2026-02-03 04:05:00'",
                Parameters.literal(LocalDateTime.of(2026, 2, 3, 4, 5)));
    }

    @Test
    void aValueWithoutATypeIsNamed() {
        Thread value = new Thread(() -> {});
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Parameters.literal(value));
        assertEquals(SqlState.FEATURE_NOT_SUPPORTED, e.state());
        assertTrue(e.getMessage().contains("java.lang.Thread"), e.getMessage());
    }

    private static SqlState refused(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(TelegraphException.class, call).state();
    }
}
