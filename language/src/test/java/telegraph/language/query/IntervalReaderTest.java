package telegraph.language.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;

/// What literals with fields stand for, as PostgreSQL 15 has it.
class IntervalReaderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "INTERVAL '3' DAY|3 days",
                "INTERVAL '1-2' YEAR TO MONTH|1 year 2 mons",
                "INTERVAL '1 12:30' DAY TO MINUTE|1 day 12:30:00",
                "INTERVAL '1:30' MINUTE TO SECOND|00:01:30",
                "INTERVAL '1:30' HOUR TO MINUTE|01:30:00",
                "INTERVAL '1.5555' SECOND(2)|00:00:01.56",
                "INTERVAL '-1.5555' SECOND(0)|-00:00:02",
                "INTERVAL '1 year 2 mons 3 days' YEAR|1 year",
                "INTERVAL '1 year 2 mons 3 days' MONTH|1 year 2 mons",
                "INTERVAL '1 day 3:04:05' DAY|1 day",
                "INTERVAL '1 day 3:04:05' HOUR|1 day 03:00:00",
                "INTERVAL '1 day 3:04:05' DAY TO MINUTE|1 day 03:04:00",
            })
    void fieldsSayWhatANumberCountsAndWhatIsLeftOut(String literal, String interval) {
        assertEquals(interval, read(literal));
    }

    @Test
    void whatIsNoneSaysWhy() {
        assertEquals(
                "invalid interval at 1:8: found '3 huors': unknown unit \"huors\". Did you mean"
                        + " \"hour\"?",
                assertThrows(TelegraphException.class, () -> read("INTERVAL '3 huors'"))
                        .getMessage());
        assertEquals(
                "invalid interval at 1:8: found '1 day 2 days', and it is numbers and units such as"
                        + " '1 day 2 hours', each unit once",
                assertThrows(TelegraphException.class, () -> read("INTERVAL '1 day 2 days'"))
                        .getMessage());
    }

    private static String read(String literal) {
        Statement.Select select = Statements.query("SELECT " + literal);
        Query.Select body = (Query.Select) select.query().body();
        return IntervalReader.read(
                        (Term.Interval) body.items().getFirst().term(), new Position(1, 8))
                .toString();
    }
}
