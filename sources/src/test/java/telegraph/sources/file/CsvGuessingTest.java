package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// What is guessed of CSV loses nothing of it: no row becomes a header, no odd row decides for all.
class CsvGuessingTest {
    private static final Map<String, Object> IGNORING = Map.of("ignore_errors", true);

    @TempDir Path folder;

    private Source open(String name, Map<String, Object> options) {
        return new FileTables(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open(name, FileFormat.AUTO, options);
    }

    /// Columns, then rows, then how many were left out; the same from the top and in blocks.
    private List<Object> read(String content, Map<String, Object> options) throws Exception {
        Files.writeString(folder.resolve("t.csv"), content);
        List<Object> first = read(options, true);
        assertEquals(first, read(options, false), "in blocks");
        return first;
    }

    private List<Object> read(Map<String, Object> options, boolean top) throws Exception {
        Map<String, Object> all = new TreeMap<>(options);
        all.put("random_order", !top);
        Source source = open("t.csv", all);
        Table table = Table.read(source);
        List<Object> said = new ArrayList<>(List.of(String.join(",", Table.columns(source))));
        table.rows().forEach(row -> said.add(text(row)));
        said.add("left out " + table.meter().progress().failed());
        return said;
    }

    private static String text(List<Object> row) {
        return String.join("|", row.stream().map(String::valueOf).toList());
    }

    private static List<Object> lines(Object... lines) {
        return Arrays.asList(lines);
    }

    @Test
    void theUsualNumberOfFieldsDecides() throws Exception {
        assertEquals(
                lines(
                        "a INTEGER,b INTEGER,column3 TEXT",
                        "1|2|null",
                        "3|4|null",
                        "5|6|null",
                        "left out 0"),
                read("a,b\n1,2,\n3,4,\n5,6,\n", IGNORING));
        assertEquals(
                lines("a INTEGER,b INTEGER", "1|2", "3|4", "left out 0"),
                read("a,b,\n1,2\n3,4\n", IGNORING));
        assertEquals(
                lines("a INTEGER,b INTEGER", "1|2", "3|4", "left out 1"),
                read("All of them\na,b\n1,2\n3,4\n", IGNORING));
        assertEquals(
                lines("a INTEGER,b INTEGER", "1|2", "3|4", "left out 2"),
                read("\"\"x,1\na,b\n1,2\n3,4\n5\n", IGNORING));
    }

    @Test
    void namesAreNotGivenToOtherColumns() throws Exception {
        assertEquals(
                lines(
                        "column1 TEXT,column2 INTEGER,column3 INTEGER",
                        "r1|1|2",
                        "r2|3|4",
                        "left out 1"),
                read("a,b\nr1,1,2\nr2,3,4\n", IGNORING));
        Files.writeString(folder.resolve("t.csv"), "a,b\nr1,1,2\nr2,3,4\n");
        String refused =
                assertThrows(
                                TelegraphException.class,
                                () -> open("t.csv", Map.of("ignore_errors", true, "header", true)))
                        .getMessage();
        assertTrue(refused.startsWith("a header must have as many fields as most rows"), refused);
    }

    @Test
    void aFirstRowThatIsNoCsvIsLeftOut() throws Exception {
        assertEquals(
                lines("column1 INTEGER,column2 INTEGER", "2|3", "left out 1"),
                read("\"\"x,1\n2,3\n", Map.of("ignore_errors", true, "header", false)));
        assertEquals(
                lines("a INTEGER,b INTEGER", "2|3", "left out 1"),
                read(
                        "\"\"x,1\n2,3\n",
                        Map.of("ignore_errors", true, "columns", "{\"a\":\"INT\",\"b\":\"INT\"}")));
    }

    /// The top of a file had numbers only; a code further down would lose its zeros or its plus.
    @Test
    void aCodeBelowTheSampleIsNoNumber() throws Exception {
        for (String code : List.of("007", "+49", "-01", "\"007\"", " 007", "00.5")) {
            for (String number : List.of("1", "1.5", "99999999999")) {
                String content = "a,b\n" + (number + ",x\n").repeat(3) + code + ",y\n";
                Map<String, Object> sampled = Map.of("sample", 2);
                String refused =
                        assertThrows(TelegraphException.class, () -> read(content, sampled))
                                .getMessage();
                assertTrue(refused.startsWith("a value must fit its column's type"), refused);
                assertTrue(refused.contains("Set types"), refused);
                Map<String, Object> lenient = Map.of("sample", 2, "ignore_errors", true);
                assertEquals("left out 1", read(content, lenient).getLast());
                Map<String, Object> said = Map.of("sample", 2, "types", Map.of("A", "DOUBLE"));
                assertEquals("left out 0", read(content, said).getLast());
            }
        }
        assertEquals(
                lines("a BIGINT", "1", "2", "0", "-10", "left out 0"),
                read("a\n1\n2\n0\n-10\n", Map.of("sample", 2)));
    }

    @Test
    void aNumberWithAPlusIsACode() throws Exception {
        assertEquals(
                lines("phone TEXT", "+4915112345", "left out 0"),
                read("phone\n+4915112345\n", Map.of()));
        assertEquals(
                lines("phone BIGINT", "4915112345", "left out 0"),
                read("phone\n+4915112345\n", Map.of("types", "{\"phone\":\"BIGINT\"}")));
        assertEquals(lines("x DOUBLE", "100000.0", "left out 0"), read("x\n1e+5\n", Map.of()));
    }

    @Test
    void aRowLikeTheNextIsNoHeader() throws Exception {
        String[][] files = {
            {"05/06/2019", "06/06/2019", "07/06/2019"},
            {"2.2.2", "1.20.1"},
            {"\"5,5 %\"", "\"-12 %\""},
            {"€ 3", "€ 1200.50"},
            {"01.02.2020,Anna", "02.02.2020,Bert"},
            {"05/06/2019,n/a", "06/06/2019,5"},
            {"+49151,x", "+49152,y"},
            {"2.2.2;1.2.20;1@2@20"},
        };
        for (String[] file : files) {
            List<Object> read = read(String.join("\n", file) + "\n", Map.of());
            assertTrue(read.getFirst().toString().startsWith("column1 "), read.toString());
            assertEquals(file.length, read.size() - 2, read.toString());
        }
    }

    @Test
    void namesWithDigitsAreAHeader() throws Exception {
        String[][] files = {
            {"day,v1", "05/06/2019,x"},
            {"name,18-25,26-35", "Anna,5,6"},
            {"name,18-25", "Anna,x"},
            {"id,2019", "A1,5"},
            {"v1,v2"},
        };
        for (String[] file : files) {
            boolean header = !file[0].equals("id,2019");
            List<Object> read = read(String.join("\n", file) + "\n", Map.of());
            assertEquals(!header, read.getFirst().toString().startsWith("column1 "), file[0]);
        }
    }

    @Test
    void anEmptyFileIsNoRowsOfAPattern() throws Exception {
        Files.writeString(folder.resolve("a.csv"), "");
        Files.writeString(folder.resolve("b.csv"), "id,name\n1,x\n");
        Files.writeString(folder.resolve("c.csv"), "\n");
        Files.writeString(folder.resolve("d.csv"), "id,name\n2,y\n");
        assertEquals(
                List.of(List.of(1, "x"), List.of(2, "y")),
                Table.read(open("*.csv", Map.of())).rows());
        assertEquals(
                List.of(List.of(1, "x"), List.of(2, "y")),
                Table.read(open("*.csv", Map.of("random_order", false))).rows());
        Files.delete(folder.resolve("b.csv"));
        Files.delete(folder.resolve("d.csv"));
        String refused =
                assertThrows(TelegraphException.class, () -> open("*.csv", Map.of())).getMessage();
        assertTrue(refused.contains("file=a.csv bytes=0"), refused);
        Files.writeString(folder.resolve("a.json"), "");
        Files.writeString(folder.resolve("b.json"), "[]");
        Files.writeString(folder.resolve("c.json"), "[{\"id\":1}]");
        assertEquals(List.of(List.of(1)), Table.read(open("*.json", Map.of())).rows());
    }
}
