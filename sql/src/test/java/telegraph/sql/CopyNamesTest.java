package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.SqlState;

/// What COPY makes of the ending of a file's name.
class CopyNamesTest {
    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() {
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
    }

    @AfterEach
    void close() {
        telegraph.close();
    }

    private Answer ask(String script) {
        try {
            return Answer.of(telegraph, script);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    private void refused(String statement, String... words) throws IOException {
        List<String> before = files();
        Answer answer = ask(statement);
        assertTrue(answer.error() != null, statement + " is refused");
        assertEquals(SqlState.FEATURE_NOT_SUPPORTED, answer.cause().state(), answer.error());
        for (String word : words) {
            assertTrue(answer.error().contains(word), answer.error());
        }
        assertEquals(before, files());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.parquet",
                "x.PARQUET",
                "x.json",
                "x.ndjson",
                "x.jsonl",
                "x.xlsx",
                "x.html",
                "x.xml",
                "x.arrow",
                "x.sqlite"
            })
    void aNameOfAnotherFormatIsRefused(String name) throws IOException {
        String query = "COPY (SELECT 1 AS a, 2 AS b) TO '" + name + "'";
        refused(query, "." + name.substring(2).toLowerCase(), "CSV", "1:");
        refused(query + " (HEADER)", "CSV");
        refused(query + " (FORMAT parquet)", "csv");
        assertNull(ask(query + " (FORMAT csv)").error());
        assertEquals("1,2\n", Files.readString(folder.resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gz", "gzip", "zst", "bz2", "xz", "zip", "lz4", "br", "7z", "tgz"})
    void aNameOfACompressedFileIsRefusedWhateverTheFormat(String ending) throws IOException {
        String query = "COPY (SELECT 1 AS a) TO 'x.csv." + ending + "'";
        refused(query, "." + ending, "compress");
        refused(query + " (FORMAT csv)", "." + ending, "compress");
    }

    @Test
    void otherNamesAreWrittenAsCsv() throws IOException {
        for (String name :
                List.of("x", "x.csv", "x.txt", "x.dat", "x.2024", "x.json.csv", ".parquet")) {
            assertNull(ask("COPY (SELECT 1 AS a, 2 AS b) TO '" + name + "'").error(), name);
            assertEquals("1,2\n", Files.readString(folder.resolve(name)));
        }
        Files.createDirectory(folder.resolve("d.parquet"));
        assertNull(ask("COPY (SELECT 1 AS a, 2 AS b) TO 'd.parquet/x'").error());
    }

    @Test
    void tabsStandInAFileOfTabs() throws IOException {
        ask("CREATE TABLE t (a INTEGER, b INTEGER)");
        assertNull(ask("COPY (SELECT 1 AS a, 2 AS b) TO 'x.tsv'").error());
        assertEquals("1\t2\n", Files.readString(folder.resolve("x.tsv")));
        assertNull(ask("COPY t FROM 'x.tsv'").error());
        assertEquals(List.of("a,b", "1,2"), ask("SELECT * FROM t").rows());
        assertNull(ask("COPY t TO 'y.tsv' (DELIMITER ';')").error());
        assertEquals("1;2\n", Files.readString(folder.resolve("y.tsv")));
    }
}
