package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

class TrialTest {
    private FaultServer web;
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() {
        web = new FaultServer();
        web.on("/all", Reply.json("[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"b\"}]"));
        web.on(
                "/one",
                request ->
                        Reply.json(
                                "[{\"id\":" + request.parameter("id") + ",\"name\":\"asked\"}]"));
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        session = telegraph.session();
    }

    @AfterEach
    void everythingIsGivenBack() {
        session.close();
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
    }

    private List<Event> tried(String create, Map<String, String> values) throws Exception {
        List<Event> events = new ArrayList<>();
        Trial trial = new Trial(create, values, 20);
        session.tryOut(telegraph.nextQueryId(), trial, events::add).join();
        return events;
    }

    private String create(String name, String id, String path) {
        return "CREATE SOURCE "
                + name
                + " (id INTEGER"
                + id
                + ", name TEXT) WITH (url = '"
                + web.url(path)
                + "', format = 'json', rows = '$')";
    }

    private static String error(List<Event> events) {
        return ((Event.Failed) events.getLast()).cause().getMessage();
    }

    @Test
    void aSourceThatIsTriedGivesRowsAndIsNotKept() throws Exception {
        List<Event> events = tried(create("things", "", "/all"), Map.of());
        assertEquals(List.of("id,name", "1,a", "2,b"), Answer.lines(events));
        assertEquals(1, web.requests("/all"));
        assertEquals(List.of(), session.sources());
        assertTrue(Answer.of(telegraph, "SELECT * FROM things").error().contains("things"));
    }

    @Test
    void inputsAreGivenValuesOfTheirTypes() throws Exception {
        String create = create("things", " REQUIRED", "/one?id={id}");
        assertEquals(List.of("id,name", "7,asked"), Answer.lines(tried(create, Map.of("ID", "7"))));
        assertTrue(error(tried(create, Map.of())).contains("id"));
        String wrong = error(tried(create, Map.of("idd", "7")));
        assertTrue(wrong.contains("Did you mean \"id\""), wrong);
        String text = error(tried(create, Map.of("id", "seven")));
        assertTrue(text.contains("seven"), text);
    }

    @Test
    void whatCouldNotBeKeptIsSaidAtTheTrial() throws Exception {
        Answer.of(telegraph, "CREATE TABLE things (a int)");
        assertTrue(error(tried(create("things", "", "/all"), Map.of())).contains("things"));
        String secret = create("mine", "", "/all?token=abc");
        assertTrue(error(tried(secret, Map.of())).contains("secret"));
        assertTrue(error(tried("SELECT 1", Map.of())).contains("CREATE SOURCE"));
        assertEquals(0, web.requests("/all"));
    }

    @Test
    void sourcesAreListedWithoutBeingOpened() throws Exception {
        Answer.of(telegraph, create("things", " REQUIRED", "/one?id={id}"));
        SourceShape things = session.sources().getFirst();
        assertEquals("http", things.connector());
        assertEquals(web.url("/one?id={id}"), things.location());
        assertEquals(
                List.of(
                        new SourceShape.Column("id", "INTEGER", "required"),
                        new SourceShape.Column("name", "TEXT", "plain")),
                things.columns());
        assertEquals(0, web.requests("/one"));
    }
}
