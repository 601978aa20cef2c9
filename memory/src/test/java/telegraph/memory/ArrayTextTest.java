package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

class ArrayTextTest {
    @Test
    void whatIsWrittenIsReadBack() {
        List<Object> elements =
                Arrays.asList(
                        "a", "", null, "NULL", "a b", "{", "a,b", "\"", "\\", " x ", "é", "\0");
        String text = ArrayText.of(elements);
        assertEquals(
                "{a,\"\",NULL,\"NULL\",\"a b\",\"{\",\"a,b\",\"\\\"\",\"\\\\\",\" x \",é,\0}",
                text);
        assertEquals(elements, ArrayText.read(text));
    }

    /// What PostgreSQL gives for each.
    @Test
    void blanksAndQuotesAreReadAsPostgresqlDoes() {
        Map<String, String> shown =
                Map.of(
                        "{ 1 , 2 }", "{1,2}",
                        "{a b}", "{\"a b\"}",
                        "{null,Null,\"null\"}", "{NULL,NULL,\"null\"}",
                        "{a\\,b}", "{\"a,b\"}",
                        "{{1,2},{3,4}}", "{{1,2},{3,4}}",
                        "{}", "{}",
                        "{ \"a\" }", "{a}");
        shown.forEach((written, read) -> assertEquals(read, ArrayText.of(ArrayText.read(written))));
    }

    @Test
    void whatIsNoArrayIsRefused() {
        List<String> texts =
                List.of(
                        "",
                        "1,2",
                        "{1,2",
                        "{1,2}}",
                        "{1,,2}",
                        "{,1}",
                        "{1,}",
                        "{\"a\"b}",
                        "{a\"b\"}",
                        "{\"a}",
                        "{{1},{2,3}}",
                        "{1,{2}}",
                        "{a}b",
                        "{{{{{{{1}}}}}}}");
        for (String text : texts) {
            TelegraphException refused =
                    assertThrows(TelegraphException.class, () -> ArrayText.read(text), text);
            assertEquals(SqlState.INVALID_TEXT_REPRESENTATION, refused.state(), text);
            assertTrue(refused.getMessage().startsWith("malformed array literal"), text);
        }
    }

    @Test
    void anotherFirstIndexIsRefusedByName() {
        TelegraphException refused =
                assertThrows(TelegraphException.class, () -> ArrayText.read("[0:1]={1,2}"));
        assertTrue(refused.getMessage().contains("begins at another index"));
    }
}
