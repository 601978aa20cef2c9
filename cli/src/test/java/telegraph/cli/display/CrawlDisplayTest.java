package telegraph.cli.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.cli.FakeTerminal;
import telegraph.cli.FakeTicker;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.Outcome;

/// What is shown of a crawl while it runs and at its end.
final class CrawlDisplayTest {
    private static final Path INTO = Path.of("telegraph-data", "crawls", "h0.synth.test");

    private final FakeTerminal terminal = new FakeTerminal(80, 24);
    private final FakeTicker ticker = new FakeTicker();
    private CrawlStatus status =
            new CrawlStatus(
                    12_400,
                    12_345,
                    0,
                    Map.of(2, 11_938L, 3, 350L, 4, 57L),
                    61_234_567,
                    498.3,
                    100,
                    8_123,
                    20_468,
                    Map.of(
                            Outcome.CONNECT_FAILED,
                            3L,
                            Outcome.TIMEOUT,
                            12L,
                            Outcome.FETCHED,
                            12_345L,
                            Outcome.BOMB,
                            0L),
                    0,
                    Map.of("scope", 4_011L, "depth", 31L),
                    61_000_000,
                    134_217_728,
                    37,
                    "waits for h7.synth.test\u001b[2J until its delay is over",
                    Duration.ZERO,
                    Duration.ofMillis(20),
                    Duration.ofSeconds(83));

    private CrawlDisplay display(Screen screen, long pagesMax) {
        CrawlDisplay.What what =
                new CrawlDisplay.What("http://h0.synth.test/ into " + INTO, pagesMax);
        return new CrawlDisplay(screen, what, () -> status, ticker);
    }

    @Test
    void aTerminalShowsEverythingInPlaceAndIsRestoredAtTheEnd() {
        CrawlDisplay display = display(terminal.screen(), 20_000);
        assertTrue(display.tick());
        assertEquals("", terminal.text());
        ticker.pass(300);
        display.tick();
        assertEquals(
                """
                1:23  http://h0.synth.test/ into telegraph-data/crawls/h0.synth.test
                pages     12,345  498/s  61.2 MB  [██████····]  61 % of 20,000
                frontier  8,123 queued  20,468 seen  100 hosts  37 fetching
                answers   11,938 2xx  350 3xx  57 4xx
                errors    12 timeout  3 connect_failed
                left out  4,011 scope  31 depth
                memory    61.0 MB of 134.2 MB
                waits     for h7.synth.test\\u001b[2J until its delay is over
                Ctrl-C stops; the same command goes on\
                """,
                terminal.text());
        display.stopping();
        assertTrue(terminal.text().contains("stopping;"), terminal.text());
        display.close();
        assertEquals("", terminal.text());
        assertTrue(terminal.isRestored());
        assertFalse(display.tick());
    }

    @Test
    void aLowAndNarrowTerminalShowsWhatMattersMost() {
        terminal.resize(30, 4);
        CrawlDisplay display = display(terminal.screen(), Long.MAX_VALUE);
        ticker.pass(300);
        display.tick();
        List<String> lines = terminal.text().lines().toList();
        assertEquals(3, lines.size(), terminal.text());
        assertEquals("pages     12,345  498/s  61.2…", lines.get(1));
        display.close();
        assertTrue(terminal.isRestored());
    }

    @Test
    void whereNothingCanBeReplacedALineComesNowAndThen() {
        StringWriter log = new StringWriter();
        CrawlDisplay display = display(Screen.plain(log), 20_000);
        for (int second = 0; second < 25; second++) {
            ticker.pass(1_000);
            display.tick();
        }
        display.close();
        String line =
                "1:23  12,345 pages  498/s  61.2 MB  8,123 queued  20,468 seen  100 hosts"
                        + "  37 fetching  15 errors  waits for h7.synth.test\\u001b[2J until its"
                        + " delay is over\n";
        assertEquals(line + line, log.toString());
    }

    @Test
    void theEndIsToldInWords() {
        CrawlSummary summary =
                new CrawlSummary(
                        CrawlSummary.End.COMPLETE,
                        status,
                        CrawlSummary.Missing.NOTHING,
                        List.of("h7 mirrors h3 (41 of 41 pages)"),
                        Optional.empty());
        assertEquals(
                """
                complete  no URL is left
                pages     12,345  61.2 MB  in 1:23  149/s
                urls      12,400 done  8,123 queued  20,468 seen  100 hosts
                answers   11,938 2xx  350 3xx  57 4xx
                errors    12 timeout  3 connect_failed
                left out  4,011 scope  31 depth
                mirrors   h7 mirrors h3 (41 of 41 pages)
                files     telegraph-data/crawls/h0.synth.test
                """,
                CrawlReport.text(summary, INTO));
    }

    @Test
    void theEndIsToldToPrograms() {
        CrawlSummary summary =
                new CrawlSummary(
                        CrawlSummary.End.STOPPED,
                        status,
                        CrawlSummary.Missing.NOTHING,
                        List.of("a \"b\""),
                        Optional.empty());
        assertEquals(
                """
                {"end":"stopped","rows":12400,"pages":12345,"pages_before":0,"bytes":61234567,"hosts":100,"queued":8123,\
                "seen":20468,"millis":83000,"answers":{"2xx":11938,"3xx":350,"4xx":57},"errors":{"connect_failed":3,"timeout":12},\
                "missing_urls":0,"missing_hosts":0,"network_away_millis":0,"left_out":{"depth":31,"scope":4011},"mirrors":["a \\"b\\""],\
                "into":"telegraph-data/crawls/h0.synth.test"}
                """,
                CrawlReport.json(summary, INTO));
    }

    @Test
    void aCrawlWithoutHostsThatDidNotAnswerIsNotComplete() {
        CrawlSummary summary =
                new CrawlSummary(
                        CrawlSummary.End.INCOMPLETE,
                        status,
                        new CrawlSummary.Missing(3_679, 12),
                        List.of(),
                        Optional.empty());
        String text = CrawlReport.text(summary, INTO);
        assertTrue(
                text.startsWith(
                        "missing   3,679 URLs of 12 hosts that did not answer; the same command asks"
                                + " them again\n"),
                text);
        assertFalse(text.contains("complete"), text);
        String json = CrawlReport.json(summary, INTO);
        assertTrue(json.startsWith("{\"end\":\"incomplete\","), json);
        assertTrue(json.contains("\"missing_urls\":3679,\"missing_hosts\":12,"), json);
    }

    @Test
    void manyMirrorsAreCountedAndNotAllNamed() {
        List<String> mirrors = IntStream.range(0, 25).mapToObj(i -> "m" + i).toList();
        String text =
                CrawlReport.text(
                        new CrawlSummary(
                                CrawlSummary.End.COMPLETE,
                                status,
                                CrawlSummary.Missing.NOTHING,
                                mirrors,
                                Optional.empty()),
                        INTO);
        assertTrue(text.contains("mirrors   m9\n          and 15 more\n"), text);
    }

    @Test
    void timesAndRatesReadWell() {
        assertEquals("0.4 s", CrawlLines.time(Duration.ofMillis(400)));
        assertEquals("59.9 s", CrawlLines.time(Duration.ofMillis(59_900)));
        assertEquals("1:00", CrawlLines.time(Duration.ofSeconds(60)));
        assertEquals("27:46:39", CrawlLines.time(Duration.ofSeconds(99_999)));
        assertEquals("0.3/s", CrawlLines.rate(0.26));
        assertEquals("12,346/s", CrawlLines.rate(12_345.6));
    }
}
