package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// Two sites that can only be asked for one row at a time, one quick and one slow, change places in
/// the middle of a query: EXPLAIN ANALYZE shows that the eddy followed.
class SwapTest {
    private static final int ROWS = 2_000;
    private static final int SWAP_AFTER_REQUESTS = 600;
    private static final long SLOW_MILLIS = 25;

    @TempDir Path folder;

    @Test
    void explainAnalyzeShowsTheRouteChangeWhenTwoSitesSwapSpeeds()
            throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("driver.csv"),
                "id\n"
                        + IntStream.range(0, ROWS)
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining("\n")));
        AtomicInteger asked = new AtomicInteger();
        try (FaultServer web = new FaultServer();
                Telegraph telegraph =
                        Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of())) {
            web.on(
                    "/a",
                    r -> site(r.parameter("id"), asked.incrementAndGet() > SWAP_AFTER_REQUESTS));
            web.on(
                    "/b",
                    r -> site(r.parameter("id"), asked.incrementAndGet() <= SWAP_AFTER_REQUESTS));
            Answer answer =
                    Answer.of(
                            telegraph,
                            source("a", web.url("/a"))
                                    + source("b", web.url("/b"))
                                    + "EXPLAIN ANALYZE SELECT d.id FROM 'driver.csv' d JOIN a ON a.id ="
                                    + " d.id JOIN b ON b.id = d.id");
            assertNull(answer.error(), answer::error);
            String plan = String.join("\n", answer.rows());
            assertTrue(plan.contains("lookup by id"), plan);
            List<String> changes =
                    answer.rows().stream().filter(line -> line.contains(" → ")).toList();
            assertTrue(
                    changes.stream().anyMatch(line -> line.contains("lookup b → lookup a")), plan);
            int most = Math.max(web.requests("/a"), web.requests("/b"));
            assertTrue(most < ROWS, "neither site was asked for every row: " + most + "\n" + plan);
            assertEquals(0, telegraph.memoryUsed());
        }
    }

    private static String source(String name, String url) {
        return "CREATE SOURCE "
                + name
                + " (id INTEGER REQUIRED) WITH (connector = 'http', url = '"
                + url
                + "?id={id}', format = 'json', rows = '$', max_concurrent = 4);\n";
    }

    private static Reply site(String id, boolean slow) {
        Reply reply = Reply.json(id.endsWith("00") ? "[{\"id\":" + id + "}]" : "[]");
        return slow ? reply.delayed(SLOW_MILLIS) : reply;
    }
}
