package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a LATERAL lists is computed for each row, and joined with nothing.
@Timeout(600)
class LateralRowsTest {
    private static final String ONE = "LATERAL (VALUES (a.x)) v(y)";
    private static final String TWO = "LATERAL (VALUES (a.x), (-a.x)) v(y)";
    private static final String SELECT = "LATERAL (SELECT a.x + 1) v(y)";

    private Telegraph telegraph;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        String rows =
                IntStream.rangeClosed(1, 10_000)
                        .mapToObj(i -> "(" + i + ")")
                        .collect(Collectors.joining(", "));
        assertNull(
                Answer.of(
                                telegraph,
                                "CREATE TABLE a (x integer PRIMARY KEY); INSERT INTO a VALUES "
                                        + rows)
                        .error());
    }

    @AfterEach
    void close() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private List<String> rows(String query) throws InterruptedException {
        Answer answer = Answer.of(telegraph, query);
        assertNull(answer.error());
        return answer.rows().subList(1, answer.rows().size());
    }

    @Test
    void tenThousandRowsAreTenThousand() throws InterruptedException {
        assertEquals(List.of("10000,50005000"), rows("SELECT count(*), sum(y) FROM a, " + ONE));
        assertEquals(List.of("20000,0"), rows("SELECT count(*), sum(y) FROM a, " + TWO));
        assertEquals(List.of("10000,50015000"), rows("SELECT count(*), sum(y) FROM a, " + SELECT));
    }

    @Test
    void theTableIsReadOnceAndJoinedWithNoneOfItsValues() throws InterruptedException {
        for (String lateral : List.of(ONE, TWO, SELECT)) {
            List<String> plan = rows("EXPLAIN SELECT a.x, v.y FROM a, " + lateral);
            long scans = plan.stream().filter(line -> line.contains("table a")).count();
            assertFalse(
                    scans > 1 || plan.stream().anyMatch(line -> line.contains("distinct")),
                    () -> String.join("\n", plan));
        }
    }
}
