package telegraph.server.page;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
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
    private static final int FAST_PAGES = 20;

    /// The regions of the site's sales; each of a page's rows is of the next one.
    static final List<String> REGIONS = List.of("east", "north", "south", "west");

    final FaultServer site = new FaultServer();
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

    /// Declares the source `sales` over a site that sends its first pages of JSON at once, enough
    /// for a first estimate, and the others slowly.
    ///
    /// @param delayMillis how long each of the others takes
    PageServer withSales(long delayMillis) {
        site.on(
                "/sales",
                request ->
                        Reply.json(page(Integer.parseInt(request.parameter("page"))))
                                .delayed(request.number() <= FAST_PAGES ? 1 : delayMillis));
        carryOut(
                """
                CREATE SOURCE sales (region TEXT, amount DOUBLE PRECISION)
                WITH (connector = 'http', url = '%s', format = 'json', rows = '$.rows',
                      page_count = '$.pages', max_concurrent = 4)
                """
                        .formatted(site.url("/sales?page={page}")));
        return this;
    }

    private static String page(int page) {
        StringJoiner rows = new StringJoiner(",", "{\"pages\":" + PAGES + ",\"rows\":[", "]}");
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
            telegraph.close();
            site.close();
        }
    }
}
