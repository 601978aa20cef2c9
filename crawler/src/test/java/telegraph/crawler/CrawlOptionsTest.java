package telegraph.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.TelegraphException;

class CrawlOptionsTest {
    @Test
    void optionsAreSetByTheNamesOfTheCommandAndOfSql() {
        CrawlOptions options =
                CrawlOptions.builder()
                        .set("seed", "http://localhost:8000/")
                        .set("per-host-delay", "200ms")
                        .set("max_pages", "10_000")
                        .set("max-bytes", "64KB")
                        .set("robots", "off")
                        .set("keep", "body")
                        .build();
        assertEquals(List.of("http://localhost:8000/"), options.seeds());
        assertEquals(Duration.ofMillis(200), options.manners().hostDelay());
        assertEquals(Duration.ofMillis(50), options.manners().addressDelay());
        assertEquals(10_000, options.scope().pagesMax());
        assertEquals(64 << 10, options.transport().bodyBytesMax());
        assertFalse(options.manners().robots());
        assertEquals(KeptParts.Content.BODY, options.keeping().content());
    }

    @Test
    void anUnknownOptionIsToldTheNearestName() {
        TelegraphException thrown =
                assertThrows(
                        TelegraphException.class,
                        () -> CrawlOptions.builder().set("per-hots-delay", "1s"));
        assertTrue(
                thrown.getMessage().contains("Did you mean \"per-host-delay\"?"), thrown::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "per-host-delay, 5 parsecs",
        "per-host-delay, 5",
        "max-pages, many",
        "max-depth, 99999999999",
        "max-bytes, -1",
        "max-bytes, 4GB",
        "robots, perhaps",
        "keep, everything"
    })
    void aValueThatMeansNothingIsRefusedWithTheValuesAllowed(String name, String value) {
        TelegraphException thrown =
                assertThrows(
                        TelegraphException.class, () -> CrawlOptions.builder().set(name, value));
        assertEquals(TelegraphException.Kind.INPUT, thrown.kind());
        assertTrue(thrown.getMessage().startsWith(name + " takes "), thrown::toString);
        assertTrue(thrown.getMessage().endsWith("found='" + value + "'"), thrown::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "seed, ftp://localhost/, a seed is an absolute URL",
        "seed, no URL at all, a seed is an absolute URL",
        "scope, (, a regular expression",
        "include, [, a regular expression",
        "exclude, *, a regular expression",
        "resolver, nobody, a name server is an address",
        "proxy, ftp://localhost/, a proxy is written",
        "auth, nobody, auth is a user and a password",
        "header, nonsense, a header is a name and a line",
        "user_agent, Crawler (no name), ",
    })
    void whatCannotStartIsRefusedBeforeItLeavesAnythingBehind(
            String name, String value, String words) {
        CrawlOptions.Builder builder =
                CrawlOptions.builder().seed("http://localhost/").set(name, value);
        if (words == null) {
            builder.build();
            return;
        }
        TelegraphException thrown = assertThrows(TelegraphException.class, builder::build);
        assertEquals(TelegraphException.Kind.INPUT, thrown.kind());
        assertTrue(thrown.getMessage().contains(words), thrown::toString);
    }

    @Test
    void aNameIsToldAsItWasWritten() {
        TelegraphException thrown =
                assertThrows(
                        TelegraphException.class,
                        () -> CrawlOptions.builder().set("max_pages", "many"));
        assertTrue(thrown.getMessage().startsWith("max_pages takes"), thrown::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:8000",
                "localhost",
                "127.0.0.1:8000/a",
                "http://[::1]:8000/",
                "http://user@a.localhost/?x=//b",
            })
    void thisMachineNeedsNoContactWhetherOrNotASeedHasAScheme(String seed) {
        assertEquals(List.of(seed), CrawlOptions.builder().seed(seed).build().seeds());
    }

    @ParameterizedTest
    @CsvSource({"max-pages, 0", "max-depth, 70000", "fetchers, 0", "memory, 1MB", "timeout, 0"})
    void aValueOutOfBoundsIsRefusedWithTheBounds(String name, String value) {
        TelegraphException thrown =
                assertThrows(
                        TelegraphException.class,
                        () ->
                                CrawlOptions.builder()
                                        .seed("http://localhost/")
                                        .set(name, value)
                                        .build());
        assertEquals(TelegraphException.Kind.INPUT, thrown.kind());
        assertTrue(thrown.getMessage().contains(name), thrown::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost/",
                "http://LOCALHOST:80/a",
                "http://127.0.0.1:8080",
                "https://127.9.8.7?q",
                "http://[::1]:7/x",
                "localhost:8000",
                "127.0.0.1/a//b",
                "http://user@localhost/"
            })
    void loopbackIsCrawledWithoutAContact(String seed) {
        CrawlOptions options = CrawlOptions.builder().seed(seed).build();
        assertEquals("Telegraph", options.manners().robotsName());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org/",
                "http://localhost.example.org/",
                "http://localhost@example.org/",
                "xlocalhost/",
                "http:/example.org//localhost/",
                "http://10.0.0.1/",
                "http://[::2]/"
            })
    void nobodyElseIsCrawledWithoutAContact(String seed) {
        TelegraphException thrown =
                assertThrows(
                        TelegraphException.class,
                        () -> CrawlOptions.builder().seed("http://localhost/").seed(seed).build());
        assertTrue(thrown.getMessage().contains("user-agent"), thrown::toString);
        CrawlOptions named =
                CrawlOptions.builder()
                        .seed(seed)
                        .userAgent("Example/1.0 (+https://example.org/crawler)")
                        .build();
        assertEquals("Example", named.manners().robotsName());
    }

    @Test
    void aNameServerOnLoopbackNeedsNoContact() {
        CrawlOptions options =
                CrawlOptions.builder()
                        .seed("http://h7.synth.test:8080/")
                        .resolver("127.0.0.1:5353")
                        .build();
        assertEquals("127.0.0.1:5353", options.transport().resolver());
    }

    @Test
    void theSystemsNameServerOnLoopbackLeadsToOthers() {
        CrawlOptions.Builder options =
                CrawlOptions.builder().seed("http://example.org/").resolver("127.0.0.53:53");
        assertThrows(TelegraphException.class, options::build);
    }

    @Test
    void aUserAgentCannotSmuggleAHeader() {
        assertThrows(
                TelegraphException.class,
                () ->
                        CrawlOptions.builder()
                                .seed("http://localhost/")
                                .userAgent("A\r\nHost: evil")
                                .build());
    }

    @Test
    void aCrawlWithoutASeedGoesOnOrIsRefused() {
        assertThrows(TelegraphException.class, () -> CrawlOptions.builder().build());
        assertTrue(CrawlOptions.builder().mustResume(true).build().seeds().isEmpty());
    }

    @Test
    void everyOptionHasWordsOfHelp() {
        assertTrue(
                Arrays.stream(CrawlSetting.values())
                        .noneMatch(s -> s.words().isBlank() || s.takes().isBlank()));
    }
}
