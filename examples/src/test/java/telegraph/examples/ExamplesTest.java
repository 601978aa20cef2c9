package telegraph.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Each example prints what its comment says.
class ExamplesTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void ownSourceIsAskedOnceForEachNumber() throws Exception {
        OwnSource.run(out);
        assertEquals(
                """
                12 = 2 x 2 x 3
                13 = 13
                14 = 2 x 7
                factors was asked 3 times for 6 numbers
                """,
                printed());
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
