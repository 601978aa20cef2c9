package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;

/// A Parquet file without columns is a table without columns: its rows can be counted and joined.
class NoColumnsTest {
    /// A footer of three rows in one row group, none of whose columns is there.
    private static final String THREE_ROWS =
            "504152311502191c4806736368656d611500001606191c190c1600160600001b00000050415231";

    @TempDir Path folder;

    @Test
    void itsRowsAreCountedAndJoined() throws Exception {
        Files.write(folder.resolve("t.parquet"), HexFormat.of().parseHex(THREE_ROWS));
        try (Telegraph telegraph =
                Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of())) {
            assertEquals(
                    List.of("count", "3"), rows(telegraph, "SELECT count(*) FROM 't.parquet'"));
            assertEquals(
                    List.of("x", "1", "1", "1"), rows(telegraph, "SELECT 1 AS x FROM 't.parquet'"));
            assertEquals(
                    List.of("y", "2", "2", "2", "3", "3", "3"),
                    rows(
                            telegraph,
                            "SELECT b.* FROM 't.parquet' a, (VALUES (2), (3)) b (y) ORDER BY 1"));
            assertEquals(
                    List.of("count", "3"),
                    rows(telegraph, "SELECT count(*) FROM (SELECT * FROM 't.parquet') a"));
            Answer all = Answer.of(telegraph, "SELECT * FROM 't.parquet'");
            assertEquals(SqlState.FEATURE_NOT_SUPPORTED, all.cause().state(), all.error());
            assertEquals(0, telegraph.memoryUsed());
        }
    }

    private static List<String> rows(Telegraph telegraph, String sql) throws InterruptedException {
        Answer answer = Answer.of(telegraph, sql);
        assertNull(answer.error(), sql);
        return answer.rows();
    }
}
