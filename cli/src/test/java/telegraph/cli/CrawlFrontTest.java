package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.cli.display.Streams;
import telegraph.crawler.CrawlOptions;
import telegraph.testkit.Threads;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// `telegraph crawl` of a made-up web: in this process, and in one of its own where signals come.
@Execution(ExecutionMode.CONCURRENT)
final class CrawlFrontTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private Streams streams() {
        return new Streams(
                new ByteArrayInputStream(new byte[0]),
                out,
                err,
                "",
                false,
                () -> {
                    throw new AssertionError("there is no terminal");
                });
    }

    private List<String> line(SyntheticWeb web, String... more) {
        List<String> line =
                new ArrayList<>(
                        List.of(
                                "crawl",
                                web.seed(),
                                "--scope=any",
                                "--resolver=" + resolver(web),
                                "--into=" + folder.resolve("crawl"),
                                "--per-address-delay=0"));
        line.addAll(List.of(more));
        return line;
    }

    private static String resolver(SyntheticWeb web) {
        InetSocketAddress at = web.resolver();
        return at.getAddress().getHostAddress() + ":" + at.getPort();
    }

    private int run(List<String> line) {
        return Main.run(
                line.toArray(String[]::new),
                streams(),
                (directory, settings) -> new FakeDatabase());
    }

    @Test
    void aCrawlEndsWithTheExactNumberOfPagesAndIsCompleteForEver() {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(1, 4, 10))) {
            assertEquals(40, web.expectedAnswers(Reach.ANY, web.seed()));
            assertEquals(0, run(line(web, "--per-host-delay=0")), err::toString);
            String text = out.toString();
            assertTrue(text.startsWith("complete  no URL is left\npages     40  "), text);
            assertTrue(text.contains("4 hosts"), text);
            assertTrue(text.contains("files     " + folder.resolve("crawl")), text);
            assertEquals("", err.toString());

            out.getBuffer().setLength(0);
            assertEquals(0, run(line(web, "--per-host-delay=0", "--format=json")), err::toString);
            assertTrue(
                    out.toString().startsWith("{\"end\":\"complete\",\"rows\":40,"), out::toString);
            assertEquals(40, web.counts().distinct());
            assertEquals(0, web.counts().repeated());
            assertEquals(Map.of(), web.counts().violations());
        }
    }

    @Test
    void whatIsMissingIsToldByTheExitCodeAndComesWithTheNextStart() {
        WebShape shape = WebShape.of(1, 4, 10).at(2, NameKind.FAILING).at(3, HostKind.RESETTING);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            for (int start = 0; start < 2; start++) {
                out.getBuffer().setLength(0);
                assertEquals(3, run(line(web, "--per-host-delay=0")), err::toString);
                String text = out.toString();
                assertTrue(text.startsWith("missing   "), text);
                assertTrue(text.contains(" URLs of 2 hosts that did not answer; "), text);
                assertTrue(text.contains("pages     20  "), text);
                assertFalse(text.contains("complete"), text);
            }
        }
    }

    @Test
    void asManyPagesAsWantedAreEnough() {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(1, 4, 10))) {
            assertEquals(0, run(line(web, "--per-host-delay=0", "--max-pages=7")), err::toString);
            assertTrue(out.toString().startsWith("enough"), out::toString);
            assertTrue(out.toString().contains("pages     7  "), out::toString);
        }
    }

    /// Would not end within an hour if the first page had to wait for the delay behind robots.txt.
    @Test
    @Timeout(120)
    void theFirstPageDoesNotWaitForADelay() {
        WebShape shape = WebShape.of(1, 4, 10).withDelays(3_600_000, 0);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            assertEquals(0, run(line(web, "--per-host-delay=1h", "--max-pages=1")), err::toString);
            assertTrue(out.toString().contains("pages     1  "), out::toString);
            assertEquals(Map.of(), web.counts().violations());
        }
    }

    @Test
    void whenNoPageComesItIsSaidWhy() {
        String seed = "http://127.0.0.1:1/";
        String into = folder.resolve("crawl").toString();
        assertEquals(1, run(List.of("crawl", seed, "--into", into, "--per-host-delay=0")));
        String said = err.toString();
        assertTrue(said.startsWith("error: no page came: " + seed + ": "), said);
        assertTrue(said.contains("connect_refused"), said);
    }

    @Test
    void thereIsNothingToGoOnWithInAnEmptyDirectory() {
        assertEquals(Main.USAGE, run(List.of("crawl", "--into", folder.toString())));
        assertTrue(err.toString().startsWith("error: "), err::toString);
        assertTrue(err.toString().contains(folder.toString()), err::toString);
    }

    @Test
    void theInterruptKeyStopsItAndTheSameDirectoryGoesOn() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(1, 4, 10).withDelays(100, 0))) {
            // So unhurried that nobody is late who stops it.
            CrawlFront crawling = new CrawlFront(streams(), options(web, 1_000), false);
            CompletableFuture<Integer> code = CompletableFuture.supplyAsync(crawling::run);
            Threads.await("some pages", () -> web.counts().distinct() >= 3);
            crawling.interrupt();
            assertEquals(130, code.get(120, TimeUnit.SECONDS), err::toString);
            assertTrue(out.toString().startsWith("stopped"), out::toString);
            long before = web.counts().distinct();
            assertTrue(before < 40, "it was over before it was stopped: pages=" + before);

            out.getBuffer().setLength(0);
            assertEquals(
                    0, new CrawlFront(streams(), options(web, 100), false).run(), err::toString);
            assertTrue(out.toString().contains("pages     40  "), out::toString);
            assertEquals(40, web.counts().distinct());
            assertEquals(0, web.counts().repeated());
            assertEquals(Map.of(), web.counts().violations());
        }
    }

    private CrawlOptions options(SyntheticWeb web, int delayMillis) {
        return CrawlOptions.builder()
                .seed(web.seed())
                .into(folder.resolve("crawl"))
                .reach("any")
                .resolver(resolver(web))
                .hostDelay(Duration.ofMillis(delayMillis))
                .addressDelay(Duration.ZERO)
                .build();
    }

    private Process start(List<String> line) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-XX:+UseSerialGC",
                                "-Xmx96m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "telegraph.cli.Main"));
        command.addAll(line);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("said"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void signalsEndAProcessInOrderOrAtOnceAndNoPageIsLost() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(2, 5, 12).withDelays(50, 0))) {
            // So unhurried that nobody is late who ends it.
            List<String> line = line(web, "--per-host-delay=1s");
            kill(web, line, 4, true);
            assertFalse(said().contains("complete"));
            kill(web, line, 9, false);
            assertTrue(said().startsWith("stopped"));

            assertEquals(0, run(line(web, "--per-host-delay=50ms")), err::toString);
            assertTrue(out.toString().contains("pages     60  "), out::toString);
            assertEquals(60, web.counts().distinct());
            // What was under way when the process was killed.
            assertTrue(web.counts().repeated() <= 5, web.counts()::toString);
        }
    }

    private void kill(SyntheticWeb web, List<String> line, int after, boolean atOnce)
            throws Exception {
        Process crawl = start(line);
        try {
            Threads.await("some pages", () -> web.counts().distinct() >= after || !crawl.isAlive());
            assertTrue(crawl.isAlive(), () -> "it has ended: " + said());
            if (atOnce) {
                crawl.destroyForcibly();
            } else {
                crawl.destroy();
            }
            assertTrue(crawl.waitFor(120, TimeUnit.SECONDS));
            assertEquals(atOnce ? 137 : 130, crawl.exitValue());
        } finally {
            crawl.destroyForcibly();
        }
    }
}
