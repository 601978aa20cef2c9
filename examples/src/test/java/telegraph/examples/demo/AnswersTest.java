package telegraph.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import telegraph.examples.fleet.Fleet;
import telegraph.examples.fleet.Pace;
import telegraph.ground.Ticker;

/// Every question of the demonstration against its golden answer, over a fleet twenty times as fast
/// as the one people see.
class AnswersTest {
    private static Fleet fleet;
    private static Sandbox sandbox;

    @BeforeAll
    static void start() throws Exception {
        fleet = Fleet.start(new Pace(20, 2013), Ticker.SYSTEM);
        sandbox = Sandbox.open(fleet, Map.of());
    }

    @AfterAll
    static void stop() {
        sandbox.close();
        fleet.close();
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerIsTheGoldenOne() throws IOException {
        return Question.all().stream()
                .map(question -> dynamicTest(question.name(), () -> answer(question, sandbox)));
    }

    /// At the pace that people see, most pages are still unread when the time is up.
    @Test
    void anAnswerThatStopsInTimeKeepsWhatItSays() throws Exception {
        Question question = Question.all().getLast();
        try (Fleet slow = Fleet.start(new Pace(1, 2013), Ticker.SYSTEM);
                Sandbox own = Sandbox.open(slow, Map.of())) {
            answer(question, own);
            assertTrue(slow.requests() < 300, "pages asked for: " + slow.requests());
        }
    }

    @Tag("slow")
    @TestFactory
    Stream<DynamicTest> everyAnswerIsTheGoldenOneUnderEveryPolicy() throws IOException {
        List<Question> questions = Question.all();
        return Stream.of("fixed", "lottery", "rank")
                .map(policy -> dynamicTest(policy, () -> answerAll(questions, policy)));
    }

    private static void answerAll(List<Question> questions, String policy) throws Exception {
        try (Sandbox own = Sandbox.open(fleet, Map.of("policy", policy))) {
            for (Question question : questions) {
                answer(question, own);
            }
        }
    }

    private static void answer(Question question, Sandbox sandbox) throws Exception {
        Answer answer = sandbox.ask(question.sql(), event -> {});
        if (answer.failure().isPresent()) {
            throw answer.failure().get();
        }
        assertTrue(answer.requests() > 0, "nobody was asked");
        Golden golden = Golden.of(question);
        Optional<EarlyStop> early = EarlyStop.of(question);
        assertEquals(
                Optional.empty(),
                early.isPresent()
                        ? early.get().broken(golden, answer.columns(), answer.rows())
                        : golden.difference(answer.columns(), answer.rows()),
                question.name());
        assertEquals(0, sandbox.memoryUsed(), "bytes held after the answer");
    }
}
