package telegraph.server.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;

/// The picture of a running query, and how far its sources are, as somebody sees them.
@ExtendWith(SharedBrowser.class)
@ResourceLock(SharedBrowser.LOCK)
class PictureTest {
    private static final int CUSTOMERS = 500;
    private static final int SWAP_AFTER = 200;
    private static final int SLOW_MILLIS = 15;

    /// A busy machine may need so long for a thousand requests.
    private static final int PATIENCE_MILLIS = 120_000;

    private static final String BOTH_SITES =
            """
            SELECT count(*) AS known
            FROM customers c
            JOIN left_site l ON l.id = c.id
            JOIN right_site r ON r.id = c.id
            """;

    private static Browsing browsing;

    @BeforeAll
    static void open(Browsing shared) {
        browsing = shared;
    }

    /// Declares a list of customers and two sites that each know one in ten of them: one is slow,
    /// and after some requests the other one is.
    private static PageServer withSites() {
        PageServer server = new PageServer();
        String ids =
                IntStream.range(0, CUSTOMERS)
                        .mapToObj(id -> "{\"id\":" + id + "}")
                        .collect(Collectors.joining(",", "[", "]"));
        server.site.on("/customers", Reply.json(ids));
        server.carryOut(
                "CREATE SOURCE customers (id BIGINT) WITH (connector = 'http', url = '%s', format = 'json')"
                        .formatted(server.site.url("/customers")));
        AtomicInteger asked = new AtomicInteger();
        for (String side : new String[] {"left", "right"}) {
            boolean left = side.equals("left");
            server.site.on("/" + side, request -> known(request, left, asked.getAndIncrement()));
            server.carryOut(
                    """
                    CREATE SOURCE %s_site (id BIGINT REQUIRED, score INTEGER)
                    WITH (connector = 'http', url = '%s', format = 'json', rows = '$.found',
                          max_concurrent = 8)
                    """
                            .formatted(side, server.site.url("/" + side + "?id={id}")));
        }
        return server;
    }

    private static Reply known(Request request, boolean left, int asked) {
        int id = Integer.parseInt(request.parameter("id"));
        boolean known = left ? id % 10 == 0 : id / 10 % 10 == 0;
        boolean slow = left == (asked < SWAP_AFTER);
        return Reply.json(known ? "{\"found\":[{\"score\":1}]}" : "{\"found\":[]}")
                .delayed(slow ? SLOW_MILLIS : 0);
    }

    @Test
    void theRouteOfAQueryChangesWhereEverybodyCanSeeIt() {
        try (PageServer server = withSites();
                Tab tab = browsing.tab(server)) {
            tab.at("#tab-eddy").click();
            tab.ask(BOTH_SITES);
            tab.await("#eddy .changes-head", "Changes of route");
            assertThat(tab.at("#eddy .module.stem")).hasCount(3);
            assertThat(tab.at("#eddy .module.lookup")).hasCount(2);
            assertThat(tab.at("#eddy .module.source")).hasCount(1);
            assertThat(tab.at("#eddy .flow.strong").first()).isVisible();
            tab.picture("eddy-running");
            awaitEnd(tab);
            assertEquals("5", answer(tab));
            assertThat(tab.at("#eddy .whirl")).containsText("at rest");
            assertThat(tab.at("#eddy .way li").first()).containsText("customers");
            assertThat(tab.at("#eddy .way li").last()).containsText("aggregate");
            assertThat(tab.at("#eddy .change-text"))
                    .containsText(
                            Pattern.compile(
                                    "rows of customers go to lookup .*_site first.*because"));
            tab.at("#eddy .changes button[aria-label='Change before']").click();
            assertThat(tab.at("#eddy .lane .chosen")).hasCount(1);
            assertThat(tab.at("#eddy .ways-of")).containsText("The way then of rows of");
            tab.at("#eddy .changes .link").click();
            assertThat(tab.at("#eddy .ways-of")).containsText("The way of rows of");
            tab.picture("eddy-over");
        }
    }

    private static void awaitEnd(Tab tab) {
        assertThat(tab.at("#status .phase"))
                .containsText(
                        "Complete",
                        new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
    }

    private static String answer(Tab tab) {
        tab.at("#tab-answer").click();
        String value = tab.cell(0, 0);
        tab.at("#tab-eddy").click();
        return value;
    }

    @Test
    void whoeverDoesNotSeeThePictureReadsItAsATable() {
        try (PageServer server = withSites();
                Tab tab = browsing.tab(server, Browsing.Width.PHONE, ColorScheme.DARK)) {
            tab.at("#tab-eddy").click();
            tab.ask(BOTH_SITES);
            awaitEnd(tab);
            assertThat(tab.at("#eddy .eddy-words summary")).isVisible();
            tab.at("#eddy .eddy-words summary").click();
            assertThat(tab.at("#eddy .eddy-words tbody tr")).hasCount(7);
            assertThat(tab.at("#eddy .eddy-words tbody")).containsText("500 rows");
            tab.at("#eddy .module.lookup").first().hover();
            assertThat(tab.at("#eddy .eddy-tip")).containsText("values asked for");
            Object wide =
                    tab.page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
            assertEquals(false, wide, "nothing is wider than the window");
            tab.picture("eddy-phone");
        }
    }

    @Test
    void dropsMoveOnTheLinesAsRowsFlow() {
        try (PageServer server = new PageServer().withEndlessSales();
                Tab tab = browsing.tab(server)) {
            tab.at("#tab-eddy").click();
            tab.ask("SELECT region, count(*) FROM sales GROUP BY region");
            tab.page.waitForFunction(
                    """
                    () => [...document.querySelectorAll("#eddy .drops")]
                        .some((drops) => Number(drops.getAttribute("stroke-dashoffset")) < -10)
                    """);
            tab.at("#stop").click();
            tab.await("Stopped");
        }
    }

    @Test
    void nothingMovesForWhoeverWantsNoMotion() {
        try (PageServer server = new PageServer().withSales();
                Tab tab = browsing.tab(server)) {
            tab.page.emulateMedia(
                    new com.microsoft.playwright.Page.EmulateMediaOptions()
                            .setReducedMotion(
                                    com.microsoft.playwright.options.ReducedMotion.REDUCE));
            tab.at("#tab-eddy").click();
            tab.ask("SELECT region, count(*) FROM sales GROUP BY region");
            assertThat(tab.at("#eddy .flow .drops[stroke-dashoffset]")).hasCount(0);
            assertThat(tab.at("#eddy .module.source")).hasCount(1);
            awaitEnd(tab);
            assertThat(tab.at("#eddy .flow .drops[stroke-dashoffset]")).hasCount(0);
        }
    }

    @Test
    void aSourceThatStallsIsGreyAndSaysWhy() {
        try (PageServer server = new PageServer().withSales();
                Tab tab = browsing.tab(server)) {
            AtomicBoolean seen = new AtomicBoolean();
            server.site.on(
                    "/slow",
                    request ->
                            request.parameter("page").equals("2") && !seen.get()
                                    ? Reply.tooMany(4)
                                    : Reply.json("{\"pages\":3,\"rows\":[{\"n\":1}]}"));
            server.carryOut(
                    """
                    CREATE SOURCE slow (n INTEGER)
                    WITH (connector = 'http', url = '%s', format = 'json', rows = '$.rows',
                          page_count = '$.pages', stable = true, retries = 50)
                    """
                            .formatted(server.site.url("/slow?page={page}")));
            tab.at("#tab-eddy").click();
            tab.ask("SELECT count(*) FROM slow");
            assertThat(tab.at("#eddy .module.source.stalled")).containsText("rate-limited until");
            tab.picture("eddy-stalled");
            tab.at("#tab-sources").click();
            assertThat(tab.at("#sources .source-waits")).containsText("rate-limited until");
            assertThat(tab.at("#sources .source-state")).containsText("waits");
            seen.set(true);
            awaitEnd(tab);
            assertThat(tab.at("#sources .source-state")).containsText("all read");
            assertThat(tab.at("#sources .source-waits")).hasCount(0);
            assertThat(tab.at("#sources .source-facts"))
                    .containsText(Pattern.compile("[1-9]\\d* sent again"));
            tab.at("#tab-eddy").click();
            assertThat(tab.at("#eddy .module.stalled")).hasCount(0);
        }
    }

    @Test
    void progressCountsAgainstWhatIsToBeRead() {
        try (PageServer server = new PageServer().withHeldSales();
                Tab tab = browsing.tab(server)) {
            tab.at("#tab-sources").click();
            tab.ask("SELECT region, count(*) FROM sales GROUP BY region");
            assertThat(tab.at("#sources .source-facts"))
                    .containsText(Pattern.compile("\\d+ of 64 pages"));
            assertThat(tab.at("#sources [role='progressbar']"))
                    .hasAttribute("aria-valuenow", Pattern.compile("\\d+"));
            tab.picture("sources-running");
            server.letGo();
            awaitEnd(tab);
            assertThat(tab.at("#sources .source-state")).hasText("all read");
            assertThat(tab.at("#sources [role='progressbar']"))
                    .hasAttribute("aria-valuenow", "100");
            assertTrue(
                    tab.at("#sources .sources-sum").innerText().contains("3\u202f200 rows read"));
        }
    }
}
