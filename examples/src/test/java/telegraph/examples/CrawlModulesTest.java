package telegraph.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// The modules of `telegraph.examples.crawl`, compiled and packed as docs/crawler.md says, and
/// loaded by the command in a process that does not have them on its class path.
final class CrawlModulesTest {
    private static final Path SOURCES =
            Path.of("src", "main", "java", "telegraph", "examples", "crawl");
    private static final String PACKAGE = "telegraph.examples.crawl.";

    @TempDir private Path folder;
    private String classPath;

    @BeforeEach
    void leaveOutTheExamples() {
        classPath =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry ->
                                !Path.of(entry)
                                        .toAbsolutePath()
                                        .startsWith(Path.of("").toAbsolutePath()))
                        .collect(Collectors.joining(File.pathSeparator));
    }

    /// What the manual's `javac` and `jar` make of a source file.
    private Path jar(String name, String source) throws IOException {
        Path file = folder.resolve(name + ".java");
        Files.writeString(file, source);
        Path classes = Files.createDirectories(folder.resolve(name));
        tool("javac", "-cp", classPath, "-d", classes.toString(), file.toString());
        Path jar = folder.resolve(name + ".jar");
        tool("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        return jar;
    }

    private Path jar(String name) throws IOException {
        return jar(name, Files.readString(SOURCES.resolve(name + ".java")));
    }

    private static void tool(String name, String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        assertEquals(
                0,
                ToolProvider.findFirst(name).orElseThrow().run(out, out, arguments),
                said::toString);
    }

    private void telegraph(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-XX:+UseSerialGC",
                                "-cp",
                                classPath,
                                "telegraph.cli.Main"));
        command.addAll(List.of(arguments));
        Path said = folder.resolve("said");
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        try {
            assertTrue(process.waitFor(600, TimeUnit.SECONDS), () -> "it does not end: " + said);
            assertEquals(0, process.exitValue(), Files.readString(said));
        } finally {
            process.destroyForcibly();
        }
    }

    private void crawl(SyntheticWeb web, String... more) throws Exception {
        List<String> line =
                new ArrayList<>(
                        List.of(
                                "crawl",
                                web.seed(),
                                "--resolver",
                                web.resolver().getAddress().getHostAddress()
                                        + ":"
                                        + web.resolver().getPort(),
                                "--per-host-delay",
                                "0",
                                "--into",
                                "crawled"));
        line.addAll(List.of(more));
        telegraph(line.toArray(String[]::new));
    }

    @Test
    void columnsOfAModuleStandBesideThoseOfThePage() throws Exception {
        Path jar = jar("WordCounts");
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 1, 20))) {
            crawl(web, "--extension", jar + "#" + PACKAGE + "WordCounts");
        }
        // The pages that are kept are read without the module.
        try (Connection connection = DriverManager.getConnection("jdbc:telegraph::memory:");
                Statement statement = connection.createStatement();
                ResultSet counts =
                        statement.executeQuery(
                                "SELECT count(*), min(words) > 0, max(length(longest)) > 1 FROM crawl_pages('"
                                        + folder.resolve("crawled")
                                        + "')")) {
            assertTrue(counts.next());
            assertEquals(20, counts.getInt(1));
            assertTrue(counts.getBoolean(2));
            assertTrue(counts.getBoolean(3));
        }
    }

    @Test
    void aModuleThatReceivesPagesGetsEachOnce() throws Exception {
        Path jar = jar("TitleList");
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 1, 20))) {
            crawl(web, "--extension", jar + "#" + PACKAGE + "TitleList");
        }
        List<String> titles =
                Files.readAllLines(folder.resolve("titles.tsv"), StandardCharsets.UTF_8);
        assertEquals(20, titles.size());
        assertEquals(
                20, titles.stream().map(line -> line.replaceFirst("\t.*", "")).distinct().count());
        assertTrue(
                titles.stream().allMatch(line -> line.matches("http://[^\t]+\t.+")),
                titles::toString);
    }

    @Test
    void theManualsModuleRefusesUrls() throws Exception {
        String manual = Files.readString(Path.of("..", "docs", "crawler.md"));
        String source =
                Pattern.compile(
                                "```java\\n(import [^`]*class NoCalendars [^`]*)```",
                                Pattern.DOTALL)
                        .matcher(manual)
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1);
        Path jar = jar("NoCalendars", source);
        String page = "<a href='/events/2026/11/22/'>today</a> <a href='/2026/about'>about</a>";
        try (FaultServer server = new FaultServer()) {
            server.on("/", Reply.html(page));
            server.on("/events/2026/11/22/", Reply.html("a day"));
            server.on("/2026/about", Reply.html("about"));
            server.on("/robots.txt", Reply.status(404));
            telegraph(
                    "crawl",
                    server.url("/"),
                    "--per-host-delay",
                    "0",
                    "--extension",
                    jar + "#NoCalendars");
            assertEquals(1, server.requests("/"));
            assertEquals(1, server.requests("/2026/about"));
            assertEquals(0, server.requests("/events/2026/11/22/"));
        }
    }
}
