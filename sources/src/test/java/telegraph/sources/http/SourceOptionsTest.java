package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Traits;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.Reply;

class SourceOptionsTest {
    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.column("id", Type.INTEGER).url("/f").with("format", "json");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private void refused(String option, String value, String... parts) {
        desk.with(option, value);
        TelegraphException e = assertThrows(TelegraphException.class, desk::open);
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), () -> part + " in: " + e.getMessage());
        }
    }

    @Test
    void anUnknownOptionIsRefusedWithTheNearestName() {
        refused("page_cuont", "$.pages", "option=page_cuont", "Did you mean \"page_count\"?");
    }

    @Test
    void aPriceIsAPlainDecimalNumberAndACurrency() {
        for (String wrong : new String[] {"cheap", "-1", "1e-3", "0,5", "1 2", "0.1 US$", "NaN"}) {
            refused("price", wrong, "a price is a decimal number", "option=price value=" + wrong);
        }
        for (String right : new String[] {"0", "3", "0.002", " 0.002  USD ", "12 credits"}) {
            desk.with("price", right).open();
        }
        refused("requests_max", "-1", "option=requests_max");
    }

    @Test
    void aWrongValueIsRefusedWithTheRule() {
        refused(
                "max_concurrent",
                "many",
                "a whole number is needed",
                "option=max_concurrent value=many");
        refused("max_concurrent", "0", "from 1 to 10000");
        desk.with("max_concurrent", "2");
        refused("timeout", "soon", "a duration such as", "value=soon");
        desk.with("timeout", "2s");
        refused("on_error", "skipp", "one of fail, skip, null", "Did you mean \"skip\"?");
        desk.with("on_error", "skip");
        refused("format", "yaml", "one of json, html, csv");
        desk.with("format", "json");
        refused("url", "ftp://x", "must start with http:// or https://");
        desk.url("/f");
        refused("rows", "$.[", "a JSONPath is needed", "option=rows");
        desk.with("rows", "$.a");
        refused("method", "PUT", "the method must be GET or POST");
        desk.with("method", "GET");
        refused("stable", "maybe", "true or false is needed");
    }

    @Test
    void holesMustBeKnown() {
        desk.optional("carrier", Type.TEXT, "");
        refused("url", desk.server.url("/f?c={carier}"), "{carier}", "Did you mean \"carrier\"?");
        refused(
                "url",
                desk.server.url("/f/{carrier}"),
                "OPTIONAL column can only stand in the query");
        desk.url("/f?p={page}&n={limit}");
        refused("retries", "1", "option=page_size");
    }

    @Test
    void pagingByCursorNeedsToKnowWhereTheNextCursorIs() {
        refused("url", desk.server.url("/f?c={cursor}"), "option=next_cursor");
        desk.url("/f");
        refused("paging", "page", "{page} must stand in");
    }

    @Test
    void aCssSelectorIsCheckedAtOnce() {
        desk.with("format", "html");
        refused("rows", "tr[", "a CSS selector is needed", "option=rows");
    }

    @Test
    void theOrderOfRowsIsWhatTheDeclarationSays() {
        assertEquals(Traits.Order.UNKNOWN, desk.open().traits().order());
        desk.with("order", "arbitrary").with("max_concurrent", "17");
        assertEquals(Traits.Order.ARBITRARY, desk.open().traits().order());
        assertEquals(17, desk.open().traits().lookupsMax());
        desk.with("stable", "false");
        assertEquals(Traits.Order.UNKNOWN, desk.open().traits().order());
        desk.with("stable", "true");
        assertEquals(Traits.Order.ARBITRARY, desk.open().traits().order());
        refused("order", "random", "one of sorted, arbitrary, unknown is needed");
    }

    @Test
    void boundsAreThoseOfColumnsThatAreNumbers() {
        desk.column("price", Type.DOUBLE).column("name", Type.TEXT);
        assertEquals(Optional.empty(), desk.open().bounds(0));
        desk.with("bounds", "price: -1.5 .. 1e6, ID:0..7");
        assertEquals(Optional.of(new Bounds(0, 7)), desk.open().bounds(0));
        assertEquals(Optional.of(new Bounds(-1.5, 1e6)), desk.open().bounds(1));
        assertEquals(Optional.empty(), desk.open().bounds(2));
        refused("bounds", "price: 0-7", "bounds are column: low..high", "value=price: 0-7");
        refused("bounds", "price: 7..0", "the low bound is at most the high one");
        refused("bounds", "prise: 0..7", "bounds are those of a column", "\"price\"?");
        refused("bounds", "name: 0..7", "only numbers have bounds", "value=name");
        refused("bounds", "id: 0..7, id: 1..2", "a column has one pair of bounds");
    }

    @Test
    void aValueOutsideItsBoundsFailsTheQuery() throws Exception {
        desk.server.on("/f", Reply.json("[{\"id\":0},{\"id\":null},{\"id\":7},{\"id\":8}]"));
        desk.with("bounds", "id: 0..8");
        assertEquals(4, desk.scan().size());
        desk.with("bounds", "id: 0..7");
        TelegraphException e = assertThrows(TelegraphException.class, desk::scan);
        assertTrue(
                e.getMessage()
                        .contains("source=t column=id value=8 bounds=0.0..7.0 row=4 of GET http"),
                e.getMessage());
    }
}
