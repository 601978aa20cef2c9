package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;
import telegraph.crawler.visit.Visit;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Seeds;
import telegraph.testkit.model.Away;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.Expected;
import telegraph.testkit.web.SyntheticWeb;

/// A crawl in another process is killed at any moment, again and again: what is in its directory in
/// the end is the one right answer, and only what was under way was fetched twice.
class KillTest {
    private static final int FETCHERS = 32;

    @TempDir private Path folder;

    @Test
    void aCrawlThatIsKilledGoesOnAndLosesNothing() {
        Seeds.run(1, (seed, random) -> kills(random, WebShape.of(seed, 30, 60), 3));
    }

    @Test
    @Tag("slow")
    void aCrawlThatIsKilledAgainAndAgainGoesOnAndLosesNothing() {
        Seeds.run(4, (seed, random) -> kills(random, WebShape.of(seed, 100, 150), 12));
    }

    @Test
    @Tag("slow")
    void aCrawlThatIsKilledWhileItWaitsForItsNetworkGoesOnAndLosesNothing() throws Exception {
        Path into = Files.createTempDirectory(folder, "crawl");
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(61, 30, 60))) {
            Process process = start(web, into);
            try (BufferedReader said = process.inputReader()) {
                assertEquals("started", said.readLine());
                assertEquals("page", said.readLine());
                web.goAway(Away.REFUSING);
                assertEquals("away", said.readLine());
            } finally {
                process.destroyForcibly();
            }
            process.waitFor();
            int before = pages(into).size();
            web.comeBack();
            assertTrue(run(web, into, 0));
            Map<String, Integer> times = pages(into);
            assertEquals(web.expected(Reach.ANY, web.seed()).answered().keySet(), times.keySet());
            assertTrue(before < times.size(), "before=" + before);
            assertTrue(times.values().stream().allMatch(count -> count == 1));
        }
    }

    private void kills(RandomGenerator random, WebShape shape, int killsMax) throws Exception {
        Path into = Files.createTempDirectory(folder, "crawl");
        int kills = 0;
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            for (boolean complete = false; !complete; ) {
                long slowest = kills < killsMax ? 20 + random.nextInt(400) : 0;
                complete = run(web, into, slowest);
                kills += complete ? 0 : 1;
            }
            Expected right = web.expected(Reach.ANY, web.seed());
            Map<String, Integer> times = pages(into);
            assertEquals(right.answered().keySet(), times.keySet());
            assertTrue(kills > 0, "killed=" + kills);
            int twice = times.values().stream().mapToInt(count -> count - 1).sum();
            assertEquals(0, twice, "pages in the journal twice");
            // Under way are visits of several URLs, and what was fetched and not yet written.
            long again = web.counts().repeated();
            assertTrue(
                    again <= (long) kills * FETCHERS * Visit.URLS_MAX,
                    "again=" + again + " kills=" + kills);
        }
    }

    /// Crawls until the end, or for as many milliseconds from the first page.
    private static boolean run(SyntheticWeb web, Path into, long killAfterMillis)
            throws IOException, InterruptedException {
        Process process = start(web, into);
        try (BufferedReader said = process.inputReader()) {
            String line = said.readLine();
            assertEquals("started", line);
            line = said.readLine();
            if (killAfterMillis > 0 && "page".equals(line)) {
                if (!process.waitFor(killAfterMillis, TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                    process.waitFor();
                    return false;
                }
            }
            line = "page".equals(line) ? said.readLine() : line;
            assertEquals("COMPLETE", line);
            assertEquals(0, process.waitFor());
            return true;
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(SyntheticWeb web, Path into) throws IOException {
        InetSocketAddress names = web.resolver();
        List<String> command =
                Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx96m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledCrawl.class.getName(),
                                web.seed(),
                                names.getAddress().getHostAddress() + ":" + names.getPort(),
                                into.toString(),
                                "0",
                                String.valueOf(FETCHERS))
                        .toList();
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static Map<String, Integer> pages(Path into) {
        Map<String, Integer> times = new HashMap<>();
        try (MemoryManager memory = new MemoryManager(16 << 20);
                Region region = memory.query("read", 16 << 20);
                PageLogReader log =
                        PageLogReader.open(Disk.FILES, into, LogPosition.START, region)) {
            PageView view = new PageView();
            while (log.next()) {
                if (log.isPage() && log.page(view).status() != 0) {
                    times.merge(view.url(), 1, Integer::sum);
                }
            }
        }
        return times;
    }
}
