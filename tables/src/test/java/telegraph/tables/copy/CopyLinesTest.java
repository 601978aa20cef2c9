package telegraph.tables.copy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The lines of COPY, read and written.
class CopyLinesTest {
    private static final CopyFormat TEXT =
            new CopyFormat(false, (byte) '\t', "\\N", (byte) '"', (byte) '"', false);
    private static final CopyFormat CSV =
            new CopyFormat(true, (byte) ',', "", (byte) '"', (byte) '"', false);

    private static List<List<String>> read(String text, CopyFormat format) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8), format);
    }

    private static List<List<String>> read(byte[] bytes, CopyFormat format) throws IOException {
        CopyReader reader = new CopyReader(new ByteArrayInputStream(bytes), format);
        List<List<String>> lines = new ArrayList<>();
        while (reader.next()) {
            List<String> line = new ArrayList<>();
            for (int i = 0; i < reader.fields(); i++) {
                line.add(reader.field(i));
            }
            lines.add(line);
        }
        return lines;
    }

    private static List<String> line(String... fields) {
        List<String> line = new ArrayList<>();
        for (String field : fields) {
            line.add(field);
        }
        return line;
    }

    @Test
    void textHasTabsBetweenFieldsAndBackslashesForTheRest() throws IOException {
        assertEquals(
                List.of(
                        line("1", "a b", null),
                        line("2", "tab\there", ""),
                        line("A\u00e9", "\\N", "x")),
                read("1\ta b\t\\N\n2\ttab\\there\t\n\\x41\\303\\251\t\\\\N\t\\x\n", TEXT));
    }

    @Test
    void textEndsWhereItSaysSoAndWhatFollowsIsPassedOver() throws IOException {
        assertEquals(List.of(line("1")), read("1\n\\.\n2\n", TEXT));
        assertEquals(List.of(line("1"), line("2")), read("1\r\n2", TEXT));
        assertEquals(List.of(), read("", TEXT));
        assertEquals(List.of(line("")), read("\n", TEXT));
    }

    @Test
    void csvHasQuotesAroundWhatWouldEndAField() throws IOException {
        assertEquals(
                List.of(line("a,b", "say \"hi\"", null, ""), line("two\nlines", "x", "y", "z")),
                read("\"a,b\",\"say \"\"hi\"\"\",,\"\"\r\n\"two\nlines\",x,\"y\",z\n", CSV));
    }

    @Test
    void csvMayHaveOtherSignsAndAHeader() throws IOException {
        CopyFormat other = new CopyFormat(true, (byte) ';', "NULL", (byte) '\'', (byte) '\\', true);
        assertEquals(
                List.of(line("it's", null, "NULL")), read("a;b;c\n'it\\'s';NULL;'NULL'\n", other));
    }

    @Test
    void aFieldThatIsNoUtf8IsRefused() {
        byte[] bytes = {'a', '\t', (byte) 0xc3, '\n'};
        TelegraphException e = assertThrows(TelegraphException.class, () -> read(bytes, TEXT));
        assertEquals(SqlState.CHARACTER_NOT_IN_REPERTOIRE, e.state());
    }

    @Test
    void aQuoteThatStaysOpenIsRefused() {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> read("1,\"abc\n2,x\n", CSV));
        assertEquals(SqlState.BAD_COPY_FILE, e.state());
    }

    @Test
    void theNumberOfALineCountsTheHeader() throws IOException {
        CopyFormat headed = new CopyFormat(true, (byte) ',', "", (byte) '"', (byte) '"', true);
        CopyReader reader =
                new CopyReader(
                        new ByteArrayInputStream("a\n1\n".getBytes(StandardCharsets.UTF_8)),
                        headed);
        assertTrue(reader.next());
        assertEquals(2, reader.number());
        assertFalse(reader.next());
    }

    @Test
    void whatIsWrittenIsReadBackAsItWas() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String letters = "ab,;\t\n\r\\\"'N.\u00e9\ud83d\ude00 \b\f\u000b";
        for (int round = 0; round < 2_000; round++) {
            CopyFormat format = round % 2 == 0 ? TEXT : CSV;
            List<List<String>> rows = new ArrayList<>();
            int width = 1 + random.nextInt(3);
            for (int r = random.nextInt(4); r >= 0; r--) {
                List<String> row = new ArrayList<>();
                for (int c = 0; c < width; c++) {
                    row.add(random.nextInt(6) == 0 ? null : text(random, letters));
                }
                rows.add(row);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            CopyWriter writer = new CopyWriter(out, format, Object::toString);
            for (List<String> row : rows) {
                writer.row(row.toArray());
            }
            assertEquals(rows, read(out.toByteArray(), format), "seed=" + seed + " round=" + round);
        }
    }

    private static String text(Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            int at =
                    letters.offsetByCodePoints(
                            0, random.nextInt(letters.codePointCount(0, letters.length())));
            text.appendCodePoint(letters.codePointAt(at));
        }
        return text.toString();
    }

    @Test
    void writtenTextIsThatOfPostgres() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new CopyWriter(out, TEXT, Object::toString).row(new Object[] {"a\tb\\", null, "\n"});
        assertArrayEquals(
                "a\\tb\\\\\t\\N\t\\n\n".getBytes(StandardCharsets.UTF_8), out.toByteArray());
    }
}
