package telegraph.server.page;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Leaks;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// A server with its page over a sandbox in memory, and a slow site to ask.
///
/// Closing it fails if a query still holds memory.
final class PageServer implements AutoCloseable {
    static final int PAGES = 64;
    static final int ROWS = 50;

    /// The cohort of 46, of which a first interval is.
    private static final int FAST_PAGES = 50;

    /// The regions of the site's sales; each of a page's rows is of the next one.
    static final List<String> REGIONS = List.of("east", "north", "south", "west");

    final FaultServer site = new FaultServer();
    private final CountDownLatch go = new CountDownLatch(1);
    final Telegraph telegraph;
    final Server server;

    PageServer() {
        this(UnaryOperator.identity());
    }

    PageServer(UnaryOperator<ServerOptions> options) {
        this(options, Map.of());
    }

    PageServer(UnaryOperator<ServerOptions> options, Map<String, String> settings) {
        telegraph = Telegraph.openInMemory(settings, Map.of());
        try {
            server =
                    Server.start(
                            telegraph, options.apply(ServerOptions.DEFAULT.withPorts(-1, 0, -1)));
        } catch (RuntimeException e) {
            telegraph.close();
            site.close();
            throw e;
        }
    }

    String address() {
        return "http://127.0.0.1:" + server.http().orElseThrow().getPort();
    }

    /// Declares the source `sales` over a site that sends its pages of JSON at once.
    PageServer withSales() {
        letGo();
        return withSales(PAGES, 1, 4);
    }

    /// Declares the source `sales` over a site that sends its first pages of JSON at once, enough
    /// for a first estimate, and the others after [#letGo], so that a query of them runs until
    /// somebody has seen what there is to be seen.
    ///
    /// One request at a time: of several, one that is late by itself would be among those that are
    /// held, and a cohort that waits for it never gives the estimate.
    PageServer withHeldSales() {
        return withSales(PAGES, 1, 1);
    }

    /// Declares the source `sales` over a site that sends pages for some minutes, one after
    /// another.
    PageServer withEndlessSales() {
        letGo();
        return withSales(10_000, 100, 4);
    }

    private PageServer withSales(int pages, long delayMillis, int requestsAtOnce) {
        site.on(
                "/sales",
                request -> {
                    if (request.number() > FAST_PAGES) {
                        await(go);
                    }
                    return Reply.json(page(Integer.parseInt(request.parameter("page")), pages))
                            .delayed(delayMillis);
                });
        carryOut(
                """
                CREATE SOURCE sales (region TEXT, amount DOUBLE PRECISION)
                WITH (connector = 'http', url = '%s', format = 'json', rows = '$.rows',
                      page_count = '$.pages', page_size = %d, max_concurrent = %d, timeout = '1h')
                """
                        .formatted(site.url("/sales?page={page}"), ROWS, requestsAtOnce));
        return this;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lets the site send what it holds back.
    void letGo() {
        go.countDown();
    }

    private static String page(int page, int pages) {
        StringJoiner rows = new StringJoiner(",", "{\"pages\":" + pages + ",\"rows\":[", "]}");
        for (int row = 0; row < ROWS; row++) {
            rows.add(
                    "{\"region\":\"%s\",\"amount\":%s}"
                            .formatted(REGIONS.get(row % REGIONS.size()), amount(page, row)));
        }
        return rows.toString();
    }

    /// The amount of a sale.
    static double amount(int page, int row) {
        return 100 * (1 + row % REGIONS.size()) + page * 31 % 67 + row;
    }

    /// Carries out a statement that has no rows.
    void carryOut(String statement) {
        try (Session session = telegraph.session()) {
            session.start(
                            statement,
                            event -> {
                                if (event instanceof telegraph.sql.Event.Failed failed) {
                                    throw new AssertionError(failed.cause());
                                }
                            })
                    .join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            Threads.await("queries end", () -> telegraph.memoryUsed() == 0);
            Leaks.none("bytes", telegraph::memoryUsed);
        } finally {
            letGo();
            telegraph.close();
            site.close();
        }
    }
}
