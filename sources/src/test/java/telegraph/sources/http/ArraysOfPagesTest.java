package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.Reply;

/// Columns of pages that are declared as arrays.
class ArraysOfPagesTest {
    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.with("format", "json").url("/f");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private void page(String json) {
        desk.server.on("/f", Reply.json(json));
    }

    @Test
    void elementsAreReadAsValuesOfTheirType() throws Exception {
        desk.array("i", Type.INTEGER)
                .array("n", Type.decimal(38, 20))
                .array("s", Type.TEXT)
                .array("d", Type.DATE)
                .array("t", Type.INSTANT)
                .array("b", Type.BOOLEAN);
        page(
                """
                [{"i": [1, null, "1,234"], "n": [0.12345678901234567890, 1e2], "s": ["a,b", 1.5, true, ""],
                  "d": ["2020-01-02"], "t": [0, "2020-01-02T03:04:00Z"], "b": [true, "false"]},
                 {"i": [], "n": null}]\
                """);
        assertEquals(
                List.of(
                        List.of(
                                "{1,NULL,1234}",
                                "{0.12345678901234567890,100.00000000000000000000}",
                                "{\"a,b\",1.5,true,\"\"}",
                                "{2020-01-02}",
                                "{\"1970-01-01 00:00:00+00\",\"2020-01-02 03:04:00+00\"}",
                                "{t,f}"),
                        Arrays.asList("{}", null, null, null, null, null)),
                desk.scan());
    }

    @Test
    void whatIsNoArrayOfSuchValuesIsRefused() {
        desk.array("i", Type.INTEGER);
        for (String value :
                List.of("1", "\"{1}\"", "{\"a\":1}", "[[1]]", "[2147483648]", "[\"x\"]")) {
            page("[{\"i\": " + value + "}]");
            TelegraphException e = assertThrows(TelegraphException.class, desk::scan, value);
            assertTrue(e.getMessage().contains("column=i type=INTEGER[]"), e.getMessage());
        }
    }

    @Test
    void pagesThatAreNotJsonHaveNone() {
        desk.array("i", Type.INTEGER).with("format", "html");
        TelegraphException e = assertThrows(TelegraphException.class, desk::open);
        assertEquals(SqlState.FEATURE_NOT_SUPPORTED, e.state());
    }
}
