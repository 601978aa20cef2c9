package telegraph.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.sql.ResultColumn;

class EarlyStopTest {
    private static final EarlyStop TEN_PERCENT = new EarlyStop(Optional.of(BigDecimal.TEN));
    private static final EarlyStop TIME = new EarlyStop(Optional.empty());
    private static final List<ResultColumn> COLUMNS =
            List.of(
                    new ResultColumn("name", "TEXT"),
                    new ResultColumn("late", "DOUBLE"),
                    new ResultColumn("late_error", "DOUBLE"),
                    new ResultColumn("basis", "TEXT"));

    @Test
    void theClauseSaysWhatIsAskedFor() {
        assertEquals(Optional.empty(), EarlyStop.of(question("SELECT 1 AS within")));
        assertEquals(Optional.of(TIME), EarlyStop.of(question("SELECT 1\nWITHIN 3 SECONDS")));
        assertEquals(
                Optional.of(TEN_PERCENT),
                EarlyStop.of(question("SELECT 1\nERROR WITHIN 10 PERCENT")));
    }

    @Test
    void anExactValueInsideTheIntervalIsKept() throws Exception {
        assertEquals(Optional.empty(), broken(TEN_PERCENT, row("A", 12.0, 0.5, "sampled")));
        assertEquals(Optional.empty(), broken(TIME, row("A", 10.0, 5.0, "sampled")));
        assertEquals(Optional.empty(), broken(TIME, row("A", 12.3, 0.0, "exact")));
    }

    @Test
    void anExactValueOutsideIsNot() throws Exception {
        String fault = broken(TIME, row("A", 12.0, 0.2, "sampled")).orElseThrow();
        assertTrue(fault.startsWith("A late: the exact value lies outside of ± 0.2"), fault);
        assertTrue(broken(TIME, row("A", 12.31, 0.0, "exact")).isPresent());
    }

    @Test
    void aHalfWidthLargerThanAskedForIsNot() throws Exception {
        assertTrue(broken(TEN_PERCENT, row("A", 12.0, 1.21, "sampled")).isPresent());
    }

    @Test
    void whenTimeIsUpNothingNeedBeClaimed() throws Exception {
        assertEquals(Optional.empty(), broken(TIME, row("A", 12.0, null, "so-far")));
        assertTrue(broken(TEN_PERCENT, row("A", 12.3, null, "so-far")).isPresent());
    }

    @Test
    void whatIsNotEstimatedMustBeRight() throws Exception {
        assertTrue(broken(TIME, row("B", 12.3, 0.5, "sampled")).isPresent());
    }

    @Test
    void rowsAndColumnsMustBeThere() throws Exception {
        assertTrue(broken(TIME).isPresent());
        Golden golden = Golden.parse("name,early\nA,12.3\n");
        assertTrue(TIME.broken(golden, COLUMNS, rows(row("A", 12.3, 0.1, "sampled"))).isPresent());
        assertTrue(
                TIME.broken(golden("A"), COLUMNS.subList(0, 2), rows(row("A", 12.3))).isPresent());
    }

    @Test
    void eachValueIsToldWithTwoDigitsOfItsHalfWidth() throws Exception {
        assertEquals(
                List.of("A late: the exact answer, 12.30, lies within 12.01 ± 0.52"),
                TIME.told(golden("A"), COLUMNS, rows(row("A", 12.0149, 0.517, "sampled"))));
        assertEquals(
                List.of("A late: nothing is claimed yet"),
                TIME.told(golden("A"), COLUMNS, rows(row("A", 12.3, null, "so-far"))));
        assertEquals(
                List.of("A late: exactly 12.30"),
                TIME.told(golden("A"), COLUMNS, rows(row("A", 12.3, 0.0, "exact"))));
    }

    private static Optional<String> broken(EarlyStop stop, Object[]... rows) throws Exception {
        return stop.broken(golden("A"), COLUMNS, rows(rows));
    }

    private static Golden golden(String name) throws Exception {
        return Golden.parse("name,late\n" + name + ",12.3\n");
    }

    private static List<Object[]> rows(Object[]... rows) {
        return Arrays.asList(rows);
    }

    private static Object[] row(Object... values) {
        return values;
    }

    private static Question question(String sql) {
        return new Question("1-x", "Why?", "It is hard.", sql);
    }
}
