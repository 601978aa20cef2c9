package telegraph.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.cli.display.Screen;

class DemoTest {
    private final StringWriter text = new StringWriter();

    @Test
    void oneQuestionIsAskedAnsweredAndFoundRightInPlainText() throws Exception {
        assertEquals(0, Demo.run(List.of("--fast", "wind"), Screen.plain(text)));
        String told = text.toString();
        assertTrue(told.contains("Question 1 of 1: What does wind do to Newark?"), told);
        assertTrue(told.contains("JOIN weather w"), told);
        assertTrue(told.contains("b: breeze"), told);
        assertTrue(told.contains("4 rows in "), told);
        assertTrue(told.contains("Right, says the golden answer."), told);
        assertTrue(told.contains("1 of 1 questions answered right"), told);
        assertFalse(told.contains("\u001b"), "plain text has no control sequences");
    }

    @Test
    void aListThatChangesWhileItIsReadIsMadeWholeAndSaysSo() throws Exception {
        assertEquals(0, Demo.run(List.of("--fast", "board"), Screen.plain(text)));
        String told = text.toString();
        assertTrue(told.contains("notice: board: the list changed while it was read"), told);
        assertTrue(told.contains("It was read again in its order"), told);
    }

    @Test
    void aQuestionThatDoesNotExistIsBadUsage() throws Exception {
        assertEquals(2, Demo.run(List.of("weather"), Screen.plain(text)));
    }
}
