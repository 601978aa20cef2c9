package telegraph.server.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import telegraph.testkit.Threads;

/// A browser of this machine: Chromium, of which tests open windows.
///
/// Threads: one at a time.
final class Browsing implements AutoCloseable {
    /// How wide windows are.
    enum Width {
        DESK(1400, 860),
        PHONE(360, 780);

        private final int width;
        private final int height;

        Width(int width, int height) {
            this.width = width;
            this.height = height;
        }
    }

    private static final List<String> PLACES =
            List.of(
                    "/usr/bin/chromium",
                    "/usr/bin/chromium-browser",
                    "/usr/bin/google-chrome",
                    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");

    private static final List<String> ARGUMENTS =
            List.of(
                    "--no-sandbox",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;

    private Browsing(Path executable) {
        PlaywrightAssertions.setDefaultAssertionTimeout(Threads.PATIENCE_MILLIS);
        playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(executable)
                                        .setArgs(ARGUMENTS));
    }

    /// Starts the browser, or skips the test if this machine has none.
    static Browsing open() {
        Optional<Path> executable = PLACES.stream().map(Path::of).filter(Files::exists).findFirst();
        Assumptions.assumeTrue(
                executable.isPresent(),
                "the page is not tested: this machine has no Chromium. Install Debian's chromium");
        return new Browsing(executable.orElseThrow());
    }

    /// A window on the page of a server, as somebody sees it who never was there before.
    Tab tab(PageServer server) {
        return tab(server, Width.DESK, ColorScheme.LIGHT);
    }

    Tab tab(PageServer server, Width width, ColorScheme theme) {
        BrowserContext context =
                browser.newContext(
                        new Browser.NewContextOptions()
                                .setViewportSize(width.width, width.height)
                                .setColorScheme(theme)
                                .setPermissions(List.of("clipboard-read", "clipboard-write")));
        return new Tab(context, server.address());
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
