package telegraph.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuestionTest {
    @Test
    void thereAreFifteenWithTitleReasonAndSql() throws Exception {
        List<Question> questions = Question.all();
        assertEquals(15, questions.size());
        for (Question question : questions) {
            assertTrue(question.title().endsWith("?"), question.title());
            assertTrue(question.why().endsWith("."), question.why());
            assertTrue(question.sql().startsWith("SELECT"), question.sql());
            assertTrue(question.sql().contains("ORDER BY"), "its answer has one order");
        }
        assertEquals(15, new HashSet<>(questions.stream().map(Question::title).toList()).size());
    }

    @Test
    void twoOfThemStopEarly() throws Exception {
        List<String> early =
                Question.all().stream()
                        .filter(question -> EarlyStop.of(question).isPresent())
                        .map(Question::name)
                        .toList();
        assertEquals(List.of("13-air", "14-far"), early);
    }

    @Test
    void aQuestionIsCalledByNumberOrWordOrBoth() throws Exception {
        Question wind = Question.all().get(3);
        for (String name : List.of("4", "04", "wind", "04-wind")) {
            assertTrue(wind.isCalled(name), name);
        }
        assertFalse(wind.isCalled("rain"));
        assertFalse(wind.isCalled(""));
    }
}
