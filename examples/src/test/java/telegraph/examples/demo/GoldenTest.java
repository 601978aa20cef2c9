package telegraph.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.sql.ResultColumn;

class GoldenTest {
    private static final List<ResultColumn> COLUMNS =
            List.of(new ResultColumn("name", "TEXT"), new ResultColumn("late", "DOUBLE"));

    @Test
    void theSameRowsAreRightWhateverTheTypeOfTheirNumbers() throws Exception {
        assertEquals(Optional.empty(), compare(row("A, B", 12.3), row("C", null)));
        assertEquals(
                Optional.empty(), compare(row("A, B", new BigDecimal("12.300")), row("C", null)));
    }

    @Test
    void aWrongNumberIsToldWithItsPlace() throws Exception {
        String difference = compare(row("A, B", 12.4), row("C", null)).orElseThrow();
        assertTrue(difference.startsWith("row 1 differs in late: expected=12.3"), difference);
    }

    @Test
    void aTextWhereANumberShouldBeIsWrong() throws Exception {
        assertTrue(compare(row(1, 12.3), row("C", null)).isPresent());
        assertTrue(compare(row("A, B", Double.NaN), row("C", null)).isPresent());
    }

    @Test
    void nullIsNotZero() throws Exception {
        assertTrue(compare(row("A, B", 12.3), row("C", 0)).isPresent());
    }

    @Test
    void rowsInAnotherOrderAreWrong() throws Exception {
        assertTrue(compare(row("C", null), row("A, B", 12.3)).isPresent());
    }

    @Test
    void missingAndSurplusRowsAreWrong() throws Exception {
        assertTrue(compare(row("A, B", 12.3)).isPresent());
        assertTrue(compare(row("A, B", 12.3), row("C", null), row("D", 1)).isPresent());
    }

    @Test
    void otherColumnsAreWrong() throws Exception {
        Golden golden = Golden.parse("name,early\nA,1\n");
        assertTrue(golden.difference(COLUMNS, List.<Object[]>of(row("A", 1))).isPresent());
    }

    @Test
    void everyQuestionHasAGoldenAnswerWithRows() throws Exception {
        for (Question question : Question.all()) {
            assertTrue(
                    Golden.of(question).difference(List.of(), List.of()).isPresent(),
                    question.name());
        }
    }

    private static Optional<String> compare(Object[]... rows) throws Exception {
        return Golden.parse("name,late\n\"A, B\",12.3\nC,\n").difference(COLUMNS, List.of(rows));
    }

    private static Object[] row(Object name, Object late) {
        return new Object[] {name, late};
    }
}
