package telegraph.server.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import telegraph.testkit.Reply;

/// What stands beside the answer: the catalog, the form that declares a source, the statements of
/// all.
@ExtendWith(SharedBrowser.class)
@ResourceLock(SharedBrowser.LOCK)
class SideTest {
    private static final String PLANES =
            """
            <table class="results">
            <tr><th>Year</th><th>Maker</th></tr>
            <tr><td>2004</td><td>EMBRAER &lt;img src=x onerror=alert(1)&gt;</td></tr>
            </table>
            """;

    private static Browsing browsing;

    @BeforeAll
    static void open(Browsing shared) {
        browsing = shared;
    }

    private static void kind(Tab tab, String title) {
        tab.at("#declare .kind").filter(new Locator.FilterOptions().setHasText(title)).click();
    }

    private static void press(Tab tab, String button) {
        tab.at("#declare button")
                .filter(new Locator.FilterOptions().setHasText(button))
                .last()
                .click();
    }

    @Test
    void aSourceIsDeclaredByTheFormTriedAndAsked() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            server.site.on("/search", Reply.html(PLANES));
            tab.at("#catalog .declare-open").click();
            kind(tab, "A web page or form");
            tab.at("#declare-name").fill("planes");
            tab.at("#declare-url").fill(server.site.url("/search?tailnum={tailnum}"));
            tab.at("#declare-rows").fill("table.results tr");
            tab.at("#declare .c-name").fill("tailnum");
            tab.at("#declare .c-use").selectOption("REQUIRED");
            tab.at("#declare .c-sample").fill("N10156");
            press(tab, "Find columns");
            assertThat(tab.at("#declare .c-name")).hasCount(3);
            assertThat(tab.at("#declare-statement"))
                    .hasValue(
                            Pattern.compile(
                                    "CREATE SOURCE planes \\(.*tailnum TEXT REQUIRED.*",
                                    Pattern.DOTALL));
            press(tab, "Try it");
            assertThat(tab.at("#declare .sample tbody")).containsText("EMBRAER <img");
            assertThat(tab.at("#declare .sample-sum")).containsText("1 row, 1 request");
            assertThat(tab.at("#catalog [data-relation='planes']")).hasCount(0);
            tab.picture("declare");
            press(tab, "Save");
            tab.await("#declare", "planes is declared");
            assertThat(tab.at("#catalog [data-relation='planes']")).containsText("needs tailnum");
            press(tab, "Query it");
            tab.await("Complete");
            assertThat(tab.at("#answer")).containsText("EMBRAER <img src=x onerror=alert(1)>");
        }
    }

    @Test
    void whatIsWrongIsSaidBesideTheField() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            tab.expect("400|422|503|404");
            server.site.on("/list", Reply.json("{\"results\":[{\"id\":1}]}"));
            tab.at("#catalog .declare-open").click();
            kind(tab, "An API");
            press(tab, "Try it");
            assertThat(tab.at("#declare .field.wrong")).containsText("Name in SQL");
            tab.at("#declare-name").fill("things");
            tab.at("#declare-url").fill(server.site.url("/list"));
            tab.at("#declare summary").first().click();
            tab.at("#declare-page_size").fill("ten");
            tab.at("#declare-rows").fill("$.results");
            tab.at("#declare .c-name").fill("id");
            press(tab, "Try it");
            assertThat(tab.at("#declare .field.wrong")).containsText("Rows on a page");
            assertThat(tab.at("#declare-page_size")).hasAttribute("aria-invalid", "true");
            tab.picture("declare-wrong");
            tab.at("#declare-page_size").fill("");
            assertThat(tab.at("#declare .wrong")).hasCount(0);
            press(tab, "Try it");
            assertThat(tab.at("#declare .sample tbody tr")).hasCount(1);
            tab.at("#declare-statement").fill("CREATE SOURCE things (id TEXTT)");
            assertThat(tab.at("#declare .by-hand")).isVisible();
            press(tab, "Save");
            assertThat(tab.at("#declare-wrong")).isVisible();
        }
    }

    @Test
    void theCatalogIsFoundInInsertedSampledAndDroppedAfterAQuestion() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            server.carryOut("CREATE TABLE birds (id INTEGER PRIMARY KEY, wings INTEGER)");
            server.carryOut("INSERT INTO birds VALUES (1, 2)");
            server.carryOut("CREATE TABLE cities (name TEXT)");
            tab.open("");
            tab.at("#catalog .filter").fill("wings");
            assertThat(tab.at("#catalog .relation[data-relation='cities']")).hasCount(0);
            Locator birds = tab.at("#catalog .relation[data-relation='birds']");
            assertThat(birds).containsText("integer, key");
            birds.getByText("Sample rows").click();
            tab.await("Complete");
            assertThat(tab.at("#answer")).containsText("wings");
            birds.getByText("Drop").click();
            assertThat(tab.at("#dialog")).containsText("Its rows are gone for good.");
            tab.at("#dialog button[type='submit']").click();
            assertThat(birds).hasCount(0);
        }
    }

    @Test
    void statementsOfOthersAreSeenFoundAndStopped() {
        try (PageServer server = new PageServer();
                Tab asker = browsing.tab(server);
                Tab tab = browsing.tab(server, Browsing.Width.DESK, ColorScheme.DARK)) {
            server.site.on("/never", Reply.json("[]").delayed(600_000));
            tab.at("#side-tab-queries").click();
            assertThat(tab.at("#queries")).containsText("Nothing runs now.");
            asker.ask("SELECT * FROM read_json('" + server.site.url("/never") + "')");
            Locator running = tab.at("#queries .query.running");
            assertThat(running).containsText("read_json");
            tab.at("#queries .filter").fill("nothing like it");
            assertThat(running).hasCount(0);
            tab.at("#queries .filter").fill("read_json http");
            assertThat(running).hasCount(1);
            tab.picture("queries");
            running.getByText("Stop").click();
            tab.at("#dialog button[type='submit']").click();
            assertThat(tab.at("#queries .query.cancelled")).containsText("read_json");
            assertThat(asker.at("#status .phase")).containsText(Pattern.compile("Failed|Stopped"));
        }
    }
}
