package telegraph.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static Options read(String... args) {
        return Options.read(
                args,
                List.of("--quick"),
                Map.of("--only", List.of("JOIN", "INSERT"), "--dir", List.of()));
    }

    private static String refusal(String... args) {
        return assertThrows(IllegalArgumentException.class, () -> read(args)).getMessage();
    }

    @Test
    void flagsAndValuesAreReadInTheirOrder() {
        Options options = read("--only", "JOIN", "--quick", "--only", "INSERT", "--dir", "a");
        assertTrue(options.has("--quick"));
        assertEquals(List.of("JOIN", "INSERT"), options.all("--only"));
        assertEquals("a", options.last("--dir", "b"));
    }

    @Test
    void whatIsNotGivenIsMissing() {
        Options options = read();
        assertFalse(options.has("--quick"));
        assertEquals(List.of(), options.all("--only"));
        assertEquals("b", options.last("--dir", "b"));
    }

    @Test
    void whatIsNotKnownIsRefusedByName() {
        assertEquals("there is no option --help", refusal("--help"));
        assertEquals("there is no option quick", refusal("quick"));
        assertEquals("--only needs a value", refusal("--only"));
        assertEquals("--only takes one of JOIN, INSERT, not join", refusal("--only", "join"));
    }
}
