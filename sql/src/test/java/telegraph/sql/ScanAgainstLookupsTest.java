package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;

/// A table on a site that can be read page by page and asked for a row by its key: when one of the
/// ways stalls the other gives the whole answer, and no more than that is read.
class ScanAgainstLookupsTest {
    private static final int ROWS = 200;
    private static final int PAGE_ROWS = 10;

    @TempDir Path folder;

    private final FaultServer web = new FaultServer();
    private Telegraph telegraph;

    @BeforeEach
    void open() throws IOException {
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        Files.writeString(folder.resolve("list.csv"), "id\n" + ids(0, ROWS, 4, "\n") + "\n9999\n");
    }

    @AfterEach
    void close() {
        telegraph.close();
        web.close();
    }

    private static String ids(int from, int to, int step, String between) {
        return IntStream.range(from, to)
                .filter(id -> id % step == 0)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(between));
    }

    /// @param pages how many pages come before they stall
    /// @param lookups how many lookups do
    private void site(int pages, int lookups) {
        web.on(
                "/rows",
                request -> {
                    boolean lookup = !request.parameter("id").isEmpty();
                    if (asked(lookup) > (lookup ? lookups : pages)) {
                        return Reply.hang();
                    }
                    return lookup ? row(request) : page(request);
                });
    }

    private long asked(boolean lookup) {
        return web.log().stream()
                .filter(request -> request.parameter("id").isEmpty() != lookup)
                .count();
    }

    private static Reply page(Request request) {
        int first = (Integer.parseInt(request.parameter("page")) - 1) * PAGE_ROWS;
        return rows(first, first + PAGE_ROWS).delayed(2);
    }

    private static Reply row(Request request) {
        int id = Integer.parseInt(request.parameter("id"));
        return rows(id, id < ROWS ? id + 1 : id).delayed(2);
    }

    private static Reply rows(int from, int to) {
        return Reply.json(
                IntStream.range(from, to)
                        .mapToObj(id -> "{\"id\":" + id + ",\"v\":" + id % 7 + "}")
                        .collect(
                                Collectors.joining(
                                        ",",
                                        "{\"pages\":"
                                                + (to - from == PAGE_ROWS ? ROWS / PAGE_ROWS : 1)
                                                + ",\"rows\":[",
                                        "]}")));
    }

    private List<String> ask(String sql) throws InterruptedException {
        Answer answer =
                Answer.of(
                        telegraph,
                        "CREATE SOURCE t (id INTEGER OPTIONAL PRIMARY KEY, v INTEGER) WITH (connector"
                                + " = 'http', url = '"
                                + web.url("/rows?page={page}")
                                + "', format = 'json', rows = '$.rows', page_count = '$.pages',"
                                + " max_concurrent = 3);\n"
                                + sql);
        assertNull(answer.error(), answer::error);
        assertEquals(0, telegraph.memoryUsed());
        assertEquals(List.of(), web.faults());
        return answer.rows().subList(1, answer.rows().size());
    }

    @Test
    void pagesThatStallAreNotWaitedFor() throws InterruptedException {
        site(3, Integer.MAX_VALUE);
        assertEquals(
                List.of(ids(0, ROWS, 4, "\n").split("\n")),
                ask("SELECT t.id FROM 'list.csv' l JOIN t ON t.id = l.id ORDER BY 1"));
    }

    @Test
    void aFirstPageThatStallsIsNotWaitedFor() throws InterruptedException {
        site(0, Integer.MAX_VALUE);
        assertEquals(
                List.of("50," + IntStream.range(0, 50).map(i -> i * 4 % 7).sum()),
                ask("SELECT count(*), sum(t.v) FROM 'list.csv' l JOIN t ON t.id = l.id"));
    }

    @Test
    void lookupsThatStallAreNotWaitedFor() throws InterruptedException {
        site(Integer.MAX_VALUE, 5);
        assertEquals(List.of("50"), ask("SELECT count(*) FROM 'list.csv' l JOIN t ON t.id = l.id"));
        assertTrue(asked(false) >= ROWS / PAGE_ROWS, "pages=" + asked(false));
    }

    @Test
    void aFilterOverTheTableDropsRowsHoweverTheyCome() throws InterruptedException {
        site(8, Integer.MAX_VALUE);
        assertEquals(
                List.of("" + IntStream.range(0, 50).filter(i -> i * 4 % 7 == 3).count()),
                ask("SELECT count(*) FROM 'list.csv' l JOIN t ON t.id = l.id WHERE t.v = 3"));
    }
}
