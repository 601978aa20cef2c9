package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.SqlState;

/// Statements made to keep a core busy for ever, or to need more of the stack than there is, are
/// refused in words, in tables as in the catalog.
@Timeout(600)
class HostilePatternTest {
    private static final String REGEX = "a*".repeat(8) + "b$";

    /// No text of odd length is made of three texts, each twice.
    private static final String REFERENCES = "^(a+)(a+)(a+)\\1\\2\\3$";

    @Test
    void patternsThatTakeForEverEnd() throws InterruptedException {
        try (Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of())) {
            Answer made =
                    Answer.of(
                            telegraph,
                            "CREATE TABLE t (x varchar);"
                                    + " INSERT INTO t VALUES (repeat('a', 5001))");
            assertEquals(null, made.error());
            for (String refused :
                    List.of(
                            "SELECT count(*) FROM t WHERE x ~ '" + REFERENCES + "'",
                            "SELECT count(*) FROM t WHERE x !~* '" + REFERENCES + "'",
                            "SELECT count(*) FROM pg_am WHERE repeat('a', 5001) ~ '"
                                    + REFERENCES
                                    + "'",
                            "SELECT " + "(".repeat(5_000) + "1" + ")".repeat(5_000))) {
                Answer answer = Answer.of(telegraph, refused);
                assertEquals(SqlState.TOO_COMPLEX, answer.cause().state(), answer::error);
            }
            String like = " LIKE '" + "%a".repeat(10) + "%b'";
            for (String quick :
                    List.of(
                            "SELECT x" + like + " FROM t",
                            "SELECT x ~ '" + REGEX + "' FROM t",
                            "SELECT NOT x !~* '(a+)+$b' FROM t",
                            "SELECT x SIMILAR TO '" + "a*".repeat(8) + "b' FROM t",
                            "SELECT repeat('a', 5000) ~ '" + REGEX + "' FROM pg_am",
                            "SELECT repeat('a', 5000)" + like + " FROM pg_am")) {
                Answer answer = Answer.of(telegraph, quick);
                assertTrue(answer.rows().getLast().matches("\\[?f(alse)?]?"), answer::toString);
            }
            assertEquals(0, telegraph.memoryUsed());
        }
    }
}
