package telegraph.server.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import telegraph.server.access.Accounts;
import telegraph.testkit.Threads;

/// The page in a real browser: a person asks, watches, stops, errs and shares.
@ExtendWith(SharedBrowser.class)
@ResourceLock(SharedBrowser.LOCK)
class PageTest {
    private static final String BY_REGION =
            "SELECT region, count(*) AS sales, avg(amount) AS amount FROM sales GROUP BY region ORDER BY region";

    private static final String NAMELESS =
            """
            () => [...document.querySelectorAll("button, input, select, textarea, a, [tabindex='0']")]
              .filter((each) => each.checkVisibility())
              .filter((each) => ![each.textContent, each.title, each.placeholder,
                  each.getAttribute("aria-label"), each.getAttribute("aria-labelledby"),
                  each.closest("label")?.textContent].some((name) => name?.trim()))
              .map((each) => each.outerHTML.slice(0, 200))
            """;

    private static final String TWICE =
            """
            () => [...document.querySelectorAll("[id]")].map((each) => each.id)
              .filter((id, at, all) => id !== "" && all.indexOf(id) !== at)
            """;

    private static Browsing browsing;

    @BeforeAll
    static void open(Browsing shared) {
        browsing = shared;
    }

    private static String mean(int region) {
        double mean =
                IntStream.rangeClosed(1, PageServer.PAGES)
                        .boxed()
                        .flatMapToDouble(page ->
                                IntStream.range(0, PageServer.ROWS)
                                        .filter(row -> row % 4 == region)
                                        .mapToDouble(row -> PageServer.amount(page, row)))
                        .average()
                        .orElseThrow();
        return "%.4f".formatted(mean);
    }

    @Test
    void numbersMoveWithTheirHalfWidthsAndEndExact() {
        try (PageServer server = new PageServer().withHeldSales();
                Tab tab = browsing.tab(server)) {
            tab.ask(BY_REGION);
            tab.await("#answer .grid-row .reach", "±");
            tab.await("#answer .grid-row .basis", "sampled");
            tab.await("#status", "every value within ±");
            tab.picture("live-answer");
            Set<String> seen = new HashSet<>(Set.of(tab.cell(0, 2)));
            server.letGo();
            Threads.await(
                    "a number moves",
                    () -> {
                        seen.add(tab.cell(0, 2));
                        return seen.size() > 1;
                    });
            tab.await("Complete");
            tab.await("#status", "exact");
            assertThat(tab.at("#answer .grid-row")).hasCount(4);
            assertEquals("east", tab.cell(0, 0));
            assertEquals("832", tab.cell(0, 1));
            for (int region = 0; region < 4; region++) {
                double shown = Double.parseDouble(tab.cell(region, 2));
                assertEquals(mean(region), "%.4f".formatted(shown));
            }
            assertThat(tab.at("#answer .grid-row .reach").first()).isEmpty();
        }
    }

    @Test
    void aStatementIsTypedAndCompletedFromTheCatalog() {
        try (PageServer server = new PageServer().withSales();
                Tab tab = browsing.tab(server)) {
            tab.write("");
            tab.page.keyboard().type("SELECT count(*) AS n FROM sal");
            tab.await("#editor .cm-tooltip-autocomplete [aria-selected]", "sales");
            // Keys that come right after the list are not taken for answers to it.
            tab.page.waitForTimeout(200);
            tab.page.keyboard().press("Tab");
            assertThat(tab.at("#editor .cm-content")).containsText("FROM sales");
            tab.page.keyboard().press("Control+Enter");
            tab.await("Complete");
            assertEquals("3200", tab.cell(0, 0));
        }
    }

    @Test
    void whoStopsKeepsWhatHasComeAndIsToldWhatItIs() {
        try (PageServer server = new PageServer().withHeldSales();
                Tab tab = browsing.tab(server)) {
            tab.ask(BY_REGION);
            tab.await("#answer .grid-row .reach", "±");
            tab.at("#stop").click();
            tab.await("Stopped");
            tab.await("#status", "what had come is kept");
            tab.await("#status", "every value within ±");
            tab.await("#answer .grid-row .basis", "sampled");
            assertThat(tab.at("#answer .grid-row")).hasCount(4);
            assertThat(tab.at("#stop")).isDisabled();
            tab.picture("stopped");
            Threads.await("the query is over", () -> server.telegraph.memoryUsed() == 0);
        }
    }

    @Test
    void anErrorStandsWhereItIs() {
        try (PageServer server = new PageServer().withSales();
                Tab tab = browsing.tab(server)) {
            tab.ask("SELECT 1 AS one;\n\nSELECT regoin\nFROM sales");
            tab.await("Failed");
            tab.await("#error", "regoin");
            tab.await("#error", "line 3, column 8");
            tab.await("#error", "SQLSTATE 42703");
            assertThat(tab.at("#editor .tg-error")).hasText("regoin");
            tab.picture("error");
            tab.page.keyboard().press("Control+Home");
            tab.page.keyboard().press("Control+Enter");
            tab.await("Complete");
            assertThat(tab.at("#error")).isEmpty();
            assertThat(tab.at("#editor .tg-error")).hasCount(0);
        }
    }

    @Test
    void hostileTextStaysText() {
        String hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>";
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            tab.ask(
                    "SELECT '%s' AS \"%s\", 7 AS n UNION ALL SELECT 'b', 8 ORDER BY n"
                            .formatted(hostile, hostile));
            tab.await("Complete");
            assertEquals(hostile, tab.cell(0, 0));
            tab.cellAt(0, 0).dblclick();
            tab.await("#dialog .whole", hostile);
            tab.page.keyboard().press("Escape");
            tab.page.keyboard().press("2");
            tab.await("#chart .name", "<img src=x");
            tab.at("#side-tab-history").click();
            tab.await("#history", hostile);
            assertEquals(0, tab.at("main img, main script, aside img").count());
            tab.write("SELECT * FROM \"%s\"".formatted(hostile));
            tab.page.keyboard().press("Control+Enter");
            tab.await("#error", "<img src=x");
            assertEquals(0, tab.at("#error img").count());
        }
    }

    @Test
    void ofALargeResultTheFirstRowsAreKeptAndTheRestIsCounted() {
        String digits = "(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))";
        String numbers =
                "SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n + 100000 * f.n AS number FROM "
                        + IntStream.range(0, 6)
                                .mapToObj(i -> digits + " AS " + (char) ('a' + i) + "(n)")
                                .reduce((a, b) -> a + ", " + b)
                                .orElseThrow()
                        + " WHERE f.n < 3";
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            tab.ask(numbers);
            tab.await("Complete");
            tab.await(
                    "#answer .answer-bar", "The first 200\u202f000 of 300\u202f000 rows are here");
            assertTrue(tab.at("#answer .grid-row").count() < 100);
            tab.at("#answer .grid").focus();
            tab.page.keyboard().press("Control+End");
            tab.await("#answer .grid-row .current", "");
            assertThat(tab.at("#answer .grid-row[data-row='199999']")).isVisible();
            assertTrue(tab.at("#answer .grid-row").count() < 100);
        }
    }

    @Test
    void rowsAreSortedByAClickAndCopiedAsCsv() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            tab.ask("SELECT * FROM (VALUES ('b', 2), ('a', 10), (NULL, 3)) AS t(name, n)");
            tab.await("Complete");
            Locator heading = tab.at("#answer .grid-head button").nth(1);
            heading.click();
            assertEquals("2", tab.cell(0, 1));
            heading.click();
            assertEquals("10", tab.cell(0, 1));
            assertEquals("NULL", tab.cell(1, 0));
            tab.at("text=Copy as CSV").click();
            tab.await(".flash", "copied");
            assertEquals(
                    "name,n\r\na,10\r\n,3\r\nb,2\r\n",
                    tab.page.evaluate("navigator.clipboard.readText()"));
        }
    }

    @Test
    void aTransactionSpansStatementsAndSettingsHold() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            tab.write("CREATE TABLE t (n INTEGER PRIMARY KEY)");
            tab.page.keyboard().press("Control+Enter");
            tab.await("#status", "CREATE TABLE");
            for (String statement :
                    new String[] {"BEGIN", "INSERT INTO t VALUES (1)", "ROLLBACK"}) {
                tab.ask(statement);
                tab.await("#status", statement.split(" ")[0]);
                tab.await("Complete");
            }
            tab.ask("SELECT count(*) AS n FROM t");
            tab.await("#status", "1 row");
            assertEquals("0", tab.cell(0, 0));
        }
    }

    @Test
    void anAddressHoldsAStatementAndOpeningItRunsNothing() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            tab.write("SELECT 'from afar ✓' AS greeting");
            tab.at("text=Share").first().click();
            tab.await("#share", "The text in the editor");
            String address = tab.at("#share input").first().inputValue();
            assertTrue(address.contains("#q="), address);
            try (Tab other = browsing.tab(server)) {
                other.open(address.substring(address.indexOf('#')));
                assertThat(other.at("#editor .cm-content")).containsText("from afar ✓");
                assertThat(other.at("#status")).isEmpty();
                other.page.keyboard().press("Control+Enter");
                other.await("Complete");
                assertEquals("from afar ✓", other.cell(0, 0));
            }
        }
    }

    @Test
    void aServerThatGoesAwayIsSaidSoAndWhatHadComeStays() {
        PageServer server = new PageServer().withHeldSales();
        try (Tab tab = browsing.tab(server)) {
            tab.expect("net::ERR|Failed to load");
            tab.ask(BY_REGION);
            tab.await("#answer .grid-row .reach", "±");
            server.close();
            Pattern gone = Pattern.compile("The connection broke|Failed|Stopped");
            assertThat(tab.at("#status .phase"))
                    .hasText(gone, new LocatorAssertions.HasTextOptions().setTimeout(120_000));
            assertThat(tab.at("#answer .grid-row")).hasCount(4);
            tab.ask("SELECT 1");
            tab.await("Failed");
            tab.await("#connection", "does not answer");
            tab.picture("gone");
        }
    }

    @Test
    void everythingIsReachedByKeys() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            tab.ask("SELECT 1 AS n");
            tab.await("Complete");
            tab.page.keyboard().press("Escape");
            tab.page.keyboard().press("?");
            tab.await("#dialog", "run the statement at the cursor");
            tab.page.keyboard().press("Escape");
            tab.page.keyboard().press("2");
            assertThat(tab.at("#chart")).isVisible();
            tab.await("#chart .figure", "1");
            tab.page.keyboard().press("h");
            assertThat(tab.at("#history")).isVisible();
            tab.page.keyboard().press("t");
            assertEquals("dark", tab.page.evaluate("document.documentElement.dataset.theme"));
            tab.page.keyboard().press("e");
            tab.page.keyboard().press("Control+a");
            tab.page.keyboard().type("SELECT 2 AS n");
            tab.page.keyboard().press("Control+Enter");
            tab.await("#chart .figure", "2");
        }
    }

    @Test
    void onAPhoneEverythingFitsTheWidth() {
        try (PageServer server = new PageServer().withHeldSales();
                Tab tab = browsing.tab(server, Browsing.Width.PHONE, ColorScheme.DARK)) {
            tab.picture("phone-empty");
            tab.ask(BY_REGION);
            tab.await("#answer .grid-row .reach", "±");
            tab.picture("phone-live");
            server.letGo();
            tab.await("Complete");
            for (String panel : new String[] {"answer", "chart", "eddy", "sources"}) {
                tab.at("#tab-" + panel).click();
                assertEquals(
                        360,
                        tab.page.evaluate("document.scrollingElement.scrollWidth"),
                        "nothing reaches beyond the window: " + panel);
                tab.picture("phone-" + panel);
            }
            tab.at("#side-open").click();
            assertThat(tab.at("#side")).isVisible();
            tab.picture("phone-side");
        }
    }

    @Test
    void somebodyElseWatchesAQueryByItsAddress() {
        try (PageServer server = new PageServer().withHeldSales();
                Tab tab = browsing.tab(server)) {
            tab.ask(BY_REGION);
            tab.await("#answer .grid-row .reach", "±");
            tab.at("text=Share").first().click();
            String address = tab.at("#share input").nth(1).inputValue();
            try (Tab other = browsing.tab(server)) {
                other.open(address.substring(address.indexOf('?')));
                other.await("#status .watched", "GROUP BY region");
                other.await("#answer .grid-row .reach", "±");
                tab.page.keyboard().press("Escape");
                tab.at("#stop").click();
                tab.await("Stopped");
                other.await("Stopped");
                assertThat(other.at("#answer .grid-row")).hasCount(4);
                other.picture("watched");
            }
        }
    }

    @Test
    void whoIsNotKnownSignsInAndIsForgottenWithTheTab(@TempDir Path folder) throws IOException {
        Path passwords = folder.resolve("passwords");
        Files.writeString(
                passwords, Accounts.passwordLine("ada", "lovelace", new SecureRandom()) + "\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        try (PageServer server = new PageServer(options -> options.withPasswords(passwords));
                Tab tab = browsing.tab(server)) {
            tab.expect("401");
            tab.await("#dialog", "Sign in");
            tab.at("#dialog [name=name]").fill("ada");
            tab.at("#dialog [name=secret]").fill("wrong");
            tab.page.keyboard().press("Enter");
            tab.await("#dialog", "were wrong");
            tab.picture("sign-in");
            tab.at("#dialog [name=name]").fill("ada");
            tab.at("#dialog [name=secret]").fill("lovelace");
            tab.page.keyboard().press("Enter");
            assertThat(tab.at("#dialog")).isHidden();
            tab.ask("SELECT 40 + 2 AS n");
            tab.await("Complete");
            assertEquals("42", tab.cell(0, 0));
            assertEquals("", tab.page.evaluate("document.cookie"));
            assertFalse(
                    String.valueOf(tab.page.evaluate("JSON.stringify(localStorage)"))
                            .contains("lovelace"));
        }
    }

    @Test
    void everyExampleRuns() {
        try (PageServer server = new PageServer();
                Tab tab = browsing.tab(server)) {
            int examples = tab.at("#examples li button").count();
            assertTrue(examples >= 4);
            for (int example = 0; example < examples; example++) {
                tab.at("text=Examples").first().click();
                tab.at("#examples li button").nth(example).click();
                tab.page.keyboard().press("Control+Shift+Enter");
                tab.await("Complete");
                assertTrue(tab.at("#answer .grid-row").count() > 3);
                tab.at("#tab-chart").click();
                assertThat(tab.at("#chart svg")).isVisible();
                tab.picture("example-" + (example + 1));
                tab.at("#tab-answer").click();
            }
        }
    }

    @Test
    void whatCanBePressedOrFilledInHasAName() {
        try (PageServer server = new PageServer().withSales();
                Tab tab = browsing.tab(server)) {
            tab.ask(BY_REGION);
            tab.await("Complete");
            for (String panel : new String[] {"answer", "chart", "eddy", "sources"}) {
                tab.at("#tab-" + panel).click();
                assertEquals(List.of(), tab.page.evaluate(NAMELESS), panel);
            }
            for (String panel : new String[] {"catalog", "queries", "history"}) {
                tab.at("#side-tab-" + panel).click();
                assertEquals(List.of(), tab.page.evaluate(NAMELESS), panel);
            }
            assertEquals(List.of(), tab.page.evaluate(TWICE), "an id is there once");
        }
    }

    @Test
    void whoWaitsForATurnIsToldThePlace() {
        Map<String, String> oneAtATime = Map.of("queries_limit", "1");
        try (PageServer server =
                        new PageServer(UnaryOperator.identity(), oneAtATime).withHeldSales();
                Tab tab = browsing.tab(server);
                Tab other = browsing.tab(server)) {
            tab.ask(BY_REGION);
            tab.await("Running");
            tab.await("#answer .grid-row .reach", "±");
            other.ask("SELECT region FROM sales LIMIT 3");
            other.await("Waiting for its turn");
            other.await("#status", "place 1 in the queue");
            other.await("#answer", "It starts as soon as there is room");
            other.picture("queued");
            tab.at("#stop").click();
            tab.await("Stopped");
            server.letGo();
            other.await("Complete");
            assertThat(other.at("#answer .grid-row")).hasCount(3);
        }
    }

    @Test
    void aChartHasWhiskersUntilItsBarsAreExact() {
        try (PageServer server = new PageServer().withHeldSales();
                Tab tab = browsing.tab(server)) {
            tab.ask(BY_REGION);
            tab.at("#tab-chart").click();
            assertThat(tab.at("#chart .whisker")).hasCount(4, whenPatient());
            tab.await("#chart .value", "±");
            tab.picture("live-chart");
            server.letGo();
            tab.await("Complete");
            assertThat(tab.at("#chart .bar")).hasCount(4);
            assertThat(tab.at("#chart .whisker")).hasCount(0);
            tab.await("#chart .value", "832");
            tab.at("#chart select").first().selectOption("amount");
            tab.await("#chart .chart-words", "amount by region");
        }
    }

    private static LocatorAssertions.HasCountOptions whenPatient() {
        return new LocatorAssertions.HasCountOptions().setTimeout(120_000);
    }
}
