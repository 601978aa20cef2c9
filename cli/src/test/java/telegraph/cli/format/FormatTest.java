package telegraph.cli.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.memory.Interval;
import telegraph.sql.CellText;
import telegraph.sql.ResultColumn;

final class FormatTest {
    private static final List<ResultColumn> TWO =
            List.of(new ResultColumn("name", "TEXT"), new ResultColumn("n", "INTEGER"));

    @Test
    void csvTellsNullFromTheEmptyString() throws IOException {
        assertEquals("name,n\n,1\n\"\",\n", write(Format.CSV, TWO, row(null, 1), row("", null)));
    }

    @Test
    void csvQuotesWhatWouldOtherwiseEndAField() throws IOException {
        assertEquals(
                "name,n\n\"a,b\",1\n\"say \"\"hi\"\"\",2\n\"two\nlines\",3\n\"cr\r\",4\n plain ;',5\n",
                write(
                        Format.CSV,
                        TWO,
                        row("a,b", 1),
                        row("say \"hi\"", 2),
                        row("two\nlines", 3),
                        row("cr\r", 4),
                        row(" plain ;'", 5)));
    }

    @Test
    void csvOfNoRowsIsItsHeader() throws IOException {
        assertEquals("name,n\n", write(Format.CSV, TWO));
    }

    @Test
    void aTableGivesEstimatesTheDigitsTheirErrorsLeaveThem() throws IOException {
        List<ResultColumn> columns =
                List.of(
                        new ResultColumn("name", "TEXT"),
                        new ResultColumn("n", "BIGINT"),
                        new ResultColumn("n_error", "DOUBLE PRECISION"),
                        new ResultColumn("x", "DOUBLE PRECISION"),
                        new ResultColumn("x_error", "DOUBLE PRECISION"),
                        new ResultColumn("basis", "TEXT"));
        Object[] sampled = row("a", 32_729L, 304.25, 8.58601564204, 0.11612, "sampled");
        Object[] bare = row("b", 29L, null, 12.586206896551724, null, "sampled");
        Object[] exact = row("c", 714L, 0.0, 5.804775280898871, 0.0, "exact");
        assertEquals(
                """
                 name |     n | n_error |                  x | x_error | basis
                ------+-------+---------+--------------------+---------+---------
                 a    | 32730 |     310 |               8.59 |    0.12 | sampled
                 b    |    29 |       ∅ | 12.586206896551724 |       ∅ | sampled
                 c    |   714 |       0 |  5.804775280898871 |       0 | exact
                (3 rows)
                """,
                write(Format.TABLE, columns, sampled, bare, exact));
        assertEquals(
                "name,n,n_error,x,x_error,basis\na,32729,304.25,8.58601564204,0.11612,sampled\n",
                write(Format.CSV, columns, sampled));
    }

    @Test
    void jsonKeepsTypes() throws IOException {
        List<ResultColumn> columns =
                List.of(
                        new ResultColumn("truth", "BOOLEAN"),
                        new ResultColumn("money", "DECIMAL(20,2)"),
                        new ResultColumn("no number", "NUMERIC"),
                        new ResultColumn("real", "DOUBLE PRECISION"),
                        new ResultColumn("day", "DATE"),
                        new ResultColumn("local", "TIMESTAMP"),
                        new ResultColumn("at", "TIMESTAMP WITH TIME ZONE"),
                        new ResultColumn("list", "INTEGER[]"),
                        new ResultColumn("nothing", "TEXT"));
        Object[] row =
                row(
                        true,
                        new BigDecimal("123456789012345678.90"),
                        Double.NaN,
                        Double.NaN,
                        LocalDate.of(2013, 1, 2),
                        LocalDateTime.of(2013, 1, 2, 3, 4),
                        Instant.parse("2013-01-02T03:04:05.5Z"),
                        Arrays.asList(1, null),
                        null);
        String object =
                "{\"truth\":true,\"money\":123456789012345678.90,\"no number\":\"NaN\",\"real\":\"NaN\","
                        + "\"day\":\"2013-01-02\",\"local\":\"2013-01-02T03:04:00\","
                        + "\"at\":\"2013-01-02T03:04:05.500Z\",\"list\":[1,null],\"nothing\":null}";
        assertEquals(object + "\n", write(Format.NDJSON, columns, row));
        assertEquals(
                "[\n" + object + ",\n" + object + "\n]\n", write(Format.JSON, columns, row, row));
        assertEquals("[]\n", write(Format.JSON, columns));
    }

    @Test
    void jsonEscapesAndKeepsEveryColumn() throws IOException {
        List<ResultColumn> same =
                List.of(new ResultColumn("a\"", "TEXT"), new ResultColumn("a\"", "TEXT"));
        assertEquals(
                "{\"a\\\"\":\"q\\\"\\\\\\n\\u0001\",\"a\\\"_2\":\"\\ud800 😀\"}\n",
                write(Format.NDJSON, same, row("q\"\\\n\u0001", "\ud800 😀")));
    }

    @Test
    void tableAlignsByWidthOnTheScreen() throws IOException {
        assertEquals(
                """
                 name  |  n
                -------+----
                 東京  |  1
                 é😀🇫🇷 | 22
                 a\\tb  |  ∅
                 ∅     |  3
                (4 rows)
                """,
                write(
                        Format.TABLE,
                        TWO,
                        row("東京", 1),
                        row("é😀🇫🇷", 22),
                        row("a\tb", null),
                        row(null, 3)));
    }

    @Test
    void tableShowsNoControlCharacterOfTheWeb() throws IOException {
        String shown = write(Format.TABLE, TWO, row("\u001b[2J\u202Eabc\u009b", 1));
        assertTrue(shown.contains("\\u001b[2J\\u202eabc\\u009b"), shown);
    }

    @Test
    void tableOfManyRowsIsNotHeldBack() throws IOException {
        StringBuilder out = new StringBuilder();
        ResultWriter writer = Format.TABLE.writer(out);
        writer.columns(TWO);
        for (int i = 0; i < 999; i++) {
            writer.row(row("x", i));
        }
        assertEquals("", out.toString());
        writer.row(row("x", 999));
        assertTrue(out.toString().endsWith(" x    | 999\n"), out.toString());
        writer.row(row("wider than all before", 1000));
        assertTrue(out.toString().endsWith(" wider than all before | 1000\n"), out.toString());
        writer.end();
        assertTrue(out.toString().endsWith("(1001 rows)\n"));
    }

    @Test
    void expandedTableGivesEachColumnALine() throws IOException {
        StringBuilder out = new StringBuilder();
        ResultWriter writer = new TableWriter(out, new TableStyle("NULL", true));
        writer.columns(TWO);
        writer.row(row("x", null));
        writer.end();
        assertEquals("-[ row 1 ]-\nname | x\nn    | NULL\n(1 row)\n", out.toString());
    }

    @Test
    void valuesReadAsInPostgres() {
        assertEquals("0.1", CellText.of(0.1));
        assertEquals("1", CellText.of(1.0));
        assertEquals("-1.5e-07", CellText.of(-1.5e-7));
        assertEquals("123456789012345", CellText.of(123456789012345.0));
        assertEquals("1e+15", CellText.of(1e15));
        assertEquals("1.7976931348623157e+308", CellText.of(Double.MAX_VALUE));
        assertEquals("-0", CellText.of(-0.0));
        assertEquals("-Infinity", CellText.of(Double.NEGATIVE_INFINITY));
        assertEquals("10", CellText.of(new BigDecimal("1E+1")));
        assertEquals("05:00:00.25", CellText.of(LocalTime.of(5, 0, 0, 250_000_000)));
        assertEquals("2013-01-01 05:00:00", CellText.of(LocalDateTime.of(2013, 1, 1, 5, 0)));
        assertEquals("2013-01-01 05:00:00+00", CellText.of(Instant.parse("2013-01-01T05:00:00Z")));
        assertEquals(
                "1 year 2 mons 3 days 04:05:06", CellText.of(new Interval(14, 3, 14_706_000_000L)));
        assertEquals(
                "{1,NULL,\"a b\",\"\",\"NULL\"}",
                CellText.of(Arrays.asList(1, null, "a b", "", "NULL")));
    }

    @Test
    void cutKeepsWithinTheWidth() {
        assertEquals("abc", CellWidth.cut("abc", 3));
        assertEquals("ab…", CellWidth.cut("abcd", 3));
        assertEquals("東…", CellWidth.cut("東京都", 4));
        assertEquals("", CellWidth.cut("abc", 0));
        assertEquals(2, CellWidth.of("👩‍👩‍👧"));
        assertEquals(2, CellWidth.of("👍🏽"));
        assertEquals(1, CellWidth.of("e\u0301"));
        assertEquals(4, CellWidth.of("🇫🇷🇩🇪"));
    }

    private static Object[] row(Object... values) {
        return values;
    }

    private static String write(Format format, List<ResultColumn> columns, Object[]... rows)
            throws IOException {
        StringBuilder out = new StringBuilder();
        ResultWriter writer = format.writer(out);
        writer.columns(columns);
        for (Object[] row : rows) {
            writer.row(row);
        }
        writer.end();
        return out.toString();
    }
}
