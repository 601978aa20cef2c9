package telegraph.server.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A window on the page, and what a person does in it.
///
/// Closing it fails the test if the page logged an error, threw one, tried something that its
/// content security policy forbids, or asked anything of anyone but its server.
final class Tab implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 120_000;

    /// Tells of what the policy forbade by the console, which is listened to.
    private static final String TELL_VIOLATIONS =
            """
            addEventListener("securitypolicyviolation", (event) =>
              console.error("forbidden: " + event.violatedDirective + " " + event.blockedURI));
            """;

    private static final String PASTE =
            """
            (text) => {
              const editor = document.querySelector("#editor").shadowRoot.querySelector(".cm-content");
              const clipboardData = new DataTransfer();
              clipboardData.setData("text/plain", text);
              editor.dispatchEvent(
                  new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
            }
            """;

    final Page page;
    private final BrowserContext context;
    private final String address;
    private final List<String> faults = new ArrayList<>();
    private final List<Pattern> expected = new ArrayList<>();

    Tab(BrowserContext context, String address) {
        this.context = context;
        this.address = address;
        page = context.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.addInitScript(TELL_VIOLATIONS);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                faults.add(message.type() + ": " + message.text());
            }
        });
        page.onPageError(error -> faults.add("thrown: " + error));
        page.onRequest(request -> {
            if (!request.url().startsWith(address) && !request.url().startsWith("blob:")) {
                faults.add("asked of somebody else: " + request.url());
            }
        });
        open("");
    }

    /// Opens the page.
    ///
    /// @param rest what stands behind the address of the server
    void open(String rest) {
        page.navigate(address + "/" + rest);
        assertThat(page.locator("#editor .cm-content")).isVisible();
    }

    /// A fault that the test brings about.
    void expect(String pattern) {
        expected.add(Pattern.compile(pattern));
    }

    Locator at(String selector) {
        return page.locator(selector);
    }

    /// Puts a text in place of what is in the editor, as if it were pasted.
    void write(String text) {
        page.locator("#editor .cm-content").click();
        page.keyboard().press("Control+a");
        page.evaluate(PASTE, text);
    }

    /// Has a statement carried out, by the keyboard.
    void ask(String statement) {
        write(statement);
        page.keyboard().press("Control+Enter");
    }

    /// Waits until the statement stands so.
    void await(String phase) {
        assertThat(page.locator("#status .phase"))
                .containsText(
                        phase,
                        new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
    }

    /// Waits until something has a text in it.
    void await(String selector, String text) {
        assertThat(page.locator(selector).first())
                .containsText(
                        text,
                        new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
    }

    /// The text of a cell of the answer.
    ///
    /// @param row, column from 0
    String cell(int row, int column) {
        return cellAt(row, column).innerText();
    }

    Locator cellAt(int row, int column) {
        return page.locator(
                "#answer .grid-row[data-row='%d'] [aria-colindex='%d'] .value"
                        .formatted(row, column + 1));
    }

    /// Keeps a picture of the window as output of the build.
    void picture(String name) {
        page.screenshot(
                new Page.ScreenshotOptions()
                        .setPath(Path.of("target", "screenshots", name + ".png")));
    }

    @Override
    public void close() {
        List<String> unexpected =
                faults.stream()
                        .filter(fault ->
                                expected.stream()
                                        .noneMatch(pattern -> pattern.matcher(fault).find()))
                        .toList();
        context.close();
        assertEquals(List.of(), unexpected, "the page is without faults");
    }
}
