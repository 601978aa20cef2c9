package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.cli.display.Streams;
import telegraph.crawler.CrawlSetting;
import telegraph.crawler.Outcome;

/// `telegraph crawl` as far as nothing is crawled.
final class CrawlCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String in, String... arguments) {
        Streams streams =
                new Streams(
                        new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                        out,
                        err,
                        "",
                        false,
                        () -> {
                            throw new AssertionError("there is no terminal");
                        });
        return Main.run(arguments, streams, (directory, settings) -> new FakeDatabase());
    }

    @Test
    void helpNamesEveryOption() {
        assertEquals(0, run("", "crawl", "--help"));
        for (CrawlSetting setting : CrawlSetting.values()) {
            assertTrue(out.toString().contains("--" + setting.key()), setting.key() + " in " + out);
        }
        for (String option : new String[] {"--seed-file", "--format", "--demo"}) {
            assertTrue(out.toString().contains(option), option + " in " + out);
        }
    }

    @Test
    void theManualNamesEveryOptionAndEveryOutcome() throws Exception {
        String manual = Files.readString(Path.of("..", "docs", "crawler.md"));
        for (CrawlSetting setting : CrawlSetting.values()) {
            assertTrue(manual.contains("`--" + setting.key()), setting.key());
        }
        for (Outcome outcome : EnumSet.complementOf(EnumSet.of(Outcome.FETCHED))) {
            assertTrue(manual.contains("`" + outcome.label() + "`"), outcome.label());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--per-host-delay=soon, per-host-delay takes a length of time",
        "--max-pages=many,      max-pages takes a whole number",
        "--max-pages=0,         max-pages is at least 1",
        "--max-bytes=3 apples,  max-bytes takes a size",
        "--keep=all,            'keep takes text, body or nothing'",
        "--format=xml,          the formats are text and json",
        "--demo,                ./telegraph crawl --demo",
        "--max-page=3,          Did you mean --max-pages?",
        "--per-host-dely=3,     Did you mean --per-host-delay?",
        "--seed-file=none,      there is no such file",
        "--seed=ftp://x/,       a seed is an absolute URL",
        "--scope=(,             a regular expression",
        "--include=[,           a regular expression",
        "--resolver=nobody,     a name server is an address",
        "--proxy=ftp://x/,      a proxy is written",
        "--auth=nobody,         auth is a user and a password",
        "--header=nonsense,     a header is a name",
        "--extension=no.jar,    the jar of an extension must be readable",
    })
    void whatMakesNoSenseIsRefused(String argument, String message) {
        String into = folder.resolve("crawl").toString();
        assertEquals(Main.USAGE, run("", "crawl", "--into", into, "http://127.0.0.1:1/", argument));
        assertTrue(err.toString().contains(message), err::toString);
        assertFalse(Files.exists(folder.resolve("crawl/pages-000001.log")), "nothing was begun");
        assertEquals("", out.toString());
    }

    @Test
    void withoutASeedThereIsNothingToDo() {
        assertEquals(Main.USAGE, run("", "crawl"));
        assertTrue(err.toString().contains("Give a seed"), err::toString);
        assertEquals(Main.USAGE, run("# none\n\n", "crawl", "--seed-file", "-"));
    }

    @Test
    void whoCrawlsOthersSaysHowToBeReached() {
        assertEquals(Main.USAGE, run("", "crawl", "https://example.org/"));
        assertTrue(err.toString().contains("user-agent"), err::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "http://example.org/a/b?c,        example.org",
        "https://Example.ORG:8443,        example.org_8443",
        "http://u:p@example.org/@x,       example.org",
        "http://[::1]:80/,                _1_80",
        "http://../../etc/,               _",
        "example.org,                     example.org",
        "http://,                         _",
        "http://bücher.example/,          xn--bcher-kva.example",
    })
    void aCrawlWithoutAPlaceGetsOneByItsHost(String seed, String name) {
        assertEquals(Path.of("telegraph-data", "crawls", name), CrawlCommand.place(seed));
    }
}
