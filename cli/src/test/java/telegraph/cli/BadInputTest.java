package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.cli.display.Streams;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// What a user reads when something is wrong with what was asked, with a file or with a site: one
/// line on standard error that says what, where and what to do, nothing on standard output, and
/// exit code 1.
@Timeout(600)
final class BadInputTest {
    private static final String PEOPLE = "id,name,age\n1,ann,30\n2,bob,31\n";

    @TempDir private Path directory;
    private final FaultServer web = new FaultServer();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void aFileOfPeople() throws IOException {
        file("people.csv", PEOPLE);
    }

    @AfterEach
    void theTestsOwnServerDidWell() {
        web.close();
        assertTrue(web.faults().isEmpty(), () -> web.faults().toString());
    }

    // What is asked.

    @Test
    void anUnknownTableIsNamedWithTheNearest() {
        refused("SELECT 1; SELECT * FROM peeple", "error: unknown table \"peeple\" at 1:25");
        out.getBuffer().setLength(0);
        refused(
                "CREATE VIEW persons AS SELECT 1 AS one; SELECT *\nFROM person",
                "error: unknown table \"person\" at 2:6. Did you mean \"persons\"?");
    }

    @Test
    void anUnknownColumnIsNamedWithTheNearest() {
        refused(
                "SELECT id,\n  nmae FROM " + at("people.csv"),
                "error: unknown column \"nmae\" at 2:3. Did you mean \"name\"?");
        refused(
                "SELECT p.agee FROM " + at("people.csv") + " p",
                "error: unknown column \"agee\" at 1:10. Did you mean \"age\"?");
    }

    @Test
    void anUnknownFunctionIsNamedWithTheNearest() {
        refused(
                "SELECT lenght(name) FROM " + at("people.csv"),
                "error: unknown function \"lenght\" at 1:8. Did you mean \"length\"?");
        refused(
                "SELECT * FROM read_csw('a')",
                "error: unknown table function \"read_csw\" at 1:15. Did you mean \"read_csv\"?");
    }

    @Test
    void aSyntaxErrorHasItsLineAndColumn() {
        refused(
                "SELECT 1 AS a,\nFROM t",
                "error: syntax error at 2:1: expected an expression, found \"FROM\"");
        refused(
                "SELECT count(* FROM t",
                "error: syntax error at 1:16: expected \")\", found \"FROM\"");
        refused("SELECT\n  'abc", "error: syntax error at 2:3: the string that begins here");
        refused("SELEC 1", "error: syntax error at 1:1");
        refused(
                "SELECT a FORM 'b.csv'",
                "error: syntax error at 1:15: expected the end of the statement, found 'b.csv'");
        refused(
                "SELECT a FROM 'b.csv' WHERE",
                "error: syntax error at 1:28: expected an expression, found the end of the"
                        + " statement");
        assertFalse(err.toString().contains("column 33"), err::toString);
    }

    @Test
    void aTypeClashIsRefusedBeforeTheQueryRuns() {
        String people = at("people.csv");
        refused(
                "SELECT id FROM " + people + "\nWHERE name = 3",
                "error: types do not fit at 2:7: ",
                "VARCHAR = INTEGER",
                "Cast one side");
        refused("SELECT name + 1 FROM " + people, "error: types do not fit at 1:8: ");
        refused("SELECT 'abc'::INTEGER", "error: invalid value for INTEGER: \"abc\"");
    }

    @Test
    void aSourceThatNothingBindsIsRefusedBeforeAnyRequest() {
        refused(
                "CREATE SOURCE planes (tailnum TEXT REQUIRED, year INTEGER) WITH (url = '"
                        + web.url("/p")
                        + "', format = 'json');\nSELECT * FROM planes",
                "error: source \"planes\" needs tailnum: give it a constant (tailnum = '…') or"
                        + " join it to a column; it stands at 2:15");
        assertEquals(0, web.requests());
    }

    // Files.

    @Test
    void aMissingFileIsNamedWithTheNearest() {
        refused("SELECT * FROM " + at("poeple.csv"), "error: a file must exist: file=", "people");
        refused("SELECT * FROM 'none/such/*.csv'", "error: a pattern must match at least one file");
        refused("SELECT * FROM 'ftp://a.example/a.csv'", "error: ", "http or https");
    }

    @Test
    void anEmptyFileIsCalledEmpty() throws IOException {
        for (String name : List.of("empty.csv", "empty.json", "empty.parquet")) {
            file(name, "");
            refused("SELECT * FROM " + at(name), "error: a ", name + " bytes=0. ");
        }
    }

    @Test
    void aTruncatedFileIsCalledCutOff() throws IOException {
        byte[] whole = gzip("n\n" + "12345\n67\n".repeat(5_000));
        Files.write(directory.resolve("a.csv.gz"), Arrays.copyOf(whole, whole.length / 2));
        refused("SELECT sum(n) FROM " + at("a.csv.gz"), "error: a compressed file", "cut off");
        file("a.parquet", "PAR1 and no more");
        refused("SELECT * FROM " + at("a.parquet"), "error: a Parquet file", "It was cut off");
        file("a.json", "[{\"a\":1},{\"a\":");
        refused("SELECT * FROM " + at("a.json"), "error: a JSON file", "line=1", "end-of-input");
    }

    @Test
    void aFileOfTheWrongFormatIsShownForWhatItIs() throws IOException {
        file("page.json", "<html><body>Please log in</body></html>");
        refused(
                "SELECT * FROM " + at("page.json"),
                "error: a file must hold what it is read as: file=",
                "read_as=JSON found=an HTML page begins_with=\"<html>");
        file("words.parquet", "some words that are no Parquet");
        refused("SELECT * FROM " + at("words.parquet"), "error: a Parquet", "begins_with=\"some");
        file("image.csv", "GIF89a\u0000\u0001\u001b[2J\u0000");
        refused("SELECT * FROM " + at("image.csv"), "error: a file must hold", "binary data");
        assertFalse(err.toString().contains("\u001b"), "no commands for the terminal");
    }

    @Test
    void aRaggedRowIsNamedByItsLine() throws IOException {
        file("short.csv", "a,b,c\n1,2,3\n4,5\n");
        refused("SELECT * FROM " + at("short.csv"), "error: a row must", "line=3 expected=3 act");
        file("long.csv", "a,b,c\n1,2,3\n4,5,6\n7,8,9,10\n");
        refused("SELECT * FROM " + at("long.csv"), "error: ", "line=4 expected=3 actual=4");
    }

    @Test
    void aBadNumberInRowOneMillionAndOneIsFound() throws IOException {
        StringBuilder text = new StringBuilder("id,delay\n");
        for (int i = 1; i <= 1_000_000; i++) {
            text.append(i).append(',').append(i % 60).append('\n');
        }
        file("million.csv", text.append("1000001,n/a\n").toString());
        refused(
                "SELECT sum(delay) FROM " + at("million.csv"),
                "error: a value must fit its column's type: file=",
                "million.csv line=1000002 column=delay type=BIGINT text=\"n/a\". Set types");
    }

    // Sites.

    @Test
    void aHostThatDoesNotResolveIsNamed() {
        refused(
                "SELECT * FROM 'http://no-such-host.invalid/a.csv'",
                "error: request failed: GET http://no-such-host.invalid/a.csv: cannot resolve host"
                        + " no-such-host.invalid",
                "Check the spelling");
    }

    @Test
    void aSiteThatRefusesIsNamed() throws IOException {
        int port;
        try (ServerSocket gone = new ServerSocket(0)) {
            port = gone.getLocalPort();
        }
        String url = "http://127.0.0.1:" + port + "/a";
        refused(source(url, ""), "error: request failed: GET " + url, "connection refused");
    }

    @Test
    void aSiteThatHangsIsGivenUp() {
        web.on("/a", Reply.hang());
        refused(
                source(web.url("/a"), ", timeout = '200ms'"),
                "error: request failed: GET " + web.url("/a"),
                "no complete answer within 200 ms; source=s attempts=2. Raise the option timeout");
    }

    @Test
    void aStatusThatIsNoAnswerIsNamed() {
        Map<Integer, String> advice =
                Map.of(
                        404, "404 Not Found",
                        429, "429 Too Many Requests",
                        500, "500 Internal Server Error",
                        503, "503 Service Unavailable");
        advice.forEach((status, text) -> {
            web.on("/a" + status, Reply.status(status));
            refused(
                    source(web.url("/a" + status), 0, ""),
                    "error: request failed: GET " + web.url("/a" + status) + ": status " + text,
                    "source=s attempts=");
        });
        web.on("/a.csv", Reply.status(404));
        refused("SELECT * FROM '" + web.url("/a.csv") + "'", "error: request failed", "404");
    }

    @Test
    void anHtmlPageInPlaceOfJsonIsShown() {
        web.on("/a", Reply.html("<!doctype html><h1>Log in</h1>"));
        refused(source(web.url("/a"), ""), "error: JSON is needed", "starts=\"<!doctype html>");
        refused(
                "SELECT * FROM read_json('" + web.url("/a") + "')",
                "error: a file must hold what it is read as",
                "found=an HTML page");
    }

    @Test
    void aSelectorThatMatchesNothingIsToldWhatThereIs() {
        web.on("/t", Reply.html("<table class=planes><tr><th>a<tr><td>1</table>"));
        refused(
                "SELECT * FROM read_html('" + web.url("/t") + "', 'table.results')",
                "error: the selector must match something",
                "nothing matches \"table.results\"",
                "There are: table.planes");
        refused(
                "CREATE OR REPLACE SOURCE h (a INTEGER) WITH (url = '"
                        + web.url("/t")
                        + "', format = 'html', rows = 'table.results tr'); SELECT * FROM h",
                "error: the option rows must match something",
                "table.planes");
        web.on("/j", Reply.json("{\"results\":[]}"));
        refused(source(web.url("/j"), ", rows = '$.rows'"), "error: the option rows", "$.results");
    }

    @Test
    void aCompressionBombIsNotUnfolded() throws IOException {
        web.on("/a", Reply.gzipBomb("application/json", 80L << 20));
        refused(
                source(web.url("/a"), ""),
                "error: request failed",
                "at most 67108864 bytes once unpacked",
                "http_body_limit");
        Files.write(directory.resolve("bomb.csv.gz"), gzip("a,b\n" + "1,2\n".repeat(20 << 20)));
        refused(
                "SELECT count(*) FROM " + at("bomb.csv.gz"),
                "error: a compressed file may expand to at most 250 times its size",
                "set expansion_max");
    }

    @Test
    void aRedirectLoopIsCalledOne() {
        web.on("/a", Reply.redirect("/b")).on("/b", Reply.redirect("/a"));
        refused(source(web.url("/a"), ""), "error: redirects go in a loop: GET ", "/b");
    }

    // Settings, options and the sandbox.

    @Test
    void anUnknownSettingIsNamedWithTheNearestWhereverItStands() throws IOException {
        String expected = "unknown setting \"memry_limit\". Did you mean \"memory_limit\"?\n";
        refused("SET memry_limit = '1GB'", "error: " + expected);
        refused("RESET memry_limit", "error: " + expected);
        refused("SHOW memry_limit", "error: " + expected);
        assertEquals(2, run("SELECT 1", "--set", "memry_limit=1GB"), "bad usage");
        assertEquals("error: --set: " + expected, err.toString());
        Files.writeString(directory.resolve("data/telegraph.conf"), "\nmemry_limit = 1GB\n");
        refused("SELECT 1", "error: telegraph.conf line 2: " + expected);
    }

    @Test
    void anUnknownOptionIsNamedWithTheNearestWhereverItStands() {
        refused(
                "SELECT * FROM read_csv(" + at("people.csv") + ", headr => true)",
                "error: unknown option \"headr\". Did you mean \"header\"?");
        refused(
                "CREATE SOURCE t (a INTEGER) WITH (ulr = 'http://a.example/')",
                "error: an option must be one of those a source has: source=t option=ulr.",
                "Did you mean \"url\"?");
        refused(
                "CREATE SOURCE t (a INTEGER) WITH (url = 'http://a.example/', format = 'jsn')",
                "error: one of json, html, csv is needed: source=t option=format value=jsn. Did you"
                        + " mean \"json\"?");
        refused(
                "CREATE SOURCE t (a INTEGR) WITH (url = 'http://a.example/', format = 'json')",
                "error: unknown type \"INTEGR\" at 1:20. Did you mean \"integer\"?");
    }

    @Test
    void aSecondProcessOnTheSameSandboxIsToldOfTheFirst() {
        try (Database first = SessionDatabase.open(directory.resolve("data"), Map.of())) {
            assertTrue(first.tables().isEmpty());
            refused(
                    "SELECT 1",
                    "error: a sandbox is used by one process at a time: directory=",
                    "pid=" + ProcessHandle.current().pid(),
                    "If it is telegraph serve, connect to it",
                    "--data");
        }
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() {
        String below = directory.resolve("people.csv/data").toString();
        assertEquals(1, Main.run(arguments("SELECT 1", below), streams(), SessionDatabase::open));
        said("error: a sandbox directory must be one that can be written: directory=" + below);
        assertFalse(err.toString().contains("Exception"), err::toString);
        err.getBuffer().setLength(0);
        String file = directory.resolve("people.csv").toString();
        assertEquals(1, Main.run(arguments("SELECT 1", file), streams(), SessionDatabase::open));
        said("cause=it is a file. Name another directory with --data.");
    }

    /// Statements that declare a source and read it.
    private static String source(String url, String more) {
        return source(url, 1, more);
    }

    private static String source(String url, int retries, String more) {
        return "CREATE OR REPLACE SOURCE s (a INTEGER) WITH (url = '%s', format = 'json', retries = %d%s); SELECT * FROM s"
                .formatted(url, retries, more);
    }

    /// The last statement must fail with a message of one line that begins with the first part and
    /// contains the others.
    private void refused(String sql, String begins, String... contains) {
        assertEquals(1, run(sql), () -> sql + " gave " + out + err);
        assertTrue(err.toString().startsWith(begins), () -> sql + " gave " + err);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertFalse(err.toString().contains("Exception"), err::toString);
        said(contains);
        if (!sql.startsWith("SELECT 1;")) {
            assertEquals("", out.toString());
        }
    }

    private void said(String... contains) {
        for (String part : contains) {
            assertTrue(err.toString().contains(part), () -> "no " + part + " in " + err);
        }
    }

    private int run(String sql, String... more) {
        err.getBuffer().setLength(0);
        List<String> all =
                new ArrayList<>(List.of(arguments(sql, directory.resolve("data").toString())));
        all.addAll(List.of(more));
        return Main.run(all.toArray(new String[0]), streams(), SessionDatabase::open);
    }

    private static String[] arguments(String sql, String data) {
        return new String[] {"sql", "-c", sql, "--data", data, "--format", "csv"};
    }

    private void file(String name, String content) throws IOException {
        Files.writeString(directory.resolve(name), content);
    }

    /// A file's name as a table.
    private String at(String name) {
        return "'" + directory.resolve(name) + "'";
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private Streams streams() {
        return new Streams(
                new ByteArrayInputStream(new byte[0]),
                out,
                err,
                "",
                false,
                () -> {
                    throw new AssertionError("no terminal is needed");
                });
    }
}
