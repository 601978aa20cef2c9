package telegraph.examples.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import telegraph.examples.fleet.Fleet;
import telegraph.examples.fleet.Pace;
import telegraph.ground.Ticker;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.testkit.Threads;

/// The page over the demonstration's sites, as `serve --demo` shows it. It also takes the pictures
/// of the README, into `target/screenshots` or where the system property `telegraph.pictures` says.
class ServedPageTest {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path PICTURES =
            Path.of(System.getProperty("telegraph.pictures", "target/screenshots"));
    private static final int PATIENCE_MILLIS = 120_000;

    /// Sites that take their time until somebody has seen what there is to be seen, and none then.
    private static final class Pausing implements Ticker {
        private volatile int slower = 3;

        @Override
        public long nanos() {
            return Ticker.SYSTEM.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Ticker.SYSTEM.sleep(duration.multipliedBy(slower));
        }
    }

    @Test
    void theFirstQuestionIsReadyToRunAndEndsAsExpected() throws Exception {
        Assumptions.assumeTrue(
                Files.exists(CHROMIUM),
                "the page is not tested: this machine has no Chromium. Install Debian's chromium");
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        List<Question> questions = Question.all();
        Pausing pausing = new Pausing();
        try (Fleet fleet = Fleet.start(new Pace(1, 2013), pausing);
                Sandbox sandbox = Sandbox.open(fleet, Map.of("http_addresses", "any"));
                Server server = Server.start(sandbox.telegraph(), options(questions));
                Playwright playwright =
                        Playwright.create(
                                new Playwright.CreateOptions()
                                        .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = browser(playwright)) {
            String address = "http://127.0.0.1:" + server.http().orElseThrow().getPort();
            try (Page page = page(browser, address, ColorScheme.LIGHT)) {
                assertThat(page.locator("#editor .cm-content"))
                        .containsText("WHERE origin = 'EWR'");
                page.locator("#run").click();
                await(page, "#answer .grid-row .reach", "±");
                await(page, "#status", "within ±");
                picture(page, "page-answer");
                pausing.slower = 0;
                await(page, "#status", "Complete");
                assertEquals(
                        Golden.of(questions.getFirst()).size(),
                        page.locator("#answer .grid-row").count());
            }
            try (Page page = page(browser, address, ColorScheme.DARK)) {
                pausing.slower = 3;
                page.locator("text=Examples").first().click();
                page.locator("#examples >> text=Do Delta's old planes fly late?").click();
                page.locator("#run").click();
                page.locator("#tab-eddy").click();
                await(page, "#eddy", "planes");
                assertThat(page.locator("#status"))
                        .containsText(
                                Pattern.compile("from [1-9][0-9] %"),
                                new LocatorAssertions.ContainsTextOptions()
                                        .setTimeout(PATIENCE_MILLIS));
                picture(page, "page-eddy");
                page.locator("#stop").click();
                await(page, "#status", "Stopped");
            }
            Threads.await("queries end", () -> sandbox.memoryUsed() == 0);
        }
    }

    private static ServerOptions options(List<Question> questions) {
        return ServerOptions.DEFAULT
                .withPorts(-1, 0, -1)
                .withExamples(
                        questions.stream()
                                .map(question ->
                                        new ServerOptions.Example(
                                                question.name(),
                                                question.title(),
                                                question.why(),
                                                question.sql()))
                                .toList());
    }

    private static Browser browser(Playwright playwright) {
        return playwright
                .chromium()
                .launch(
                        new BrowserType.LaunchOptions()
                                .setExecutablePath(CHROMIUM)
                                .setArgs(
                                        List.of(
                                                "--no-sandbox",
                                                "--disable-background-networking",
                                                "--disable-component-update",
                                                "--disable-sync")));
    }

    private static Page page(Browser browser, String address, ColorScheme theme) {
        Page page =
                browser.newContext(
                                new Browser.NewContextOptions()
                                        .setViewportSize(1240, 900)
                                        .setColorScheme(theme))
                        .newPage();
        page.navigate(address);
        return page;
    }

    private static void await(Page page, String selector, String text) {
        assertThat(page.locator(selector).first())
                .containsText(
                        text,
                        new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
    }

    private static void picture(Page page, String name) {
        byte[] picture =
                page.screenshot(
                        new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")));
        assertTrue(picture.length < 300_000, "a picture of the README is small");
    }
}
