package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What the virtual machine lacks is told in words for whoever asked, with a code of its own.
class TelegraphExceptionTest {
    private static TelegraphException told(Throwable lack) {
        return TelegraphException.bug("a worker failed: " + lack, new RuntimeException(lack));
    }

    @Test
    void aStackThatEndedIsAStatementTooComplex() {
        TelegraphException told = told(new StackOverflowError());
        assertEquals("54001", told.state().code());
        assertTrue(told.getMessage().startsWith("the statement is nested too deep."));
    }

    @Test
    void aValueThatCannotBeIsALimitOfThePlace() {
        for (String said :
                List.of(
                        "Required length exceeds implementation limit",
                        "Requested array size exceeds VM limit",
                        "UTF16 String size is 1200000000, should be less than 1073741823")) {
            assertEquals("54000", told(new OutOfMemoryError(said)).state().code(), said);
        }
    }

    @Test
    void aHeapThatEndedIsALackOfMemory() {
        assertEquals("53200", told(new OutOfMemoryError("Java heap space")).state().code());
        assertEquals("53200", told(new OutOfMemoryError()).state().code());
        TelegraphException told =
                told(
                        new OutOfMemoryError(
                                "unable to create native thread: possibly out of memory"));
        assertEquals("53200", told.state().code());
        assertTrue(told.getMessage().contains("threads"));
    }

    @Test
    void noneOfThemIsToldInJavasWords() {
        for (Error lack :
                List.of(
                        new StackOverflowError(),
                        new OutOfMemoryError("Java heap space"),
                        new OutOfMemoryError("Required length exceeds implementation limit"))) {
            String message = told(lack).getMessage();
            assertFalse(message.contains("java") || message.contains("Error"), message);
        }
    }

    @Test
    void anythingElseIsABug() {
        TelegraphException told = told(new IllegalStateException("a rule"));
        assertEquals(TelegraphException.Kind.BUG, told.kind());
        assertTrue(told.getMessage().contains("a rule"));
        assertEquals(TelegraphException.Kind.BUG, TelegraphException.bug("none", null).kind());
    }
}
