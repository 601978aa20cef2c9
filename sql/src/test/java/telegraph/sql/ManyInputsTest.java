package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Joins of more inputs than a block can join.
class ManyInputsTest {
    private static final int INPUTS = 200;

    @TempDir Path data;

    private Telegraph telegraph;
    private String file;

    @BeforeEach
    void open() throws Exception {
        telegraph = Telegraph.open(data, Map.of(), Map.of());
        Path path = Files.writeString(data.resolve("t.csv"), "x,y\n1,10\n2,20\n2,21\n");
        file = "'" + path + "'";
    }

    @AfterEach
    void close() {
        telegraph.close();
    }

    @Test
    void aChainIsJoined() throws InterruptedException {
        String joins =
                IntStream.range(1, INPUTS)
                        .mapToObj(i ->
                                " JOIN (VALUES (1), (3)) t%d(x) ON t%d.x = t%d.x"
                                        .formatted(i, i, i - 1))
                        .collect(Collectors.joining());
        Answer answer = Answer.of(telegraph, "SELECT t0.x, y FROM " + file + " t0" + joins);
        assertEquals(List.of("x,y", "1,10"), answer.rows(), answer.error());
    }

    @Test
    void aStarIsJoinedAndGrouped() throws InterruptedException {
        String others =
                IntStream.range(1, 90)
                        .mapToObj(i -> ", (VALUES (1), (2)) t" + i + "(x)")
                        .collect(Collectors.joining());
        String equal =
                IntStream.range(1, 90)
                        .mapToObj(i -> "t0.x = t" + i + ".x")
                        .collect(Collectors.joining(" AND "));
        Answer answer =
                Answer.of(
                        telegraph,
                        "SELECT t0.x, sum(y) FROM "
                                + file
                                + " t0"
                                + others
                                + " WHERE "
                                + equal
                                + " AND y < 21 GROUP BY t0.x ORDER BY 1");
        assertEquals(List.of("x,sum", "1,10", "2,20"), answer.rows(), answer.error());
    }
}
