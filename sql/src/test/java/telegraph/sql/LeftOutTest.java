package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What of a file is in no row of a result is said, whatever statement reads it.
class LeftOutTest {
    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws Exception {
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n3\nx\n4,5\n");
        Files.writeString(folder.resolve("t.ndjson"), "{\"id\":1}\n{\"id\":2,\"Id\":3,\"\":4}\n");
    }

    @AfterEach
    void close() {
        long used = telegraph.memoryUsed();
        telegraph.close();
        assertEquals(0, used);
    }

    private List<String> rows(String sql) throws Exception {
        Answer answer = Answer.of(telegraph, sql);
        assertEquals(null, answer.error(), sql);
        return answer.rows();
    }

    private List<String> notices(String sql) throws Exception {
        List<String> notices = new ArrayList<>();
        for (Event event : Answer.of(telegraph, sql).events()) {
            switch (event) {
                case Event.Notice notice -> notices.add(notice.text());
                case Event.Failed failed -> throw failed.cause();
                default -> {}
            }
        }
        return notices;
    }

    private static final String ROWS = "read_csv('t.csv', ignore_errors => true)";
    private static final String SAID =
            ": 2 rows could not be read, and are missing from this result (a row must have as"
                    + " many fields as the others: file=t.csv ";

    private void saysRows(String sql) throws Exception {
        List<String> notices = notices(sql);
        assertEquals(1, notices.size(), notices.toString());
        assertTrue(notices.getFirst().contains(SAID), notices.getFirst());
    }

    @Test
    void rowsThatCouldNotBeReadAreCounted() throws Exception {
        saysRows("SELECT * FROM " + ROWS);
        saysRows("SELECT count(*) FROM " + ROWS);
        saysRows("CREATE TABLE one AS SELECT * FROM " + ROWS);
        saysRows("INSERT INTO one SELECT * FROM " + ROWS);
        saysRows("INSERT INTO one SELECT * FROM " + ROWS + " RETURNING a");
        saysRows("COPY (SELECT * FROM " + ROWS + ") TO STDOUT");
        saysRows("DELETE FROM one WHERE a IN (SELECT a FROM " + ROWS + ")");
        List<String> analysis = rows("EXPLAIN ANALYZE SELECT * FROM " + ROWS);
        assertTrue(
                analysis.stream()
                        .anyMatch(line -> line.contains("notice: ") && line.contains(SAID)),
                String.join("\n", analysis));
    }

    @Test
    void columnsWithOtherNamesAndValuesInNoColumnAreSaid() throws Exception {
        assertEquals(List.of("id,Id_1,column3", "1,,", "2,3,4"), rows("SELECT * FROM 't.ndjson'"));
        assertEquals(
                List.of(
                        "t.ndjson: column \"Id\" is \"Id_1\" here",
                        "t.ndjson: a column without a name is \"column3\" here"),
                notices("SELECT id, \"Id_1\", column3 FROM 't.ndjson'"));
        List<String> late = notices("SELECT id FROM read_json('t.ndjson', sample => 1)");
        assertEquals(1, late.size(), late.toString());
        assertTrue(
                late.getFirst().contains(": 2 values were left out (file=t.ndjson"),
                late.getFirst());
        assertEquals(List.of(), notices("SELECT 1"));
    }
}
