package telegraph.query.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

/// A parser stops in the midst of a long text when its thread is interrupted.
class HeardTextTest {
    private static final String LONG = "SELECT 1" + ", 1".repeat(100_000);

    @AfterEach
    void forget() {
        Thread.interrupted();
    }

    @Test
    void aTextIsReadPiecemealAndNoFurtherOnceItsThreadIsInterrupted() {
        int[] pieces = {0};
        HeardText text =
                new HeardText(LONG) {
                    @Override
                    public int read(char[] to, int offset, int length) throws java.io.IOException {
                        if (++pieces[0] == 5) {
                            Thread.currentThread().interrupt();
                        }
                        return super.read(to, offset, length);
                    }
                };
        SqlParser parser = SqlParser.create(text, Dialect.PARSER);
        SqlParseException mistake = assertThrows(SqlParseException.class, parser::parseQuery);
        TelegraphException cancelled =
                assertInstanceOf(TelegraphException.class, mistake.getCause());
        assertEquals(TelegraphException.Kind.CANCELLED, cancelled.kind());
        assertEquals(5, pieces[0]);
        assertTrue(Thread.currentThread().isInterrupted());
    }
}
