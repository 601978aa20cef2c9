package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

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

/// Answers over a list of 200 rows that says of itself, on its fourth page, that it has grown.
class ChangingListsTest {
    private static final String DOUBT =
            "the list changed while it was read: page 1 says that there are 200 rows and page 4"
                    + " says 207. Up to 7 of 207 rows may be missing or doubled";

    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;

    @BeforeEach
    void declare() throws InterruptedException {
        web = new FaultServer();
        web.on("/list", request -> page(Integer.parseInt(request.parameter("page"))));
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        String options =
                "WITH (connector = 'http', url = '%s?page={page}', format = 'json', rows ="
                        + " '$.results', total = '$.total', page_size = 10);";
        Answer declared =
                Answer.of(
                        telegraph,
                        ("CREATE SOURCE list (id INTEGER) "
                                        + options
                                        + "CREATE SOURCE keyed (id INTEGER PRIMARY KEY) "
                                        + options)
                                .replace("%s", web.url("/list")));
        assertNull(declared.error());
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
    }

    private static Reply page(int page) {
        String rows =
                IntStream.range((page - 1) * 10, page * 10)
                        .mapToObj("{\"id\":%d}"::formatted)
                        .collect(Collectors.joining(","));
        return Reply.json("{\"total\":%d,\"results\":[%s]}".formatted(page == 4 ? 207 : 200, rows));
    }

    private Answer ask(String query) throws InterruptedException {
        Answer answer = Answer.of(telegraph, query);
        assertNull(answer.error());
        return answer;
    }

    private static List<String> notices(Answer answer) {
        return answer.events().stream()
                .filter(Event.Notice.class::isInstance)
                .map(event -> ((Event.Notice) event).text())
                .toList();
    }

    @Test
    void anExactAnswerSaysWhatMayBeWrong() throws InterruptedException {
        Answer answer = ask("SELECT count(*) AS n FROM list");
        assertEquals(List.of("n", "200"), answer.rows());
        assertEquals(List.of("list: " + DOUBT), notices(answer));
    }

    @Test
    void rowsSayItToo() throws InterruptedException {
        Answer answer = ask("SELECT id FROM list ORDER BY id");
        assertEquals(201, answer.rows().size());
        assertEquals(List.of("list: " + DOUBT), notices(answer));
    }

    @Test
    void nothingIsClaimedOfAnAnswerWithABound() throws InterruptedException {
        Answer answer = ask("SELECT count(*) AS n FROM list ERROR WITHIN 0.001 PERCENT");
        assertEquals(List.of("n,n_error,basis", "200,,so-far"), answer.rows());
        assertEquals(
                List.of(
                        "every source was read to its end, but "
                                + DOUBT
                                + ", so nothing is claimed of the answer",
                        "list: " + DOUBT),
                notices(answer));
    }

    @Test
    void theLastOfRunningAnswersIsNotExactEither() throws InterruptedException {
        Answer answer = ask("SELECT ONLINE count(*) AS n FROM list");
        assertEquals("so-far", answer.rows().getLast().replaceFirst(".*,", ""));
    }

    @Test
    void aListWithAKeyIsReadAgain() throws InterruptedException {
        Answer answer = ask("SELECT count(*) AS n FROM keyed WHERE id < 100");
        assertEquals(List.of("n", "100"), answer.rows());
        assertEquals(List.of("keyed: " + DOUBT), notices(answer), "it says other totals again");
        assertEquals(41, web.requests("/list"));
    }
}
